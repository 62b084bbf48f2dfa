"""Lines of words that ArabTeX drew (`book_words.py`), if the data folder has them: stacked letters of books."""
import os

import numpy as np
from PIL import Image, ImageFilter

from bidi import visual
from stacked import stack_of

# Pixels of the size of the letters in the pictures.
EM = 60
X_HEIGHT = 0.42
MARGIN = 24
# Share of the lines that are warped, and how far apart changes of size are.
WARPED = 0.6
WARP_STEP = 30
# Share of the words that have letters above a hah, besides those that come by chance.
STACKED = 0.35


class Book:
    # Enough of a font for `Renderer.antialiased`.
    x_height = X_HEIGHT

    def __init__(self, folder, random):
        self.random = random
        self.words = []
        if not os.path.exists(f"{folder}/book-words.npz"):
            return
        kept = np.load(f"{folder}/book-words.npz")
        at = 0
        packed = kept["ink"]
        for word, (height, width, above) in zip(kept["words"].tolist(), kept["shapes"].tolist()):
            size = -(-height * width // 8)
            self.words.append((word, packed[at : at + size], (height, width), above))
            at += size
        self.stacked = [word for word in self.words if stack_of(word[0])]

    def line(self):
        """(text from left to right, function that draws it at a size and a factor)."""
        chance = self.random
        count = chance.choice([1, 1, 2, 3, 5, 7, 9, 11])
        words = [chance.choice(self.stacked if self.stacked and chance.random() < STACKED else self.words) for _ in range(count)]
        picture, baseline = self._picture(words)
        # Letters of other fonts are larger, smaller, narrower or wider at the same size.
        scale = chance.uniform(0.85, 1.25) / EM
        across = scale * chance.uniform(0.7, 1.15)
        on_grid = chance.random() < 0.5
        text = " ".join(word for word, *_ in words)

        def draw(size, factor):
            height, width = round(picture.height * scale * size * factor), round(picture.width * across * size * factor)
            height, width = height + factor - height % factor, width + factor - width % factor
            left = picture.width - width / (across * size * factor)
            # Hinting puts the baseline on the grid of pixels.
            rows = round(baseline * scale * size) * factor if on_grid else baseline * scale * size * factor
            top = baseline - rows / (scale * size * factor)
            box = (left, top, picture.width, top + height / (scale * size * factor))
            return _resized(picture, (width, height), box)

        return "".join(letters for _, letters in visual(text)), draw

    def _picture(self, words):
        """(ink of the words from right to left, row of the baseline)."""
        chance = self.random
        gap = round(EM * chance.uniform(0.2, 0.42))
        above = max(above for *_, above in words)
        below = max(shape[0] - above for _, _, shape, above in words)
        width = sum(shape[1] for _, _, shape, _ in words) + gap * (len(words) - 1)
        ink = np.zeros((above + below + 2 * MARGIN, width + 2 * MARGIN), np.uint8)
        right = ink.shape[1] - MARGIN
        for _, packed, (height, wide), up in words:
            bits = np.unpackbits(packed, count=height * wide).reshape(height, wide)
            top = MARGIN + above - up
            ink[top : top + height, right - wide : right] |= bits
            right -= wide + gap
        baseline = MARGIN + above
        if chance.random() < WARPED:
            rows = self._warp(ink.shape[0])
            ink = ink[rows][:, self._warp(ink.shape[1])]
            baseline = int(np.searchsorted(rows, baseline))
        picture = Image.fromarray(ink * 255)
        if chance.random() < 0.4:
            picture = picture.filter(ImageFilter.MaxFilter(3))
        if chance.random() < 0.25:
            slant = chance.uniform(-0.18, 0.1)
            picture = picture.transform(picture.size, Image.AFFINE, (1, slant, -slant * baseline, 0, 1, 0), Image.BILINEAR)
        return picture, baseline

    def _warp(self, length):
        """Places to take rows or columns from: some parts become larger, others smaller, as in a font of other proportions."""
        chance = self.random
        knots = [chance.uniform(0.75, 1.3) for _ in range(2 + length // WARP_STEP)]
        sizes = np.interp(np.arange(length), np.linspace(0, length - 1, len(knots)), knots)
        ends = np.cumsum(sizes)
        taken = np.interp(np.arange(int(ends[-1])), ends, np.arange(length))
        return np.minimum(taken.astype(int), length - 1)


def _resized(picture, size, box):
    """Coverage of a part of a picture; outside of it is none."""
    left, top, right, bottom = box
    pad = int(max(0, -left, -top, right - picture.width, bottom - picture.height)) + 2
    padded = Image.fromarray(np.pad(np.asarray(picture), pad))
    part = padded.resize(size, Image.BOX, box=(left + pad, top + pad, right + pad, bottom + pad))
    return np.asarray(part, np.float32) / 255
