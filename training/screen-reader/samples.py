"""One training sample: a strip and the classes of its text."""
import random as randoms

import numpy as np

from alphabets import is_arabic, is_eastern
from book import Book
from damage import Damage
from drawn import Drawn
from garbage import Garbage
from ink import ABOVE_BASELINE, BELOW_BASELINE, HEIGHT, JOINED_X_HEIGHT, fitted, ink_of, letter_height, strip_of
from render import CAN_SHAPE, MARGIN, Fonts, Renderer
from stacked import stack_of
from text import Lines

WIDTH = 640
LONGEST = 144
SIZES = [9, 10, 11, 12, 12, 13, 13, 13, 14, 14, 15, 16, 16, 18, 20]
# Share of samples without text.
EMPTY = 0.06
# Share of samples as a clean screen shows them.
CLEAN = 0.45
# Share of samples that a browser drew, where there are any.
DRAWN = 0.25
# Share of samples that ArabTeX drew, with the stacked letters of books, where there are any.
BOOK = 0.28
# Of the measured x-height, for the eastern network: its letters are measured worse.
EASTERN_SHARES = (0.75, 1.12)
# Of `JOINED_X_HEIGHT`.
JOINED_SHARES = (0.88, 1.25)
# Share of the samples of Arabic whose letters a library joins, where there is one; letter by letter the others.
SHAPED = 0.8
# Share of these whose letters stand above a hah, as in books.
STACKED = 0.5
# Share of the words of these that are replaced by words with such letters.
STACKED_WORDS = 0.3


