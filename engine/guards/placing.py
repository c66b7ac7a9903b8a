"""Translates around what must not change: the order of attempts, and the guarantee at their end.

Work is described as a generator that yields texts for the model and is sent what the model offers.
Many of them can so be run side by side, a batch of texts at a time.
"""

import re
from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, Literal

from engine.alignment import shifted
from engine.document import Span
from engine.guards.elements import Elements, Item, cuts, elements, enclosed
from engine.guards.restoring import Candidate, restore
from engine.guards.said import has_stray_bracket, is_fuller, says_little
from engine.guards.spans import VerbatimSpan, found
from engine.guards.standins import FAMILIES, Protected, protect
from engine.guards.tags import TAG
from engine.guards.verbatim import find_verbatim
from engine.patterns import regex
from engine.records import record
from engine.types import AlignedSpan

__all__ = ["Candidate", "Placed", "Placing", "Step", "is_kept", "place"]

Step = Literal["plain", "as-is", "copied", "aligned", "apart", "split", "source"]
"""What it took, from least to most: nothing stood in the text; nothing else stood in it; the
stand-ins were copied; alignment found a place for some; what tags enclose was translated by itself;
the sentence was split; the source was kept."""

_STEPS: Final[tuple[Step, ...]] = (
    "plain",
    "as-is",
    "copied",
    "aligned",
    "apart",
    "split",
    "source",
)

_MOST_ITEMS: Final = 8
"""More of them in one sentence confuse the model: it is cut between them."""

_MOST_SPANS: Final = 48
"""Of a sentence with more, tags included, only the split is tried."""

_EDGE_RETRIES: Final = 2
"""Further families tried when something from inside the sentence came out at an end of it."""

_FULL_ENOUGH: Final = 0.8
"""Share of its characters that a translation may lose for the sake of a span inside of it."""

_QUOTES: Final = frozenset({"''", '""', "“”", "‘’", "«»"})
"""Marks that stand around a quoted word."""

_MOST_WORK: Final = 50_000_000
_WORD: Final = regex(r"[^\W_]")
_BREAK: Final = regex(r"[,;:，；：]\s+|\s+")
_ENDED: Final = regex(r"[.!?…。！？:;,][\"'”’)\]]*\s*\Z")


@record
class Placed:
    """A translation in which every verbatim span of the source stands unchanged.

    Attributes:
        text: The translation.
        links: Its alignment with the source.
        step: What it took.
        lost: Whether it is the source because no translation would have kept every span.
    """

    text: str
    links: tuple[AlignedSpan, ...]
    step: Step
    lost: bool = False


Placing = Generator[str, Sequence[Candidate], Placed]
"""Yields texts to translate, is sent the model's candidates, best first, and returns the result."""


def place(
    text: str, *, chinese: bool = False, spans: Sequence[VerbatimSpan] | None = None
) -> Placing:
    """Translate a segment so that its verbatim spans stay as they are, whatever the model does.

    Every span appears in the result as many times as in ``text``, and a closing tag after the one
    that it closes.

    Args:
        text: The segment.
        chinese: As in :func:`engine.guards.verbatim.find_verbatim`.
        spans: What that finds in the text, if it is known.
    """
    if spans is None:
        spans = find_verbatim(text, chinese=chinese)
    if not spans:
        return (yield from _plain(text))
    if not _has_words(text, 0, len(text), spans):
        return Placed(text, (), "as-is")
    made = yield from _parts(text, spans, chinese=chinese)
    if is_kept(text, made.text, spans):
        return made
    return Placed(text, (), "source", lost=True)


def _plain(text: str) -> Placing:
    """Translate a text that holds no span; the model may not put tags of its own into it."""
    candidates = yield text
    for each in candidates:
        if each.text.strip() and is_kept(text, each.text, ()):
            return Placed(each.text, each.links, "plain")
    return Placed(text, (), "source")


def is_kept(source: str, target: str, spans: Sequence[VerbatimSpan]) -> bool:
    """Say whether each span appears in the target as often as in the source, and no other tag.

    Only a text with so many spans that counting would take seconds is trusted unchecked.
    """
    if not spans and "<" not in target:
        return True
    written = {each.span.of(source) for each in spans}
    if len(written) * (len(source) + len(target)) > _MOST_WORK:
        return True
    if not all(source.count(each) == target.count(each) for each in written):
        return False
    return "<" not in target or _tags(source) == _tags(target)


def _tags(text: str) -> list[str]:
    return sorted(match.group() for match in TAG.finditer(text))


