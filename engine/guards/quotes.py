"""Quotation marks of a Chinese translation, in pairs."""

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from typing import Final

from engine.guards.edits import Edit
from engine.guards.wide import has_han, is_wide
from engine.patterns import regex


def quotes(text: str, source: str, inside: Set[int]) -> Iterator[Edit]:
    """Pair quotation marks, the model's straight, curly and mixed-up ones.

    Args:
        text: A translation.
        source: What it is of.
        inside: Positions of the translation that are not touched.
    """
    found = [m.start() for m in re.finditer('["“”]', text) if m.start() not in inside]
    straight = sum(source.count(mark) for mark in '"“”') if found else 0
    if found and (inches := _inches(source)):
        own = [at for at in found if _number_before(text, at) in inches][: len(inches)]
        yield from (Edit(at, at + 1, '"') for at in own if text[at] != '"')
        found = [at for at in found if at not in own]
        straight -= len(inches)
    if found and len(found) % 2 == 0:
        yield from _paired(text, found, empty='""' in source or "“”" in source)
    elif len(found) == 1 and straight % 2 and text[found[0] - 1 : found[0]].isdigit():
        yield Edit(found[0], found[0] + 1, '"')  # inches
    elif found:
        yield from _odd_quotes(text, found, whole=straight % 2 == 0 and straight > 0)
    yield from _single_quotes(text, source, inside)


def _inches(source: str) -> list[str]:
    """Return the numbers that a source has a mark for inches behind, which closes nothing."""
    found: list[str] = []
    is_open = False
    for mark in re.finditer('"', source):
        at = mark.start()
        number = _number_before(source, at)
        if number and not is_open and not source[at + 1 : at + 2].isalnum():
            found.append(number)
        else:
            is_open = not is_open
    return found


def _number_before(text: str, at: int) -> str:
    """Return the number that ends at a position; empty if none does."""
    start = at
    while start and at - start < _LONGEST_NUMBER and text[start - 1] in "0123456789./½¼¾":
        start -= 1
    return text[start:at]


def _paired(text: str, found: Sequence[int], *, empty: bool) -> Iterator[Edit]:
    """Set an even number of marks; without ``empty``, those that hold nothing go."""
    made = _nested("".join(text[at] for at in found)) or "“”" * (len(found) // 2)
    hollow = {
        index
        for index, (one, other) in enumerate(pairwise(found))
        if other == one + 1 and made[index : index + 2] in ("“”", "‘’") and not empty
    }
    for index, at in enumerate(found):
        yield Edit(at, at + 1, "" if {index, index - 1} & hollow else made[index])


def _nested(marks: str) -> str:
    """Return the model's curly marks with those inside others as ``‘’``; empty if none are."""
    made, depth = "", 0
    for mark in marks:
        depth -= mark == "”"
        if mark == '"' or depth < 0:
            return ""
        made += ("“‘" if mark == "“" else "”’")[depth % 2]
        depth += mark == "“"
    return made if depth == 0 and "‘" in made else ""


def _odd_quotes(text: str, found: Sequence[int], *, whole: bool) -> Iterator[Edit]:
    """Set an odd number of marks, and add the one that is missing if the source has a pair."""
    last = found[-1]
    at_end = not text[last + 1 :].strip(_FINAL)
    if len(found) == 1 and last and (at_end or text[last] == "”"):
        if whole:
            yield Edit(0, 0, "“")
        yield Edit(last, last + 1, "”")
        return
    unclosed = sum(text[at] == "“" for at in found) > sum(text[at] == "”" for at in found)
    if whole and not at_end and [text[at] for at in found] == ["“", "”", "”"]:
        yield Edit(found[1], found[1] + 1, "")  # closed twice: the source has one pair
        return
    if whole and at_end and not unclosed:
        yield Edit(last, last + 1, "")  # one more than the model had opened
        found = found[:-1]
    elif whole:
        end = len(text.rstrip())
        yield Edit(end, end, "”")
        if all(text[at] != '"' for at in found):
            if "".join(text[at] for at in found) == "““”":  # one inside the other
                yield Edit(found[1], found[1] + 1, "‘")
                yield Edit(found[2], found[2] + 1, "’")
            return
    for index, at in enumerate(found):
        yield Edit(at, at + 1, "“”"[index % 2])


_ELIDED: Final = regex(
    r"['’](?:[0-9]0s?(?![0-9])|(?i:n['’](?![a-z])|(?:tis|twas|em|til|cause)(?![a-z])))"
    r"|(?<=['’][nN])['’]"
)
"""What begins with an apostrophe (the '90s, 'tis), and the second one of rock 'n' roll."""

_DIGITS: Final = frozenset("0123456789")
_LONGEST_NUMBER: Final = 12
_FINAL: Final = "。.？?！!，,…；;：: "


def _single_quotes(text: str, source: str, inside: Set[int]) -> Iterator[Edit]:
    found = [at for at in _single_marks(text) if at not in inside]
    if len(found) == 1 and (wanted := len(_single_marks(source))) and wanted % 2 == 0:
        at = found[0]
        if text[at - 1 : at].isalnum() or not text[at + 1 : at + 2].isalnum():
            yield Edit(at, at + 1, "")  # what it would close was never opened
            return
        end = len(text.rstrip())
        yield Edit(at, at + 1, "‘")
        yield Edit(end, end, "’")
    if len(found) % 2:
        return
    for opening, closing in zip(found[::2], found[1::2], strict=True):
        if closing == opening + 1 and "''" not in source:
            yield Edit(opening, closing + 1, "")  # quotes nothing
            continue
        if text[opening] != "'" or text[closing] != "'" or has_han(text[opening:closing]):
            yield Edit(opening, opening + 1, "‘")
            yield Edit(closing, closing + 1, "’")


def _single_marks(text: str) -> list[int]:
    """Return where single quotation marks stand: no apostrophes, no marks of feet or minutes."""
    found: list[int] = []
    for mark in re.finditer("['‘’]", text):
        at = mark.start()
        if _is_apostrophe(text, at) or (mark.group() != "‘" and _ELIDED.match(text, at)):
            continue
        # What closes something may stand behind a number, too.
        if len(found) % 2 == 0 and text[at - 1 : at] in _DIGITS and mark.group() != "‘":
            continue
        found.append(at)
    return found


def _is_apostrophe(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return before.isalnum() and after.isalnum() and not (is_wide(before) or is_wide(after))
