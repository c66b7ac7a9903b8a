"""Temperatures keep their scale."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.number_checks import as_written


@pytest.mark.parametrize(
    ("source", "target", "made"),
    [
        ("It was 68 °F.", "它是68 °。", "它是68°F。"),
        ("It was 75°F.", "是75度。", "是75°F。"),
        ("Bake it at 350 °F.", "在350烤。", "在350°F烤。"),
        ("It was 75 degrees Fahrenheit.", "是75度。", "是75°F。"),
        ("It is 68 °F.", "是68 °C。", "是68°F。"),
        ("from 20 °C to 68 °F", "从20°到68°", "从20°C到68°F"),
        ("It is -4 °F.", "是零下4度。", "是零下4°F。"),
        # What names its scale stays.
        ("It was 68 °F.", "是华氏68度。", "是华氏68度。"),
        ("It was 68 °F.", "是68华氏度。", "是68华氏度。"),
        ("It was 68 °F.", "是68 °F。", "是68 °F。"),
        ("It was 68 °F.", "是68℉。", "是68℉。"),
        ("It was 20 °C.", "是20度。", "是20度。"),
        ("It was 20 °C.", "是20摄氏度。", "是20摄氏度。"),
        ("It was -40 °C.", "是-40°C。", "是-40°C。"),
        ("Turn it by 90°.", "转90度。", "转90度。"),
        ("20 degrees", "20度", "20度"),
    ],
)
def test_a_temperature_has_the_scale_of_its_source(source, target, made):
    assert as_written(source, target).text == made
    assert as_written(source, made).text == made


@given(st.integers(-60, 999), st.sampled_from(["°F", " °F", " °C"]), st.sampled_from("°度 。"))
def test_the_number_is_never_changed(number, scale, mark):
    made = as_written(f"It is {number}{scale}.", f"是{number}{mark}").text

    assert made.startswith(f"是{number}")
    assert "F" not in scale or made[1:].lstrip("-0123456789").startswith("°F")
