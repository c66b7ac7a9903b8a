"""Texts that come from the clipboard, asked for or not, and translations that go back there."""

import time

from PySide6.QtCore import QMimeData, QObject, Signal, Slot
from PySide6.QtGui import QClipboard

from gui.settings import Settings

# How password managers mark what they copy so that nobody keeps or reads it: on KDE and whoever
# follows it, on macOS, and on Windows.
_SECRET = (
    "x-kde-passwordManagerHint",
    "org.nspasteboard.ConcealedType",
    'application/x-qt-windows-mime;value="ExcludeClipboardContentFromMonitorProcessing"',
)

_ECHO_SECONDS = 1.0


class Clipboard(QObject):
    """Watches the clipboard while the settings say so, and gives translations back to it.

    What this program copies itself is never taken for something new.

    Args:
        clipboard: The system's clipboard.
        settings: Whether to watch, how much to take, whether to give the translation back.
        parent: The owner.

    Signals:
        arrived(str): A text to translate.
        too_long(int, int): A text of so many characters was copied, more than the limit behind it.
    """

    arrived = Signal(str)
    too_long = Signal(int, int)

    def __init__(
        self, clipboard: QClipboard, settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._clipboard = clipboard
        self._settings = settings
        self._owed: str | None = None
        self._given: str | None = None
        self._last = ("", -_ECHO_SECONDS)
        clipboard.dataChanged.connect(self._on_copied)

    def fetch(self) -> bool:
        """Take the text that is there now, of whatever length; return whether there is one."""
        text = _lines(self._clipboard.text())
        if not text.strip():
            return False
        self._take(text)
        return True

    def give_back(self, source: str, translation: str) -> bool:
        """Copy ``translation`` if ``source`` came from here and one wants that.

        Returns:
            Whether it was copied.
        """
        if source != self._owed:
            return False
        self._owed = None
        if not self._settings.copy_result:
            return False
        self._given = translation
        self._clipboard.setText(translation)
        return True

    @Slot()
    def _on_copied(self) -> None:
        if not self._settings.watch_clipboard or self._clipboard.ownsClipboard():
            return
        data = self._clipboard.mimeData()
        text = _lines(data.text()) if data.hasText() else ""
        if not text.strip() or _secret(data) or self._echoes(text):
            return
        self._last = text, time.monotonic()
        if len(text) > (limit := self._settings.clipboard_limit):
            self.too_long.emit(len(text), limit)
        else:
            self._take(text)

    def _echoes(self, text: str) -> bool:
        # Some desktops announce one copy several times, or hand our own back to us.
        last, moment = self._last
        soon = time.monotonic() - moment < _ECHO_SECONDS
        return text == self._given or (text == last and soon)

    def _take(self, text: str) -> None:
        self._owed = text
        self.arrived.emit(text)


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _secret(data: QMimeData) -> bool:
    return any(data.hasFormat(kind) for kind in _SECRET)
