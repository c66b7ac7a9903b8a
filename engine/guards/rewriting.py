"""The script of a translation changed, and where each of its characters went."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.document import Span
from engine.guards.edits import Edit, Edited, apply

_LONGEST: Final = 2000
"""Characters of the longest stretch that is compared with what became of it."""


def rewrite(text: str, convert: Callable[[str], str], kept: Sequence[Span] = ()) -> Edited:
    """Change the script of a text.

    Args:
        text: A Chinese text.
        convert: Changes the script of a text, and perhaps its length: words differ by region.
        kept: Spans that are not touched, in order.

    Returns:
        The text, with a map to it in which each character and each regional word has its place.
    """
    edits: list[Edit] = []
    end = 0
    for span in (*kept, Span(len(text), len(text))):
        edits += _edits(text[end : span.start], end, convert)
        end = span.end
    return apply(text, edits)


def rewrite_only(text: str, convert: Callable[[str], str], spans: Sequence[Span]) -> Edited:
    """Change the script of some spans of a text, in order."""
    found = (_edits(span.of(text), span.start, convert) for span in spans)
    return apply(text, [edit for edits in found for edit in edits])


def _edits(text: str, start: int, convert: Callable[[str], str]) -> Iterator[Edit]:
    made = convert(text)
    if len(made) == len(text):
        changed = (i for i, (old, new) in enumerate(zip(text, made, strict=True)) if old != new)
        yield from (Edit(start + i, start + i + 1, made[i]) for i in changed)
        return
    if len(text) > _LONGEST:
        yield Edit(start, start + len(text), made)
        return
    # Characters one by one are as many as before, and mostly what they are in words too.
    single = "".join(one if len(one := convert(c)) == 1 else c for c in text)
    from difflib import SequenceMatcher  # noqa: PLC0415 - most texts are written one way

    matcher = SequenceMatcher(None, single, made, autojunk=False)
    for kind, first, last, begin, stop in matcher.get_opcodes():
        if kind == "equal":
            yield from (
                Edit(start + i, start + i + 1, single[i])
                for i in range(first, last)
                if single[i] != text[i]
            )
        else:
            yield Edit(start + first, start + last, made[begin:stop])
