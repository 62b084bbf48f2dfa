"""Pairs of a term and its explanation, from WordNet and FOLDOC, one a line: python3 dictionary.py > DATA/dictionary.tsv

Debian packages: wordnet-base, dict-foldoc.
"""

import gzip
import re
import sys

WORDNET = "/usr/share/wordnet/data."
FOLDOC = "/usr/share/dictd/foldoc.dict.dz"
LONGEST = 300


def wordnet():
    for kind in ("noun", "verb", "adj", "adv"):
        with open(WORDNET + kind, encoding="utf8") as lines:
            for line in lines:
                if line.startswith("  "):
                    continue
                head, gloss = line.split(" | ", 1)
                fields = head.split(" ")
                names = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
                terms = [re.sub(r"\(.*\)", "", name).replace("_", " ") for name in names]
                # A proper name says little: its explanation is a date of birth.
                if terms[0][0].isupper():
                    continue
                parts = gloss.strip().split('; "')
                yield ", ".join(terms[:3]), parts[0]
                for example in parts[1:]:
                    yield parts[0], example.strip('" ')


def foldoc():
    text = gzip.open(FOLDOC, "rt", encoding="utf8", errors="replace").read()
    # A term stands at the left edge, its explanation is set in.
    for term, body in re.findall(r"\n\n(\S[^\n]+)(?:\n\S[^\n]*)*\n\n((?:   [^\n]*\n)+)", text):
        body = re.sub(r"<[^>]*>|[{}]", "", " ".join(body.split()))
        sentence = re.match(r"(?:\([^)]*\) )?(.*?[a-z]{2}\.)(?: |$)", body)
        if sentence and len(sentence[1]) > 30:
            yield term, sentence[1].strip()


for term, explanation in [*wordnet(), *foldoc()]:
    if "\t" not in term and 8 <= len(explanation) <= LONGEST:
        sys.stdout.write(f"{term}\t{explanation}\n")
