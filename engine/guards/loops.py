"""A model that repeats itself: stopped while it decodes, and recognised afterwards."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from operator import eq
from typing import Final

import numpy as np

from engine.beam import BoolArray
from engine.document import Span
from engine.hypotheses import IntArray
from engine.patterns import regex

_LONGEST: Final = 12
"""Tokens of the longest repeated n-gram that is stopped while decoding."""

_FEWEST: Final = (4, 3, 2)
_FEWEST_STRICTLY: Final = (2, 2, 1)
"""Copies in a row that are always allowed, of one token, of two, and of more."""

_ZEROS: Final = 9
"""Equal digits that a number may have in a row."""

_RULE: Final = regex(r"[-.…—_=*~,，、。!！?？·]+")
"""Leaders, rules and the marks between copies, which say nothing."""

_NUMBER: Final = regex(rf"(?<!\d)\d{{1,{_ZEROS}}}(?!\d)")
"""A number of a usual length: one thing, whatever its digits."""

_WORD: Final = regex(r"[^\W_]+")

_FOUR_ALIKE: Final = regex(r"(.)\1{3}")

_THRICE: Final = regex(r"(\S(?:.{0,11}?))\1\1", re.DOTALL)

_PRIVATE: Final = 0xF0000
"""Characters that no text has, each of which stands for a number."""

_PERIOD: Final = 48
"""Characters of the longest repeated passage that is recognised afterwards."""

_MOST: Final = 4
"""How often four characters may come in any translation."""


class RepetitionConstraint:
    """Bans a token that would begin one more copy of what was said several times in a row.

    It changes nothing about a translation that does not repeat itself, and looks at most of them
    only every second step: an :class:`engine.search.Constraint`, of one search.

    Args:
        allowed: For each sentence of the batch, how often the source itself says a thing in a row
            (see :func:`repeats`); a translation may do so too.
        digits: Ids of tokens that are a digit, of which a number may have several in a row.
        strict: Sentences of the batch for which fewer copies are allowed where the source has none:
            for another try at one that went round in circles.
    """

    def __init__(
        self,
        allowed: Sequence[int],
        *,
        digits: Set[int] = frozenset(),
        strict: Set[int] = frozenset(),
    ) -> None:
        self._allowed = allowed
        self._digits = digits
        self._strict = strict
        self._is_close = False

    def is_due(self, tokens: int) -> bool:
        """Tell whether there may be a loop now.

        All that is banned goes on for three tokens, and two of them were seen a step before.
        """
        if self._strict:
            return tokens >= _FEWEST_STRICTLY[0]
        return tokens >= _FEWEST[0] and (tokens % 2 == 0 or self._is_close)

    def concerns(self, sentences: IntArray, prefixes: IntArray) -> BoolArray | None:
        """Tell which rows end with what they have said a short while before."""
        del sentences  # what is allowed in each of them is told by ``bias``
        if prefixes.shape[1] < (_FEWEST_STRICTLY if self._strict else _FEWEST)[0]:
            return None
        same = _again(prefixes, 1)
        if self._strict:
            return np.asarray(same.any(axis=1)) if np.count_nonzero(same) else None
        # Three tokens, since one or two that come again are allowed whatever was before them.
        pairs = _also(same, prefixes, 2)
        self._is_close = pairs is not None
        threes = None if pairs is None else _also(pairs, prefixes, 3)
        return None if threes is None else np.asarray(threes.any(axis=1))

    def bias(self, sentence: int, prefix: Sequence[int]) -> Mapping[int, float]:
        """Return −inf for each token that would go on with a loop."""
        length = len(prefix)
        fewest = _FEWEST_STRICTLY if sentence in self._strict else _FEWEST
        banned: dict[int, float] = {}
        for period in range(1, min(_LONGEST, length // 2) + 1):
            if prefix[-1] != prefix[-1 - period]:
                continue
            if period > 1 and len(set(prefix[-period:])) == 1:
                continue  # one token, which the first round has counted
            copies = fewest[min(period, 3) - 1]
            if period == 1 and prefix[-1] in self._digits:
                copies = max(_ZEROS, copies)
            # What the source allows is looked at last: it has to be counted.
            if _ends_with(prefix, period, copies) and (
                self._allowed[sentence] <= copies
                or _ends_with(prefix, period, self._allowed[sentence])
            ):
                banned[prefix[-period]] = -math.inf
        return banned


def _again(prefixes: IntArray, back: int) -> BoolArray:
    """Tell of each row which of the tokens before the last but so many it is; the nearest last."""
    last = prefixes.shape[1] - back
    return np.asarray(prefixes[:, max(0, last - _LONGEST) : last] == prefixes[:, last : last + 1])


def _also(same: BoolArray, prefixes: IntArray, back: int) -> BoolArray | None:
    """Return where the last token but so many came again too, as far behind; ``None`` for none."""
    if not np.count_nonzero(same):  # sooner than any()
        return None
    others = _again(prefixes, back)
    both = same[:, same.shape[1] - others.shape[1] :] & others
    return both if np.count_nonzero(both) else None


def _ends_with(tokens: Sequence[int], period: int, copies: int) -> bool:
    """Tell whether tokens end with so many copies of their last ones."""
    length = len(tokens)
    start = length - copies * period
    # One copy, and that every later one equals the one before it.
    return start >= 0 and all(
        tokens[i] == tokens[i - period] for i in range(start + period, length)
    )


def repeats(text: str) -> int:
    """Return how often a text says one thing in a row, in words or in characters.

    ``"no"`` gives 1, ``"very, very good"`` 2, ``"hahaha"`` 3, ``"......"`` 6. Case and punctuation
    between words do not matter.
    """
    folded = text.casefold()
    words = _words(folded)
    most = 1
    if len(set(words)) < len(words):
        most = _copies(words, _LONGEST)
    if _THRICE.search(folded):
        most = max(most, _copies(_visible(folded), _LONGEST))
    return most


def is_loop(source: str, target: str, kept: Sequence[Span] = ()) -> bool:
    """Tell whether a translation went round in circles.

    It did if it says something in a row more often than the source does and than prose would, if
    one phrase makes up much of it, or if it is far longer than any translation of that source.

    Args:
        source: An English segment.
        target: Its Chinese translation.
        kept: Spans of the target that came from the source unchanged; they are no repetition.
    """
    said = _without(target, kept)
    if len(said) > 1.5 * len(source) + 12:
        return True
    if len(set(_grams(said))) == max(0, len(said) - 3) and not _FOUR_ALIKE.search(said):
        return False  # as nearly all translations are, and all of the next would say so
    rounds, most = _rounds(said), max(Counter(_grams(said)).values(), default=0)
    if not rounds and most <= _MOST:
        return False  # whatever the source says
    allowed = repeats(source)
    if rounds > max(0, allowed - 3):
        return True
    return most > max(_MOST, 2 * allowed, 2 * _most_phrases(source))


def _grams(said: str) -> Iterator[tuple[str, ...]]:
    """Return every four characters in a row."""
    return zip(said, said[1:], said[2:], said[3:], strict=False)


def _rounds(text: str) -> int:
    """Return by how many copies a text repeats something in a row more than prose would."""
    numbers: dict[str, int] = {}
    plain = _NUMBER.sub(
        lambda found: chr(_PRIVATE + numbers.setdefault(found.group(), len(numbers)) % 0xFFFE),
        _RULE.sub("", text),
    )
    said = _visible(plain)
    worst = 0
    for period in _periods(said):
        # Prose says a word up to three times in a row, and a clause twice.
        usual = 3 if period <= 4 else 2
        worst = max(worst, _copies_of(said, period) - usual)
    return worst


def _periods(said: str) -> Iterator[int]:
    """Yield the lengths of which something might stand there three or four times in a row.

    Where two copies of something longer than a character follow a first, four characters of it come
    again that far behind.
    """
    longest = min(_PERIOD, len(said) // 2)
    if longest:
        yield 1
    places: dict[tuple[str, ...], list[int]] = {}
    found: set[int] = set()
    for at, gram in enumerate(_grams(said)):
        before = places.setdefault(gram, [])
        for other in reversed(before):
            if at - other > longest:
                break
            found.add(at - other)
        before.append(at)
    yield from found - {1}


def _most_phrases(source: str) -> int:
    """Return how often the source says its commonest word."""
    return max(Counter(_words(source.casefold())).values(), default=1)


def _copies(said: Sequence[str], longest: int) -> int:
    return max(
        (_copies_of(said, period) for period in range(1, min(longest, len(said) // 2) + 1)),
        default=1,
    )


def _copies_of(said: Sequence[str], period: int) -> int:
    """Return the most copies in a row of anything ``period`` long, in words or characters."""
    same = bytes(map(eq, said[period:], said))
    return max(map(len, same.split(b"\0"))) // period + 1


def _visible(text: str) -> str:
    return "".join(text.split())


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


def _without(text: str, spans: Sequence[Span]) -> str:
    if not spans:
        return _visible(text)
    end, parts = 0, list[str]()
    for span in spans:
        parts.append(text[end : span.start])
        end = span.end
    return "".join("".join((*parts, text[end:])).split())
