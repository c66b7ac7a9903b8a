"""Texts from the clipboard and translations that go back there."""

import pytest
from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtWidgets import QToolTip

from gui.clipboard import Clipboard
from gui.session import State
from gui.settings import Settings
from tests.gui.fakes import FakeTranslator, translated


class OtherPrograms(QObject):
    """The system's clipboard as this program sees it, with others that copy."""

    dataChanged = Signal()  # noqa: N815 - Qt's name

    def __init__(self):
        super().__init__()
        self._data = QMimeData()
        self._ours = False
        self.written = []

    def copy(self, text=None, *, marked=""):
        self._data = QMimeData()
        if text is not None:
            self._data.setText(text)
        if marked:
            self._data.setData(marked, b"secret")
        self._ours = False
        self.dataChanged.emit()

    def text(self):
        return self._data.text()

    def mimeData(self):  # noqa: N802 - Qt's name
        return self._data

    def ownsClipboard(self):  # noqa: N802 - Qt's name
        return self._ours

    def setText(self, text):  # noqa: N802 - Qt's name
        self.written.append(text)
        self.copy(text)
        self._ours = True


@pytest.fixture
def system(qapp):
    return OtherPrograms()


@pytest.fixture
def settings(store):
    return Settings(store)


@pytest.fixture
def arrived():
    return []


@pytest.fixture
def clipboard(system, settings, arrived):
    watched = Clipboard(system, settings)
    watched.arrived.connect(arrived.append)
    return watched


def test_nothing_is_taken_unless_one_wants_that(system, clipboard, arrived):
    system.copy("Hello.")
    assert arrived == []


def test_what_is_copied_elsewhere_arrives_once(system, clipboard, settings, arrived):
    settings.watch_clipboard = True
    system.copy("Hello.\r\nYou.")
    system.dataChanged.emit()
    assert arrived == ["Hello.\nYou."]
    system.copy("Other.")
    assert arrived[1:] == ["Other."]


@pytest.mark.parametrize("text", [None, "", " \n\t"])
def test_no_text_is_nothing(system, clipboard, settings, arrived, text):
    settings.watch_clipboard = True
    system.copy(text)
    assert arrived == []
    assert not clipboard.fetch()


@pytest.mark.parametrize("mark", ["x-kde-passwordManagerHint", "org.nspasteboard.ConcealedType"])
def test_what_password_managers_copy_is_left_alone(system, clipboard, settings, arrived, mark):
    settings.watch_clipboard = True
    system.copy("hunter2", marked=mark)
    assert arrived == []


def test_long_texts_are_announced_and_taken_only_when_asked_for(
    qtbot, system, clipboard, settings, arrived
):
    settings.watch_clipboard = True
    settings.clipboard_limit = 100
    with qtbot.waitSignal(clipboard.too_long) as announced:
        system.copy("x" * 101)
    assert announced.args == [101, 100]
    assert arrived == []
    assert clipboard.fetch()
    assert arrived == ["x" * 101]


def test_the_translation_goes_back_once_and_is_not_taken_again(
    system, clipboard, settings, arrived
):
    settings.watch_clipboard = settings.copy_result = True
    system.copy("Hello.")
    assert clipboard.give_back("Hello.", "你好。")
    assert system.written == ["你好。"]
    assert not clipboard.give_back("Hello.", "你好。")
    # Some desktops hand a program its own text back as if it were another's.
    system.copy("你好。")
    assert arrived == ["Hello."]


def test_nothing_goes_back_unless_it_came_from_there_and_one_wants_that(
    system, clipboard, settings
):
    settings.watch_clipboard = True
    system.copy("Hello.")
    assert not clipboard.give_back("Typed.", "打的。")
    assert not clipboard.give_back("Hello.", "你好。")
    settings.copy_result = True
    assert not clipboard.give_back("Hello.", "你好。")
    assert system.written == []


# In the window


def wait_for(qtbot, window, state):
    qtbot.waitUntil(lambda: window.session.state is state, timeout=20_000)


@pytest.fixture
def window(qtbot, open_window):
    opened = open_window()
    wait_for(qtbot, opened, State.EMPTY)
    return opened


