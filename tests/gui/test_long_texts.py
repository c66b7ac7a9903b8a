"""Long texts, and characters that Qt counts or keeps in a way of its own."""

from itertools import pairwise

import pytest
from PySide6.QtGui import QTextCursor, QTextOption

from gui.long_insertion import MANY_LINES
from gui.opening import show
from gui.session import State
from gui.target_view import TargetView
from gui.text_files import LARGEST
from tests.gui.driving import paste, record, shown, source, target, wait_for
from tests.gui.fakes import FakeTranslator


def test_twenty_thousand_words(qtbot, open_window):
    sentences = [f"Sentence number {n} of this long text has ten words" for n in range(2000)]
    paragraphs = [". ".join(sentences[n : n + 10]) + "." for n in range(0, 2000, 10)]
    text = "\n\n".join(paragraphs)
    translator = FakeTranslator()
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, text)
    changes = record(window)
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == target(window).translation == translator.expected(text)
    assert window.status.report.text().replace(",", "").endswith(" 2000 sentences")
    # Sentences are shown in groups, and each group is added to what is there.
    assert 1 <= len(changes) < 500
    assert all(a.startswith(b) for b, a in pairwise(changes))
    counts = window.page.source.words
    qtbot.waitUntil(lambda: counts.text().replace(",", "").startswith("20000 words · "))
    assert counts.text().replace(",", "").endswith(" characters · 2000 sentences")
    # Keep typing: one sentence is new.
    cursor = source(window).textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.insertText(" One more.")
    qtbot.waitUntil(lambda: shown(window).endswith("译<ONE MORE.>"), timeout=20_000)
    assert len(translator.sentences) == 2001
    assert shown(window) == translator.expected(f"{text} One more.")


def test_events_are_served_while_a_long_text_is_translated(qtbot, open_window):
    window = open_window(FakeTranslator(seconds=0.002))
    wait_for(qtbot, window, State.EMPTY)
    paste(window, " ".join(f"Sentence {n}." for n in range(200)))
    qtbot.keyClicks(source(window), " typed")
    assert window.session.busy
    assert source(window).source_text().endswith(" typed")
    wait_for(qtbot, window, State.DONE)
    assert shown(window).endswith("译<TYPED>")


def test_the_reader_keeps_their_place_and_selection(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "\n".join(f"Line number {n}." for n in range(100)))
    translator.gate.release(60)
    qtbot.waitUntil(lambda: target(window).done == 60)
    bar = target(window).verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 200)
    cursor = target(window).textCursor()
    end = len(shown(window))
    cursor.setPosition(end - 5)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    target(window).setTextCursor(cursor)
    selected = cursor.selectedText()
    bar.setValue(123)
    translator.gate.release(60)
    wait_for(qtbot, window, State.DONE)
    assert target(window).done == 100
    assert bar.value() == 123
    assert target(window).textCursor().selectedText() == selected


