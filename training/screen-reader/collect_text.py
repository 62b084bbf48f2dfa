"""Collects lines of text from the packages installed on a Debian machine into one file per kind.

Sources: gettext catalogs, manual pages, help pages, source files, file names and word lists. README.md names the packages.
"""
import argparse
import gettext
import glob
import gzip
import os
import random
import re
import subprocess

from alphabets import Labels, is_eastern, normalise
from word_lists import WordLists

LONGEST = 160
LATIN = {
    "de": 2500, "fr": 2500, "es": 2000, "it": 1500, "pl": 2000, "cs": 2000, "hu": 1500, "ro": 1200, "tr": 1500,
    "sv": 1000, "da": 800, "fi": 800, "nl": 800, "pt_BR": 1200, "lt": 800, "lv": 800, "et": 500, "sk": 800,
    "sl": 500, "hr": 500, "is": 500, "ca": 500, "eo": 400, "nb": 500, "cy": 200, "ga": 300, "mt": 200, "az": 300,
}  # fmt: skip
LANGUAGES = {
    "western": {
        "latin": LATIN,
        "vietnamese": {"vi": 3000},
        "cyrillic": {"ru": 6000, "uk": 3000, "bg": 2000, "sr": 1500, "be": 800, "kk": 600, "mk": 600, "mn": 300},
        "greek": {"el": 6000},
        "hebrew": {"he": 5000},
        "armenian": {"hy": 3000},
        "georgian": {"ka": 5000},
        "thai": {"th": 6000},
        "han": {"zh_CN": 900, "zh_TW": 700, "ja": 1200, "ko": 1200},
        "arabic": {"ar": 900, "fa": 600},
    },
    "eastern": {
        "chinese": {"zh_CN": 12000, "zh_TW": 9000, "zh_HK": 1500},
        "japanese": {"ja": 16000},
        "korean": {"ko": 16000},
        "arabic": {"ar": 9000, "fa": 5000, "ur": 1500},
    },
}
MANUALS = {"chinese": ["zh_CN", "zh_TW"], "japanese": ["ja"], "korean": ["ko"]}
HELP = {"chinese": "zh-CN", "japanese": "ja", "korean": "ko"}
HELP_LINES = 15_000
CODE_FILES = {
    ".py": 250, ".ts": 200, ".js": 200, ".c": 60, ".h": 150, ".json": 120, ".css": 80, ".html": 80, ".sh": 80,
    ".md": 200, ".java": 40, ".rs": 40, ".go": 40, ".yml": 60, ".toml": 40, ".sql": 20, ".rb": 40, ".pl": 80,
}  # fmt: skip
CODE_FOLDERS = ["/usr/lib", "/usr/share", "/usr/include"]


