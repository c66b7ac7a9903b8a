"""Numbers that a translation says twice or makes up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.edits import apply
from engine.guards.surplus import said_again, surplus
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    ("source", "target", "found"),
    [
        ("It takes 200 days.", "需要200 200天。", ["200"]),
        ("It takes 200 days.", "200天内需要200天。", ["200"]),
        ("See 4.2 on page 17.", "见17页4.2的4.2。", ["4.2"]),
        ("Twice as many as in 2019", "2019年的两倍如2019", ["2019"]),
        ("The car costs £20k.", "汽车费用2 £2万万。", ["2万万"]),
        ("It is €7 in 2020.", "2020年3 €7了30日。", ["3", "30"]),
        ("The cat sleeps.", "猫睡了35年。", ["35"]),
        # Everything is explained.
        ("230 million people", "2亿3千万人", []),
        ("At 12:30 there were 30 people.", "12点30分有30人。", []),
        ("In May 1990", "1990年5 月", []),
        ("He came on October 10th.", "他10月10日来。", []),
        ("the 1980s, '99 and COVID-19", "20世纪80年代、1999年和2019冠状病毒病", []),
        ("five of the twelve at 6 pm", "18点时12个中的5个", []),
        ("1,249.50 or 10k", "1249.50或1万", []),
        ("half past ten, twice a decade", "10点30分，每10年2次", []),
        ("Chapter IV, a dozen, once", "第4章，12个，1次", []),
        ("5 and 5 more", "5加5等", []),
        ("The first one", "第1个", []),
        ("The cat sleeps.", "猫睡了。", []),
    ],
)
def test_what_nothing_explains_is_found(source, target, found):
    assert [each.span.of(target) for each in surplus(source, target)] == found


@pytest.mark.parametrize(
    ("source", "target", "made"),
    [
        ("It takes 200 days.", "需要200 200天。", "需要200天。"),
        ("It takes 200 days.", "需要200200天。", "需要200天。"),
        ("0.5 mm", "0.5，0.5毫米", "0.5毫米"),
        ("at 3:45", "3:45 3:45", "3:45"),
        ("5 apples", "55个苹果", "55个苹果"),
        ("1 1 2", "1 1 2", "1 1 2"),
        ("1212 men", "1212人", "1212人"),
        ("12 of 12", "12 12", "12 12"),
        ("a score of 2", "2-2", "2-2"),
    ],
)
def test_a_number_beside_itself_is_said_once(source, target, made):
    assert apply(target, said_again(source, target)).text == made


@given(st.integers(0, 10**6), st.sampled_from([" ", "，", "、", ", "]))
def test_whatever_it_is_it_is_said_once(number, gap):
    target = f"有{number}{gap}{number}个。"
    source = f"There are {number} of them."
    assert apply(target, said_again(source, target)).text == f"有{number}个。"


def test_a_number_that_is_made_up_is_asked_about_again():
    answers = iter(["猫有35只脚和4只耳朵。", "猫有4只脚。"])
    model = SpellingModel(lambda _text: next(answers, "猫有4只脚。"))
    made = translated(model, "The cat has 4 feet.")
    assert (made.text, made.flags) == ("猫有4只脚。", ())


def test_a_number_that_stays_made_up_is_flagged():
    made = translated(SpellingModel(lambda _text: "猫有35只脚和4只耳朵。"), "The cat has 4 feet.")
    assert made.flags == ("number-missing",)


def test_a_number_that_stays_doubled_beside_itself_is_mended():
    model = SpellingModel(lambda _text: "需要200 200天才能做完。")
    made = translated(model, "It takes 200 days to finish it.")
    assert (made.text, made.flags) == ("需要200天才能做完。", ())
