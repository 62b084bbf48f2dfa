"""What happens to text between the font and the screenshot: colours, selection, pictures behind it, blur, JPEG, cuts."""
import io

import numpy as np
from PIL import Image, ImageFilter

LUMA = np.array([0.299, 0.587, 0.114], np.float32)
STROKE = 0.3


class Damage:
    def __init__(self, random):
        self.random = random

    def coverage(self, picture, clean):
        """Changes to the strokes themselves, [rows, columns] or [3, rows, columns]."""
        chance = self.random
        if chance.random() < 0.7:
            picture = np.clip(picture, 0, 1) ** chance.uniform(0.65, 1.4)
        if chance.random() < 0.12:
            picture = np.clip(picture * chance.uniform(0.9, 1.35), 0, 1)
        if chance.random() < 0.3:
            picture = picture * self._word_colours(picture)
        if clean:
            return picture
        kind = chance.random()
        for limit, change in ((0.05, self._selection), (0.1, self._neighbours), (0.15, self._underline)):
            if kind < limit:
                return change(picture.copy())
        return picture

    def _word_colours(self, picture):
        """A strength for each column that changes between words only."""
        chance = self.random
        strongest = picture.max(axis=tuple(range(picture.ndim - 1)))
        width = len(strongest)
        wanted = np.ones(width, np.float32)
        x = 0
        while x < width:
            length = chance.randrange(12, 120)
            wanted[x : x + length] = chance.choice([1, 1, chance.uniform(0.4, 1)])
            x += length
        blank = np.flatnonzero(strongest < 0.05)
        if len(blank) == 0:
            return wanted[0]
        at = np.searchsorted(blank, np.arange(width), "right") - 1
        return wanted[blank[np.clip(at, 0, None)]]

    def _inked_rows(self, picture):
        return np.flatnonzero(picture.max(axis=(0, 2) if picture.ndim == 3 else 1) > STROKE)

    def _span(self, width, longest):
        start = self.random.randrange(width)
        return slice(start, start + self.random.randrange(4, longest))

    def _selection(self, picture):
        span = self._span(picture.shape[-1], 160)
        opacity = self.random.uniform(0.05, 0.3)
        picture[..., span] = opacity + (1 - opacity) * picture[..., span]
        return picture

    def _neighbours(self, picture):
        """Slivers of the lines above or below."""
        rows = self._inked_rows(picture)
        if len(rows) < 4:
            return picture
        chance = self.random
        source = picture[..., rows[len(rows) // 2], ::-1] * chance.uniform(0.3, 1)
        gap = chance.randrange(2, 4)
        y = max(0, rows[0] - gap) if chance.random() < 0.5 else min(picture.shape[-2] - 1, rows[-1] + gap)
        for row in range(y, min(picture.shape[-2], y + chance.randrange(1, 3))):
            picture[..., row, :] = np.maximum(picture[..., row, :], source)
        return picture

    def _underline(self, picture):
        """What the product leaves of an underline, a spelling mark or a border."""
        rows = self._inked_rows(picture)
        if len(rows):
            y = min(picture.shape[-2] - 1, rows[-1] - self.random.randrange(-2, 3))
            span = self._span(picture.shape[-1], 200)
            picture[..., y, span] = np.maximum(picture[..., y, span], self.random.uniform(0.4, 1))
        return picture

    def paint(self, coverage):
        """Luma (float) of text in random colours on a random ground."""
        chance = self.random
        if coverage.ndim == 2:
            strength = chance.choice([255, 220, 200, 150, 100, 60, 40]) * chance.uniform(0.8, 1)
            ground = chance.uniform(0, 255 - strength)
            return ground + coverage * strength if chance.random() < 0.5 else 255 - ground - coverage * strength
        ink, ground = self._colours()
        return np.tensordot(LUMA, ground[:, None, None] + coverage * (ink - ground)[:, None, None], 1)

    def _colours(self):
        for _ in range(20):
            colours = [np.array([self.random.uniform(0, 255) for _ in range(3)], np.float32) for _ in range(2)]
            if self.random.random() < 0.6:
                colours[0][:] = self.random.choice([0, 17, 36, 230, 255])
            if self.random.random() < 0.7:
                colours[1][:] = self.random.choice([255, 250, 246, 30, 40, 13])
            if abs(LUMA @ (colours[0] - colours[1])) > 60:
                return colours
        return np.zeros(3, np.float32), np.full(3, 255, np.float32)

    def screen(self, luma, clean):
        """Changes to the finished picture; returns uint8."""
        if not clean:
            kind = self.random.random()
            steps = (
                (0.05, self._jpeg), (0.10, self._blur), (0.14, self._grain), (0.18, self._video),
                (0.22, self._enlarge), (0.27, self._picture_behind), (0.3, self._gradient),
            )  # fmt: skip
            for limit, change in steps:
                if kind < limit:
                    luma = change(luma)
                    break
        return np.clip(luma + 0.5, 0, 255).astype(np.uint8)

    def _image(self, luma):
        return Image.fromarray(np.clip(luma, 0, 255).astype(np.uint8))

    def _jpeg(self, luma, low=45, high=93):
        file = io.BytesIO()
        self._image(luma).save(file, "JPEG", quality=self.random.randrange(low, high))
        return np.asarray(Image.open(file), np.float32)

    def _blur(self, luma):
        return np.asarray(self._image(luma).filter(ImageFilter.GaussianBlur(self.random.uniform(0.2, 0.75))), np.float32)

    def _grain(self, luma):
        noise = np.random.default_rng(self.random.getrandbits(31))
        return luma + noise.normal(0, self.random.uniform(0.5, 0.04 * max(20, np.ptp(luma))), luma.shape)

    def _video(self, luma):
        """A screen in a video call: less resolution, then compression."""
        image = self._image(luma)
        factor = self.random.uniform(0.65, 0.95)
        small = image.resize((max(8, int(image.width * factor)), max(8, int(image.height * factor))), Image.BILINEAR)
        return self._jpeg(np.asarray(small.resize(image.size, Image.BILINEAR), np.float32), 35, 85)

    def _enlarge(self, luma):
        """A window scaled by the compositor, 125 to 200 percent."""
        image = self._image(luma)
        factor = self.random.choice([1.25, 1.5, 1.75, 2])
        kind = self.random.choice([Image.BILINEAR, Image.BICUBIC])
        return np.asarray(image.resize((int(image.width * factor), int(image.height * factor)), kind), np.float32)

    def _picture_behind(self, luma):
        return luma + clouds(self.random, luma.shape, 3) * 0.3 * np.ptp(luma) * self.random.random()

    def _gradient(self, luma):
        return luma + np.linspace(0, self.random.uniform(-0.2, 0.2) * np.ptp(luma), luma.shape[1])


def clouds(random, shape, octaves):
    """Smooth noise of mean 0 and range about 1, like a blurred photograph."""
    noise = np.random.default_rng(random.getrandbits(31))
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        cell = random.choice([24, 40, 64]) / 2**octave
        grid = noise.random((max(2, int(shape[0] / cell) + 2), max(2, int(shape[1] / cell) + 2)))
        image = Image.fromarray((grid * 255).astype(np.uint8)).resize((shape[1], shape[0]), Image.BICUBIC)
        total += (np.asarray(image, np.float32) / 255 - 0.5) / 2**octave
    return total
