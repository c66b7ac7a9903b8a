"""Units behind numbers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.guards.asking import is_prose
from engine.guards.units import UNITS, is_measured, unitless
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    ("source", "target", "lost"),
    [
        ("It draws 1.5 mA.", "它吸取1.5米。", ["1.5"]),
        ("It has 16GB.", "它有16手枪。", ["16"]),
        ("It weighs 75 kg.", "它重75公英。", ["75"]),
        ("1/2 tsp of salt", "1/2盐", ["1/2"]),
        ("It weighs 75 kg.", "它重75公斤。", []),
        ("It weighs 75 kg.", "它重75 KG。", []),
        ("It draws 1.5 mA.", "它吸取1.5毫安。", []),
        ("10 mm by 20 mm", "10×20毫米", []),
        ("5 apples, 3 Kings", "5个苹果，3个国王", []),
        ("60 km/h", "每小时60公里", []),
        ("a 5 m² room", "5 m²的房间", []),
    ],
)
def test_a_unit_that_did_not_come_is_found(source, target, lost):
    assert [number.text for number in unitless(source, target)] == lost


@pytest.mark.parametrize(
    "text", ["0.001 mm", "10 mm x 20 mm", "230 V, 50 Hz", "12 V DC", "5000 rpm", "±0.5 %", "-3 °C"]
)
def test_nothing_but_measures_stays_as_it_is(text):
    assert is_measured(text)
    assert not is_prose(text)
    model = SpellingModel(lambda _text: "米")
    made = translated(model, text)
    assert (made.text, made.flags, model.texts) == (text, (), [])


@pytest.mark.parametrize("text", ["24h", "5 apples", "2 for 1", "-40 °C to +85 °C", "mm", "3 bed"])
def test_what_has_words_is_translated(text):
    assert not is_measured(text)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(UNITS)), st.integers(10, 9999))
def test_a_unit_comes_whatever_the_model_says(unit, number):
    text = f"The new machine needs {number} {unit}."
    made = translated(SpellingModel(lambda _text: f"新机器需要{number}个。"), text)
    assert str(number) in made.text
    assert unitless(text, made.text) == ()
