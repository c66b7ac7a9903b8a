"""Controls of the direction of writing, which only make sense in pairs.

Where both of a pair stand in one sentence, neither is needed for a Chinese one (see
:mod:`engine.guards.repair`). Where the other one stands outside of the sentence, it stays, and so
must this one: else all that follows would be set from right to left.
"""

from collections.abc import Iterator
from typing import Final

from engine.guards.spans import VerbatimSpan, found
from engine.patterns import regex

_CONTROL: Final = regex("[\u202a-\u202e\u2066-\u2069]")
_CLOSES: Final = {
    "\N{POP DIRECTIONAL FORMATTING}": "\u202a\u202b\u202d\u202e",
    "\N{POP DIRECTIONAL ISOLATE}": "\u2066\u2067\u2068",
}


def unpaired(text: str) -> Iterator[VerbatimSpan]:
    """Yield the controls whose other half is not in a text, in no order."""
    opened: list[int] = []
    for match in _CONTROL.finditer(text):
        at, opens = match.start(), _CLOSES.get(match.group())
        if opens is None:
            opened.append(at)
            continue
        partner = next((i for i in reversed(range(len(opened))) if text[opened[i]] in opens), None)
        if partner is None:
            yield found("control", at, at + 1)
        else:
            del opened[partner]
    for at in opened:
        yield found("control", at, at + 1)
