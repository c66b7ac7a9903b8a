"""Passwords, keys and other words of no language, and what only looks like them."""

import pytest

from engine.guards.verbatim import find_verbatim
from engine.segmentation import segment
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


def spans(text: str) -> list[str]:
    return [each.span.of(text) for each in find_verbatim(text, chinese=True)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # Whatever the sentence says.
        ("I typed hunter2!Xx here.", ["hunter2!Xx"]),
        ("I typed Tr0ub4dor&3.", ["Tr0ub4dor&3"]),
        ('Then "x#Y7k!q", (P@ssw0rd) and Pa$$w0rd!', ["x#Y7k!q", "P@ssw0rd", "Pa$$w0rd"]),
        ("Enter ABCD-1234-EFGH or a1b2-c3d4.", ["ABCD-1234-EFGH", "a1b2-c3d4"]),
        ("Enter A1B2C3, Passw0rd or h4ck3r now.", ["A1B2C3", "Passw0rd", "h4ck3r"]),
        # Only where it speaks of what somebody is to type in.
        ("Your password is Summer#2024.", ["Summer#2024"]),
        ("Is your password hunter2?", ["hunter2"]),
        ("The password is P@$$word and no other.", ["P@$$word"]),
        ("Your key: ABCDE-FGHIJ-KLMNO-PQRST", ["ABCDE-FGHIJ-KLMNO-PQRST"]),
        ("Use code SAVE20 at checkout.", ["SAVE20"]),
        ("Tell me about Room101.", []),
        ("The FREE-FROM-SALT-DIET menu", []),
        # Words, numbers with units, names and sentences without a space between them.
        ("The password is wrong!", []),
        ("The Wi-Fi password is in room 5B on the 2nd floor at 5pm.", []),
        ("AT&T's password policy; R&D too", ["AT&T", "R&D"]),
        ("See you at 5pm!Bye, and Catch22!Great", []),
        ("It is 100%pure cotton, 20~30km away, 10x10cm and 5km/h.", []),
        ("COVID-19, F-16s, R2-D2, H2O, B2B, MP3s, 4WD and the 1990s", []),
        ("Issue#5 and I was born in 2015!I swear", []),
    ],
)
def test_words_of_no_language_are_found(text, wanted):
    assert spans(text) == wanted


@pytest.mark.parametrize(
    "word", ["hunter2!Xx", "Tr0ub4dor&3", "P@ssw0rd", "ABCD-1234-EFGH", "A1B2C3"]
)
@pytest.mark.parametrize("lost", [False, True])
def test_they_come_through_a_model_that_reads_them_as_words(word, lost):
    def say(text: str) -> str:
        return (
            "" if lost and "x1.com" in text else text.replace(word, "猎人").replace("Use", "使用")
        )

    made = translated(SpellingModel(say), f"Use {word} to log in.")
    assert made.text.count(word) == 1


def test_a_mark_within_ends_no_sentence():
    document = segment("It is hunter2!Xx for now. Go on.")
    assert [each.text for each in document.segments] == ["It is hunter2!Xx for now.", "Go on."]
