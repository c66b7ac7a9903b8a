"""The list of installed packs: what it holds and how a pack is drawn."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QAbstractListModel, QLocale, QModelIndex, QObject, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from engine.pack_report import PackReport, Verdict
from gui.languages import pack_title
from gui.pack_details import PackDetails
from gui.pack_words import (
    day_words,
    direction_words,
    place_words,
    quality_words,
    size_words,
    verdict_words,
)
from gui.row_delegate import Index, RowDelegate
from gui.theme import Theme

_DOT = 8


class PacksModel(QAbstractListModel):
    """Installed packs, the user's own first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._packs: list[PackDetails] = []
        self._reports: dict[str, PackReport] = {}
        self._in_use = ""

    @property
    def in_use(self) -> str:
        """Name of the pack that translates."""
        return self._in_use

    @property
    def packs(self) -> tuple[PackDetails, ...]:
        """What is listed."""
        return tuple(self._packs)

    def show(self, packs: Iterable[PackDetails]) -> None:
        """Show other packs."""
        self.beginResetModel()
        self._packs = list(packs)
        self.endResetModel()

    def use(self, name: str) -> None:
        """Mark the pack that translates."""
        self._in_use = name
        self._tell()

    def examined(self, reports: Mapping[str, PackReport]) -> None:
        """Show what was found since the packs were installed."""
        self._reports = dict(reports)
        self._tell()

    def pack(self, index: Index) -> PackDetails:
        """Return the pack at ``index``."""
        return self._packs[index.row()]

    def row_of(self, name: str) -> int:
        """Return where the pack of that name is, or -1."""
        return next((row for row, each in enumerate(self._packs) if each.name == name), -1)

    def report(self, pack: PackDetails) -> PackReport | None:
        """Return what the last examination of a pack found."""
        return self._reports.get(pack.name, pack.report)

    def verdict(self, pack: PackDetails) -> Verdict | None:
        """Return what to think of a pack; ``None`` if nobody knows."""
        report = self.report(pack)
        if not pack.sound:
            return "broken"
        return report.verdict if report else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's way
        """Return the number of packs."""
        return 0 if parent.isValid() else len(self._packs)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a pack is called, or what a screen reader should say of it."""
        if not index.isValid():
            return None
        pack = self.pack(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return pack_title(pack.name)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            lines = (pack_title(pack.name), *self.lines(pack, QLocale()))
            return ". ".join(part for part in lines if part)
        return None

    def lines(self, pack: PackDetails, locale: QLocale) -> tuple[str, str, str, str, str]:
        """Return what is said of a pack: how it is used, its facts, its day, its worth, its place.

        Each is one line; any may be empty.
        """
        uses = (
            self.tr("In use") if pack.name == self._in_use else "",
            self.tr("Default") if pack.default else "",
        )
        facts = (
            direction_words(pack),
            size_words(pack.size, locale),
            pack.licence,
            quality_words(pack, locale),
        )
        verdict = self.verdict(pack)
        worth = verdict_words(verdict) if verdict and pack.sound else ""
        if not pack.sound:
            worth = self.tr("Damaged: remove it, then import it again")
        return (
            _joined(uses),
            _joined(facts),
            day_words(pack.installed, locale) if pack.removable else "",
            _joined((worth, pack.attribution)),
            place_words(pack.place),
        )

    def _tell(self) -> None:
        if self._packs:
            self.dataChanged.emit(self.index(0), self.index(len(self._packs) - 1))


class PackDelegate(RowDelegate):
    """Draws three lines: the name and its use, facts and the day, the worth and the place."""

    lines = 3

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one pack."""
        model = index.model()
        if not isinstance(model, PacksModel):
            return
        pack, theme = model.pack(index), self._theme
        inside = self._begin(painter, option)
        height = self._line(option)
        rows = [
            QRect(inside.left(), inside.top() + row * height, inside.width(), height)
            for row in range(3)
        ]
        use, facts, day, worth, place = model.lines(pack, self._locale())
        plain, bold = QFont(option.font), QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        self._row(painter, rows[0], (pack_title(pack.name), theme.text, bold), use, theme.accent)
        self._row(painter, rows[1], (facts, theme.muted, plain), day, theme.muted)
        dot = verdict_colour(model.verdict(pack), theme)
        if dot is not None:
            self._dot(painter, rows[2], dot)
            rows[2].adjust(_DOT + 8, 0, 0, 0)
        colour = theme.muted if pack.sound else theme.danger
        self._row(painter, rows[2], (worth, colour, plain), place, theme.muted)
        self._end(painter, option)

    @staticmethod
    def _row(
        painter: QPainter, room: QRect, left: tuple[str, QColor, QFont], right: str, colour: QColor
    ) -> None:
        """Draw a text at the left, as much of it as fits, and a short one at the right."""
        text, ink, font = left
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(colour)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | middle, right)
        taken = painter.fontMetrics().horizontalAdvance(right)
        before = painter.font()
        painter.setFont(font)
        painter.setPen(ink)
        rest = room.adjusted(0, 0, -(taken + 16 if taken else 0), 0)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, middle, shown)
        painter.setFont(before)

    @staticmethod
    def _dot(painter: QPainter, room: QRect, colour: QColor) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QRect(room.left(), room.center().y() - _DOT // 2 + 1, _DOT, _DOT))
        painter.restore()


def verdict_colour(verdict: Verdict | None, theme: Theme) -> QColor | None:
    """Return the colour of a verdict, which is never told by its colour alone."""
    colours = {"good": theme.accent, "warnings": theme.caution, "broken": theme.danger}
    return colours[verdict] if verdict else None


def _joined(parts: Iterable[str]) -> str:
    return " · ".join(part for part in parts if part)
