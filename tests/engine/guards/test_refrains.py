import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.loops import is_loop
from engine.guards.refrains import refrain
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    ("text", "unit", "copies", "joint", "end"),
    [
        ("no no no", "no", 3, "", ""),
        ("Go! Go! Go!", "Go", 3, "！", "!"),
        ("No, no, no!", "No", 3, "，", "!"),
        ("hahahah", "ha", 3, "", ""),
        ("kekkekkekkekh...", "kek", 4, "", "..."),
        ("tick-tock-tick-tock-tick-tock", "tick-tock", 3, "-", ""),
        ("I like it. I like it. I like it.", "I like it", 3, "。", "."),
        ("a *a *a", "a", 3, "", ""),
        ("#go #go #go", "#go", 3, "", ""),
    ],
)
def test_a_refrain_is_read(text, unit, copies, joint, end):
    found = refrain(text)
    assert found is not None
    assert (found.unit, len(found.copies), found.joint, found.end) == (unit, copies, joint, end)
    assert {span.of(text).lower() for span in found.copies} == {unit.lower()}


@pytest.mark.parametrize("text", ["the the", "very very good", "banana", "Mississippi", "a", ""])
def test_other_texts_are_none(text):
    assert refrain(text) is None


@given(
    st.sampled_from(["dog", "oh my", "knock", "über"]),
    st.integers(3, 200),
    st.sampled_from([" ", ", ", "! ", "-", "... "]),
    st.sampled_from(["", ".", "!"]),
)
def test_any_copies_are_counted(unit, count, gap, end):
    found = refrain(gap.join([unit] * count) + end)
    assert found is not None
    assert len(found.copies) == count


def test_a_refrain_that_sends_the_model_in_circles_is_translated_copy_by_copy():
    model = SpellingModel(lambda text: "狗" if text == "dog" else "狗狗，" * 30)
    made = translated(model, "dog, dog, dog, dog, dog!")
    assert made.text == "狗，狗，狗，狗，狗！"
    assert "repetition-repaired" in made.flags
    assert made.alignment[0].source.start == 0
    assert made.alignment[-1].source.end > len("dog, dog, dog, dog, ")


def test_more_copies_than_the_source_has_are_a_loop():
    assert is_loop("dog, dog, dog, dog, dog", "狗，狗，狗，狗狗，狗狗")
    assert not is_loop("dog, dog, dog, dog, dog", "狗，狗，狗，狗，狗")


@pytest.mark.parametrize("unit", ["a", "ab ", "no, ", "x!", "-", "\n", "ha"])
def test_long_ones_take_no_long_time(unit):
    refrain(unit * 5000 + "?x")
