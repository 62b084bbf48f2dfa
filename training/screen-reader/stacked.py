"""Arabic as books write it: letters that stand above the hah after them, made from fonts that have no such ligatures.

The letters before the hah are drawn higher, and end above it; the hah begins anew. The dots of a yeh go under the hah; a beh stays in
its place, since its dot there would make a jeem.
"""
import numpy as np
from PIL import Image, ImageDraw

from bidi import joins_next

MARGIN = 4
HAHS = "جحخ"
YEH = "ي"
# Without dots inside of a word, where a font has such a form.
DOTLESS = "ى"
NOON = "ن"
UNSTACKED = "بپ" + HAHS
JOINER = "\u200d"


def stack_of(word):
    """(begin, end) of the letters that stand above the hah at `end`; None where a word has none."""
    begin = 0
    for at, letter in enumerate(word[:-1]):
        if word[at + 1] in HAHS and joins_next(letter) and at - begin < 2:
            above = word[begin : at + 1]
            # The dot of a jeem at the end of a word is where those of the yeh would go.
            is_full = at + 2 == len(word) and word[at + 1] == "ج" and YEH in above
            return None if is_full or set(above) & set(UNSTACKED) else (begin, at + 1)
        if not joins_next(letter):
            begin = at + 1
    return None


class Stacking:
    def __init__(self, random):
        self.random = random
        # In widths and heights of the hah.
        self._left = random.uniform(0.45, 0.85)
        self._rise = random.uniform(0.7, 1.0)
        # Of the size of the font.
        self._dot = random.uniform(0.045, 0.075)
        self._space = random.uniform(0.2, 0.35)

    def draw(self, text, sized, factor):
        """Coverage at `factor` times the resolution."""
        pieces, dots = [], []
        right = 0
        for word in text.split():
            placed, marks, right = self._place(word, sized, right)
            pieces += placed
            dots += marks
            right -= self._space * sized.size
        boxes = [(box, x, up) for piece, x, up in pieces for box in [sized.getbbox(piece, direction="rtl", anchor="ls")]]
        left, top = min(box[0] + x for box, x, _ in boxes), min(box[1] - up for box, _, up in boxes)
        lowest = max([box[3] - up for box, _, up in boxes] + [y + self._dot * sized.size for _, y in dots])
        width = int(max(box[2] + x for box, x, _ in boxes) - left) + 2 * MARGIN * factor + factor
        height = int(lowest - top) + 2 * MARGIN * factor + factor
        image = Image.new("L", (width - width % factor, height - height % factor))
        pen = ImageDraw.Draw(image)
        x, y = MARGIN * factor - left, MARGIN * factor - top
        for piece, at, up in pieces:
            pen.text((x + at, y - up), piece, font=sized, fill=255, anchor="ls", direction="rtl")
        for across, down in dots:
            self._draw_dot(pen, x + across, y + down, self._dot * sized.size)
        return np.asarray(image, np.float32) / 255

    def _draw_dot(self, pen, x, y, half):
        pen.polygon([(x - half, y), (x, y - half), (x + half, y), (x, y + half)], fill=255)

    def _place(self, word, sized, right):
        """([(piece, left edge, rise)], [(x, y) of dots], left edge of the word)."""
        length = lambda piece: sized.getlength(piece, direction="rtl")  # noqa: E731
        stack = stack_of(word)
        has_dotless = length(DOTLESS + JOINER) < 1.3 * length(NOON + JOINER)
        if stack is None or (YEH in word[slice(*stack)] and not has_dotless):
            left = right - length(word)
            return [(word, left, 0)], [], left
        begin, end = stack
        before, above, below = word[:begin], word[begin:end], word[end:]
        count = 2 * above.count(YEH)
        above = above.replace(YEH, DOTLESS) + JOINER
        hah = sized.getbbox("ح" + (JOINER if len(below) > 1 else ""), direction="rtl", anchor="ls")
        wide = hah[2] - hah[0]
        pieces = [(before, right - length(before), 0)] if before else []
        right -= length(before) if before else 0
        # From the right edge of the hah.
        at = -self._left * wide
        right -= max(0, at + length(above))
        pieces += [(below, right - length(below), 0), (above, right + at, -self._rise * hah[1])]
        step = 2.3 * self._dot * sized.size
        middle = right - (0.5 if len(below) == 1 else 0.25) * wide
        down = (0.24 if len(below) == 1 else 0.16) * sized.size
        dots = [(middle + (i - (count - 1) / 2) * step, down) for i in range(count)]
        return pieces, dots, right - length(below)
