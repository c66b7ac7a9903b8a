import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.people import is_people
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    "text",
    [
        "John",
        "Mary Smith",
        "Jean-Luc van der Berg",
        "Siobhán O'Brien",
        "Zoë",
        "J. R. McAllister",
        "Thomas J. Watson",
        "Tom Miller, Anna Schmidt, Priya Patel",
        "Tom, Anna and Priya",
        "Paul/Peter",
    ],
)
def test_lines_of_names_are_told(text):
    assert is_people(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "john",
        "John.",
        "Head of Purchasing",
        "Senior Product Manager",
        "New York",
        "John likes Mary",
        "Tom, please",
        "Attendees: Tom",
        "John Smith, CEO of the company",
        "Peter 2",
        "汤姆",
    ],
)
def test_other_lines_are_not(text):
    assert not is_people(text)


@given(st.lists(st.sampled_from(["John", " ", "O'Neil", ", ", "van", "a", "."]), max_size=12))
def test_a_line_of_names_has_a_name_and_no_other_word(parts):
    if is_people("".join(parts)):
        assert {"John", "O'Neil"} & set(parts)
        assert "a" not in "".join(parts).replace("van", "").split()


@pytest.mark.parametrize("said", ["玛丽Smith", "Mari Smith史"])
def test_names_of_which_the_model_left_a_part_stay_as_they_came(said):
    made = translated(SpellingModel(lambda _text: said), "Mary Smith")
    assert (made.text, made.flags) == ("Mary Smith", ())


def test_names_that_the_model_knows_are_put_in_chinese():
    model = SpellingModel(lambda _text: "玛丽·史密斯")
    assert translated(model, "Mary Smith").text == "玛丽·史密斯"
