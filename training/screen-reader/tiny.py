"""Samples of digits in one font, for a training that takes seconds on a CPU: it shows that every part works together."""
import random as randoms

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFont

from ink import HEIGHT, ink_of, letter_height, strip_of

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
WIDTH = 96
LONGEST = 5
COUNT = 1500


def tiny_samples(seed, count):
    """(strip, classes, kind) of lines with up to five digits; class 1 is the digit 0."""
    random = randoms.Random(seed)
    samples = []
    while len(samples) < count:
        text = "".join(random.choice("0123456789") for _ in range(random.randrange(1, LONGEST + 1)))
        font = ImageFont.truetype(FONT, random.randrange(12, 18))
        image = Image.new("L", (90, 32), 255)
        ImageDraw.Draw(image).text((6, 4), text, font=font, fill=random.randrange(120))
        ink = ink_of(np.asarray(image))
        strip = strip_of(ink, *letter_height(ink)[:4])
        if strip.shape[1] <= WIDTH:
            samples.append((strip, [int(digit) + 1 for digit in text], "digits"))
    return samples


class TinyPool:
    """Has the methods of `Pool` that a training needs, with samples made at once."""

    def __init__(self, seed):
        samples = tiny_samples(seed, COUNT)
        self.made = COUNT
        self._strips = torch.zeros(COUNT, HEIGHT, WIDTH, dtype=torch.uint8)
        self._labels = torch.zeros(COUNT, LONGEST, dtype=torch.int16)
        self._lengths = torch.tensor([len(classes) for _, classes, _ in samples])
        self._widths = torch.tensor([strip.shape[1] for strip, _, _ in samples])
        for i, (strip, classes, _) in enumerate(samples):
            self._strips[i, :, : strip.shape[1]] = torch.from_numpy(strip.copy())
            self._labels[i, : len(classes)] = torch.tensor(classes)

    def batch(self, size):
        index = torch.randint(0, COUNT, (size,))
        return self._strips[index], self._labels[index], self._lengths[index], self._widths[index]
