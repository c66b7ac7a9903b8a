"""Whether a translation says the contrary of its source."""

import pytest

from engine.guards.negation import as_ban, lacks_negation
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("No smoking", "吸烟"),
        ("Do not open the door.", "打开门。"),
        ("I don’t like it.", "我喜欢它。"),
        ("She has never been there.", "她去过那里。"),
        ("None of them came.", "他们来了。"),
        ("This is not a toy.", "这是玩具。"),
    ],
)
def test_the_contrary_is_noticed(source, target):
    assert lacks_negation(source, target)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("No smoking", "禁止吸烟"),
        ("Do not open the door.", "别开门。"),
        ("It is nice, isn't it?", "很好，对吧？"),
        ("Isn't this great!", "真是太好了！"),
        ("Returns None on a timeout.", "超时则返回None。"),
        ("See No. 5 and no 7.", "见5号和7号。"),
        ("No later than Friday", "周五之前"),
        ("Don't forget to call.", "记得打电话。"),
        ("He did not come until noon.", "他到中午才来。"),
        ("A knot and a note", "一个结和一张纸条"),
        ("Nothing", "No"),
    ],
)
def test_what_is_said_otherwise_is_none(source, target):
    assert not lacks_negation(source, target)


def test_a_sign_is_a_sentence():
    ask = as_ban("No smoking in the hall.")
    assert ask is not None
    assert ask.text == "Smoking in the hall is not allowed."
    assert as_ban("No dogs") is None


def test_a_sign_that_lost_its_no_is_asked_about_as_a_sentence():
    said = {"Smoking is not allowed.": "不允许吸烟。"}
    made = translated(SpellingModel(lambda text: said.get(text, "吸烟。")), "No smoking.")
    assert (made.text, made.flags) == ("不允许吸烟。", ())


def test_the_contrary_that_stays_is_flagged():
    made = translated(SpellingModel(lambda _text: "这是一个玩具。"), "This is not a toy.")
    assert made.flags == ("omission-suspected",)
