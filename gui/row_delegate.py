"""What all lists draw alike: rows of some lines, their ground and the line below them."""

from PySide6.QtCore import QLocale, QModelIndex, QPersistentModelIndex, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gui.text_view import MARGIN
from gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Draws rows of a list; what stands in them is drawn by its subclasses.

    Args:
        theme: The colours to begin with.
        parent: The list.
    """

    lines = 2
    """Lines of text in a row."""
    padding = 10
    """Pixels above the first and below the last line."""
    leading = 4
    """Pixels between two lines."""
    beside = 0
    """Pixels that a row is higher than its lines."""
    hovers = True
    """Whether the row under the pointer has a ground of its own."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent

    def apply_theme(self, theme: Theme) -> None:
        """Draw in the colours of ``theme``."""
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802 - Qt's
        """Return room for the lines of a row."""
        return QSize(200, 2 * self.padding + self.lines * self._line(option) + self.beside)

    def _line(self, option: QStyleOptionViewItem) -> int:
        """Return the height of a line."""
        return int(option.fontMetrics.height()) + self.leading

    def _locale(self) -> QLocale:
        return self._view.locale()

    def _begin(self, painter: QPainter, option: QStyleOptionViewItem) -> QRect:
        """Save the painter, draw the ground of a row, and return the room for its lines."""
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        if selected or (self.hovers and state & QStyle.StateFlag.State_MouseOver):
            painter.fillRect(rect, self._theme.hover)
        if state & QStyle.StateFlag.State_HasFocus and selected:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), self._theme.accent)
        return rect.adjusted(MARGIN, self.padding, -MARGIN, -self.padding)

    def _end(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        """Draw the line below a row, and restore the painter."""
        rect: QRect = option.rect
        painter.setPen(self._theme.separator)
        painter.drawLine(rect.left() + MARGIN, rect.bottom(), rect.right() - MARGIN, rect.bottom())
        painter.restore()
