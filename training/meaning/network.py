"""all-MiniLM-L6-v2 in PyTorch: read from the int8 ONNX file that the product runs, and written back into it.

gte-small has the same shape with twice the layers and is only read. Training moves the encoder alone: the tables of words and positions
stay as they are in the file.
"""

import math

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional as F

WIDTH, HEADS = 384, 12
MINILM_LAYERS, GTE_LAYERS = 6, 12
TABLES = ("word", "position", "token_type")
# In the order in which the graph multiplies by them.
MATRICES = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)


def by_bias(stored, layers):
    """The stored name of each matrix of the encoder, by the name of its bias without `.bias`."""
    # Sorted by number, because the nodes of one layer can stand in another order.
    stored = sorted(stored, key=lambda name: int(name.split("_")[1]))
    names = [f"encoder.layer.{layer}.{matrix}" for layer in range(layers) for matrix in MATRICES]
    return dict(zip(names, stored, strict=True))


def matrix_names(graph):
    """Those of the int8 file, without `_quantized`."""
    stored = [node.input[1] for node in graph.node if node.op_type == "MatMulInteger"]
    return by_bias([name.removesuffix("_quantized") for name in stored], MINILM_LAYERS)


def arrays_of(graph):
    return {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}


class Encoder(nn.Module):
    def __init__(self, layers, tables, matrices, stored):
        """`matrices` by the names of their biases; `stored` has the other numbers by the names of the file."""
        super().__init__()
        self.layers = layers
        for name in TABLES:
            self.register_buffer(name, torch.tensor(tables[name]))
        self.trained = nn.ParameterDict()
        for bias, values in matrices.items():
            self.trained[self.key(f"{bias}.weight")] = nn.Parameter(torch.tensor(values).T.contiguous())
        for name, values in stored.items():
            if name.endswith(("bias", "LayerNorm.weight")):
                self.trained[self.key(name)] = nn.Parameter(torch.tensor(values))

    @staticmethod
    def key(name):
        return name.replace(".", "/")

    def linear(self, x, name):
        return F.linear(x, self.trained[self.key(f"{name}.weight")], self.trained[self.key(f"{name}.bias")])

    def norm(self, x, name):
        weight, bias = (self.trained[self.key(f"{name}.LayerNorm.{part}")] for part in ("weight", "bias"))
        return F.layer_norm(x, (WIDTH,), weight, bias, 1e-12)

    def hidden(self, ids, mask, types=None, dropout=0.0):
        """Ids and mask [texts, tokens], and which part of a pair each token is of -> the vectors of the tokens [texts, tokens, WIDTH]."""
        texts, tokens = ids.shape
        part = self.token_type[0] if types is None else self.token_type[types]
        x = self.word[ids] + self.position[:tokens] + part
        x = F.dropout(self.norm(x, "embeddings"), dropout)
        heads = lambda y: y.view(texts, tokens, HEADS, -1).transpose(1, 2)
        for layer in range(self.layers):
            at = f"encoder.layer.{layer}"
            q, k, v = (heads(self.linear(x, f"{at}.{name}")) for name in MATRICES[:3])
            seen = F.scaled_dot_product_attention(q, k, v, mask[:, None, None, :].bool())
            seen = seen.transpose(1, 2).reshape(texts, tokens, WIDTH)
            seen = F.dropout(self.linear(seen, f"{at}.attention.output.dense"), dropout)
            x = self.norm(x + seen, f"{at}.attention.output")
            wide = F.gelu(self.linear(x, f"{at}.intermediate.dense"))
            wide = F.dropout(self.linear(wide, f"{at}.output.dense"), dropout)
            x = self.norm(x + wide, f"{at}.output")
        return x

    def forward(self, ids, mask, dropout=0.0):
        """Ids and mask [texts, tokens] -> vectors of length 1 [texts, WIDTH]."""
        return mean_of(self.hidden(ids, mask, dropout=dropout), mask)


class MiniLm(Encoder):
    def __init__(self, path):
        graph = onnx.load(path).graph
        stored = arrays_of(graph)

        def table(name):
            zero = stored[f"{name}_zero_point"].astype(np.float32)
            values = stored[f"{name}_quantized"].astype(np.float32)
            return (values - zero) * stored[f"{name}_scale"]

        tables = {name: table(f"embeddings.{name}_embeddings.weight") for name in TABLES}
        matrices = {bias: table(name) for bias, name in matrix_names(graph).items()}
        super().__init__(MINILM_LAYERS, tables, matrices, stored)


class GteSmall(Encoder):
    """From the float ONNX file, which has no names for its matrices but the numbers of their nodes."""

    def __init__(self, path):
        stored = arrays_of(onnx.load(path).graph)
        tables = {name: stored[f"embeddings.{name}_embeddings.weight"] for name in TABLES}
        names = by_bias([name for name in stored if name.startswith("onnx::MatMul_")], GTE_LAYERS)
        super().__init__(GTE_LAYERS, tables, {bias: stored[name] for bias, name in names.items()}, stored)


def mean_of(hidden, mask):
    return F.normalize((hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), dim=-1)


def write(network, source, target):
    """The file `source` with the trained numbers in place of its own."""
    model = onnx.load(source)
    stored = {tensor.name: tensor for tensor in model.graph.initializer}

    def put(name, values):
        stored[name].CopyFrom(numpy_helper.from_array(values, name))

    trained = {key.replace("/", "."): value.detach().float().cpu().numpy() for key, value in network.trained.items()}
    for bias, name in matrix_names(model.graph).items():
        matrix = trained.pop(f"{bias}.weight").T
        # The scales of the columns stay, so that a change of the numbers is small.
        scale = numpy_helper.to_array(stored[f"{name}_scale"])
        most = np.abs(numpy_helper.to_array(stored[f"{name}_quantized"]).astype(np.int16)).max()
        put(f"{name}_quantized", np.clip(np.round(matrix / scale), -most, most).astype(np.int8))
    for name, values in trained.items():
        put(name, values)
    onnx.save(model, target)
