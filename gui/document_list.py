"""The documents in the queue: what is kept of each, and how it is drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import (
    QAbstractListModel,
    QLocale,
    QModelIndex,
    QObject,
    QRect,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from gui.document_jobs import DocumentJob, DocumentRow, JobState
from gui.document_words import details, state_name
from gui.icons import SIZE, pixmap
from gui.row_delegate import Index, RowDelegate

_BAR, _UNDER = 3, 8
"""Height of the bar, and of it with the gap above; without it, the words move into the middle."""
_BESIDE_ICON = SIZE + 12

_SIGNS = {
    JobState.WAITING: "waiting",
    JobState.RUNNING: "documents",
    JobState.PAUSED: "stopped",
    JobState.DONE: "done",
    JobState.CANCELLED: "stop",
    JobState.FAILED: "warning",
}


class DocumentModel(QAbstractListModel):
    """Documents, in the order in which they were brought."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[DocumentRow] = []
        self._number = 0

    @property
    def rows(self) -> Sequence[DocumentRow]:
        """Every document."""
        return tuple(self._rows)

    def append(self, jobs: Iterable[DocumentJob], state: JobState = JobState.WAITING) -> None:
        """Put documents at the end."""
        rows = []
        for job in jobs:
            self._number += 1
            rows.append(DocumentRow(number=self._number, job=job, state=state))
        if rows:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()

    def change(self, number: int, **changes: object) -> None:
        """Take note of what is new about a document, if it is still there."""
        at = self.place(number)
        if at >= 0:
            self._rows[at] = replace(self._rows[at], **changes)  # type: ignore[arg-type]
            index = self.index(at)
            self.dataChanged.emit(index, index)

    def remove(self, numbers: Iterable[int]) -> None:
        """Take documents out of the list."""
        gone = frozenset(numbers)
        places = [at for at, row in enumerate(self._rows) if row.number in gone]
        for at in reversed(places):
            self.beginRemoveRows(QModelIndex(), at, at)
            del self._rows[at]
            self.endRemoveRows()

    def place(self, number: int) -> int:
        """Return where the document of that number is, or -1."""
        return next((at for at, row in enumerate(self._rows) if row.number == number), -1)

    def row(self, index: Index) -> DocumentRow:
        """Return the document at ``index``."""
        return self._rows[index.row()]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's way
        """Return the number of documents."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a document's name, or what a screen reader should say of it."""
        if not index.isValid():
            return None
        row = self.row(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return row.job.source.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{row.job.source}\n→ {row.job.result}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.job.source.name}. {state_name(row)}. {details(row, self._locale())}"
        return None

    def _locale(self) -> QLocale:
        owner = self.parent()
        return owner.locale() if isinstance(owner, QWidget) else QLocale()


class DocumentDelegate(RowDelegate):
    """Draws a name and a state, what there is to say below, and a bar while there is work left."""

    padding = 12
    beside = _UNDER

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one document."""
        model = index.model()
        if not isinstance(model, DocumentModel):
            return
        row = model.row(index)
        inside = self._begin(painter, option)
        words = inside if row.state.unfinished else inside.translated(0, _UNDER // 2)
        self._draw_words(painter, words, self._line(option), row)
        if row.state.unfinished:
            room = inside.adjusted(_BESIDE_ICON, 0, 0, 0)
            self._draw_bar(painter, room, row)
        self._end(painter, option)

    def _draw_words(self, painter: QPainter, inside: QRect, height: int, row: DocumentRow) -> None:
        theme, colour = self._theme, self._colour(row)
        sign = "warning" if _is_flagged(row) else _SIGNS[row.state]
        top = QRect(inside.left(), inside.top(), inside.width(), height)
        icon = pixmap(sign, colour, painter.device().devicePixelRatioF())
        painter.drawPixmap(top.left(), top.center().y() - SIZE // 2 + 1, icon)
        painter.setPen(colour)
        word = state_name(row)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(top, right, word)
        taken = painter.fontMetrics().horizontalAdvance(word) + 16
        plain = painter.font()
        bold = QFont(plain)
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(theme.text)
        name = row.job.source.name
        _draw_elided(painter, top.adjusted(_BESIDE_ICON, 0, -taken, 0), name, middle=True)
        painter.setFont(plain)
        painter.setPen(theme.danger if row.state is JobState.FAILED else theme.muted)
        below = top.translated(0, height).adjusted(_BESIDE_ICON, 0, 0, 0)
        _draw_elided(painter, below, details(row, self._locale()))

    def _draw_bar(self, painter: QPainter, room: QRect, row: DocumentRow) -> None:
        bar = QRect(room.left(), room.bottom() - _BAR + 1, room.width(), _BAR)
        painter.fillRect(bar, self._theme.separator)
        done, total = row.progress.done, row.progress.total
        if total:
            bar.setWidth(room.width() * done // total)
            running = row.state is JobState.RUNNING
            painter.fillRect(bar, self._theme.accent if running else self._theme.disabled)

    def _colour(self, row: DocumentRow) -> QColor:
        theme = self._theme
        if row.state is JobState.FAILED:
            return theme.danger
        if _is_flagged(row):
            return theme.caution
        if row.state in (JobState.RUNNING, JobState.DONE):
            return theme.accent
        return theme.muted


def _is_flagged(row: DocumentRow) -> bool:
    return row.report is not None and row.report.flagged > 0


def _draw_elided(painter: QPainter, room: QRect, text: str, *, middle: bool = False) -> None:
    # The end of a name says what it is.
    side = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
    shown = painter.fontMetrics().elidedText(text, side, room.width())
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
