"""Emphasis in Markdown beside Chinese: it must begin and end at words to be emphasis at all."""

import re
from collections.abc import Iterator
from typing import Final

from engine.documents.content import Close, Content, Open, Part

# Where an emphasis may not begin or end if a letter is on its other side; Chinese has no spaces.
_LEAD: Final = re.compile(r"(?:[^\w\s]|\s)*")
_TRAIL: Final = re.compile(r"(?:[^\w\s]|\s)*\Z")


def with_tight_emphasis(content: Content, raw: dict[int, tuple[str, str]]) -> Iterator[Part]:
    """Yield content in which emphasis begins and ends at words, as it must beside Chinese.

    ``这是**重点。**然后`` would show its asterisks, and so would ``这是_重点_然后``.
    """
    parts = list(content)
    emphasis = {number for number, (opening, _) in raw.items() if opening[:1] in {"*", "_", "~"}}
    for number in emphasis:
        raw[number] = (raw[number][0].replace("_", "*"), raw[number][1].replace("_", "*"))
    for at, part in enumerate(parts):
        if isinstance(part, str):
            continue
        if isinstance(part, Open) and part.number in emphasis:
            _move_out(parts, at, _LEAD)
        elif isinstance(part, Close) and part.number in emphasis:
            _move_out(parts, at, _TRAIL)
    yield from parts


def _move_out(parts: list[Part], at: int, edge: re.Pattern[str]) -> None:
    """Swap a mark with the punctuation on its inner side, if a letter stands on the outer one."""
    step = 1 if isinstance(parts[at], Open) else -1
    if not 0 < at < len(parts) - 1:
        return
    inner, outer = parts[at + step], parts[at - step]
    if not isinstance(inner, str) or not isinstance(outer, str):
        return
    match = edge.search(inner)
    if match is None or not match.group() or match.group() == inner:
        return
    border = outer[-1:] if step > 0 else outer[:1]
    if border.isalnum() or match.group().isspace():
        parts[at + step] = inner[match.end() :] if step > 0 else inner[: match.start()]
        parts[at - step] = outer + match.group() if step > 0 else match.group() + outer
