"""Trains a student: a network of the size that the product runs learns the scores of teachers (`teach.py`).

python3 learn.py --model MOMENTS.onnx --tokenizer tokenizer.json --dictionary dictionary.tsv --scores SCORES.npz ... --out OUT.onnx
    [--shares 7 7 7 27 27] [--start OTHER.onnx] [--hold-out d.txt]

The scores say of each wrong passage how wrong it is, which a small network does not find out alone. All numbers of its encoder may move. OUT.onnx comes
with OUT.json, the head that `--start` and average.py need.
"""

import argparse

import numpy as np
import torch
from torch.nn import functional as F

from comparer import DEVICE, Comparer, descend, load, open_tokenizer, optimizer_of, read_together, save, timed
from lists import WRONG, WRONG_TERMS, pick, report, training_lists, turns
from network import MiniLm

# Lists of each kind in a step.
QUESTIONS = 40
WARM, DECAY, DROPOUT = 0.05, 0.0, 0.05
# The result follows the numbers of the second half slowly.
MEAN_FROM, MEAN_RATE = 0.5, 0.004


def use_scores(paths, shares, name, lists):
    """The mean scores of the teachers. Replaces the rows of the lists by those that the teachers scored."""
    files = [np.load(path) for path in paths]
    rows = files[0][f"{name}_rows"]
    if any(not np.array_equal(rows, file[f"{name}_rows"]) for file in files):
        raise SystemExit(f"The teachers scored different lists of {name}. Train all of them with the same files on the same kind of machine.")
    if len(rows) != len(lists):
        raise SystemExit(f"The teachers scored {len(rows)} lists of {name}, not {len(lists)}. Use the same --hold-out and --dictionary.")
    lists.rows = torch.from_numpy(rows.astype(np.int64)).to(DEVICE)
    scores = np.average([file[name].astype(np.float32) for file in files], axis=0, weights=shares)
    return torch.from_numpy(scores.astype(np.float32)).to(DEVICE)


def loss_of(scores, taught, args):
    """Scores of lists [lists, texts] against those of the teachers, and against the truth: the first is right."""
    likely = F.log_softmax(scores / args.heat, 1)
    loss = F.kl_div(likely, F.softmax(taught / args.heat, 1), reduction="batchmean") * args.heat**2
    right = torch.zeros(len(scores), dtype=torch.long, device=DEVICE)
    centred = lambda x: x - x.mean(1, keepdim=True)
    distance = (centred(scores) - centred(taught)).square().mean()
    return loss + args.truth * F.cross_entropy(scores, right) + args.distance * distance


@torch.no_grad()
def follow(mean, model):
    """The running mean of all numbers, one step later."""
    if mean is None:
        return [value.detach().clone() for value in model.parameters()]
    for one, value in zip(mean, model.parameters(), strict=True):
        one.lerp_(value, MEAN_RATE)
    return mean


def train(model, moments, terms, taught, taught_terms, args):
    random = np.random.default_rng(args.seed)
    optimizer = optimizer_of(model, args.rate, DECAY)
    batches = turns(len(moments), QUESTIONS, random)
    mean, losses = None, []
    for passed in timed(optimizer, args.seconds, WARM):
        asked = next(batches)
        columns = pick(QUESTIONS, WRONG, moments.rows.shape[1] - 1)
        some = torch.randint(len(terms), (QUESTIONS,), device=DEVICE)
        term_columns = pick(QUESTIONS, WRONG_TERMS, terms.rows.shape[1] - 1)
        found, explained = moments.rows[asked].gather(1, columns), terms.rows[some].gather(1, term_columns)
        of_moments, of_terms = read_together(model, [moments.pairs(asked, found), terms.pairs(some, explained)], DROPOUT)
        loss = loss_of(of_moments.view(QUESTIONS, -1), taught[asked].gather(1, columns), args)
        words = loss_of(of_terms.view(QUESTIONS, -1), taught_terms[some].gather(1, term_columns), args)
        descend(model, optimizer, loss + args.terms * words)
        if passed > MEAN_FROM:
            mean = follow(mean, model)
        losses.append((loss.item(), words.item()))
        if len(losses) % 500 == 0:
            print(f"step {len(losses)} loss, words", np.mean(losses[-300:], 0).round(3), flush=True)
    print(len(losses), "steps", flush=True)
    with torch.no_grad():
        for value, one in zip(model.parameters(), mean, strict=True):
            value.copy_(one)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--model", required=True)
    options.add_argument("--tokenizer", required=True)
    options.add_argument("--dictionary", required=True)
    options.add_argument("--scores", nargs="+", required=True)
    options.add_argument("--shares", nargs="*", type=float, help="what each file of scores counts; alike unless given")
    options.add_argument("--start", help="OUT.onnx of another student")
    options.add_argument("--out", required=True)
    options.add_argument("--hold-out", nargs="*", default=[])
    options.add_argument("--seconds", type=float, default=330)
    options.add_argument("--rate", type=float, default=2e-4)
    options.add_argument("--heat", type=float, default=1.5)
    options.add_argument("--truth", type=float, default=0.3, help="what the right passage counts next to the scores")
    options.add_argument("--terms", type=float, default=0.5, help="what the lists of terms count")
    options.add_argument("--distance", type=float, default=0.0, help="what the squared distance to the scores counts")
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args()
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(args.seed)

    tokenizer = open_tokenizer(args.tokenizer)
    network = MiniLm(args.model).to(DEVICE)
    moments, terms = training_lists(network, tokenizer, args.dictionary, args.hold_out)
    taught = use_scores(args.scores, args.shares, "moments", moments)
    taught_terms = use_scores(args.scores, args.shares, "terms", terms)
    model = load(args.start) if args.start else Comparer(MiniLm(args.model))
    train(model, moments, terms, taught, taught_terms, args)
    save(model, args.model, args.out)
    # As the product has it, with its numbers rounded.
    report(load(args.out), network, tokenizer, args.hold_out)


main()
