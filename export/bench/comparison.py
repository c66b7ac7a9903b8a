"""One comparison from beginning to end: sentences, engines, measurements, figures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.pack import ModelPack
from engine.tokenizer import Tokenizer
from export import score
from export.bench import figures
from export.bench.compare import Compared, Plan, compare, falling_out
from export.bench.contestants import Contestant, Field, float32_size, prepare
from export.bench.machine import machine, versions
from export.bench.quality import scores
from export.bench.report import Report
from export.bench.rivals import Ids
from export.bench.sentences import Sentence, of_about, picked, tokenized
from export.bench.step import Step, measure_step
from export.bench.sweep import KINDS
from export.checkpoint import Checkpoint
from export.lines import Line, bundled_lines, read_lines
from export.score import Scores

ARTICLE: Final = "article"
LENGTH: Final = 24
"""Tokens of a sentence in the article's protocol, and of an output where that is fixed."""

_ARTICLE_SENTENCES: Final = 100
_OWN: Final = (figures.EXACT, figures.OURS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be compared.

    Attributes:
        rivals: Engines, ours among them.
        beams: Numbers of hypotheses kept.
        threads: Numbers of threads.
        sentences: How many are translated one by one.
        file_sentences: How many are translated at once.
        rounds: Times the file is translated.
        trials: Sentences to try settings on; 0 for none.
        fixed: Tokens of every output; ``None`` lets outputs end.
        article: Only the article's protocol: 100 sentences of about 24 tokens, one by one.
        lines: A file of sentences, instead of the bundled ones.
        evaluation: Files to score besides.
        quality_lines: Sentences of each file that are scored; 0 scores nothing.
        optimum_python: An interpreter with optimum-onnx.
    """

    rivals: tuple[str, ...]
    beams: tuple[int, ...] = (1, 4)
    threads: tuple[int, ...] = (1,)
    sentences: int = 60
    file_sentences: int = 1000
    rounds: int = 3
    trials: int = 24
    fixed: int | None = None
    article: bool = False
    lines: Path | None = None
    evaluation: tuple[Path, ...] = ()
    quality_lines: int = 0
    optimum_python: Path | None = None


class _Text:
    """The side of text: what a pack's tokenizer makes of sentences."""

    def __init__(self, pack: ModelPack) -> None:
        self.manifest = pack.manifest
        self._tokenizer = Tokenizer.load(pack)
        self._target = pack.manifest.target_tokens.get(pack.manifest.target_language)

    def encode(self, text: str) -> Ids:
        return self._tokenizer.encode(text, target_token=self._target).ids

    def decode(self, ids: Ids) -> str:
        return self._tokenizer.decode(ids)

    def bundled(self) -> list[Line]:
        return bundled_lines(self.manifest.source_language, self.manifest.target_language)


def compared(
    checkpoint: Checkpoint, folder: Path, wanted: Wanted, report: Callable[[str], None]
) -> Report:
    """Compare engines on a checkpoint.

    Args:
        checkpoint: The weights.
        folder: Where models are put that are made of it.
        wanted: What to compare.
        report: Is told what is being done, a line at a time.

    Raises:
        ExportError: Something cannot be read, or an engine failed.
    """
    field = prepare(
        checkpoint, folder, wanted.rivals, optimum_python=wanted.optimum_python, report=report
    )
    ours = next(each for each in field.contestants if each.name == figures.OURS)
    text = _Text(ModelPack.open(ours.path, verify=False))
    given = read_lines(wanted.lines) if wanted.lines else text.bundled()
    plan = _plan(wanted, tokenized(given, text.encode), text, report)
    found = compare(field, plan, KINDS[:1] if wanted.article else KINDS)
    left = [each for each in field.contestants if each.name not in found.skipped]
    steps = _steps(left, plan, found)
    judged = _judged(left, given, wanted, plan, found, text)
    return _report(checkpoint, field, wanted, plan, found, steps, judged)


def _plan(
    wanted: Wanted, known: Sequence[Sentence], text: _Text, report: Callable[[str], None]
) -> Plan:
    file = picked(known, wanted.file_sentences)
    if wanted.article:
        single = of_about(known, LENGTH, _ARTICLE_SENTENCES)
    else:
        single = picked(known, wanted.sentences)
    return Plan(
        single=single,
        file=file,
        beams=wanted.beams,
        threads=wanted.threads,
        rounds=wanted.rounds,
        fixed=wanted.fixed,
        length_penalty=text.manifest.generation.length_penalty,
        trials=wanted.trials,
        report=report,
    )


def _steps(contestants: Sequence[Contestant], plan: Plan, found: Compared) -> list[Step]:
    source = max(plan.single, key=lambda each: len(each.ids)).ids
    plan.report("measuring steps and memory")
    made: list[Step] = []
    for threads in plan.threads:
        for each in contestants:
            if each.name in _OWN:
                with falling_out(f"{each.name}, steps", plan, found):
                    made.append(measure_step(each, source, threads))
    return made


def _judged(
    contestants: Sequence[Contestant],
    given: Sequence[Line],
    wanted: Wanted,
    plan: Plan,
    found: Compared,
    text: _Text,
) -> dict[str, dict[str, Scores]]:
    if not wanted.quality_lines or wanted.article or not score.available():
        return {}
    files = {wanted.lines.stem if wanted.lines else "dev": given}
    files |= {path.stem: read_lines(path) for path in wanted.evaluation}
    chosen = {
        name: picked(tokenized(lines, text.encode), wanted.quality_lines)
        for name, lines in files.items()
    }
    return scores(
        contestants,
        chosen,
        plan,
        found,
        decode=text.decode,
        language=text.manifest.target_language,
    )


def _report(
    checkpoint: Checkpoint,
    field: Field,
    wanted: Wanted,
    plan: Plan,
    found: Compared,
    steps: Sequence[Step],
    judged: dict[str, dict[str, Scores]],
) -> Report:
    shape = checkpoint.name
    fp32 = float32_size(checkpoint.path)
    figured = [
        *figures.of_results(found.results, shape),
        *figures.of_sizes(field.contestants, fp32, shape),
        *figures.of_steps([each for each in steps if each.rival == figures.OURS], shape),
        *figures.of_scores(judged, shape),
    ]
    protocol = f"{len(plan.single)} sentences one by one"
    if not wanted.article:
        protocol += f", a file of {len(plan.file)} sentences {plan.rounds} times"
    if plan.fixed:
        protocol += f", every output {plan.fixed} tokens"
    return Report(
        shape=shape,
        protocol=protocol,
        machine=machine(),
        versions=versions(),
        disk={each.name: each.disk for each in field.contestants},
        results=found.results,
        steps=steps,
        scores=judged,
        trials=found.trials,
        skipped=field.skipped | found.skipped,
        figures=figured,
    )