class Collector:
    def __init__(self, network, root="/", seed=2):
        self.random = random.Random(seed)
        self.labels = Labels(network)
        self.network = network
        self.root = root.rstrip("/")
        self.words = WordLists(self.random, root)

    def kinds(self):
        """Yields (kind, lines)."""
        for kind, languages in LANGUAGES[self.network].items():
            lines = []
            for language, count in languages.items():
                lines += self._shuffled(self._catalogs(language, count))[:count]
            for language in MANUALS.get(kind, []):
                lines += [line for line in self._manual_lines(f"{self.root}/usr/share/man/{language}") if _has_eastern(line)]
            yield kind, lines
        yield "english", self._english()
        yield "manuals", self._shuffled(self._manual_lines("/usr/share/man", limit=16))[:9000]
        files = self._files()
        yield "code", self._code(files)[:22000]
        yield "paths", [path for path in files if self._fits(path)][:5000]
        with open("/usr/share/dict/words", encoding="utf8") as words:
            yield "words", self._shuffled([w for w in words.read().split("\n") if w and self._fits(w)])[:12000]

    def _shuffled(self, items):
        items = sorted(set(items))
        self.random.shuffle(items)
        return items

    def _fits(self, line):
        return all(self.labels.drawable(c) for c in line)

    def _clean(self, line):
        line = re.sub(r"<[^>]{1,40}>|&\w+;|\(_\w\)", "", line)
        if self.random.random() < 0.6:
            line = line.replace("_", "", 1)
        return " ".join(normalise(line).split())[:LONGEST]

    def _messages(self, language, files):
        places = {"", self.root}
        paths = self._shuffled([path for place in places for path in glob.glob(f"{place}/usr/share/locale/{language}/LC_MESSAGES/*.mo")])
        for path in paths[:files]:
            try:
                with open(path, "rb") as file:
                    catalog = gettext.GNUTranslations(file)._catalog
            except (IndexError, OSError, ValueError, UnicodeDecodeError):
                continue
            items = [(k, v) for k, v in catalog.items() if isinstance(k, str) and k and isinstance(v, str)]
            self.random.shuffle(items)
            yield from items[:400]

    def _catalogs(self, language, count):
        lines = set()
        for _, message in self._messages(language, 220):
            line = self._clean(message)
            if len(line) > 2 and self._fits(line):
                lines.add(line)
            if len(lines) > 2 * count:
                break
        return lines

    def _english(self):
        lines = [self._clean(key) for key, _ in self._messages("de", 60) if self.random.random() < 0.8]
        return self._shuffled([line for line in lines if len(line) > 2 and self._fits(line)])[:14000]

    def _manual_lines(self, folder, limit=60):
        lines = []
        for path in self._shuffled(glob.glob(f"{folder}/man[1-8]/*.gz"))[:700]:
            with gzip.open(path, "rt", encoding="utf8", errors="ignore") as file:
                source = file.read().split("\n")
            page = [re.sub(r"\\f.|\\&|\\|^\.\w+ ?", "", x).strip() for x in source if x[:2] not in ('.\\', "'\\")]
            page = [" ".join(normalise(x).split())[:LONGEST] for x in page if len(x) > 6]
            lines += self._shuffled([x for x in page if self._fits(x)])[:limit]
        return lines

    def more(self, kind):
        """Lines that are only trained on: help pages and dictionaries."""
        if self.network != "eastern" or kind not in LANGUAGES["eastern"]:
            return []
        lines = [self._clean(line) for line in self.words.lines(kind)]
        if kind in HELP:
            lines += self._shuffled(self._help_lines(HELP[kind]))[:HELP_LINES]
        return self._shuffled([line for line in lines if len(line) > 1 and self._fits(line)])

    def _help_lines(self, language):
        for path in glob.glob(f"{self.root}/usr/share/libreoffice/help/{language}/text/**/*.html", recursive=True):
            with open(path, encoding="utf8", errors="ignore") as file:
                paragraphs = re.findall(r"<p[^>]*>(.*?)</p>", file.read(), re.S)
            for paragraph in paragraphs:
                line = self._clean(re.sub(r"<[^>]*>", "", paragraph))
                if _has_eastern(line):
                    yield line

    def _files(self):
        found = subprocess.run(["find", *CODE_FOLDERS, "-type", "f"], capture_output=True, text=True).stdout
        return self._shuffled(found.split("\n"))

    def _code(self, files):
        left = dict(CODE_FILES)
        lines = []
        for path in files:
            kind = os.path.splitext(path)[1]
            if left.get(kind, 0) <= 0:
                continue
            with open(path, encoding="utf8", errors="ignore") as file:
                source = file.read(200_000).split("\n")
            page = [x.strip()[:LONGEST] for x in source if 6 < len(x) < 200]
            page = self._shuffled([x for x in page if self._fits(x)])
            if page:
                left[kind] -= 1
                lines += page[:14]
        return self._shuffled(lines)


def _has_eastern(line):
    return sum(is_eastern(c) for c in line) > 3


def collect(network, folder, root):
    os.makedirs(folder, exist_ok=True)
    collector = Collector(network, root)
    for kind, lines in collector.kinds():
        lines = list(dict.fromkeys(lines))
        collector.random.shuffle(lines)
        # First: the last lines of a file are kept for evaluation.
        lines = collector.more(kind) + lines
        with open(f"{folder}/{kind}.txt", "w", encoding="utf8") as file:
            file.write("\n".join(lines))
        print(f"{network} {kind}: {len(lines)} lines", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=list(LANGUAGES))
    parser.add_argument("folder")
    parser.add_argument("--root", default="/", help="where help pages and dictionaries are unpacked, if they are not installed")
    options = parser.parse_args()
    collect(options.network, options.folder, options.root)
