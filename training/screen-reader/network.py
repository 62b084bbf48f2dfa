"""The network: convolutions only, so that any width can be read and int8 loses little."""
import torch
import torch.nn.functional as functional
from torch import nn

SHAPES = {
    "western": {"front": (24, 48, 64, 96), "width": 192, "inner": 256, "blocks": 5},
    "eastern": {"front": (24, 48, 64, 96), "width": 224, "inner": 320, "blocks": 5},
    # Learns a few characters on a CPU in seconds; for tests.
    "tiny": {"front": (8, 16, 16, 24), "width": 32, "inner": 32, "blocks": 1},
}
REACH = 9
# Relative to the best: lower ones add nothing to the sum, and their tiny exponentials are slow.
LEAST_SCORE = -20.0


def _conv(inputs, outputs, kernel, stride=1, padding=None, groups=1, relu=True):
    if padding is None:
        padding = kernel // 2 if isinstance(kernel, int) else tuple(size // 2 for size in kernel)
    layers = [nn.Conv2d(inputs, outputs, kernel, stride, padding, groups=groups, bias=False), nn.BatchNorm2d(outputs)]
    return nn.Sequential(*layers, nn.ReLU(inplace=True)) if relu else nn.Sequential(*layers)


class Block(nn.Module):
    """Looks along the line and mixes channels; residual."""

    def __init__(self, width, inner):
        super().__init__()
        self.along = _conv(width, width, (1, REACH), groups=width, relu=False)
        self.widen = _conv(width, inner, 1)
        self.narrow = _conv(inner, width, 1, relu=False)

    def forward(self, x):
        return functional.relu(x + self.narrow(self.widen(self.along(x))))


class Reader(nn.Module):
    """Ink [n, 1, 32, w] (1 = ink) to scores [n, w / 2, classes]."""

    def __init__(self, classes, front, width, inner, blocks):
        super().__init__()
        a, b, c, d = front
        self.front = nn.Sequential(
            _conv(1, a, 3, 2),
            _conv(a, b, 3),
            _conv(b, c, 3, (2, 1)),
            _conv(c, c, 3),
            _conv(c, d, 3, (2, 1)),
            _conv(d, width, (4, 3), padding=(0, 1)),
        )
        self.blocks = nn.Sequential(*[Block(width, inner) for _ in range(blocks)])
        self.drop = nn.Dropout(0.1)
        self.classify = nn.Linear(width, classes)

    def features(self, x):
        return self.drop(self.blocks(self.front(x))).squeeze(2).transpose(1, 2)

    def forward(self, x):
        return self.classify(self.features(x))


class Decoded(nn.Module):
    """A reader of one strip whose graph ends with the best class of each column and its probability."""

    def __init__(self, reader):
        super().__init__()
        self.reader = reader

    def forward(self, strip):
        # Two dimensions, so that the classifier becomes one operation with its bias.
        scores = self.reader.classify(self.reader.features(strip)[0])
        highest, best = scores.max(1, keepdim=True)
        confidence = 1 / (scores - highest).clamp_min(LEAST_SCORE).exp().sum(1)
        return best[:, 0].to(torch.int32)[None], confidence[None]


def create(shape, classes):
    return Reader(classes, **SHAPES[shape])
