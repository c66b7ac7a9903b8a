"""Prove that a pack does what its checkpoint does, or say what it does otherwise.

The graphs in float32 are compared with transformers: logits, greedy ids, beam ids. The quantised
graphs are compared with the float32 ones: BLEU and chrF where there are references, agreement
where there are none. This module runs the real engine.
"""

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from engine.confidence import Calibration
from engine.pack import ModelPack
from export import score
from export.checkpoint import CONFIG, Checkpoint
from export.convert import ConvertOptions, build_pack
from export.errors import VerificationFailed
from export.lines import Line, spread
from export.policies import FLOAT32
from export.score import Scores
from export.verify import reference
from export.verify.confidence import FEWEST, calibrate, judge
from export.verify.interrupts import held_back
from export.verify.parity import IdParity, Oracle, Subject, id_parity, logit_difference
from export.verify.reference import Reference
from export.verify.translating import translate

LOGIT_TOLERANCE: Final = 1e-3
"""Largest difference from transformers' log-probabilities."""

BLEU_LOSS: Final = 0.3
"""Most that quantising may cost."""

_PARITY_BEAMS: Final = (1, 4)

_UNSCORED_LINES: Final = 20
"""Sentences translated where nothing can score them, to see that the graphs run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOptions:
    """How thorough to be.

    Attributes:
        parity_lines: Sentences compared with transformers.
        score_lines: Sentences translated for the scores.
        report: Is told what is being done, a line at a time.
    """

    parity_lines: int = 100
    score_lines: int = 1500
    report: Callable[[str], None] = lambda _: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """What verification measured; the contents of a pack's quality.json.

    Attributes:
        logits: Largest difference of a log-probability from transformers; None if not compared.
        ids: Parity of each search; empty if not compared.
        lines: Sentences translated for the scores.
        float32: Scores of the float32 graphs, beam 4; None without references.
        int8: Scores of the pack, beam 4; None without references.
        confidence: What its probabilities are worth; None if it could not be found out.
        agreement: Scores of the pack's output against the float32 graphs'; None if not compared.
        skipped: Checks that could not be made, and why.
    """

    logits: float | None
    ids: tuple[IdParity, ...]
    lines: int
    float32: Scores | None
    int8: Scores | None
    agreement: Scores | None
    confidence: Calibration | None
    skipped: tuple[str, ...]

    def to_json(self) -> str:
        """Return the figures as JSON."""
        return json.dumps(asdict(self), indent=2, sort_keys=True) + "\n"

    def failures(self) -> list[str]:
        """Say, a line each, what makes the pack unfit for use."""
        found = []
        if self.logits is not None and not self.logits <= LOGIT_TOLERANCE:
            found.append(
                f"logits: expected within {LOGIT_TOLERANCE} of transformers', "
                f"found {self.logits:.2g}"
            )
        found += [
            f"beam {each.beams}: expected transformers' ids, found {each.different} of "
            f"{each.lines} sentences different without a tie"
            for each in self.ids
            if each.different
        ]
        if self.float32 and self.int8 and round(self.float32.bleu - self.int8.bleu, 2) > BLEU_LOSS:
            found.append(
                f"int8: expected at most {BLEU_LOSS} BLEU less than {self.float32.bleu:.2f}, "
                f"found {self.int8.bleu:.2f}"
            )
        return found


def verify(
    checkpoint: Checkpoint,
    folder: Path,
    lines: Sequence[Line],
    options: VerifyOptions | None = None,
) -> Quality:
    """Check a staged pack against its checkpoint.

    Args:
        checkpoint: What the pack was made from.
        folder: The pack.
        lines: Sentences to check with.
        options: How thorough to be.

    Raises:
        VerificationFailed: The pack is no good; every failing check is named.
        PackError: It cannot even be opened.
    """
    options = options or VerifyOptions()
    with tempfile.TemporaryDirectory(prefix="yiwen-float32-") as temporary:
        build_pack(checkpoint, Path(temporary), ConvertOptions(policy=FLOAT32))
        exact = ModelPack.open(temporary, verify=False)
        quality = measure(checkpoint, exact, ModelPack.open(folder, verify=False), lines, options)
    if failures := quality.failures():
        raise VerificationFailed(folder, failures)
    return quality


def measure(
    checkpoint: Checkpoint,
    exact: ModelPack,
    small: ModelPack,
    lines: Sequence[Line],
    options: VerifyOptions,
) -> Quality:
    """Compare a checkpoint, its float32 graphs and its quantised pack, and judge nothing."""
    skipped: list[str] = []
    logits, ids = None, tuple[IdParity, ...]()
    if not (checkpoint.path / CONFIG).is_file():
        skipped.append("logits and ids: transformers does not read Marian's own files")
    elif reference.available():
        compared = spread(lines, options.parity_lines)
        options.report(f"comparing {len(compared)} sentences with transformers")
        subject = Subject(exact)
        with held_back():
            oracle = Reference(checkpoint.path, never(checkpoint))
        logits, ids = compare(subject, oracle, compared)
    else:
        skipped.append("logits and ids: torch and transformers are not installed")

    scorable = score.available()
    scored = spread(lines, options.score_lines if scorable else _UNSCORED_LINES)
    options.report(f"translating {len(scored)} sentences in float32 and in int8")
    plain, reduced = (translate(pack, scored) for pack in (exact, small))
    float32 = int8 = agreement = calibration = None
    if scorable:
        language = small.manifest.target_language
        agreement = score.score(reduced, plain, language)
        references = [line.target for line in scored if line.target is not None]
        if len(references) == len(scored):
            float32, int8 = (score.score(out, references, language) for out in (plain, reduced))
            options.report("comparing the model's probabilities with the references")
            calibration = calibrate(judge(small, scored))
            if calibration is None:
                skipped.append(f"confidence: needs {FEWEST} good and {FEWEST} bad translations")
        else:
            skipped.append("BLEU against references: there are none for these languages")
    else:
        skipped.append("BLEU and chrF: sacrebleu is not installed")
    return Quality(
        logits=logits,
        ids=ids,
        lines=len(scored),
        float32=float32,
        int8=int8,
        agreement=agreement,
        confidence=calibration,
        skipped=tuple(skipped),
    )


def summary(quality: Quality) -> list[str]:
    """Say what was measured, a line each."""
    found = []
    if quality.logits is not None:
        found.append(f"log-probabilities within {quality.logits:.1e} of transformers'")
    found += [
        f"beam {each.beams}: {each.equal} of {each.lines} sentences with transformers' ids, "
        f"{each.ties} ties"
        for each in quality.ids
    ]
    if quality.float32 and quality.int8:
        found.append(
            f"{quality.lines} sentences, BLEU / chrF: "
            f"float32 {quality.float32.bleu} / {quality.float32.chrf}, "
            f"int8 {quality.int8.bleu} / {quality.int8.chrf}"
        )
    elif quality.agreement:
        found.append(
            f"{quality.lines} sentences: int8 against float32 {quality.agreement.bleu} BLEU"
        )
    if quality.confidence:
        found.append(
            f"confidence fitted to {quality.confidence.lines} sentences, "
            f"flagged below {quality.confidence.flag_below:.0%}"
        )
    return found + [f"skipped {each}" for each in quality.skipped]


def compare(
    subject: Subject, oracle: Oracle, lines: Sequence[Line]
) -> tuple[float, tuple[IdParity, ...]]:
    """Compare logits, greedy ids and beam ids."""
    logits = logit_difference(subject, oracle, lines)
    return logits, tuple(id_parity(subject, oracle, lines, beams) for beams in _PARITY_BEAMS)


def never(checkpoint: Checkpoint) -> tuple[int, ...]:
    """Return the ids that are never a choice: padding and what the checkpoint bans."""
    return (checkpoint.weights.config.pad_id, *checkpoint.generation.banned_ids)
