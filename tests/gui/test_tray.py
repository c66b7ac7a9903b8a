"""The icon in the tray, and closing to it."""

import pytest
from PySide6.QtWidgets import QSystemTrayIcon

from gui.session import State
from gui.tray import Tray

# Only the test platform complains, which has neither a tray nor windows above others.
pytestmark = pytest.mark.qt_log_ignore("systemTrayWindowChanged", "does not support raise")


@pytest.fixture
def desktop_with_tray(monkeypatch):
    """Lets every icon be shown, as on a desktop that has a tray."""
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setattr(Tray, "present", property(lambda _tray: True))


def test_the_window_works_without_a_tray(qtbot, open_window):
    window = open_window()
    window.settings.close_to_tray = True
    assert not window.tray.present
    with qtbot.waitSignal(window.closed):
        window.close()
    assert not window.isVisible()


def test_closing_ends_the_program_unless_one_wants_the_tray(qtbot, open_window, desktop_with_tray):
    window = open_window()
    with qtbot.waitSignal(window.closed):
        window.close()


def test_closing_to_the_tray_keeps_working_there(
    qtbot, open_window, desktop_with_tray, no_thread_left
):
    window = open_window()
    qtbot.waitUntil(lambda: window.session.state is State.EMPTY)
    window.settings.close_to_tray = True
    with qtbot.assertNotEmitted(window.closed):
        window.close()
    assert not window.isVisible()
    assert not any(thread.isFinished() for thread in no_thread_left)
    window.page.source.view.replace_text("Behind the scenes.")
    qtbot.waitUntil(lambda: window.session.state is State.DONE)
    window.tray.toggle.trigger()
    assert window.isVisible()
    with qtbot.waitSignal(window.closed):
        window.commands.quit.trigger()
    assert all(thread.isFinished() for thread in no_thread_left)


def test_logging_out_ends_the_program(qtbot, open_window, desktop_with_tray, monkeypatch):
    window = open_window()
    window.settings.close_to_tray = True
    monkeypatch.setattr("gui.tray.session_ends", lambda: True)
    with qtbot.waitSignal(window.closed):
        window.close()


def test_the_menu_shows_hides_translates_and_quits(qtbot, open_window):
    window = open_window()
    tray, commands = window.tray, window.commands
    actions = [action for action in tray.menu.actions() if not action.isSeparator()]
    assert actions == [
        tray.toggle, commands.translate_clipboard, commands.watch_clipboard, commands.quit,
    ]  # fmt: skip
    tray.menu.aboutToShow.emit()
    assert tray.toggle.text() == "&Hide Yiwen"
    tray.toggle.trigger()
    assert not window.isVisible()
    tray.menu.aboutToShow.emit()
    assert tray.toggle.text() == "&Show Yiwen"
    tray._icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    assert window.isVisible()
    tray._icon.activated.emit(QSystemTrayIcon.ActivationReason.Context)
    assert window.isVisible()


def test_a_window_out_of_sight_comes_forward(qtbot, open_window):
    window = open_window()
    window.showMinimized()
    window.come_forward()
    assert window.isVisible()
    assert not window.isMinimized()
