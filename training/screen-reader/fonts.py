"""Subsets the fonts of one network into a folder and describes them in fonts.json.

fonts.json maps a file to its characters, its role (`text`, `sign` or `held`) and its coding ligatures.
"""
import argparse
import glob
import io
import json
import os
import random
import re
import subprocess
import tarfile
import tempfile

import numpy as np
from fontTools import subset
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

import font_list
from alphabets import ARABIC, ASCII, Labels, is_arabic, is_eastern
from bidi import FORMS

BOXES = "".join(map(chr, range(0x2500, 0x25A0)))
SEQUENCES = "-> => != == === !== <= >= && || :: ... // /* */ ++ -- ** <- |> <> </ /> ?. ?? .. ~> ## www".split()
DROPPED = "GSUB GPOS GDEF BASE VORG vhea vmtx MATH DSIG FFTM meta STAT VDMX hdmx LTSH PCLT".split()
ICON_COUNT = 500
EMOJI_COUNT = 320
EMOJI_SIZE = 40


def npm_fonts(folder, package, count=2):
    """(name, bytes) of a regular and of other styles of a family, from the packed npm package."""
    path = f"{folder}/expo-google-fonts-{package}.tgz"
    with tarfile.open(path) as archive:
        styles = {}
        for name in archive.getnames():
            match = re.match(r"package/(?:[^/]+/)?[^/_]+_(\d+)[^/_]+(_Italic)?\.ttf$", name)
            if match:
                styles[int(match[1]), bool(match[2])] = name
        chosen = (400, False) if (400, False) in styles else sorted(styles)[0]
        picks = [chosen] + _other_styles(package, [s for s in sorted(styles) if s != chosen])[: count - 1]
        for weight, italic in picks:
            data = archive.extractfile(styles[weight, italic]).read()
            yield f"{package}-{weight}{'i' if italic else ''}.ttf", data


def fontsource_font(folder, package):
    """(name, bytes) of the regular style with Arabic, from a packed npm package that has a file for each script."""
    name = f"{package}-400.ttf"
    with tarfile.open(f"{folder}/fontsource-{package}.tgz") as archive:
        return name, archive.extractfile(f"package/files/{package}-arabic-400-normal.woff").read()


def _other_styles(package, styles):
    chance = random.Random(package)
    bold = [s for s in styles if 600 <= s[0] <= 800 and not s[1]]
    italic = [s for s in styles if s[1] and s[0] in (400, 500)]
    light = [s for s in styles if s[0] in (300, 500) and not s[1]]
    kinds = [kind for kind in (bold, italic, light) if kind]
    return [chance.choice(chance.choices(kinds, [5, 4, 2][: len(kinds)])[0])] if kinds else []


class FontFolder:
    def __init__(self, folder):
        self.folder = folder
        self.described = {}
        os.makedirs(folder, exist_ok=True)

    def add(self, name, source, characters, role="text", number=-1):
        """Writes the part of a font that shows `characters`."""
        options = subset.Options()
        options.font_number = number
        options.hinting = any(part in name for part in font_list.HINTED)
        options.layout_features = []
        options.notdef_outline = True
        options.glyph_names = False
        options.name_IDs = [1]
        options.legacy_kern = True
        options.drop_tables += DROPPED
        font = subset.load_font(source, options, lazy=isinstance(source, str))
        ligatures = bake_ligatures(font) if any(part in name for part in font_list.LIGATURES) else {}
        if "noto" in name.lower() and "CJK" not in name and role == "text":
            # Their Latin letters are those of Noto Sans and Noto Serif, which stay unseen.
            characters = [c for c in characters if c == " " or (ord(c) > 0x500 and not 0x2000 <= ord(c) < 0x2E80)]
        own = set(font.getBestCmap())
        kept = "".join(c for c in characters if ord(c) in own)
        subsetter = subset.Subsetter(options)
        subsetter.populate(text=kept + "".join(ligatures.values()))
        subsetter.subset(font)
        font.flavor = None
        font.save(f"{self.folder}/{name}")
        self.described[name] = {"role": role, "characters": kept, "ligatures": ligatures}

    def add_whole(self, name, source, characters):
        """Writes a font with the tables that join its letters."""
        font = TTFont(source)
        own = set(font.getBestCmap())
        font.flavor = None
        font.save(f"{self.folder}/{name}")
        kept = "".join(c for c in characters if ord(c) in own)
        self.described[name] = {"role": "text", "characters": kept, "ligatures": {}}

    def add_npm(self, source, family, characters, **more):
        for name, data in npm_fonts(source, family, more.pop("count", 2)):
            self.add(name, io.BytesIO(data), characters, **more)

    def describe(self):
        with open(f"{self.folder}/fonts.json", "w", encoding="utf8") as file:
            json.dump(self.described, file, ensure_ascii=False)


