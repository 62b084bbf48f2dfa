"""Trains the network that reads a question and a passage together. It starts from the network of the vectors.

python3 compare.py --model MOMENTS.onnx --tokenizer tokenizer.json [--out OUT.onnx --head compare.json] [--hold-out d.txt f.txt]

Each question is a list: its passage, and wrong ones that the network of the vectors finds near. Only a few of the numbers may move, so that
the change is small: those that a first, short run moved most.
"""

import argparse
import copy
import hashlib
import json
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional as F

from network import WIDTH, MiniLm, mean_of, write

HERE = Path(__file__).parent
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
MOST_ASKED, LONGEST, LONGEST_PAIR = 64, 128, 160
END = 102
# Wrong passages of a question, and how near they are: some of the nearest.
WRONG, NEAREST = 15, 64
QUESTIONS = 32
# How often a passage comes without its window.
ALONE = 0.3
HEAD_RATE = 1e-3
# As in the product: what a title counts, and what is said, which has none.
TITLE, SAID = 0.3, 1.2
COMPARED = 20


class Comparer(nn.Module):
    """The likeness of question and passage as the network sees them together, and what the first token says."""

    def __init__(self, path):
        super().__init__()
        self.network = MiniLm(path)
        self.head = nn.Linear(WIDTH, 1)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)
        self.likeness = nn.Parameter(torch.tensor(5.0))

    def forward(self, ids, mask, types, dropout=0.0):
        x = self.network.hidden(ids, mask, types, dropout).float()
        question, passage = mean_of(x, mask * (types == 0)), mean_of(x, mask * (types == 1))
        return self.likeness * (question * passage).sum(-1) + self.head(x[:, 0])[:, 0]


def read_moments(path):
    """-> [(app, window, passage, [question, ...])]"""
    lines = [line for line in path.read_text().splitlines() if "|" in line]
    fields = [[field.strip() for field in line.split(" | ")] for line in lines]
    return [(app, window, passage, questions) for app, window, passage, *questions in fields]


def text_of(moment, is_alone=False):
    app, window, passage, _ = moment
    if app == "speech":
        return f"speech | {passage}" if is_alone else f"speech | {window} | {passage}"
    return passage if is_alone else f"{app} | {window} | {passage}"


def tokens_of(tokenizer, texts, most):
    rows = [encoding.ids for encoding in tokenizer.encode_batch(texts)]
    return [row[: most - 1] + [END] if len(row) > most else row for row in rows]


def padded(rows):
    ids = np.zeros((len(rows), max(map(len, rows))), np.int64)
    mask = np.zeros(ids.shape, np.float32)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = row
        mask[i, : len(row)] = 1
    return torch.from_numpy(ids).to(DEVICE), torch.from_numpy(mask).to(DEVICE)


def pairs_of(pairs):
    """[(tokens of a question, tokens of a text)] -> ids, mask and types."""
    rows = [(asked + text[1:])[:LONGEST_PAIR] for asked, text in pairs]
    types = [[0] * len(asked) + [1] * (len(row) - len(asked)) for (asked, _), row in zip(pairs, rows, strict=True)]
    return *padded(rows), padded(types)[0]


@torch.no_grad()
def in_parts(rows, size, work):
    """`work` for rows of about the same length at a time; its results in the order of the rows."""
    order = sorted(range(len(rows)), key=lambda i: len(rows[i][-1]) if isinstance(rows[i], tuple) else len(rows[i]))
    parts = [order[i : i + size] for i in range(0, len(order), size)]
    with torch.autocast(DEVICE, torch.bfloat16):
        results = torch.cat([work([rows[i] for i in part]).float() for part in parts])
    return results[torch.tensor(order, device=DEVICE).argsort()]


def nearness(network, tokenizer, moments, questions):
    """As the first stage has it [questions, moments]."""
    embed = lambda texts: F.normalize(
        in_parts(tokens_of(tokenizer, texts, LONGEST), 1024, lambda rows: network(*padded(rows))), dim=-1
    )
    asked = embed([text for _, text in questions])
    near = asked @ embed([passage for _, _, passage, _ in moments]).T
    title = (asked @ embed([window for _, window, _, _ in moments]).T).clamp(min=0)
    said = torch.tensor([app == "speech" for app, *_ in moments], device=DEVICE)
    return torch.where(said[None], near * SAID, near + TITLE * title)


class Lists:
    """Questions with their passage and wrong ones."""

    def __init__(self, network, tokenizer, moments):
        self.questions = questions_of(moments)
        own = torch.tensor([i for i, _ in self.questions], device=DEVICE)
        near = nearness(network, tokenizer, moments, self.questions).scatter_(1, own[:, None], -9)
        self.near = near.topk(NEAREST, 1).indices.cpu().numpy()
        self.asked = tokens_of(tokenizer, [text for _, text in self.questions], MOST_ASKED)
        self.texts = [tokens_of(tokenizer, [text_of(one, alone) for one in moments], LONGEST) for alone in (False, True)]

    def pick(self, random, row):
        passages = [self.questions[row][0], *self.near[row][random.choice(NEAREST, WRONG, replace=False)]]
        texts = self.texts[int(random.random() < ALONE)]
        return [(self.asked[row], texts[i]) for i in passages]


