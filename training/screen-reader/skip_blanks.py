"""Makes a network classify only the columns that may show a character: in most, the best class is the blank.

A small unit looks at the features of a column first. The classifier, the largest part of a network with many characters, and the
decoding see only the columns that it lets through. It is fitted to training strips, so that no more than `MOST_LOST` of the
characters there lose all of their columns.
"""
import argparse
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

STRIPS = 8000
HIDDEN = 24
MOST_LOST = 3e-5
# Below the limit that the training strips give: other fonts lie closer to it.
MARGIN = 4.0
# A column that shows a character counts as many blank ones.
WEIGHT_SHOWN = 8.0
PASSES = 12
BATCH = 2048
RATE = 3e-3


def fit(features, best, seed=1):
    """The unit: (weights and biases of two layers, limit). A column is classified where the unit exceeds the limit."""
    random = np.random.default_rng(seed)
    mean, spread = features.mean(0), features.std(0) + 1e-3
    shapes = [(features.shape[1], HIDDEN), (HIDDEN,), (HIDDEN, 1), (1,)]
    layers = [random.normal(0, 0.1, shape).astype(np.float32) for shape in shapes]
    first, second = [np.zeros_like(each) for each in layers], [np.zeros_like(each) for each in layers]
    is_shown = (best != 0).astype(np.float32)[:, None]
    steps = PASSES * (len(features) // BATCH)
    for step in range(steps):
        rows = random.integers(0, len(features), BATCH)
        inputs = (features[rows] - mean) / spread
        hidden = np.maximum(inputs @ layers[0] + layers[1], 0)
        chance = 1 / (1 + np.exp(-np.clip(hidden @ layers[2] + layers[3], -30, 30)))
        error = (chance - is_shown[rows]) * np.where(is_shown[rows] == 1, WEIGHT_SHOWN, 1) / BATCH
        behind = (error @ layers[2].T) * (hidden > 0)
        slopes = [inputs.T @ behind, behind.sum(0), hidden.T @ error, error.sum(0)]
        rate = RATE * (1 - step / steps)
        for i, slope in enumerate(slopes):
            first[i] = 0.9 * first[i] + 0.1 * slope
            second[i] = 0.999 * second[i] + 0.001 * slope**2
            layers[i] -= rate * (first[i] / (1 - 0.9 ** (step + 1))) / (np.sqrt(second[i] / (1 - 0.999 ** (step + 1))) + 1e-8)
    # The network gives the features as they are.
    layers[1] = layers[1] - (mean / spread) @ layers[0]
    layers[0] = layers[0] / spread[:, None]
    layers = [each.astype(np.float32) for each in layers]
    return layers, limit_of(sums_of(features, layers), best)


def sums_of(features, layers):
    return (np.maximum(features @ layers[0] + layers[1], 0) @ layers[2] + layers[3])[:, 0]


def limit_of(sums, best):
    """So that nearly every character keeps its best column. A character is a run of columns of one class."""
    starts = np.flatnonzero(np.diff(best, prepend=-1))
    highest = np.maximum.reduceat(sums, starts)[best[starts] != 0]
    return float(np.sort(highest)[int(len(highest) * MOST_LOST)]) - MARGIN


def classifier_of(graph):
    return [node for node in graph.node if node.op_type == "Gemm"][-1]


def features_of(graph):
    """The node that makes the input of the classifier float32 again."""
    name = classifier_of(graph).input[0]
    return next(node for node in graph.node if name in node.output)


def rewrite(model, layers, limit):
    """The unit goes between the features and the classifier; the third output says which columns it let through."""
    graph = model.graph
    back = features_of(graph)
    constants = {"weights 1": layers[0], "bias 1": layers[1], "weights 2": layers[2], "bias 2": layers[3]}
    constants["limit"] = np.array(limit, np.float32)
    constants["axis"] = np.array([1], np.int64)
    graph.initializer.extend(numpy_helper.from_array(value, f"unit {name}") for name, value in constants.items())
    quantised, *scale = back.input
    unit = [
        helper.make_node("DequantizeLinear", [quantised, *scale], ["unit features"]),
        helper.make_node("Gemm", ["unit features", "unit weights 1", "unit bias 1"], ["unit hidden"]),
        helper.make_node("Relu", ["unit hidden"], ["unit shown"]),
        helper.make_node("Gemm", ["unit shown", "unit weights 2", "unit bias 2"], ["unit sums"]),
        helper.make_node("Squeeze", ["unit sums", "unit axis"], ["unit sum"]),
        helper.make_node("Greater", ["unit sum", "unit limit"], ["unit lets through"]),
        helper.make_node("Compress", [quantised, "unit lets through"], ["unit kept"], axis=0),
        helper.make_node("NonZero", ["unit lets through"], ["at"]),
    ]
    back.input[0] = "unit kept"
    place = list(graph.node).index(back)
    nodes = [*list(graph.node)[:place], *unit, *list(graph.node)[place:]]
    del graph.node[:]
    graph.node.extend(nodes)
    # The shapes behind the unit depend on what it leaves.
    del graph.value_info[:]
    for output in graph.output:
        output.type.tensor_type.shape.dim[1].dim_param = "kept"
    graph.output.append(helper.make_tensor_value_info("at", TensorProto.INT64, [1, "kept"]))
    onnx.checker.check_model(model)
    return model


def seen_columns(network, source, data):
    """(features, best class) of the columns of training strips."""
    import onnxruntime

    from samples import Samples

    model = onnx.load(source)
    name = classifier_of(model.graph).input[0]
    model.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(model.SerializeToString())
    samples = Samples(network, data, 778)
    features, classes = [], []
    for _ in range(STRIPS):
        strip = samples.next()[0]
        best, found = session.run(["best", name], {"strip": strip[None, None].astype(np.float32) / np.float32(255)})
        features.append(found)
        classes.append(best[0])
    return np.concatenate(features), np.concatenate(classes)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=["western", "eastern"])
    parser.add_argument("source", help="file that quantise.py wrote")
    parser.add_argument("data")
    parser.add_argument("target")
    options = parser.parse_args()
    columns, best = seen_columns(options.network, options.source, options.data)
    layers, limit = fit(columns, best)
    onnx.save(rewrite(onnx.load(options.source), layers, limit), options.target)
    left_out = np.mean(sums_of(columns, layers) <= limit)
    print(f"{options.target}: {os.path.getsize(options.target)} bytes, blank {np.mean(best == 0):.1%}, left out {left_out:.1%}")
