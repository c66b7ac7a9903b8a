"""The system goes from light to dark and back while everything is open; and screens with
two pixels for one.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QDialog, QLabel, QMessageBox, QToolButton

from gui.appearance import own_palette
from gui.crash import CrashDialog
from gui.message import Message
from gui.session import State
from gui.theme import Theme, contrast
from tests.gui.fakes import FakeTranslator

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support")


@pytest.fixture
def system(qapp):
    """Changes the colours of the system."""

    def change(scheme):
        qapp.setPalette(own_palette(scheme))
        qapp.processEvents()
        return Theme.from_palette(qapp.palette())

    yield change
    qapp.setPalette(QPalette())


@pytest.fixture
def window(qtbot, open_window):
    """A window with a translation to check, over which every dialog is open."""
    window = open_window(
        FakeTranslator(flags=lambda _text: ("low-confidence",), alternatives=("甲", "乙"))
    )
    qtbot.waitUntil(lambda: window.session.state is State.EMPTY)
    window.page.source.view.replace_text("One. Two.")
    qtbot.waitUntil(lambda: window.session.state is State.DONE)
    window.settings.watch_clipboard = True
    window.storage_notice.warn()
    window.pack_notice.warn("one-en-zh", "two-en-zh")
    window.commands.about.trigger()
    window.commands.shortcuts.trigger()
    window.history_page.confirm_clearing()
    window.settings_page.confirm_reset()
    CrashDialog("a report", window).open()
    qtbot.waitUntil(lambda: len(dialogs(window)) == 5)
    yield window
    for dialog in dialogs(window):
        dialog.close()


def dialogs(window):
    return [each for each in window.findChildren(QDialog) if each.isVisible()]


def solid(image):
    """The colours of the pixels that nothing shines through."""
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {colour.name() for colour in pixels if colour.alpha() == 255}


def background(widget):
    """The commonest colour along the edge of a widget."""
    image = widget.grab().toImage()
    edge = [image.pixelColor(x, 2).name() for x in range(2, image.width() - 2, 3)]
    return max(set(edge), key=edge.count)


def test_everything_follows_the_system_while_it_is_open(qtbot, window, system):
    for scheme in ("dark", "light", "dark"):
        theme = system(scheme)
        qtbot.waitUntil(lambda theme=theme: window.inside.theme == theme)
        assert theme.dark is (scheme == "dark")
        for dialog in dialogs(window):
            assert background(dialog) == theme.base.name(), type(dialog).__name__
        for page in (
            window.commands.show_text, window.commands.show_history, window.commands.show_settings,
        ):  # fmt: skip
            page.trigger()
            qtbot.wait(20)
            assert background(window.pages) == theme.base.name()
        signs = [box.iconPixmap().toImage() for box in window.findChildren(QMessageBox)]
        assert len(signs) == 2
        for sign in signs:
            assert solid(sign) == {theme.caution.name()}
        tints = {theme.muted.name(), theme.text.name(), theme.disabled.name()}
        buttons = [
            button for button in window.findChildren(QToolButton)
            if not button.icon().isNull() and not button.objectName().startswith("qt_")
        ]  # fmt: skip
        assert len(buttons) > 15
        for button in buttons:
            shown = solid(button.icon().pixmap(button.iconSize()).toImage())
            assert shown & tints or shown <= {theme.caution.name(), theme.danger.name()}, (
                button.accessibleName(), shown,
            )  # fmt: skip


def test_every_label_can_be_read_after_the_change(qtbot, window, system):
    for scheme in ("dark", "light"):
        theme = system(scheme)
        qtbot.waitUntil(lambda theme=theme: window.inside.theme == theme)
        for page in (window.commands.show_text, window.commands.show_settings):
            page.trigger()
            qtbot.wait(20)
            for label in window.findChildren(QLabel):
                if label.isVisible() and label.text():
                    colour = label.palette().color(label.foregroundRole())
                    assert contrast(colour, theme.base) >= 4.5, (label.text(), colour.name())


def test_a_message_that_is_made_later_has_the_new_colours(qtbot, window, system):
    theme = system("dark")
    box = Message("title", "text", parent=window)
    assert solid(box.iconPixmap().toImage()) == {theme.caution.name()}
    box.close()


_TWICE = """
import sys
from pathlib import Path
from PySide6.QtCore import QSettings
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QToolButton
from gui.history import Entry, History
from gui.settings import Settings
from gui.window import MainWindow
from gui.worker import TranslationThread
from tests.gui.fakes import FakeLibrary, FakeTranslator
app = QApplication([])
folder = Path(sys.argv[1])
settings = Settings(QSettings(str(folder / "yiwen.ini"), QSettings.Format.IniFormat))
window = MainWindow(lambda: TranslationThread(FakeTranslator), settings, lambda: "1",
                    history=folder / "history", library=FakeLibrary)
window.start()
window.commands.about.trigger()
window.history_page.confirm_clearing()
app.processEvents()
for button in window.findChildren(QToolButton):
    if not button.icon().isNull() and not button.objectName().startswith("qt_"):
        size = button.iconSize()
        drawn = button.icon().pixmap(size, 2.0)
        # Nothing is scaled: one of the drawings has the very size.
        sharp = [each for each in button.icon().availableSizes() if each == 2 * size]
        print(drawn.devicePixelRatio(), drawn.size() == 2 * size and bool(sharp))
for label in window.findChildren(QLabel):
    if not label.pixmap().isNull():
        drawn = label.pixmap()
        print(drawn.devicePixelRatio(), drawn.width() in (2 * 64, 2 * 32, 2 * 16))
window.quit()
"""


def test_icons_have_all_the_pixels_of_a_screen_at_200_percent(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", _TWICE, str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
        env={**os.environ, "QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert len(lines) > 15
    assert set(lines) == {"2.0 True"}