def bake_ligatures(font):
    """Gives the glyphs of coding ligatures private characters, since the renderer does no substitution."""
    font.flavor = None
    with tempfile.NamedTemporaryFile(suffix=".ttf") as file:
        font.save(file.name)
        shape = lambda text: _glyph_ids(file.name, text)  # noqa: E731
        plain = {c: shape(c)[0] for c in set("".join(SEQUENCES))}
        found = {s: shape(s) for s in SEQUENCES}
    baked = {}
    next_code = 0xF000
    for sequence, glyphs in found.items():
        if glyphs == [plain[c] for c in sequence]:
            continue
        baked[sequence] = ""
        for glyph in glyphs:
            for table in font["cmap"].tables:
                if table.isUnicode():
                    table.cmap[next_code] = font.getGlyphName(glyph)
            baked[sequence] += chr(next_code)
            next_code += 1
    return baked


def _glyph_ids(path, text):
    codes = ",".join(f"{ord(c):x}" for c in text)
    command = ["hb-shape", "--no-glyph-names", "--no-positions", "--no-clusters", "-u", codes, path]
    shaped = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [int(glyph) for glyph in shaped.strip("[]\n").split("|")]


def emoji_pictures(count=EMOJI_COUNT, size=EMOJI_SIZE):
    """Luma and opacity of emoji, as an array [count, 2, size, size]."""
    font = ImageFont.truetype(font_list.EMOJI, 109)
    codes = [c for c in TTFont(font_list.EMOJI).getBestCmap() if c >= 0x2600]
    pictures = []
    for code in random.Random(5).sample(codes, count):
        image = Image.new("RGBA", (136, 128))
        ImageDraw.Draw(image).text((0, 0), chr(code), font=font, embedded_color=True)
        image = image.resize((size, size), Image.LANCZOS)
        pictures.append(np.stack([np.asarray(image.convert("L")), np.asarray(image)[..., 3]]))
    return np.stack(pictures)


def add_signs(folder, npm):
    with tarfile.open(f"{npm}/mdi-font.tgz") as archive:
        data = archive.extractfile("package/fonts/materialdesignicons-webfont.ttf").read()
    icons = sorted(chr(c) for c in TTFont(io.BytesIO(data)).getBestCmap() if c > 0xF0000)
    folder.add("icons.ttf", io.BytesIO(data), random.Random(4).sample(icons, ICON_COUNT), role="sign")
    for style in ("DejaVuSansMono", "DejaVuSans"):
        folder.add(f"boxes-{style}.ttf", f"{font_list.TRUETYPE}/dejavu/{style}.ttf", BOXES, role="sign")
    np.save(f"{folder.folder}/emoji.npy", emoji_pictures())