def questions_of(moments):
    return [(i, question) for i, moment in enumerate(moments) for question in moment[3]]


def train(model, lists, steps, rate, seed, may_move=None):
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    matrices = list(model.network.trained.values())
    heads = [*model.head.parameters(), model.likeness]
    # Without decay, which would also move what may not.
    optimizer = torch.optim.AdamW([{"params": matrices, "lr": rate}, {"params": heads, "lr": HEAD_RATE}], weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, [rate, HEAD_RATE], steps, pct_start=0.1)
    rows, losses = [], []
    for step in range(steps):
        if len(rows) < QUESTIONS:
            rows = list(random.permutation(len(lists.questions)))
        pairs = [pair for _ in range(QUESTIONS) for pair in lists.pick(random, rows.pop())]
        with torch.autocast(DEVICE, torch.bfloat16):
            scores = model(*pairs_of(pairs), dropout=0.1).float().view(QUESTIONS, WRONG + 1)
        loss = F.cross_entropy(scores, torch.zeros(QUESTIONS, dtype=torch.long, device=DEVICE))
        optimizer.zero_grad()
        loss.backward()
        for key, mask in (may_move or {}).items():
            model.network.trained[key].grad.mul_(mask)
        torch.nn.utils.clip_grad_norm_(matrices, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
        if step % 100 == 99 or step == steps - 1:
            print(f"step {step} loss {np.mean(losses[-100:]):.3f}", flush=True)
    return model


def most_moved(before, after, share):
    """By name of each matrix, where it moved most, in steps of the numbers of its file."""
    moved = {}
    for key, old in before.network.trained.items():
        if old.dim() == 2:
            step = old.data.abs().amax(1, keepdim=True) / 127
            moved[key] = (after.network.trained[key].data - old.data).abs() / step
    least = torch.cat([steps.flatten()[::16] for steps in moved.values()]).quantile(1 - share)
    return {key: steps >= least for key, steps in moved.items()}


def report(model, network, tokenizer, moments):
    """Recall of the first stage, and of both with several weights of the second."""
    questions = questions_of(moments)
    own = torch.tensor([i for i, _ in questions], device=DEVICE)[:, None]
    near = nearness(network, tokenizer, moments, questions)
    first = near.topk(COMPARED, 1)
    asked = tokens_of(tokenizer, [text for _, text in questions], MOST_ASKED)
    texts = tokens_of(tokenizer, [text_of(one) for one in moments], LONGEST)
    pairs = [(asked[row], texts[i]) for row, found in enumerate(first.indices.tolist()) for i in found]
    scores = in_parts(pairs, 1024, lambda rows: model(*pairs_of(rows))).view(first.indices.shape)
    for weight in (0, 0.025, 0.05, 0.1, 0.2):
        order = (first.values + weight * scores).argsort(1, descending=True)
        is_right = first.indices.gather(1, order) == own
        recalls = [f"@{at} {is_right[:, :at].any(1).float().mean():.3f}" for at in (1, 5)]
        print(f"weight {weight}", *recalls, flush=True)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--model", required=True)
    options.add_argument("--tokenizer", required=True)
    options.add_argument("--out")
    options.add_argument("--head")
    options.add_argument("--hold-out", nargs="*", default=[])
    options.add_argument("--steps", type=int, default=1000)
    options.add_argument("--rate", type=float, default=2e-4)
    options.add_argument("--first-steps", type=int, default=400)
    options.add_argument("--first-rate", type=float, default=1e-4)
    options.add_argument("--share", type=float, default=0.06)
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args()
    if (args.out is None) != (args.head is None):
        options.error("--out and --head belong together")
    torch.set_float32_matmul_precision("high")

    tokenizer = Tokenizer.from_file(args.tokenizer)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    files = sorted((HERE / "pairs").glob("*.txt"))
    moments = [one for path in files if path.name not in args.hold_out for one in read_moments(path)]
    before = Comparer(args.model).to(DEVICE)
    lists = Lists(before.network, tokenizer, moments)
    print(len(moments), "passages", len(lists.questions), "questions")
    first = train(copy.deepcopy(before), lists, args.first_steps, args.first_rate, args.seed)
    may_move = most_moved(before, first, args.share)
    after = train(copy.deepcopy(before), lists, args.steps, args.rate, args.seed, may_move)
    for name in args.hold_out:
        print(name)
        report(after, before.network, tokenizer, read_moments(HERE / "pairs" / name))
    if args.out and args.head:
        write(after.network, args.model, args.out)
        weights = [round(float(weight), 5) for weight in after.head.weight.data.flatten()]
        head = {
            "sha256": hashlib.sha256(Path(args.out).read_bytes()).hexdigest(),
            "likeness": round(after.likeness.item(), 4),
            "weights": weights,
        }
        Path(args.head).write_text(json.dumps(head))


main()
