"""Measure what the guards cost and change: time, questions to the model, BLEU and chrF.

Texts of many sentences are translated in turns, with guards and without, by one process with one
thread, so that whatever else the machine does falls on both alike; ratios of the process's own time
are what counts. A sentence is clean when the guards asked the model about it only once.
"""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from engine.confidence import read_calibration
from engine.model import MarianModel
from engine.pack import ModelPack, find_pack
from engine.reading import Model
from engine.search import Decoder
from engine.tokenizer import Tokenizer
from engine.translator import Translator
from engine.types import Guards, TranslationOptions
from export.lines import Line, read_lines, spread
from export.score import Scores, score
from export.verify.translating import SCORING_BEAMS, document

_TEXT_LINES: Final = 100
_OFF: Final = "off"
_ON: Final = "on"

_FOREIGN: Final = "Ich habe heute leider keine Zeit und kann deshalb nicht zu dir kommen."
"""Has the detector of languages loaded, which happens once in a process."""


class CountingModel:
    """A model that counts the questions it is asked.

    Attributes:
        questions: Sources encoded so far.
    """

    def __init__(self, model: Model) -> None:
        self.questions = 0
        self._model = model

    def encode(self, sources: Sequence[Sequence[int]]) -> Any:  # noqa: ANN401 - the model's own
        """Count the sources, and encode them."""
        self.questions += len(sources)
        return self._model.encode(sources)

    def decoder(self, batch: Any) -> Decoder:  # noqa: ANN401 - what ``encode`` returned
        """Return a decoder."""
        return self._model.decoder(batch)

    @property
    def lanes(self) -> int:
        """One: what is counted is counted by one thread."""
        return 1

    def beside(self) -> "CountingModel":
        """Return this model."""
        return self


@dataclass(slots=True)
class Measured:
    """What one choice of guards did to one file.

    Attributes:
        cpu: Seconds of processor time.
        wall: Seconds that passed.
        questions: Questions asked.
        outputs: The translations.
        flags: How many sentences have each flag.
    """

    cpu: float = 0.0
    wall: float = 0.0
    questions: int = 0
    outputs: list[str] = field(default_factory=list)
    flags: dict[str, int] = field(default_factory=dict)


def choices(*, each: bool) -> dict[str, Guards]:
    """Return the choices compared: none and all, and with ``each`` all but one."""
    found = {_OFF: Guards.off(), _ON: Guards()}
    if each:
        found |= {
            f"no {one.name}": replace(Guards(), **{one.name: False}) for one in fields(Guards)
        }
    return found


def measured(
    translator: Translator,
    model: CountingModel,
    lines: Sequence[Line],
    compared: Mapping[str, Guards],
    *,
    rounds: int = 1,
) -> dict[str, Measured]:
    """Translate lines as texts, with each choice in turn."""
    found = {name: Measured() for name in compared}
    for start in range(0, len(lines), _TEXT_LINES):
        text = document(lines[start : start + _TEXT_LINES])
        for number in range(rounds):
            for name, guards in list(compared.items())[:: -1 if number % 2 else 1]:
                options = TranslationOptions(beam_size=SCORING_BEAMS, guards=guards)
                one, asked = found[name], model.questions
                cpu, wall = time.process_time(), time.perf_counter()
                made = translator.translate(text, options).segments
                one.cpu += time.process_time() - cpu
                one.wall += time.perf_counter() - wall
                one.questions += model.questions - asked
                if number == 0:
                    one.outputs += [each.text for each in made]
                    for flag in [flag for each in made for flag in each.flags]:
                        one.flags[flag] = one.flags.get(flag, 0) + 1
    return found


def clean(translator: Translator, model: CountingModel, lines: Sequence[Line]) -> list[Line]:
    """Return the lines about which the guards ask only once."""
    options = TranslationOptions(beam_size=SCORING_BEAMS)
    found: list[Line] = []
    for line in lines:
        asked = model.questions
        translator.translate(document([line]), options)
        if model.questions - asked <= 1:
            found.append(line)
    return found


def table(
    found: Mapping[str, Measured], scores: Mapping[str, Scores], lines: int, rounds: int
) -> str:
    """Lay out what was measured of one file; times are ratios to no guards at all."""
    plain = found[_OFF]
    rows = [["guards", "CPU time", "time", "questions a sentence", "BLEU", "chrF", "changed"]]
    for name, one in found.items():
        changed = sum(a != b for a, b in zip(one.outputs, plain.outputs, strict=True))
        marks = scores[name]
        rows.append(
            [
                name,
                f"{one.cpu / plain.cpu:.3f}",
                f"{one.wall / plain.wall:.3f}",
                f"{one.questions / lines / rounds:.3f}",
                f"{marks.bleu:.2f} ({marks.bleu - scores[_OFF].bleu:+.2f})",
                f"{marks.chrf:.2f} ({marks.chrf - scores[_OFF].chrf:+.2f})",
                f"{changed / lines:.1%}",
            ]
        )
    made = [f"| {' | '.join(row)} |" for row in rows]
    made.insert(1, f"|---{'|---:' * (len(rows[0]) - 1)}|")
    return "\n".join(made)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; return 0."""
    parser = argparse.ArgumentParser(prog="python -m export.bench.guards", description=__doc__)
    parser.add_argument("pack", help="the pack's folder or name")
    parser.add_argument(
        "--eval", type=Path, nargs="+", required=True, help="files: source, tab, reference"
    )
    parser.add_argument("--lines", type=int, default=1000, help="of each file, evenly spread")
    parser.add_argument("--rounds", type=int, default=2, help="times each text is translated")
    parser.add_argument("--each", action="store_true", help="also switch off one guard at a time")
    arguments = parser.parse_args(argv)
    pack = ModelPack.open(find_pack(arguments.pack))
    model = CountingModel(MarianModel.load(pack, threads=1))
    codec, calibration = Tokenizer.load(pack), read_calibration(pack.path)
    translator = Translator(pack.manifest, model, codec, calibration=calibration)
    translator.translate(_FOREIGN)
    compared, rounds = choices(each=arguments.each), arguments.rounds
    language = pack.manifest.target_language
    for path in arguments.eval:
        lines = spread(read_lines(path), arguments.lines)
        found = measured(translator, model, lines, compared, rounds=rounds)
        references = [line.target or "" for line in lines]
        scores = {n: score(one.outputs, references, language) for n, one in found.items()}
        _say(f"\n{path.stem}, {len(lines)} sentences\n")
        _say(table(found, scores, len(lines), rounds))
        _say(f"\nflags: {found[_ON].flags}")
        plain = clean(translator, model, lines)
        both = measured(translator, model, plain, choices(each=False), rounds=rounds)
        ratio = both[_ON].cpu / both[_OFF].cpu
        _say(f"clean sentences: {len(plain) / len(lines):.1%}; their CPU time: {ratio:.3f}")
    return 0


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - this is a command


if __name__ == "__main__":
    sys.exit(main())
