"""Segments of several texts in batches that they share."""

import threading

import pytest

from engine.errors import Cancelled, PackIncompatible
from engine.types import Guards, TranslationOptions
from tests.support.fakes import SpellingModel, guarded_translator, lines

RAW = TranslationOptions(guards=Guards.off())
PROSE = "Good morning. How are you?\n\n    x = foo(1)\n    y = bar(x)\n"


def test_texts_of_anyone_share_a_batch_and_come_back_in_order():
    model = SpellingModel(str.upper)
    texts = ["One dog.", "A longer cat.", "One dog."]
    made = guarded_translator(model).translate_segments(texts, RAW)
    assert [each.text for each in made] == ["ONE DOG.", "A LONGER CAT.", "ONE DOG."]
    assert [each.segment.text for each in made] == texts
    assert model.texts == [["A longer cat.", "One dog."]]


def test_what_becomes_of_a_segment_is_what_the_stream_makes_of_it():
    translator = guarded_translator(SpellingModel(str.upper))
    streamed = list(translator.stream(lines("One dog.", "Two cats sat.", "A3 and 4.")))
    together = translator.translate_segments([each.segment.text for each in streamed])
    assert [(each.text, each.flags, each.alignment) for each in together] == [
        (each.text, each.flags, each.alignment) for each in streamed
    ]


def test_nothing_asked_nothing_made():
    assert guarded_translator(SpellingModel(str.upper)).translate_segments([]) == []


def test_lines_of_code_are_told_as_the_stream_takes_them():
    translator = guarded_translator(SpellingModel(str.upper))
    document = translator.segment(PROSE)
    code = translator.code_of(document)
    assert [document.segments[index].text for index in sorted(code)] == ["x = foo(1)", "y = bar(x)"]
    made = list(translator.stream(document))
    assert {each.segment.index for each in made if each.text == each.segment.text} == code
    assert translator.code_of(document, RAW) == frozenset()


def test_stops_and_refuses_as_the_stream_does():
    translator = guarded_translator(SpellingModel(str.upper))
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled):
        translator.translate_segments(["One dog."], cancel=stop)
    with pytest.raises(PackIncompatible):
        translator.translate_segments(["One dog."], TranslationOptions(target="en"))
