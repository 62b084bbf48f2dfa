"""Writes a trained network as ONNX in float32 and in int8, and measures both on unseen lines.

The int8 file is static, per channel, with quantise and dequantise nodes. The scores themselves stay float32: similar
characters differ by less than one step of eight bits.
"""
import argparse
import json
import os
import shutil
import warnings

import numpy as np
import onnx
import torch
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

import network as networks
from alphabets import Labels
from evaluate import evaluate
from samples import Samples

CALIBRATION_STRIPS = 200
OPSET = 17
# name: (calibration, 7-bit weights, first convolution stays float32)
FORMS = {
    "int8": (CalibrationMethod.MinMax, False, False),
    "int8-percentile": (CalibrationMethod.Percentile, False, False),
    "int8-7bit": (CalibrationMethod.MinMax, True, False),
    "int8-float-first": (CalibrationMethod.MinMax, False, True),
}


class Strips(CalibrationDataReader):
    """Training strips, for the ranges of the activations."""

    def __init__(self, network, folder):
        samples = Samples(network, folder, 777)
        self._strips = iter([samples.next()[0] for _ in range(CALIBRATION_STRIPS)])

    def get_next(self):
        strip = next(self._strips, None)
        return None if strip is None else {"strip": strip[None, None].astype(np.float32) / np.float32(255)}


def export_float(network, weights, path):
    reader = networks.create(network, len(Labels(network).alphabet) + 1)
    reader.load_state_dict({key: value.float() if value.is_floating_point() else value for key, value in weights.items()})
    decoded = networks.Decoded(reader).eval()
    axes = {"strip": {3: "width"}, "best": {1: "columns"}, "confidence": {1: "columns"}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            decoded, torch.zeros(1, 1, 32, 320), path, input_names=["strip"], output_names=["best", "confidence"],
            opset_version=OPSET, dynamic_axes=axes, dynamo=False,
        )  # fmt: skip


def decoding_nodes(model):
    """Names of the nodes behind the classifier: they work on float32 scores."""
    nodes = list(model.graph.node)
    classifier = max(i for i, node in enumerate(nodes) if node.op_type in ("MatMul", "Gemm"))
    behind = set(nodes[classifier].output)
    names = []
    for node in nodes[classifier + 1 :]:
        if behind & set(node.input):
            behind |= set(node.output)
            names.append(node.name)
    return names


def export_int8(source, target, strips, form):
    calibration, narrow, float_first = FORMS[form]
    model = onnx.load(source)
    left_out = decoding_nodes(model)
    if float_first:
        left_out.append(next(node.name for node in model.graph.node if node.op_type == "Conv"))
    more = {"OpTypesToExcludeOutputQuantization": ["MatMul"], "CalibPercentile": 99.995}
    quantize_static(
        source, target, strips, quant_format=QuantFormat.QDQ, per_channel=True, reduce_range=narrow,
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, calibrate_method=calibration,
        nodes_to_exclude=left_out, extra_options=more,
    )  # fmt: skip


def export(network, weights, data, out, forms, count):
    """Writes `<out>/<network>.<form>.onnx`, the alphabet and the figures."""
    labels = Labels(network)
    with open(f"{out}/{network}.alphabet.txt", "w", encoding="utf8") as file:
        file.write(labels.alphabet)
    exported, prepared = f"{out}/{network}.float.onnx", f"{out}/{network}.prepared.onnx"
    export_float(network, weights, exported)
    quant_pre_process(exported, prepared)
    figures = {}
    for form in ["float", *forms]:
        path = f"{out}/{network}.{form}.onnx"
        if form != "float":
            export_int8(prepared, path, Strips(network, data), form)
        figures[form] = {"bytes": os.path.getsize(path), **evaluate(network, data, path, count)}
        print(form, json.dumps(figures[form], ensure_ascii=False), flush=True)
        with open(f"{out}/{network}-figures.json", "w", encoding="utf8") as file:
            json.dump(figures, file, ensure_ascii=False, indent=1)
    os.remove(prepared)
    return figures


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", help="file that train.py wrote")
    parser.add_argument("data")
    parser.add_argument("--out", default=".")
    parser.add_argument("--forms", default="int8")
    parser.add_argument("--count", type=int, default=8, help="lines of each kind and process in the evaluation")
    parser.add_argument("--install", help="folder for the first int8 form, named as the product expects it")
    options = parser.parse_args()
    trained = torch.load(options.weights, map_location="cpu")
    name = trained["network"]
    chosen = options.forms.split(",")
    export(name, trained["weights"], options.data, options.out, chosen, options.count)
    if options.install:
        shutil.copy(f"{options.out}/{name}.{chosen[0]}.onnx", f"{options.install}/{name}.onnx")
        shutil.copy(f"{options.out}/{name}.alphabet.txt", f"{options.install}/{name}.alphabet.txt")
