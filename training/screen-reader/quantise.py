"""Makes the int8 file of the product from a float32 ONNX file.

Static, per channel, with quantise and dequantise nodes. Weights use 7 bits, because processors without VNNI add pairs of
products in 16 bits. The scores stay float32: similar characters differ by less than one step of eight bits.
"""
import argparse
import os
import tempfile

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from samples import Samples

CALIBRATION_STRIPS = 200


class Strips(CalibrationDataReader):
    """Training strips, for the ranges of the activations."""

    def __init__(self, network, folder):
        samples = Samples(network, folder, 777)
        self._strips = iter([samples.next()[0] for _ in range(CALIBRATION_STRIPS)])

    def get_next(self):
        strip = next(self._strips, None)
        return None if strip is None else {"strip": strip[None, None].astype(np.float32) / np.float32(255)}


def decoding_nodes(model):
    """Names of the nodes behind the classifier: they work on float32 scores."""
    nodes = list(model.graph.node)
    classifier = max(i for i, node in enumerate(nodes) if node.op_type == "Gemm")
    behind = set(nodes[classifier].output)
    names = []
    for node in nodes[classifier + 1 :]:
        if behind & set(node.input):
            behind |= set(node.output)
            names.append(node.name)
    return names


def quantise(network, source, data, target):
    with tempfile.TemporaryDirectory() as folder:
        prepared = f"{folder}/prepared.onnx"
        quant_pre_process(source, prepared, skip_symbolic_shape=True)
        quantize_static(
            prepared, target, Strips(network, data), quant_format=QuantFormat.QDQ, per_channel=True, reduce_range=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
            nodes_to_exclude=decoding_nodes(onnx.load(prepared)),
            extra_options={"OpTypesToExcludeOutputQuantization": ["Gemm"]},
        )  # fmt: skip
    print(f"{target}: {os.path.getsize(target)} bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=["western", "eastern"])
    parser.add_argument("source", help="file that export.py wrote")
    parser.add_argument("data")
    parser.add_argument("target")
    options = parser.parse_args()
    quantise(options.network, options.source, options.data, options.target)
