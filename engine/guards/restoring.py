"""Puts back what stand-ins stood for, and tags around the words they belong to.

A stand-in is looked for in the output as it is written. Where the model changed or dropped it, the
alignment tells what it became, or where its neighbours went.
"""

import re
from collections.abc import Sequence
from typing import Final

from engine.document import Span
from engine.guards.edits import Edit, apply
from engine.guards.markdown import is_apart, is_told_by_neighbours
from engine.guards.standins import Around, Protected, Slot, is_inner
from engine.patterns import regex
from engine.records import record
from engine.types import AlignedSpan

_ALIKE: Final[dict[str, tuple[str, ...]]] = {
    '"': ('"', "“", "”", "＂"),
    "'": ("'", "‘", "’", "＇"),
    "&": ("&", "＆"),
    "<": ("<", "＜", "《"),
    ">": (">", "＞", "》"),
}
"""What a model may write for a character."""

_ENDS: Final = regex(r"[\W_]*")


@record
class Candidate:
    """A translation the model offers, aligned with the text it was given."""

    text: str
    links: tuple[AlignedSpan, ...]


@record
class Restored:
    """A translation with everything put back.

    Attributes:
        text: The translation.
        links: Its alignment with the text as it was before it was protected.
        edge: Whether something that stood inside the sentence, and is no name that the model could
            read, is now at an end of it.
    """

    text: str
    links: tuple[AlignedSpan, ...]
    edge: bool


def restore(candidate: Candidate, protected: Protected, *, repair: bool = False) -> Restored | None:
    """Put everything back into a translation of a protected text.

    Args:
        candidate: The translation.
        protected: What was translated.
        repair: Find the place of a stand-in that is missing, changed or doubled by alignment.

    Returns:
        The translation, or ``None`` if something cannot be put where it belongs.
    """
    if not candidate.text.strip():
        return None
    targets: list[Span] = []
    changes: list[tuple[Edit, Slot | None]] = []
    for slot in protected.slots:
        spans = _targets(slot, candidate, protected, repair=repair)
        if not spans:
            return None
        targets.append(spans[0])
        changes.append((Edit(spans[0].start, spans[0].end, slot.item.text), slot))
        changes += ((Edit(span.start, span.end, ""), None) for span in spans[1:])
    if not _is_clean(candidate.text, protected, [edit for edit, _ in changes]):
        return None
    ranges = _tag_ranges(candidate, protected, targets)
    if ranges is None:
        return None
    made = apply(candidate.text, _edits(candidate.text, protected.around, ranges, changes))
    edge = any(
        slot.inner and not slot.named and not _has_words_around(candidate.text, target)
        for slot, target in zip(protected.slots, targets, strict=True)
    )
    return Restored(made.text, made.targets(protected.edited.sources(candidate.links)), edge)


def _targets(slot: Slot, candidate: Candidate, protected: Protected, *, repair: bool) -> list[Span]:
    """Return what is to be replaced by the item, then what is to be deleted."""
    if slot.soft:
        return _soft_targets(slot, candidate, protected)
    pattern = re.compile(rf"(?<![A-Za-z0-9_]){re.escape(slot.word)}(?![A-Za-z0-9_]|\.[A-Za-z0-9])")
    spans = [Span(*match.span()) for match in pattern.finditer(candidate.text)]
    if len(spans) == 1 or not repair:
        return spans if len(spans) == 1 else []
    if spans:
        linked = _linked(slot.place, candidate.links)
        spans.sort(key=lambda span: not any(_overlap(span, other) for other in linked))
        return spans
    return _by_alignment(slot, candidate)


def _soft_targets(slot: Slot, candidate: Candidate, protected: Protected) -> list[Span]:
    """Return the place of a character: the same one if none was lost, or what it became."""
    if not slot.word:
        return _by_alignment(slot, candidate)[:1]
    if not slot.word.strip():
        return [_with_spaces(candidate.text, span) for span in _by_alignment(slot, candidate)[:1]]
    alike = re.compile("|".join(map(re.escape, _ALIKE.get(slot.word, (slot.word,)))))
    seen = [match.start() for match in alike.finditer(protected.text)]
    made = [Span(*match.span()) for match in alike.finditer(candidate.text)]
    if len(seen) == len(made) and slot.place.start in seen:
        return [made[seen.index(slot.place.start)]]
    return _by_alignment(slot, candidate)[:1]


