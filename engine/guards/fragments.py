"""Words that a translation copied only in part: the rest of them comes back."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.document import Span
from engine.guards.edits import Edit, Edited, apply, outside
from engine.guards.titles import bare
from engine.patterns import regex
from engine.types import AlignedSpan

_WORD: Final = regex(r"[A-Za-z\u00c0-\u024f]+(?:['’][A-Za-z\u00c0-\u024f]+)*")
_APOSTROPHE: Final = regex("['’]")
_ENDING: Final = regex("['’]s?(?![A-Za-z])")
_HEAD: Final = regex(r"[A-Za-z\u00c0-\u024f]{1,40}['’-]\Z")
_ENDINGS: Final = ("s", "es", "d", "ed")

_RUN: Final = regex(r"[A-Za-z\u00c0-\u024f]{2,}")


def make_whole(
    source: str, target: str, links: Sequence[AlignedSpan], kept: Sequence[Span] = ()
) -> Edited:
    """Replace pieces of source words by the words: ``udget`` by ``Budget``, ``BM`` by ``IBM``.

    ``Mr`` that stands alone is such a piece too: it becomes ``Mr. White``.

    A piece is a run of letters that is part of the one word that it comes from, where the
    translation has that word nowhere. What else became of the word beside the piece goes with it.

    Args:
        source: An English segment.
        target: Its Chinese translation.
        links: Their alignment.
        kept: Spans of the target that are not touched, in order.
    """
    if not links or _RUN.search(target) is None:
        return Edited(target)
    edits = sorted((*_edits(source, target, links), *bare(source, target)))
    apart = (edit for i, edit in enumerate(edits) if not i or edits[i - 1].end <= edit.start)
    return apply(target, outside(apart, kept))


def _edits(source: str, target: str, links: Sequence[AlignedSpan]) -> Iterator[Edit]:
    apart = _APOSTROPHE.search(source) is not None
    if source.isascii():
        known = set((_WORD if apart else _RUN).findall(source.lower()))
    else:
        known = {word.casefold() for word in _WORD.findall(source)}
    if apart:
        known |= {_APOSTROPHE.split(word)[0] for word in known if not word.isalpha()}
    runs = [run for run in _RUN.finditer(target) if run.group().casefold() not in known]
    words = [found.span() for found in _WORD.finditer(source)] if runs else []
    least, made = 0, set[Span]()
    for run in runs:
        piece = run.group().casefold()
        if run.start() < least:
            continue
        found = _words_behind(run.span(), words, links)
        if len(found) > 1:
            found = [each for each in found if piece in source[slice(*each)].casefold()]
        if len(found) != 1:
            continue
        word = Span(*found[0])
        whole = word.of(source)
        if piece not in whole.casefold() or whole in target or _is_stem(piece, whole):
            continue
        start, end = _reach(target, Span(*run.span()), word, links)
        start -= _head(target[:start], whole)
        if (ending := _ENDING.match(target, end)) and _ENDING.search(whole):
            end = ending.end()
        start = max(start, least)
        least = end
        # More pieces of one word are no more words.
        # Two words that stood apart do not run together.
        gap = source[word.start - 1 : word.start] == " " and target[start - 1 : start].isascii()
        gap = gap and target[start - 1 : start].isalnum()
        yield Edit(start, end, "" if word in made else " " * gap + whole)
        made.add(word)


def _head(before: str, word: str) -> int:
    """Return how much of a word's own beginning, up to a joint, stands before a piece of it."""
    found = _HEAD.search(before)
    return len(found.group()) if found and word.startswith(found.group()) else 0


def _is_stem(piece: str, word: str) -> bool:
    """Tell whether nothing but an ending is missing, which Chinese has none of; a name has none."""
    return word in {piece + ending for ending in _ENDINGS}


def _reach(target: str, run: Span, word: Span, links: Sequence[AlignedSpan]) -> tuple[int, int]:
    """Return how far to both sides of a piece there is nothing but what its word became."""
    start, end = run.start, run.end
    inner = [
        link.target
        for link in links
        if word.start <= link.source.start
        and link.source.end <= word.end
        and link.target.of(target).isalpha()
    ]
    for span in sorted(inner, key=lambda one: -one.end):
        if span.start < start <= span.end:
            start = span.start
    for span in sorted(inner, key=lambda one: one.start):
        if span.start <= end < span.end:
            end = span.end
    return start, end


def _words_behind(
    run: tuple[int, int], words: Sequence[tuple[int, int]], links: Sequence[AlignedSpan]
) -> list[tuple[int, int]]:
    """Return the source words that a run of letters in the target comes from."""
    first, last = run
    sources = [
        (source.start, source.end)
        for link in links
        if link.target.start < last and first < link.target.end
        for source in (link.source,)
    ]
    if not sources:
        return []
    # What lies outside of all of them together needs no closer look.
    low, high = min(sources)[0], max(end for _, end in sources)
    return [
        word
        for word in words
        if word[1] > low
        and word[0] < high
        and any(start < word[1] and word[0] < end for start, end in sources)
    ]
