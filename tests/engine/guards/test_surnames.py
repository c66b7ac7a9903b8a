"""Surnames that are English words, behind titles."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.surnames import as_chinese, with_particles
from engine.types import TranslationOptions
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    ("source", "target", "made"),
    [
        ("Ms. Black left.", "黑女士走了。", "布莱克女士 left."),
        ("Dr. King", "国王", "金博士"),
        ("Dr. White is here.", "德White在这里。", "怀特博士 is here."),
        ("Prof. Green and Mr Brown met.", "绿教授和布朗先生见面了。", "格林教授 and Mr Brown met."),
        ("Miss Rose, this is Mr Bishop.", "玫瑰小姐，这是主教。", "罗斯小姐, this is 毕晓普先生."),
        ("Mrs. Hill’s dog barked.", "山的狗叫了。", "希尔夫人’s dog barked."),
        ("Mr. and Mrs. Young came.", "年轻夫妇来了。", "扬夫妇 came."),
        ("We met Senator Banks.", "我们见了银行。", "We met 班克斯参议员."),
    ],
)
def test_people_are_written_as_chinese_does(source, target, made):
    assert as_chinese(source, target).text == made


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Ms. Black left.", "布莱克女士走了。"),
        ("Mr. Bean is here.", "憨豆先生来了。"),
        ("Mr. Price called.", "普莱斯先生打来电话。"),
        ("The black cat and the king.", "黑猫和国王。"),
        ("Black is my colour, King.", "黑色是我的颜色，国王。"),
        ("Mr. Blackwood and Dr. Kingsley met.", "他们见面了。"),
        ("Mr. Green-Smith left.", "他走了。"),
        ("Mr. Long John Silver left.", "他走了。"),
        ("Dr. Martin left the green house.", "马丁博士离开了温室。"),
        ("He missed Black Friday.", "他错过了黑色星期五。"),
        ("The president likes green.", "总统喜欢绿色。"),
        ("Miss Universe is here.", "环球小姐在这里。"),
    ],
)
def test_what_is_well_said_or_no_name_stays(source, target):
    assert as_chinese(source, target).edits == ()


@pytest.mark.parametrize(
    ("source", "said", "made"),
    [
        ("Ms. Black", "黑火。黑", "布莱克女士"),
        ("Dr. King!", "国王！", "金博士！"),
        ("Good morning, Mr. White.", "早上好，白色。", "怀特先生"),
        ("Mrs. Stone sat down by the window.", "石头坐在窗边。", "斯通夫人"),
    ],
)
def test_whatever_a_model_says_the_surname_is_a_name(source, said, made):
    model = SpellingModel(lambda text: said if text == source else "坐在窗边的早上")

    assert made in translated(model, source).text


@pytest.mark.parametrize("mark", ["'", "'s", "’s ", " 's"])
def test_what_is_theirs_is_told_as_chinese_does(mark):
    named = as_chinese("This is Ms. Green's house.", "")

    assert with_particles(f"这是格林女士{mark}房子。", named).text == "这是格林女士的房子。"


@pytest.mark.parametrize("target", ["她说'是'，格林女士走了。", "格林女士，'s", "他's"])
def test_other_marks_stay(target):
    assert with_particles(target, as_chinese("This is Ms. Green's house.", "")).text == target


def test_the_script_that_is_asked_for_is_written():
    options = TranslationOptions(target="zh-Hant")
    made = translated(SpellingModel(lambda _text: "黑女士。"), "Ms. Black.", options)

    assert made.text == "布萊克女士。"


def test_a_name_that_is_well_said_costs_no_question():
    model = SpellingModel(lambda _text: "怀特先生坐在窗边。")
    translated(model, "Mr. White sat by the window.")

    assert len(model.encoded) == 1


@given(st.text("Mr. Black's Dr&and", max_size=40), st.text("黑布莱克", max_size=5))
def test_any_texts_can_be_compared(source, target):
    assert isinstance(as_chinese(source, target).text, str)


@pytest.mark.parametrize("unit", ["Mr. ", "Mr. and ", "Mr. Black ", "Mr. Black's "])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    as_chinese(unit * 20000, "")

    assert time.process_time() - start < 5
