"""``python -m export bench``: compare engines on the same weights and the same sentences.

``bench startup`` and ``bench soak`` measure what only our own program does: its start, and whether
it stays as it is over thousands of sentences. docs/performance.md says what each figure means.
``bench alignments`` and ``bench candidate`` are about models: docs/starter-model.md.
"""

import argparse
import contextlib
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from engine.pack import ModelPack
from export.arguments import Parser, positive
from export.bench import alignments, baseline, candidate, chart, figures, opus_shape
from export.bench.comparison import ARTICLE, LENGTH, Wanted, compared
from export.bench.figures import Figure
from export.bench.machine import cores, machine, versions
from export.bench.process import ROOT
from export.bench.report import Report, figure_table
from export.bench.rivals import NAMES
from export.bench.soak import SIZES, soak
from export.bench.startup import engine_starts, window_starts
from export.checkpoint import Checkpoint, read_checkpoint
from export.lines import bundled_lines, read_lines

OK: Final = 0
WORSE: Final = 1

STARTER: Final = ROOT / "assets" / "checkpoints" / "starter-en-zh"
STARTER_PACK: Final = ROOT / "assets" / "packs" / "starter-en-zh"
BASELINES: Final = Path(__file__).parent / "baselines"

_COMMITTED: Final = Path()
"""Stands for the baseline that comes with the program."""


def run(argv: Sequence[str]) -> int:
    """Measure, print the tables and write what is asked for.

    Args:
        argv: The arguments after ``bench``.

    Returns:
        0; 1 if a ratio is worse than the baseline allows.

    Raises:
        ExportError: Something is not as it should be.
        OSError: Something cannot be read or written.
    """
    commands: dict[str, Callable[[Sequence[str]], int]] = {
        "startup": _startup,
        "soak": _soak,
        "alignments": alignments.run,
        "candidate": candidate.run,
    }
    chosen = commands.get(argv[0]) if argv else None
    return chosen(argv[1:]) if chosen else _compare(argv)


def _compare(argv: Sequence[str]) -> int:
    arguments = _compare_parser().parse_args(argv)
    with _folder(arguments.work) as folder:
        checkpoint = _checkpoint(arguments, folder)
        report = compared(checkpoint, folder, _wanted(arguments), _say)
    if arguments.svg:
        _write(arguments.svg, chart.drawn(report.results))
    return _finish(arguments, report, report.to_markdown())


def _startup(argv: Sequence[str]) -> int:
    parser = _parser("startup", "Measure how long a start takes, beside the least it could take.")
    parser.add_argument("--pack", type=Path, default=STARTER_PACK, help="a pack's folder")
    parser.add_argument("--times", type=positive, default=9, metavar="N", help="starts of each")
    parser.add_argument("--no-window", action="store_true", help="leave the window out")
    arguments = parser.parse_args(argv)
    shape = ModelPack.open(arguments.pack).manifest.name
    _say("starting the engine")
    engine = engine_starts(arguments.pack, arguments.times)
    found = [figures.figure("start_of_bare_sessions", engine.ratio, shape)]
    times = {"engine": engine}
    if not arguments.no_window:
        _say("starting the window")
        times["window"] = window_starts(arguments.times)
        times["filled"] = window_starts(arguments.times, "filled")
        found += [
            figures.figure("window_of_bare_window", times["window"].ratio, shape),
            figures.figure("filled_of_bare_window", times["filled"].ratio, shape),
        ]
    report = _own_report(shape, f"{arguments.times} starts of each", found)
    details = {name: {"ours": each.ours, "bare": each.bare} for name, each in times.items()}
    return _finish(arguments, report, figure_table(found), details)


def _soak(argv: Sequence[str]) -> int:
    parser = _parser("soak", "Measure memory and speed over texts of many sentences.")
    parser.add_argument("--pack", type=Path, default=STARTER_PACK, help="a pack's folder")
    parser.add_argument("--lines", type=Path, metavar="FILE", help="sentences to translate")
    parser.add_argument("--threads", type=positive, default=cores(), metavar="N")
    parser.add_argument(
        "--sizes", type=positive, nargs="+", default=list(SIZES), metavar="N", help="sentences"
    )
    arguments = parser.parse_args(argv)
    manifest = ModelPack.open(arguments.pack).manifest
    lines = (
        read_lines(arguments.lines)
        if arguments.lines
        else bundled_lines(manifest.source_language, manifest.target_language)
    )
    done = soak(
        arguments.pack,
        lines,
        threads=arguments.threads,
        sizes=sorted(arguments.sizes),
        report=_say,
    )
    found = [
        figures.figure("memory_after_of_before", done.growth, manifest.name),
        figures.figure("time_of_long_text", done.slowdown, manifest.name),
    ]
    report = _own_report(manifest.name, f"texts of {done.sentences} sentences", found)
    details = {
        "sentences": done.sentences,
        "seconds": done.seconds,
        "words": done.words,
        "resident": [done.before, *done.during],
    }
    return _finish(arguments, report, figure_table(found), details)


def _own_report(shape: str, protocol: str, found: Sequence[Figure]) -> Report:
    return Report(
        shape=shape, protocol=protocol, machine=machine(), versions=versions(), figures=found
    )


