"""Names of which a translation has one half in Chinese and the other in Latin letters.

``兰Gosling`` and ``玛丽-Kate`` are nobody's names: both halves are written as the source does.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.document import Span
from engine.guards.edits import Edit, Edited, apply, outside
from engine.guards.letters import LATIN
from engine.guards.people import is_given
from engine.guards.wide import IS_HAN
from engine.patterns import regex
from engine.types import AlignedSpan

_PAIR: Final = regex(
    rf"(?<![\w-])(?=([^\Wa-z_][{LATIN}]+)([ -])([^\Wa-z_][{LATIN}'’]*[{LATIN}])(?![\w]))"
)
_BETWEEN: Final = frozenset(("", " ", "·", "-", " · "))
_MOST: Final = 8
"""Characters that the Chinese half of a name has at most."""


class _Halves(NamedTuple):
    """Two words of a source that are one name, and what is between them."""

    first: Span
    second: Span
    joint: str


def rejoined(
    source: str, target: str, links: Sequence[AlignedSpan], kept: Sequence[Span] = ()
) -> Edited:
    """Write both halves of a name in Latin letters where the translation has one of them so.

    Args:
        source: An English segment.
        target: Its Chinese translation.
        links: Their alignment.
        kept: Spans of the target that are not touched, in order.
    """
    if not links:
        return Edited(target)
    edits = sorted(_edits(source, target, links))
    apart = (edit for i, edit in enumerate(edits) if not i or edits[i - 1].end <= edit.start)
    return apply(target, outside(apart, kept))


def _edits(source: str, target: str, links: Sequence[AlignedSpan]) -> Iterator[Edit]:
    for halves in _pairs(source):
        first, second = halves.first.of(source), halves.second.of(source)
        if (first in target) == (second in target):
            continue
        there = first if first in target else second
        if target.count(there) != 1:
            continue
        at = target.index(there)
        lost = halves.second if there == first else halves.first
        place = _became(lost, target, links)
        if place is None:
            continue
        end = at + len(there)
        if there == second and place.end <= at and target[place.end : at] in _BETWEEN:
            yield Edit(place.start, at, first + halves.joint)
        elif there == first and end <= place.start and target[end : place.start] in _BETWEEN:
            yield Edit(end, place.end, halves.joint + second)


def _pairs(source: str) -> Iterator[_Halves]:
    for found in _PAIR.finditer(source):
        if found[2] == "-" or is_given(found[1]):
            yield _Halves(Span(*found.span(1)), Span(*found.span(3)), found[2])


def _became(word: Span, target: str, links: Sequence[AlignedSpan]) -> Span | None:
    """Return the Chinese characters that nothing but a word became, if they stand together."""
    own = [each.target for each in links if word.start <= each.source.start < word.end]
    if not own:
        return None
    place = Span(min(each.start for each in own), max(each.end for each in own))
    written = place.of(target)
    start = place.start + len(written) - len(written.lstrip("· "))
    place = Span(start, start + len(written.strip("· ")))
    whole = 0 < place.end - place.start <= _MOST and all(map(IS_HAN.match, place.of(target)))
    others = any(
        each.target.start < place.end and place.start < each.target.end
        for each in links
        if not word.start <= each.source.start < word.end
    )
    return place if whole and not others else None
