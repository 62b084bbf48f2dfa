"""Starts a training from the weights of an ONNX file of the product, so that a network can learn more without its first training."""
import numpy as np
import torch
from torch import nn


def constants_of(model):
    """Weights and biases by name, as float32."""
    from onnx import numpy_helper

    found = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type != "DequantizeLinear" or node.input[0] not in found:
            continue
        value, scale = found[node.input[0]].astype(np.float32), found[node.input[1]]
        # One scale for each output channel, which is the first dimension. Zero points of weights are 0.
        found[node.output[0]] = value * scale.reshape(-1, *[1] * (value.ndim - 1))
    return found


def layers_of(model):
    """Convolutions and the classifier, in order, without the unit that `skip_blanks.py` added."""
    return [node for node in model.graph.node if node.op_type in ("Conv", "Gemm") and not node.output[0].startswith("unit")]


def load_onnx(net, path, strips):
    """Fills the network from a file. The file has no normalisations; `strips` give these the means that they take away again."""
    import onnx

    from fast_ends import ungrouped

    model = onnx.load(path)
    constants = constants_of(model)
    nodes = layers_of(model)
    layers = [layer for layer in net.modules() if isinstance(layer, (nn.Conv2d, nn.Linear))]
    norms = [layer for layer in net.modules() if isinstance(layer, nn.BatchNorm2d)]
    if len(nodes) != len(layers) or len(norms) != len(layers) - 1:
        raise ValueError(f"{path} has another shape than the network")
    biases = []
    with torch.no_grad():
        for node, layer in zip(nodes, layers):
            weight, bias = constants[node.input[1]], constants[node.input[2]]
            if layer is layers[-1]:
                weight, bias = (ungrouped(each, len(layer.weight)) for each in (weight, bias))
            # The first one has its pixels in one row.
            layer.weight.copy_(torch.from_numpy(weight.reshape(layer.weight.shape)))
            biases.append(torch.from_numpy(bias))
        layers[-1].bias.copy_(biases[-1])
        hooks = [norm.register_forward_pre_hook(_identity(bias)) for norm, bias in zip(norms, biases)]
        net.eval()
        net(strips)
        net.train()
    for hook in hooks:
        hook.remove()


def _identity(bias):
    """Makes a normalisation add `bias` and change nothing else, for input like the one it sees."""

    def hook(norm, inputs):
        mean, variance = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.copy_(mean + bias.to(mean.device))

    return hook
