"""Ratios that a run is held against, so that nothing gets slower unnoticed."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from export.bench.errors import BenchError
from export.bench.figures import Figure

TOLERANCE: Final = 0.15
"""How much worse a ratio may be; two runs on one machine differ by less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """Figures of an earlier run.

    Attributes:
        shape: The model that was measured.
        machine: On what, in words.
        tolerance: Share by which a ratio may be worse.
        ratios: By the name of the figure.
    """

    shape: str
    machine: str
    tolerance: float
    ratios: dict[str, float]


def read_baseline(path: Path) -> Baseline:
    """Read a baseline.

    Raises:
        BenchError: It cannot be read or is not one.
    """
    try:
        found = Baseline(**json.loads(path.read_text("utf-8")))
        sound = all(float(value) > 0 for value in found.ratios.values()) and found.tolerance >= 0
    except OSError as error:
        raise BenchError(f"{path}: expected a baseline, found {error.strerror}") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise BenchError(f"{path}: expected a baseline, found something else: {error}") from error
    if not sound:
        raise BenchError(f"{path}: expected ratios above 0 and a tolerance from 0, found others")
    return found


def write_baseline(
    path: Path, figures: Sequence[Figure], shape: str, machine: str, tolerance: float = TOLERANCE
) -> None:
    """Write the ratios of a run; those that the file has and the run has not are kept."""
    kept = read_baseline(path) if path.exists() else None
    ratios = dict(kept.ratios) if kept and kept.shape == shape else {}
    ratios |= {each.name: round(each.value, 4) for each in figures if each.goal.ratio}
    made = Baseline(
        shape=shape,
        machine=machine,
        tolerance=kept.tolerance if kept else tolerance,
        ratios=dict(sorted(ratios.items())),
    )
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(asdict(made), indent=2) + "\n", "utf-8")
    part.replace(path)


def worse(figures: Sequence[Figure], baseline: Baseline, shape: str) -> list[str]:
    """Say, a line each, which ratios are worse than the baseline allows.

    Figures that were not measured this time are passed over.

    Raises:
        BenchError: The baseline is another model's, or has none of the figures.
    """
    if baseline.shape != shape:
        raise BenchError(f"expected a baseline of {shape}, found one of {baseline.shape}")
    compared = [each for each in figures if each.name in baseline.ratios]
    if not compared:
        raise BenchError("expected figures that the baseline has, found none")
    found = []
    for each in compared:
        before = baseline.ratios[each.name]
        slack = 1 + baseline.tolerance
        limit = before * slack if each.goal.better == "lower" else before / slack
        if not each.goal.reached(each.value, limit):
            found.append(
                f"{each.goal.label}: expected {before:.3g} within {baseline.tolerance:.0%}, "
                f"found {each.value:.3g}"
            )
    return found