def test_emoji_do_not_shift_anything(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    text = "Smile 🙂 now. Again 👩‍👩‍👧 please. Bye 𠮷."
    paste(window, text)
    for done in (1, 2, 3):
        translator.gate.release()
        qtbot.waitUntil(lambda done=done: target(window).done == done)
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == translator.expected(text)


def test_no_break_spaces_reach_the_engine(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    paste(window, "10\u00a0km")
    wait_for(qtbot, window, State.DONE)
    assert translator.documents == ["10\u00a0km"]


@pytest.mark.parametrize(("sentences", "at_once"), [(10, True), (2000, False)])
def test_a_huge_paragraph_is_marked_and_drawn_in_a_turn_of_its_own(qtbot, sentences, at_once):
    view = TargetView(16)
    qtbot.addWidget(view)
    updates: list[int] = []
    view.updated.connect(lambda: updates.append(view.done))
    text = " ".join(f"Sentence {n}." for n in range(sentences))
    document = FakeTranslator().segment(text)
    view.begin(document)
    updates.clear()
    view.add(FakeTranslator().stream(document))
    assert bool(updates) is at_once
    assert view.viewport().updatesEnabled() is at_once
    # It may be told again when nothing new has come.
    qtbot.waitUntil(lambda: set(updates) == {sentences})
    assert view.viewport().updatesEnabled()
    assert len(view.ranges) == sentences


def test_a_run_without_a_space_is_broken_anywhere(qtbot, open_window):
    # Qt would look for a better place from each character of it, which takes minutes.
    window = open_window(FakeTranslator())
    wait_for(qtbot, window, State.EMPTY)
    by_word, anywhere = (
        QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere,
        QTextOption.WrapMode.WrapAnywhere,
    )
    panes = source(window), target(window)
    assert {pane.wordWrapMode() for pane in panes} == {by_word}
    paste(window, "a" * 300_000)
    wait_for(qtbot, window, State.DONE)
    assert len(shown(window)) > 300_000
    assert {pane.wordWrapMode() for pane in panes} == {anywhere}
    source(window).replace_text("Short again.")
    qtbot.waitUntil(lambda: shown(window) == "译<SHORT AGAIN.>")
    assert {pane.wordWrapMode() for pane in panes} == {by_word}
    source(window).undo()
    assert source(window).wordWrapMode() is anywhere


def test_more_than_fits_is_refused_and_changes_nothing(qtbot, open_window):
    window = open_window(FakeTranslator())
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "One. ")
    wait_for(qtbot, window, State.DONE)
    paste(window, "a " * (LARGEST // 2))
    notice = window.page.target.notice
    assert notice.isVisible()
    assert "1,000,005 characters; at most 1,000,000" in notice.label.text()
    assert source(window).source_text() == "One. "
    assert shown(window).strip() == "译<ONE.>"
    show(window, "a" * (LARGEST + 1))
    assert "1,000,001 characters" in notice.label.text()
    assert source(window).source_text() == "One. "
    # In the place of all that is there it fits.
    source(window).selectAll()
    paste(window, "a " * (LARGEST // 2))
    assert len(source(window).source_text()) == LARGEST


def test_very_many_lines_come_in_piece_by_piece_as_one_edit(qtbot, open_window):
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    qtbot.keyClicks(source(window), "Before. ")
    text = "\n".join(f"Line {number}." for number in range(MANY_LINES + 3000))
    paste(window, text)
    assert source(window).isReadOnly()
    assert len(source(window).source_text()) < len(text)
    qtbot.keyClicks(source(window), "lost")
    qtbot.waitUntil(lambda: not source(window).isReadOnly(), timeout=20_000)
    assert source(window).source_text() == f"Before. {text}"
    assert source(window).textCursor().atEnd()
    wait_for(qtbot, window, State.DONE)
    assert target(window).done == MANY_LINES + 3001
    source(window).undo()
    assert source(window).source_text() == "Before. "


@pytest.mark.parametrize("how", ["clear", "replace", "paste"])
def test_what_comes_after_very_many_lines_does_not_wait_for_them(qtbot, open_window, how):
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "x.\n" * (MANY_LINES + 1))
    assert source(window).isReadOnly()
    if how == "clear":
        window.commands.clear.trigger()
        wanted = ""
    elif how == "replace":
        show(window, wanted := "Another text.")
    else:
        source(window).selectAll()
        paste(window, wanted := "Another text.")
    qtbot.wait(50)
    assert not source(window).isReadOnly()
    assert source(window).source_text() == wanted


def test_what_was_translated_before_is_shown_some_at_a_time(qtbot, open_window):
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    text = " ".join(f"Sentence {number}." for number in range(5000))
    paste(window, text)
    wait_for(qtbot, window, State.DONE)
    window.commands.clear.trigger()
    wait_for(qtbot, window, State.EMPTY)
    added = []
    window.session.segments_added.connect(lambda segments: added.append(len(segments)))
    paste(window, text)
    wait_for(qtbot, window, State.DONE)
    assert sum(added) == 5000
    assert max(added) <= 2000
