"""Run engines in turns on the same sentences.

Every engine sits in a process of its own; they take turns, in changing order, sentence by sentence
or file by file, so that whatever else the machine does falls on all of them alike.
"""

import contextlib
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from export.bench import sweep
from export.bench.contestants import Contestant, Field
from export.bench.errors import BenchError
from export.bench.process import Ran, Worker
from export.bench.rivals import How, Ids
from export.bench.sentences import Sentence, picked
from export.bench.sweep import Choice, Kind, Trial

_PER_TOKEN: Final = 2
_SPARE: Final = 16
"""Most tokens of an output: so many for each of the source, and so many more."""

Run = Callable[[str, Worker, int, Sequence[Sentence]], Ran]

_WARM: Final = 40
"""Sentences of a file that are translated before it is timed; of a longer one an eighth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is run.

    Attributes:
        single: Sentences translated one at a time.
        file: Sentences translated at once.
        beams: Numbers of hypotheses kept.
        threads: Numbers of threads.
        rounds: Times the file is translated.
        fixed: Tokens of every output; ``None`` lets outputs end.
        length_penalty: As in :class:`How`.
        trials: Sentences that settings are tried on; 0 takes the middle ones untried.
        report: Is told what is being done, a line at a time.
    """

    single: Sequence[Sentence]
    file: Sequence[Sentence]
    beams: tuple[int, ...] = (1, 4)
    threads: tuple[int, ...] = (1,)
    rounds: int = 3
    fixed: int | None = None
    length_penalty: float = 1.0
    trials: int = 24
    report: Callable[[str], None] = lambda _: None

    def sentences(self, kind: Kind) -> Sequence[Sentence]:
        """Return what is translated in one of the two ways."""
        return self.single if kind == "single" else self.file

    def how(self, beam: int, batch: int, sentences: Sequence[Sentence]) -> How:
        """Say how to translate some sentences, the same for every engine."""
        longest = max(len(each.ids) for each in sentences)
        return How(
            beam=beam,
            limit=self.fixed or _PER_TOKEN * longest + _SPARE,
            fixed=self.fixed is not None,
            length_penalty=self.length_penalty,
            batch=batch,
        )


@dataclass(frozen=True, slots=True)
class Result:
    """What one engine took for one kind of work.

    Attributes:
        rival: The engine.
        threads: Threads that it might use.
        kind: Sentence by sentence, or the file.
        beam: Hypotheses kept.
        settings: What it was loaded with, the size of a batch included.
        seconds: Of each sentence, or of each round of the file.
        cpu: Seconds of all processors that a sentence took, which other programs hardly change.
        sentences: How many were translated at once.
        words: Words of all sentences that ``seconds`` is about, the file's only once.
        tokens: Mean tokens of an output.
        same: Share of outputs that are the first engine's.
        load_seconds: To import and load it.
        peak: Bytes its process held at most, all numbers of beams included; ``None`` if unknown.
    """

    rival: str
    threads: int
    kind: Kind
    beam: int
    settings: dict[str, Any]
    seconds: list[float]
    cpu: float
    sentences: int
    words: int
    tokens: float
    same: float
    load_seconds: float
    peak: int | None

    @property
    def median(self) -> float:
        """Median seconds: of a sentence, or of the file."""
        return statistics.median(self.seconds)

    @property
    def p95(self) -> float:
        """Seconds that 95 in 100 sentences do not exceed."""
        order = sorted(self.seconds)
        return order[min(len(order) - 1, round(0.95 * (len(order) - 1)))]

    @property
    def sentences_per_second(self) -> float:
        """Sentences a second."""
        if self.kind == "single":
            return len(self.seconds) / sum(self.seconds)
        return self.sentences / self.median

    @property
    def words_per_second(self) -> float:
        """Words of the source a second."""
        return self.words / (sum(self.seconds) if self.kind == "single" else self.median)


@dataclass(slots=True)
class Compared:
    """All that was measured, in the order in which it was.

    Attributes:
        results: Of every engine.
        trials: Of every setting that was tried.
        choices: The best settings, by engine, threads and kind.
        skipped: Why engines fell out, by engine.
    """

    results: list[Result] = field(default_factory=list)
    trials: list[Trial] = field(default_factory=list)
    choices: dict[tuple[str, int, Kind], Choice] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)


def compare(field_: Field, plan: Plan, kinds: Sequence[Kind] = sweep.KINDS) -> Compared:
    """Measure everyone, with each number of threads and in each way.

    Raises:
        BenchError: An engine failed amid the work, or none is left.
    """
    found = Compared()
    for threads in plan.threads:
        for kind in kinds:
            for each in field_.contestants:
                if each.name not in found.skipped:
                    with falling_out(each.name, plan, found):
                        _choose(each, threads, kind, plan, found)
            left = [each for each in field_.contestants if each.name not in found.skipped]
            _measure(left, threads, kind, plan, found)
    return found


@contextlib.contextmanager
def falling_out(name: str, plan: Plan, found: Compared) -> Iterator[None]:
    """Note why an engine is left out if the block finds that it does not work.

    What was measured before is not lost.
    """
    try:
        yield
    except BenchError as error:
        plan.report(f"{name} is skipped: {error}")
        found.skipped[name] = str(error)


