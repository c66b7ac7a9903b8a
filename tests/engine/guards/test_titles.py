"""Titles and the names behind them."""

import time

import pytest

from engine.guards.chinese import tidy
from engine.guards.edits import apply
from engine.guards.fragments import make_whole
from engine.guards.titles import honoured, titled
from tests.engine.guards.test_fragments import link


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I met Mr. White.", ["White"]),
        ("Dr. Ames and Mrs. O'Neil's son met Prof. Ana Lima.", ["Ames", "O'Neil", "Ana Lima"]),
        ("Mr. and Mrs. Hill", ["Hill"]),
        ("We met Gov. Émile Zola.", ["Émile Zola"]),
        ("See No. 5 in vol. 3. He left.", []),
        ("Mr White left", []),
    ],
)
def test_names_behind_titles_are_found(text, names):
    found = list(titled(text))

    assert [each.name for each in found] == names
    assert [each.place.of(text) for each in found] == names


@pytest.mark.parametrize(
    ("source", "target", "made"),
    [
        ("I met Mr. White.", "我遇见了Mr。", "我遇见了Mr. White。"),
        ("I met Mr. White, sir.", "我遇见了Mr.，先生。", "我遇见了Mr. White，先生。"),
        ("Mr. Hill met Mr. Dale.", "Mr. Hill遇见Mr。", "Mr. Hill遇见Mr. Dale。"),
        ("I met Mr. White.", "我遇见了Mr.White。", "我遇见了Mr.White。"),
        ("I met Mr. White.", "我遇见了Mr. 白。", "我遇见了Mr. 白。"),
        ("I met Mr. White.", "我遇见了他。", "我遇见了他。"),
    ],
)
def test_a_name_comes_back_behind_a_title_that_stands_alone(source, target, made):
    links = [link(source, source.split()[0], target, target[0])]

    assert make_whole(source, target, links).text == made


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("信来自Mr. 黑。", "信来自Mr. 黑。"),
        ("他是Dr.", "他是Dr。"),
        ("见A. 他走了。", "见A。他走了。"),
    ],
)
def test_the_full_stop_of_a_title_ends_no_sentence(text, made):
    assert tidy(text, "A sentence.").text == made


@pytest.mark.parametrize("unit", ["Mr. ", "Mr. A", "A' "])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    list(titled(unit * 20000))

    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("target", "made"),
    [
        ("Mr. O'Connor见了Ms. D'Angelo。", "O'Connor先生见了D'Angelo女士。"),
        ("Dr. Ana Lima来了。", "Ana Lima博士来了。"),
        ("这是Prof. J. van der Berg。", "这是J. van der Berg教授。"),
        ("Mrs Ames's的狗", "Ames夫人的狗"),
        ("Mrs Ames's狗", "Ames夫人的狗"),
        ("Mr.Ames走了", "Ames先生走了"),
        # Names in Chinese, of which nobody knows where they end, brands and texts without Chinese.
        ("Mr. 白来了", "Mr. 白来了"),
        ("Dr Pepper是饮料", "Dr Pepper是饮料"),
        ("Mr. O'Connor", "Mr. O'Connor"),
        ("他是Dr", "他是Dr"),
        ("HMr. Ames来了", "HMr. Ames来了"),
    ],
)
def test_titles_stand_behind_latin_names(target, made):
    assert apply(target, honoured(target)).text == made
