"""Words that a translation must have, forced upon the model while it decodes."""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from functools import lru_cache
from typing import Final

import numpy as np

from engine.beam import BoolArray
from engine.hypotheses import IntArray
from engine.patterns import regex
from engine.search import Constraint

_START: Final = 2.0
_RISE: Final = 0.25
"""Logits by which the beginning of a wanted word is favoured, at first and more for each token."""

_CERTAIN: Final = 60.0
"""Logits that hardly any other token outweighs: a word that was begun is finished."""

_NEVER: Final = -1000.0
"""What is not to be said; not a ban, so that something can be said whatever happens."""

_WITHIN: Final = regex(r"[0-9A-Za-z]")
_OPEN: Final = regex(r"[0-9A-Za-z十百千万亿]\Z|\d[.,:]\Z")
"""Where a word that begins would belong to what was said before."""

_ENDS: Final = "。！？.!?"


class ForcedWords:
    """Sees to it that a translation has certain words: an :class:`engine.search.Constraint`.

    Until it has them all it cannot end, and their first characters are favoured more and more. A
    word counts where nothing stands beside it that it could be a part of: ``12`` is not in ``112``.

    Args:
        wanted: For each sentence of the batch, words that are spelt in single characters; one
            that must come twice is given twice.
        eos: Id of the end token.
        spelt: What an id of the target vocabulary writes, a space for the mark of one.
        letter: The id that writes a single character, if there is one. A word with a character
            that has none cannot be forced, and is left to the model.
        digits: Ids of single digits.
    """

    def __init__(
        self,
        wanted: Sequence[Sequence[str]],
        *,
        eos: int,
        spelt: Callable[[int], str],
        letter: Callable[[str], int | None],
        digits: Set[int],
    ) -> None:
        self._letters = {c: letter(c) for words in wanted for word in words for c in word}
        self._wanted = [
            [word for word in words if all(self._letters[c] is not None for c in word)]
            for words in wanted
        ]
        ends = (letter(mark) for mark in _ENDS)
        self._ends = {eos: _NEVER} | {number: _NEVER for number in ends if number is not None}
        self._spelt = spelt
        self._digits = digits

    def is_due(self, tokens: int) -> bool:
        """Tell whether there are wanted words."""
        del tokens
        return any(self._wanted)

    def concerns(self, sentences: IntArray, prefixes: IntArray) -> BoolArray:
        """Tell for which rows there are wanted words."""
        # What they lack is told by ``bias``.
        wanting = np.array([bool(self._wanted[each]) for each in sentences.tolist()], bool)
        return wanting.repeat(len(prefixes) // max(1, len(sentences)))

    def bias(self, sentence: int, prefix: Sequence[int]) -> Mapping[int, float]:
        """Return what draws a row towards the words that it still lacks."""
        wanted = self._wanted[sentence]
        if not wanted:
            return {}
        text = "".join(map(self._spelt, prefix))
        lacking = [
            word for word in dict.fromkeys(wanted) if occurrences(word, text) < wanted.count(word)
        ]
        biases = dict(self._ends) if lacking else {}
        begun = {word: size for word in lacking if (size := _begun(word, text))}
        if begun:
            longest = max(begun.values())
            following = [word[size] for word, size in begun.items() if size == longest]
            return biases | dict.fromkeys(map(self._id, following), _CERTAIN)
        said = text.removesuffix(text[-1]) if text[-1:] in set(".,:") else text
        if any(word[-1].isdigit() and _ends_with(said, word) for word in wanted):
            biases |= dict.fromkeys(self._digits, _NEVER)
        elif not _OPEN.search(text):
            favour = _START + _RISE * len(prefix)
            biases |= dict.fromkeys((self._id(word[0]) for word in lacking), favour)
        return biases

    def _id(self, character: str) -> int:
        number = self._letters[character]
        assert number is not None  # noqa: S101 - the words that are wanted have an id throughout
        return number


class Constraints:
    """Several constraints as one: what one bans is banned.

    Args:
        parts: The constraints.
    """

    def __init__(self, parts: Sequence[Constraint]) -> None:
        self._parts = tuple(parts)

    def is_due(self, tokens: int) -> bool:
        """Tell whether any of them may say something."""
        return any(part.is_due(tokens) for part in self._parts)

    def concerns(self, sentences: IntArray, prefixes: IntArray) -> BoolArray | None:
        """Tell which rows any of them may say something about."""
        tokens = prefixes.shape[1]
        due = (part for part in self._parts if part.is_due(tokens))
        found = (part.concerns(sentences, prefixes) for part in due)
        each = [rows for rows in found if rows is not None]
        return np.asarray(np.logical_or.reduce(each)) if each else None

    def bias(self, sentence: int, prefix: Sequence[int]) -> Mapping[int, float]:
        """Return the sum of what each of them says."""
        total: dict[int, float] = {}
        for part in self._parts:
            for number, value in part.bias(sentence, prefix).items():
                total[number] = total.get(number, 0.0) + value
        return total


def occurrences(word: str, text: str) -> int:
    """Return how often a text has a word by itself: ``12`` is not in ``112`` nor in ``12.5``."""
    return len(_alone(word).findall(text))


@lru_cache(maxsize=1024)
def _alone(word: str) -> re.Pattern[str]:
    before = r"(?<![0-9A-Za-z])(?<!\d[.,:])" if _WITHIN.match(word[0]) else ""
    after = r"(?![0-9A-Za-z]|[.,:]\d)" if _WITHIN.match(word[-1]) else ""
    return re.compile(before + re.escape(word) + after)


def _touches(inside: str, outside: str) -> bool:
    return bool(_WITHIN.match(inside) and _WITHIN.match(outside))


def _begun(word: str, text: str) -> int:
    """Return how many characters of a word, but not all, a text ends with."""
    for size in range(min(len(word) - 1, len(text)), 0, -1):
        if text.endswith(word[:size]) and not _touches(word[0], text[-size - 1 : len(text) - size]):
            return size
    return 0


def _ends_with(text: str, word: str) -> bool:
    start = len(text) - len(word)
    return text.endswith(word) and not (start and _touches(word[0], text[start - 1]))
