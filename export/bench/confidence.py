"""Fit and measure confidence: what a pack's probabilities say about its translations.

The curve is fitted to the bundled development sentences and measured on other files: how well it
tells good translations from bad ones, how often the flag is right, and how the confidence compares
with the share of good translations.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.confidence import FIELD, Calibration, confidence, is_low
from engine.pack import QUALITY, ModelPack, find_pack, measured_quality
from export.bench.curve import drawn
from export.lines import bundled_lines, read_lines
from export.verify.confidence import FEWEST, Judged, calibrate, judge

BINS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What was measured on one file.

    Attributes:
        lines: Sentences.
        good: Share of them whose translation is good.
        auc: Probability that a good translation has more confidence than a bad one (area under
            the ROC curve).
        error: Mean difference between confidence and share of good translations, over ten equal
            ranges of confidence, weighted by their sentences (expected calibration error).
        flagged: Share of the sentences that are flagged.
        precision: Share of the flagged sentences that are bad.
        recall: Share of the bad sentences that are flagged.
        curve: For each range of confidence with sentences in it: mean confidence, share of good
            ones, number of sentences.
    """

    lines: int
    good: float
    auc: float
    error: float
    flagged: float
    precision: float
    recall: float
    curve: tuple[tuple[float, float, int], ...]


def figures(judged: Sequence[Judged], calibration: Calibration) -> Figures:
    """Measure a calibration on sentences."""
    sure = np.array([confidence([each.log_prob], calibration) for each in judged])
    good = np.array([each.good for each in judged], bool)
    flagged = np.array([is_low(value, calibration) for value in sure.tolist()], bool)
    curve = _curve(sure, good)
    return Figures(
        lines=len(judged),
        good=_share(good),
        auc=area(sure, good),
        error=sum(abs(mean - share) * count for mean, share, count in curve) / max(1, len(judged)),
        flagged=_share(flagged),
        precision=_share(~good[flagged]),
        recall=_share(flagged[~good]),
        curve=curve,
    )


def area(values: NDArray[np.float64], good: NDArray[np.bool_]) -> float:
    """Return how likely a good one has a larger value than a bad one; equal ones count half."""
    better = values[good][:, None] - values[~good][None, :]
    return float((np.sign(better).mean() + 1) / 2) if better.size else float("nan")


def _share(found: NDArray[np.bool_]) -> float:
    return float(found.mean()) if found.size else float("nan")


def _curve(
    sure: NDArray[np.float64], good: NDArray[np.bool_]
) -> tuple[tuple[float, float, int], ...]:
    bins = np.minimum((sure * BINS).astype(np.int64), BINS - 1)
    return tuple(
        (float(sure[bins == each].mean()), float(good[bins == each].mean()), int(count))
        for each, count in enumerate(np.bincount(bins, minlength=BINS).tolist())
        if count
    )


def table(found: Mapping[str, Figures]) -> str:
    """Lay the figures out as two Markdown tables: by file, and the curve."""
    head = ["file", "sentences", "good", "AUC", "calibration error"]
    head += ["flagged", "precision", "recall"]
    rows = [head]
    for name, each in found.items():
        cells = [f"{each.good:.1%}", f"{each.auc:.3f}", f"{each.error:.3f}", f"{each.flagged:.1%}"]
        rows.append([name, str(each.lines), *cells, f"{each.precision:.1%}", f"{each.recall:.1%}"])
    curve = [["confidence", *found]]
    for low in range(BINS):
        cells = []
        for each in found.values():
            points = [p for p in each.curve if min(int(p[0] * BINS), BINS - 1) == low]
            cells.append(f"{points[0][1]:.0%} of {points[0][2]}" if points else "–")
        curve.append([f"{low * 100 // BINS}–{(low + 1) * 100 // BINS} %", *cells])
    return f"{_markdown(rows)}\n\n{_markdown(curve)}"


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, f"|---{'|---:' * (len(rows[0]) - 1)}|")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Fit, measure, print; return 0, or 1 if nothing could be fitted."""
    parser = argparse.ArgumentParser(prog="python -m export.bench.confidence", description=__doc__)
    parser.add_argument("pack", help="the pack's folder or name")
    parser.add_argument(
        "--eval", type=Path, nargs="*", default=[], help="files: source, tab, reference"
    )
    parser.add_argument("--write", action="store_true", help="write the curve into the pack")
    parser.add_argument("--svg", type=Path, help="draw the curves there")
    parser.add_argument("--threads", type=int, default=0)
    arguments = parser.parse_args(argv)
    pack = ModelPack.open(find_pack(arguments.pack))
    lines = bundled_lines(pack.manifest.source_language, pack.manifest.target_language)
    judged = {"dev": judge(pack, lines, threads=arguments.threads)}
    calibration = calibrate(judged["dev"])
    if calibration is None:
        _say(f"{pack.path}: expected {FEWEST} good and {FEWEST} bad translations, found fewer")
        return 1
    _say(f"log-odds {calibration.intercept} + {calibration.slope} × mean log-probability")
    _say(f"flagged below {calibration.flag_below}")
    if arguments.write:
        write(pack.path, calibration)
    for path in arguments.eval:
        judged[path.stem] = judge(pack, read_lines(path), threads=arguments.threads)
    found = {name: figures(each, calibration) for name, each in judged.items()}
    _say(table(found))
    if arguments.svg:
        picture = drawn({name: each.curve for name, each in found.items()})
        arguments.svg.write_text(picture, encoding="utf-8")
    return 0


def write(folder: Path, calibration: Calibration) -> None:
    """Put a calibration among a pack's measured figures, leaving the others as they are."""
    kept = {**measured_quality(folder), FIELD: asdict(calibration)}
    beside = folder / f".{QUALITY}.new"
    text = json.dumps(kept, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    beside.write_text(text, encoding="utf-8", newline="\n")
    beside.replace(folder / QUALITY)


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - this is a command


if __name__ == "__main__":
    sys.exit(main())
