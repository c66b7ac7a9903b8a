"""Texts that are nothing but yes and no."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.answers import answers
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("No, no, no, yes.", "不，不，不，是的。"),
        ("yes, yes, no", "是的，是的，不"),
        ("YES! NO! Yes?", "是的！不！是的？"),
        ("Yes… no...", "是的……不……"),
        ("yes no", "是的，不"),
        ("Nope; yeah — nah", "不；是的——不"),
        ("No", None),
        ("Yes.", None),
        ("Yes or no?", None),
        ("No, not yes.", None),
        ("Noyes", None),
    ],
)
def test_each_answer_is_told_in_its_place(text, made):
    assert answers(text) == made


@given(st.lists(st.sampled_from(["yes", "no"]), min_size=2, max_size=30))
def test_none_is_lost_and_none_changes(words):
    made = answers(", ".join(words) + ".")
    assert made is not None
    assert made.rstrip("。").split("，") == [{"yes": "是的", "no": "不"}[word] for word in words]


def test_the_model_is_not_asked():
    model = SpellingModel(lambda _text: "不。")
    made = translated(model, "No, no, yes.")
    assert (made.text, made.flags, model.texts) == ("不，不，是的。", (), [])
