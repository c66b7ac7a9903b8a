"""The edits that keep the target pane up to date."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Document, Span
from engine.types import TranslatedSegment
from gui.positions import utf16_units
from gui.target_text import Edit, TargetText


def document(*parts):
    """Gap, segment, gap, segment, … gap."""
    spans, position = [], 0
    for number, part in enumerate(parts):
        if number % 2:
            spans.append(Span(position, position + len(part)))
        position += len(part)
    return Document.from_spans("".join(parts), spans)


def segments(doc, start=0, stop=None, render=str.upper):
    return [TranslatedSegment(segment=s, text=render(s.text)) for s in doc.segments[start:stop]]


def apply(shown, edits):
    """Do to a string what the view does to its document."""
    raw = shown.encode("utf-16-le", "surrogatepass")
    for edit in edits:
        start, end = 2 * edit.start, 2 * (edit.start + edit.removed)
        assert end <= len(raw)
        raw = raw[:start] + edit.inserted.encode("utf-16-le", "surrogatepass") + raw[end:]
    return raw.decode("utf-16-le", "surrogatepass")


def complete(target, doc):
    return [*target.begin(doc), *target.add(segments(doc)), *target.finish()]


def test_text_grows_with_its_gaps_and_without_those_to_come():
    target, doc = TargetText(), document("  ", "a", "\n\n", "b", " \n")
    assert target.begin(doc) == []
    assert target.add(segments(doc, 0, 1)) == [Edit(0, 0, "  A")]
    assert (target.done, target.total) == (1, 2)
    assert target.add(segments(doc, 1, 2)) == [Edit(3, 0, "\n\nB")]
    assert target.finish() == [Edit(6, 0, " \n")]
    assert target.text == doc.join(["A", "B"])
    assert (target.done, target.total) == (2, 2)


def test_a_batch_becomes_one_edit():
    target, doc = TargetText(), document("", "a", " ", "b", " ", "c", "")
    target.begin(doc)
    assert target.add(segments(doc)) == [Edit(0, 0, "A B C")]


def test_positions_count_utf16_units():
    target, doc = TargetText(), document("", "🙂", " ", "b", "")
    target.begin(doc)
    target.add(segments(doc, 0, 1))
    assert target.add(segments(doc, 1, 2)) == [Edit(2, 0, " B")]


def test_typing_at_the_end_leaves_the_front_alone():
    target = TargetText()
    complete(target, document("", "a", " ", "b", ""))
    new = document("", "a", " ", "bc", "")
    assert target.begin(new) == []
    assert target.text == "A B"
    assert target.done == 1
    assert target.add(segments(new)) == [Edit(1, 2, " BC")]
    assert target.finish() == []


def test_editing_in_the_middle_keeps_both_ends():
    target = TargetText()
    complete(target, document("", "a", " ", "b", " ", "c", "\n"))
    new = document("", "a", " ", "x", " ", "c", "\n")
    assert target.begin(new) == []
    assert target.add(segments(new)) == [Edit(1, 2, " X")]
    assert target.finish() == []
    assert target.text == "A X C\n"


def test_deleting_a_sentence_shows_at_once():
    target = TargetText()
    complete(target, document("", "a", " ", "b", " ", "c", ""))
    assert target.begin(document("", "a", " ", "c", "")) == [Edit(1, 2, "")]
    assert target.text == "A C"


def test_another_text_replaces_the_old_one_at_once():
    target = TargetText()
    complete(target, document("", "a", " ", "b", " ", "c", " ", "d", ""))
    assert target.begin(document("", "x", " ", "y", "")) == [Edit(0, 7, "")]


def test_settling_drops_what_is_outdated_and_keeps_what_is_done():
    target = TargetText()
    complete(target, document("", "a", " ", "b", ""))
    target.begin(document("", "a", " ", "bc", ""))
    assert target.settle() == [Edit(1, 2, "")]
    assert target.text == "A"
    assert target.settle() == []


def test_a_stopped_text_goes_on_where_it_was():
    target, doc = TargetText(), document("", "a", " ", "b", " ", "c", "")
    target.begin(doc)
    target.add(segments(doc, 0, 2))
    target.settle()
    assert target.begin(doc) == []
    assert target.add(segments(doc)) == [Edit(3, 0, " C")]


def test_other_options_replace_everything():
    target, doc = TargetText(), document("", "a", " ", "b", "")
    complete(target, doc)
    target.begin(doc)
    edits = target.add(segments(doc, render=lambda text: text * 2))
    assert apply("A B", [*edits, *target.finish()]) == "aa bb" == target.text


def test_carriage_returns_become_line_feeds():
    target, doc = TargetText(), document("", "a", "", "b", "")
    target.begin(doc)
    target.add(segments(doc, render=lambda text: f"{text}\r\n{text}\r"))
    assert target.text == "a\na\nb\nb\n"


def test_segments_must_come_in_order():
    target, doc = TargetText(), document("", "a", " ", "b", "")
    target.begin(doc)
    with pytest.raises(ValueError, match="expected segment 0, found 1"):
        target.add(segments(doc, 1))
    with pytest.raises(ValueError, match="expected segment 0, found 2"):
        target.finish()


def test_clear():
    target = TargetText()
    complete(target, document(" ", "a🙂", ""))
    assert target.clear() == [Edit(0, 4, "")]
    assert target.text == ""
    assert (target.done, target.total) == (0, 0)
    assert target.clear() == []


_GAPS = st.sampled_from(["", " ", "\n", "\n\n"])
_PARTS = st.sampled_from(["a", "b", "🙂", "dd"])


@st.composite
def _documents(draw):
    parts = [draw(_GAPS)]
    for _ in range(draw(st.integers(0, 6))):
        parts += [draw(_PARTS), draw(_GAPS)]
    return document(*parts)


@given(st.lists(st.tuples(_documents(), st.integers(0, 6), st.booleans()), max_size=8))
def test_display_and_text_agree_whatever_happens(jobs):
    target, shown = TargetText(), ""
    for doc, upto, settle in jobs:
        shown = apply(shown, target.begin(doc))
        assert shown == target.text
        shown = apply(shown, target.add(segments(doc, 0, upto)))
        assert shown == target.text
        if upto >= len(doc.segments):
            shown = apply(shown, target.finish())
            assert shown == doc.join([s.text.upper() for s in doc.segments])
            assert target.done == target.total == len(doc.segments)
        elif settle:
            shown = apply(shown, target.settle())
            assert target.done <= target.total
        assert shown == target.text


@given(st.text())
def test_units_are_those_of_utf16(text):
    assert utf16_units(text) == len(text.encode("utf-16-le", "surrogatepass")) // 2
