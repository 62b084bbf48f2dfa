"""Arabic letter forms and the visual order of right-to-left lines.

The networks emit what they see from left to right. The renderer draws glyph by glyph, so this module picks the
joined forms from the presentation blocks of Unicode and orders them; no shaping library is needed.
"""
import unicodedata

LAM = "\u0644"
# Lam and alef always share one glyph.
ALEFS = ("\u0622", "\u0623", "\u0625", "\u0627")
MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def _forms():
    forms = {}
    for code in [*range(0xFB50, 0xFDFC), *range(0xFE80, 0xFEFD)]:
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) >= 2 and parts[0] in ("<isolated>", "<initial>", "<medial>", "<final>"):
            letters = "".join(chr(int(part, 16)) for part in parts[1:])
            forms.setdefault(letters, {}).setdefault(parts[0][1:-1], chr(code))
    return forms


FORMS = _forms()


def is_rtl(character):
    return unicodedata.bidirectional(character) in ("R", "AL")


def joins_next(character):
    return "initial" in FORMS.get(character, {})


def _joins_previous(character):
    return "final" in FORMS.get(character, {})


def without_marks(text):
    return "".join(c for c in text if not (is_rtl_mark(c) or c in "\u200c\u200d\u200e\u200f\u0640"))


def is_rtl_mark(character):
    return unicodedata.combining(character) > 0 and 0x590 <= ord(character) < 0x700


def shape(run):
    """Glyphs of a run in reading order, each with the letters it stands for."""
    glyphs = []
    at = 0
    while at < len(run):
        take = 2 if run[at] == LAM and run[at + 1 : at + 2] in ALEFS else 1
        letters = run[at : at + take]
        joined = at > 0 and joins_next(run[at - 1]) and _joins_previous(run[at])
        after = run[at + take : at + take + 1]
        joins = take == 1 and joins_next(run[at]) and bool(after) and _joins_previous(after)
        kind = ("medial" if joins else "final") if joined else ("initial" if joins else "isolated")
        glyphs.append((FORMS.get(letters, {}).get(kind, letters), letters))
        at += take
    return glyphs


def visual(text):
    """The line as drawn from left to right: a list of (glyph, letters it stands for)."""
    if not any(is_rtl(c) for c in text):
        return [(c, c) for c in text]
    cells = []
    for run, rtl in reversed(_runs(without_marks(text))):
        if not rtl:
            cells += [(c, c) for c in run]
            continue
        for glyph, letters in reversed(shape(run)):
            cells.append((glyph.translate(MIRRORED), letters[::-1].translate(MIRRORED)))
    return cells


def _runs(text):
    """Pieces of one direction in reading order, in a right-to-left paragraph."""
    kinds = [True if is_rtl(c) else False if c.isalnum() else None for c in text]
    for i, kind in enumerate(kinds):
        if kind is None:
            before = kinds[i - 1] if i else True
            after = next((k for k in kinds[i + 1 :] if k is not None), True)
            kinds[i] = before if before == after else True
    runs = []
    for character, rtl in zip(text, kinds):
        if runs and runs[-1][1] == rtl:
            runs[-1] = (runs[-1][0] + character, rtl)
        else:
            runs.append((character, rtl))
    return runs
