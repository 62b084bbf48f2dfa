"""The network: convolutions only, so that any width can be read and int8 loses little."""
import math

import torch
import torch.nn.functional as functional
from torch import nn

# Channels of the first layers, each with the rows of its input that become one.
WIDE_FRONT = ((24, 2), (48, 1), (64, 2), (64, 1), (96, 2))
SHAPES = {
    "western": {"front": WIDE_FRONT, "width": 192, "inner": 256, "blocks": 5},
    # The western network that is shipped, at 0.6 of the cost of the first one.
    "slim": {"front": ((16, 2), (32, 2), (48, 1), (80, 2)), "width": 160, "inner": 224, "blocks": 4},
    "eastern": {"front": WIDE_FRONT, "width": 224, "inner": 320, "blocks": 5},
    # Learns a few characters on a CPU in seconds; for tests.
    "tiny": {"front": ((8, 2), (16, 1), (16, 2), (16, 1), (24, 2)), "width": 32, "inner": 32, "blocks": 1},
}
ROWS = 32
REACH = 9
# Relative to the best: lower ones add nothing to the sum, and their tiny exponentials are slow.
LEAST_SCORE = -20.0


def _conv(inputs, outputs, kernel, stride=1, padding=None, relu=True):
    if padding is None:
        padding = kernel // 2 if isinstance(kernel, int) else tuple(size // 2 for size in kernel)
    layers = [nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False), nn.BatchNorm2d(outputs)]
    return nn.Sequential(*layers, nn.ReLU(inplace=True)) if relu else nn.Sequential(*layers)


class Along(nn.Conv2d):
    """Looks along the line, each channel alone. On a GPU as one sum, which `torch.compile` joins with its neighbours."""

    def __init__(self, width):
        super().__init__(width, width, (1, REACH), padding=(0, REACH // 2), groups=width, bias=False)

    def forward(self, x):
        if not x.is_cuda:
            return super().forward(x)
        columns = x.shape[3]
        wide = functional.pad(x, (REACH // 2, REACH // 2))
        parts = [wide[..., i : i + columns] * self.weight[:, 0, 0, i].view(1, -1, 1, 1) for i in range(REACH)]
        return sum(parts[1:], parts[0]).to(x.dtype)


class Block(nn.Module):
    """Looks along the line and mixes channels; residual."""

    def __init__(self, width, inner):
        super().__init__()
        self.along = nn.Sequential(Along(width), nn.BatchNorm2d(width))
        self.widen = _conv(width, inner, 1)
        self.narrow = _conv(inner, width, 1, relu=False)

    def forward(self, x):
        return functional.relu(x + self.narrow(self.widen(self.along(x))))


class Reader(nn.Module):
    """Ink [n, 1, 32, w] (1 = ink) to scores [n, w / 2, classes]."""

    def __init__(self, classes, front, width, inner, blocks):
        super().__init__()
        channels = (1, *[channels for channels, _ in front])
        steps = [(rows, 1 if i else 2) for i, (_, rows) in enumerate(front)]
        layers = [_conv(*pair, 3, step) for pair, step in zip(zip(channels, channels[1:]), steps)]
        rows_left = ROWS // math.prod(rows for rows, _ in steps)
        self.front = nn.Sequential(*layers, _conv(channels[-1], width, (rows_left, 3), padding=(0, 1)))
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
