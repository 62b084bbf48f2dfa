"""Writes trained weights as `<out>/<network>.float.onnx`, with the decoding inside the graph, and the alphabet beside it."""
import argparse
import warnings

import torch

import network as networks
from alphabets import Labels

OPSET = 17


def export(network, shape, weights, out):
    labels = Labels(network)
    with open(f"{out}/{network}.alphabet.txt", "w", encoding="utf8") as file:
        file.write(labels.alphabet)
    reader = networks.create(shape, len(labels.alphabet) + 1)
    reader.load_state_dict({key: value.float() if value.is_floating_point() else value for key, value in weights.items()})
    axes = {"strip": {3: "width"}, "best": {1: "columns"}, "confidence": {1: "columns"}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            networks.Decoded(reader).eval(), torch.zeros(1, 1, 32, 320), f"{out}/{network}.float.onnx",
            input_names=["strip"], output_names=["best", "confidence"], opset_version=OPSET, dynamic_axes=axes,
            **({"dynamo": False} if torch.__version__ >= "2" else {}),
        )  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", help="file that train.py wrote")
    parser.add_argument("--out", default=".")
    options = parser.parse_args()
    trained = torch.load(options.weights, map_location="cpu")
    export(trained["network"], trained["shape"], trained["weights"], options.out)
