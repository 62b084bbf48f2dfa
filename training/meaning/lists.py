"""Questions with their right passage and near wrong ones, for teachers and students alike, and recall on files that are held out."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from comparer import DEVICE, LONGEST, Texts, embed, pairs_of, score

PAIRS = Path(__file__).parent / "pairs"
MOST_ASKED, MOST_TITLE, MOST_TERM, MOST_EXPLANATION = 64, 64, 48, 96
# Wrong texts of a list, the nearest of all.
NEAREST, NEAREST_TERMS = 48, 32
# Wrong texts that a step takes of a list.
WRONG, WRONG_TERMS = 15, 11
TERMS = 40_000
# How often passages come without their windows.
ALONE = 0.3
# As in the product: what a title counts, and what is said, which has none.
TITLE, SAID = 0.3, 1.2
COMPARED = 20
# The same lists for all teachers and students, whatever their own seed.
SEED = 5


@dataclass
class Lists:
    """Texts of each question as rows [questions, 1 + near wrong ones]: the right one comes first."""

    questions: Texts
    texts: Texts
    rows: torch.Tensor

    def __len__(self):
        return len(self.rows)

    def pairs(self, asked, found):
        """Questions [questions] and rows of texts [questions, texts] -> ids, mask and types of their pairs."""
        return pairs_of(self.questions, asked.repeat_interleave(found.shape[1]), self.texts, found.flatten())

    def score(self, model, most):
        rows = self.rows[:, :most]
        asked = torch.arange(len(rows), device=DEVICE).repeat_interleave(rows.shape[1])
        return score(model, self.questions, asked, self.texts, rows.flatten()).view(rows.shape)


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


def questions_of(tokenizer, moments):
    """-> the questions, and the row of the moment that answers each."""
    asked = [(i, question) for i, moment in enumerate(moments) for question in moment[3]]
    return Texts(tokenizer, [text for _, text in asked], MOST_ASKED), torch.tensor([i for i, _ in asked], device=DEVICE)


def nearness(network, tokenizer, moments, questions):
    """As the first stage has it [questions, moments]."""
    asked = embed(network, questions)
    near = asked @ embed(network, Texts(tokenizer, [passage for _, _, passage, _ in moments], LONGEST)).T
    title = (asked @ embed(network, Texts(tokenizer, [window for _, window, _, _ in moments], MOST_TITLE)).T).clamp(min=0)
    said = torch.tensor([app == "speech" for app, *_ in moments], device=DEVICE)
    return torch.where(said[None], near * SAID, near + TITLE * title)


def lists_of_moments(network, tokenizer, moments, random):
    """The texts are all moments with their windows, then all without."""
    questions, own = questions_of(tokenizer, moments)
    texts = [text_of(moment, is_alone) for is_alone in (False, True) for moment in moments]
    near = nearness(network, tokenizer, moments, questions).scatter_(1, own[:, None], -9).topk(NEAREST, 1).indices
    alone = torch.from_numpy(random.random(len(questions)) < ALONE).to(DEVICE)
    rows = torch.cat([own[:, None], near], 1) + alone[:, None].long() * len(moments)
    return Lists(questions, Texts(tokenizer, texts, LONGEST), rows)


def lists_of_terms(network, tokenizer, dictionary, random):
    lines = [line.split("\t") for line in Path(dictionary).read_text().splitlines()]
    lines = [lines[i] for i in random.choice(len(lines), TERMS, replace=False)]
    terms = Texts(tokenizer, [line[0] for line in lines], MOST_TERM)
    explanations = Texts(tokenizer, [line[1] for line in lines], MOST_EXPLANATION)
    left, right = embed(network, terms), embed(network, explanations)
    own = torch.arange(len(terms), device=DEVICE)[:, None]
    # In parts: all at once would not fit into the memory of a small GPU.
    near = [(left[part[:, 0]] @ right.T).scatter_(1, part, -9).topk(NEAREST_TERMS, 1).indices for part in own.split(4096)]
    return Lists(terms, explanations, torch.cat([own, torch.cat(near)], 1))


def training_lists(network, tokenizer, dictionary, hold_out):
    """Of the moments and of the terms."""
    random = np.random.default_rng(SEED)
    files = [path for path in sorted(PAIRS.glob("*.txt")) if path.name not in hold_out]
    moments = [moment for path in files for moment in read_moments(path)]
    lists = lists_of_moments(network, tokenizer, moments, random)
    print(len(moments), "passages", len(lists), "questions", TERMS, "terms", flush=True)
    return lists, lists_of_terms(network, tokenizer, dictionary, random)


def pick(count, wrong, nearest):
    """Columns of `count` lists: the right one, and some of the nearest wrong ones."""
    return F.pad(torch.rand(count, nearest, device=DEVICE).topk(wrong, 1).indices + 1, (1, 0))


def turns(count, size, random):
    """Rows in batches, all in a new order before any comes again."""
    rows = []
    while True:
        if len(rows) < size:
            rows = random.permutation(count)
        yield torch.from_numpy(rows[:size]).to(DEVICE)
        rows = rows[size:]


def report(model, network, tokenizer, names):
    """Recall of the first stage on each held-out file, and of both with several weights of the second."""
    for name in names:
        moments = read_moments(PAIRS / name)
        questions, own = questions_of(tokenizer, moments)
        first = nearness(network, tokenizer, moments, questions).topk(COMPARED, 1)
        lists = Lists(questions, Texts(tokenizer, [text_of(moment) for moment in moments], LONGEST), first.indices)
        scores = lists.score(model, COMPARED)
        for weight in (0, 0.03, 0.06, 0.1, 0.15):
            order = (first.values + weight * scores).argsort(1, descending=True)
            is_right = first.indices.gather(1, order) == own[:, None]
            recalls = [f"@{at} {is_right[:, :at].any(1).float().mean():.3f}" for at in (1, 5)]
            print(name, f"weight {weight}", *recalls, flush=True)
