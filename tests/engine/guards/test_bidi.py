"""Controls of the direction of writing stay or go in pairs."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.guards.bidi import unpaired
from engine.segmentation import segment
from tests.support.fakes import SpellingModel, guarded_translator

LRE, RLO, PDF = "\u202a", "\u202e", "\u202c"
LRI, FSI, PDI = "\u2066", "\u2068", "\u2069"
OPENING = {PDF: "\u202a\u202b\u202d\u202e", PDI: "\u2066\u2067\u2068"}


def translated(text: str, say=lambda text: re.sub("[a-z]+", "好", text.lower())) -> str:
    return guarded_translator(SpellingModel(say)).translate(text).text


def balance(text: str) -> dict[str, int]:
    """Return for each closing control how many more of its openings there are than of itself."""
    return {
        closing: sum(map(text.count, openings)) - text.count(closing)
        for closing, openings in OPENING.items()
    }


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (f"Hi {LRI}Tom{PDI}!", []),
        (f"Tom{PDI} sent it", [3]),
        (f"{LRE}a{LRI}b{PDF}c", [2]),
        (f"{RLO}{LRE}a{PDF}", [0]),
        (f"{PDI}{FSI}", [0, 1]),
        ("plain", []),
    ],
)
def test_what_lacks_its_other_half_is_found(text, places):
    assert sorted(each.span.start for each in unpaired(text)) == places


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        # The opening control is no part of the sentence.
        (f"{LRI}Tom{PDI} sent you a message.", [LRI, PDI]),
        (f"A message of {LRI}Tom{PDI}", [LRI, PDI]),
        (f"{LRE}Hello there, my friend.{PDF} How are you?", [LRE, PDF]),
        (f"{LRE}One is here. Two are{PDF} there.", [LRE, PDF]),
        # Both are within.
        (f"Hello {LRE}my friend{PDF} today.", []),
    ],
)
@pytest.mark.parametrize("say", [None, lambda _text: "好。"])
def test_both_stay_or_both_go(text, kept, say):
    made = translated(text, say) if say else translated(text)
    assert [each for each in made if each in "\u202a\u202c\u202e\u2066\u2068\u2069"] == kept


def test_a_sentence_ends_before_a_control():
    document = segment(f"{LRE}Hello there, my friend.{PDF} How are you?")
    assert [each.text for each in document.segments] == [
        "Hello there, my friend.",
        "How are you?",
    ]


PARTS = st.sampled_from(
    ["go", "Stop", "the cat", ".", " ", " ", LRE, RLO, PDF, LRI, FSI, PDI, "\n"]
)


@given(st.lists(PARTS, max_size=16).map("".join))
@settings(max_examples=150, deadline=None)
def test_no_text_is_less_balanced_than_it_was(text):
    assert balance(translated(text)) == balance(text)
