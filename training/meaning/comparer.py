"""The network that reads a question and a passage together, the texts that it reads, and its files.

teach.py makes large ones of gte-small, learn.py small ones of MOMENTS.onnx, and average.py one of several small ones.
"""

import hashlib
import json
import math
import time
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional as F

from network import WIDTH, MiniLm, mean_of, write

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
# Tokens of a text, and of a question and a text together, as in the product.
LONGEST = 128
END = 102
HEAD_RATE = 1e-3


class Comparer(nn.Module):
    """The likeness of question and passage as the network sees them together, and what the first token says."""

    def __init__(self, network):
        super().__init__()
        self.network = network
        # A bias would add the same to every passage of a question.
        self.head = nn.Linear(WIDTH, 1, bias=False)
        nn.init.zeros_(self.head.weight)
        self.likeness = nn.Parameter(torch.tensor(5.0))
        self.to(DEVICE)

    def forward(self, ids, mask, types, dropout=0.0):
        x = self.network.hidden(ids, mask, types, dropout).float()
        question, passage = mean_of(x, mask * (types == 0)), mean_of(x, mask * (types == 1))
        return self.likeness * (question * passage).sum(-1) + self.head(x[:, 0])[:, 0]


def open_tokenizer(path):
    tokenizer = Tokenizer.from_file(path)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


class Texts:
    """Token ids of texts, padded, and how many each text has."""

    def __init__(self, tokenizer, texts, most):
        rows = [encoding.ids for encoding in tokenizer.encode_batch(texts)]
        rows = [row[: most - 1] + [END] if len(row) > most else row for row in rows]
        longest = max(map(len, rows))
        self.ids = torch.tensor([row + [0] * (longest - len(row)) for row in rows], device=DEVICE)
        self.counts = torch.tensor([len(row) for row in rows], device=DEVICE)

    def __len__(self):
        return len(self.ids)


def pairs_of(questions, asked, texts, found):
    """Rows `asked` of the questions, each with its row `found` of the texts -> ids, mask and types."""
    first, second = questions.counts[asked][:, None], texts.counts[found][:, None]
    # The text comes without its first token.
    counts = (first + second - 1).clamp(max=LONGEST)
    at = torch.arange(int(counts.max()), device=DEVICE)[None]
    left = questions.ids[asked].gather(1, at.clamp(max=questions.ids.shape[1] - 1).expand(len(asked), -1))
    right = texts.ids[found].gather(1, (at - first + 1).clamp(0, texts.ids.shape[1] - 1))
    mask = at < counts
    types = ((at >= first) & mask).long()
    return torch.where(at < first, left, right) * mask, mask.float(), types


def read_together(model, batches, dropout):
    """The scores of several batches of pairs. Reads all of them in four parts of about the same length, which saves padding."""
    longest = max(ids.shape[1] for ids, _, _ in batches)
    wide = lambda part: F.pad(part, (0, longest - part.shape[1]))
    ids, mask, types = (torch.cat([wide(part) for part in parts]) for parts in zip(*batches, strict=True))
    counts = mask.sum(1)
    order = counts.argsort()
    scores = []
    for rows in order.chunk(4):
        tokens = int(counts[rows[-1]])
        with torch.autocast(DEVICE, torch.bfloat16):
            scores.append(model(ids[rows, :tokens], mask[rows, :tokens], types[rows, :tokens], dropout).float())
    return torch.cat(scores)[order.argsort()].split([len(ids) for ids, _, _ in batches])


@torch.no_grad()
def score(model, questions, asked, texts, found):
    """The scores of many pairs, as `pairs_of` takes them, without training."""
    scores = torch.zeros(len(asked), device=DEVICE)
    for rows in (questions.counts[asked] + texts.counts[found]).argsort().split(2048):
        with torch.autocast(DEVICE, torch.bfloat16):
            scores[rows] = model(*pairs_of(questions, asked[rows], texts, found[rows])).float()
    return scores


@torch.no_grad()
def embed(network, texts):
    vectors = torch.zeros(len(texts), WIDTH, device=DEVICE)
    for rows in texts.counts.argsort().split(1024):
        counts = texts.counts[rows][:, None]
        tokens = int(counts.max())
        mask = (torch.arange(tokens, device=DEVICE)[None] < counts).float()
        with torch.autocast(DEVICE, torch.bfloat16):
            vectors[rows] = network(texts.ids[rows, :tokens], mask).float()
    return vectors


def optimizer_of(model, rate, decay):
    matrices = list(model.network.trained.values())
    heads = [model.head.weight, model.likeness]
    return torch.optim.AdamW([{"params": matrices, "lr": rate}, {"params": heads, "lr": HEAD_RATE}], weight_decay=decay)


def timed(optimizer, seconds, warm):
    """The share of the time that has passed, step after step. Rates rise for the share `warm` and then fall to nothing.

    By time, because runs that share a GPU cannot know how many steps they will make.
    """
    full = [group["lr"] for group in optimizer.param_groups]
    start = time.monotonic()
    while (passed := (time.monotonic() - start) / seconds) < 1:
        for group, rate in zip(optimizer.param_groups, full, strict=True):
            group["lr"] = rate * min(1, passed / warm) * (1 + math.cos(math.pi * passed)) / 2
        yield passed


def descend(model, optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(list(model.network.trained.values()), 1.0)
    optimizer.step()


def save(model, source, out):
    """The file `source` with the trained numbers, and the head next to it."""
    write(model.network, source, out)
    save_head(model.likeness.item(), model.head.weight.data.flatten().tolist(), out, head_of(out))


def save_head(likeness, weights, out, head):
    sha256 = hashlib.sha256(Path(out).read_bytes()).hexdigest()
    weights = [round(float(weight), 5) for weight in weights]
    Path(head).write_text(json.dumps({"sha256": sha256, "likeness": round(likeness, 4), "weights": weights}))


def head_of(out):
    return Path(out).with_suffix(".json")


def load(path, head=None):
    """What `save` wrote, with the numbers as the product has them."""
    model = Comparer(MiniLm(path))
    stored = json.loads(Path(head or head_of(path)).read_text())
    with torch.no_grad():
        model.likeness.fill_(stored["likeness"])
        model.head.weight.copy_(torch.tensor([stored["weights"]]))
    return model