def _finish(
    arguments: argparse.Namespace,
    report: Report,
    text: str,
    details: dict[str, Any] | None = None,
) -> int:
    """Print, write files, and compare with the baseline."""
    print(text)  # noqa: T201 - this is a command
    if arguments.json:
        made = report.to_dict() | ({"details": details} if details else {})
        _write(arguments.json, json.dumps(made, indent=2, ensure_ascii=False) + "\n")
    code = OK
    if arguments.check is not None:
        path = arguments.check
        if path == _COMMITTED:
            path = BASELINES / f"{report.shape}.json"
        known = baseline.read_baseline(path)
        for line in baseline.worse(report.figures, known, report.shape):
            _say(f"worse: {line}")
            code = WORSE
        if code == OK:
            _say(f"no ratio is worse than {path} allows")
    if arguments.write_baseline:
        place: Path = arguments.write_baseline
        place.parent.mkdir(parents=True, exist_ok=True)
        baseline.write_baseline(place, report.figures, report.shape, report.machine)
    return code


def _wanted(arguments: argparse.Namespace) -> Wanted:
    rivals = [name for name in NAMES if name in arguments.rivals or name == figures.OURS]
    return Wanted(
        rivals=tuple(rivals),
        beams=tuple(dict.fromkeys(arguments.beams)),
        threads=tuple(dict.fromkeys(arguments.threads)),
        sentences=arguments.sentences,
        file_sentences=arguments.file_sentences,
        rounds=arguments.rounds,
        trials=0 if arguments.no_sweep else arguments.sweep_sentences,
        fixed=arguments.length if arguments.shape else None,
        article=arguments.protocol == ARTICLE,
        lines=arguments.lines,
        evaluation=tuple(arguments.eval) if not arguments.shape else (),
        quality_lines=0 if arguments.shape else arguments.eval_lines,
        optimum_python=arguments.optimum_python,
    )


def _checkpoint(arguments: argparse.Namespace, folder: Path) -> Checkpoint:
    if arguments.shape:
        path = folder / opus_shape.NAME
        if not path.is_dir():
            _say(f"making random weights of the shape of {opus_shape.NAME}")
            part = path.with_name(f"{path.name}.part")
            shutil.rmtree(part, ignore_errors=True)
            opus_shape.save_opus_shape(part, STARTER)
            part.rename(path)
        return read_checkpoint(path)
    return read_checkpoint(arguments.checkpoint)


def _compare_parser() -> argparse.ArgumentParser:
    parser = _parser("", "Compare engines on the same weights and the same sentences.")
    add = parser.add_argument
    add("checkpoint", type=Path, nargs="?", default=STARTER, help="default: the starter's")
    add(
        "--shape",
        choices=(opus_shape.NAME,),
        help="random weights of that model's dimensions instead, outputs of a fixed length",
    )
    add("--length", type=positive, default=LENGTH, metavar="N", help="tokens of those outputs")
    add(
        "--protocol",
        choices=(ARTICLE,),
        help="100 sentences of about 24 tokens, one by one, and nothing else",
    )
    add("--rivals", nargs="+", choices=NAMES, default=list(NAMES), metavar="NAME")
    add("--beams", type=positive, nargs="+", default=[1, 4], metavar="N")
    add("--threads", type=positive, nargs="+", default=[1, cores()], metavar="N")
    add("--sentences", type=positive, default=60, metavar="N", help="translated one by one")
    add("--file-sentences", type=positive, default=1000, metavar="N", help="translated at once")
    add("--rounds", type=positive, default=3, metavar="N", help="times the file is translated")
    add("--sweep-sentences", type=positive, default=24, metavar="N", help="to try settings on")
    add("--no-sweep", action="store_true", help="do not try settings, take middle ones")
    add("--lines", type=Path, metavar="FILE", help="sentences to translate (default: bundled)")
    add("--eval", type=Path, nargs="*", default=[], metavar="FILE", help="files to score besides")
    add("--eval-lines", type=positive, default=1000, metavar="N", help="of each scored file")
    add("--optimum-python", type=Path, metavar="PATH", help="an interpreter with optimum-onnx")
    add("--work", type=Path, metavar="FOLDER", help="keep converted models there")
    add("--svg", type=Path, metavar="FILE", help="also draw a chart there")
    return parser


def _parser(command: str, description: str) -> argparse.ArgumentParser:
    """Return a parser with what all three commands have."""
    parser = Parser(prog=f"python -m export bench {command}".rstrip(), description=description)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write everything there")
    parser.add_argument(
        "--check",
        type=Path,
        nargs="?",
        const=_COMMITTED,
        metavar="BASELINE",
        help="say which ratios are worse than a baseline's (default: the model's own)",
    )
    parser.add_argument(
        "--write-baseline", type=Path, metavar="FILE", help="put the ratios into a baseline"
    )
    return parser


@contextlib.contextmanager
def _folder(chosen: Path | None) -> Iterator[Path]:
    """Yield the folder for what is made: a chosen one, or one that is gone afterwards."""
    if chosen is not None:
        chosen.mkdir(parents=True, exist_ok=True)
        yield chosen
        return
    with tempfile.TemporaryDirectory(prefix="yiwen-bench-") as made:
        yield Path(made)


def _write(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    part.write_text(text, "utf-8")
    part.replace(path)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - this is a command
