"""Figures of docs/article.md that depend on the machine.

Run ``python -m tests.support.article_figures``. Everything is timed in turns, one sentence for each
candidate, in changing order, before the next sentence, so that whatever else the machine does
falls on all of them alike. Ratios are what counts.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # see engine/runtime.py

import onnxruntime as ort

from engine import pack
from engine.model import MarianModel, Sessions
from engine.pack import ModelPack
from engine.search import SearchOptions, search
from engine.tokenizer import Tokenizer
from export.bench.quantisation import _build as candidates
from export.checkpoint import read_checkpoint
from export.lines import read_lines, spread
from export.policies import DEFAULT, FLOAT32
from export.quantise import Policy
from export.score import score
from export.verify import never
from export.verify.reference import Reference
from export.verify.translating import translate
from tests.support.exported import ROOT, STARTER, make_pack

Ids = tuple[int, ...]
LONGEST = 100
TABLE = Policy(
    name="row8-table", default="float32", rules={"embedding": "row8", "projection": "row8"}
)
WORKERS = ("nothing", "transformers", "float32", "int8")


def options(count: int, **changes: Any) -> ort.SessionOptions:
    """Return what the engine asks of its sessions, but with threads of their own."""
    found = ort.SessionOptions()
    found.log_severity_level = 4
    found.enable_mem_pattern = False
    found.intra_op_num_threads = count
    for name, value in changes.items():
        setattr(found, name, value)
    return found


def model(opened: ModelPack, settings: ort.SessionOptions) -> MarianModel:
    """Make a model whose sessions have the given options."""
    made = MarianModel.__new__(MarianModel)
    made.manifest = opened.manifest
    made._sessions = Sessions(
        *(
            ort.InferenceSession(opened.path / name, settings, providers=["CPUExecutionProvider"])
            for name in (pack.ENCODER, pack.DECODER)
        )
    )
    made._opening = threading.Lock()
    made._pad = opened.manifest.special_ids.pad
    return made


def greedy(made: MarianModel) -> Callable[[Ids], Ids]:
    """Return a function that translates ids, one sentence at a time, one hypothesis."""
    special = made.manifest.special_ids
    settings = SearchOptions(
        start_id=special.decoder_start,
        eos_id=special.eos,
        beam_size=1,
        max_target_tokens=LONGEST,
    )

    def translate(source: Ids) -> Ids:
        return search(made.decoder(made.encode([source])), 1, settings)[0][0].ids

    return translate


def transformers(count: int) -> Callable[[Ids], Ids]:
    """Return a function that translates ids with transformers' ``generate``."""
    import torch

    torch.set_num_threads(count)
    oracle = Reference(STARTER, never(read_checkpoint(STARTER)))

    def translate(source: Ids) -> Ids:
        return oracle.generate(source, beams=1, length_penalty=1.0, max_new_tokens=LONGEST)

    return translate


def in_turns(
    competitors: Mapping[str, Callable[[Ids], Ids]], sources: Sequence[Ids]
) -> tuple[dict[str, float], dict[str, int]]:
    """Time every candidate on every source.

    Returns:
        The median, over the sources, of a candidate's time divided by the first one's; and how
        many results equal the first one's.
    """
    names = list(competitors)
    seconds: dict[str, list[float]] = {name: [] for name in names}
    equal = dict.fromkeys(names, 0)
    for at, source in enumerate([sources[0], *sources]):  # the first one warms up
        turn = at % len(names)
        found: dict[str, Ids] = {}
        for name in names[turn:] + names[:turn]:
            start = time.perf_counter()
            found[name] = competitors[name](source)
            taken = time.perf_counter() - start
            if at:
                seconds[name].append(taken)
        for name, ids in found.items():
            equal[name] += at > 0 and ids == found[names[0]]
    base = next(iter(seconds.values()))
    return (
        {
            name: statistics.median(a / b for a, b in zip(taken, base, strict=True))
            for name, taken in seconds.items()
        },
        equal,
    )


def session_options(opened: ModelPack) -> dict[str, Callable[[Ids], Ids]]:
    """Return the engine's options on one thread, and others that differ from them in one."""
    level = ort.GraphOptimizationLevel
    settings = {
        "as the engine: no pattern, arena, all optimisations, sequential": options(1),
        "the same again": options(1),
        "memory pattern on": options(1, enable_mem_pattern=True),
        "arena off": options(1, enable_cpu_mem_arena=False),
        "extended optimisations": options(1, graph_optimization_level=level.ORT_ENABLE_EXTENDED),
        "no optimisations": options(1, graph_optimization_level=level.ORT_DISABLE_ALL),
    }
    return {name: greedy(model(opened, each)) for name, each in settings.items()}


