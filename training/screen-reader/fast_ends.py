"""Makes the first and the last steps of a network cheap, and counts strokes that look alike together, without a change of its weights.

The first convolution gets its nine pixels side by side from the program, as bytes: with one input channel the runtime gathers them
slower than it multiplies them. The search for the best class goes over groups of classes first, and its probability counts of all
other groups only their best class: neighbours in the alphabet, which may look alike, are in different groups.

A lone upright stroke may be l, I or |. Each has a third of the probability then, and the blank, or a lack of confidence, would win.
Only in the western network: the eastern one has so many classes that a change of their scores takes long.
"""
import argparse
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from alphabets import alphabet_of
from skip_blanks import classifier_of

# Pixels of the first convolution: three rows of three.
TAPS = 9
GROUP_SIZE = 32
# Of a class that only fills the last group, in steps of the bias: never the best.
NEVER = -1_000_000
# Relative to the best: lower scores add nothing to the sum, and their tiny exponentials are slow.
LEAST_SCORE = -20.0
STROKES = {"western": "lI|", "eastern": ""}


def rewrite(model, alphabet, strokes):
    graph = model.graph
    _take_bytes(graph)
    _flatten(graph)
    _decode(graph, [alphabet.index(stroke) + 1 for stroke in strokes])
    _drop_unused(graph)
    onnx.checker.check_model(model)
    return model


def _take_bytes(graph):
    """Input `taps`: uint8 [strips, 16, steps, 9]. Steps of two pixels and rows of two; what lies outside of the strip is 0."""
    first = next(node for node in graph.node if node.op_type == "Conv")
    quantise = next(node for node in graph.node if "strip" in node.input)
    dequantise = next(node for node in graph.node if quantise.output[0] in node.input)
    if int(_constant(graph, dequantise.input[2])) != 0:
        raise ValueError("the ground is not 0")
    # QuantizeLinear gives pixels / 255 / scale: the same bytes as the pixels themselves.
    if abs(float(_constant(graph, dequantise.input[1])) * 255 - 1) > 1e-4:
        raise ValueError("a step of the input is not one level of a pixel")
    graph.node.remove(quantise)
    dequantise.input[0] = "taps in channels"
    place = list(graph.node).index(dequantise)
    graph.node.insert(place, helper.make_node("Transpose", ["taps"], ["taps in channels"], perm=[0, 3, 1, 2]))
    weights = _producer(graph, first.input[1]).input[0]
    _replace(graph, weights, _constant(graph, weights).reshape(-1, TAPS, 1, 1))
    first.CopyFrom(helper.make_node("Conv", first.input, first.output, name=first.name, kernel_shape=[1, 1]))
    del graph.input[:]
    graph.input.append(helper.make_tensor_value_info("taps", TensorProto.UINT8, ["strips", 16, "steps", TAPS]))


def _flatten(graph):
    """From the last block [strips, channels, 1, steps] to [strips * steps, channels] in one step that copies nothing."""
    squeeze = next(node for node in graph.node if node.op_type == "Squeeze" and not node.output[0].startswith("unit"))
    quantised = _producer(graph, squeeze.input[0]).input[0]
    gathered = next(node for node in graph.node if node.op_type == "Compress").input[0]
    channels = _constant(graph, "unit weights 1").shape[0]
    graph.initializer.append(numpy_helper.from_array(np.array([-1, channels], np.int64), "flat shape"))
    last = _producer(graph, gathered)
    place = list(graph.node).index(last)
    graph.node.remove(last)
    graph.node.insert(place, helper.make_node("Transpose", [quantised], ["in steps"], perm=[0, 2, 3, 1]))
    graph.node.insert(place + 1, helper.make_node("Reshape", ["in steps", "flat shape"], [gathered]))


