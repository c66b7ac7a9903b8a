"""The letter of a menu's label that a key is for: ``&File``, ``Save &As…``, ``_Edit``.

In Chinese no letter of the label can be underlined; programs put it in brackets behind the words
instead: ``文件(&F)``, ``编辑(_E)``.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.document import Segment, Span
from engine.guards.edits import Edit, Edited, apply
from engine.guards.wide import has_han
from engine.patterns import regex
from engine.records import record
from engine.types import Alternative, TranslatedSegment

_LONGEST: Final = 48
_LABEL: Final = regex(
    r"(?P<before>[^&_.!?;<>{}\\=@#/]*?)(?P<mark>[&_])(?P<letter>[A-Za-z])"
    r"(?P<after>[^&_.!?;<>{}\\=@#]*)(?:\.\.\.|…|:)?"
)
_MOST_WORDS: Final = 6
_STARTED: Final = regex(r"[A-Za-z]*\Z")
_GOES_ON: Final = regex(r"[A-Za-z]*")
_TAIL: Final = regex(r"(?:[.…。:：]+|\s)*\Z")
_ENTITIES: Final = frozenset(("amp", "lt", "gt", "nbsp", "quot", "copy", "reg", "apos"))
"""What stands behind ``&`` in HTML, also where its semicolon was left out."""


@record
class Label:
    """A menu's label without its mark.

    Attributes:
        text: What it was.
        plain: The label, with a map to where its parts were.
        key: The mark and the letter behind it.
    """

    text: str
    plain: Edited
    key: str


def find_label(text: str, knows: Callable[[str], bool]) -> Label | None:
    """Return a text as a menu's label with a mnemonic, if it surely is one.

    Args:
        text: A segment, whole.
        knows: Whether something is a word: ``E&xit`` is one without its mark, ``you&me`` is not.
    """
    if len(text) > _LONGEST or not ("&" in text or "_" in text):
        return None
    match = _LABEL.fullmatch(text)
    if match is None or len(text.split()) > _MOST_WORDS:
        return None
    start = _STARTED.search(match["before"])
    begun = start.group() if start else ""
    rest = _GOES_ON.match(match["after"])
    word = begun + match["letter"] + (rest.group() if rest else "")
    if not _is_marked(match, begun, word, knows):
        return None
    at = match.start("mark")
    key = match["mark"] + match["letter"].upper()
    return Label(text, apply(text, [Edit(at, at + 1, "")]), key)


def _is_marked(match: re.Match[str], begun: str, word: str, knows: Callable[[str], bool]) -> bool:
    """Say whether the mark in a word tells a key."""
    if match["mark"] == "_" or begun:
        # Names of programs, and words joined, hold such marks as well.
        first = match["before"][:1] or match["letter"]
        known = knows(word) or knows(word.lower())
        if not (first.isupper() and known and (not begun or word[1:].islower())):
            return False
    before = match["before"]
    if word in _ENTITIES:
        return False
    return bool(begun) or not before or before[-1] in " (\"'"


def labelled(made: TranslatedSegment, label: Label) -> TranslatedSegment:
    """Return the translation of a label with the key in brackets behind its words.

    What was not translated is the label as it was.
    """
    whole = Segment(0, Span(0, len(label.text)), label.text)
    if not has_han(made.text):
        return replace(made, segment=whole, text=label.text, alignment=(), alternatives=())
    put = _with_key(made.text, label.key)
    others = tuple(
        Alternative(_with_key(each.text, label.key).text, each.score) for each in made.alternatives
    )
    links = put.targets(label.plain.sources(made.alignment))
    return replace(made, segment=whole, text=put.text, alignment=links, alternatives=others)


def _with_key(text: str, key: str) -> Edited:
    tail = _TAIL.search(text)
    at = tail.start() if tail else len(text)
    return apply(text, [Edit(at, at, f"({key})")])