def _choose(contestant: Contestant, threads: int, kind: Kind, plan: Plan, found: Compared) -> None:
    """Find the best settings of one engine and note how they were found."""
    name = contestant.name
    ways = [
        (settings, batch)
        for settings in sweep.loads(name, threads, kind)
        for batch in sweep.batches(name, kind)
    ]
    if not plan.trials or len(ways) == 1:
        found.choices[name, threads, kind] = sweep.first(name, threads, kind, plan.beams)
        return
    plan.report(f"{name}, {threads} threads, {kind}: trying settings")
    sentences = picked(plan.sentences(kind), plan.trials)
    trials = []
    for settings in sweep.loads(name, threads, kind):
        with opened(contestant, threads, settings, fixed=plan.fixed is not None) as (worker, _):
            for beam in plan.beams:
                for batch in sweep.batches(name, kind):
                    choice = Choice(settings, {beam: batch})
                    run = _runner(plan, {name: choice})
                    run(name, worker, beam, _first(sentences, kind))
                    seconds = sum(
                        run(name, worker, beam, portion).seconds
                        for portion in _portions(sentences, kind)
                    )
                    trials.append(Trial(name, threads, kind, settings, batch, beam, seconds))
    found.trials += trials
    found.choices[name, threads, kind] = sweep.choose(trials)


def _measure(
    contestants: Sequence[Contestant], threads: int, kind: Kind, plan: Plan, found: Compared
) -> None:
    choices = {each.name: found.choices[each.name, threads, kind] for each in contestants}
    with contextlib.ExitStack() as stack:
        workers: dict[str, Worker] = {}
        loaded: dict[str, float] = {}
        for each in contestants:
            settings = choices[each.name].settings
            with falling_out(each.name, plan, found):
                workers[each.name], loaded[each.name] = stack.enter_context(
                    opened(each, threads, settings, fixed=plan.fixed is not None)
                )
        names = tuple(workers)
        if not names:
            raise BenchError("expected at least one engine to measure, found none")
        run = _runner(plan, choices)
        taken: list[Result] = []
        for beam in plan.beams:
            plan.report(f"{kind}, {threads} threads, beam {beam}: {', '.join(names)}")
            ran = _in_turns(workers, beam, kind, plan, run)
            outputs = {name: _outputs(runs, kind) for name, runs in ran.items()}
            for name in names:
                choice = choices[name]
                translated = sum(len(each.outputs) for each in ran[name])
                taken.append(
                    Result(
                        rival=name,
                        threads=threads,
                        kind=kind,
                        beam=beam,
                        settings=choice.settings | {"batch": choice.batches[beam]},
                        seconds=[each.seconds for each in ran[name]],
                        cpu=sum(each.cpu for each in ran[name]) / translated,
                        sentences=1 if kind == "single" else len(plan.file),
                        words=sum(each.words for each in plan.sentences(kind)),
                        tokens=statistics.mean(map(len, outputs[name])),
                        same=_share(outputs[name], outputs[names[0]]),
                        load_seconds=loaded[name],
                        peak=None,
                    )
                )
        peaks = {name: worker.ask("memory")["peak"] for name, worker in workers.items()}
    found.results += [Result(**(asdict(each) | {"peak": peaks[each.rival]})) for each in taken]


def _in_turns(
    workers: Mapping[str, Worker], beam: int, kind: Kind, plan: Plan, run: Run
) -> dict[str, list[Ran]]:
    """Let every engine translate everything; return its runs by engine."""
    sentences = plan.sentences(kind)
    portions = _portions(sentences, kind, plan.rounds)
    names = list(workers)
    found: dict[str, list[Ran]] = {name: [] for name in names}
    for name, worker in workers.items():
        run(name, worker, beam, _first(sentences, kind))
    for at, portion in enumerate(portions):
        turn = at % len(names)
        for name in names[turn:] + names[:turn]:
            found[name].append(run(name, workers[name], beam, portion))
    return found


def _first(sentences: Sequence[Sentence], kind: Kind) -> Sequence[Sentence]:
    """Return what an engine warms up with: a part of what it is measured on, in the same way.

    Of a file that is as much as goes the way of a file, which for our engine begins with the second
    batch. An engine may keep apart what it needs for the one way and for the other, and who
    translates files needs one of them.
    """
    return sentences[: max(_WARM, len(sentences) // 8)] if kind == "file" else sentences[:2]


def _outputs(runs: Sequence[Ran], kind: Kind) -> list[Ids]:
    """Return the ids of every sentence, those of the last round of a file."""
    return [ids for ran in (runs if kind == "single" else runs[-1:]) for ids in ran.outputs]


def _portions(
    sentences: Sequence[Sentence], kind: Kind, rounds: int = 1
) -> list[Sequence[Sentence]]:
    """Return what is run at once: each sentence, or all of them so many times."""
    return [[each] for each in sentences] if kind == "single" else [sentences] * rounds


def _runner(plan: Plan, choices: Mapping[str, Choice]) -> Run:
    def run(name: str, worker: Worker, beam: int, sentences: Sequence[Sentence]) -> Ran:
        how = plan.how(beam, choices[name].batches[beam], sentences)
        return worker.run([each.ids for each in sentences], how)

    return run


@contextlib.contextmanager
def opened(
    contestant: Contestant, threads: int, settings: Mapping[str, Any], *, fixed: bool
) -> Iterator[tuple[Worker, float]]:
    """Start a process and load an engine in it; yields the process and the seconds to load."""
    with Worker(contestant.name, python=contestant.python, threads=threads) as worker:
        loaded = worker.ask(
            "load",
            rival=contestant.name,
            path=str(contestant.path),
            settings={**settings, "fixed": fixed},
        )
        yield worker, loaded["seconds"]


def _share(outputs: Sequence[Ids], others: Sequence[Ids]) -> float:
    return statistics.mean(a == b for a, b in zip(outputs, others, strict=True))
