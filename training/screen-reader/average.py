"""Writes the mean of the weights of runs that went on from each other: it reads better than each of them."""
import argparse

import torch


def mean(runs):
    last = runs[-1]
    return {
        key: sum(run[key].float() for run in runs) / len(runs) if value.is_floating_point() else value
        for key, value in last.items()
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", nargs="+", help="files that train.py wrote, the last one last")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    runs = [torch.load(path, map_location="cpu") for path in options.weights]
    torch.save({**runs[-1], "weights": mean([run["weights"] for run in runs])}, options.out)
