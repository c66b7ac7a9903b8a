import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.letters import is_latin_word, plain
from engine.guards.spelling import respelt
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    ("source", "target", "made"),
    [
        ("Ronald McDonald met him.", "Ronald Mconald见了他。", "Ronald McDonald见了他。"),
        ("We ate at McDonald's.", "我们在Mconald的店吃饭。", "我们在McDonald的店吃饭。"),
        ("It supports Wi-Fi 6.", "它支持W-Fi 6。", "它支持Wi-Fi 6。"),
        ("Ask Mr. O'Connor.", "问OConnor先生。", "问O'Connor先生。"),
        ("Ask Ms. D'Angelo.", "问D'Ange女士。", "问D'Angelo女士。"),
        ("Ask Jean-Luc.", "问JeanLuc。", "问Jean-Luc。"),
        ("He reads Kierkegaard.", "他读Kierkeard。", "他读Kierkegaard。"),
        ("It is Schwarzenegger.", "是chwarne。", "是Schwarzenegger。"),
        ("at Tsinghua University", "在Tshua大学", "在Tsinghua大学"),
        ("Tchaikovsky's music", "Tchaikovksy的音乐", "Tchaikovsky的音乐"),
        ("Nestlé and L'Oréal", "Nestle和L'Oreal", "Nestlé和L'Oréal"),
        ("It improves ROUGE-L.", "它改进了ROUGEL。", "它改进了ROUGE-L。"),
        # Words run together, with all of their letters or without.
        ("Vincent van der Berg lives.", "Vincentvan der Berg活着。", "Vincent van der Berg活着。"),
        ('"Pulp Fiction" is old.', "“PulpFiction”是旧的。", "“Pulp Fiction”是旧的。"),
        ("His MSc thesis is new.", "他的MScsis是新的。", "他的MSc thesis是新的。"),
        # Capitals.
        ("It is on GitHub.", "它在Github上。", "它在GitHub上。"),
        ("NATO is old.", "Nato是旧的。", "NATO是旧的。"),
        # Said twice, once well.
        ("the Krause family", "Krauze Krause家", "Krause家"),
        ("the Krause family", "Krause Krauze家", "Krause家"),
    ],
)
def test_a_misspelt_word_is_written_as_the_source_does(source, target, made):
    assert respelt(source, target).edited.text == made


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("two iPhones", "两个iPhone"),
        ("these APIs", "这些API"),
        ("many emails", "许多Email"),
        ("wi-fi here", "这里有WiFi"),
        ("an e-mail", "一封email"),
        ("five kilometers", "5km"),
        ("he annotates it", "他annotate它"),
        ("It is an app.", "它是APP。"),
        ("the gap is wide", "GAP很宽"),
        ("Email me.", "给我发email。"),
        ("more than a man", "比t-Man"),
        ("a T-shirt", "T恤"),
        ("the CFO left", "CEO走了"),
        ("the chief executive left", "CEO走了"),
        ("Jean-Luc came", "Luc来了"),
        ("nothing of the sort", "OK了"),
    ],
)
def test_what_is_a_word_of_its_own_stays(source, target):
    found = respelt(source, target)
    assert (found.edited.text, found.doubtful) == (target, ())


def test_what_may_be_either_of_two_names_stays_and_is_told():
    found = respelt("Smith met Smyth.", "Smth见了他。")
    assert (found.edited.text, found.doubtful) == ("Smth见了他。", ("Smth",))


def test_of_two_names_the_one_that_is_there_already_is_not_meant():
    assert respelt("Smith met Smyth.", "Smith见了Smth。").edited.text == "Smith见了Smyth。"


def test_what_is_kept_stays():
    assert respelt("GitHub", "Github", [Span(0, 6)]).edited.text == "Github"


WORDS = st.sampled_from(
    ["O'Neill", "Jean-Luc", "von", "the", "Müller", "iOS", "GitHub", "and", "a"]
)


@given(st.lists(WORDS, max_size=6), st.text(st.sampled_from("abGH猫-'é iOu "), max_size=20))
def test_nothing_but_words_of_the_source_comes_in(words, target):
    source = " ".join(words)
    made = respelt(source, target).edited
    assert all(edit.text in source for edit in made.edits)
    assert [c for c in made.text if c == "猫"] == [c for c in target if c == "猫"]


@given(st.lists(WORDS, max_size=6))
def test_a_right_copy_stays(words):
    source = " ".join(words)
    assert not respelt(source, f"猫{source}猫").edited.edits


@pytest.mark.parametrize("unit", ["Abcde ", "abcd-", "a'b", "Abcdefghij"])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    source = "".join(f"{unit}{i:x}".replace("0", "o") for i in range(2000))
    start = time.process_time()
    respelt(source, unit * 20 + "Abxde" * 400)
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("text", "letters"),
    [("Straße", "Strasse"), ("Łódź", "Lodz"), ("Ærø", "Aero"), ("Nguyễn", "Nguyen"), ("猫", "猫")],
)
def test_letters_lose_their_marks(text, letters):
    assert plain(text) == letters
    assert is_latin_word(text) == (text != "猫")


def test_a_sentence_holds_its_names_as_they_are_written():
    said = SpellingModel(lambda _text: "Mconald先生住在Dubln。")
    made = translated(said, "Mr McDonald lives in Dublin.")
    assert (made.text, made.flags) == ("McDonald先生住在Dublin。", ())


def test_a_name_that_may_be_another_is_flagged():
    said = SpellingModel(lambda _text: "Smth昨天来了。")
    made = translated(said, "Smith or Smyth came yesterday.")
    assert "verbatim-missing" in made.flags
