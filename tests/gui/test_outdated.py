"""A text that was changed after it was translated, when one wants to be asked."""

import pytest
from PySide6.QtCore import Qt

from gui.session import State
from tests.gui.driving import paste, shown, source, target, wait_for
from tests.gui.fakes import FakeLibrary, FakeTranslator, translated


@pytest.fixture
def window(qtbot, open_window):
    """A window that translates when asked to, and has done so."""
    window = open_window(library=FakeLibrary(fake_en_zh=FakeTranslator, other_en_zh=FakeTranslator))
    wait_for(qtbot, window, State.EMPTY)
    window.settings.translate_while_typing = False
    qtbot.keyClicks(source(window), "One.")
    assert window.session.state is State.EMPTY
    window.commands.translate.trigger()
    wait_for(qtbot, window, State.DONE)
    return window


def drawn(window):
    """The colour of the first character of the translation."""
    first = target(window).extraSelections()[0]
    return first.format.foreground().color() if first.cursor.selectionStart() == 0 else None


def test_an_edit_marks_the_translation_as_out_of_date(qtbot, window):
    before = target(window).accessibleDescription()
    qtbot.keyClicks(source(window), " Two.")
    assert window.session.state is State.OUTDATED
    assert shown(window) == translated("One.")
    assert drawn(window) == window.inside.theme.muted
    assert "Out of date" in target(window).accessibleDescription()
    assert "Out of date" in window.status.summary.text()
    assert not window.status.report.isVisible()
    notice = window.page.target.notice
    assert notice.isVisible()
    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == "译<ONE.> 译<TWO.>"
    assert target(window).extraSelections() == []
    assert target(window).accessibleDescription() == before
    assert not notice.isVisible()
    assert window.status.report.isVisible()


def test_an_edit_taken_back_leaves_nothing_to_mark(qtbot, window):
    qtbot.keyClicks(source(window), "x")
    wait_for(qtbot, window, State.OUTDATED)
    qtbot.keyClick(source(window), Qt.Key.Key_Backspace)
    assert window.session.state is State.DONE
    assert target(window).extraSelections() == []
    assert not window.page.target.notice.isVisible()


def test_clearing_leaves_nothing_out_of_date(qtbot, window):
    qtbot.keyClicks(source(window), "x")
    window.commands.clear.trigger()
    assert window.session.state is State.EMPTY
    qtbot.keyClicks(source(window), "One.")
    assert window.session.state is State.EMPTY
    assert not window.page.target.notice.isVisible()


def test_the_switch_brings_the_translation_up_to_date(qtbot, window):
    qtbot.keyClicks(source(window), " Two.")
    window.settings.translate_while_typing = True
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == "译<ONE.> 译<TWO.>"


def test_the_switch_turned_off_between_two_letters_leaves_it_marked(qtbot, window):
    window.settings.translate_while_typing = True
    window.session._debouncer._delay_ms = 1e6
    qtbot.keyClicks(source(window), "x")
    window.settings.translate_while_typing = False
    assert window.session.state is State.OUTDATED


def test_another_pack_leaves_it_marked(qtbot, window):
    qtbot.keyClicks(source(window), " Two.")
    window.manner.use_pack("other-en-zh")
    qtbot.waitUntil(lambda: window.session.packs_loaded == 2)
    assert window.session.state is State.OUTDATED
    # Not what this pack would say.
    for _ in " Two.":
        qtbot.keyClick(source(window), Qt.Key.Key_Backspace)
    assert source(window).source_text() == "One."
    assert window.session.state is State.OUTDATED


def test_nothing_is_marked_while_one_types_with_the_switch_on(qtbot, open_window):
    window = open_window()
    paste(window, "One.")
    wait_for(qtbot, window, State.DONE)
    qtbot.keyClicks(source(window), "x")
    assert window.session.state is State.DONE
    assert target(window).extraSelections() == []
