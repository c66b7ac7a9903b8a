"""The page with everything one can decide."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QMessageBox,
    QSpinBox,
)

from gui.launching import shortcut_command
from gui.session import State
from gui.settings import FONT_SIZE, Settings
from tests.gui.fakes import FakeTranslator, translated

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def wait_for(qtbot, window, state):
    qtbot.waitUntil(lambda: window.session.state is state, timeout=20_000)


@pytest.fixture
def window(qtbot, open_window):
    opened = open_window()
    opened.commands.show_settings.trigger()
    assert opened.pages.currentWidget() is opened.settings_page
    yield opened
    opened.settings.reset()


def box(window):
    return next(each for each in window.findChildren(QMessageBox) if each.isVisible())


ELSEWHERE = {"pack", "quality", "target", "documents_bilingual", "documents_folder", "proxy"}
"""Chosen in the bar or on a page of its own, where one sees what they do."""


def test_every_setting_has_a_control(window):
    for name in window.settings.values().keys() - ELSEWHERE:
        assert window.settings_page.field(name).accessibleName()


def test_controls_change_settings_at_once_and_follow_them(qtbot, window):
    settings, page = window.settings, window.settings_page
    for name, value in settings.values().items():
        if name in ELSEWHERE:
            continue
        field = page.field(name)
        if isinstance(field, QCheckBox):
            field.click()
            assert getattr(settings, name) is not value
            setattr(settings, name, value)
            assert field.isChecked() is value
        elif isinstance(field, QSpinBox):
            field.setValue(field.maximum())
            assert getattr(settings, name) == field.maximum()
            setattr(settings, name, value)
            assert field.value() == value
        elif isinstance(field, QComboBox):
            for index in range(field.count()):
                field.setCurrentIndex(index)
                field.activated.emit(index)
                assert getattr(settings, name) == field.itemData(index)
            setattr(settings, name, value)
            assert field.currentData() == value
        else:
            pytest.fail(f"{name} has no control that this test knows")


def test_a_control_stores_what_a_next_start_reads(qtbot, window, store):
    window.settings_page.field("history_limit").setValue(77)
    window.settings_page.field("history").click()
    store.sync()
    again = Settings(type(store)(store.fileName(), store.format()))
    assert again.history_limit == 77
    assert again.history is False


def test_text_size_is_followed_by_the_panes(qtbot, window):
    window.settings_page.field("font_size").setValue(FONT_SIZE + 7)
    assert window.page.source.view.font().pixelSize() == FONT_SIZE + 7


def test_reset_asks_once_and_keeps_the_layout(qtbot, window):
    settings = window.settings
    settings.source_share = 0.3
    settings.font_size, settings.history_limit = 30, 50
    window.settings_page.reset.click()
    qtbot.keyClick(box(window), Qt.Key.Key_Escape)
    assert settings.font_size == 30
    window.settings_page.reset.click()
    reset = next(button for button in box(window).buttons() if "Reset" in button.text())
    qtbot.mouseClick(reset, Qt.MouseButton.LeftButton)
    assert settings.font_size == FONT_SIZE
    assert window.settings_page.field("history_limit").value() == 1000
    assert window.page.source.view.font().pixelSize() == FONT_SIZE
    assert settings.source_share == pytest.approx(0.3)


def test_the_command_for_a_key_can_be_copied(qtbot, window):
    assert "Wayland" in " ".join(label.text() for label in window.settings_page._notes.values())
    window.settings_page.copy_command.click()
    assert QGuiApplication.clipboard().text() == shortcut_command()
    assert window.settings_page.command.text() == shortcut_command()


def test_delete_all_history_asks(qtbot, window):
    window.settings_page.delete_history.click()
    assert "history" in box(window).text()
    box(window).close()


def test_without_translating_while_typing_one_asks(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    button, view = window.page.translate_button, window.page.source.view
    assert not button.isVisible()
    window.settings.translate_while_typing = False
    assert button.isVisible()
    assert not button.isEnabled()
    qtbot.keyClicks(view, "Hello")
    QGuiApplication.clipboard().setText(" there")
    window.commands.paste.trigger()
    qtbot.wait(window.session._debouncer.delay_ms + 100)
    assert translator.documents == []
    assert window.session.state is State.EMPTY
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    wait_for(qtbot, window, State.DONE)
    assert window.page.target.view.translation == translated("Hello there")
    # What is shown stays until one asks again.
    qtbot.keyClicks(view, ".")
    qtbot.wait(window.session._debouncer.delay_ms + 100)
    assert window.page.target.view.translation == translated("Hello there")
    window.settings.translate_while_typing = True
    wait_for(qtbot, window, State.DONE)
    assert window.page.target.view.translation == translated("Hello there.")
    assert not button.isVisible()


def test_without_translating_while_typing_clearing_still_clears(qtbot, open_window):
    window = open_window()
    window.settings.translate_while_typing = False
    wait_for(qtbot, window, State.EMPTY)
    qtbot.keyClicks(window.page.source.view, "Hello")
    window.commands.translate.trigger()
    wait_for(qtbot, window, State.DONE)
    window.commands.clear.trigger()
    assert window.page.target.view.translation == ""


def test_text_typed_while_the_pack_loads_waits_to_be_asked_for(qtbot, open_window, store):
    store.setValue("translation/while_typing", "false")
    window = open_window()
    qtbot.keyClicks(window.page.source.view, "Hello")
    wait_for(qtbot, window, State.EMPTY)
    window.commands.translate.trigger()
    wait_for(qtbot, window, State.DONE)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_letter_leads_to_two_controls(window, language):
    window.settings.interface_language = language
    page = window.settings_page
    texts = [label.text() for label in page._labels.values()]
    texts += [button.text() for button in page.findChildren(QAbstractButton)]
    letters = [text[text.index("&") + 1].upper() for text in texts if "&" in text]
    assert len(letters) >= 14
    assert sorted(letters) == sorted(set(letters))


def test_every_control_can_be_reached_by_keyboard_in_order(qtbot, window):
    page = window.settings_page
    page.setFocus()
    reached = []
    for _ in range(60):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        if not page.isAncestorOf(focused):
            break
        reached.append(focused)
    fields = list(page._fields.values())
    assert [each for each in reached if each in fields] == fields
    for button in (page.delete_history, page.copy_command, page.reset):
        assert button in reached


def test_the_wheel_scrolls_the_page_and_changes_nothing(qtbot, window):
    page = window.settings_page
    field = page.field("font_size")
    page.setFocus()
    middle = QPointF(field.rect().center())
    buttons, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    turn = QWheelEvent(
        middle, QPointF(field.mapToGlobal(middle)), QPoint(), QPoint(0, -120), buttons, keys,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(field, turn)
    assert field.value() == window.settings.font_size == FONT_SIZE
    assert not turn.isAccepted()
    page.field("history").setFocus()
    field.setFocus()
    QApplication.sendEvent(field, turn)
    assert field.value() == FONT_SIZE - 1


def test_where_it_is_narrow_buttons_lose_their_words_but_not_their_names(qtbot, window):
    window.resize(420, 600)
    page = window.history_page
    window.commands.show_history.trigger()
    qtbot.waitUntil(lambda: page.width() < 500)
    icon_only = Qt.ToolButtonStyle.ToolButtonIconOnly
    for button in (*window.bar.tabs, page.star, page.copy, page.delete):
        assert button.toolButtonStyle() is icon_only
        assert not button.icon().isNull()
        assert button.accessibleName()
        assert button.toolTip()
        assert min(button.width(), button.height()) >= 28
    window.resize(960, 600)
    qtbot.waitUntil(lambda: page.star.toolButtonStyle() is not icon_only)


def seen(page, widget):
    """Whether all of a widget is in view."""
    return (
        page.viewport()
        .rect()
        .contains(QRect(widget.mapTo(page.viewport(), QPoint(0, 0)), widget.size()))
    )


def test_what_is_reached_by_keyboard_is_scrolled_into_view(qtbot, window):
    window.resize(600, 420)
    page, bar = window.settings_page, window.settings_page.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 300)
    page.setFocus()
    for _ in range(60):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        if focused is None or not page.isAncestorOf(focused):
            break
        assert seen(page, focused), focused.accessibleName()
    assert bar.value() > 300


@pytest.mark.parametrize(
    ("name", "letter"),
    [("clipboard_limit", "U"), ("close_to_tray", "Y"), ("reset", "R"), ("font_size", "X")],
)
def test_the_letter_of_a_control_scrolls_it_into_view(qtbot, window, name, letter):
    window.resize(600, 420)
    page, bar = window.settings_page, window.settings_page.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 300)
    field = page.reset if name == "reset" else page.field(name)
    bar.setValue(bar.maximum() if name == "font_size" else 0)
    assert not seen(page, field)
    page.setFocus()
    qtbot.keyClick(page, letter, Qt.KeyboardModifier.AltModifier)
    assert seen(page, field)
    for shown in window.findChildren(QMessageBox):
        shown.close()


def test_a_long_command_is_broken_into_lines_where_it_is_narrow(qtbot, window):
    page, command = window.settings_page, window.settings_page.command
    command.setText("/a/rather/long/folder/yiwen-app --translate-clipboard")
    window.resize(400, 600)
    qtbot.waitUntil(lambda: page.width() < 420)
    qtbot.waitUntil(lambda: command.height() > 2 * command.fontMetrics().height())
    assert page.widget().width() <= page.viewport().width()
