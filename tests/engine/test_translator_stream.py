"""Segments in order, windows and batches, stopping and threads, over a model that spells."""

import itertools
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.errors import Cancelled
from engine.types import TranslationOptions
from tests.support.fakes import (
    SpellingModel,
    guarded_translator,
    lines,
    spelling_translator,
)

SENTENCES = [f"Sentence {chr(97 + i % 26)}{chr(97 + i // 26)} is here." for i in range(200)]


def shout(text: str) -> str:
    return text.upper()


def setting(event: threading.Event, *, at: int):
    """Return a hook that sets an event when it is called with a number."""

    def hook(number: int) -> None:
        if number == at:
            event.set()

    return hook


# Streaming


def test_the_first_segment_comes_before_the_second_is_looked_at():
    model = SpellingModel(shout)
    stream = spelling_translator(model).stream(lines(*SENTENCES))
    assert model.encoded == []
    first = next(stream)
    assert first.text == SENTENCES[0].upper()
    assert model.texts == [[SENTENCES[0]]]
    assert model.steps == len(SENTENCES[0]) + 1


def test_windows_grow_while_the_stream_is_read():
    model = SpellingModel(shout)
    seen = [
        (made.segment.index, sum(len(batch) for batch in model.encoded))
        for made in spelling_translator(model).stream(lines(*SENTENCES))
    ]
    assert [encoded for _, encoded in seen[:17]] == [1, 4, 4, 4, *[16] * 12, 64]
    assert [index for index, _ in seen] == list(range(200))
    # Nothing is translated further ahead than four times what was given out, nor than a window.
    assert all(encoded <= min(4 * index, index + 256) for index, encoded in seen[1:])


def test_what_is_asked_again_shares_the_batches_of_the_next_window():
    odd = "he has 7 dogs"
    texts = [f"number {'xyz'[i % 3]} {'ab'[i % 2] * (i // 6 + 1)}" for i in range(200)]
    texts[20] = odd

    def forgetful(text: str) -> str:
        return text.upper().replace("7", "")

    model = SpellingModel(forgetful)
    made = list(guarded_translator(model).stream(lines(*texts)))
    assert [each.segment.index for each in made] == list(range(200))
    assert "7" in made[20].text or "number" in made[20].flags
    batches = [batch for batch in model.texts if any("dogs" in text for text in batch)]
    assert len(batches) > 1
    late = {text.upper() for text in texts[64:]}
    assert any(late & {text.upper() for text in batch} for batch in batches[1:])
    alone = guarded_translator(SpellingModel(forgetful)).translate(odd).segments[0]
    assert (made[20].text, made[20].flags) == (alone.text, alone.flags)


