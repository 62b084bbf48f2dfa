"""The characters each network can output, and the label of a line of text.

Class 0 is the CTC blank; class i is character i - 1 of the alphabet.
"""
import unicodedata

# The western network labels every character of the eastern network with this one.
OTHER = "\ue000"
# A sign that is no text: emoji, box drawing, icons.
SIGN = "\ufffd"

NETWORKS = ("western", "eastern")

ASCII = "".join(map(chr, range(0x20, 0x7F)))
LATIN = (
    "¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿"
    + "".join(map(chr, range(0xC0, 0x149)))
    + "".join(map(chr, range(0x14A, 0x17F)))
    + "ƏəƒƠơƯưǍǎǏǐǑǒǓǔǤǥǦǧǨǩǪǫȘșȚțẀẁẂẃẄẅẞỲỳ"
)
VIETNAMESE = "".join(map(chr, range(0x1EA0, 0x1EF2))) + "ỴỵỶỷỸỹ"
GREEK = "ΆΈΉΊΌΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ"
CYRILLIC = "".join(map(chr, range(0x400, 0x460))) + "ҐґҒғҖҗҚқҢңҮүҰұҲҳҺһӘәӨө"
HEBREW = "".join(map(chr, range(0x5D0, 0x5EB))) + "״׳־₪"
ARMENIAN = "".join(map(chr, range(0x531, 0x557))) + "".join(map(chr, range(0x561, 0x588))) + "՛՜՝՞։֊"
GEORGIAN = "".join(map(chr, range(0x10D0, 0x10F7))) + "".join(map(chr, range(0x1C90, 0x1CB1)))
THAI = "".join(map(chr, range(0xE01, 0xE3B))) + "฿" + "".join(map(chr, range(0xE40, 0xE5A)))
SYMBOLS = (
    "–—‘’‚“”„†‡•…‰′″‹›⁄€₤₩₽₴₹₺₿№℃™←↑→↓↔↵⇒⇐⇔∀∂∆∈∏∑−√∞∩∪∫≈≠≡≤≥"
    "■□▪▲△▶▷▼▽◀◆◇○●◦★☆♀♂♥♪✓✔✕✖✗☐☑☰⋮⋯⌘⌥⇧⌃⏎␣①②③④⑤⑥⑦⑧⑨"
)
JAMO = (
    "".join(map(chr, range(0x1100, 0x1113)))
    + "".join(map(chr, range(0x1161, 0x1176)))
    + "".join(map(chr, range(0x11A8, 0x11C3)))
)
# Letters that stand alone in Korean chat, such as ㅋㅋㅋ.
LONE_JAMO = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㅏㅑㅓㅕㅗㅛㅜㅠㅡㅣ"
ARABIC = (
    "".join(map(chr, range(0x621, 0x63B)))
    + "".join(map(chr, range(0x641, 0x64B)))
    + "ٹپچڈڑژکگںھہۂۃیېے،؛؟٪٫٬٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹"
)
FULL_WIDTH = "，．：；！？（）［］｛｝＋－＝／＜＞％＆＃＊＠＄￥｜～＿＂＇｀"


def _double_byte(codec, leads, trails):
    for lead in leads:
        for trail in trails:
            try:
                character = bytes([lead, trail]).decode(codec)
            except UnicodeDecodeError:
                continue
            if len(character) == 1:
                yield character


def han_and_kana():
    """JIS X 0208, GB 2312 and level 1 of Big5, without box drawing and Latin, Greek and Cyrillic letters."""
    rows = range(0xA1, 0xFF)
    found = set(_double_byte("euc_jp", rows, rows)) | set(_double_byte("gb2312", rows, rows))
    found |= set(_double_byte("big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *rows]))
    return "".join(sorted(c for c in found if 0x3001 <= ord(c) < 0xA000 and not 0x3200 <= ord(c) < 0x3300))


def alphabet_of(network):
    """The alphabet as one string; the order is fixed by this code."""
    if network == "western":
        parts = [ASCII, LATIN, VIETNAMESE, GREEK, CYRILLIC, HEBREW, ARMENIAN, GEORGIAN, THAI, SYMBOLS, OTHER]
    else:
        parts = [ASCII, "".join(c for c in LATIN if c <= "\xff"), SYMBOLS, "※々〆〇〒〓〜゛゜", han_and_kana(), FULL_WIDTH, JAMO, LONE_JAMO, ARABIC]
    return "".join(dict.fromkeys("".join(parts) + SIGN))


def is_eastern(character):
    """Whether a character belongs to the eastern network only."""
    code = ord(character)
    return (
        0x1100 <= code < 0x1200
        or 0x2E80 <= code < 0xA000
        or 0xAC00 <= code < 0xD7A4
        or 0xF900 <= code < 0xFB00
        or 0xFF00 <= code < 0xFFE7
        or is_arabic(character)
    )


def is_arabic(character):
    code = ord(character)
    return 0x600 <= code < 0x700 or 0xFB50 <= code < 0xFE00 or 0xFE70 <= code < 0xFEFF


def is_hangul(character):
    return 0xAC00 <= ord(character) < 0xD7A4


def normalise(text):
    """Full-width letters and digits become ASCII, compatibility forms of letters the letters themselves."""
    return "".join(_plain(c) for c in unicodedata.normalize("NFC", text).replace("\u00a0", " "))


def _plain(character):
    if 0xFF01 <= ord(character) <= 0xFF5E and chr(ord(character) - 0xFEE0).isalnum():
        return chr(ord(character) - 0xFEE0)
    return character


class Labels:
    """Turns the visible text of a line into classes."""

    def __init__(self, network):
        self.alphabet = alphabet_of(network)
        self.is_western = network == "western"
        self._classes = {c: i + 1 for i, c in enumerate(self.alphabet)}

    def drawable(self, character):
        """Whether a line of this network may show the character."""
        if character in self._classes or is_hangul(character):
            return True
        return self.is_western and is_eastern(character)

    def classes(self, text):
        """The classes of a line; None if it holds a character without a class."""
        out = []
        previous = ""
        for character in " ".join(normalise(text).split()):
            signs = self._signs(character, previous)
            previous = character
            for sign in signs:
                if sign not in self._classes:
                    return None
                out.append(self._classes[sign])
        return out

    def _signs(self, character, previous):
        if character == SIGN:
            # The columns of a box are one drawing.
            return "" if previous == SIGN else SIGN
        if self.is_western and is_eastern(character):
            # Arabic letters join: one mark for each word.
            return "" if is_arabic(character) and previous and is_arabic(previous) else OTHER
        if is_hangul(character):
            return unicodedata.normalize("NFD", character)
        return character

    def text(self, classes):
        return "".join(self.alphabet[c - 1] for c in classes)
