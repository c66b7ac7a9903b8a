"""What became of one document: below the list, for the one that is chosen."""

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.documents.report import Report
from gui.document_errors import describe_document
from gui.document_jobs import DocumentRow
from gui.document_words import count_report
from gui.doubt_list import DoubtList
from gui.icons import icon
from gui.text_view import MARGIN
from gui.theme import Theme
from gui.widgets import separator, text_inset


class ReportPane(QWidget):
    """Says how a document went, lists the sentences to check and keeps that as a file.

    Args:
        theme: The colours to begin with.
        parent: The owner.

    Signals:
        save_wanted(Report, Path): A report should be written into a file.
    """

    save_wanted = Signal(object, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: DocumentRow | None = None
        self.headline = QLabel(self)
        self.headline.setObjectName("notice")
        self.headline.setWordWrap(True)
        self.headline.setTextFormat(Qt.TextFormat.PlainText)
        self.headline.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.save = QToolButton(self)
        self.save.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.save.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.save.clicked.connect(self._save)
        self.list = DoubtList(theme, self)
        head = QHBoxLayout()
        head.setContentsMargins(MARGIN, 8, MARGIN - text_inset(self.save), 8)
        head.setSpacing(8)
        head.addWidget(self.headline, 1)
        head.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(separator(self))
        layout.addLayout(head)
        layout.addWidget(self.list, 1)
        self.hide()
        self.apply_theme(theme)
        self.retranslate()

    def show_row(self, row: DocumentRow | None) -> None:
        """Tell of one document that has ended, or of none."""
        before, self._row = self._row, row
        report = row.report if row is not None else None
        told = row is not None and (report is not None or row.error is not None)
        if row is not None and told and row != before:
            self.list.doubts.show(report.doubts if report is not None else ())
        self._say()
        self.save.setVisible(report is not None)
        self.list.setVisible(self.has_sentences)
        self.setVisible(told)

    @property
    def has_sentences(self) -> bool:
        """Whether there are sentences to list, which need room."""
        report = self._report
        return report is not None and bool(report.doubts)

    def apply_theme(self, theme: Theme) -> None:
        """Draw icons and sentences in the colours of ``theme``."""
        self.save.setIcon(icon("save", theme))
        self.list.apply_theme(theme)

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.save.setText(self.tr("Save report…"))
        self.save.setToolTip(self.tr("Save what became of the sentences as a JSON file"))
        self.save.setAccessibleName(self.tr("Save the report"))
        self.headline.setAccessibleDescription(self.tr("What became of the document"))
        self.list.retranslate()
        self._say()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _say(self) -> None:
        row = self._row
        if row is None:
            return
        name = row.job.source.name
        if row.error is not None:
            text = self.tr("“{name}”: {problem}")
            self.headline.setText(text.format(name=name, problem=describe_document(row.error)))
        elif row.report is not None:
            text = self.tr("“{name}”: {result}")
            result = count_report(row.report, self.locale())
            self.headline.setText(text.format(name=name, result=result))

    @Slot()
    def _save(self) -> None:
        report = self._report
        if report is None:
            return
        place = report.result.with_name(f"{report.result.name}.json")
        chosen, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save the report"), str(place), self.tr("JSON files") + " (*.json)"
        )
        if chosen:
            self.save_wanted.emit(report, Path(chosen))

    @property
    def _report(self) -> Report | None:
        return self._row.report if self._row is not None else None
