"""The letters of menus that keys are for stand in brackets behind the Chinese words."""

import pytest

from engine.guards.mnemonics import find_label
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated

KNOWN = {"file", "exit", "copy", "edit", "save", "as"}


def plain(text: str) -> str | None:
    found = find_label(text, lambda word: word in KNOWN)
    return f"{found.plain.text}|{found.key}" if found else None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("&File", "File|&F"),
        ("Save &As…", "Save As…|&A"),
        ("E&xit", "Exit|&X"),
        ("Cop&y", "Copy|&Y"),
        ("&Find in all open files...", "Find in all open files...|&F"),
        ("_Edit", "Edit|_E"),
        ("Save _As", "Save As|_A"),
        ("&Name:", "Name:|&N"),
    ],
)
def test_labels_are_found(text, found):
    assert plain(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "R&D",
        "AT&T",
        "Q&A",
        "B&b",
        "you&me",
        "salt&pepper",
        "Salt & pepper",
        "&amp;",
        "&nbsp",
        "&lt;b&gt;",
        "A & B",
        "This &is a sentence.",
        "?a=1&b=2",
        "_private",
        "_Bool",
        "snake_case",
        "_Edit_",
        "__File",
        "&&",
        "One &two three four five six seven",
    ],
)
def test_what_only_looks_like_one_is_not(text):
    assert plain(text) is None


@pytest.mark.parametrize(
    ("text", "seen", "made"),
    [
        ("&File", "File", "好(&F)"),
        ("Save &As…", "Save As", "好(&A)……"),
        ("&Name:", "Name:", "好(&N)："),
    ],
)
def test_the_letter_stands_behind_the_words(text, seen, made):
    asked = []

    def say(asks: str) -> str:
        asked.append(asks)
        return "好" + asks[len(asks.rstrip(":.")) :]

    assert translated(SpellingModel(say), text).text == made
    assert all("&" not in each for each in asked)
    assert asked[0].startswith(seen)


def test_a_label_that_stays_english_stays_whole():
    made = translated(SpellingModel(lambda text: text), "E&xit")
    assert made.text == "E&xit"
    assert made.segment.text == "E&xit"
