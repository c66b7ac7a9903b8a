"""Texts that say one thing over and over, which is enough to send a small model in circles."""

import re
from collections.abc import Sequence
from typing import Final

from engine.document import Span
from engine.patterns import regex
from engine.records import record

_LEAST: Final = 3
"""Copies from which on a text is a refrain."""

_WORDS: Final = regex(
    r"(?P<unit>[^\w\s]{0,2}[^\W_](?:[^\n]{0,40}?[^\W_])?)(?P<gap>[\s,.!?;~…*-]{1,4})(?:(?P=unit)(?P=gap)){1,999}"
    r"(?P=unit)(?P<end>[.!?…~]*)",
    re.IGNORECASE,
)
_LETTERS: Final = regex(
    r"(?P<unit>[^\W\d_]{2,6}?)(?P=unit){2,999}(?P<rest>[^\W\d_]{0,5})(?P<end>[.!?…~]*)",
    re.IGNORECASE,
)


@record
class Refrain:
    """A text that is copies of one thing.

    Attributes:
        unit: What is said.
        copies: Where each copy stands.
        gap: What stands between the copies.
        joint: What goes between them in Chinese.
        end: The marks after the last copy.
    """

    unit: str
    copies: tuple[Span, ...]
    gap: str
    joint: str
    end: str


def refrain(text: str) -> Refrain | None:
    """Read a text as a refrain, if it is one: ``no no no``, ``Go! Go! Go!``, ``hahahah``."""
    found = _WORDS.fullmatch(text)
    if found:
        unit, gap = found["unit"], found["gap"]
        joint = next((made for mark, made in _JOINTS if mark in gap), "")
        copies = _copies(len(unit), len(gap), found.start("end"))
        return Refrain(unit, copies, gap, joint, found["end"])
    found = _LETTERS.fullmatch(text)
    if found and (len(found["rest"]) < 2 or _begins(found["unit"], found["rest"])):
        copies = _copies(len(found["unit"]), 0, found.start("rest"))
        return Refrain(found["unit"], copies, "", "", found["end"])
    return None


def _begins(word: str, start: str) -> bool:
    return word.lower().startswith(start.lower())


_JOINTS: Final[Sequence[tuple[str, str]]] = (
    (",", "，"), ("!", "！"), ("?", "？"), (".", "。"), (";", "；"), ("…", "……"), ("-", "-"),
)  # fmt: skip


def _copies(size: int, gap: int, end: int) -> tuple[Span, ...]:
    return tuple(Span(start, start + size) for start in range(0, end - size + 1, size + gap))
