"""Compare ways to store a checkpoint's weights: quality, size, latency. Prints a table.

Latency is measured in turns, a sentence for each policy before the next sentence, so that whatever
else the machine does falls on all of them alike; ratios are what counts.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TextIO

from engine import pack
from engine.pack import ModelPack
from engine.translator import Translator
from engine.types import Guards, TranslationOptions
from export.bench.calibrate import calibrate
from export.checkpoint import Checkpoint, read_checkpoint
from export.convert import ConvertOptions, build_pack
from export.lines import Line, bundled_lines, read_lines, spread
from export.policies import CANDIDATES, FLOAT32
from export.quantise import Policy
from export.score import Scores, score
from export.verify.parity import Subject
from export.verify.translating import translate

_CALIBRATION_LINES = 100
_LATENCY_LINES = 60
_TEXT_LINES = 100
_TIMED_LINES = 600


@dataclass(slots=True)
class Row:
    """What was measured of one policy.

    Attributes:
        policy: Its name.
        bytes: Size of both graphs and their weights.
        scores: By evaluation file.
        latency: Median milliseconds a sentence alone takes, by number of beams.
        batched: Median milliseconds a sentence takes in a text of many, beam 4.
    """

    policy: str
    bytes: int
    scores: dict[str, Scores] = field(default_factory=dict)
    latency: dict[int, float] = field(default_factory=dict)
    batched: float = 0.0


def main(argv: Sequence[str] | None = None) -> int:
    """Measure every policy and print the table; return 0."""
    parser = argparse.ArgumentParser(
        prog="python -m export.bench.quantisation", description=__doc__
    )
    parser.add_argument("checkpoint", type=Path, help="a MarianMT checkpoint's folder")
    parser.add_argument(
        "--eval", type=Path, nargs="*", default=[], help="files: source, tab, reference"
    )
    parser.add_argument("--dev-lines", type=int, default=1500, help="bundled lines to choose on")
    parser.add_argument("--timed-lines", type=int, default=_TIMED_LINES)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--json", type=Path, help="also write the figures there")
    parser.add_argument("--policies", nargs="*", help="measure only these, beside float32")
    arguments = parser.parse_args(argv)
    checkpoint = read_checkpoint(arguments.checkpoint)
    with tempfile.TemporaryDirectory(prefix="yiwen-policies-") as temporary:
        packs = _build(checkpoint, Path(temporary), arguments.policies)
        manifest = next(iter(packs.values())).manifest
        dev = bundled_lines(manifest.source_language, manifest.target_language)
        files = {"dev": spread(dev, arguments.dev_lines)}
        files |= {path.stem: read_lines(path) for path in arguments.eval}
        rows = {name: Row(name, _size(found)) for name, found in packs.items()}
        _score(packs, files, rows, arguments.threads)
        _time(packs, spread(dev, arguments.timed_lines), rows, arguments.threads)
    if arguments.json:
        text = json.dumps([asdict(row) for row in rows.values()], indent=2)
        arguments.json.write_text(text + "\n", encoding="utf-8")
    _print(table(list(rows.values())))
    return 0


def _build(
    checkpoint: Checkpoint, folder: Path, wanted: Sequence[str] | None
) -> dict[str, ModelPack]:
    chosen = [FLOAT32, *(p for p in CANDIDATES.values() if not wanted or p.name in wanted)]
    packs: dict[str, ModelPack] = {}
    for policy in chosen:
        place = folder / policy.name
        place.mkdir()
        build_pack(checkpoint, place, ConvertOptions(policy=_calibrated(policy, checkpoint, packs)))
        packs[policy.name] = ModelPack.open(place, verify=False)
    return packs


def _calibrated(policy: Policy, checkpoint: Checkpoint, packs: Mapping[str, ModelPack]) -> Policy:
    """Add ranges to a policy that needs them, from the greedy translations of some dev lines."""
    if "static8" not in policy.schemes():
        return policy
    exact = packs[FLOAT32.name]
    subject = Subject(exact)
    dev = bundled_lines(exact.manifest.source_language, exact.manifest.target_language)
    sources = [subject.ids(line.source) for line in spread(dev, _CALIBRATION_LINES)]
    end = exact.manifest.special_ids.eos
    pairs = [(source, (*subject.find(source, 1), end)) for source in sources]
    return replace(policy, ranges=calibrate(checkpoint, pairs))


def _size(found: ModelPack) -> int:
    names = (pack.ENCODER, pack.DECODER, pack.WEIGHTS)
    return sum((found.path / name).stat().st_size for name in names)


def _score(
    packs: Mapping[str, ModelPack],
    files: Mapping[str, Sequence[Line]],
    rows: Mapping[str, Row],
    threads: int,
) -> None:
    for file, lines in files.items():
        references = [line.target or "" for line in lines]
        for name, found in packs.items():
            outputs = translate(found, lines, threads=threads)
            rows[name].scores[file] = score(outputs, references, found.manifest.target_language)
            _print(f"{file} {name}: {rows[name].scores[file]}", stream=sys.stderr)


def _time(
    packs: Mapping[str, ModelPack],
    lines: Sequence[Line],
    rows: Mapping[str, Row],
    threads: int,
) -> None:
    loaded = {name: Translator.load(found, threads=threads) for name, found in packs.items()}
    for beams in (1, 4):
        options = TranslationOptions(beam_size=beams, guards=Guards.off())
        taken: dict[str, list[float]] = {name: [] for name in packs}
        singles = spread(lines, _LATENCY_LINES)
        for line in [singles[0], *singles]:  # the first one warms up
            for name, translator in loaded.items():
                start = time.perf_counter()
                translator.translate(line.source, options)
                taken[name].append(time.perf_counter() - start)
        for name, seconds in taken.items():
            rows[name].latency[beams] = 1000 * statistics.median(seconds[1:])
    texts = [lines[i : i + _TEXT_LINES] for i in range(0, len(lines), _TEXT_LINES)]
    for name, milliseconds in _time_texts(loaded, texts).items():
        rows[name].batched = milliseconds


def _time_texts(
    loaded: Mapping[str, Translator], texts: Sequence[Sequence[Line]]
) -> dict[str, float]:
    """Translate texts of many sentences in turns; return median milliseconds a sentence."""
    options = TranslationOptions(beam_size=4, guards=Guards.off())
    taken: dict[str, list[float]] = {name: [] for name in loaded}
    for lines in texts:
        text = "\n".join(line.source for line in lines)
        for name, translator in loaded.items():
            start = time.perf_counter()
            count = len(translator.translate(text, options).segments)
            taken[name].append(1000 * (time.perf_counter() - start) / count)
    return {name: statistics.median(found) for name, found in taken.items()}


def table(rows: Sequence[Row]) -> str:
    """Lay the rows out as a Markdown table, the first one being what ratios refer to."""
    first = rows[0]
    files = list(first.scores)
    head = ["policy", "size", *(f"{name} BLEU / chrF" for name in files)]
    head += [f"latency, beam {beams}" for beams in first.latency] + ["time in a long text"]
    lines = [f"| {' | '.join(head)} |", f"|---{'|---:' * (len(head) - 1)}|"]
    for row in rows:
        cells = [row.policy, f"{row.bytes / first.bytes:.3f}"]
        cells += [f"{row.scores[name].bleu:.2f} / {row.scores[name].chrf:.2f}" for name in files]
        cells += [f"{row.latency[beams] / first.latency[beams]:.2f}" for beams in first.latency]
        cells.append(f"{row.batched / first.batched:.2f}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _print(text: str, stream: TextIO = sys.stdout) -> None:
    print(text, file=stream, flush=True)


if __name__ == "__main__":
    sys.exit(main())