def _with_spaces(text: str, span: Span) -> Span:
    """Let what is put back for a space take the place of the spaces around it."""
    start, end = span.start, span.end
    while start and text[start - 1] == " ":
        start -= 1
    while end < len(text) and text[end] == " ":
        end += 1
    return Span(start, end)


def _by_alignment(slot: Slot, candidate: Candidate) -> list[Span]:
    linked = _linked(slot.place, candidate.links)
    if linked:
        return linked
    before = [link for link in candidate.links if link.source.end <= slot.place.start]
    after = [link for link in candidate.links if link.source.start >= slot.place.end]
    places: list[int] = []
    if before:
        nearest = max(link.source.end for link in before)
        places.append(max(link.target.end for link in before if link.source.end == nearest))
    if after:
        nearest = min(link.source.start for link in after)
        places.append(min(link.target.start for link in after if link.source.start == nearest))
    if slot.inner:
        places.sort(key=lambda place: not is_inner(candidate.text, Span(place, place)))
    return [Span(places[0], places[0])] if places else []


def _linked(place: Span, links: Sequence[AlignedSpan]) -> list[Span]:
    """Return the parts of the output that come from nothing but ``place``, neighbours joined."""
    spans: list[Span] = []
    for link in links:
        source, target = link.source, link.target
        if place.start <= source.start < source.end <= place.end and target.end > target.start:
            if spans and spans[-1].end == target.start:
                spans[-1] = Span(spans[-1].start, target.end)
            else:
                spans.append(target)
    return sorted(spans, key=lambda span: span.start - span.end)


def _is_clean(text: str, protected: Protected, edits: Sequence[Edit]) -> bool:
    """Say whether edits do not overlap and leave nothing of a stand-in behind."""
    end = 0
    rest: list[str] = []
    for edit in sorted(edits):
        if edit.start < end:
            return False
        rest.append(text[end : edit.start])
        end = edit.end
    left = "\0".join((*rest, text[end:]))
    if all(slot.soft for slot in protected.slots):
        return True
    head, _, tail = protected.family.partition("{}")
    numbered = rf"{re.escape(head)}\s?\d+|\d+\s?{re.escape(tail)}" if tail else rf"{head}\s?\d"
    # Of a stand-in that the model mangled, marks may be left where no sentence ends.
    ending = tail.strip(".]")
    torn = rf"|(?<![A-Za-z]){ending}(?![A-Za-z])" if ending else ""
    debris = re.compile(rf"{numbered}|\0\s?\.+(?!\Z)|\0_|\.\.+{torn}")
    seen = protected.text
    for slot in protected.slots:
        seen = seen.replace(slot.word, "\0") if not slot.soft else seen
    return len(debris.findall(left)) <= len(debris.findall(seen))


def _tag_ranges(
    candidate: Candidate, protected: Protected, targets: Sequence[Span]
) -> list[Span] | None:
    """Return for each pair of tags the part of the output that comes from what it held."""
    ranges: list[Span] = []
    for index, around in enumerate(protected.around):
        bounds = Span(0, len(candidate.text))
        for other in range(index):
            outer = protected.around[other].inside
            if _holds(outer, around.inside):
                bounds = ranges[other]
        inner = [
            target
            for slot, target in zip(protected.slots, targets, strict=True)
            if _holds(around.inside, slot.place)
        ]
        span = _range(around.inside, candidate.links, inner, targets)
        if span is None or span.start < bounds.start or span.end > bounds.end:
            return None
        ranges.append(span)
    return ranges if _are_nested(protected.around, ranges) else None


def _range(
    inside: Span, links: Sequence[AlignedSpan], inner: Sequence[Span], targets: Sequence[Span]
) -> Span | None:
    """Return the part of the output that comes from ``inside``: all of it, or its longest run."""
    units = [
        (link.target, inside.start <= link.source.start < inside.end)
        for link in links
        if link.target.end > link.target.start
        and not any(_overlap(link.target, t) for t in targets)
    ]
    units += [(target, target in inner) for target in targets]
    units.sort(key=lambda unit: (unit[0].start, unit[0].end))
    runs: list[list[Span]] = []
    open_run = False
    for span, belongs in units:
        if belongs and open_run:
            runs[-1].append(span)
        elif belongs:
            runs.append([span])
        open_run = belongs
    if not runs:
        return None
    hull = Span(runs[0][0].start, max(span.end for run in runs for span in run))
    if len(runs) == 1:
        return hull
    own = sum(span.end - span.start for run in runs for span in run)
    foreign = sum(
        span.end - span.start
        for span, belongs in units
        if not belongs and hull.start <= span.start < hull.end
    )
    longest = max(runs, key=lambda run: sum(span.end - span.start for span in run))
    if foreign * 2 <= own or not all(span in longest for span in inner):
        return hull
    return Span(longest[0].start, longest[-1].end)


