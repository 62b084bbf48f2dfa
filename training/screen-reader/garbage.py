"""Pictures that the line finder may take for text although nothing can be read there: their label is empty."""
import numpy as np
from PIL import Image, ImageDraw

from damage import clouds


class Garbage:
    def __init__(self, random):
        self.random = random

    def luma(self):
        """A picture (uint8) of texture or of shapes."""
        chance = self.random
        width, height = chance.randrange(20, 260), chance.randrange(10, 30)
        kind = chance.random()
        if kind < 0.4:
            picture = 128 + 300 * chance.uniform(0.2, 1) * clouds(chance, (height, width), chance.randrange(2, 6))
        elif kind < 0.55:
            picture = self._pattern(width, height)
        else:
            picture = self._shapes(width, height)
        return np.clip(picture, 0, 255).astype(np.uint8)

    def _pattern(self, width, height):
        """Hatching, dots and noise."""
        chance = self.random
        y, x = np.mgrid[:height, :width]
        period = chance.uniform(2.5, 9)
        angle = chance.uniform(0, 3.2)
        wave = np.sin((x * np.cos(angle) + y * np.sin(angle)) * 6.3 / period)
        if chance.random() < 0.5:
            wave = wave * np.sin(y * 6.3 / chance.uniform(3, 9))
        noise = np.random.default_rng(chance.getrandbits(31)).normal(0, chance.uniform(0, 60), wave.shape)
        return 128 + 110 * wave + noise

    def _shapes(self, width, height):
        """Parts of charts, toggles, frames, drawings and photographs' edges."""
        chance = self.random
        image = Image.new("L", (width, height), chance.choice([255, 240, 30, 20]))
        pen = ImageDraw.Draw(image)
        whole = lambda limit: chance.randrange(-4, limit + 4)  # noqa: E731
        for _ in range(chance.randrange(2, 14)):
            shade = chance.randrange(256)
            x, y = whole(width), whole(height)
            box = (x, y, x + chance.randrange(2, 40), y + chance.randrange(2, height))
            kind = chance.randrange(5)
            if kind == 0:
                pen.rectangle(box, fill=shade)
            elif kind == 1:
                pen.ellipse(box, fill=shade)
            elif kind == 2:
                pen.arc(box, chance.randrange(360), chance.randrange(360), fill=shade, width=chance.randrange(1, 3))
            elif kind == 3:
                pen.line([whole(width), whole(height), whole(width), whole(height)], fill=shade, width=chance.randrange(1, 4))
            else:
                pen.polygon([(whole(width), whole(height)) for _ in range(3)], fill=shade)
        return np.asarray(image, np.float32)

    def cut_rows(self, coverage):
        """A line of which a window covers the upper or the lower half."""
        rows = np.flatnonzero(coverage.max(axis=(0, 2) if coverage.ndim == 3 else 1) > 0.3)
        if len(rows) < 6:
            return coverage
        part = int(len(rows) * self.random.uniform(0.42, 0.62))
        if self.random.random() < 0.5:
            return coverage[..., rows[0] + part :, :]
        return coverage[..., : rows[-1] - part, :]

    def two_rows(self, coverage, other):
        """Two lines that the finder took for one."""
        both = [self._tight(c) for c in (coverage, other)]
        width = min(c.shape[1] for c in both)
        gap = np.zeros((self.random.randrange(0, 4), width), np.float32)
        return np.concatenate([both[0][:, :width], gap, both[1][:, :width]])

    def _tight(self, coverage):
        grey = coverage.mean(0) if coverage.ndim == 3 else coverage
        rows = np.flatnonzero(grey.max(1) > 0.2)
        return grey[rows[0] : rows[-1] + 1] if len(rows) else grey
