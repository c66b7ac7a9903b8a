"""Find out what a pack's probabilities are worth, by comparing its translations with references.

A translation is *good* here when the chrF of the sentence reaches a threshold. A logistic curve
over the mean log-probability of a token then says how likely that is; docs/confidence.md tells why.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.confidence import Calibration, expit
from engine.model import MarianModel
from engine.pack import ModelPack
from engine.tokenizer import Tokenizer
from engine.translator import Translator
from engine.types import Guards
from export.lines import Line
from export.score import sentence_chrf
from export.verify.translating import segments

GOOD_CHRF: Final = 15.0
"""chrF of a sentence from which its translation counts as good."""

FLAG_PRECISION: Final = 0.6
"""Least share of the flagged sentences that must be bad."""

FEWEST: Final = 20
"""Good, and bad, sentences that a curve is fitted to at least."""

_MIDDLE: Final = 0.5
"""Where the flag begins if no threshold reaches the precision: more likely bad than good."""

_ROUNDS: Final = 50
_STEP_LIMIT: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Judged:
    """A translation compared with its reference.

    Attributes:
        source: The sentence.
        log_prob: Mean log-probability of a token of its translation.
        chrf: Of the translation against the reference, 0 to 100.
    """

    source: str
    log_prob: float
    chrf: float

    @property
    def good(self) -> bool:
        """Whether the translation counts as good."""
        return self.chrf >= GOOD_CHRF


def judge(pack: ModelPack, lines: Sequence[Line], *, threads: int = 0) -> list[Judged]:
    """Translate lines as users do, all guards on, and compare with the references.

    Lines without a reference are left out, and so is what the model had no part in.
    """
    model = MarianModel.load(pack, threads=threads)
    # Without a calibration, confidence is the mean probability of a token.
    translator = Translator(pack.manifest, model, Tokenizer.load(pack))
    known = [(line, line.target) for line in lines if line.target is not None]
    made = segments(translator, [line for line, _ in known], guards=Guards())
    scores = sentence_chrf([each.text for each in made], [target for _, target in known])
    return [
        Judged(line.source, math.log(each.confidence), chrf)
        for (line, _), each, chrf in zip(known, made, scores, strict=True)
        if 0 < each.confidence < 1
    ]


def calibrate(judged: Sequence[Judged]) -> Calibration | None:
    """Fit a curve, and choose the threshold of the flag.

    The threshold is the highest one below which at least :data:`FLAG_PRECISION` of the sentences
    are bad.

    Returns:
        The calibration; ``None`` if there are fewer than :data:`FEWEST` good or bad translations,
        or if likelier ones are no better.
    """
    good = np.array([each.good for each in judged], bool)
    if min(good.sum(), (~good).sum()) < FEWEST:
        return None
    intercept, slope = _logistic(np.array([each.log_prob for each in judged]), good)
    if slope <= 0:
        return None
    found = np.array([expit(intercept + slope * each.log_prob) for each in judged])
    return Calibration(
        intercept=round(intercept, 4),
        slope=round(slope, 4),
        flag_below=_threshold(found, good),
        good_chrf=GOOD_CHRF,
        lines=len(judged),
    )


def _logistic(values: NDArray[np.float64], good: NDArray[np.bool_]) -> tuple[float, float]:
    """Return intercept and slope of the likeliest logistic curve, by Newton's method.

    As Platt (1999) does it, the targets are a little inside of 0 and 1, so there always is one.
    """
    ones, zeros = good.sum(), (~good).sum()
    targets = np.where(good, (ones + 1) / (ones + 2), 1 / (zeros + 2))
    centre, scale = values.mean(), values.std() or 1.0
    inputs = np.stack((np.ones_like(values), (values - centre) / scale))
    weights = np.zeros(2)
    for _ in range(_ROUNDS):
        made = 1 / (1 + np.exp(-np.clip(weights @ inputs, -30, 30)))
        hessian = (inputs * made * (1 - made)) @ inputs.T + 1e-6 * np.eye(2)
        step = np.linalg.solve(hessian, inputs @ (made - targets))
        weights = weights - step
        if np.abs(step).max() < _STEP_LIMIT:
            break
    slope = weights[1] / scale
    return float(weights[0] - slope * centre), float(slope)


def _threshold(found: NDArray[np.float64], good: NDArray[np.bool_]) -> float:
    """Return where the flag begins, in hundredths."""
    for percent in range(100, 0, -1):
        flagged = found < percent / 100
        if flagged.any() and (~good[flagged]).mean() >= FLAG_PRECISION:
            return percent / 100
    return _MIDDLE