def grouped(values, filler):
    """Rows of classes in the order of the groups: class i * groups + g is number i of group g."""
    groups = -(-len(values) // GROUP_SIZE)
    whole = np.concatenate([values, np.full((groups * GROUP_SIZE - len(values), *values.shape[1:]), filler, values.dtype)])
    return whole.reshape(GROUP_SIZE, groups, -1).swapaxes(0, 1).reshape(whole.shape)


def ungrouped(values, classes):
    """The inverse of `grouped`."""
    return values.reshape(-1, GROUP_SIZE, *values.shape[1:]).swapaxes(0, 1).reshape(values.shape)[:classes]


def _decode(graph, strokes):
    """Outputs `best`: int64 [n, 1], and `confidence`: float32 [n, 1]."""
    classifier = classifier_of(graph)
    for name, filler in ((classifier.input[1], 0), (classifier.input[2], NEVER)):
        values, scale, zero = _producer(graph, name).input
        for each, fill in ((values, filler), (scale, _constant(graph, scale)[0]), (zero, 0)):
            _replace(graph, each, grouped(_constant(graph, each), fill))
    groups = len(_constant(graph, scale)) // GROUP_SIZE
    for node in [node for node in graph.node if {"best", "confidence"} & set(node.output)]:
        graph.node.remove(node)
    constants = {"one": [1], "group shape": [-1, groups, GROUP_SIZE], "groups": groups}
    graph.initializer.extend(numpy_helper.from_array(np.array(value, np.int64), name) for name, value in constants.items())
    graph.initializer.append(numpy_helper.from_array(np.array(LEAST_SCORE, np.float32), "least score"))
    graph.initializer.append(numpy_helper.from_array(np.array(1, np.float32), "counted twice"))
    make = helper.make_node
    scores = classifier.output[0]
    together = _join_strokes(graph, scores, strokes, groups) if strokes else scores
    graph.node.extend(
        [
            make("Reshape", [together, "group shape"], ["scores"]),
            make("ReduceMax", ["scores"], ["best of groups"], axes=[2], keepdims=0),
            # Not TopK, which has both: it divides by zero where no step may show a character.
            make("ReduceMax", ["best of groups"], ["highest"], axes=[1]),
            make("ArgMax", ["best of groups"], ["group"], axis=1),
            make("GatherND", ["scores", "group"], ["members"], batch_dims=1),
            make("ArgMax", ["members"], ["member"], axis=1),
            make("Mul", ["member", "groups"], ["first"]),
            make("Add", ["first", "group"], ["best"]),
            make("Concat", ["best of groups", "members"], ["rivals"], axis=1),
            make("Sub", ["rivals", "highest"], ["below"]),
            make("Clip", ["below", "least score"], ["not far below"]),
            make("Exp", ["not far below"], ["weights"]),
            make("ReduceSum", ["weights", "one"], ["sum"]),
            make("Sub", ["sum", "counted twice"], ["share"]),
            make("Reciprocal", ["share"], ["confidence"]),
        ]
    )
    del graph.output[:]
    for name, kind in (("best", TensorProto.INT64), ("confidence", TensorProto.FLOAT)):
        graph.output.append(helper.make_tensor_value_info(name, kind, ["kept", 1]))
    graph.output.append(helper.make_tensor_value_info("at", TensorProto.INT64, [1, "kept"]))


def _join_strokes(graph, scores, classes, groups):
    """The name of the scores in which the best of the classes has the probability of all of them, and the others have none."""
    columns = [each % groups * GROUP_SIZE + each // groups for each in classes]
    spread = np.zeros((len(columns), groups * GROUP_SIZE), np.float32)
    spread[np.arange(len(columns)), columns] = 1
    constants = {"strokes at": np.array(columns, np.int64), "spread": spread, "never": np.array(2 * LEAST_SCORE, np.float32)}
    graph.initializer.extend(numpy_helper.from_array(value, name) for name, value in constants.items())
    make = helper.make_node
    graph.node.extend(
        [
            make("Gather", [scores, "strokes at"], ["strokes"], axis=1),
            make("ReduceMax", ["strokes"], ["best stroke"], axes=[1]),
            make("ReduceLogSumExp", ["strokes"], ["all strokes"], axes=[1]),
            make("Sub", ["all strokes", "strokes"], ["what it gains"]),
            make("Equal", ["strokes", "best stroke"], ["is best stroke"]),
            make("Where", ["is best stroke", "what it gains", "never"], ["change of strokes"]),
            make("MatMul", ["change of strokes", "spread"], ["change of scores"]),
            make("Add", [scores, "change of scores"], ["joined scores"]),
        ]
    )
    return "joined scores"


def _drop_unused(graph):
    """Nodes and constants that lead to no output."""
    needed = {output.name for output in graph.output}
    kept = []
    for node in reversed(graph.node):
        if needed & set(node.output):
            kept.append(node)
            needed |= set(node.input)
    del graph.node[:]
    graph.node.extend(reversed(kept))
    constants = [each for each in graph.initializer if each.name in needed]
    del graph.initializer[:]
    graph.initializer.extend(constants)


def _producer(graph, name):
    return next(node for node in graph.node if name in node.output)


def _constant(graph, name):
    return numpy_helper.to_array(next(each for each in graph.initializer if each.name == name))


def _replace(graph, name, value):
    for each in graph.initializer:
        if each.name == name:
            each.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(value), name))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=["western", "eastern"])
    parser.add_argument("source", help="file that skip_blanks.py wrote")
    parser.add_argument("target")
    options = parser.parse_args()
    onnx.save(rewrite(onnx.load(options.source), alphabet_of(options.network), STROKES[options.network]), options.target)
    print(f"{options.target}: {os.path.getsize(options.target)} bytes")