@pytest.fixture
def elsewhere(window):
    """Copies texts as another program would."""
    others = OtherPrograms()
    bridge = window.clipboard
    bridge.clipboard._clipboard = others
    others.dataChanged.connect(bridge.clipboard._on_copied)
    return others


def test_translate_clipboard_shows_the_page_and_translates(qtbot, window, elsewhere):
    elsewhere.copy("Copied elsewhere.")
    window.commands.show_history.trigger()
    window.commands.translate_clipboard.trigger()
    wait_for(qtbot, window, State.DONE)
    assert window.pages.currentWidget() is window.page
    assert window.page.source.view.source_text() == "Copied elsewhere."
    assert window.page.target.view.translation == translated("Copied elsewhere.")


def test_an_empty_clipboard_is_said(qtbot, window, elsewhere):
    window.commands.translate_clipboard.trigger()
    qtbot.waitUntil(lambda: "no text" in window.clipboard.state.text(), timeout=5000)
    assert window.clipboard.state.isVisible()


def test_a_clipboard_that_is_only_about_to_be_readable(qtbot, window, elsewhere):
    window.commands.translate_clipboard.trigger()
    elsewhere.copy("Late.")
    qtbot.waitUntil(lambda: window.page.source.view.source_text() == "Late.", timeout=5000)


def test_watching_is_visible_and_ends_with_a_press(qtbot, window, elsewhere):
    state = window.clipboard.state
    assert not state.isVisible()
    window.commands.watch_clipboard.trigger()
    assert window.settings.watch_clipboard
    assert state.isVisible()
    assert state.text() == "Watching the clipboard"
    elsewhere.copy("Seen.")
    wait_for(qtbot, window, State.DONE)
    assert window.page.source.view.source_text() == "Seen."
    state.click()
    assert not window.settings.watch_clipboard
    assert not window.commands.watch_clipboard.isChecked()
    assert not state.isVisible()
    elsewhere.copy("Unseen.")
    assert window.page.source.view.source_text() == "Seen."


def test_too_long_a_text_is_said(qtbot, window, elsewhere):
    window.settings.watch_clipboard = True
    window.settings.clipboard_limit = 100
    elsewhere.copy("x" * 12345)
    state = window.clipboard.state
    assert state.text() == "Not translated: 12,345 characters, the limit is 100"
    assert "takes it all the same" in state.toolTip()
    assert window.page.source.view.source_text() == ""


def test_the_result_goes_back_without_a_loop(qtbot, window, elsewhere, monkeypatch):
    monkeypatch.setattr("gui.clipboard._ECHO_SECONDS", 0.0)
    window.settings.watch_clipboard = window.settings.copy_result = True
    elsewhere.copy("Round.")
    qtbot.waitUntil(lambda: elsewhere.written == [translated("Round.")])
    qtbot.wait(100)
    assert window.page.source.view.source_text() == "Round."
    assert elsewhere.written == [translated("Round.")]
    # The same again, though it needs no translating.
    elsewhere.copy("Round.")
    qtbot.waitUntil(lambda: len(elsewhere.written) == 2)


def test_what_is_typed_does_not_go_to_the_clipboard(qtbot, window, elsewhere):
    window.settings.copy_result = True
    qtbot.keyClicks(window.page.source.view, "Typed.")
    wait_for(qtbot, window, State.DONE)
    assert elsewhere.written == []


def test_the_clipboard_is_translated_also_when_typing_is_not(qtbot, open_window):
    window = open_window(FakeTranslator())
    window.settings.translate_while_typing = False
    others = OtherPrograms()
    window.clipboard.clipboard._clipboard = others
    wait_for(qtbot, window, State.EMPTY)
    others.copy("Asked for.")
    window.commands.translate_clipboard.trigger()
    wait_for(qtbot, window, State.DONE)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_where_there_is_no_room_for_words_a_tip_says_them(qtbot, window, elsewhere):
    window.resize(420, 600)
    qtbot.waitUntil(lambda: window.width() < 500)
    window.settings.watch_clipboard = True
    window.settings.clipboard_limit = 100
    elsewhere.copy("x" * 12345)
    assert QToolTip.isVisible()
    assert QToolTip.text() == window.clipboard.state.toolTip()
    assert "12,345" in QToolTip.text()
    QToolTip.hideText()
