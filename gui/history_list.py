"""The list of earlier translations: what it holds and how an entry is drawn."""

from collections.abc import Iterable

from PySide6.QtCore import (
    QAbstractListModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QRect,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from gui.history import Entry
from gui.icons import SIZE, pixmap
from gui.row_delegate import Index, RowDelegate

_SHOWN = 300
"""Characters of a text that can be seen at most."""


class HistoryModel(QAbstractListModel):
    """Entries, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[Entry] = []

    def show(self, entries: Iterable[Entry]) -> None:
        """Show other entries."""
        self.beginResetModel()
        self._entries = list(entries)
        self.endResetModel()

    def entry(self, index: Index) -> Entry:
        """Return the entry at ``index``."""
        return self._entries[index.row()]

    def row_of(self, number: int) -> int:
        """Return where the entry with that id is, or -1."""
        return next((row for row, each in enumerate(self._entries) if each.id == number), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's way
        """Return the number of entries."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return an entry's text, or what a screen reader should say of it."""
        if not index.isValid():
            return None
        entry = self.entry(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(entry.source)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            star = self.tr("starred") if entry.starred else ""
            parts = (one_line(entry.source), one_line(entry.translation), star)
            return ". ".join(part for part in parts if part)
        return None


class EntryDelegate(RowDelegate):
    """Draws the text, its translation below, and the day and the star beside them."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one entry."""
        model = index.model()
        if not isinstance(model, HistoryModel):
            return
        entry, theme = model.entry(index), self._theme
        inside = self._begin(painter, option)
        line = self._line(option)
        day = _day(entry.time, self._locale())
        metrics = painter.fontMetrics()
        side = max(metrics.horizontalAdvance(day), SIZE) + 16
        painter.setPen(theme.muted)
        top = QRect(inside.left(), inside.top(), inside.width(), line)
        below = top.translated(0, line)
        painter.drawText(top, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, day)
        if entry.starred:
            star = pixmap("starred", theme.caution, painter.device().devicePixelRatioF())
            painter.drawPixmap(below.right() - SIZE + 1, below.center().y() - SIZE // 2, star)
        for where, text, colour in (
            (top, entry.source, theme.text),
            (below, entry.translation, theme.muted),
        ):
            room = where.adjusted(0, 0, -side, 0)
            shown = metrics.elidedText(one_line(text), Qt.TextElideMode.ElideRight, room.width())
            painter.setPen(colour)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        self._end(painter, option)


def one_line(text: str) -> str:
    """Return the beginning of ``text`` on one line."""
    return " ".join(text[:_SHOWN].split())


def _day(moment: float, locale: QLocale) -> str:
    when = QDateTime.fromSecsSinceEpoch(int(moment))
    if when.date() == QDateTime.currentDateTime().date():
        return locale.toString(when.time(), QLocale.FormatType.ShortFormat)
    return locale.toString(when.date(), QLocale.FormatType.ShortFormat)
