"""Inserting a text of very many lines piece by piece, so that the window goes on answering."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QTextEdit

MANY_LINES = 10_000
"""A text of more lines takes Qt so long to lay out that one would feel it."""
_PIECE = 2_500
"""Lines that are inserted at once."""


def is_long(text: str) -> bool:
    """Tell whether a text has so many lines that it should be inserted piece by piece."""
    return text.count("\n") > MANY_LINES


def pieces(text: str, lines: int = _PIECE) -> Iterator[str]:
    """Cut a text into pieces of so many lines."""
    cut = text.splitlines(keepends=True)
    for start in range(0, len(cut), lines):
        yield "".join(cut[start : start + lines])


class LongInsertion(QObject):
    """Inserts one text at a time where the caret is, as one edit that can be undone.

    Meanwhile one can read, scroll and select, but not write.

    Args:
        view: Where texts are inserted.

    Signals:
        finished(): All of the text is there.
    """

    finished = Signal()

    def __init__(self, view: QTextEdit) -> None:
        super().__init__(view)
        self._view = view
        self._cursor = view.textCursor()
        self._left: Iterator[str] | None = None
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._go_on)

    @property
    def active(self) -> bool:
        """Whether a text is being inserted."""
        return self._left is not None

    def begin(self, text: str) -> None:
        """Insert a text in the place of what is selected."""
        self.stop()
        self._cursor = self._view.textCursor()
        self._left = pieces(text)
        self._view.setReadOnly(True)
        self._cursor.insertText(next(self._left))
        self._turn.start()

    def stop(self) -> None:
        """Leave it at what there is."""
        if self._left is not None:
            self._left = None
            self._turn.stop()
            self._view.setReadOnly(False)

    @Slot()
    def _go_on(self) -> None:
        piece = next(self._left, None) if self._left is not None else None
        if piece is None:
            self.stop()
            self.finished.emit()
            return
        self._cursor.joinPreviousEditBlock()
        self._cursor.insertText(piece)
        self._cursor.endEditBlock()
        self._turn.start()
