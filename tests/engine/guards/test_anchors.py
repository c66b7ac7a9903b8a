import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.anchors import anchor
from engine.types import AlignedSpan


def linked(source, target, *pairs):
    return [
        AlignedSpan(
            Span(source.index(left), source.index(left) + len(left)),
            Span(target.index(right), target.index(right) + len(right)),
        )
        for left, right in pairs
    ]


@pytest.mark.parametrize(
    ("pairs", "at"),
    [
        ((("12", "只"), ("has", "有")), 3),
        ((("has", "有"), ("hens", "母鸡")), 4),
        ((("She", "她"), ("has", "有")), 2),
        ((), 6),
    ],
    ids=["its own", "the next word", "the word before", "nothing linked"],
)
def test_a_lost_word_belongs_where_its_nearest_link_says(pairs, at):
    source, target = "She has 12 hens.", "她有一只母鸡。"

    assert anchor(Span(8, 10), target, linked(source, target, *pairs)) == at


def test_a_position_is_never_inside_a_latin_word_or_number():
    target = "共 foobar 个"

    assert anchor(Span(0, 1), target, [AlignedSpan(Span(0, 1), Span(5, 8))]) == 2


@given(
    st.text("ab1 。，字", max_size=20),
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=8),
    st.integers(0, 20),
)
def test_a_position_is_always_in_the_text(target, pairs, start):
    links = [AlignedSpan(Span(s, s + 1), Span(t, t + 1)) for s, t in pairs]

    assert 0 <= anchor(Span(start, start + 1), target, links) <= len(target)
