"""Trains the network of search by meaning on questions and the passages that answer them.

python3 train.py --model model.onnx --tokenizer tokenizer.json --dictionary dictionary.tsv [--out OUT.onnx] [--hold-out d.txt]

The encoder is moved little: what it makes of ordinary text stays near to what it made before (`--keep`). The result is the mean of several
runs (`--seeds`), which generalises better than each of them.
"""

import argparse
import copy
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch.nn import functional as F

from network import MiniLm, write

HERE = Path(__file__).parent
LONGEST = 128
RUN = 4


def read_pairs(path):
    """-> [(passage, [question, ...])]"""
    lines = [line for line in path.read_text().splitlines() if "|" in line]
    fields = [[field.strip() for field in line.split(" | ")] for line in lines]
    return [(passage, questions) for _, _, passage, *questions in fields]


class Texts:
    """Token ids of texts, padded, on the GPU."""

    def __init__(self, tokenizer, texts):
        tokenizer.enable_truncation(LONGEST)
        ids = [encoding.ids for encoding in tokenizer.encode_batch(texts)]
        longest = max(map(len, ids))
        self.ids = torch.tensor([row + [0] * (longest - len(row)) for row in ids]).cuda()
        self.mask = torch.tensor([[1.0] * len(row) + [0.0] * (longest - len(row)) for row in ids]).cuda()

    def __len__(self):
        return len(self.ids)

    def __getitem__(self, rows):
        mask = self.mask[rows]
        longest = int(mask.sum(1).max())
        return self.ids[rows, :longest], mask[:, :longest]


def embed(network, texts, rows=None, dropout=0.0):
    rows = torch.arange(len(texts)).cuda() if rows is None else rows
    return torch.cat([network(*texts[part], dropout=dropout) for part in rows.split(2048)])


@torch.no_grad()
def recall(network, passages, questions, answers, at=5):
    """Share of questions whose passage is among the first."""
    scores = embed(network, questions) @ embed(network, passages).T
    best = scores.topk(at).indices
    return float((best == answers[:, None]).any(1).float().mean())


def mean_of(networks):
    mean = copy.deepcopy(networks[0])
    for key, value in mean.trained.items():
        value.data = torch.stack([network.trained[key].data for network in networks]).mean(0)
    return mean


def pick(count, batch):
    """Rows of moments, in runs: neighbours are often of the same field, and the hardest to tell apart."""
    starts = torch.randperm(count // RUN)[: batch // RUN] * RUN
    return (starts[:, None] + torch.arange(RUN)).flatten().cuda()


def contrast(left, right, heat):
    """Each right text is a wrong answer to all left ones but its own, and the reverse."""
    scores = left @ right.T / heat
    own = torch.arange(len(left)).cuda()
    return (F.cross_entropy(scores, own) + F.cross_entropy(scores.T, own)) / 2


def train(network, before, data, terms, explanations, args):
    passages, questions, answers = data
    # The first and the number of the questions of each passage.
    count = torch.bincount(answers)
    first = count.cumsum(0) - count
    parameters = list(network.trained.values())
    optimizer = torch.optim.AdamW(parameters, lr=args.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, args.rate, args.steps, pct_start=0.1)
    with torch.no_grad():
        old_passages, old_questions = embed(before, passages), embed(before, questions)
    for step in range(args.steps):
        rows = pick(len(passages), args.batch)
        asked_rows = first[rows] + (torch.rand(len(rows)).cuda() * count[rows]).long()
        some = torch.randint(len(terms), (args.batch,)).cuda()
        with torch.autocast("cuda", torch.bfloat16):
            found = embed(network, passages, rows, args.dropout).float()
            asked = embed(network, questions, asked_rows, args.dropout).float()
            left = embed(network, terms, some, args.dropout).float()
            right = embed(network, explanations, some, args.dropout).float()
        loss = contrast(asked, found, args.heat)
        words = contrast(left, right, args.heat)
        kept = ((found * old_passages[rows]).sum(1).mean() + (asked * old_questions[asked_rows]).sum(1).mean()) / 2
        optimizer.zero_grad()
        (loss + args.keep * (1 - kept) + args.words * words).backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        schedule.step()
        if step % 100 == 0 or step == args.steps - 1:
            print(f"step {step} loss {loss.item():.3f} words {words.item():.3f} kept {kept.item():.3f}", flush=True)
    return network


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--model", required=True)
    options.add_argument("--tokenizer", required=True)
    options.add_argument("--dictionary", required=True)
    options.add_argument("--out")
    options.add_argument("--hold-out", nargs="*", default=[])
    options.add_argument("--steps", type=int, default=400)
    options.add_argument("--batch", type=int, default=512)
    options.add_argument("--rate", type=float, default=4e-5)
    options.add_argument("--heat", type=float, default=0.05)
    options.add_argument("--dropout", type=float, default=0.1)
    options.add_argument("--keep", type=float, default=1.0)
    options.add_argument("--words", type=float, default=0.3)
    options.add_argument("--seeds", type=int, default=3)
    args = options.parse_args()
    torch.set_float32_matmul_precision("high")

    tokenizer = Tokenizer.from_file(args.tokenizer)
    tokenizer.no_padding()

    def pairs_of(paths):
        pairs = [pair for path in paths for pair in read_pairs(path)]
        passages = Texts(tokenizer, [passage for passage, _ in pairs])
        asked = [(i, question) for i, (_, questions) in enumerate(pairs) for question in questions]
        return passages, Texts(tokenizer, [question for _, question in asked]), torch.tensor([i for i, _ in asked]).cuda()

    files = sorted((HERE / "pairs").glob("*.txt"))
    data = pairs_of([path for path in files if path.name not in args.hold_out])
    tests = {name: pairs_of([HERE / "pairs" / name]) for name in args.hold_out}
    lines = [line.split("\t") for line in Path(args.dictionary).read_text().splitlines()]
    terms, explanations = (Texts(tokenizer, [line[side] for line in lines]) for side in (0, 1))

    print(len(data[0]), "passages", len(data[1]), "questions", len(terms), "terms")
    before = MiniLm(args.model).cuda()
    networks = [before]
    for seed in range(1, args.seeds + 1):
        torch.manual_seed(seed)
        networks.append(train(copy.deepcopy(before), before, data, terms, explanations, args))
    after = mean_of(networks[1:])
    for name, network in {"before": before, "after one": networks[1], "after": after}.items():
        report = [f"{file} {recall(network, *test):.3f} first {recall(network, *test, at=1):.3f}" for file, test in tests.items()]
        print(name, *report, flush=True)
    if args.out:
        write(after, args.model, args.out)


main()
