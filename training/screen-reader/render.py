"""Draws a line of text as a screen would: several fonts in one line, hinted, plain grey or subpixel antialiasing."""
import json

import numpy as np
from PIL import Image, ImageDraw, ImageFont, features

from alphabets import SIGN
from bidi import visual
from stacked import Stacking
from text import script_of

PROBES = {
    "latin": "aKe9-", "vietnamese": "ạếơ", "cyrillic": "жЯщ", "greek": "λΩώ", "thai": "กีต", "hebrew": "אשם",
    "armenian": "ԱբՖ", "georgian": "აბჰ", "han": "一的", "kana": "あのア", "hangul": "가을", "arabic": "بمﺑﻢ",
    # Fonts without glyphs for the forms of the presentation blocks need a library that joins letters.
    "joined": "بم",
}  # fmt: skip
# FreeType's default filter for subpixels.
LCD_FILTER = np.array([8, 77, 86, 77, 8], np.float32) / 256
CACHED_FONTS = 1500
# Pixels beside the text.
MARGIN = 4
# Whether Pillow finds the libraries that join Arabic letters.
CAN_SHAPE = features.check("raqm")
# Share of the joined Arabic that is made narrower, as book fonts are at the same height; and the narrowest.
NARROW = 0.45
NARROWEST = 0.68
# Times larger before it is made narrower.
ENLARGED = 3
LIGATURE_FORMS = {"fi": "ﬁ", "fl": "ﬂ"}


class Font:
    def __init__(self, path, described):
        self.path = path
        self.characters = set(described["characters"])
        self.ligatures = dict(described["ligatures"])
        for pair, form in LIGATURE_FORMS.items():
            if form in self.characters:
                self.ligatures[pair] = form
        sized = ImageFont.truetype(path, 100, layout_engine=ImageFont.Layout.BASIC)
        # Height of a small letter at size 1; han fonts count as if their small letters reached 0.65.
        self.x_height = -sized.getbbox("x", anchor="ls")[1] / 100 if "x" in self.characters else 0.55
        self.advance = sized.getlength("n") / 100 if "n" in self.characters else 0.5


class Fonts:
    """The fonts of a data folder, by script."""

    def __init__(self, folder, held_out=False):
        with open(f"{folder}/fonts/fonts.json", encoding="utf8") as file:
            described = json.load(file)
        roles = {"text": [], "held": [], "sign": []}
        for name, font in described.items():
            roles[font["role"]].append(Font(f"{folder}/fonts/{name}", font))
        self.text = roles["held"] if held_out else roles["text"]
        self.signs = roles["sign"]
        self.emoji = np.load(f"{folder}/fonts/emoji.npy").astype(np.float32) / 255
        self.by_script = {}
        for script, probe in PROBES.items():
            fitting = [f for f in self.text if set(probe) <= f.characters]
            # A script without an unseen font is evaluated with the others.
            self.by_script[script] = fitting or [f for f in roles["text"] if set(probe) <= f.characters]
        self._sized = {}

    def sized(self, font, size):
        key = (font.path, size)
        if key not in self._sized:
            if len(self._sized) > CACHED_FONTS:
                self._sized.clear()
            self._sized[key] = ImageFont.truetype(font.path, size, layout_engine=ImageFont.Layout.BASIC)
        return self._sized[key]

    def shaping(self, font, size):
        key = (font.path, size, "shaping")
        if key not in self._sized:
            self._sized[key] = ImageFont.truetype(font.path, size, layout_engine=ImageFont.Layout.RAQM)
        return self._sized[key]


class Cell:
    """One drawn glyph (or ligature) with the text it stands for."""

    __slots__ = ("font", "glyph", "text")

    def __init__(self, glyph, text, font):
        self.glyph, self.text, self.font = glyph, text, font


