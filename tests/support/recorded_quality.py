"""The starter pack's recorded scores: measure them, compare with them, write them anew.

``python -m tests.support.recorded_quality`` measures the bundled pack and prints what has changed;
with ``--write`` it also records what it found, which is to be done when the pack is replaced.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from engine.pack import ModelPack, bundled_pack_path
from engine.types import Guards
from export.lines import read_lines
from export.score import Scores, score
from export.verify.translating import translate
from tests.support.exported import ROOT

RECORDED: Final = ROOT / "tests" / "data" / "quality.json"
EVALUATION: Final = ROOT / "tests" / "data" / "eval"
FILES: Final = ("tatoeba", "news", "docs")
LINES: Final = 200

WAYS: Final = {"alone": Guards.off(), "guarded": Guards()}
"""The pack by itself, and with everything that surrounds the model."""

TOLERANCE: Final = 0.5
"""Most BLEU that may be lost: what another processor's rounding changes is less."""

COMMAND: Final = "python -m tests.support.recorded_quality --write"


@dataclass(frozen=True, slots=True)
class Record:
    """Scores of a pack.

    Attributes:
        revision: What the checkpoint that it was made from is known by.
        scores: By way (alone, guarded) and evaluation file.
    """

    revision: str
    scores: Mapping[str, Mapping[str, Scores]]

    def to_json(self) -> str:
        """Return it as the committed file has it."""
        return json.dumps(asdict(self), indent=2) + "\n"


def read_record(path: Path = RECORDED) -> Record:
    """Read what was recorded."""
    raw = json.loads(path.read_text("utf-8"))
    scores = {
        way: {file: Scores(**one) for file, one in files.items()}
        for way, files in raw["scores"].items()
    }
    return Record(raw["revision"], scores)


def measured(pack: ModelPack, way: str, file: str) -> Scores:
    """Translate the committed lines of an evaluation file with beam 4, and score them."""
    lines = read_lines(EVALUATION / f"{file}.tsv")
    references = [line.target or "" for line in lines]
    return score(translate(pack, lines, guards=WAYS[way]), references, "zh-Hans")


def fall(recorded: Scores, found: Scores) -> str:
    """Say by how much BLEU has fallen, if that is more than may be; nothing otherwise."""
    lost = round(recorded.bleu - found.bleu, 2)
    if lost <= TOLERANCE:
        return ""
    return (
        f"expected at least {recorded.bleu} - {TOLERANCE} BLEU, found {found.bleu}; if that is "
        f"meant, record it: {COMMAND}"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print, and record if asked to; return 1 if a score has fallen too far."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.recorded_quality")
    parser.add_argument("--write", action="store_true", help="record what is found")
    arguments = parser.parse_args(argv)
    pack, before = ModelPack.open(bundled_pack_path()), read_record()
    found: dict[str, dict[str, Scores]] = {}
    falls = 0
    for way in WAYS:
        for file in FILES:
            one, old = measured(pack, way, file), before.scores[way][file]
            found.setdefault(way, {})[file] = one
            falls += bool(fall(old, one))
            _say(f"{way}, {file}: BLEU {old.bleu} -> {one.bleu}, chrF {old.chrf} -> {one.chrf}")
    if arguments.write:
        record = Record(pack.manifest.checkpoint.revision, found)
        RECORDED.write_text(record.to_json(), encoding="utf-8", newline="\n")
        return 0
    return int(falls > 0)


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - this is a command


if __name__ == "__main__":
    sys.exit(main())
