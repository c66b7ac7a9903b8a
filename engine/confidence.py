"""How far to trust a translation: the model's own probabilities, made to mean something.

Every model is sure of itself in its own way. Where a pack's translations were compared with
references, its measured figures say what its probabilities are worth; docs/confidence.md tells how
that is found out. A pack without such figures has the mean probability of a token instead.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.fields import Fields
from engine.pack_files import measured_quality
from engine.pack_names import QUALITY
from engine.records import record

FIELD: Final = "confidence"
"""Field of a pack's measured figures that holds its calibration."""

UNCALIBRATED_LOW: Final = 0.15
"""Mean probability of a token below which the translation of any model is a guess."""

_STEEPEST: Final = 100.0


@record(kw_only=True)
class Calibration:
    """What a pack's probabilities are worth: a logistic curve, fitted to references.

    Attributes:
        intercept: Log-odds of a good translation whose tokens the model is certain of.
        slope: Rise of the log-odds with the mean log-probability of a token; never negative.
        flag_below: Confidence below which a translation is flagged.
        good_chrf: What counted as good: chrF of the sentence against its reference, 0 to 100.
        lines: Sentences that the curve was fitted to.
    """

    intercept: float
    slope: float
    flag_below: float
    good_chrf: float
    lines: int

    @classmethod
    def from_fields(cls, part: Fields) -> "Calibration":
        """Read a calibration.

        Raises:
            PackCorrupt: A field is missing or is not what it should be.
        """
        return cls(
            intercept=part.number("intercept", -_STEEPEST, _STEEPEST),
            slope=part.number("slope", 0.0, _STEEPEST),
            flag_below=part.number("flag_below", 0.0, 1.0),
            good_chrf=part.number("good_chrf", 0.0, 100.0),
            lines=part.integer("lines", 1),
        )


def read_calibration(folder: Path) -> Calibration | None:
    """Return a pack's calibration; none where its measured figures have none.

    Raises:
        PackCorrupt: There is one, but a field of it is not what it should be.
    """
    figures = measured_quality(folder)
    if figures.get(FIELD) is None:
        return None
    return Calibration.from_fields(Fields.of(figures, folder / QUALITY).fields(FIELD))


def confidence(log_probs: Sequence[float], calibration: Calibration | None) -> float:
    """Return how likely it is that a translation is good, from 0 to 1.

    Args:
        log_probs: Of each token; 0 is the confidence in a translation without any.
        calibration: The pack's. Without one, this is the mean (geometric) probability of a token.
    """
    if not log_probs:
        return 0.0
    mean = sum(log_probs) / len(log_probs)
    if calibration is None:
        # Rounding may leave a logarithm a hair above 0.
        return math.exp(min(0.0, mean))
    return expit(calibration.intercept + calibration.slope * mean)


def is_low(value: float, calibration: Calibration | None) -> bool:
    """Tell whether a confidence is to be flagged."""
    return value < (UNCALIBRATED_LOW if calibration is None else calibration.flag_below)


def expit(log_odds: float) -> float:
    """Return the probability that log-odds stand for, without overflow."""
    if log_odds >= 0:
        return 1 / (1 + math.exp(-log_odds))
    odds = math.exp(log_odds)
    return odds / (1 + odds)
