import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.abbreviations import spell_out


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("I like fruit, e.g. apples.", "I like fruit, for example apples."),
        ("It is cheap, i. e., free.", "It is cheap, that is, free."),
        ("E.g. this one.", "For example this one."),
        ("See Fig. 3 on p. 12, pp. 4-9.", "See Figure 3 on page 12, pages 4-9."),
        (
            "Ch. 3, Sec. 4.1, vol. 2 and eq. (5)",
            "Chapter 3, Section 4.1, volume 2 and equation (5)",
        ),
        ("Use approx. 200 g.", "Use about 200 g."),
        ("No. 5 is alive.", "Number 5 is alive."),
        ("Look at no. 12, not at no.7.", "Look at number 12, not at number 7."),
        ("He is ranked no. 1 in the world.", "He is ranked number 1 in the world."),
        ("Take nos. 8 and 9 (no. #4 is sold).", "Take numbers 8 and 9 (number #4 is sold)."),
        ("See No. 5 on the list.", "See number 5 on the list."),
        ("Invoice No. 20-3, Account No.: 7", "Invoice number 20-3, Account number: 7"),
        ("Nos. 3 and 4 are free.", "Numbers 3 and 4 are free."),
    ],
)
def test_what_is_short_is_spelled_out(text, spelled):
    made = spell_out(text)

    assert made.text == spelled
    assert spell_out(spelled).text == spelled


@pytest.mark.parametrize(
    "text",
    [
        "Mr. White saw it at 6 p.m. 5 times.",
        "Is it 5 p. or 6? No. I saw 7 figs. Yes.",
        "Oh. No. 5 of them came.",
        "max.p. 5 and a.ch. 3",
        "It took 30 sec. It is a fig.",
        # An answer, and what follows it.
        "He said no. 5 minutes later he was gone.",
        "The answer is no. 20 people have asked.",
        "She said, 'no. 3 is enough.'",
        "Yes or no. 2 words will do.",
        "Oh no, no. 4 of them are broken.",
        "There is no. It is a casino. 5 people play.",
    ],
)
def test_anything_else_stays(text):
    assert spell_out(text).text == text


def test_what_is_kept_stays():
    assert spell_out("`p. 5` on p. 5", [Span(0, 6)]).text == "`p. 5` on page 5"


@given(st.text(st.sampled_from("ep.ig 5(cN o"), max_size=20))
def test_nothing_else_changes(text):
    made = spell_out(text)
    end = 0
    for edit in made.edits:
        assert "." in text[edit.start : edit.end]
        assert edit.start >= end
        end = edit.end