class Renderer:
    def __init__(self, fonts, random):
        self.fonts = fonts
        self.random = random

    def choose_font(self, text):
        """(main font, script) of a line."""
        script = script_of(text)
        choices = self.fonts.by_script[script] or self.fonts.by_script["latin"]
        shown = set(text) - {" ", SIGN}
        for _ in range(6):
            font = self.random.choice(choices)
            if len(shown - font.characters) <= 0.03 * len(shown):
                break
        return font, script

    def cells(self, text, main, script):
        """Cells in visual order; characters that no font shows are left out."""
        others = [main, self.random.choice(self.fonts.by_script["latin"]), *self.fonts.by_script.get(script, [])[:6]]
        if script in ("kana", "hangul"):
            others += self.fonts.by_script["han"][:3]
        use_ligatures = bool(main.ligatures) and self.random.random() < 0.5
        pieces = visual(text)
        cells = []
        at = 0
        while at < len(pieces):
            taken = self._ligature(pieces, at, main) if use_ligatures else None
            if taken:
                cells.append(taken)
                at += len(taken.text)
                continue
            glyph, letters = pieces[at]
            at += 1
            font = None if glyph == SIGN else next((f for f in others if glyph in f.characters), None)
            if font or glyph in (SIGN, " "):
                cells.append(Cell(glyph, letters, font or main))
        return cells

    def _ligature(self, pieces, at, main):
        for length in (3, 2):
            text = "".join(letters for _, letters in pieces[at : at + length])
            if len(text) == length and text in main.ligatures:
                return Cell(main.ligatures[text], text, main)
        return None

    def width(self, cells, size):
        """Width in pixels of cells at a font size."""
        return sum(self._advance(run, size) for run in _runs(cells))

    def _advance(self, run, size):
        if run[0].glyph == SIGN:
            return size * len(run)
        return self.fonts.sized(run[0].font, size).getlength("".join(c.glyph for c in run))

    def draw(self, cells, size, factor):
        """Coverage [rows, columns] at `factor` times the screen's resolution."""
        scaled = max(7, round(size * factor))
        x = MARGIN * factor
        width = int(self.width(cells, scaled) + 2 * MARGIN * factor)
        width += -width % factor
        height = int(size * 2.7) * factor
        # A baseline on the pixel grid is what hinting gives; else any place.
        baseline = int(size * 1.75) * factor + (self.random.randrange(factor) if self.random.random() < 0.5 else 0)
        image = Image.new("L", (width, height))
        pen = ImageDraw.Draw(image)
        if factor == 1 and self.random.random() < 0.03:
            pen.fontmode = "1"
        for run in _runs(cells):
            advance = self._advance(run, scaled)
            if run[0].glyph == SIGN:
                self._draw_signs(image, pen, len(run), x, baseline, scaled)
            else:
                text = "".join(c.glyph for c in run)
                pen.text((x, baseline), text, font=self.fonts.sized(run[0].font, scaled), fill=255, anchor="ls")
            x += advance
        return np.asarray(image, np.float32) / 255

    def edges(self, cells, size, factor):
        """Right edge of each cell in pixels of the screen."""
        scaled = max(7, round(size * factor))
        return list(MARGIN + np.cumsum([self._advance([cell], scaled) / factor for cell in cells]))

    def _draw_signs(self, image, pen, count, x, baseline, size):
        chance = self.random
        if count == 1 and chance.random() < 0.4:
            luma, opacity = chance.choice(self.fonts.emoji)
            ink = Image.fromarray((255 * opacity * (1 - chance.uniform(0.3, 0.9) * luma)).astype(np.uint8))
            image.paste(ink.resize((size, size), Image.BILINEAR), (int(x), int(baseline - 0.85 * size)))
            return
        # Icons stand alone; the parts of a box join.
        font = self.fonts.signs[0] if count == 1 and chance.random() < 0.7 else chance.choice(self.fonts.signs[1:])
        glyphs = "".join(chance.choice(sorted(font.characters)) for _ in range(1 if count == 1 else chance.randrange(1, 3)))
        pen.text((x, baseline), (glyphs * count)[:count], font=self.fonts.sized(font, size), fill=255, anchor="ls")

    def coverage(self, cells, size):
        """(coverage, (size, factor)): [rows, columns] in grey or [3, rows, columns] for red, green and blue subpixels."""
        return self.antialiased(lambda size, factor: self.draw(cells, size, factor), size, cells[0].font)

    def shaped(self, text, size):
        """(text from left to right, coverage) of Arabic letters that are joined as the font wants it; None if no font has them."""
        return self._joined(text, size, lambda font, size, factor: self._draw_shaped(text, font, size, factor))

    def stacked(self, text, size):
        """As `shaped`, with letters above a following hah, as books have them."""
        stacking = Stacking(self.random)
        return self._joined(text, size, lambda font, size, factor: stacking.draw(text, self._shaping(font, size, factor), factor))

    def _joined(self, text, size, draw):
        fitting = [font for font in self.random.choices(self.fonts.by_script["joined"], k=4) if set(text) - {" "} <= font.characters]
        if not fitting:
            return None
        font = fitting[0]
        across = self.random.uniform(NARROWEST, 1) if self.random.random() < NARROW else 1
        if across == 1:
            coverage, _ = self.antialiased(lambda size, factor: draw(font, size, factor), size, font)
        else:
            coverage, _ = self.antialiased(lambda size, factor: narrowed(draw(font, size, ENLARGED * factor), factor, across), size, font)
        return "".join(letters for _, letters in visual(text)), coverage

    def _shaping(self, font, size, factor):
        return self.fonts.shaping(font, max(7, round(size * factor)))

    def _draw_shaped(self, text, font, size, factor):
        sized = self._shaping(font, size, factor)
        left, top, right, bottom = sized.getbbox(text, direction="rtl", anchor="ls")
        width, height = right - left + 2 * MARGIN * factor, bottom - top + 2 * MARGIN * factor
        image = Image.new("L", (width + -width % factor, height + -height % factor))
        at = (MARGIN * factor - left, MARGIN * factor - top)
        ImageDraw.Draw(image).text(at, text, font=sized, fill=255, anchor="ls", direction="rtl")
        return np.asarray(image, np.float32) / 255

    def antialiased(self, draw, size, font):
        """(coverage, (size, factor)) of what `draw(size, factor)` draws."""
        kind = self.random.random()
        if kind < 0.27:
            return draw(size, 1), (size, 1)
        if kind < 0.52:
            size = self._snapped(font, size)
        if kind < 0.68:
            picture = draw(size, 4)
            rows, columns = picture.shape
            return picture.reshape(rows // 4, 4, columns // 4, 4).mean((1, 3)), (size, 4)
        if kind < 0.85:
            size = self._snapped(font, size)
        picture = draw(size, 3)
        picture = picture.reshape(picture.shape[0] // 3, 3, -1).mean(1)
        padded = np.pad(picture, ((0, 0), (2, 2)))
        smooth = sum(LCD_FILTER[i] * padded[:, i : i + picture.shape[1]] for i in range(5))
        channels = np.stack([smooth[:, i::3] for i in range(3)])
        return channels[::-1] if self.random.random() < 0.1 else channels, (size, 3)

    def _snapped(self, font, size):
        """The size at which small letters are a whole number of pixels high, as slight hinting makes them."""
        return max(1, round(font.x_height * size)) / font.x_height


def narrowed(coverage, factor, across):
    """A picture at `ENLARGED` times `factor` the resolution, narrower and at `factor` times."""
    rows, columns = coverage.shape
    width = max(1, int(columns * across / (ENLARGED * factor))) * factor
    picture = Image.fromarray((255 * coverage).astype(np.uint8))
    small = picture.resize((width, rows // ENLARGED), Image.BOX, box=(0, 0, width * ENLARGED / across, rows))
    return np.asarray(small, np.float32) / 255


def _runs(cells):
    """Neighbouring cells of one font; signs are runs of their own."""
    runs = []
    for cell in cells:
        last = runs[-1][-1] if runs else None
        if last and last.font is cell.font and (last.glyph == SIGN) == (cell.glyph == SIGN):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return runs
