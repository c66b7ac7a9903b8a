import math
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.loops import RepetitionConstraint, is_loop, repeats
from engine.search import SearchOptions, StepResult, search

EVALUATION = Path(__file__).parents[2] / "data" / "eval"


class Parrot:
    """A decoder that always wants to say the next token of an endless round."""

    def __init__(self, phrase, vocabulary):
        self.phrase = phrase
        self.vocabulary = vocabulary
        self.steps = 0

    def step(self, tokens, parents, sentences, k, bias):
        logits = np.full((len(tokens), self.vocabulary), -5.0, np.float32)
        logits[:, self.phrase[self.steps % len(self.phrase)]] = 5.0
        logits[:, 0] = 0.0  # the end is its second choice
        if bias is not None:
            np.add.at(logits, (bias.rows, bias.ids), bias.values)
        self.steps += 1
        order = np.argsort(-logits, axis=1, kind="stable")[:, :k]
        return StepResult(
            np.take_along_axis(logits, order, 1), order, np.ones((len(tokens), 1), np.float32)
        )


def parroted(phrase, constraint):
    options = SearchOptions(start_id=1, eos_id=0, beam_size=1, max_target_tokens=200)
    ((found,),) = search(Parrot(phrase, 40), 1, options, constraint=constraint)
    return list(found.ids)


@pytest.mark.parametrize("period", range(1, 13))
def test_a_round_is_stopped_while_decoding(period):
    phrase = list(range(2, 2 + period))

    assert len(parroted(phrase, None)) == 200
    assert len(parroted(phrase, RepetitionConstraint([1]))) <= 4 * period
    assert len(parroted(phrase, RepetitionConstraint([1], strict=frozenset({0})))) <= 2 * period


def test_a_translation_may_repeat_what_its_source_repeats():
    assert parroted([5], RepetitionConstraint([repeats("ha ha ha ha ha ha ha")])) == [5] * 7


def test_a_number_may_have_zeros():
    assert parroted([5], RepetitionConstraint([1], digits=frozenset({5}))) == [5] * 9


@given(st.lists(st.integers(2, 5), max_size=40))
def test_only_a_token_that_goes_on_with_a_round_is_banned(prefix):
    banned = RepetitionConstraint([1]).bias(0, prefix)

    assert all(value == -math.inf for value in banned.values())
    for token in banned:
        longer = [*prefix, token]
        assert any(
            longer[-period:] * 2 == longer[-2 * period :] or period == 1
            for period in range(1, 13)
            if len(longer) >= 2 * period
        )


@given(st.lists(st.integers(2, 10**6), max_size=40, unique=True))
def test_what_does_not_repeat_is_left_alone(prefix):
    assert not RepetitionConstraint([1], strict=frozenset({0})).bias(0, prefix)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("", 1),
        ("no", 1),
        ("very, very good", 2),
        ("Buy now! BUY NOW buy now", 3),
        ("hahaha", 3),
        ("......", 6),
        ("👍👍👍👍", 4),
    ],
)
def test_repeats_counts_what_a_text_says_in_a_row(text, times):
    assert repeats(text) == times


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Hello", "你好你好你好你好你好"),
        ("Thanks", "谢谢，谢谢，谢谢，谢谢，谢谢"),
        ("America is a country of immigrants.", "美国国国国国国。"),
        ("He called it something else.", "他叫它“文文文文”。"),
        ("Hi", "这是一个非常长的句子，没有人会认为它是对这个词的翻译"),
        ("The dog ran home quickly.", "狗跑，它跑回家，它跑回家，它跑回家，它跑回家，它跑回家"),
        ("A plan for the town", "的 的 的 的 的 的"),
    ],
)
def test_a_translation_that_goes_round_is_a_loop(source, target):
    assert is_loop(source, target)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("ha ha ha ha ha ha", "哈哈哈哈哈哈"),
        ("very very very very good", "非常非常非常非常好"),
        ("No, no, no, no, no!", "不，不，不，不，不！"),
        ("BUY NOW BUY NOW BUY NOW BUY NOW BUY NOW", "立即购买立即购买立即购买立即购买立即购买"),
        ("zxq zxq zxq", "zxq zxq zxq"),
        ("........", "……"),
        ("It costs 1,000,000 in all", "总共花费1000000"),
        ("Wait ... please", "等等......请"),
        ("", ""),
        ("Hi", "嗨"),
        (
            "Room 1 is free, room 2 is free, room 3 is free, room 4 is free, room 5 is free",
            "房间1是空的，房间2是空的，房间3是空的，房间4是空的，房间5是空的",
        ),
    ],
)
def test_repetition_that_the_source_has_is_no_loop(source, target):
    assert not is_loop(source, target)


@given(st.text("他们昨天在河边看见一只白鸟", min_size=1, max_size=12), st.integers(6, 30))
def test_anything_said_six_times_for_a_source_that_does_not_is_a_loop(phrase, times):
    assert is_loop("They saw a white bird by the river the day before we left.", phrase * times)


def test_kept_spans_are_no_repetition():
    line = "=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-" + "ab" * 20

    assert not is_loop("See " + line, "见" + line, [Span(1, 1 + len(line))])


@pytest.mark.parametrize("name", ["docs.tsv", "news.tsv", "tatoeba.tsv"])
def test_no_human_translation_is_a_loop(name):
    lines = (EVALUATION / name).read_text(encoding="utf-8").splitlines()

    assert not [line for line in lines if is_loop(*line.split("\t")[:2])]


@pytest.mark.parametrize("unit", ["a", "ab ", "好", "一二三四五六七", "\ud83d", "é.\n"])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    is_loop(unit * 20000, unit * 20000)

    assert time.process_time() - start < 5


@given(st.lists(st.integers(1, 3), max_size=40), st.booleans(), st.integers(1, 4))
def test_rows_that_are_not_looked_at_have_nothing_banned(prefix, strict, allowed):
    strictly = frozenset({0}) if strict else frozenset()
    constraint = RepetitionConstraint([allowed], strict=strictly)
    concerned = constraint.concerns(np.array([0]), np.array([prefix], np.int64))
    if concerned is None or not concerned[0]:
        assert not prefix or not constraint.bias(0, prefix)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=40), st.booleans(), st.integers(1, 4))
def test_a_search_is_looked_at_whenever_something_is_banned(tokens, strict, allowed):
    strictly = frozenset({0}) if strict else frozenset()
    constraint = RepetitionConstraint([allowed], strict=strictly)
    for size in range(1, len(tokens) + 1):
        prefix = tokens[:size]
        due = constraint.is_due(size)
        if due:
            constraint.concerns(np.array([0]), np.array([prefix], np.int64))

        assert due or not constraint.bias(0, prefix)
