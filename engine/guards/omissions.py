"""Whether a translation seems to have left out part of its source."""

from collections.abc import Sequence
from typing import Final, Literal

import numpy as np

from engine.document import Span
from engine.guards.lists import lacking, members
from engine.guards.titles import bare, titled
from engine.hypotheses import FloatArray
from engine.patterns import regex

Reason = Literal["length", "list", "coverage", "name"]
"""Too short for its source; a list with fewer members; several words in a row that nothing came of;
a name likewise."""

_WORD: Final = regex(r"[^\W_]+(?:['’-][^\W_]+)*")
_HAN: Final = regex("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_OTHER: Final = regex(r"[^\W\u3400-\u9fff\uf900-\ufaff]+")

_UNCOVERED: Final = 0.15
"""Attention, in target tokens, below which nothing came of a word."""

_LITTLE: Final = 0.3
"""The same for the name behind a title and for members of lists: none is left out on purpose."""

_APART: Final = frozenset(("", *' ,.;:!?()"“”'))
"""What parts words from each other."""

_RUN: Final = 3
_SHARE: Final = 0.34

_SHORT_WORDS: Final = frozenset(
    word
    for line in (
        "a an the of to in on at by for with from as is are was were be been am do does did has",
        "have had it its he she they we you i me my your his her their our this that these those",
        "there and or but so if not no will would can could shall should may might must up out",
        "off into than then who which what when where how why all any some very just also too own",
    )
    for word in line.split(" ")
)


def suspected(
    source: str,
    target: str,
    attention: FloatArray | None = None,
    spans: Sequence[Span] = (),
) -> Reason | None:
    """Tell whether, and why, a Chinese translation seems to lack part of its English source.

    Args:
        source: What the model was given at once.
        target: What it made of it.
        attention: ``[target tokens, source tokens or more]``, the alignment head's cross-attention
            probabilities of the tokens that became text; without it only lengths are compared.
        spans: Where in ``source`` each source token stands; empty ones are left out.

    Returns:
        The strongest reason found; ``None`` if all seems to be there.

    Raises:
        ValueError: There are more spans than columns of attention.
    """
    count = len(_WORD.findall(source))
    if count >= 4 and _is_smaller(target, count * _least(count)):
        return "length"
    if count >= 4 and lacking(source, target):
        return "list"
    if attention is None or count < 3 or not len(attention):
        return None
    if attention.shape[1] < len(spans):
        raise ValueError(
            f"attention needs a column for each of {len(spans)} spans, found {attention.shape[1]}"
        )
    totals = _totals(attention, spans)
    if _lacks_titled(source, target, totals, spans):
        return "name"
    if (named := members(source)) and min(_heard(named, totals, spans)) < _LITTLE:
        return "list"
    return _unheard(source, totals, spans)


def _unheard(source: str, totals: Sequence[float], spans: Sequence[Span]) -> Reason | None:
    """Tell whether, and why, a part of the source seems to have got no attention."""
    unheard = [i for i, total in enumerate(totals) if total < _UNCOVERED]
    telling = [i for i in unheard if not _says_nothing(source, spans[i])]
    if not telling or (len(telling) == 1 and _is_single(source, spans, unheard, telling[0])):
        return None
    words = [found.span() for found in _WORD.finditer(source)]
    mass = _coverage(words, totals, spans)
    unsaid = [each < _UNCOVERED for each in mass]
    missed = [
        is_bare and _is_content(source, word) for is_bare, word in zip(unsaid, words, strict=True)
    ]
    if _longest_run(unsaid, missed) >= _RUN:
        return "coverage"
    lost = sum(missed)
    if lost >= 2 and lost > _SHARE * sum(_is_content(source, word) for word in words):
        return "coverage"
    names = (word for word, each in zip(words, mass, strict=True) if each < _UNCOVERED / 2)
    return "name" if any(_is_name(source, *word) for word in names) else None


def _lacks_titled(source: str, target: str, totals: Sequence[float], spans: Sequence[Span]) -> bool:
    """Tell whether a name behind a title got little attention, or its title stands alone."""
    names = [each.place for each in titled(source) if each.name not in target]
    if not names:
        return False
    if next(bare(source, target), None) is not None:
        return True
    return any(each < _LITTLE for each in _heard(names, totals, spans))


def _heard(words: Sequence[Span], totals: Sequence[float], spans: Sequence[Span]) -> list[float]:
    return _coverage([(word.start, word.end) for word in words], totals, spans)


def coverage(words: Sequence[Span], attention: FloatArray, spans: Sequence[Span]) -> list[float]:
    """Return how many target tokens' attention each source word got.

    Args:
        words: Source words, in order.
        attention: As for :func:`suspected`.
        spans: As for :func:`suspected`.

    Returns:
        One for each word. A word that no token stands for counts as covered, at 1.
    """
    return _heard(words, _totals(attention, spans), spans)


def _totals(attention: FloatArray, spans: Sequence[Span]) -> list[float]:
    """Return how much attention each source token got in all."""
    # Sentences are short: lists are quicker than arrays of a few elements.
    totals: list[float] = np.add.reduce(attention[:, : len(spans)]).tolist()
    return totals


def _is_single(source: str, spans: Sequence[Span], unheard: Sequence[int], telling: int) -> bool:
    """Tell whether one token of a word in small letters is all that may be missed, and no run."""
    others = sum(spans[i].end > spans[i].start for i in unheard if i != telling)
    start = spans[telling].start
    while start and source[start - 1].isalnum():
        start -= 1
    return others + 1 < _RUN and source[start].islower() and source[start - 1 : start] in _APART


def _says_nothing(source: str, span: Span) -> bool:
    """Tell whether a token, unheard by itself, leaves out nothing that counts.

    That is so of an empty one, of a mark, and of a short word that no letters or joining marks
    touch. Most tokens that get little attention are such.
    """
    start, end = span.start, span.end
    token = source[start:end]
    if token in _APART:
        return True
    around = source[start - 1 : start] in _APART and source[end : end + 1] in _APART
    return around and token in _SHORT_WORDS


def _coverage(
    words: Sequence[tuple[int, int]], totals: Sequence[float], spans: Sequence[Span]
) -> list[float]:
    mass: list[float] = []
    # Pieces of one character share its span, and each has its total.
    real = [
        (s.start, s.end, total) for s, total in zip(spans, totals, strict=True) if s.end > s.start
    ]
    at = 0
    for start, end in words:
        while at < len(real) and real[at][1] <= start:
            at += 1
        last, heard = at, 0.0
        while last < len(real) and real[last][0] < end:
            heard += real[last][2]
            last += 1
        mass.append(heard if last > at else 1.0)
    return mass


def _is_content(source: str, word: tuple[int, int]) -> bool:
    return source[slice(*word)].lower() not in _SHORT_WORDS


def _is_smaller(target: str, size: float) -> bool:
    """Tell whether a translation says less than so many characters; a Latin word is 1.5."""
    said: float = len(_HAN.findall(target))
    return said < size and said + 1.5 * len(_OTHER.findall(target)) < size


def _least(words: int) -> float:
    """Return the fewest characters a word becomes; short sentences vary more than long ones."""
    return 0.35 + 0.55 * min(1.0, (words - 4) / 20)


def _longest_run(bare: Sequence[bool], content: Sequence[bool]) -> int:
    """Return the longest run of bare words that has a content word in it."""
    longest = run = 0
    telling = False
    for is_bare, is_content in zip(bare, content, strict=True):
        run = run + 1 if is_bare else 0
        telling = is_bare and (telling or is_content)
        longest = max(longest, run if telling else 0)
    return longest


def _is_name(source: str, start: int, end: int) -> bool:
    """Whether a word is written as a name where a sentence does not ask for a capital."""
    text = source[start:end]
    if len(text) < 3 or not text[0].isupper() or "'" in text or "’" in text:
        return False
    before = source[max(0, start - 2) : start]
    return before.endswith(" ") and (before[0].isalnum() or before[0] == ",")
