"""Draws words with ArabTeX, whose book letters stack: traditional Arabic ligatures that fonts for screens do not have.

    book_words.py DATA/eastern      leaves DATA/eastern/book-words.npz

Needs the Debian packages texlive-lang-arabic and dvipng. The letters are the font xnsh14, regular and bold.
"""
import argparse
import os
import random
import re
import subprocess
import tempfile

import numpy as np
from PIL import Image

from text import HELD_OUT_LINES

WORDS = 26_000
# Rows of random letters, so that no pair is rare.
RANDOM_WORDS = 4_000
BOLD = 0.3
COLUMNS, ROWS = 4, 18
DPI = 300
POINT = DPI / 72.27
COLUMN, ROW, BASELINE = 115, 40, 26
# Of which ArabTeX draws the letters as they are written; its Persian yeh has no dots.
WORD = re.compile(r"^[\u0621-\u063a\u0641-\u064a\u067e\u0686\u0698\u06af]{1,12}$")
LETTERS = "ابتثجحخدذرزسشصضطظعغفقكلمنهوي"
STACKING = "جحخمير"
MARKS = "،.؟؛:"
MARKED = 0.1

HEAD = r"""\documentclass{article}
\usepackage{arabtex,utf8}
\setcode{utf8}
\begin{document}
\setarab\novocalize
"""


def words_of(folder, chance):
    """Words of the text that is trained on, and random ones."""
    with open(f"{folder}/text/arabic.txt", encoding="utf8") as file:
        lines = file.read().split("\n")[:-HELD_OUT_LINES]
    known = sorted({word for line in lines for word in line.split() if WORD.match(word)})
    words = chance.sample(known, min(WORDS, len(known)))
    words += ["".join(chance.choices(LETTERS + STACKING, k=chance.randrange(2, 7))) for _ in range(RANDOM_WORDS)]
    chance.shuffle(words)
    return [word + chance.choice(MARKS) if chance.random() < MARKED else word for word in words]


def page(words, is_bold):
    """One word in each cell; all baselines at known rows."""
    style = r"\setnashbf" if is_bold else r"\setnash"
    rows = []
    for at in range(0, len(words), COLUMNS):
        cells = "".join(rf"\hbox to {COLUMN}pt{{\hfil\RL{{{style} {word}}}\hfil}}" for word in words[at : at + COLUMNS])
        rows.append(rf"\hbox{{\vrule width0pt height{BASELINE}pt depth{ROW - BASELINE}pt{cells}}}")
    return "\\shipout\\vbox{\\offinterlineskip\n" + "\n".join(rows) + "}\n"


def draw(pages, folder):
    """A picture of each page: ink, one byte a pixel."""
    with open(f"{folder}/words.tex", "w", encoding="utf8") as file:
        file.write(HEAD + "".join(page(words, is_bold) for words, is_bold in pages) + "\\end{document}\n")
    quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(["latex", "-interaction=nonstopmode", "words.tex"], **quiet)
    size = f"{COLUMN * COLUMNS}pt,{ROW * ROWS}pt"
    subprocess.run(["dvipng", "-D", str(DPI), "-T", size, "-o", "page%05d.png", "words.dvi"], check=True, **quiet)
    for i in range(len(pages)):
        yield 255 - np.asarray(Image.open(f"{folder}/page{i + 1:05d}.png").convert("L"))


def cut(picture, words):
    """(word, ink, rows above the baseline) of each cell with ink."""
    for i, word in enumerate(words):
        top, left = round(i // COLUMNS * ROW * POINT), round(i % COLUMNS * COLUMN * POINT)
        cell = picture[top : top + round(ROW * POINT), left : left + round(COLUMN * POINT)] > 127
        rows, columns = np.flatnonzero(cell.any(1)), np.flatnonzero(cell.any(0))
        if len(rows):
            ink = cell[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
            yield word, ink, round(BASELINE * POINT) - int(rows[0])


def main(folder):
    chance = random.Random(8)
    words = words_of(folder, chance)
    count = COLUMNS * ROWS
    pages = [(words[at : at + count], chance.random() < BOLD) for at in range(0, len(words), count)]
    found = []
    with tempfile.TemporaryDirectory() as place:
        for (shown, _), picture in zip(pages, draw(pages, place)):
            found += cut(picture, shown)
    # Not packed: xz packs the whole folder better.
    np.savez(
        f"{folder}/book-words.npz",
        words=np.array([word for word, _, _ in found]),
        shapes=np.array([(*ink.shape, above) for _, ink, above in found], np.int16),
        ink=np.concatenate([np.packbits(ink) for _, ink, _ in found]),
    )
    print(f"{len(found)} words, {os.path.getsize(f'{folder}/book-words.npz') / 1e6:.1f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="data folder of the eastern network, with its text")
    main(parser.parse_args().folder)
