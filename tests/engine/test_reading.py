"""Questions for a model, and what it offers, over a model that spells what it is told to."""

import math
import threading
import time
from dataclasses import dataclass, field, replace

import pytest

from engine.document import Span
from engine.errors import Cancelled
from engine.reading import Ask, Manner, Reader
from engine.search import SearchOptions
from tests.support.fakes import (
    EOS,
    LIKELY,
    START,
    TARGET_TOKEN,
    LetterCodec,
    SpellingModel,
    wide_manifest,
)


class Stop:
    """Stops when its event is set, as the translator does."""

    def __init__(self) -> None:
        self.event = threading.Event()

    def cancelled(self) -> bool:
        return self.event.is_set()

    def go_on(self) -> None:
        if self.event.is_set():
            raise Cancelled


def manner(*, beam_size=1, n_best=1, longest=4000, wanted=None, token=None, stop_loops=False):
    search = SearchOptions(
        start_id=START, eos_id=EOS, beam_size=beam_size, max_target_tokens=longest
    )
    return Manner(
        search=search,
        n_best=n_best,
        max_target_tokens=wanted,
        target_token=token,
        stop_loops=stop_loops,
    )


def reader(model=None, **changes) -> Reader:
    return Reader(wide_manifest(**changes), model or SpellingModel(str.upper), LetterCodec())


# Questions


def test_a_question_may_be_asked_strictly():
    assert Ask.strictly("A word") == Ask("A word", strict=True, wide=True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("hello", "Hello."), ("2 cats", "2 cats."), ("éclair", "Éclair."), ("Foo", "Foo.")],
)
def test_a_word_is_asked_for_as_a_sentence(text, sentence):
    assert Ask.as_sentence(text) == Ask(sentence, strict=True, wide=True)


@pytest.mark.parametrize("text", ["Hello.", "Hello!", "(a)", "a…", "a "])
def test_what_ends_like_a_sentence_is_not_made_one(text):
    assert Ask.as_sentence(text) is None


# Answers


def test_answers_come_in_the_order_of_the_questions():
    asks = [Ask(text, wide=i % 2 == 0) for i, text in enumerate(["ccc", "a", "bb", "dddd"])]
    offers = reader().answer(asks, manner(), Stop())
    assert [found[0].text for found in offers] == ["CCC", "A", "BB", "DDDD"]
    assert [found[0].source for found in offers] == ["ccc", "a", "bb", "dddd"]
    assert reader().answer([], manner(), Stop()) == []


def test_questions_share_batches_however_they_are_asked():
    model = SpellingModel(str.upper)
    texts = [f"{'x' * (i % 5 + 1)} {i}" for i in range(40)]
    asks = [Ask(text, strict=i % 4 == 0) for i, text in enumerate(texts)]
    reader(model).answer(asks, manner(), Stop())
    assert sorted(map(len, model.encoded)) == [20, 20]
    assert {text for batch in model.texts for text in batch} == set(texts)


@dataclass(slots=True)
class TwoLanes:
    """A model that is run by two threads at a time, and tells which."""

    model: SpellingModel
    threads: set[int] = field(default_factory=set)
    lanes: int = 2

    def encode(self, sources):
        raise AssertionError("asked alone")

    def decoder(self, batch):
        raise AssertionError("asked alone")

    def beside(self):
        return OneOfTwo(self)


class OneOfTwo(TwoLanes):
    def __init__(self, whole):
        super().__init__(whole.model, whole.threads)

    def encode(self, sources):
        self.threads.add(threading.get_ident())
        time.sleep(0.01)
        return self.model.encode(sources)

    def decoder(self, batch):
        return self.model.decoder(batch)


def test_several_batches_are_translated_side_by_side():
    model = TwoLanes(SpellingModel(str.upper))
    texts = [f"text {i}" for i in range(20)]
    offers = reader(model).answer([Ask(text) for text in texts], manner(), Stop())
    assert [found[0].text for found in offers] == [text.upper() for text in texts]
    assert sorted(map(len, model.model.encoded)) == [10, 10]
    assert len(model.threads) == 2
    assert threading.get_ident() not in model.threads


def test_a_lone_batch_of_many_is_translated_by_whom_the_others_are():
    model = TwoLanes(SpellingModel(str.upper))
    few = [Ask("left over")]
    with pytest.raises(AssertionError, match="asked alone"):
        reader(model).answer(few, manner(), Stop())
    ((offer,),) = reader(model).answer(few, replace(manner(), many=True), Stop())
    assert offer.text == "LEFT OVER"


