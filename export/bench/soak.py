"""Whether memory and speed stay as they are over thousands of sentences."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from export.bench.errors import BenchError
from export.bench.process import Worker
from export.bench.sentences import mixed
from export.lines import Line

SIZES: Final = (100, 1_000, 10_000)
"""Sentences of the texts, each translated as one."""

_EVERY: Final = 100
_SHORT_ROUNDS: Final = 3
"""The shortest text is soon done, so others of its length are translated as well."""


@dataclass(frozen=True, slots=True)
class Soak:
    """What translating ever longer texts in one process took.

    Attributes:
        sentences: Of each text.
        seconds: Of each text.
        words: Of each text.
        before: Bytes that were resident when the longest text began.
        during: Bytes that were resident during it, every hundred sentences.
    """

    sentences: list[int]
    seconds: list[float]
    words: list[int]
    before: int
    during: list[int]

    @property
    def growth(self) -> float:
        """The most memory during the longest text by the memory before it."""
        return max(self.during) / self.before

    @property
    def slowdown(self) -> float:
        """The time of a word in the longest text by that in the shortest."""
        times = [seconds / words for seconds, words in zip(self.seconds, self.words, strict=True)]
        return times[-1] / times[0]


def soak(
    pack: Path,
    lines: Sequence[Line],
    *,
    threads: int,
    sizes: Sequence[int] = SIZES,
    report: Callable[[str], None] = lambda _: None,
) -> Soak:
    """Translate texts of ``sizes`` sentences of mixed length, the longest last.

    Raises:
        BenchError: The program failed, or the system does not say what is resident.
    """
    with Worker("program", threads=threads) as worker:
        worker.ask("load", rival="program", path=str(pack), settings={"threads": threads})

        def translate(count: int, seed: int) -> tuple[float, int, list[int]]:
            text = [line.source for line in mixed(lines, count, seed=seed)]
            done = worker.ask("translate", sentences=text, every=min(_EVERY, count))
            words = sum(len(each.split()) for each in text)
            return done["seconds"], words, done["resident"]

        translate(sizes[0], 0)
        seconds, words, before = [], [], None
        during: list[int] = []
        for count in sizes:
            report(f"translating a text of {count} sentences")
            before = worker.ask("memory")["resident"]
            rounds = _SHORT_ROUNDS if count == sizes[0] else 1
            taken = [translate(count, seed) for seed in range(1, rounds + 1)]
            seconds.append(statistics.fmean(each[0] for each in taken))
            words.append(round(statistics.fmean(each[1] for each in taken)))
            during = taken[-1][2]
    if before is None or None in during:
        raise BenchError("expected to be told what memory is resident, found nothing")
    return Soak(list(sizes), seconds, words, before, during)