def _parts(text: str, spans: Sequence[VerbatimSpan], *, chinese: bool) -> Placing:
    """Translate what stands between cuts, each by itself."""
    borders = [*cuts(text, spans), *_trailing(text, spans)]
    parts: list[Placed] = []
    end = 0
    for border in (*sorted(borders, key=lambda span: span.start), Span(len(text), len(text))):
        parts += yield from _pieces(text, Span(end, border.start), spans, chinese=chinese)
        parts.append(Placed(border.of(text), (), "as-is"))
        end = border.end
    return _concatenated(parts)


def _trailing(text: str, spans: Sequence[VerbatimSpan]) -> tuple[Span, ...]:
    """Return the spans after the end of the last sentence, such as the tags of a post, as one."""
    start = len(text)
    for each in reversed(spans):
        if _WORD.search(text, each.span.end, max(start, each.span.end)) or each.kind == "markup":
            break
        start = each.span.start
        if re.search(r"[.!?…][\"'”’)]*\s*\Z", text[max(0, start - 32) : start]) and (
            _WORD.search(text, 0, start)
        ):
            return (Span(start, len(text)),)
    return ()


def _pieces(
    text: str, span: Span, spans: Sequence[VerbatimSpan], *, chinese: bool
) -> Generator[str, Sequence[Candidate], list[Placed]]:
    """Translate a part of a text, cut where it has more items than a model can carry."""
    made: list[Placed] = []
    for piece in _portions(text, span, spans):
        written = piece.of(text)
        core = written.strip()
        lead = len(written) - len(written.lstrip())
        before = piece.start + lead
        own = spans
        if core != text:
            own = [
                found(each.kind, each.span.start - before, each.span.end - before)
                for each in spans
                if before <= each.span.start and each.span.end <= piece.end
            ]
        if not core or not _has_words(core, 0, len(core), own):
            made.append(Placed(written, (), "as-is"))
            continue
        placed = yield from _sentence(core, own, chinese=chinese)
        made += (
            Placed(written[:lead], (), "as-is"),
            Placed(placed.text, _moved(placed.links, before), placed.step),
            Placed(written[lead + len(core) :], (), "as-is"),
        )
    return made


def _portions(text: str, span: Span, spans: Sequence[VerbatimSpan]) -> Iterable[Span]:
    """Yield a part of a text in portions of a few items each, cut at a break between two."""
    inner = [each.span for each in spans if span.start <= each.span.start < span.end]
    count, start = 0, span.start
    tagged = any(each.kind == "markup" for each in spans)
    for one, other in pairwise(inner):
        count += 1
        found = [match.end() for match in _BREAK.finditer(text, one.end, other.start)]
        if count >= _MOST_ITEMS and found and (not tagged):
            yield Span(start, found[0])
            count, start = 0, found[0]
    yield Span(start, span.end)


def _sentence(text: str, spans: Sequence[VerbatimSpan], *, chinese: bool) -> Placing:
    """Try the ways to translate a sentence around its spans, from the best to the surest."""
    if not spans:
        return (yield from _plain(text))
    made = edged = None
    if len(spans) <= _MOST_SPANS:
        found = elements(text, spans)
        made, edged = yield from _with_standins(text, found, spans)
        if made is None and found.pairs:
            made = yield from _with_elements_apart(text, found, spans, chinese=chinese)
    best = made or edged
    if best is not None and not chinese:
        return best
    if made is not None and not says_little(text, spans, made.text):
        return made
    # A split leaves every span where it was, and says at least something of every piece.
    split = yield from _split(text, spans)
    if best is None or is_fuller(split.text, best.text, share=1 if made else _FULL_ENOUGH):
        return split
    return best


def _with_standins(
    text: str, found: Elements, spans: Sequence[VerbatimSpan]
) -> Generator[str, Sequence[Candidate], tuple[Placed | None, Placed | None]]:
    """Translate with stand-ins; the first family's best translation is repaired if none is good.

    Returns:
        The translation, if there is a good one, else the best of those in which something from
        inside the sentence came to stand at an end of it, if there is one.
    """
    offered: list[tuple[Protected, Candidate]] = []
    edged: Placed | None = None
    retries = 0
    families = FAMILIES if found.items else FAMILIES[:1]
    for family in families:
        first = family == FAMILIES[0]
        protected = protect(text, found if first else enclosed(text, found), family, soft=first)
        candidates = yield protected.text
        for each in candidates:
            restored = restore(each, protected)
            if restored is None or not is_kept(text, restored.text, spans):
                continue
            if has_stray_bracket(restored.text) and not has_stray_bracket(text):
                continue
            if not restored.edge:
                return Placed(restored.text, restored.links, "copied"), None
            edged = edged or Placed(restored.text, restored.links, "copied")
        offered += ((protected, each) for each in candidates[:1])
        retries += edged is not None
        if retries > _EDGE_RETRIES:
            break
    for protected, candidate in offered if edged is None else ():
        mended = restore(candidate, protected, repair=True)
        if mended and is_kept(text, mended.text, spans):
            placed = Placed(mended.text, mended.links, "aligned")
            if not mended.edge:
                return placed, None
            edged = edged or placed
    return None, edged


