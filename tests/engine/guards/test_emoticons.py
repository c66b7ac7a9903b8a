"""Emoticons stay what they are, where they are."""

import time

import pytest

from engine.guards.verbatim import find_verbatim
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


def emoticons(text: str) -> list[str]:
    return [each.span.of(text) for each in find_verbatim(text) if each.kind == "emoticon"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Thanks :-) See you ;)", [":-)", ";)"]),
        ("That is funny :D but true :P.", [":D", ":P"]),
        ("I love you <3, </3", ["<3", "</3"]),
        ("lol xD, XD XP", ["xD", "XD"]),
        (">:( no :'( :)))) :-)) =) =D", [">:(", ":'(", ":))))", ":-))", "=)", "=D"]),
        ("-_- o_O T_T >_< (^_^) ^^ \\o/", ["-_-", "o_O", "T_T", ">_<", "(^_^)", "^^", "\\o/"]),
        ("I don't know ¯\\_(ツ)_/¯", ["¯\\_(ツ)_/¯"]),
        ("(╯°□°)╯︵ ┻━┻ and (¬‿¬)", ["(╯°□°)╯︵ ┻━┻", "(¬‿¬)"]),
        ("Thanks:) (see below:) (fine :)) ok", [":)", ":)"]),
        ("The D: drive, port :3000, :param and : )", []),
        ("Choose a) or b) and note: (this) one:(two)", []),
        ("It is (你好) (αβ) (…) (日本) at 12:30", []),
        ("either:/or, List<String> a->b => c, x =3, and 8) is last", []),
    ],
)
def test_emoticons_are_told_from_what_looks_like_them(text, wanted):
    assert emoticons(text) == wanted


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Thanks :-)", "好 :-)"),
        (";) thanks", ";) 好"),
        ("Well done :D I like it", "好 :D 好"),
        ("No <3", "好 <3"),
        ("Who knows ¯\\_(ツ)_/¯", "好 ¯\\_(ツ)_/¯"),
    ],
)
def test_at_an_end_they_stand_apart(text, made):
    assert translated(SpellingModel(lambda _text: "好"), text).text == made


@pytest.mark.parametrize("face", [":D", ":-(", "^_^", "<3", "xD"])
def test_inside_of_a_sentence_they_stay_inside(face):
    # Half of this comes from what stands before the face.
    model = SpellingModel(lambda text: "这很有趣但是真的" if "x1.com" not in text else "")
    made = translated(model, f"it is funny {face} but true")
    assert made.text.count(face) == 1
    assert not made.text.startswith(face)
    assert not made.text.endswith(face)


def test_two_side_by_side_are_kept_both():
    made = translated(SpellingModel(lambda _text: "好"), "so it is :) :D xD then ^^ or not")
    assert all(made.text.count(face) == 1 for face in (":)", ":D", "xD", "^^"))


@pytest.mark.parametrize("unit", [":", ":)", "<3", "(", "^", "_", "x_", "¯(", " ;", ")" * 9 + " :"])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.thread_time()
    find_verbatim((unit * 20_000)[:20_000])
    assert time.thread_time() - start < 5
