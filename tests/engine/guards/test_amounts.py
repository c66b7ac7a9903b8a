"""Amounts of money in words."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.amounts import rewrite_amounts
from engine.guards.number_checks import missing


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("It costs 5 euros.", "It costs 5欧元."),
        ("a 5-euro note", "a 5欧元 note"),
        ("25 cents each", "25美分 each"),
        ("2 euros and 50 cents", "2欧元 and 50欧分"),
        ("They won 3 million euros.", "They won 300万欧元."),
        ("Ten euros is enough.", "10欧元 is enough."),
        ("1,000 rupees, 200 rubles or 10 pesos", "1,000卢比, 200卢布 or 10比索"),
        ("I paid 20 pounds for it.", "I paid 20英镑 for it."),
        ("2 pounds and 50 pence", "2英镑 and 50便士"),
        ("Only 25 Cents! 99¢ or 5 ¢", "Only 25美分! 99美分 or 5美分"),
        ("ONLY 10 EUROS, 5 Francs", "ONLY 10欧元, 5法郎"),
        ("a 5/8-inch nut, 2 1/2 feet long", "a 5/8英寸 nut, 2 1/2英尺 long"),
        ("a 1/4-inch-thick plate", "a 1/4英寸 thick plate"),
        # No amounts.
        ("1/2 inch of snow, 3/4 of a mile", "1/2 inch of snow, 3/4 of a mile"),
        ("I lost 20 pounds.", "I lost 20 pounds."),
        ("I bought 20 pounds of rice.", "I bought 20 pounds of rice."),
        ("The 2016 euro championship", "The 2016 euro championship"),
        ("5 per cent and 5 percent", "5 per cent and 5 percent"),
        ("15 centimetres, 3 eurozone states", "15 centimetres, 3 eurozone states"),
        ("Listen to 50 Cent", "Listen to 50 Cent"),
        ("a few cents", "a few cents"),
        ("Each of the 15 won", "Each of the 15 won"),
        ("the euro's 5 years", "the euro's 5 years"),
    ],
)
def test_amounts_are_written_as_chinese_does(text, made):
    assert rewrite_amounts(text).text == made


def test_kept_spans_are_not_touched():
    assert rewrite_amounts("`5 euros` or 6 euros", [Span(0, 9)]).text == "`5 euros` or 6欧元"


@given(st.integers(2, 10**9), st.sampled_from(["euros", "cents", "yen", "rupees", "francs"]))
def test_the_number_is_kept(number, unit):
    text = f"It costs {number} {unit}."

    assert str(number) in (made := rewrite_amounts(text).text)
    assert missing(text, made) == ()


@pytest.mark.parametrize("unit", ["5 euros ", "5 ", "euro ", "five million "])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    rewrite_amounts(unit * 10000)

    assert time.process_time() - start < 5