def western(folder, npm, text):
    labels = Labels("western")
    own = labels.alphabet + "ﬁﬂﬀ"
    for family in font_list.NPM:
        folder.add_npm(npm, family, own)
    for path in font_list.DEBIAN:
        folder.add(os.path.basename(path), path, own)
    for family in font_list.HELD_OUT_NPM:
        folder.add_npm(npm, family, own, role="held")
    for path in font_list.HELD_OUT_DEBIAN:
        folder.add(os.path.basename(path), path, own, role="held")
    # The network only has to notice these scripts: a part of their characters is enough.
    with open(f"{text}/han.txt", encoding="utf8") as file:
        shown = set(file.read())
    some = "".join(sorted(c for c in shown if is_eastern(c)))
    for path, number in [font_list.HAN[i] for i in (0, 2, 3, 5, 6, 8, 11)]:
        folder.add(f"han-{os.path.basename(path)[:-4]}.ttf", path, some, number=number)
    path, number = font_list.HELD_OUT_HAN[0]
    folder.add("held-han.ttf", path, some, role="held", number=number)
    for family in font_list.ARABIC_NPM[2:8]:
        folder.add_npm(npm, family, arabic_glyphs(), count=1)
    folder.add_npm(npm, "vazirmatn", arabic_glyphs(), count=1, role="held")


def eastern(folder, npm):
    labels = Labels("eastern")
    hangul = "".join(map(chr, range(0xAC00, 0xD7A4)))
    own = "".join(c for c in labels.alphabet if not is_arabic(c)) + hangul + "".join(map(chr, range(0xFF01, 0xFF5F)))
    latin = "".join(c for c in labels.alphabet if not is_eastern(c))
    for i, (path, number) in enumerate(font_list.HAN):
        folder.add(f"han{i}-{os.path.basename(path)[:-4]}.ttf", path, own, number=number)
    for family in font_list.HAN_NPM:
        folder.add_npm(npm, family, own, count=1)
    for i, (path, number) in enumerate(font_list.HELD_OUT_HAN):
        folder.add(f"held{i}-{os.path.basename(path)[:-4]}.ttf", path, own, role="held", number=number)
    for family in font_list.ARABIC_NPM:
        folder.add_npm(npm, family, arabic_glyphs() + latin)
    for path in font_list.ARABIC_DEBIAN:
        folder.add(f"arabic-{os.path.basename(path)}", path, arabic_glyphs() + latin)
    for family in font_list.JOINED_NPM:
        for name, data in npm_fonts(npm, family, 1):
            folder.add_whole(f"arabic-{name}", io.BytesIO(data), arabic_glyphs() + latin)
    for family in font_list.JOINED_FONTSOURCE:
        name, data = fontsource_font(npm, family)
        folder.add_whole(f"arabic-{name}", io.BytesIO(data), arabic_glyphs() + latin)
    for path in font_list.JOINED_DEBIAN:
        folder.add_whole(f"arabic-{os.path.basename(path)}", path, arabic_glyphs() + latin)
    for family in font_list.HELD_OUT_ARABIC:
        folder.add_npm(npm, family, arabic_glyphs() + latin, role="held", count=1)
    for family in random.Random(6).sample(font_list.NPM[:110], 45):
        folder.add_npm(npm, family, latin, count=1)
    for path in font_list.DEBIAN[:12]:
        folder.add(os.path.basename(path), path, latin)
    for family in ("inter", "open-sans", "jetbrains-mono"):
        folder.add_npm(npm, family, latin, role="held", count=1)


def arabic_glyphs():
    forms = {form for letters, kinds in FORMS.items() if set(letters) <= set(ARABIC) for form in kinds.values()}
    return ARABIC + "".join(sorted(forms)) + "".join(c for c in ASCII if not c.isalpha())


def prepare(network, npm, folder):
    fonts = FontFolder(f"{folder}/fonts")
    if network == "western":
        western(fonts, npm, f"{folder}/text")
    else:
        eastern(fonts, npm)
    add_signs(fonts, npm)
    fonts.describe()
    size = sum(os.path.getsize(path) for path in glob.glob(f"{folder}/fonts/*"))
    print(f"{network}: {len(fonts.described)} fonts, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=["western", "eastern"])
    parser.add_argument("npm", help="folder with the packed npm packages")
    parser.add_argument("folder")
    options = parser.parse_args()
    prepare(options.network, options.npm, options.folder)
