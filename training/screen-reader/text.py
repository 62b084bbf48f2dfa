"""Makes lines of text: real lines from the collected files, and numbers, identifiers, addresses and random strings."""
import glob
import os
import string

from alphabets import ASCII, CYRILLIC, GREEK, LATIN, SIGN, SYMBOLS, VIETNAMESE, Labels, is_arabic, is_eastern

# The last lines of each file are kept for evaluation.
HELD_OUT_LINES = 300

WEIGHTS = {
    "western": {
        "english": 14, "manuals": 9, "code": 18, "latin": 14, "vietnamese": 4, "cyrillic": 10, "greek": 6, "hebrew": 4,
        "armenian": 3, "georgian": 3, "thai": 10, "han": 4, "arabic": 1.5, "paths": 4, "words": 5, "numbers": 6,
        "mixed": 9, "random": 8, "repeats": 5, "signs": 3, "letters": 6, "thai alike": 4,
        "labels": 9,
    },
    "eastern": {
        "english": 4, "manuals": 2, "code": 6, "paths": 1, "words": 2, "numbers": 2.5, "mixed": 3, "repeats": 1,
        "random": 1.5, "chinese": 20, "japanese": 22, "korean": 16, "arabic": 34, "han random": 16, "hangul random": 9,
        "signs": 1.5, "arabic random": 4,
    },
}  # fmt: skip
REPEATS = (
    "... .... . .. --- ---- -- ==== == === // /// **** ** ## ### '' \"\" (( )) {{ }} () [] {} || && ++ :: !! ?? << >> "
    "-> => <= >= != !== </ /> ); }); \"}, ____ __ ~~~ ll lll ii Il lI1 iii oo 00 000 11 1l O0 www rn mm nn vv cl ff tt "
    ":; ,. '. \". ,, ;; %% $$ fi fl"
).split() + ["- - -", "* * *", ". . ."]
# Thai letters that differ by a loop, a tail or a notch.
THAI_ALIKE = "บปษ ผฝพฟฬ ดตคศ ถกภฤ ชซขฃ นมฉ วรธจง ลส ทหฑ ฎฏฐ ใไโ อฮ ญณ".split()
BULLETS = "•→✓▶-*○✕›▼…×+☐⋮●"


