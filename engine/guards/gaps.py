"""The white space between two translated sentences."""

from typing import Final

from engine.guards.chinese import MARKS, is_wide
from engine.patterns import regex

_LATIN_END: Final = regex(r"[A-Za-z0-9%][\"'”’)\]]*[.!?…][\"'”’)\]]*\Z")
_LATIN_START: Final = regex(r"[\"'“‘(\[]*[A-Za-z0-9]")
"""How English sentences end and begin."""


def tidy_gap(gap: str, before: str, after: str) -> str:
    """Return the white space that goes between two translated sentences.

    A single space disappears where Chinese writes none: between Chinese characters, and next to a
    full-width mark. Where there is none, as between Chinese sentences, one appears if the
    translations need it: after a sentence that ends as English does and before a Latin word.
    Anything else stays exactly: line breaks, indents, tabs, several spaces, bullets, and a space
    next to a Latin word.

    Args:
        gap: What stood between the two in the source.
        before: The translation of the sentence before; empty if there is none.
        after: The translation of the sentence after; empty if there is none.
    """
    if gap == "" and _LATIN_END.search(before) and _LATIN_START.match(after):
        return " "
    if gap != " " or not before or not after:
        return gap
    ends, begins = before[-1], after[0]
    if is_wide(ends) and is_wide(begins):
        return ""
    return "" if ends in MARKS + "”’" or begins in MARKS else gap
