"""Decades of years."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.amounts import rewrite_amounts


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("The sixties were wild.", "60年代 were wild."),
        ("music of the Roaring Twenties", "music of the Roaring 20年代"),
        ("In the 1980s, he left.", "In 20世纪80年代, he left."),
        ("born in the nineteen-thirties", "born in 20世纪30年代"),
        ("in the '70s and 80s", "in 70年代 and 80年代"),
        ("the late 1890s", "19世纪90年代末"),
        ("since the mid-90s", "since 90年代中期"),
        ("the early to mid-1970s", "20世纪70年代前中期"),
        ("mid-to-late 2010s", "21世纪10年代中后期"),
        ("a 1950s-style bar", "a 20世纪50年代 style bar"),
        # What may be something else.
        ("a man in his sixties, she in her late 20s", "a man in his sixties, she in her late 20s"),
        ("It was in the 80s, a warm 85 degrees.", "It was in the 80s, a warm 85 degrees."),
        ("Wait 30s.", "Wait 30s."),
        ("the 1900s and the 2000s", "the 1900s and the 2000s"),
        ("Two twenties, please.", "Two twenties, please."),
    ],
)
def test_a_decade_is_written_as_chinese_does(text, made):
    assert rewrite_amounts(text).text == made


@given(st.integers(160, 209), st.sampled_from(["the {}s", "the {}'s", "early {}s", "{}s"]))
def test_every_decade_with_tens_is(tens, pattern):
    year = 10 * tens
    made = rewrite_amounts("In " + pattern.format(year) + " it rained.").text

    assert (f"{year // 100 + 1}世纪{year % 100}年代" in made) is (year % 100 != 0)