def test_who_waits_for_the_whole_has_batch_mates_from_all_over_the_text():
    model = SpellingModel(shout)
    made = spelling_translator(model).translate(lines(*SENTENCES))
    assert [each.text for each in made.segments] == [text.upper() for text in SENTENCES]
    assert len(model.encoded) == -(-len(SENTENCES) // 32)
    lengths = [sorted(map(len, batch)) for batch in model.texts]
    assert all(later[-1] <= earlier[0] for earlier, later in itertools.pairwise(lengths))


def test_segments_keep_their_order_whatever_their_length():
    texts = [f"{'x' * (1 + i * 37 % 23)} {i}" for i in range(150)]
    document = lines(*texts)
    made = spelling_translator(SpellingModel(shout)).translate(document)
    assert [each.text for each in made.segments] == [text.upper() for text in texts]
    assert tuple(each.segment for each in made.segments) == document.segments
    assert made.document is document
    assert made.text == "\n".join(texts).upper()


def test_a_text_that_comes_again_in_a_window_is_translated_once():
    model = SpellingModel(shout)
    texts = ["one", "two", "three", "three", "yes", "no", "yes", "yes"]
    made = spelling_translator(model).translate(lines(*texts))
    assert made.text == "\n".join(texts).upper()
    assert [each.segment.index for each in made.segments] == list(range(8))
    encoded = list(itertools.chain.from_iterable(model.texts))
    assert sorted(encoded) == ["no", "one", "three", "two", "yes"]


def test_batches_have_at_most_32_rows_of_similar_length():
    model = SpellingModel(shout)
    list(spelling_translator(model).stream(lines(*SENTENCES, *("y" * n for n in range(1, 90)))))
    assert max(len(batch) for batch in model.encoded) == 32
    for batch in model.encoded:
        assert len(batch) == 1 or len(batch) * max(map(len, batch)) <= 1024


def test_a_generator_that_is_not_read_to_its_end_leaves_nothing_running():
    model = SpellingModel(shout)
    translator = spelling_translator(model)
    before = threading.active_count()
    stream = translator.stream(lines(*SENTENCES))
    next(stream)
    steps = model.steps
    assert isinstance(stream, Generator)
    stream.close()
    assert (model.steps, threading.active_count()) == (steps, before)
    assert translator.translate("Again it works.").text == "AGAIN IT WORKS."


def test_an_empty_text_has_no_segments():
    translator = spelling_translator()
    for text in ("", " \n\t"):
        made = translator.translate(text)
        assert (made.text, made.segments, made.flags) == (text, (), ())


# Stopping


def test_nothing_is_done_when_cancelled_before_the_start():
    model = SpellingModel()
    cancel = threading.Event()
    cancel.set()
    for document in (lines("Some text."), lines("42")):
        stream = spelling_translator(model).stream(document, cancel=cancel)
        with pytest.raises(Cancelled):
            next(stream)
        assert next(stream, None) is None
    assert (model.encoded, model.steps) == ([], 0)


def test_cancelling_between_segments_stops_although_the_window_is_done():
    cancel = threading.Event()
    stream = spelling_translator(SpellingModel()).stream(lines(*SENTENCES[:8]), cancel=cancel)
    for _ in range(5):  # the fifth is the first of a window of four
        next(stream)
    cancel.set()
    with pytest.raises(Cancelled):
        next(stream)
    assert next(stream, None) is None


def test_cancelling_between_batches_stops_before_the_next():
    cancel = threading.Event()
    model = SpellingModel(on_encode=setting(cancel, at=3))
    with pytest.raises(Cancelled):
        spelling_translator(model).translate(lines(*SENTENCES), cancel=cancel)
    assert len(model.encoded) == 3
    assert model.steps == 2 * (len(SENTENCES[0]) + 1)


@pytest.mark.parametrize("beam_size", [1, 3])
def test_cancelling_at_any_step_stops_right_after_it(beam_size):
    document = lines("One.", "Two.", "Three of them.", "4")
    options = TranslationOptions(beam_size=beam_size)
    whole = SpellingModel(shout)
    spelling_translator(whole).translate(document, options)
    for step in range(1, whole.steps + 1):
        cancel = threading.Event()
        model = SpellingModel(shout, on_step=setting(cancel, at=step))
        translator = spelling_translator(model)
        stream = translator.stream(document, options, cancel=cancel)
        with pytest.raises(Cancelled):
            list(stream)
        assert model.steps == step
        assert next(stream, None) is None
        cancel.clear()
        made = translator.translate(document, options, cancel=cancel)
        assert made.text == "ONE.\nTWO.\nTHREE OF THEM.\n4"


def test_an_event_that_is_never_set_changes_nothing():
    made = spelling_translator().translate("A text.", cancel=threading.Event())
    assert made.text == "A text."


# Threads


def test_threads_share_a_translator():
    translator = spelling_translator(SpellingModel(shout))
    document = lines(*SENTENCES[:60])
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: translator.translate(document).text, range(8)))
    assert set(made) == {document.text.upper()}


def test_streams_of_one_translator_do_not_mix():
    translator = spelling_translator(SpellingModel(shout))
    streams = [translator.stream(lines(*SENTENCES[i::3])) for i in range(3)]
    for row, together in enumerate(zip(*streams, strict=False)):
        assert [each.text for each in together] == [
            SENTENCES[3 * row + i].upper() for i in range(3)
        ]
