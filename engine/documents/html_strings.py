"""HTML that is given as text, not as a file: for servers."""

import threading

from engine.documents.html_text import HtmlText
from engine.documents.job import SegmentTranslator
from engine.documents.journal import Done
from engine.documents.units import Tally, planned, translations
from engine.types import TranslationOptions


def translated_html(
    text: str,
    translator: SegmentTranslator,
    options: TranslationOptions,
    *,
    cancel: threading.Event | None = None,
) -> str:
    """Translate HTML that is given as text: a page or a part of one, which stays such a part.

    Args:
        text: The HTML.
        translator: What translates.
        options: How to translate.
        cancel: When set, the work stops.

    Raises:
        PackIncompatible: The pack cannot write the wanted target.
        InferenceError: The model could not be run.
        Cancelled: ``cancel`` was set.
    """
    page = HtmlText(text)
    wanted = list(dict.fromkeys(planned(page.units(), translator, options)))
    made = translator.translate_segments(wanted, options, cancel=cancel)
    done = {
        sentence: Done(each.text, each.flags, each.confidence)
        for sentence, each in zip(wanted, made, strict=True)
    }
    results = translations(page.units(), translator, options, done.__getitem__, Tally())
    target = options.target or translator.manifest.target_language
    return "".join(page.written(results, target))
