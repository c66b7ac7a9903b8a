"""The figures that count, as ratios, and what they should be.

Floors and goals stand beside this, in goals.json. They hold for one shape of model each; of other
models the figures are reported without them.
"""

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from export.bench.compare import Result
from export.bench.contestants import Contestant
from export.bench.step import Step
from export.bench.sweep import KINDS
from export.score import Scores

OURS: Final = "yiwen-int8"
EXACT: Final = "yiwen-float32"
_OTHERS: Final = ("transformers", "ctranslate2")
_GOALS: Final = Path(__file__).parent / "goals.json"

Better = Literal["lower", "higher"]


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure should be.

    Attributes:
        label: What it is, in words.
        shape: The model that floor and goal hold for.
        better: Which way is better.
        floor: What must hold; ``None`` for nothing.
        goal: What is wanted.
        ratio: It is a ratio, which a baseline can be compared with.
    """

    label: str
    shape: str
    better: Better
    floor: float | None
    goal: float
    ratio: bool = True

    def reached(self, value: float, wanted: float) -> bool:
        """Tell whether a value is as good as another."""
        return value <= wanted if self.better == "lower" else value >= wanted


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of one run.

    Attributes:
        name: Its name in goals.json.
        value: What was measured.
        goal: What it should be.
        applies: Floor and goal hold for the model that was measured.
    """

    name: str
    value: float
    goal: Goal
    applies: bool

    @property
    def verdict(self) -> str:
        """Say what is reached: the goal, the floor or neither; nothing for other models."""
        if not self.applies:
            return ""
        if self.goal.reached(self.value, self.goal.goal):
            return "goal reached"
        if self.goal.floor is None:
            return "goal missed"
        return "floor held" if self.goal.reached(self.value, self.goal.floor) else "FLOOR MISSED"

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {"name": self.name, "value": self.value, "verdict": self.verdict} | asdict(self.goal)


@cache
def goals() -> Mapping[str, Goal]:
    """Return all goals by name."""
    return {name: Goal(**each) for name, each in json.loads(_GOALS.read_text("utf-8")).items()}


def figure(name: str, value: float, shape: str) -> Figure:
    """Put a figure of a model beside its goal."""
    goal = goals()[name]
    return Figure(name, value, goal, goal.shape == shape)


def of_results(results: Sequence[Result], shape: str) -> list[Figure]:
    """Compare our pack with the others, at the largest number of threads."""
    threads = max((each.threads for each in results), default=0)
    found = {
        (each.rival, each.kind, each.beam): each for each in results if each.threads == threads
    }
    figures: list[Figure] = []
    for (rival, kind, beam), other in found.items():
        ours = found.get((OURS, kind, beam))
        if ours is None or rival not in _OTHERS:
            continue
        if kind == "single":
            name, ratio = f"latency_of_{rival}_beam_{beam}", paired(ours.seconds, other.seconds)
        else:
            name, ratio = f"file_rate_to_{rival}_beam_{beam}", paired(other.seconds, ours.seconds)
        if name in goals():
            figures.append(figure(name, ratio, shape))
    for kind in KINDS:
        peaks = {each.rival: each.peak for each in found.values() if each.kind == kind}
        ours_peak = peaks.get(OURS)
        for rival in _OTHERS:
            peak = peaks.get(rival)
            if ours_peak and peak:
                figures.append(figure(f"peak_of_{rival}_{kind}", ours_peak / peak, shape))
    return figures


def of_sizes(contestants: Sequence[Contestant], checkpoint: int, shape: str) -> list[Figure]:
    """Compare our pack with the checkpoint on disk, ``checkpoint`` being bytes in float32."""
    return [
        figure("pack_of_checkpoint", each.disk / checkpoint, shape)
        for each in contestants
        if each.name == OURS
    ]


def of_steps(steps: Sequence[Step], shape: str) -> list[Figure]:
    """Take the step at the largest number of threads."""
    last = max(steps, key=lambda each: each.threads, default=None)
    return [] if last is None else [figure("step_in_reads", last.ratio, shape)]


def of_scores(scores: Mapping[str, Mapping[str, Scores]], shape: str) -> list[Figure]:
    """Take the file on which int8 loses most; ``scores`` are by file and engine."""
    losses = [
        each[EXACT].bleu - each[OURS].bleu
        for each in scores.values()
        if EXACT in each and OURS in each
    ]
    return [figure("int8_loss", round(max(losses), 2), shape)] if losses else []


def paired(ours: Sequence[float], others: Sequence[float]) -> float:
    """Return the median ratio of times that were measured one beside the other."""
    return statistics.median(a / b for a, b in zip(ours, others, strict=True))
