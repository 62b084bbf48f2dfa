"""Lines that a browser drew (`draw-lines.ts`), if the data folder has them."""
import json
import os

import numpy as np

from bidi import visual


class Drawn:
    def __init__(self, folder, random):
        self.random = random
        self.lines = []
        if not os.path.exists(f"{folder}/drawn.json"):
            return
        with open(f"{folder}/drawn.json", encoding="utf8") as file:
            described = json.load(file)
        pixels = np.memmap(f"{folder}/drawn.bin", np.uint8, "r")
        at = 0
        for line in described:
            size = line["width"] * line["height"]
            self.lines.append((line["kind"], line["text"], pixels[at : at + size].reshape(line["height"], line["width"])))
            at += size

    def line(self):
        """(kind, text from left to right, coverage)."""
        kind, text, pixels = self.random.choice(self.lines)
        return kind, "".join(letters for _, letters in visual(text)), pixels.astype(np.float32) / 255
