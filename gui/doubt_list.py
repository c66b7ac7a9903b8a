"""The sentences of a document that a reader should check."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QLocale,
    QModelIndex,
    QObject,
    QRect,
    Qt,
    Slot,
)
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyleOptionViewItem,
    QWidget,
)

from engine.documents.report import Doubt
from gui.document_words import place_name
from gui.flags import explain_flags
from gui.history_list import one_line
from gui.row_delegate import Index, RowDelegate
from gui.theme import Theme


class DoubtModel(QAbstractListModel):
    """Doubts, in the order of the document."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._doubts: Sequence[Doubt] = ()

    def show(self, doubts: Sequence[Doubt]) -> None:
        """Show other doubts."""
        self.beginResetModel()
        self._doubts = doubts
        self.endResetModel()

    def doubt(self, index: Index) -> Doubt:
        """Return the doubt at ``index``."""
        return self._doubts[index.row()]

    def reason(self, index: Index) -> str:
        """Say where a sentence stands and what is to be checked."""
        doubt = self.doubt(index)
        owner = self.parent()
        locale = owner.locale() if isinstance(owner, QWidget) else QLocale()
        return f"{place_name(doubt.where, locale)} · {explain_flags(doubt.flags)}"

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's way
        """Return the number of doubts."""
        return 0 if parent.isValid() else len(self._doubts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the source, or everything there is to say."""
        if not index.isValid():
            return None
        doubt = self.doubt(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(doubt.source)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{doubt.source}\n{doubt.translation}\n{self.reason(index)}"
        return None


class _DoubtDelegate(RowDelegate):
    """Draws what is to be checked, the source and the translation, a line each."""

    lines = 3
    padding = 8
    leading = 3
    hovers = False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one doubt."""
        model = index.model()
        if not isinstance(model, DoubtModel):
            return
        doubt, theme = model.doubt(index), self._theme
        inside = self._begin(painter, option)
        line = self._line(option)
        room = QRect(inside.left(), inside.top(), inside.width(), line)
        reason = model.reason(index).replace("\n", " ")
        for text, colour in (
            (reason, theme.caution),
            (one_line(doubt.source), theme.text),
            (one_line(doubt.translation), theme.text),
        ):
            painter.setPen(colour)
            shown = painter.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, room.width()
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
            room.translate(0, line)
        self._end(painter, option)


class DoubtList(QListView):
    """Lists doubts; what is chosen can be copied.

    Args:
        theme: The colours to begin with.
        parent: The owner.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.doubts = DoubtModel(self)
        self._delegate = _DoubtDelegate(theme, self)
        self.copy = QAction(self)
        self.copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        self.copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy.triggered.connect(self._copy)
        self.addAction(self.copy)
        self.setModel(self.doubts)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def apply_theme(self, theme: Theme) -> None:
        """Draw in the colours of ``theme``."""
        self._delegate.apply_theme(theme)
        self.viewport().update()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.setAccessibleName(self.tr("Sentences to check"))
        self.copy.setText(self.tr("Copy"))
        self.copy.setToolTip(self.tr("Copy the sentence and its translation"))
        self.viewport().update()

    @Slot()
    def _copy(self) -> None:
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        chosen = [self.doubts.doubt(self.doubts.index(row)) for row in rows]
        text = "\n\n".join(f"{each.source}\n{each.translation}" for each in chosen)
        QGuiApplication.clipboard().setText(text)
