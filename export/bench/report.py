"""What a run found, as JSON and as Markdown tables."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from export.bench.compare import Result
from export.bench.figures import Figure
from export.bench.step import Step
from export.bench.sweep import Trial
from export.score import Scores


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that a run found.

    Attributes:
        shape: The model, by its checkpoint's name.
        protocol: What was run, in words.
        machine: On what, in words.
        versions: Of what was run.
        disk: Bytes of each engine's model.
        results: What each engine took.
        steps: Decoding steps of our packs.
        scores: By evaluation file and engine.
        trials: The settings that were tried.
        skipped: Why an engine did not take part.
        figures: The ratios that count.
    """

    shape: str
    protocol: str
    machine: str
    versions: Mapping[str, str]
    disk: Mapping[str, int] = field(default_factory=dict)
    results: Sequence[Result] = ()
    steps: Sequence[Step] = ()
    scores: Mapping[str, Mapping[str, Scores]] = field(default_factory=dict)
    trials: Sequence[Trial] = ()
    skipped: Mapping[str, str] = field(default_factory=dict)
    figures: Sequence[Figure] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it, with what follows from the single times."""
        made = asdict(self)
        made["figures"] = [each.to_dict() for each in self.figures]
        made["results"] = [
            asdict(each)
            | {
                "median": each.median,
                "p95": each.p95,
                "sentences_per_second": each.sentences_per_second,
                "words_per_second": each.words_per_second,
            }
            for each in self.results
        ]
        return made

    def to_markdown(self) -> str:
        """Return it as tables."""
        heading = [f"{self.shape}: {self.protocol}", f"On {self.machine}; {_listed(self.versions)}"]
        parts = [
            *heading,
            self._results(),
            self._steps(),
            self._scores(),
            figure_table(self.figures),
        ]
        parts += [f"{name} was skipped: {reason}" for name, reason in self.skipped.items()]
        return "\n\n".join(part for part in parts if part)

    def _results(self) -> str:
        rows = [
            [
                each.rival,
                str(each.threads),
                "one by one" if each.kind == "single" else "file",
                str(each.beam),
                f"{1000 * each.median / each.sentences:.1f}",
                f"{1000 * each.p95:.1f}" if each.kind == "single" else "",
                f"{1000 * each.cpu:.1f}",
                f"{each.sentences_per_second:.1f}",
                f"{each.words_per_second:.0f}",
                _mebibytes(each.peak),
                f"{each.load_seconds:.2f}",
                _mebibytes(self.disk.get(each.rival)),
                f"{each.tokens:.1f}",
                f"{each.same:.0%}",
                " ".join(f"{key}={value}" for key, value in each.settings.items()),
            ]
            for each in self.results
        ]
        head = ["engine", "threads", "sentences", "beam", "ms a sentence", "p95 ms", "CPU ms"]
        head += [
            "sentences/s",
            "words/s",
            "peak MiB",
            "load s",
            "disk MiB",
            "tokens",
            "as the first",
            "settings",
        ]
        return table(head, rows, left=(0, 2, 14))

    def _steps(self) -> str:
        rows = [
            [
                each.rival,
                str(each.threads),
                f"{1000 * each.seconds:.2f}",
                f"{each.weights / 1e6:.1f}",
                f"{each.bandwidth / 1e9:.1f}",
                f"{each.ratio:.2f}",
            ]
            for each in self.steps
        ]
        head = ["engine", "threads", "step ms", "weights MB", "memory GB/s", "step in reads"]
        return table(head, rows)

    def _scores(self) -> str:
        files = list(self.scores)
        names = list(dict.fromkeys(name for each in self.scores.values() for name in each))
        rows = []
        for name in names:
            found = [self.scores[file].get(name) for file in files]
            rows.append([name, *(f"{each.bleu} / {each.chrf}" if each else "" for each in found)])
        return table(["engine", *(f"{file}: BLEU / chrF" for file in files)], rows)


def figure_table(figures: Sequence[Figure]) -> str:
    """Show figures beside their floors and goals."""
    rows = [
        [
            each.goal.label,
            f"{each.value:.3g}",
            _number(each.goal.floor) if each.applies else "",
            _number(each.goal.goal) if each.applies else "",
            each.verdict,
        ]
        for each in figures
    ]
    return table(["figure", "found", "floor", "goal", ""], rows, left=(0, 4))


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int] = (0,)) -> str:
    """Lay out a Markdown table, numbers to the right; nothing if there are no rows."""
    body = [list(row) for row in rows]
    if not body:
        return ""
    ruler = ["---" if at in left else "---:" for at in range(len(head))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ruler, *body))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _mebibytes(count: int | None) -> str:
    return "" if count is None else f"{count / (1 << 20):.0f}"


def _listed(versions: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())
