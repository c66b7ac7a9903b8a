"""Hundreds of short odd inputs through the starter pack: no loop, no silence, no exception."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.guards.loops import is_loop
from engine.translator import Translator
from engine.types import TranslatedSegment
from tests.support.fakes import lines
from tests.support.guarding import check_links
from tests.support.odd_inputs import ODD_INPUTS
from tests.support.odd_watch import faults, loops, odd_inputs


@pytest.fixture(scope="module")
def translator(starter_pack):
    return Translator.load(starter_pack, threads=1)


@pytest.fixture(scope="module")
def together(translator):
    """What becomes of all of them as lines of one document."""
    return translator.translate(lines(*ODD_INPUTS)).segments


def essence(made: TranslatedSegment):
    """Return all of a translation but the place of its segment."""
    return (made.text, made.score, made.confidence, made.flags, made.alignment, made.alternatives)


def test_there_are_enough_and_no_two_alike():
    assert len(ODD_INPUTS) == len(set(ODD_INPUTS)) >= 300


def test_nothing_is_wrong_with_some_of_two_thousand(translator, together):
    """Those of ``python -m tests.support.odd_watch`` that there is time for in every run."""
    some = odd_inputs()[len(ODD_INPUTS) :: 12]
    made = (*together, *translator.translate(lines(*some)).segments)
    assert [
        (each.segment.text, each.text, wrong) for each in made if (wrong := [*faults(each)])
    ] == []


@pytest.mark.parametrize(
    ("source", "target", "looped"),
    [
        ("Hello", "你好你好你好你好", True),
        ("Hello", "你好，你好，你好，你好，你好", True),
        ("ha ha ha ha ha", "哈哈哈哈哈", False),
        ("ha ha", "哈哈哈哈哈哈", True),
        ("Buy 1000000", "购买1000000", False),
        ("Hello", "你好", False),
    ],
)
def test_the_watch_sees_loops(source, target, looped):
    assert loops(source, target) == looped


def test_there_are_two_thousand_and_always_the_same():
    assert len(set(odd_inputs())) == 2000
    assert odd_inputs() == odd_inputs()
    assert odd_inputs()[: len(ODD_INPUTS)] == list(ODD_INPUTS)


def test_none_goes_round_in_circles_unnoticed(together):
    assert [
        (made.segment.text, made.text)
        for made in together
        if is_loop(made.segment.text, made.text) and "repetition-repaired" not in made.flags
    ] == []


def test_few_loop_at_all(together):
    loops = [made for made in together if is_loop(made.segment.text, made.text)]
    assert len(loops) <= 0.01 * len(together)


def test_none_grows_far_beyond_its_source(together):
    for made in together:
        assert len(made.text) <= 3 * len(made.segment.text) + 16, made.segment.text


def test_none_becomes_nothing(together):
    assert [made.segment.text for made in together] == list(ODD_INPUTS)
    for made in together:
        assert made.text.strip(), made.segment.text
        assert 0 <= made.confidence <= 1
        assert made.confidence or "untranslated" in made.flags
        check_links(made)


def test_what_stays_in_another_language_is_flagged(together):
    for made in together:
        words = [word for word in made.segment.text.split() if word.isalpha() and word.islower()]
        same = made.text == made.segment.text and made.score != 0
        if same and any(len(word) > 1 for word in words):
            assert made.flags, made.segment.text


@settings(deadline=None, max_examples=12, derandomize=True)
@given(st.lists(st.sampled_from(ODD_INPUTS), min_size=2, max_size=12))
def test_together_is_as_alone(translator, alone, chosen):
    made = translator.translate(lines(*chosen))
    assert [essence(each) for each in made.segments] == [alone(text) for text in chosen]


@pytest.fixture(scope="module")
def alone(translator):
    """What becomes of one of them by itself, as a function."""

    @cache
    def translated(text: str):
        return essence(translator.translate(lines(text)).segments[0])

    return translated


def test_all_together_are_as_alone(together, alone):
    for made in together[::6]:
        assert essence(made) == alone(made.segment.text), made.segment.text
