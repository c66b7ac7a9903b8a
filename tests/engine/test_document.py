import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Document, Segment, Span


@st.composite
def texts_and_spans(draw):
    text = draw(st.text(st.characters(exclude_categories=()), max_size=60))
    borders = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    return text, [Span(*pair) for pair in zip(borders[::2], borders[1::2], strict=False)]


def test_a_span_takes_its_part_of_a_text_in_code_points():
    assert Span(1, 3).of("a😀bc") == "😀b"


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2)])
def test_a_span_that_is_no_range_is_refused(start, end):
    with pytest.raises(ValueError, match=f"0 <= start <= end, found {start}:{end}"):
        Span(start, end)


def test_a_document_alternates_gaps_and_segments():
    document = Document.from_spans("  Hi. Yo.\n", [Span(2, 5), Span(6, 9)])

    assert document.gaps == ("  ", " ", "\n")
    assert document.segments == (
        Segment(0, Span(2, 5), "Hi."),
        Segment(1, Span(6, 9), "Yo."),
    )


def test_join_puts_other_texts_between_the_same_gaps():
    document = Document.from_spans("- Hi.\r\n- Yo.", [Span(2, 5), Span(9, 12)])

    assert document.join(["嗨。", ""]) == "- 嗨。\r\n- "


def test_a_document_without_segments_is_one_gap():
    assert Document.from_spans(" \n", []).gaps == (" \n",)
    assert Document.from_spans("", []).join([]) == ""


@pytest.mark.parametrize(
    "spans",
    [[Span(0, 3), Span(2, 4)], [Span(3, 4), Span(0, 1)], [Span(0, 6)]],
    ids=["overlap", "order", "past the end"],
)
def test_spans_that_do_not_fit_are_refused(spans):
    with pytest.raises(ValueError, match="overlaps or leaves the text"):
        Document.from_spans("abcde", spans)


@pytest.mark.parametrize("texts", [[], ["a", "b"]])
def test_join_wants_one_text_for_each_segment(texts):
    with pytest.raises(ValueError, match=f"expected 1 texts, found {len(texts)}"):
        Document.from_spans("Hi.", [Span(0, 3)]).join(texts)


@settings(deadline=None)
@given(texts_and_spans())
def test_joining_the_source_gives_the_source(case):
    text, spans = case
    document = Document.from_spans(text, spans)

    assert document.join([segment.text for segment in document.segments]) == text
    assert len(document.gaps) == len(document.segments) + 1
    assert [segment.span for segment in document.segments] == spans