class Samples:
    """An endless, repeatable stream of samples."""

    def __init__(self, network, folder, seed, held_out=False, x_height=1.0):
        self.random = randoms.Random(seed)
        self.is_eastern = network == "eastern"
        self.lines = Lines(network, folder, self.random, held_out)
        self.labels = self.lines.labels
        self.renderer = Renderer(Fonts(folder, held_out), self.random)
        self.damage = Damage(self.random)
        self.garbage = Garbage(self.random)
        self.drawn = Drawn(folder, self.random)
        self.book = Book(folder, self.random)
        words = {word for line in self.lines.files.get("arabic", []) for word in line.split()}
        self.stacked_words = sorted(word for word in words if word.isalpha() and stack_of(word))
        self.held_out = held_out
        # A smaller share of the measured x-height makes larger letters.
        self.x_height = x_height

    def next(self):
        """(strip, classes, kind)."""
        while True:
            sample = self._of_line() if self.held_out else self._of_any()
            if sample:
                return sample

    def _of_any(self):
        if self.random.random() < EMPTY:
            return self.empty()
        source = self.random.random()
        if self.drawn.lines and source < DRAWN:
            return self.of_drawn()
        return self.of_book() if self.book.words and source > 1 - BOOK else self._of_line()

    def _of_line(self):
        kind, text = self.lines.line()
        is_shaped = kind.startswith("arabic") and CAN_SHAPE and not self.held_out and self.random.random() < SHAPED
        return self.of_shaped(kind, text) if is_shaped else self.of(kind, text)

    def of(self, kind, text, size=None, clean=None):
        """A sample of this text, or of a part of it; None if nothing came of it."""
        chance = self.random
        if clean is None:
            clean = self.held_out or chance.random() < CLEAN
        main, script = self.renderer.choose_font(text)
        size = size or self._size()
        share = self._share()
        cells = self._fitting(self.renderer.cells(text, main, script), size, share)
        if not cells:
            return None
        coverage, drawn = self.renderer.coverage(cells, size)
        if not clean and chance.random() < 0.06:
            coverage, cells = self._cut_sides(coverage, cells, self.renderer.edges(cells, *drawn))
        return self._sample(kind, "".join(c.text for c in cells), coverage, clean, share)

    def of_drawn(self):
        """A sample of a line that a browser drew; None if nothing came of it."""
        kind, text, coverage = self.drawn.line()
        return self._sample(kind, text, coverage, self.random.random() < CLEAN, self._share())

    def of_book(self):
        """A sample of Arabic with the ligatures of books; None if nothing came of it."""
        text, draw = self.book.line()
        coverage, _ = self.renderer.antialiased(draw, self._size(), self.book)
        return self._sample("arabic", text, coverage, self.random.random() < CLEAN, self._share())

    def of_shaped(self, kind, text):
        """A sample of Arabic with the joined forms and the ligatures of its font; None if nothing came of it."""
        size = self._size()
        words = [word for word in text.split() if all(map(is_arabic, word))]
        words = words[: self.random.choice([1, 2, 3, 6, 6, 10, 10])]
        is_stacked = self.random.random() < STACKED
        if is_stacked and self.stacked_words:
            words = [self.random.choice(self.stacked_words) if self.random.random() < STACKED_WORDS else word for word in words]
        draw = self.renderer.stacked if is_stacked else self.renderer.shaped
        drawn = draw(" ".join(words), size) if words else None
        if drawn is None:
            return None
        return self._sample(kind, *drawn, self.random.random() < CLEAN, self._share())

    def _sample(self, kind, text, coverage, clean, share):
        """(strip, classes, kind) of a text from left to right; None if it does not fit."""
        classes = self.labels.classes(text)
        if not classes or len(classes) > LONGEST:
            return None
        joined = any(map(is_arabic, text))
        strip = self._strip(self.damage.coverage(coverage, clean), clean, share, joined)
        return None if strip is None else (strip, classes, kind)

    def _share(self):
        return self.random.uniform(*EASTERN_SHARES) if self.is_eastern and not self.held_out else self.x_height

    def _joined_share(self):
        return 1.0 if self.held_out else self.random.uniform(*JOINED_SHARES)

    def _size(self):
        chance = self.random
        kind = chance.random()
        if kind < 0.55:
            size = chance.choice(SIZES)
        else:
            size = chance.uniform(8, 24) if kind < 0.9 else chance.uniform(20, 40)
        # Han characters below ten pixels are not legible for people either.
        return max(size, chance.choice([10, 11, 12, 12])) if self.is_eastern else size

    def _fitting(self, cells, size, share):
        """As many neighbouring cells as a strip holds; sometimes only a few."""
        while cells and cells[0].glyph == " ":
            cells.pop(0)
        if not cells:
            return cells
        wide = sum(is_eastern(c.text[0]) for c in cells) > 0.3 * len(cells)
        x_height = 0.62 if wide else cells[0].font.x_height
        scale = HEIGHT / ((ABOVE_BASELINE + BELOW_BASELINE) * x_height * size * share)
        whole = self.renderer.width(cells, max(7, round(size))) * scale
        most = min(LONGEST - 2, int(len(cells) * min(1, (WIDTH - 40) / max(1, whole))))
        wanted = most if self.random.random() < 0.8 else min(most, self.random.randrange(1, 16))
        if len(cells) > wanted:
            start = self.random.randrange(len(cells) - wanted + 1)
            if self.random.random() < 0.85:
                while start > 0 and cells[start - 1].glyph != " " and not is_eastern(cells[start].text[0]):
                    start -= 1
            cells = cells[start : start + wanted]
        while cells and cells[-1].glyph == " ":
            cells = cells[:-1]
        while cells and cells[0].glyph == " ":
            cells = cells[1:]
        return cells

    def _cut_sides(self, coverage, cells, edges):
        """A window covers the right end of the line; a character stays if most of it shows."""
        at = self.random.uniform(0.3, 0.98) * edges[-1]
        shown = [c for c, left, right in zip(cells, [MARGIN, *edges], edges) if right - 0.2 * (right - left) <= at]
        return coverage[..., : max(8, int(at))], shown

    def _strip(self, coverage, clean, share=1.0, joined=False):
        luma = self.damage.paint(coverage)
        rows = np.flatnonzero(coverage.max(axis=(0, 2) if coverage.ndim == 3 else 1) > 0.15)
        if len(rows) == 0:
            return None
        margin = self.random.randrange(1, 3)
        luma = luma[max(0, rows[0] - margin) : rows[-1] + 1 + margin]
        return self._shape(self.damage.screen(luma, clean), clean, share, joined)

    def _shape(self, luma, clean, share=1.0, joined=False):
        """The strip of a picture, with the errors that measuring letters makes."""
        chance = self.random
        ink = ink_of(luma)
        measured = None if ink is None else letter_height(ink)
        if measured is None:
            return None
        x_height, baseline, first, last, top, bottom = measured
        stretch, side = 1.0, 3
        x_height *= share
        if joined and self.is_eastern:
            x_height, baseline = fitted(x_height, baseline, top, bottom, self._joined_share() * JOINED_X_HEIGHT)
        if not clean:
            if chance.random() < 0.5:
                x_height *= chance.uniform(0.92, 1.09)
            elif chance.random() < 0.06:
                x_height *= chance.choice([1.3, 0.8, 1.2])
            if chance.random() < 0.3:
                baseline += chance.uniform(-0.8, 0.8)
            if chance.random() < 0.4:
                stretch = chance.uniform(0.9, 1.1)
            side = chance.choice([2, 3, 3, 3, 4])
        strip = strip_of(ink, x_height, baseline, first, last, stretch, side)
        return strip if strip.shape[1] <= WIDTH else None

    def empty(self):
        """A strip without readable text, with an empty label; None if nothing came of it."""
        chance = self.random
        if chance.random() < 0.6:
            strip = self._shape(self.garbage.luma(), clean=False)
            return None if strip is None else (strip, [], "garbage")
        coverage = self._plain_coverage()
        if coverage is None:
            return None
        if chance.random() < 0.6:
            coverage = self.garbage.cut_rows(coverage)
        else:
            other = self._plain_coverage()
            if other is None:
                return None
            coverage = self.garbage.two_rows(coverage, other)
        strip = self._strip(coverage, clean=True)
        return None if strip is None else (strip, [], "cut")

    def _plain_coverage(self):
        text = self.lines.line()[1]
        main, script = self.renderer.choose_font(text)
        size = self._size()
        cells = self._fitting(self.renderer.cells(text, main, script), size, 1.0)
        return self.renderer.coverage(cells, size)[0] if len(cells) > 3 else None


def fill(samples, strips, labels, lengths, widths):
    """Fills arrays with samples: strips [n, HEIGHT, WIDTH], labels [n, LONGEST], lengths and widths [n]."""
    strips[:] = 0
    labels[:] = 0
    for i in range(len(strips)):
        strip, classes, _ = samples.next()
        strips[i, :, : strip.shape[1]] = strip
        labels[i, : len(classes)] = classes
        lengths[i], widths[i] = len(classes), strip.shape[1]
