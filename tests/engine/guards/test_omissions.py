from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.omissions import coverage, suspected

EVALUATION = Path(__file__).parents[2] / "data" / "eval"
SOURCE = "The old captain told Marlow about the storm near the island"


def attended(words, *, ignored=()):
    """Return one token for each word and its span, and attention that leaves some words out."""
    spans, start = [], 0
    for word in words:
        spans.append(Span(start, start + len(word)))
        start += len(word) + 1
    heard = [index for index, word in enumerate(words) if word not in ignored]
    attention = np.zeros((len(heard), len(words) + 1), np.float32)
    attention[np.arange(len(heard)), heard] = 1
    return attention, [*spans, Span(start - 1, start - 1)]


def reason(*ignored, target="老船长告诉马洛岛附近的风暴"):
    return suspected(SOURCE, target, *attended(SOURCE.split(), ignored=ignored))


def test_a_translation_that_covers_every_word_is_not_suspected():
    assert reason() is None
    assert suspected(SOURCE, "老船长告诉马洛岛附近的风暴") is None


def test_a_translation_far_too_short_is():
    assert suspected(SOURCE, "老船长") == "length"
    assert suspected(SOURCE, "") == "length"


def test_words_in_a_row_that_nothing_came_of_are():
    assert reason("storm", "near", "island") == "coverage"
    assert reason("near", "the", "island") == "coverage"


def test_function_words_are_not():
    assert reason("The", "the", "about") is None


def test_a_name_that_nothing_came_of_is():
    assert reason("Marlow") == "name"


def test_a_member_of_a_list_that_little_came_of_is():
    source = ["They", "saw", "Ann", "Bob", "Lou", "and", "Carl"]
    text = "They saw Ann, Bob, Lou and Carl"
    attention, spans = attended(source, ignored=["Lou"])
    places = [Span(text.index(word), text.index(word) + len(word)) for word in source]
    target = "他们、看见、安、鲍勃和卡尔"
    assert suspected(text, target, attention, [*places, spans[-1]]) == "list"
    attention[0, source.index("Lou")] = 0.4
    assert suspected(text, target, attention, [*places, spans[-1]]) is None


def test_short_texts_are_not_suspected_for_coverage():
    assert suspected("Good evening", "好", *attended(["Good", "evening"], ignored=["Good"])) is None


@given(st.lists(st.booleans(), min_size=4, max_size=12))
def test_coverage_is_the_attention_of_a_words_own_tokens(heard):
    words = [f"word{index}" for index in range(len(heard))]
    attention, spans = attended(
        words, ignored=[w for w, is_heard in zip(words, heard, strict=True) if not is_heard]
    )

    assert coverage(spans[:-1], attention, spans) == [float(h) for h in heard]


def test_a_word_of_several_pieces_has_the_attention_of_all_of_them():
    spans = [Span(0, 2), Span(2, 4), Span(4, 4), Span(5, 7)]
    attention = np.array([[0.25, 0.5, 0.0, 0.25]], np.float32)

    assert coverage([Span(0, 4), Span(5, 7)], attention, spans) == [0.75, 0.25]


def test_a_word_without_tokens_counts_as_covered():
    assert coverage([Span(9, 12)], np.ones((1, 1), np.float32), [Span(0, 3)]) == [1.0]


def test_attention_must_have_a_column_for_each_token():
    with pytest.raises(ValueError, match="a column for each of 3 spans, found 2"):
        suspected("one two three", "一二三", np.ones((2, 2), np.float32), [Span(0, 3)] * 3)


@given(st.text(st.characters(exclude_categories=()), max_size=60), st.text(max_size=30))
def test_any_texts_can_be_compared(source, target):
    assert suspected(source, target) in {None, "length"}


@pytest.mark.parametrize("name", ["docs.tsv", "news.tsv", "tatoeba.tsv"])
def test_no_human_translation_is_suspected(name):
    lines = (EVALUATION / name).read_text(encoding="utf-8").splitlines()

    assert not [line for line in lines if suspected(*line.split("\t")[:2])]


def test_half_a_translation_is_mostly_suspected_of_long_sentences():
    lines = (EVALUATION / "news.tsv").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t")[:2] for line in lines if len(line.split("\t")[0].split()) > 20]

    assert sum(
        suspected(source, target[: len(target) // 2]) is not None for source, target in pairs
    ) > 0.6 * len(pairs)


@pytest.mark.parametrize(
    ("source", "target", "heard"),
    [
        # A title that stands alone, whatever its name's attention; little attention otherwise.
        ("I met Mr. White.", "我遇见了 Mr。", 1.0),
        ("I met Dr. White and left.", "我遇见了 Dr，就走了。", 1.0),
        ("I met Mr. White.", "我遇见了他。", 0.25),
    ],
)
def test_a_name_that_its_title_lost_is(source, target, heard):
    attention, spans = attended(source.split())
    attention[source.split().index("White." if "White." in source else "White")] *= heard

    assert suspected(source, target, attention, spans) == "name"


@pytest.mark.parametrize(
    "target", ["我遇见了 Mr. White。", "我遇见了怀特先生。", "我遇见了 Mr. 怀特。"]
)
def test_a_name_behind_a_title_that_is_there_or_translated_is_not(target):
    assert suspected("I met Mr. White.", target, *attended(["I", "met", "Mr.", "White."])) is None
