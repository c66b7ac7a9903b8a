"""Hours, minutes and thousands in shorthand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.amounts import rewrite_amounts


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Open 24h.", "Open 24小时."),
        ("Bake for 25 min.", "Bake for 25分钟."),
        ("a 5-min walk, 30 mins, 2 hrs", "a 5分钟 walk, 30分钟, 2小时"),
        ("2h 30m, 1h30 and 1.5 h", "2小时30分钟, 1小时30分钟 and 1.5小时"),
        ("a 24h-service", "a 24小时 service"),
        ("10k people came.", "10,000 people came."),
        ("12.5K followers, 3M views", "12,500 followers, 3 million views"),
        ("100k new users", "100,000 new users"),
        ("+/- 0.05 mm, +/-3", "±0.05 mm, ±3"),
        ("Q1 2024, H2/2023 and FY2022", "2024年第1季度, 2023年下半年 and 2022财年"),
        ("It grew in Q3 2023.", "It grew in 2023年第3季度."),
        # Something else.
        ("See Q3, Q12024 and H1.", "See Q3, Q12024 and H1."),
        ("90 km/h, 4K videos, a 5k run", "90 km/h, 4K videos, a 5k run"),
        ("5 m, 5m long", "5 m, 5m long"),
        ("a 10k resistor", "a 10k resistor"),
        ("1.2345k users", "1.2345k users"),
        ("24hx, H24, x24h", "24hx, H24, x24h"),
    ],
)
def test_shorthand_is_written_out(text, made):
    assert rewrite_amounts(text).text == made


@given(st.integers(1, 999))
def test_thousands_keep_their_value(count):
    assert rewrite_amounts(f"It has {count}k users.").text == f"It has {count},000 users."
