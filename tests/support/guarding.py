"""One segment through all guards."""

from engine.types import TranslatedSegment, TranslationOptions
from tests.support.fakes import SpellingModel, guarded_translator, lines, wide_manifest


def translated(
    model: SpellingModel, text: str, options: TranslationOptions | None = None, **changes
) -> TranslatedSegment:
    translator = guarded_translator(model, wide_manifest(**changes))
    (made,) = translator.translate(lines(text), options).segments
    check_links(made)
    return made


def check_links(made: TranslatedSegment) -> None:
    for link in made.alignment:
        assert 0 <= link.source.start <= link.source.end <= len(made.segment.text)
        assert 0 <= link.target.start < link.target.end <= len(made.text)