def test_an_offer_tells_what_the_search_found():
    ((offer,),) = reader().answer([Ask("ab")], manner(), Stop())
    assert offer.text == "AB"
    assert [(link.source, link.target) for link in offer.links] == [
        (Span(0, 1), Span(0, 1)),
        (Span(1, 2), Span(1, 2)),
    ]
    assert math.isclose(offer.score, LIKELY, rel_tol=1e-6)
    assert offer.log_probs == pytest.approx([LIKELY] * 3)
    assert offer.spans == (Span(0, 1), Span(1, 2), Span(2, 2))
    assert offer.attention.argmax(axis=1).tolist()[:2] == [0, 1]
    assert len(offer.attention) >= 2


@pytest.mark.parametrize("silence", ["", "  ", "\u3000"])
def test_white_space_says_nothing(silence):
    ((offer,),) = reader(SpellingModel(lambda _text: silence)).answer([Ask("a")], manner(), Stop())
    assert (offer.text, offer.links) == ("", ())


def test_a_wide_question_hears_the_whole_beam():
    asks = [Ask("abcd"), Ask("efgh", wide=True)]
    narrow, wide = reader().answer(asks, manner(beam_size=3, n_best=2), Stop())
    assert (len(narrow), len(wide)) == (2, 3)
    for found in (narrow, wide):
        scores = [offer.score for offer in found]
        assert scores == sorted(scores, reverse=True)


def test_the_target_token_goes_in_front():
    model = SpellingModel(str.upper)
    reader(model).answer([Ask("ab")], manner(token=">>cmn_Hans<<"), Stop())
    assert model.encoded[0][0][0] == TARGET_TOKEN


@pytest.mark.parametrize(
    ("wanted", "longest", "steps"), [(None, 4000, 2 * 5 + 16), (7, 4000, 7), (None, 9, 9)]
)
def test_the_length_of_an_answer_is_bounded(wanted, longest, steps):
    model = SpellingModel(lambda _text: "la" * 500)
    reader(model).answer([Ask("abcd")], manner(wanted=wanted, longest=longest), Stop())
    assert model.longest == steps


def test_each_question_of_a_batch_has_its_own_bound():
    model = SpellingModel(lambda _text: "la" * 500)
    offers = reader(model).answer([Ask("a"), Ask("abcdefgh")], manner(), Stop())
    assert len(model.encoded) == 1
    assert [len(found[0].text) for found in offers] == [2 * 2 + 16, 2 * 9 + 16]


def test_loops_are_stopped_if_that_is_wanted_and_sooner_if_strict():
    def longest_run(*, strict=False, stop_loops=True, text="abcdefghij"):
        model = SpellingModel(lambda _text: "好" * 12)
        asks = [Ask(text, strict=strict)]
        ((offer,),) = reader(model).answer(asks, manner(stop_loops=stop_loops), Stop())
        return max(map(len, offer.text.replace("X", " ").split()))

    assert longest_run(stop_loops=False) == 12
    assert longest_run() == 4
    assert longest_run(strict=True) == 2
    assert longest_run(text="no no no no no no") == 6


def test_a_number_may_have_equal_digits():
    model = SpellingModel(lambda _text: "1000000")
    ((offer,),) = reader(model).answer([Ask("a million of it")], manner(stop_loops=True), Stop())
    assert offer.text == "1000000"


def test_stopping_is_asked_for_between_batches():
    stop = Stop()

    def stop_at_two(number: int) -> None:
        if number == 2:
            stop.event.set()

    model = SpellingModel(str.upper, on_encode=stop_at_two)
    with pytest.raises(Cancelled):
        reader(model).answer([Ask(f"text {i}") for i in range(100)], manner(), stop)
    assert len(model.encoded) == 2


# Parts


def test_a_text_that_fits_is_one_part():
    assert reader(max_source_tokens=6).wrap("abcde", manner()) == (Span(0, 5),)
    assert len(reader(max_source_tokens=6).wrap("abcdef", manner())) == 2


def test_the_target_token_takes_a_place():
    assert len(reader(max_source_tokens=6).wrap("abcde", manner(token=">>x<<"))) == 2


@pytest.mark.parametrize("parts", [2, 3, 4])
def test_a_text_that_fits_may_be_cut_anyway(parts):
    text = "One two three four, five six seven eight, nine ten eleven twelve."
    spans = reader().wrap(text, manner(), parts)
    assert parts <= len(spans) <= parts + 2
    assert "".join(span.of(text) for span in spans).replace(" ", "") == text.replace(" ", "")


def test_a_blank_text_has_no_parts():
    assert reader().wrap(" \n", manner()) == ()
    assert reader().wrap("a", manner(), 3) == (Span(0, 1),)


def test_what_is_one_piece_is_known():
    found = reader()
    assert found.knows("a")
    assert not found.knows("ab")
