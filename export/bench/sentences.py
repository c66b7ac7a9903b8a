"""The sentences that engines are measured on."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from export.bench.errors import BenchError
from export.bench.rivals import Ids
from export.lines import Line, spread

LONGEST: Final = 120
"""Most tokens of a sentence: none is cut up by an engine that has a limit."""

_JOINED: Final = 7
"""Every so many sentences of a mixed text are two in one."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, its reference if there is one, and its ids, end token included."""

    line: Line
    ids: Ids

    @property
    def words(self) -> int:
        """How many words it has, as white space has it."""
        return len(self.line.source.split())


def tokenized(lines: Sequence[Line], encode: Callable[[str], Ids]) -> list[Sentence]:
    """Return the lines as ids, without those that occur again or are too long for any engine.

    Raises:
        BenchError: Nothing is left.
    """
    once: dict[str, Line] = {}
    for line in lines:
        once.setdefault(line.source, line)
    found = [Sentence(line, encode(line.source)) for line in once.values()]
    kept = [each for each in found if 1 < len(each.ids) <= LONGEST]
    if not kept:
        raise BenchError(f"expected sentences of at most {LONGEST} tokens, found none")
    return kept


def picked(sentences: Sequence[Sentence], count: int) -> list[Sentence]:
    """Pick ``count`` sentences, evenly spread, or all if there are fewer."""
    places = spread([Line(str(at), None) for at in range(len(sentences))], count)
    return [sentences[int(place.source)] for place in places]


def of_about(sentences: Sequence[Sentence], tokens: int, count: int) -> list[Sentence]:
    """Pick the ``count`` sentences whose length is nearest to ``tokens``, in their own order."""
    order = sorted(range(len(sentences)), key=lambda i: abs(len(sentences[i].ids) - tokens))
    return [sentences[i] for i in sorted(order[:count])]


def mixed(lines: Sequence[Line], count: int, *, seed: int = 5) -> list[Line]:
    """Return ``count`` lines of all lengths: the given ones in ever new order, some joined."""
    chance = random.Random(seed)  # noqa: S311 - an order, no secret
    found: list[Line] = []
    while len(found) < count:
        turn = list(lines)
        chance.shuffle(turn)
        for at, line in enumerate(turn):
            other = turn[at - 1].source if at % _JOINED == 0 else ""
            found.append(Line(f"{line.source} {other}".rstrip(), None))
    return found[:count]
