"""Translate lines with the real engine, one segment each."""

from collections.abc import Sequence
from typing import Final

from engine.document import Document, Span
from engine.pack import ModelPack
from engine.translator import Translator
from engine.types import Guards, TranslatedSegment, TranslationOptions
from export.lines import Line

SCORING_BEAMS: Final = 4
"""Hypotheses kept when translating for a score."""


def document(lines: Sequence[Line]) -> Document:
    """Return a text that has every line's source as one segment, in order."""
    spans: list[Span] = []
    start = 0
    for line in lines:
        spans.append(Span(start, start + len(line.source)))
        start += len(line.source) + 1
    return Document.from_spans("\n".join(line.source for line in lines), spans)


def segments(
    translator: Translator,
    lines: Sequence[Line],
    *,
    beams: int = SCORING_BEAMS,
    guards: Guards | None = None,
) -> list[TranslatedSegment]:
    """Translate every line's source as one segment, in order.

    Args:
        translator: What to translate with.
        lines: Whose sources to translate.
        beams: Hypotheses kept.
        guards: What surrounds the model; nothing by default.
    """
    options = TranslationOptions(beam_size=beams, guards=guards or Guards.off())
    return list(translator.stream(document(lines), options))


def translate(
    pack: ModelPack,
    lines: Sequence[Line],
    *,
    beams: int = SCORING_BEAMS,
    threads: int = 0,
    guards: Guards | None = None,
) -> list[str]:
    """Translate every line's source as one segment, in order.

    Args:
        pack: What to translate with.
        lines: Whose sources to translate.
        beams: Hypotheses kept.
        threads: As for :meth:`engine.Translator.load`.
        guards: What surrounds the model; nothing by default.
    """
    translator = Translator.load(pack, threads=threads)
    return [each.text for each in segments(translator, lines, beams=beams, guards=guards)]
