"""Enumerations in a sentence."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.guards.enumerations import enumeration, is_enumerated
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Do this: 1) open it, 2) read it.", ["1)", "2)"]),
        ("You need (a) a knife, (b) a spoon and (c) a fork.", ["(a)", "(b)", "(c)"]),
        ("first 2) second 3) third", ["2)", "3)"]),
        ("apples; (b) pears", ["(b)"]),
        ("(2) Go straight.", ["(2)"]),
        ("2. Boil the water.", ["2."]),
        ("We want i) speed ii) size iii) cost iv) fun", ["i)", "ii)", "iii)", "iv)"]),
        ("Aims: i. growth, ii. safety", ["i.", "ii."]),
        ("True B) False", ["B)"]),
        ("See page 3) for (5) of them.", []),
        ("The version is 2. The next is 4. It works.", []),
        ("He came (i) early.", []),
        ("We met J. R. Smith.", []),
        ("A sentence.", []),
    ],
)
def test_marks_are_found(text, marks):
    assert [mark.text for mark in enumeration(text)] == marks


@pytest.mark.parametrize(
    ("made", "kept"),
    [
        ("请1）打开它，2）读它。", True),
        ("请1) 打开它，2) 读它。", True),
        ("请2）打开它，1）读它。", False),
        ("请1）打开它，读它。", False),
        ("请1）打开它，1）2）读它。", False),
        ("请1）打开它，2）。", False),
    ],
)
def test_marks_come_back_in_order_with_what_they_mark(made, kept):
    marks = enumeration("Please 1) open it, 2) read it.")
    assert is_enumerated(marks, made) is kept


def test_where_a_mark_is_lost_the_parts_are_translated_apart():
    said = {
        "You need": "你需要",
        "a knife": "刀",
        "a spoon": "勺子",
        "a fork.": "叉子。",
    }
    model = SpellingModel(lambda text: said.get(text, "你需要（1）刀（3）勺子。"))
    made = translated(model, "You need (1) a knife, (2) a spoon and (3) a fork.")
    assert made.text == "你需要（1）刀，（2）勺子和（3）叉子。"
    assert made.alignment


def test_where_all_marks_are_there_nothing_is_asked_again():
    text = "You need (1) a knife and (2) a spoon."
    model = SpellingModel(lambda _text: "你需要（1）一把刀和（2）一个勺子。")
    assert translated(model, text).text == "你需要（1）一把刀和（2）一个勺子。"
    assert model.texts == [[text]]


@settings(deadline=None, max_examples=50)
@given(st.lists(st.sampled_from(["red", "green", "blue", "grey"]), min_size=2, max_size=9))
def test_no_mark_is_lost_whatever_the_model_says(words):
    text = "Colours: " + ", ".join(f"{i}) {word}" for i, word in enumerate(words, 1))
    made = translated(SpellingModel(lambda _text: "红色。"), text).text
    places = [made.find(f"{i}）") for i in range(1, len(words) + 1)]
    assert -1 not in places
    assert places == sorted(places)
