import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.edits import Edit, Edited, apply, outside
from engine.types import AlignedSpan


@st.composite
def texts_and_edits(draw):
    text = draw(st.text(st.characters(exclude_categories=()), max_size=40))
    borders = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    edits = [
        Edit(start, end, draw(st.text("xyz", max_size=3)))
        for start, end in zip(borders[::2], borders[1::2], strict=False)
    ]
    return text, edits


def replaced(text, edits):
    for edit in reversed(edits):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


@given(texts_and_edits())
def test_edits_give_what_replacing_from_the_end_gives(given_):
    text, edits = given_

    assert apply(text, edits).text == replaced(text, edits)


@given(texts_and_edits(), st.data())
def test_a_part_that_no_edit_touches_is_found_on_either_side(given_, data):
    text, edits = given_
    edited = apply(text, edits)
    free = [
        Span(before.end, after.start)
        for before, after in zip(
            (Edit(0, 0, ""), *edits), (*edits, Edit(len(text), len(text), "")), strict=True
        )
        if before.end < after.start
    ]
    for whole in free:
        start = data.draw(st.integers(whole.start, whole.end - 1))
        span = Span(start, data.draw(st.integers(start + 1, whole.end)))
        moved = edited.forward(span)
        assert moved.of(edited.text) == span.of(text)
        assert edited.back(moved) == span


@given(texts_and_edits(), st.integers(0, 40), st.integers(0, 40))
def test_every_span_stays_a_span_of_the_other_text(given_, start, length):
    text, edits = given_
    edited = apply(text, edits)
    here = Span(min(start, len(text)), min(start + length, len(text)))
    there = Span(min(start, len(edited.text)), min(start + length, len(edited.text)))

    assert edited.forward(here).end <= len(edited.text)
    assert edited.back(there).end <= len(text)


def test_a_span_that_reaches_into_a_replacement_takes_all_of_it():
    edited = apply("one two three", [Edit(4, 7, "2")])

    assert edited.text == "one 2 three"
    assert edited.forward(Span(5, 9)) == Span(4, 7)
    assert edited.back(Span(4, 5)) == Span(4, 7)


def test_what_is_inserted_at_the_edge_of_a_span_is_not_part_of_it():
    edited = apply("ab", [Edit(0, 0, "<"), Edit(1, 1, "|"), Edit(2, 2, ">")])

    assert edited.text == "<a|b>"
    assert edited.forward(Span(0, 1)).of(edited.text) == "a"
    assert edited.forward(Span(1, 2)).of(edited.text) == "b"


def test_links_move_with_their_text_and_those_of_deleted_text_go():
    links = (AlignedSpan(Span(0, 1), Span(0, 1)), AlignedSpan(Span(2, 3), Span(1, 3)))

    assert apply("abcd", [Edit(0, 1, "")]).targets(links) == (AlignedSpan(Span(2, 3), Span(0, 2)),)
    assert apply("abcd", [Edit(0, 0, "--")]).sources([AlignedSpan(Span(2, 3), Span(0, 1))]) == (
        AlignedSpan(Span(0, 1), Span(0, 1)),
    )
    assert Edited("abcd").targets(links) == links


@pytest.mark.parametrize(
    "edits", [[Edit(0, 3, ""), Edit(2, 4, "")], [Edit(2, 1, "")], [Edit(3, 9, "")]]
)
def test_edits_that_overlap_or_leave_the_text_are_refused(edits):
    with pytest.raises(ValueError, match="overlaps or leaves the text"):
        apply("abcde", edits)


@given(texts_and_edits(), texts_and_edits())
def test_edits_outside_spans_leave_those_spans_alone(first, second):
    text, edits = first
    spans = [Span(e.start, e.end) for e in second[1] if e.start < e.end <= len(text)]
    edited = apply(text, outside(edits, spans))

    assert all(edited.forward(span).of(edited.text) == span.of(text) for span in spans)
