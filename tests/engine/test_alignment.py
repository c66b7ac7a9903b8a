"""Links between source words and target pieces."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.alignment import align, shifted
from engine.document import Span
from engine.translator import Translator
from engine.types import AlignedSpan

NOWHERE = Span(0, 0)


def attention(*rows):
    return np.array(rows, np.float32)


def link(source, target):
    return AlignedSpan(Span(*source), Span(*target))


def test_each_target_piece_is_linked_to_what_it_attends_to_most():
    weights = attention([0.1, 0.8, 0.1], [0.7, 0.2, 0.1])
    links = align(weights, [Span(0, 3), Span(4, 7), Span(7, 8)], [Span(0, 1), Span(1, 2)])
    assert links == (link((4, 7), (0, 1)), link((0, 3), (1, 2)))


def test_neighbours_with_the_same_source_are_one():
    weights = attention([0.9, 0.1], [0.8, 0.2], [0.1, 0.9], [0.6, 0.4])
    spans = [Span(i, i + 1) for i in range(4)]
    links = align(weights, [Span(0, 3), Span(4, 7)], spans)
    assert links == (link((0, 3), (0, 2)), link((4, 7), (2, 3)), link((0, 3), (3, 4)))


def test_a_gap_between_merged_pieces_belongs_to_them():
    links = align(attention([1.0], [1.0]), [Span(0, 3)], [Span(0, 2), Span(3, 5)])
    assert links == (link((0, 3), (0, 5)),)


def test_the_first_piece_of_a_character_is_linked():
    # The bytes of a rare character are several pieces of one span.
    weights = attention([1, 0], [0, 1], [0, 1])
    spans = [Span(0, 1), Span(0, 1), Span(1, 2)]
    links = align(weights, [Span(0, 1), Span(1, 2)], spans)
    assert links == (link((0, 1), (0, 1)), link((1, 2), (1, 2)))


def test_the_end_token_white_space_and_padding_are_never_linked_to():
    weights = attention([0.05, 0.15, 0.3, 0.2, 0.3])
    spans = [NOWHERE, Span(0, 3), Span(3, 3), Span(3, 4)]  # target token, word, space, full stop
    assert align(weights, spans, [Span(0, 2)]) == (link((3, 4), (0, 2)),)


def test_a_target_piece_without_text_is_left_out():
    weights = attention([1, 0], [0, 1], [1, 0])
    spans = [Span(0, 1), Span(1, 1), Span(1, 2)]
    assert align(weights, [Span(0, 1), Span(1, 2)], spans) == (link((0, 1), (0, 2)),)


@pytest.mark.parametrize(
    ("sources", "targets"), [([], [Span(0, 1)]), ([NOWHERE], [Span(0, 1)]), ([Span(0, 1)], [])]
)
def test_nothing_to_link(sources, targets):
    assert align(np.ones((2, 2), np.float32), sources, targets) == ()


def test_shifted_moves_both_sides():
    assert shifted([link((0, 2), (1, 3))], 10, 20) == (link((10, 12), (21, 23)),)
    assert shifted([], 1, 2) == ()


@st.composite
def pieces(draw, count):
    """Draw spans as a tokenizer makes them: in order, some empty or repeated, with gaps."""
    spans, end = [], 0
    shape = st.tuples(st.integers(0, 4), st.integers(0, 1), st.integers(1, 3))
    for size, gap, times in draw(st.lists(shape, **count)):
        spans += [Span(end + gap, end + gap + size)] * times
        end += gap + size
    return spans


@given(pieces({"max_size": 8}), pieces({"max_size": 12}), st.integers(0, 2**32 - 1))
def test_links_are_in_order_and_cover_every_target_piece(sources, targets, seed):
    weights = np.random.default_rng(seed).random((len(targets) + 1, len(sources) + 1), np.float32)
    links = align(weights, sources, targets)
    assert all(each.source in sources for each in links)
    for one, other in itertools.pairwise(links):
        assert one.target.end <= other.target.start
        assert one.source != other.source
    if any(span.end > span.start for span in sources):
        covered = {i for each in links for i in range(each.target.start, each.target.end)}
        assert covered >= {i for span in targets for i in range(span.start, span.end)}
    else:
        assert links == ()


SENTENCES = (
    "The cat drinks milk.",
    "I bought three red apples yesterday.",
    "Where is the nearest hospital?",
    "My brother works in a small bank in London.",
)


@pytest.fixture(scope="module")
def translator(starter_pack):
    return Translator.load(starter_pack, threads=1)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_starters_links_cover_the_translation(translator, sentence):
    (made,) = translator.translate(sentence).segments
    assert made.alignment
    covered = set()
    for each in made.alignment:
        assert each.source.of(sentence).strip()
        assert each.target.of(made.text).strip()
        assert each.source.end <= len(sentence)
        covered |= set(range(each.target.start, each.target.end))
    assert covered >= {i for i, letter in enumerate(made.text) if not letter.isspace()}


def test_the_starter_finds_the_words_of_a_simple_sentence(translator):
    sentence = "The cat drinks milk."
    (made,) = translator.translate(sentence).segments
    found = [(each.source.of(sentence), each.target.of(made.text)) for each in made.alignment]
    for word, wanted in (("cat", "猫"), ("milk", "奶")):
        assert any(word in source and wanted in target for source, target in found), found
