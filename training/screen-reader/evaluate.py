"""Measures a network on lines and fonts that it has not seen."""
import argparse
import json
import multiprocessing
import os
import time
from collections import defaultdict

import numpy as np

from samples import Samples

# Kinds of lines for each network.
SCORED = {
    "western": "english manuals code paths numbers mixed latin vietnamese cyrillic greek hebrew armenian georgian thai han arabic signs".split(),
    "eastern": ["chinese", "japanese", "korean", "arabic", "han random", "hangul random", "english", "code", "numbers"],
}
SIZES = (9, 11, 13, 16, 20, 28)


def collapse(classes):
    """Greedy CTC: repeated classes are one, blanks are none."""
    out = []
    previous = 0
    for value in classes:
        if value != previous and value != 0:
            out.append(int(value))
        previous = value
    return out


def distance(expected, found):
    """Edits from one list to the other."""
    if expected == found:
        return 0
    previous = list(range(len(found) + 1))
    for i, left in enumerate(expected, 1):
        current = [i]
        for j, right in enumerate(found, 1):
            current.append(min(previous[j] + 1, current[-1] + 1, previous[j - 1] + (left != right)))
        previous = current
    return previous[-1]


def error_rate(read, samples, batch=128):
    """Character errors per character. `read` maps ink [n, 1, 32, w] to the best classes [n, w / 2]."""
    import torch

    wrong = total = 0
    ordered = sorted(samples, key=lambda sample: sample[0].shape[1])
    with torch.no_grad():
        for at in range(0, len(ordered), batch):
            part = ordered[at : at + batch]
            # Few different widths: a GPU prepares for each.
            ink = np.zeros((len(part), 1, 32, -(-part[-1][0].shape[1] // 160) * 160), np.float32)
            for i, (strip, _, _) in enumerate(part):
                ink[i, 0, :, : strip.shape[1]] = strip / np.float32(255)
            for row, (strip, classes, _) in zip(read(torch.from_numpy(ink)).numpy(), part):
                wrong += distance(classes, collapse(row[: strip.shape[1] // 2]))
                total += len(classes)
    return wrong / max(1, total)


class Score:
    def __init__(self):
        self.wrong = self.total = self.lines = self.perfect = 0

    def add(self, expected, found):
        errors = distance(expected, found)
        self.wrong += errors
        self.total += len(expected)
        self.lines += 1
        self.perfect += errors == 0

    def merge(self, other):
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def row(self):
        return {"errors %": round(100 * self.wrong / max(1, self.total), 3), "perfect lines %": round(100 * self.perfect / max(1, self.lines), 1), "lines": self.lines}


def open_session(path):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def taps_of(strip):
    """The input of the product's networks: for each step of two pixels, and each two rows, the nine pixels around."""
    height, width = strip.shape
    columns = width + width % 2
    framed = np.zeros((height + 2, columns + 2), np.uint8)
    framed[1 : height + 1, 1 : width + 1] = strip
    taps = [framed[y : y + height : 2, x : x + columns : 2] for y in range(3) for x in range(3)]
    return np.stack(taps, -1)[None]


def read_strip(session, strip):
    """(classes, mean confidence of the characters)."""
    best, confidence, (at,) = session.run(["best", "confidence", "at"], {"taps": taps_of(strip)})
    columns = np.zeros(-(-strip.shape[1] // 2), best.dtype)
    columns[at] = best[:, 0]
    shown = confidence[best != 0]
    return collapse(columns), float(shown.mean()) if len(shown) else 0.0


def _part(arguments):
    """The work of one process: (scores, seconds, pixels, confidences, characters in strips without text)."""
    network, folder, path, seed, count, x_height = arguments
    session = open_session(path)
    samples = Samples(network, folder, seed, held_out=True, x_height=x_height)
    scores = defaultdict(Score)
    spent = pixels = 0
    for kind in SCORED[network]:
        for i in range(count):
            size = SIZES[(i + seed // 10) % len(SIZES)]
            sample = samples.of(*samples.lines.line(kind), size=size)
            if sample is None:
                continue
            started = time.process_time()
            found, _ = read_strip(session, sample[0])
            spent += time.process_time() - started
            pixels += sample[0].shape[1]
            for name in (kind, f"{size} px", "all"):
                scores[name].add(sample[1], found)
            sample = samples.of(*samples.lines.line(kind), size=size, clean=False)
            if sample:
                scores["damaged"].add(sample[1], read_strip(session, sample[0])[0])
    return dict(scores), spent, pixels, *_rejection(session, samples, count * 3)


def _rejection(session, samples, count):
    """Confidence of text and of strips without text, and how many characters were read in the latter."""
    confidences = {"text": [], "garbage": [], "cut": []}
    characters = {"garbage": [], "cut": []}
    for _ in range(count):
        confidences["text"].append(read_strip(session, samples.next()[0])[1])
        sample = samples.empty()
        if sample:
            found, confidence = read_strip(session, sample[0])
            confidences[sample[2]].append(confidence)
            characters[sample[2]].append(len(found))
    return confidences, characters


def evaluate(network, folder, path, count=8, processes=None, x_height=1.0):
    """Figures of an ONNX file; `count` lines of each kind and process."""
    processes = processes or os.cpu_count()
    work = [(network, folder, path, 70_000 + 10 * i, count, x_height) for i in range(processes)]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        parts = pool.map(_part, work, chunksize=1)
    total = defaultdict(Score)
    for scores, *_ in parts:
        for name, score in scores.items():
            total[name].merge(score)
    figures = {name: score.row() for name, score in total.items()}
    figures["ms per strip pixel"] = round(1e3 * sum(p[1] for p in parts) / sum(p[2] for p in parts), 5)
    for name in ("text", "garbage", "cut"):
        values = np.array([value for p in parts for value in p[3][name]] or [0.0])
        figures[f"confidence of {name}"] = {"mean": round(float(values.mean()), 3), "over 0.9 %": round(100 * float((values > 0.9).mean()), 1)}
    for name in ("garbage", "cut"):
        figures[f"characters read in {name}"] = round(float(np.mean([value for p in parts for value in p[4][name]] or [0])), 2)
    return figures


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=list(SCORED))
    parser.add_argument("data")
    parser.add_argument("model", help="ONNX file")
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--x-height", type=float, default=1.0, help="share of the measured x-height; less makes larger letters")
    options = parser.parse_args()
    figures = evaluate(options.network, options.data, options.model, options.count, x_height=options.x_height)
    for name, value in figures.items():
        print(name, json.dumps(value))
