"""The mean of several students (`learn.py`), which is better than each of them and is what the product gets.

python3 average.py --model MOMENTS.onnx --tokenizer tokenizer.json --students A.onnx B.onnx ... --out OUT.onnx --head compare.json [--step 3]
    [--hold-out d.txt]

Each int8 number moves from MOMENTS.onnx by a multiple of `--step`. Most moves are smaller than that, so most numbers stay, and the change
that the product carries gets smaller. A mean from which students start again takes `--step 1`.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from comparer import DEVICE, head_of, load, open_tokenizer, save_head
from lists import report
from network import MiniLm, arrays_of

def mean_of_numbers(old, new, step):
    """The mean of the arrays `new`, of the kind of `old`."""
    mean = np.mean([values.astype(np.float32) for values in new], 0)
    if old.dtype != np.int8:
        return mean.astype(old.dtype)
    moved = np.round((mean - old) / step) * step
    # Larger numbers than those of the file overflow on processors without instructions for int8.
    most = np.abs(old.astype(np.int16)).max()
    return np.clip(np.round(old + moved), -most, most).astype(np.int8)


def write_mean(source, students, step, out):
    """`source` with the means of all numbers that any student moved."""
    model = onnx.load(source)
    files = [arrays_of(onnx.load(path).graph) for path in students]
    count = moved = 0
    for tensor in model.graph.initializer:
        old = numpy_helper.to_array(tensor)
        new = [arrays[tensor.name] for arrays in files]
        if all(np.array_equal(old, values) for values in new):
            continue
        mean = mean_of_numbers(old, new, step)
        if old.dtype == np.int8:
            count += old.size
            moved += int((mean != old).sum())
        tensor.CopyFrom(numpy_helper.from_array(mean, tensor.name))
    onnx.save(model, out)
    print(f"{moved} of {count} numbers of the matrices moved")


def write_mean_head(students, out, head):
    heads = [json.loads(head_of(path).read_text()) for path in students]
    likeness = float(np.mean([one["likeness"] for one in heads]))
    save_head(likeness, np.mean([one["weights"] for one in heads], 0), out, head)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--model", required=True)
    options.add_argument("--tokenizer", required=True)
    options.add_argument("--students", nargs="+", required=True)
    options.add_argument("--out", required=True)
    options.add_argument("--head", help="OUT.json unless given")
    options.add_argument("--step", type=int, default=3)
    options.add_argument("--hold-out", nargs="*", default=[])
    args = options.parse_args()
    head = Path(args.head) if args.head else head_of(args.out)
    torch.set_float32_matmul_precision("high")

    write_mean(args.model, args.students, args.step, args.out)
    write_mean_head(args.students, args.out, head)
    network = MiniLm(args.model).to(DEVICE)
    report(load(args.out, head), network, open_tokenizer(args.tokenizer), args.hold_out)


main()
