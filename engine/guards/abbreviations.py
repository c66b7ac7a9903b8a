"""Abbreviations that a model reads as the end of a sentence, or as another word, spelled out."""

import re
from collections.abc import Sequence
from typing import Final

from engine.document import Span
from engine.guards.edits import Edit, Edited, apply, outside
from engine.patterns import regex

_WORDS: Final = {"e.g.": "for example", "i.e.": "that is"}
_BEFORE_NUMBERS: Final = {
    "approx": "about",
    "ch": "chapter",
    "chap": "chapter",
    "chs": "chapters",
    "eq": "equation",
    "fig": "figure",
    "figs": "figures",
    "p": "page",
    "pp": "pages",
    "sec": "section",
    "sect": "section",
    "vol": "volume",
    "vols": "volumes",
}
_SHORT: Final = regex(
    r"(?<![\w.])(?:(?P<word>[Ee]\.\ ?g\.|[Ii]\.\ ?e\.)(?!\w)"
    # "No. 5" is only at the beginning taken for a refusal.
    r"|(?P<first>(?:(?<=\A)|(?<=\A[\"'(]))No\.\ ?(?=\d))"
    r"|(?P<counted>nos?|Nos|(?<=[a-z]\ )No)\.\ ?(?=\#?\d|:)"
    rf"|(?P<mark>(?i:{'|'.join(_BEFORE_NUMBERS)}))\.\ ?(?=\(?\d))"
)

_REFUSED: Final = regex(
    r"(?:\b(?:says?|said|saying|answer(?:s|ed)?|repl(?:y|ies|ied)|vote[sd]?|of\ course"
    r"|yes,?\ (?:or|and)|(?:answer|reply|response|verdict|vote|result)(?:'s|\ is|\ was)"
    r"|\bno,?),?\ [\"'(]?|[\"'])\Z",
    re.IGNORECASE,
)
"""Before a ``no.`` that is an answer: a number behind it begins the next sentence."""


def spell_out(text: str, kept: Sequence[Span] = ()) -> Edited:
    """Return an English text without abbreviations that small models stumble over.

    ``e.g.`` becomes ``for example``, ``Ch. 3`` ``Chapter 3``, ``pp. 4-9`` ``pages 4-9`` and
    ``no. 5`` ``number 5``. Titles, names and units stay.

    Args:
        text: A segment.
        kept: Spans that are not touched, in order.
    """
    if "." not in text[:-1]:  # the last one ends the sentence
        return Edited(text)
    edits = [
        Edit(*found.span(), _spelled(found))
        for found in _SHORT.finditer(text)
        if not (
            found["counted"] and _REFUSED.search(text[max(0, found.start() - 24) : found.start()])
        )
    ]
    return apply(text, outside(edits, kept)) if edits else Edited(text)


def _spelled(found: re.Match[str]) -> str:
    if found["first"]:
        return "Number "
    if found["counted"]:
        made = "numbers " if found["counted"].endswith("s") else "number "
        made = made.capitalize() if found["counted"] == "Nos" else made
        return made.rstrip() if found.string.startswith(":", found.end()) else made
    if found["word"]:
        made = _WORDS[found["word"].replace(" ", "").lower()]
    else:
        made = _BEFORE_NUMBERS[found["mark"].lower()] + " "
    return made[0].upper() + made[1:] if found.group()[0].isupper() else made
