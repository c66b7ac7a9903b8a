import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.casing import normal_case, recased

PLAIN = st.sampled_from(
    ["please", "close", "door", "never", "open", "before", "leave", "keep", "clear", "danger"]
)


@pytest.mark.parametrize(
    ("text", "calm"),
    [
        ("FIRE EXIT - KEEP CLEAR", "Fire exit - keep clear"),
        ("PLEASE CLOSE THE DOOR.", "Please close the door."),
        ("STOP! DO NOT ENTER. THANK YOU.", "Stop! Do not enter. Thank you."),
        ("I'M SURE I CAN DO A LOT", "I'm sure I can do a lot"),
        ("THE US AND NATO SIGN A PLAN", "The US and NATO sign a plan"),
        ("MP3 PLAYER WITH USB", "MP3 player with USB"),
        ("HEADLINES", "Headlines"),
        ("BUY NOW BUY NOW", "Buy now buy now"),
        ("This is VERY IMPORTANT.", "This is very important."),
        ("You must NOT open it.", "You must not open it."),
        ("ÉCOLE FERMÉE", "École fermée"),
    ],
)
def test_a_shouted_text_is_read_in_sentence_case(text, calm):
    assert normal_case(text) == calm


@pytest.mark.parametrize(
    "text",
    [
        "NASA and the WHO signed a paper in Geneva.",
        "The drive does 5 GB/s, the line 5 Gb/s.",
        "HeLLo, my iPhone and McDonald",
        "The US and the UK met in NYC.",
        "Set MAX_RETRIES and S_IFDOOR.",
        "NASA",
        "US",
        "HTTP API",
        "A",
        "I",
        "IBM, AMD and ARM chips",
        "Ω ΑΒΓ",
        "今天 OK",
        "",
    ],
)
def test_acronyms_names_and_mixed_case_keep_theirs(text):
    assert normal_case(text) == text


@given(st.lists(PLAIN, min_size=2, max_size=8))
def test_shouting_a_sentence_comes_to_the_same_as_saying_it(words):
    said = " ".join(words).capitalize() + "."

    assert normal_case(said.upper()) == said


@given(st.text(st.characters(exclude_categories=()), max_size=40))
def test_length_and_letters_stay_and_nothing_gains_a_capital(text):
    made = normal_case(text)

    assert len(made) == len(text)
    assert all(new == old or new == old.lower() for new, old in zip(made, text, strict=True))
    assert normal_case(made) == made or made.isupper()


@given(st.text(st.characters(codec="latin-1"), max_size=40))
def test_a_text_without_capitals_stays(text):
    assert normal_case(text.lower()) == text.lower()


def test_a_vocabulary_tells_words_names_and_acronyms_apart():
    words = {"exit", "lives", "in", "London"}

    assert normal_case("EXIT", words.__contains__) == "Exit"
    assert normal_case("HE LIVES IN LONDON", words.__contains__) == "He lives in London"
    assert normal_case("OPEC", words.__contains__) == "OPEC"


def test_kept_spans_are_not_touched():
    assert normal_case("PLEASE READ README NOW", kept=[Span(12, 18)]) == "Please read README now"


@given(st.lists(st.sampled_from(["I", "A", "NO", "no", "Tom", "I'm", "DON'T", "US", "x9", "."])))
def test_what_plainly_shouts_nothing_needs_no_closer_look(words):
    text = " ".join(words)
    # A span that is kept, even an empty one, has every word looked at.
    assert normal_case(text, str.islower) == normal_case(text, str.islower, [Span(0, 0)])


KNOWN = frozenset({"auth", "quit", "important", "news", "please", "note", "John", "Smith"})


@pytest.mark.parametrize(
    "text",
    [
        "It tries ESMTP EHLO first.",
        "Issue an SMTP AUTH command now.",
        "The SMTP QUIT command ends it.",
        "It uses an ANSI C function if there is one.",
        "Many sites disable SMTP VRFY today.",
    ],
)
def test_terms_in_capitals_are_not_shouted(text):
    assert normal_case(text, KNOWN.__contains__) == text


@pytest.mark.parametrize(
    ("text", "calm"),
    [
        ("This is VERY IMPORTANT NEWS today.", "This is very important news today."),
        ("But PLEASE NOTE the time.", "But please note the time."),
        ("He is JOHN SMITH, they say.", "He is John Smith, they say."),
    ],
)
def test_a_shouted_run_is_calmed_where_its_words_are_known(text, calm):
    assert normal_case(text, KNOWN.__contains__) == calm


def test_words_that_were_copied_have_their_capitals_again():
    shouted = "PLEASE USE ESMTP VRFY NOW"
    read = "Please use esmtp vrfy now"
    assert recased("请现在使用esmtp vrfy。", read, shouted).text == "请现在使用ESMTP VRFY。"
    assert recased("请使用esmtps和 vrfy_x。", read, shouted).text == "请使用esmtps和 vrfy_x。"
    assert recased("好的。", read, read).text == "好的。"
