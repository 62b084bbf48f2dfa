"""Trains a teacher of the second look from gte-small, and writes its scores of all lists.

python3 teach.py --gte gte.onnx --model MOMENTS.onnx --tokenizer tokenizer.json --dictionary dictionary.tsv --out SCORES.npz [--hold-out d.txt]

The teacher reads a question and a passage together, like the network of the product, with twice the layers. It learns to find the right one
of a list: of moments, and of terms and explanations, which bring words that no moment uses. Teachers differ by `--seed` and `--rate`.
learn.py takes the scores of several, because their mean is better than each of them.
"""

import argparse

import numpy as np
import torch
from torch.nn import functional as F

from comparer import DEVICE, Comparer, descend, open_tokenizer, optimizer_of, read_together, timed
from lists import ALONE, NEAREST, NEAREST_TERMS, WRONG, WRONG_TERMS, pick, report, training_lists, turns
from network import GteSmall, MiniLm

# Lists of each kind in a step.
QUESTIONS = 32
# What the lists of terms count.
TERMS_WEIGHT = 0.3
WARM, DECAY, DROPOUT = 0.08, 0.01, 0.1
# Wrong explanations of a term that get a score: students learn from fewer than teachers.
SCORED_TERMS = 16


def with_or_without_windows(rows, moments):
    """Rows of moments [questions, texts], for each question at random with their windows or without."""
    alone = torch.rand(len(rows), 1, device=DEVICE) < ALONE
    return rows % moments + alone.long() * moments


def train(model, moments, terms, args):
    random = np.random.default_rng(args.seed)
    optimizer = optimizer_of(model, args.rate, DECAY)
    right = torch.zeros(QUESTIONS, dtype=torch.long, device=DEVICE)
    batches = turns(len(moments), QUESTIONS, random)
    losses = []
    for _ in timed(optimizer, args.seconds, WARM):
        asked = next(batches)
        found = moments.rows[asked].gather(1, pick(QUESTIONS, WRONG, NEAREST))
        found = with_or_without_windows(found, len(moments.texts) // 2)
        some = torch.randint(len(terms), (QUESTIONS,), device=DEVICE)
        explained = terms.rows[some].gather(1, pick(QUESTIONS, WRONG_TERMS, NEAREST_TERMS))
        of_moments, of_terms = read_together(model, [moments.pairs(asked, found), terms.pairs(some, explained)], DROPOUT)
        loss = F.cross_entropy(of_moments.view(QUESTIONS, -1), right)
        words = F.cross_entropy(of_terms.view(QUESTIONS, -1), right)
        descend(model, optimizer, loss + TERMS_WEIGHT * words)
        losses.append((loss.item(), words.item()))
        if len(losses) % 200 == 0:
            print(f"step {len(losses)} loss, words", np.mean(losses[-200:], 0).round(3), flush=True)
    print(len(losses), "steps", flush=True)


def write_scores(model, moments, terms, out):
    """With the rows that they belong to: on another machine the nearest wrong texts can be a few others."""
    scored = {}
    for name, lists, most in (("moments", moments, 1 + NEAREST), ("terms", terms, 1 + SCORED_TERMS)):
        scored[f"{name}_rows"] = lists.rows[:, :most].cpu().numpy().astype(np.int32)
        scored[name] = lists.score(model, most).cpu().numpy().astype(np.float16)
    np.savez_compressed(out, **scored)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--gte", required=True)
    options.add_argument("--model", required=True)
    options.add_argument("--tokenizer", required=True)
    options.add_argument("--dictionary", required=True)
    options.add_argument("--out", required=True)
    options.add_argument("--hold-out", nargs="*", default=[])
    options.add_argument("--seconds", type=float, default=215)
    options.add_argument("--rate", type=float, default=1e-4)
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args()
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(args.seed)

    # Both networks have the same vocabulary.
    tokenizer = open_tokenizer(args.tokenizer)
    network = MiniLm(args.model).to(DEVICE)
    moments, terms = training_lists(network, tokenizer, args.dictionary, args.hold_out)
    model = Comparer(GteSmall(args.gte))
    train(model, moments, terms, args)
    write_scores(model, moments, terms, args.out)
    report(model, network, tokenizer, args.hold_out)


main()
