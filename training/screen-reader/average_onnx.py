"""Writes the mean of the weights of an exported run and of the file of the product that it went on from."""
import argparse

import onnx
from onnx import numpy_helper

from fast_ends import ungrouped
from warm_start import constants_of, layers_of


def mean(exported, product, share):
    """`exported` with its weights at `share`, those of the product at the rest. Normalisations are part of the weights in both."""
    constants = constants_of(product)
    values = {each.name: each for each in exported.graph.initializer}
    layers = list(zip(layers_of(exported), layers_of(product), strict=True))
    for i, (layer, former) in enumerate(layers):
        for name, other in zip(layer.input[1:3], former.input[1:3]):
            value, before = numpy_helper.to_array(values[name]), constants[other]
            # The classifier of the product has its classes in groups, its first layer has its pixels in one row.
            before = ungrouped(before, len(value)) if i == len(layers) - 1 else before.reshape(value.shape)
            values[name].CopyFrom(numpy_helper.from_array((share * value + (1 - share) * before).astype(value.dtype), name))
    return exported


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exported", help="float file that export.py wrote")
    parser.add_argument("product", help="file of the product")
    parser.add_argument("target", help="float file for quantise.py")
    parser.add_argument("--share", type=float, default=0.5)
    options = parser.parse_args()
    onnx.save(mean(onnx.load(options.exported), onnx.load(options.product), options.share), options.target)
