"""The ink strip that the product makes of a line on the screen: a port of its `ink.ts`, `levels.ts` and `strip.ts`.

0 is ground and 255 the strongest stroke. Letters come to one size and one baseline.
"""
import numpy as np
from PIL import Image

HEIGHT = 32
# In x-heights.
ABOVE_BASELINE = 2.35
BELOW_BASELINE = 0.88
SIDE = 3
INK = 90
NEAR = 10
LEAST_CONTRAST = 22
X_HEIGHT_OF_CAPITALS = 0.72
LEAST_X_HEIGHT = 3.0
# Of the height of a line: the x-height of joined letters is measured too large.
JOINED_X_HEIGHT = 0.36


def ink_of(luma):
    """Ink of a picture (uint8) of one line; None if its contrast is too low."""
    histogram = np.bincount(luma.ravel(), minlength=256)
    smooth = np.convolve(histogram, [1, 1, 1], "same")
    ground = int(smooth.argmax())
    levels = np.arange(256)
    darker = (histogram * (ground - levels))[: max(0, ground - NEAR)].sum()
    lighter = (histogram * (levels - ground))[ground + NEAR + 1 :].sum()
    is_light = lighter > darker
    least = max(2, luma.size * 0.004)
    side = histogram[::-1][: 255 - ground] if is_light else histogram[:ground]
    reached = np.flatnonzero(np.cumsum(side) >= least)
    if len(reached) == 0:
        return None
    farthest = 255 - reached[0] if is_light else reached[0]
    contrast = abs(int(farthest) - ground)
    if contrast < LEAST_CONTRAST:
        return None
    distance = levels - ground if is_light else ground - levels
    scale = np.clip(np.floor(distance * 255 / contrast + 0.5), 0, 255).astype(np.uint8)
    return scale[luma]


def letter_height(ink):
    """(x-height, baseline row, first and last column with ink, first and last row); None without letters."""
    on = ink > INK
    rows = on.sum(1)
    inked = np.flatnonzero(rows)
    columns = np.flatnonzero(on.any(0))
    if len(inked) == 0 or inked[-1] - inked[0] < 3:
        return None
    top, bottom = int(inked[0]), int(inked[-1])
    ordered = np.sort(rows[top : bottom + 1])
    much = 0.42 * (ordered[int(len(ordered) * 0.8)] or 1)
    core_rows = np.flatnonzero(rows[top : bottom + 1] >= much)
    first, baseline = top + int(core_rows[0]), top + int(core_rows[-1])
    core, height = baseline - first + 1, bottom - top + 1
    x_height = core * X_HEIGHT_OF_CAPITALS if first - top < 0.22 * core else core
    if core < 0.38 * height:
        x_height = 0.52 * height
        baseline = bottom - int(0.2 * height + 0.5)
    return max(LEAST_X_HEIGHT, float(x_height)), baseline, int(columns[0]), int(columns[-1]), top, bottom


def fitted(x_height, baseline, top, bottom, most=JOINED_X_HEIGHT):
    """(x-height, baseline) with which a strip shows all rows of joined letters, and not much more."""
    height = bottom - top + 1
    whole = ABOVE_BASELINE + BELOW_BASELINE
    x_height = max(height / whole, min(x_height, most * height))
    lowest, highest = top - 1 + ABOVE_BASELINE * x_height, bottom - BELOW_BASELINE * x_height
    return x_height, min(max(baseline, highest), lowest)


def strip_of(ink, x_height, baseline, first, last, stretch=1.0, side=SIDE):
    """The strip as uint8 [HEIGHT, width] with an even width. `stretch` widens the letters."""
    scale = HEIGHT / ((ABOVE_BASELINE + BELOW_BASELINE) * x_height)
    across = scale * stretch
    width = max(8, round((last + 1 - first) * across) + 2 * side)
    width += width % 2
    left = first - side / across
    top = baseline + 1 - ABOVE_BASELINE * x_height
    # Outside of the picture is ground.
    pad = int(max(0, -left, -top, left + width / across - ink.shape[1], top + HEIGHT / scale - ink.shape[0])) + 2
    image = Image.fromarray(np.pad(ink, pad))
    box = (left + pad, top + pad, left + pad + width / across, top + pad + HEIGHT / scale)
    return np.asarray(image.resize((width, HEIGHT), Image.BICUBIC, box=box))