class Lines:
    def __init__(self, network, folder, random, held_out=False):
        self.random = random
        self.weights = dict(WEIGHTS[network])
        self.labels = Labels(network)
        self.files = {}
        for path in sorted(glob.glob(f"{folder}/text/*.txt")):
            with open(path, encoding="utf8") as file:
                lines = [line for line in file.read().split("\n") if line]
            self.files[os.path.basename(path)[:-4]] = lines[-HELD_OUT_LINES:] if held_out else lines[:-HELD_OUT_LINES]
        alphabet = set(self.labels.alphabet)
        self.accented = [c for c in LATIN + VIETNAMESE if c in alphabet and c.isalpha()]
        self.cyrillic = [c for c in CYRILLIC if c in alphabet]
        self.greek = [c for c in GREEK if c in alphabet]
        self.symbols = [c for c in SYMBOLS + LATIN if c in alphabet and not c.isalpha()]
        self.han = [c for c in self.labels.alphabet if 0x2E80 <= ord(c) < 0xFFFD and c != "\ue000"]
        self.arabic = [c for c in self.labels.alphabet if is_arabic(c) and c.isalpha()]
        self._kinds = list(self.weights)
        self._makers = {
            "numbers": lambda: "  ".join(self.number() for _ in range(random.randrange(1, 7))),
            "mixed": self.mixed,
            "random": self.random_words,
            "repeats": self.repeats,
            "signs": self.signs,
            "letters": self.letters,
            "labels": self.label,
            "thai alike": self.thai_alike,
            "words": lambda: " ".join(self.word() for _ in range(random.randrange(1, 9))),
            "han random": self.random_han,
            "hangul random": lambda: "".join(self._hangul() for _ in range(random.randrange(2, 40))),
            "arabic random": lambda: " ".join(self._arabic_word() for _ in range(random.randrange(1, 9))),
        }

    def line(self, kind=None):
        """(kind, text)."""
        chance = self.random
        kind = kind or chance.choices(self._kinds, self.weights.values())[0]
        if kind in self._makers:
            text = self._makers[kind]()
        else:
            text = self.pick(kind)
            while len(text) < 80 and chance.random() < 0.85:
                text += chance.choice(["   ", " ", " "]) + self.pick(kind)
        return kind, self._vary(text)

    def _vary(self, text):
        chance = self.random
        style = chance.random()
        if style < 0.05:
            text = text.upper()
        elif style < 0.08:
            text = text.lower()
        elif style < 0.1:
            text = text.title()
        if chance.random() < 0.04:
            text = self._insert(text, chance.choice(self.symbols))
        if chance.random() < 0.05:
            text = self._insert(text, SIGN)
        if chance.random() < 0.04:
            text = f"{chance.choice(BULLETS)} {text}"
        if chance.random() < 0.03:
            text = f"{SIGN} {text}"
        if chance.random() < 0.04:
            text = f"{chance.randrange(1, 2000)} {text}"
        return text

    def _insert(self, text, sign):
        words = text.split(" ")
        words.insert(self.random.randrange(len(words) + 1), sign)
        return " ".join(words)

    def pick(self, kind):
        return self.random.choice(self.files[kind])

    def word(self):
        return self.pick("words").replace("'s", "")

    def mixed(self):
        makers = [self.identifier, self.address, self.number, self.identifier]
        return " ".join(self.random.choice(makers)() for _ in range(self.random.randrange(1, 6)))

    def number(self):
        chance = self.random
        whole = chance.randrange
        kinds = [
            lambda: str(whole(10 ** whole(1, 9))),
            lambda: str(whole(10 ** whole(1, 5))),
            lambda: f"{whole(1, 32):02d}.{whole(1, 13):02d}.{whole(1990, 2035)}",
            lambda: f"{whole(1990, 2035)}-{whole(1, 13):02d}-{whole(1, 32):02d}",
            lambda: f"{whole(1990, 2035)}-{whole(1, 13):02d}-{whole(1, 32):02d}T{whole(24):02d}:{whole(60):02d}:{whole(60):02d}Z",
            lambda: f"{whole(24)}:{whole(60):02d}" + chance.choice(["", f":{whole(60):02d}", " AM", " PM"]),
            lambda: chance.choice("$€£ ¥₽").strip() + f"{whole(10 ** whole(1, 7)):,}" + chance.choice(["", ".00", f".{whole(100):02d}"]),
            lambda: f"{chance.uniform(0, 100):.{whole(1, 5)}f}" + chance.choice(["%", " %", " ms", " MB", " GB", " kB", "px", " s", "°C", "x"]),
            lambda: ".".join(str(whole(256)) for _ in range(4)) + chance.choice(["", ":8080", "/24"]),
            lambda: "v" + ".".join(str(whole(30)) for _ in range(3)),
            lambda: f"0x{chance.getrandbits(chance.choice([8, 16, 32, 64])):x}",
            lambda: f"({whole(10, 999)}) {whole(100, 999)}-{whole(1000, 9999)}",
            lambda: f"{chance.uniform(-10, 10):.3e}",
            lambda: f"{whole(1, 200)}/{whole(1, 200)}",
        ]
        return chance.choice(kinds)()

    def identifier(self):
        chance = self.random
        words = [self.word() for _ in range(chance.randrange(1, 4))]
        kinds = [
            lambda: words[0].lower() + "".join(w.capitalize() for w in words[1:]),
            lambda: "_".join(words).lower(),
            lambda: "-".join(words).lower(),
            lambda: "_".join(words).upper(),
            lambda: ".".join(words).lower(),
            lambda: "".join(w.capitalize() for w in words) + str(chance.randrange(100)),
            lambda: "".join(chance.choice("0123456789abcdef") for _ in range(chance.choice([7, 8, 12, 16, 32, 40]))),
        ]
        return chance.choices(kinds, [3, 2, 1, 1, 1, 1, 1])[0]()

    def address(self):
        chance = self.random
        word = lambda: self.word().lower().replace("'", "")  # noqa: E731
        if chance.random() < 0.3:
            return f"{word()}.{word()}@{word()}.{chance.choice(['com', 'org', 'de', 'io', 'net', 'fr'])}"
        host = chance.choice(["https://", "http://", "www.", ""]) + word() + chance.choice([".com", ".org", ".io", ".de", ".dev", ".ru"])
        path = "/" + "/".join(word() for _ in range(chance.randrange(0, 4)))
        if chance.random() < 0.4:
            path += f"?{word()}={self.number()}&{word()}={word()}"
        if chance.random() < 0.2:
            path += "#" + word()
        return (host + path).replace(" ", "")

    def repeats(self):
        """Runs of the same sign, and pairs that are easily confused."""
        chance = self.random
        out = []
        for _ in range(chance.randrange(2, 10)):
            kind = chance.random()
            if kind < 0.12:
                out.append(chance.choice(".-=_*#~/+|:>") * chance.randrange(2, 40))
            elif kind < 0.17:
                out.append(" ".join([chance.choice(".-*=+|")] * chance.randrange(2, 20)))
            elif kind < 0.6:
                out.append(chance.choice(REPEATS))
            elif kind < 0.8:
                out.append(self.identifier() + chance.choice(REPEATS))
            else:
                out.append(chance.choice(REPEATS) + self.number() + chance.choice(REPEATS))
        return (" " if chance.random() < 0.7 else "").join(out)

    def signs(self):
        """Icons, emoji and box drawing between words."""
        chance = self.random
        words = [self.word() if chance.random() < 0.6 else SIGN * chance.choice([1, 1, 1, 2, 4]) for _ in range(chance.randrange(1, 9))]
        return " ".join(words) if chance.random() < 0.8 else "".join(words)

    def letters(self):
        """Words with lone letters between and after them, most of all those that look like a cursor."""
        chance = self.random
        words = [self.word() for _ in range(chance.randrange(1, 6))]
        for _ in range(chance.randrange(1, 3)):
            letter = chance.choice("llIIi1jf" if chance.random() < 0.6 else string.ascii_letters + string.digits)
            words.insert(len(words) if chance.random() < 0.6 else chance.randrange(len(words)), letter)
        return " ".join(words)

    def label(self):
        """The name under an icon, on a button or a tab: nothing around it tells its script."""
        chance = self.random
        kind = chance.choices(["english", "latin", "cyrillic", "greek"], [12, 3, 3, 1])[0]
        words = self.pick(kind).split()[: chance.choice([1, 1, 1, 2, 2, 3])]
        return " ".join(words).strip("_:.…").replace("_", "").capitalize() or self.word()

    def thai_alike(self):
        """A Thai line with letters in place of those that look alike: the words around them do not tell which is right."""
        chance = self.random
        rivals = {letter: group for group in THAI_ALIKE for letter in group}
        return "".join(chance.choice(rivals[c]) if c in rivals and chance.random() < 0.4 else c for c in self.pick("thai"))

    def random_words(self):
        chance = self.random
        script = chance.choice([self.accented, self.accented, self.cyrillic, self.greek]) or ASCII
        out = []
        for _ in range(chance.randrange(2, 12)):
            kind = chance.random()
            length = chance.randrange(1, 9)
            letters = ASCII[1:] if kind < 0.4 else string.ascii_letters + string.digits if kind < 0.55 else script
            if 0.55 <= kind < 0.68:
                letters, length = self.symbols + list(ASCII[1:16]), chance.randrange(1, 4)
            word = "".join(chance.choice(letters) for _ in range(length))
            out.append(word.capitalize() if chance.random() < 0.15 else word)
        return " ".join(out)

    def random_han(self):
        """Every character of the alphabet equally often, sometimes between real words."""
        chance = self.random
        text = "".join(chance.choice(self.han) for _ in range(chance.randrange(2, 40)))
        if chance.random() < 0.3:
            text = f"{text[:12]} {self.identifier()} {text[12:]}"
        return text

    def _hangul(self):
        return chr(self.random.randrange(0xAC00, 0xD7A4)) if self.random.random() < 0.93 else " "

    def _arabic_word(self):
        return "".join(self.random.choice(self.arabic) for _ in range(self.random.randrange(2, 9)))


def script_of(text):
    """The script that decides which fonts can show a line."""
    for character in text:
        code = ord(character)
        if is_arabic(character):
            return "arabic"
        if 0xAC00 <= code < 0xD7A4:
            return "hangul"
        if 0x3040 <= code < 0x3100:
            return "kana"
    for character in text:
        code = ord(character)
        if is_eastern(character):
            return "han"
        for name, first, last in SCRIPTS:
            if first <= code <= last:
                return name
    return "latin"


SCRIPTS = [
    ("thai", 0xE00, 0xE5F),
    ("hebrew", 0x590, 0x5FF),
    ("armenian", 0x530, 0x58F),
    ("georgian", 0x10A0, 0x10FF),
    ("greek", 0x386, 0x3FF),
    ("cyrillic", 0x400, 0x52F),
    ("vietnamese", 0x1EA0, 0x1EFF),
]