def _are_nested(around: Sequence[Around], ranges: Sequence[Span]) -> bool:
    """Say whether pairs that hold nothing of each other do not overlap in the output either."""
    for index, one in enumerate(around):
        for other in range(index):
            outer = around[other].inside
            holds = _holds(outer, one.inside)
            if not holds and _overlap(ranges[index], ranges[other]):
                return False
    return True


def _edits(
    text: str,
    around: Sequence[Around],
    ranges: Sequence[Span],
    changes: Sequence[tuple[Edit, Slot | None]],
) -> list[Edit]:
    """Put what is to be done to an output in order.

    At one place come first what is inserted inside the pairs that close there, their closing tags,
    what is inserted between pairs, opening tags, and last what is inside the pairs that open.
    """
    ordered: list[tuple[int, int, int, Edit]] = []
    for index, (pair, span) in enumerate(zip(around, ranges, strict=True)):
        opening, closing = pair.opening, pair.closing
        if is_told_by_neighbours(opening):
            opening, closing = _set_off(text, index, around, ranges, changes)
        ordered.append((span.end, 1, -index, Edit(span.end, span.end, closing)))
        ordered.append((span.start, 3, index, Edit(span.start, span.start, opening)))
    for index, (edit, slot) in enumerate(changes):
        order = 5
        if slot is not None and edit.start == edit.end:
            holding = [
                span
                for pair, span in zip(around, ranges, strict=True)
                if _holds(pair.inside, slot.place)
            ]
            order = 2
            if any(span.end == edit.start for span in holding):
                order = 0
            elif any(span.start == edit.start for span in holding):
                order = 4
        padded = edit if slot is None or slot.soft else _padded(text, edit)
        ordered.append((edit.start, order, index, padded))
    return [edit for *_, edit in sorted(ordered)]


def _set_off(
    text: str,
    index: int,
    around: Sequence[Around],
    ranges: Sequence[Span],
    changes: Sequence[tuple[Edit, Slot | None]],
) -> tuple[str, str]:
    """Return the marks of a pair of Markdown's, with the spaces without which they are none."""
    pair, span = around[index], ranges[index]
    starts = {edit.start: edit.text for edit, _ in changes if edit.text}
    ends = {edit.end: edit.text for edit, _ in changes if edit.text}
    first = starts.get(span.start, text[span.start :])[:1]
    last = ends.get(span.end, text[: span.end])[-1:]
    before = ends.get(span.start, text[: span.start])[-1:]
    after = starts.get(span.end, text[span.end :])[:1]
    opens = closes = True
    for other, where in zip(around, ranges, strict=True):
        if other is pair:
            continue
        if where.end == span.start:
            before = other.closing[-1:]
        if where.start == span.end:
            after = ""  # the other one's opening mark sees to it
        # Where one pair begins or ends together with the one around it, that is set off.
        held = _holds(other.inside, pair.inside)
        opens = opens and not (held and where.start == span.start)
        closes = closes and not (held and where.end == span.end)
    set_off = opens and not is_apart(pair.opening, first, before)
    leave = closes and not is_apart(pair.closing, last, after)
    return " " * set_off + pair.opening, pair.closing + " " * leave


def _padded(text: str, edit: Edit) -> Edit:
    """Keep an item apart from the words it came to stand between."""
    before = " " if edit.start and text[edit.start - 1].isalnum() else ""
    after = " " if edit.end < len(text) and text[edit.end].isalnum() else ""
    return edit._replace(text=f"{before}{edit.text}{after}")


def _has_words_around(text: str, span: Span) -> bool:
    before, after = text[: span.start], text[span.end :]
    return not _ENDS.fullmatch(before) and not _ENDS.fullmatch(after)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
