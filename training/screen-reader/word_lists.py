"""Lines of everyday words from dictionaries: program translations and manuals alone know no garden, kitchen or weather.

Frequent words come more often where a dictionary says how frequent they are. README.md names the packages.
"""
import math
import re
import unicodedata

from bidi import without_marks

LINES = 24_000
IPADIC = "usr/share/mecab/dic/ipadic"
IPADIC_FILES = ["Noun", "Noun.verbal", "Noun.adjv", "Noun.adverbal", "Noun.demonst", "Adverb", "Verb", "Adj", "Interjection"]
# Of IPADIC: the higher the cost, the rarer the word.
COST_STEP = 1500
PARTICLES = "は が を に の と で も から まで より へ や です ます でした ました ください".split()
ENDINGS = (
    "은 는 이 가 을 를 에 에서 으로 로 와 과 도 만 의 까지 부터 에게 처럼 보다 입니다 합니다 했습니다 하세요 해요 했어요 "
    "하지만 이라고 였어요 습니다 겠습니다 았어요 었어요 네요 지요 하고 이나"
).split()
ARABIC_PREFIXES = ["ال", "ال", "ال", "و", "وال", "ب", "بال", "لل", "ف"]
# With the share of the words that come from it.
ARABIC_LISTS = {"fa": 0.15, "ar": 0.85}
HANGUL = re.compile(r"^[가-힣]+$")
ARABIC_WORD = re.compile(r"^[\u0621-\u064a\u067e\u0686\u0698\u06a9\u06af\u06cc]{2,}$")


class WordLists:
    def __init__(self, random, root="/"):
        self.random = random
        self._root = root.rstrip("/")

    def lines(self, kind):
        """Lines of one script; empty where its dictionaries are not installed."""
        found = {"chinese": self._chinese, "japanese": self._japanese, "korean": self._korean, "arabic": self._arabic}[kind]()
        if not found:
            return []
        words, weights = list(found), list(found.values())
        picked = iter(self.random.choices(words, weights, k=14 * LINES))
        return [getattr(self, f"_{kind}_line")(picked) for _ in range(LINES)]

    def _read(self, path, encoding="utf8"):
        try:
            with open(f"{self._root}/{path}", encoding=encoding, errors="ignore") as file:
                return file.read().split("\n")
        except FileNotFoundError:
            return []

    def _chinese(self):
        found = {}
        for line in self._read("usr/lib/python3/dist-packages/jieba/dict.txt"):
            word, *rest = line.split(" ")
            if len(word) > 1 and rest:
                found[word] = math.sqrt(int(rest[0]) + 1)
        for line in self._read("usr/share/rime-data/essay.txt"):
            word, _, count = line.partition("\t")
            if len(word) > 1 and count.isdigit():
                found.setdefault(word, 0.5 * math.sqrt(int(count) + 1))
        return found

    def _japanese(self):
        found = {}
        for name in IPADIC_FILES:
            for line in self._read(f"{IPADIC}/{name}.csv", "euc-jp"):
                fields = line.split(",")
                if len(fields) > 4 and fields[0]:
                    found[fields[0]] = max(found.get(fields[0], 0), math.exp(-int(fields[3]) / COST_STEP))
        return found

    def _korean(self):
        words = (unicodedata.normalize("NFC", line.split("/")[0]) for line in self._read("usr/share/hunspell/ko.dic"))
        return {word: 1 for word in words if HANGUL.match(word) and len(word) < 7}

    def _arabic(self):
        found = {}
        for name, share in ARABIC_LISTS.items():
            lines = self._read(f"usr/share/hunspell/{name}.dic")
            words = {without_marks(line.split("/")[0].strip()) for line in lines}
            known = [word for word in sorted(words) if ARABIC_WORD.match(word)]
            found |= {word: share / len(known) for word in known}
        return found

    def _unspaced_line(self, words, joints, share):
        chance = self.random
        line = ""
        for _ in range(chance.randrange(2, 9)):
            line += next(words)
            if chance.random() < share:
                line += chance.choice(joints)
            if chance.random() < 0.12:
                line += chance.choice("，、。") if chance.random() < 0.9 else " "
        return line + chance.choice(["", "。"])

    def _chinese_line(self, words):
        return self._unspaced_line(words, "的了在是和也很不有我你他这那就都要会对上下中", 0.3)

    def _japanese_line(self, words):
        return self._unspaced_line(words, PARTICLES, 0.6)

    def _spaced_line(self, words, change, comma):
        chance = self.random
        parts = [change(next(words)) + (comma if chance.random() < 0.12 else "") for _ in range(chance.randrange(2, 11))]
        return " ".join(parts) + chance.choice(["", "."])

    def _korean_line(self, words):
        chance = self.random
        return self._spaced_line(words, lambda word: word + (chance.choice(ENDINGS) if chance.random() < 0.45 else ""), ",")

    def _arabic_line(self, words):
        chance = self.random
        return self._spaced_line(words, lambda word: (chance.choice(ARABIC_PREFIXES) if chance.random() < 0.2 else "") + word, "،")
