"""Words that must be in a translation, forced through the real search."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.guards.forcing import Constraints, ForcedWords, occurrences
from engine.guards.loops import RepetitionConstraint
from engine.pack import ModelPack
from engine.translator import Translator
from tests.support.fakes import EOS, LetterCodec, lines

CODEC = LetterCodec()
DIGITS = {number for digit in "0123456789" if (number := CODEC.letter(digit)) is not None}


def forced(*words: str) -> ForcedWords:
    return ForcedWords([words], eos=EOS, spelt=CODEC.spelt, letter=CODEC.letter, digits=DIGITS)


def favoured(words: tuple[str, ...], said: str) -> dict[str, float]:
    """Return what is favoured or not after something was said, the end as ``""``."""
    bias = forced(*words).bias(0, CODEC.encode(said).ids[:-1])
    return {CODEC.spelt(number) if number else "": value for number, value in bias.items()}


@pytest.mark.parametrize(
    ("word", "text", "count"),
    [
        ("12", "有12只", 1),
        ("12", "有112只", 0),
        ("12", "有12.5只", 0),
        ("12", "有12.", 1),
        ("12", "12、12", 2),
        ("Q3", "在Q3里", 1),
        ("Q3", "在Q30里", 0),
        ("300万", "300万人", 1),
        ("300万", "1300万人", 0),
        ("下午6点", "在下午6点", 1),
    ],
)
def test_a_word_counts_only_by_itself(word, text, count):
    assert occurrences(word, text) == count


def test_there_is_no_end_before_a_word_was_said():
    early, late = favoured(("12",), "有"), favoured(("12",), "有很多很多只")
    assert early[""] < 0 < early["1"] < late["1"]
    assert early["。"] < 0


def test_a_word_that_was_begun_is_finished():
    begun = favoured(("125",), "有12")
    assert max(begun, key=lambda letter: begun[letter]) == "5"
    assert begun["5"] > 10


def test_nothing_is_added_to_a_word():
    said = favoured(("12",), "有12")
    assert said["5"] < 0
    assert "" not in said


def test_a_word_that_is_wanted_twice_must_come_twice():
    assert favoured(("12", "12"), "有12只")[""] < 0
    assert favoured(("12", "12"), "有12只和12只") == {}


def test_what_cannot_be_spelt_is_not_forced():
    class Illiterate(LetterCodec):
        def letter(self, character: str) -> int | None:
            return None if character == "万" else super().letter(character)

    codec = Illiterate()
    words = ForcedWords([["3万"]], eos=EOS, spelt=codec.spelt, letter=codec.letter, digits=DIGITS)
    assert words.bias(0, []) == {}


def test_several_constraints_are_added_up():
    prefix = CODEC.encode("好好好好").ids[:-1]
    both = Constraints([RepetitionConstraint([1]), forced("好12")])
    alone = RepetitionConstraint([1]).bias(0, prefix)
    assert alone
    assert both.bias(0, prefix).keys() >= alone.keys() | {EOS}
    assert all(both.bias(0, prefix)[number] == value for number, value in alone.items())


@settings(max_examples=200)
@given(
    st.lists(st.text(st.sampled_from("0123456789.,:万Q%"), min_size=1, max_size=6), max_size=4),
    st.text(st.sampled_from("0123456789.,:万Q%有。 "), max_size=12),
)
def test_any_words_after_any_text_have_finite_biases(words, said):
    bias = forced(*words).bias(0, CODEC.encode(said).ids[:-1])
    assert all(-2000 < value < 2000 for value in bias.values())


@pytest.mark.parametrize("word", ["481920", "1,249.50", "300万", "Q3", "20世纪90年代"])
def test_the_starter_says_what_it_is_forced_to(starter_pack: ModelPack, word: str):
    from engine.reading import Ask

    translator = Translator.load(starter_pack, threads=1)
    asked: list[Ask] = []
    answer = translator._reader.answer

    def forcing(asks, manner, stop):
        asked.extend(asks)
        return answer([Ask(ask.text, words=(word,)) for ask in asks], manner, stop)

    translator._reader.answer = forcing  # type: ignore[method-assign]
    (made,) = translator.translate(lines("I like the house of my friend.")).segments
    assert asked
    assert word in made.text