def threads(opened: ModelPack) -> dict[str, Callable[[Ids], Ids]]:
    """Return other numbers of threads, and operators side by side.

    No thread spins in wait of work: with several models loaded, they would do so at each other's
    expense.
    """
    settings = {f"{count} threads in an operator": options(count) for count in (1, 2, 4)}
    settings["operators in parallel"] = options(
        1, execution_mode=ort.ExecutionMode.ORT_PARALLEL, inter_op_num_threads=2
    )
    for each in settings.values():
        each.add_session_config_entry("session.intra_op.allow_spinning", "0")
        each.add_session_config_entry("session.inter_op.allow_spinning", "0")
    return {name: greedy(model(opened, each)) for name, each in settings.items()}


def memory(worker: str, folder: Path, lines: int) -> tuple[int, int]:
    """Return what :func:`work` does, from a process of its own."""
    command = [sys.executable, "-m", "tests.support.article_figures"]
    command += ["--lines", str(lines), "--worker", worker, str(folder)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    peak, private = done.stdout.split()[-2:]
    return int(peak), int(private)


def work(worker: str, folder: Path, sources: Sequence[Ids]) -> tuple[int, int]:
    """Translate in this process; Linux only.

    Returns:
        KiB that it held at most, and KiB that it holds now and shares with no other process.
    """
    find: Callable[[Ids], Ids] | None = None
    if worker == "transformers":
        find = transformers(1)
    elif worker != "nothing":
        find = greedy(model(ModelPack.open(folder / worker, verify=False), options(1)))
    if find:
        for source in sources:
            find(source)
    return kibibytes("status", "VmHWM"), kibibytes("smaps_rollup", "Private_Dirty")


def kibibytes(file: str, name: str) -> int:
    """Read a figure about this process."""
    lines = Path("/proc/self", file).read_text("ascii").splitlines()
    return int(next(line for line in lines if line.startswith(f"{name}:")).split()[1])


def quality(folder: Path) -> None:
    """Print what each way to store the weights makes of the evaluation files, beam 4."""
    checkpoint = read_checkpoint(STARTER)
    packs = candidates(checkpoint, folder, None)
    packs[TABLE.name] = make_pack(STARTER, folder / TABLE.name, TABLE)
    say("policy: BLEU on each file, and how many translations are those of float32")
    exact: dict[str, list[str]] = {}
    for name, opened in packs.items():
        cells = []
        for path in sorted((ROOT / "tests" / "data" / "eval").glob("*.tsv")):
            lines = read_lines(path)
            texts = translate(opened, lines)
            equal = sum(
                a == b for a, b in zip(exact.setdefault(path.stem, texts), texts, strict=True)
            )
            bleu = score(texts, [line.target or "" for line in lines], "zh-Hans").bleu
            cells.append(f"{path.stem} {bleu:.2f} ({equal})")
        say(f"{name}: {', '.join(cells)}")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=40)
    parser.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--quality", action="store_true", help="BLEU by policy, nothing else")
    arguments = parser.parse_args()
    if arguments.quality:
        with tempfile.TemporaryDirectory(prefix="yiwen-figures-") as temporary:
            quality(Path(temporary))
        return 0
    lines = spread(read_lines(ROOT / "tests" / "data" / "parity.tsv"), arguments.lines)
    if arguments.worker:
        name, place = arguments.worker
        tokenizer = Tokenizer.load(ModelPack.open(Path(place) / "int8", verify=False))
        sources = [tokenizer.encode(line.source).ids for line in lines]
        say(" ".join(map(str, work(name, Path(place), sources))))
        return 0
    with tempfile.TemporaryDirectory(prefix="yiwen-figures-") as temporary:
        folder = Path(temporary)
        exact = make_pack(STARTER, folder / "float32", FLOAT32)
        small = make_pack(STARTER, folder / "int8", DEFAULT)
        sources = [Tokenizer.load(small).encode(line.source).ids for line in lines]
        engines = {
            "transformers, float32": transformers(1),
            "built graphs, float32": greedy(model(exact, options(1))),
            "built graphs, int8": greedy(model(small, options(1))),
        }
        report("time of a sentence, greedy, one thread", *in_turns(engines, sources))
        report("session options, int8, one thread", *in_turns(session_options(small), sources))
        report("threads, int8", *in_turns(threads(small), sources))
        say("\nmemory of a process in MiB: most at a time; now, not shared with any other")
        for name in WORKERS:
            peak, private = memory(name, folder, len(lines))
            say(f"{peak / 1024:7.0f} {private / 1024:7.0f}  {name}")
    return 0


def report(title: str, ratios: Mapping[str, float], equal: Mapping[str, int]) -> None:
    """Print ratios, a line each."""
    say(f"\n{title}")
    for name, ratio in ratios.items():
        say(f"{ratio:7.2f}  {name}; {equal[name]} results as the first")


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
