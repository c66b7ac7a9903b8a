"""The numbers of real sentences through the starter pack, and what watches over them."""

import pytest

from engine.translator import Translator
from tests.engine.conftest import ROOT
from tests.support.fakes import lines
from tests.support.number_watch import chinese, lacking, read_sources, unflagged


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("We have 12 cats.", "我们有12只猫。"),
        ("3 million people", "300万人"),
        ("£2.8bn", "28亿英镑"),
        ("twenty-five hens", "二十五只母鸡"),
        ("at 6 p.m.", "在下午6点"),
        ("in the 1990s", "20世纪90年代"),
        ("the 21st", "第21"),
        ("two thirds", "三分之二"),
        ("3/4 of it", "它的四分之三"),
        ("12 of 12", "12个中的12个"),
        ("a score of 3-2", "比分3:2"),
    ],
)
def test_the_watch_finds_a_number_that_is_there(source, target):
    assert lacking(source, target) == []


@pytest.mark.parametrize(
    ("source", "target", "lost"),
    [
        ("We have 12 cats.", "我们有112只猫。", ["12"]),
        ("We have 12 cats.", "我们有十二只猫。", ["12"]),
        ("3 million people", "3万人", ["3 million"]),
        ("at 6 p.m.", "在6点", ["6 p.m"]),
        ("12 of 12", "12个", ["12"]),
        ("twenty hens", "十十只", ["twenty"]),
        ("€1,249.50", "1249.50欧元", ["1,249.50"]),
    ],
)
def test_the_watch_misses_a_number_that_is_not(source, target, lost):
    assert lacking(source, target) == lost


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0, "零"),
        (12, "十二"),
        (110, "一百一十"),
        (2005, "二千零五"),
        (30_000, "三万"),
        (10**8, "一亿"),
    ],
)
def test_the_watch_writes_chinese(number, written):
    assert chinese(number) == written


def test_no_number_is_lost_unflagged_and_hardly_any_is_flagged(starter_pack):
    """What ``python -m tests.support.number_watch`` says of all evaluation files, of one."""
    sources = read_sources(ROOT / "assets" / "eval" / "dev.tsv")
    made = list(Translator.load(starter_pack, threads=1).translate(lines(*sources)).segments)
    assert len(made) > 80
    assert [(each.segment.text, each.text, lost) for each, lost in unflagged(made)] == []
    assert sum("number-missing" in each.flags for each in made) <= max(1, 0.01 * len(made))
