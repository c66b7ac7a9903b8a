"""Short texts of other languages, and English ones that look alike."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.foreign import is_foreign_phrase, without_names

EVALUATION = Path(__file__).parents[2] / "data" / "eval"


def foreign(text):
    return is_foreign_phrase(text, text.strip("?!.¿¡").split())


@pytest.mark.parametrize(
    "text", ["wie geht es dir", "Je suis là", "¿Sí?", "No tengo dinero también", "Tudo bem?"]
)
def test_two_common_words_of_one_language_tell_it(text):
    assert foreign(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Buenos Aires", "one word of a name"),
        ("Ich Vous", "words of two languages"),
        ("Und so weiter, Maximilian Grünewald und Söhne, Hamburg", "few words of many"),
        ("", "no word"),
        ("Merci", "English has it, too"),
        ("A je ne sais quoi", "so does it have that"),
        ("jeg ikke " * 10, "not short"),
    ],
)
def test_what_may_be_english_or_a_name_is_not(text, why):
    assert not foreign(text), why


ENGLISH = ("Taxi", "Hotel", "California", "Deli", "menu", "Bravo", "Nokia")


@given(st.lists(st.sampled_from(ENGLISH), max_size=6))
def test_names_never_are(words):
    assert not foreign(" ".join(words))


@pytest.mark.parametrize("name", ["docs.tsv", "news.tsv", "tatoeba.tsv"])
def test_no_beginning_of_an_english_sentence_is(name):
    for line in (EVALUATION / name).read_text(encoding="utf-8").splitlines():
        words = line.split("\t")[0].split()
        assert not any(foreign(" ".join(words[:count])) for count in (1, 2, 3, 4, 6))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ursula von der Leyen spoke", "spoke"),
        ("Yesterday Vincent van der Berg left", "Yesterday left"),
        ("Der Hund schläft im Garten", "Der schläft im"),
        ("Angela Merkel sprach mit ihm", "Angela sprach mit ihm"),
        ("de la Renta", "de la"),
        ("", ""),
    ],
)
def test_names_go_with_the_small_words_in_them(text, left):
    assert " ".join(without_names(text.split())) == left


@given(st.lists(st.sampled_from(["von", "de", "Leyen", "spoke", "la", "A"]), max_size=8))
def test_words_in_small_letters_that_no_name_has_stay(words):
    left = without_names(words)
    assert left.count("spoke") == words.count("spoke")
    assert set(left) <= set(words)