def _with_elements_apart(
    text: str, found: Elements, spans: Sequence[VerbatimSpan], *, chinese: bool
) -> Generator[str, Sequence[Candidate], Placed | None]:
    """Translate what outermost pairs of tags enclose by itself, and put it back as items."""
    items: list[Item] = []
    end = 0
    for pair in found.pairs:
        whole = Span(pair.opening.start, pair.closing.end)
        if whole.start < end:
            continue
        end = whole.end
        inside = pair.inside.of(text)
        made = yield from place(inside, chinese=chinese)
        written = pair.opening.of(text) + made.text + pair.closing.of(text)
        items.append(Item(whole, written))
    taken = tuple(items)
    items += (
        item
        for item in found.items
        if not any(one.span.start <= item.span.start < one.span.end for one in taken)
    )
    items.sort(key=lambda item: item.span.start)
    apart = Elements(tuple(items), ())
    made_around, _ = yield from _with_standins(text, apart, spans)
    return None if made_around is None else replace(made_around, step="apart")


def _split(text: str, spans: Sequence[VerbatimSpan]) -> Placing:
    """Translate what stands between the spans, piece by piece, and copy the spans in between."""
    parts: list[Placed] = []
    end = 0
    borders = [_quoted(text, each.span) for each in spans]
    for border in (*borders, Span(len(text), len(text))):
        between = text[end : border.start]
        core = between.strip()
        if _WORD.search(core):
            lead = len(between) - len(between.lstrip())
            candidates = yield core
            made = _piece(core, candidates, spans, text)
            parts += (
                Placed(between[:lead], (), "split"),
                Placed(made.text, _moved(made.links, end + lead), made.step),
                Placed(between[lead + len(core) :], (), "split"),
            )
        else:
            parts.append(Placed(between, (), "split"))
        parts.append(Placed(border.of(text), (), "split"))
        end = border.end
    return _concatenated(parts)


def _quoted(text: str, span: Span) -> Span:
    """Return a span with the quotation marks right around it: apart, each is a riddle."""
    around = text[max(0, span.start - 1) : span.start] + text[span.end : span.end + 1]
    return Span(span.start - 1, span.end + 1) if around in _QUOTES else span


def _piece(
    core: str, candidates: Sequence[Candidate], spans: Sequence[VerbatimSpan], text: str
) -> Placed:
    """Return the best translation of a piece that invents no copy of a span, or the piece."""
    written = {each.span.of(text) for each in spans}
    for each in candidates:
        if not each.text.strip():
            continue
        if all(each.text.count(one) == core.count(one) for one in written):
            made = each.text
            if not _ENDED.search(core):
                made = made.rstrip("。.") or made  # the sentence goes on behind the span
            return Placed(made, _within(each.links, len(made)), "split")
    return Placed(core, (), "source")


def _concatenated(parts: Sequence[Placed]) -> Placed:
    text = ""
    links: list[AlignedSpan] = []
    worst = 0
    for part in parts:
        links += shifted(part.links, 0, len(text))
        text += part.text
        if part.text.strip():
            worst = max(worst, _STEPS.index(part.step))
    return Placed(text, tuple(links), _STEPS[worst])


def _moved(links: Sequence[AlignedSpan], by: int) -> tuple[AlignedSpan, ...]:
    return shifted(links, by, 0)


def _within(links: Sequence[AlignedSpan], end: int) -> tuple[AlignedSpan, ...]:
    return tuple(link for link in links if link.target.end <= end)


def _has_words(text: str, start: int, end: int, spans: Sequence[VerbatimSpan]) -> bool:
    for each in spans:
        if _WORD.search(text, start, max(start, each.span.start)):
            return True
        start = each.span.end
    return bool(_WORD.search(text, start, end))
