"""Which settings of each engine are tried, and which of them are taken.

Settings are of two sorts. Some are fixed when an engine is loaded (threads, type of the products);
others can differ from run to run (how much goes into a batch). An engine is tried at every
combination, on a few of the sentences, and measured at the one that took least time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

Kind = Literal["single", "file"]
"""Sentences one at a time, or a whole file at once."""

KINDS: Final[tuple[Kind, ...]] = ("single", "file")

_SENTENCES: Final = (16, 32, 64)
"""Batches of engines that count sentences."""

_TOKENS: Final = (512, 1024, 2048, 4096)
"""Batches of CTranslate2, which counts tokens."""

_COMPUTE: Final = ("int8", "int8_float32")


@dataclass(frozen=True, slots=True)
class Trial:
    """One combination of settings and what it took.

    Attributes:
        rival: The engine.
        threads: Threads it may use in all.
        kind: What was run.
        settings: What it was loaded with.
        batch: How much went into a batch.
        beam: Hypotheses kept.
        seconds: For all sentences of the sweep.
    """

    rival: str
    threads: int
    kind: Kind
    settings: dict[str, Any]
    batch: int
    beam: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Choice:
    """What an engine is measured with.

    Attributes:
        settings: What it is loaded with.
        batches: How much goes into a batch, by number of beams.
    """

    settings: dict[str, Any]
    batches: dict[int, int]


def loads(rival: str, threads: int, kind: Kind) -> list[dict[str, Any]]:
    """Return the settings that an engine can be loaded with, at most ``threads`` threads in all."""
    if rival == "ctranslate2":
        # Several sentences are never in the air at once when they come one at a time.
        sides = _divisors(threads) if kind == "file" else [1]
        return [
            {"inter": inter, "intra": threads // inter, "compute": compute}
            for inter in sides
            for compute in _COMPUTE
        ]
    if rival == "transformers-int8":
        return [{"threads": threads, "quantised": True}]
    return [{"threads": threads}]


def batches(rival: str, kind: Kind) -> tuple[int, ...]:
    """Return the sizes of a batch to try."""
    if rival.startswith("yiwen"):
        return (0,)  # the engine chooses itself
    if rival == "ctranslate2":
        return _TOKENS if kind == "file" else (0,)
    return _SENTENCES if kind == "file" else (1,)


def first(rival: str, threads: int, kind: Kind, beams: Sequence[int]) -> Choice:
    """Return what an engine is measured with where there is no sweep."""
    sizes = batches(rival, kind)
    return Choice(
        loads(rival, threads, kind)[0], dict.fromkeys(beams, sizes[(len(sizes) - 1) // 2])
    )


def choose(trials: Sequence[Trial]) -> Choice:
    """Take the best of the trials of one engine, one kind and one number of threads.

    An engine is loaded once for all numbers of beams, so its settings are those whose best batches
    take least time together.
    """
    best: tuple[float, Choice] | None = None
    for settings in _distinct([trial.settings for trial in trials]):
        chosen: dict[int, Trial] = {}
        for trial in trials:
            known = chosen.get(trial.beam)
            if trial.settings == settings and (known is None or trial.seconds < known.seconds):
                chosen[trial.beam] = trial
        total = sum(trial.seconds for trial in chosen.values())
        if best is None or total < best[0]:
            best = total, Choice(settings, {beam: each.batch for beam, each in chosen.items()})
    if best is None:
        raise ValueError("expected at least one trial, found none")
    return best[1]


def _divisors(number: int) -> list[int]:
    return [each for each in range(1, number + 1) if number % each == 0]


def _distinct(settings: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for at, each in enumerate(settings) if each not in settings[:at]]
