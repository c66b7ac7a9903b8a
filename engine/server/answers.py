"""What became of a job, in the words of the API."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from engine.server.jobs import Piece
from engine.server.wire import TranslateRequest
from engine.translation import Translation, gap_between
from engine.types import TranslatedSegment


def text_answer(wanted: TranslateRequest, translation: Translation) -> dict[str, object]:
    """Answer a request for ``text``."""
    answer: dict[str, object] = {"translation": translation.text}
    for name, of in _extras(wanted):
        answer[name] = of(translation)
    return answer


def query_answer(
    wanted: TranslateRequest, translations: Sequence[Translation]
) -> dict[str, object]:
    """Answer a request for ``q``, a string or a list, as LibreTranslate would."""
    several = isinstance(wanted.q, list)
    answer: dict[str, object] = {"translatedText": _one(several, [t.text for t in translations])}
    for name, of in _extras(wanted):
        answer[name] = _one(several, [of(translation) for translation in translations])
    return answer


def piece_answer(wanted: TranslateRequest, piece: Piece) -> dict[str, object]:
    """Tell of one segment while the others are still being translated."""
    answer = {"index": piece.segment.segment.index, "lead": piece.lead}
    return answer | _segment(piece.segment, alignment=wanted.alignments)


def alternatives(translation: Translation, most: int) -> list[str]:
    """Put whole texts together from the segments' alternatives.

    Args:
        translation: The translation.
        most: Most texts wanted.

    Returns:
        Texts that differ from the translation and from each other, likelier ones first.
    """
    ways = [
        [each.text for each in segment.alternatives] or [segment.text]
        for segment in translation.segments
    ]
    texts = [
        _joined(translation, [way or ways[i][-1] for i, way in enumerate(combination)])
        for combination in zip_longest(*ways)
    ]
    return [text for text in dict.fromkeys(texts) if text != translation.text][:most]


def _joined(translation: Translation, texts: Sequence[str]) -> str:
    document, parts = translation.document, list[str]()
    before: TranslatedSegment | None = None
    for made, text in zip(translation.segments, texts, strict=True):
        after = TranslatedSegment(segment=made.segment, text=text)
        parts += gap_between(document, before, after), text
        before = after
    return "".join((*parts, document.gaps[-1]))


def _extras(wanted: TranslateRequest) -> list[tuple[str, Callable[[Translation], Any]]]:
    found: list[tuple[str, Callable[[Translation], Any]]] = []
    if wanted.alternatives:
        found.append(("alternatives", lambda each: alternatives(each, wanted.alternatives)))
    if wanted.segments or wanted.alignments:
        found.append(
            (
                "segments",
                lambda each: [_segment(s, alignment=wanted.alignments) for s in each.segments],
            )
        )
    if wanted.flags:
        found.append(("flags", lambda each: list(each.flags)))
    return found


def _segment(made: TranslatedSegment, *, alignment: bool) -> dict[str, object]:
    span = made.segment.span
    answer: dict[str, object] = {
        "source": [span.start, span.end],
        "text": made.text,
        "flags": list(made.flags),
        "confidence": round(made.confidence, 4),
    }
    if alignment:
        answer["alignment"] = [
            {
                "source": [each.source.start, each.source.end],
                "target": [each.target.start, each.target.end],
            }
            for each in made.alignment
        ]
    return answer


def _one(several: bool, answers: list[Any]) -> Any:  # noqa: ANN401 - a JSON value
    return answers if several else answers[0]
