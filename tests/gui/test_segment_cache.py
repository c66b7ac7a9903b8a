"""Sentences are translated once."""

import threading

import pytest

from engine.errors import Cancelled, InferenceError
from engine.types import TranslationOptions
from gui.segment_cache import SegmentCache
from tests.gui.fakes import FakeTranslator, translated


def run(cache, translator, text, options=None, cancel=None):
    document = translator.segment(text)
    cancel = cancel or threading.Event()
    return list(cache.translate(translator, document, options, cancel))


def test_known_sentences_do_not_reach_the_translator():
    cache, translator = SegmentCache(), FakeTranslator()
    run(cache, translator, "One. Two. Three.")
    deliveries = run(cache, translator, "One. Other. Three.")
    assert translator.sentences == ["One.", "Two.", "Three.", "Other."]
    assert [d.reused for d in deliveries] == [True, False, True]
    assert [d.segment.text for d in deliveries] == [
        translated(text) for text in ("One.", "Other.", "Three.")
    ]


def test_reused_segments_stand_where_the_new_document_has_them():
    cache, translator = SegmentCache(), FakeTranslator()
    run(cache, translator, "Two.")
    deliveries = run(cache, translator, "One. Two.")
    document = translator.segment("One. Two.")
    assert tuple(d.segment.segment for d in deliveries) == document.segments


def test_a_repeated_sentence_is_translated_once():
    cache, translator = SegmentCache(), FakeTranslator()
    deliveries = run(cache, translator, "Ha. Ha. Ha.")
    assert translator.sentences == ["Ha."]
    assert [d.segment.segment.index for d in deliveries] == [0, 1, 2]


def test_options_are_part_of_the_key():
    cache, translator = SegmentCache(), FakeTranslator()
    run(cache, translator, "One.", TranslationOptions(beam_size=1))
    run(cache, translator, "One.", TranslationOptions(beam_size=4))
    run(cache, translator, "One.", TranslationOptions(beam_size=1))
    assert translator.sentences == ["One.", "One."]


def test_the_least_recently_used_goes_first():
    cache, translator = SegmentCache(2), FakeTranslator()
    run(cache, translator, "A. B.")
    run(cache, translator, "A.")
    run(cache, translator, "C.")
    assert len(cache) == 2
    run(cache, translator, "A.")
    assert translator.sentences == ["A.", "B.", "C."]
    run(cache, translator, "B.")
    assert translator.sentences == ["A.", "B.", "C.", "B."]


def test_a_document_larger_than_the_cache_is_complete():
    cache, translator = SegmentCache(1), FakeTranslator()
    assert len(run(cache, translator, "A. B. A. B. A.")) == 5
    assert translator.sentences == ["A.", "B."]


def test_cancel_stops_even_when_everything_is_known():
    cache, translator = SegmentCache(), FakeTranslator()
    run(cache, translator, "One.")
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        run(cache, translator, "One.", cancel=cancel)


def test_a_translator_that_returns_too_few_is_an_error():
    class Short(FakeTranslator):
        def stream(self, source, options=None, *, cancel=None, eager=True):
            return iter(())

    with pytest.raises(InferenceError):
        run(SegmentCache(), Short(), "One.")


def test_capacity_is_checked():
    with pytest.raises(ValueError, match="capacity"):
        SegmentCache(0)
