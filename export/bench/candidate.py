"""Decide whether a newly trained checkpoint is to replace the model that is here.

Both are scored as int8 packs, alone (guards off) and with beam 4. The candidate is taken when the
mean of its BLEU over the files is better and on none of them it is worse by more than 0.3.
"""

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.pack import MANIFEST, ModelPack, find_pack
from export import score
from export.arguments import Parser, positive
from export.bench.complaints import complaining
from export.bench.errors import BenchError
from export.bench.process import ROOT
from export.checkpoint import read_checkpoint
from export.convert import build_pack
from export.lines import Line, read_lines, spread
from export.score import Scores
from export.verify.translating import SCORING_BEAMS, translate

TAKEN: Final = 0
NOT_TAKEN: Final = 1

MOST_LOST: Final = 0.3
"""Most BLEU that a candidate may lose on a file."""

_STARTER: Final = ROOT / "assets" / "packs" / "starter-en-zh"


@dataclass(frozen=True, slots=True)
class Compared:
    """What the model that is here and the candidate score on a file.

    Attributes:
        file: Its name.
        lines: Sentences of it that were translated.
        old: Scores of the model that is here.
        new: Scores of the candidate.
    """

    file: str
    lines: int
    old: Scores
    new: Scores

    @property
    def gain(self) -> float:
        """How much BLEU the candidate is better by; negative if it is worse."""
        return round(self.new.bleu - self.old.bleu, 2)


def mean_gain(found: Sequence[Compared]) -> float:
    """Return the mean gain in BLEU; every file weighs the same, whatever its length."""
    return round(sum(each.gain for each in found) / len(found), 4)


def objections(found: Sequence[Compared]) -> list[str]:
    """Say, one by one, what speaks against the candidate by the rule; nothing if it is taken."""
    said = []
    if mean_gain(found) <= 0:
        said.append(f"the mean is not better ({mean_gain(found):+.2f} BLEU)")
    said += [
        f"{each.file} is worse by more than {MOST_LOST} ({each.gain:+.2f} BLEU)"
        for each in found
        if each.gain < -MOST_LOST
    ]
    return said


def table(found: Sequence[Compared]) -> str:
    """Lay the scores out as a Markdown table, the means last."""
    rows = [["file", "sentences", "BLEU old", "BLEU new", "gain", "chrF old", "chrF new", "gain"]]
    for each in found:
        chrf = each.new.chrf - each.old.chrf
        bleus = [f"{each.old.bleu:.2f}", f"{each.new.bleu:.2f}", f"{each.gain:+.2f}"]
        chrfs = [f"{each.old.chrf:.2f}", f"{each.new.chrf:.2f}", f"{chrf:+.2f}"]
        rows.append([each.file, str(each.lines), *bleus, *chrfs])
    sums = [
        sum(column) / len(found)
        for column in zip(
            *((e.old.bleu, e.new.bleu, e.old.chrf, e.new.chrf) for e in found), strict=True
        )
    ]
    bleus = [f"{sums[0]:.2f}", f"{sums[1]:.2f}", f"{mean_gain(found):+.2f}"]
    chrfs = [f"{sums[2]:.2f}", f"{sums[3]:.2f}", f"{sums[3] - sums[2]:+.2f}"]
    rows.append(["mean", "", *bleus, *chrfs])
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, f"|---{'|---:' * (len(rows[0]) - 1)}|")
    return "\n".join(lines)


def as_pack(given: Path, folder: Path) -> ModelPack:
    """Open a pack, or make an int8 pack of a checkpoint in ``folder``.

    Raises:
        CheckpointError: It is neither, or a file of it is missing or cut short.
        PackError: It is a pack, but not a sound one.
    """
    if (given / MANIFEST).is_file():
        return ModelPack.open(given)
    checkpoint = read_checkpoint(given)
    folder.mkdir()
    build_pack(checkpoint, folder)
    return ModelPack.open(folder, verify=False)


def compared(
    old: ModelPack, new: ModelPack, files: Sequence[tuple[str, Sequence[Line]]], threads: int = 0
) -> list[Compared]:
    """Score both on every file, one after the other.

    Raises:
        BenchError: They translate between different languages, or a line has no reference.
    """
    ways = [(each.manifest.source_language, each.manifest.target_language) for each in (old, new)]
    if ways[0] != ways[1]:
        said = " and ".join(f"{source} → {target}" for source, target in ways)
        raise BenchError(f"expected two models of the same languages, found {said}")
    for name, lines in files:
        if any(line.target is None for line in lines):
            raise BenchError(f"{name}: expected a reference for every sentence, found none for one")
    found = []
    for name, lines in files:
        references = [line.target or "" for line in lines]
        scores = []
        for which, each in (("old", old), ("new", new)):
            _tell(f"{name}: translating {len(lines)} sentences with the {which} model")
            outputs = translate(each, lines, beams=SCORING_BEAMS, threads=threads)
            scores.append(score.score(outputs, references, ways[0][1]))
        found.append(Compared(name, len(lines), *scores))
    return found


def run(argv: Sequence[str]) -> int:
    """Score both, print the table and the verdict.

    Returns:
        0 if the candidate is to be taken, 1 if not.

    Raises:
        EngineError: A model or a file is not as it should be.
        OSError: Something cannot be read or written.
    """
    parser = Parser(prog="python -m export.bench.candidate", description=_description())
    parser.add_argument("candidate", type=Path, help="the new checkpoint's folder, or a pack's")
    parser.add_argument(
        "--against",
        default=str(_STARTER),
        metavar="MODEL",
        help="a pack (folder or name) or a checkpoint's folder (default: the starter pack)",
    )
    parser.add_argument(
        "--eval",
        type=Path,
        nargs="+",
        required=True,
        metavar="FILE",
        help="files: source, tab, reference",
    )
    parser.add_argument(
        "--lines", type=positive, metavar="N", help="of each file, evenly spread (default: all)"
    )
    parser.add_argument("--threads", type=positive, default=None, metavar="N")
    arguments = parser.parse_args(argv)
    if not score.available():
        raise BenchError("expected sacrebleu to score with, found that it is not installed")
    files = [(path.stem, _lines(path, arguments.lines)) for path in arguments.eval]
    with tempfile.TemporaryDirectory(prefix="yiwen-candidate-") as made:
        new = as_pack(arguments.candidate, Path(made) / "new")
        given = Path(arguments.against)
        old = as_pack(given if given.is_dir() else find_pack(arguments.against), Path(made) / "old")
        found = compared(old, new, files, arguments.threads or 0)
    against = objections(found)
    _say(table(found))
    _say(f"\nnot taken: {'; '.join(against)}" if against else "\ntaken")
    return NOT_TAKEN if against else TAKEN


def _lines(path: Path, count: int | None) -> list[Line]:
    lines = read_lines(path)
    return lines if count is None else spread(lines, count)


def _description() -> str:
    return (__doc__ or "").replace("\n", " ").strip()


def main(argv: Sequence[str] | None = None) -> int:
    """Decide; return 0 or 1, or 2 after saying in one line what is wrong."""
    return complaining(lambda: run(sys.argv[1:] if argv is None else argv))


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - this is a command


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 - this is a command


if __name__ == "__main__":
    sys.exit(main())
