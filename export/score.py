"""Corpus scores, as sacrebleu computes them."""

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scores:
    """BLEU (Papineni et al. 2002; characters for Chinese) and chrF (Popović 2015), 0 to 100."""

    bleu: float
    chrf: float


def available() -> bool:
    """Tell whether sacrebleu is installed."""
    return importlib.util.find_spec("sacrebleu") is not None


def score(outputs: Sequence[str], references: Sequence[str], language: str) -> Scores:
    """Score translations into ``language`` (a BCP 47 tag) against one reference each."""
    from sacrebleu import corpus_bleu, corpus_chrf  # noqa: PLC0415 - optional

    tokenizer = "zh" if language.startswith("zh") else "13a"
    bleu = corpus_bleu(list(outputs), [list(references)], tokenize=tokenizer)
    chrf = corpus_chrf(list(outputs), [list(references)])
    return Scores(round(float(bleu.score), 2), round(float(chrf.score), 2))


def sentence_chrf(outputs: Sequence[str], references: Sequence[str]) -> list[float]:
    """Score each translation by itself against its reference: chrF, 0 to 100."""
    from sacrebleu import sentence_chrf as one  # noqa: PLC0415 - optional

    pairs = zip(outputs, references, strict=True)
    return [float(one(output, [reference]).score) for output, reference in pairs]
