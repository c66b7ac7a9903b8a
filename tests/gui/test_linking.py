"""Which words belong together."""

import pytest

from engine.document import Segment, Span
from engine.types import AlignedSpan, TranslatedSegment
from gui.linking import Linked, Side, linked_words, word_at


def sentence(source, target, *links):
    return TranslatedSegment(
        segment=Segment(0, Span(0, len(source)), source),
        text=target,
        alignment=tuple(AlignedSpan(Span(*a), Span(*b)) for a, b in links),
    )


TRAIN = sentence(
    "The train's late 🙂.", "火车晚点🙂了。",
    ((4, 9), (0, 1)), ((9, 11), (1, 2)), ((12, 16), (2, 4)), ((17, 18), (4, 5)),
    ((12, 16), (5, 6)), ((18, 19), (6, 7)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "offset", "word"),
    [
        ("The train's late", 6, "train's"),
        ("The train's late", 9, "train's"),
        ("well-known", 0, "well-known"),
        ("a - b", 2, "-"),
        ("火车late", 1, "车"),
        ("火车late", 3, "late"),
        ("a🙂b", 1, "🙂"),
        ("end'", 3, "'"),
    ],
)
def test_words(text, offset, word):
    assert word_at(text, offset).of(text) == word


@pytest.mark.parametrize("offset", [4, 8, 9, 10])
def test_a_word_of_several_pieces_is_one_word(offset):
    assert linked_words(TRAIN, Side.SOURCE, offset) == Linked((Span(4, 11),), (Span(0, 2),))


def test_a_character_of_the_translation_finds_its_word_and_what_else_comes_from_it():
    late = Linked((Span(12, 16),), (Span(2, 4), Span(5, 6)))
    assert linked_words(TRAIN, Side.TARGET, 3) == late
    assert linked_words(TRAIN, Side.TARGET, 5) == late


def test_an_emoji_is_one_code_point():
    smile = Linked((Span(17, 18),), (Span(4, 5),))
    assert linked_words(TRAIN, Side.SOURCE, 17) == linked_words(TRAIN, Side.TARGET, 4) == smile


def test_nothing_is_marked_without_an_alignment():
    assert linked_words(sentence("The end.", "完。"), Side.SOURCE, 1) == Linked()
    assert linked_words(TRAIN, Side.SOURCE, 0) == Linked()
