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
    rf"|(?P<mark>(?i:{'|'.join(_BEFORE_NUMBERS)}))\.\ ?(?=\(?\d))"
)


def spell_out(text: str, kept: Sequence[Span] = ()) -> Edited:
    """Return an English text without abbreviations that small models stumble over.

    ``e.g.`` becomes ``for example``, ``Ch. 3`` ``Chapter 3`` and ``pp. 4-9`` ``pages 4-9``. Titles,
    names and units stay.

    Args:
        text: A segment.
        kept: Spans that are not touched, in order.
    """
    if "." not in text[:-1]:  # the last one ends the sentence
        return Edited(text)
    edits = [Edit(*found.span(), _spelled(found)) for found in _SHORT.finditer(text)]
    return apply(text, outside(edits, kept)) if edits else Edited(text)


def _spelled(found: re.Match[str]) -> str:
    if found["first"]:
        return "Number "
    if found["word"]:
        made = _WORDS[found["word"].replace(" ", "").lower()]
    else:
        made = _BEFORE_NUMBERS[found["mark"].lower()] + " "
    return made[0].upper() + made[1:] if found.group()[0].isupper() else made
