"""The edits that keep the target pane up to date."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Document, Span
from engine.translation import Translation
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


def complete(target, doc, render=str.upper):
    return [*target.begin(doc), *target.add(segments(doc, render=render)), *target.finish()]


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


CHINESE = {"a": "早上好。", "b": "你怎么？", "🙂": "🙂", "dd": "iPhone", "x": "“好”", "": ""}


def chinese(text):
    """What becomes of a part; what is Chinese already is handed through."""
    return CHINESE.get(text, text)


def whole(doc, render=chinese):
    return Translation(doc, tuple(segments(doc, render=render))).text


def test_no_space_between_chinese_sentences():
    target, doc = TargetText(), document("", "a", " ", "b", " ", "dd", " ", "dd", "\n", "a", " ")
    target.begin(doc)
    assert target.add(segments(doc, 0, 1, chinese)) == [Edit(0, 0, "早上好。")]
    assert target.add(segments(doc, 1, 2, chinese)) == [Edit(4, 0, "你怎么？")]
    target.add(segments(doc, 2, render=chinese))
    target.finish()
    assert target.text == whole(doc) == "早上好。你怎么？iPhone iPhone\n早上好。 "
    assert list(target.ranges) == [(0, 4), (4, 8), (8, 14), (15, 21), (22, 26)]


def test_chinese_that_was_handed_through_keeps_its_spaces():
    target, doc = TargetText(), document("", "好。", " ", "好！", " ", "a", "")
    complete(target, doc, chinese)
    assert target.text == whole(doc) == "好。 好！早上好。"


def test_a_replacement_changes_the_gaps_on_both_sides_and_back():
    target, doc = TargetText(), document("", "dd", " ", "dd", " ", "dd", "")
    complete(target, doc, chinese)
    target.ranges  # noqa: B018 - what is known by now must not be kept
    assert target.text == "iPhone iPhone iPhone"
    choice = TranslatedSegment(segment=doc.segments[1], text="“好。”")
    edits = target.replace(choice)
    assert apply("iPhone iPhone iPhone", edits) == target.text == "iPhone “好。”iPhone"
    assert list(target.ranges) == [(0, 6), (7, 11), (11, 17)]
    back = target.replace(TranslatedSegment(segment=doc.segments[1], text="iPhone"))
    assert apply("iPhone “好。”iPhone", back) == target.text == "iPhone iPhone iPhone"


def test_only_the_gap_is_touched_in_front_of_a_sentence_that_stays():
    target = TargetText()
    complete(target, document("", "dd", " ", "dd", ""), chinese)
    new = document("", "a", " ", "dd", "")
    target.begin(new)
    assert target.add(segments(new, render=chinese)) == [Edit(0, 6, "早上好。"), Edit(4, 1, "")]
    assert target.finish() == []
    assert target.text == whole(new) == "早上好。iPhone"


def test_a_sentence_that_goes_lets_the_others_close_ranks():
    target = TargetText()
    complete(target, document("", "dd", " ", "a", " ", "dd", ""), chinese)
    before = target.text
    assert before == "iPhone 早上好。iPhone"
    edits = target.begin(document("", "dd", " ", "dd", ""))
    assert apply(before, edits) == target.text == "iPhone iPhone"


_GAPS = st.sampled_from(["", " ", " ", " ", "\n", "\n\n"])
_PARTS = st.sampled_from(["a", "b", "🙂", "dd", "x", "好。"])
_RENDERS = st.sampled_from([chinese, str.upper, lambda text: f"{text}译。"])


@st.composite
def _documents(draw):
    parts = [draw(_GAPS)]
    for _ in range(draw(st.integers(0, 6))):
        parts += [draw(_PARTS), draw(_GAPS)]
    return document(*parts)


_STEPS = st.tuples(
    _documents(), st.integers(0, 6), _RENDERS, st.booleans(), st.booleans(), st.integers(0, 5)
)


@given(st.lists(_STEPS, max_size=8))
def test_display_and_text_agree_whatever_happens(jobs):
    target, shown = TargetText(), ""

    def follow(edits):
        nonlocal shown
        shown = apply(shown, edits)
        assert shown == target.text
        units = shown.encode("utf-16-le")
        for index, (start, end) in enumerate(target.ranges):
            translated = target.translated(index)
            assert translated is not None
            assert units[2 * start : 2 * end].decode("utf-16-le") == translated.text

    for doc, upto, render, renew, settle, chosen in jobs:
        follow(target.begin(doc, renew=renew))
        come = segments(doc, 0, upto, render)
        for each in come:
            follow(target.add([each]))
        done = target.done
        assert shown.startswith("".join(_prefix(doc, come)))
        if upto >= len(doc.segments):
            follow(target.finish())
            assert shown == whole(doc, render)
            assert target.done == target.total == len(doc.segments)
        elif settle:
            follow(target.settle())
            assert target.done <= max(done, target.total)
        if chosen < min(upto, len(doc.segments)):
            other = TranslatedSegment(segment=doc.segments[chosen], text="另一个。")
            come[chosen] = other
            follow(target.replace(other))
            assert shown.startswith("".join(_prefix(doc, come)))


def _prefix(doc, come):
    """What stands in front, as far as it has come."""
    whole = Translation(doc, tuple(come)).text
    return whole.removesuffix(doc.gaps[-1])


@given(st.text())
def test_units_are_those_of_utf16(text):
    assert utf16_units(text) == len(text.encode("utf-16-le", "surrogatepass")) // 2


def test_a_wrapped_line_is_no_line_of_the_translation():
    doc = Document.from_spans("one.\ntwo.", [Span(0, 4), Span(5, 9)], joints=[1])
    target = TargetText()
    complete(target, doc)
    assert target.text == "ONE. TWO."


def test_what_is_known_of_the_sentences_grows_with_them():
    doc = document(" ", "a🙂", "  ", "b", "\n", "c", " ", "d", "\n")
    grown = TargetText()
    grown.begin(doc)
    for segment in segments(doc):
        if segment.segment.index % 2:
            segment = replace(segment, flags=("low-confidence",))  # noqa: PLW2901
        grown.add([segment])
        at_once = TargetText()
        at_once.begin(doc)
        at_once.add(filter(None, map(grown.translated, range(grown.done))))
        assert (list(grown.ranges), grown.flagged) == (list(at_once.ranges), at_once.flagged)
    grown.finish()
    assert list(grown.ranges) == [(1, 4), (6, 7), (8, 9), (10, 11)]
    assert grown.flagged == (1, 3)
