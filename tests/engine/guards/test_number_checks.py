"""Which numbers a translation lacks: times of the day."""

import pytest

from engine.guards.number_checks import missing
from engine.guards.number_forms import written
from engine.guards.numbers import numbers


@pytest.mark.parametrize(
    ("source", "target", "lost"),
    [
        ("It opens at 12:00 am.", "12:00开门。", ["12:00 am"]),
        ("It opens at 12:00 am.", "中午12:00开门。", ["12:00 am"]),
        ("It opens at 12:00 am.", "午夜12:00开门。", []),
        ("It opens at 12:00 am.", "0:00开门。", []),
        ("It opens at 12:00 am.", "零点开门。", []),
        ("It opens at 12:00 pm.", "中午12:00开门。", []),
        ("It opens at 3:45 pm.", "15:45开门。", []),
        ("It opens at 3:45.", "3:450开门。", ["3:45"]),
        ("From 3:45 to 4:45.", "从3:45到4:450。", ["4:45"]),
    ],
)
def test_a_time_has_its_half_of_the_day_and_no_digit_too_many(source, target, lost):
    assert [number.text for number in missing(source, target)] == lost


@pytest.mark.parametrize(("half", "shown"), [("am", "午夜12:00"), ("pm", "中午12:00")])
def test_twelve_is_noon_or_midnight(half, shown):
    (number,) = numbers(f"At 12:00 {half} it ends.")
    assert written(number) == shown
