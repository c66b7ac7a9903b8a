"""The list of earlier translations: what it holds and how an entry is drawn."""

from collections.abc import Iterable

from PySide6.QtCore import (
    QAbstractListModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gui.history import Entry
from gui.icons import SIZE, pixmap
from gui.text_view import MARGIN
from gui.theme import Theme

_Index = QModelIndex | QPersistentModelIndex
_PADDING = 10
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

    def entry(self, index: _Index) -> Entry:
        """Return the entry at ``index``."""
        return self._entries[index.row()]

    def row_of(self, number: int) -> int:
        """Return where the entry with that id is, or -1."""
        return next((row for row, each in enumerate(self._entries) if each.id == number), -1)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's way
        """Return the number of entries."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
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


class EntryDelegate(QStyledItemDelegate):
    """Draws the text, its translation below, and the day and the star beside them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def apply_theme(self, theme: Theme) -> None:
        """Draw in the colours of ``theme``."""
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, _index: _Index) -> QSize:  # noqa: N802 - Qt's
        """Return room for two lines."""
        return QSize(200, 2 * _PADDING + 2 * self._line(option))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw one entry."""
        model = index.model()
        if not isinstance(model, HistoryModel):
            return
        entry, theme = model.entry(index), self._theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected or state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.hover)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_Selected:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), theme.accent)
        inside = rect.adjusted(MARGIN, _PADDING, -MARGIN, -_PADDING)
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
        painter.setPen(theme.separator)
        painter.drawLine(inside.left(), rect.bottom(), inside.right(), rect.bottom())
        painter.restore()

    def _line(self, option: QStyleOptionViewItem) -> int:
        metrics = option.fontMetrics
        return int(metrics.height()) + 4

    def _locale(self) -> QLocale:
        owner = self.parent()
        return owner.locale() if isinstance(owner, QWidget) else QLocale()


def one_line(text: str) -> str:
    """Return the beginning of ``text`` on one line."""
    return " ".join(text[:_SHOWN].split())


def _day(moment: float, locale: QLocale) -> str:
    when = QDateTime.fromSecsSinceEpoch(int(moment))
    if when.date() == QDateTime.currentDateTime().date():
        return locale.toString(when.time(), QLocale.FormatType.ShortFormat)
    return locale.toString(when.date(), QLocale.FormatType.ShortFormat)
