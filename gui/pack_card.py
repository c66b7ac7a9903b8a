"""A card about one model: how far its import is, what came of it, or all that is known of it."""

from collections.abc import Mapping
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.pack_report import Verdict
from engine.records import record
from gui.icons import pixmap
from gui.language_question import LanguageQuestion
from gui.pack_list import verdict_colour
from gui.pack_words import verdict_mark
from gui.text_view import MARGIN
from gui.theme import Theme
from gui.widgets import separator

Answer = Literal["cancel", "use", "replace", "retry", "import", "remove", "close"]
Tone = Literal["plain", "good", "warnings", "broken"]

_FINENESS = 1000
_LEAST = 120


@record(kw_only=True)
class Content:
    """What a card says.

    Attributes:
        title: The first line.
        text: What is to be said of it.
        sign: Name of the icon.
        tone: How good the news are.
        lines: What was found, each with a verdict where it has one.
        examples: Texts and their translations.
        share: How much is done, from 0 to 1; below 0 if nobody knows; ``None`` for no bar.
        languages: Ask for the languages, with these as first guesses.
        answers: The buttons.
    """

    title: str
    text: str = ""
    sign: str = "model"
    tone: Tone = "plain"
    lines: tuple[tuple[Verdict | None, str], ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    share: float | None = None
    languages: tuple[str, str] | None = None
    answers: tuple[Answer, ...] = ("close",)


class PackCard(QFrame):
    """Shows a content, and asks what to do.

    Args:
        theme: The colours to begin with.
        parent: The owner.

    Signals:
        answered(str): One of the buttons, an ``Answer``, was pressed.
    """

    answered = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.content = Content(title="")
        self._icon = QLabel(self)
        self.title = self._label("heading")
        self.text = self._label("notice")
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(3)
        self.bar.setRange(0, _FINENESS)
        self.question = LanguageQuestion(self)
        self.buttons: Mapping[Answer, QPushButton] = {
            answer: self._button(answer)
            for answer in ("use", "replace", "import", "retry", "remove", "cancel", "close")
        }
        self._lines = QWidget(self)
        self._grid = QGridLayout(self._lines)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._build()
        self.retranslate()

    def show_content(self, content: Content) -> None:
        """Show another content; screen readers are told when its title is another one."""
        before, self.content = self.content, content
        focused = any(button.hasFocus() for button in self.buttons.values())
        self.title.setText(content.title)
        self.text.setText(content.text)
        self.text.setVisible(bool(content.text))
        self.bar.setVisible(content.share is not None)
        if content.share is not None:
            self.bar.setRange(0, 0 if content.share < 0 else _FINENESS)
            self.bar.setValue(round(_FINENESS * max(content.share, 0.0)))
        if content.languages != before.languages and content.languages is not None:
            self.question.guess(*content.languages)
        self.question.setVisible(content.languages is not None)
        if (content.lines, content.examples) != (before.lines, before.examples):
            self._show_lines()
        for answer, button in self.buttons.items():
            button.setVisible(answer in content.answers)
        if focused and not any(button.hasFocus() for button in self.buttons.values()):
            self._first_button().setFocus(Qt.FocusReason.OtherFocusReason)
        self._draw()
        if before.title != content.title:
            words = " ".join(part for part in (content.title, content.text) if part)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def apply_theme(self, theme: Theme) -> None:
        """Draw signs and dots in the colours of ``theme``."""
        self._theme = theme
        self._draw()
        self._show_lines()

    def retranslate(self) -> None:
        """Say everything in the language of the interface; the content is told again."""
        words: Mapping[Answer, str] = {
            "use": self.tr("Use now"),
            "replace": self.tr("Replace"),
            "import": self.tr("Import"),
            "retry": self.tr("Try again"),
            "remove": self.tr("Remove…"),
            "cancel": self.tr("Cancel"),
            "close": self.tr("Close"),
        }
        for answer, button in self.buttons.items():
            button.setText(words[answer])
            button.setAccessibleName(words[answer])
        self.bar.setAccessibleName(self.tr("Progress of the import"))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        return label

    def _button(self, answer: Answer) -> QPushButton:
        button = QPushButton(self)
        button.setAutoDefault(True)
        button.clicked.connect(lambda: self.answered.emit(answer))
        return button

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addStretch(1)
        grid = QGridLayout()
        grid.setContentsMargins(MARGIN, 12, MARGIN, 12)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self._icon, 0, 0, Qt.AlignmentFlag.AlignTop)
        for place, part in enumerate((self.title, self.text, self.bar, self.question, self._lines)):
            grid.addWidget(part, place, 1)
        grid.addLayout(row, 5, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(grid)
        column.addWidget(separator(self))

    def _first_button(self) -> QPushButton:
        shown = (self.buttons[each] for each in self.buttons if each in self.content.answers)
        return next(shown, self.buttons["close"])

    def _draw(self) -> None:
        tone = self.content.tone
        colour = verdict_colour(None if tone == "plain" else tone, self._theme)
        self._icon.setPixmap(
            pixmap(self.content.sign, colour or self._theme.muted, self.devicePixelRatioF())
        )

    def _show_lines(self) -> None:
        while item := self._grid.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        row = 0
        for verdict, words in self.content.lines:
            if verdict is not None:
                self._grid.addWidget(self._mark(verdict), row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(self._line(words), row, 0 if verdict is None else 1, 1, -1)
            row += 1
        for source, translation in self.content.examples:
            self._grid.addWidget(self._line(f"{source}\n{translation}", "example"), row, 1)
            row += 1
        self._lines.setVisible(row > 0)

    def _line(self, words: str, name: str = "line") -> QLabel:
        line = self._label(name)
        line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line.setText(words)
        return line

    def _mark(self, verdict: Verdict) -> QLabel:
        names = {"good": "use", "warnings": "warning", "broken": "stopped"}
        mark = QLabel(self._lines)
        colour = verdict_colour(verdict, self._theme)
        mark.setPixmap(
            pixmap(names[verdict], colour or self._theme.muted, self.devicePixelRatioF())
        )
        mark.setAccessibleName(verdict_mark(verdict))
        return mark


class CardStack(QScrollArea):
    """Cards one below the other: as high as they are, if there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QWidget(self)
        self._column.setObjectName("page")
        self._layout = QVBoxLayout(self._column)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.setWidget(self._column)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._column.installEventFilter(self)
        self.hide()

    @property
    def cards(self) -> tuple[PackCard, ...]:
        """The cards, from top to bottom."""
        items = (self._layout.itemAt(place) for place in range(self._layout.count()))
        widgets = (item.widget() for item in items if item is not None)
        return tuple(each for each in widgets if isinstance(each, PackCard))

    def add(self, card: PackCard) -> None:
        """Put a card below the others, and bring it into sight."""
        self._layout.addWidget(card)
        card.show()
        self.show()
        self.updateGeometry()

    def take(self, card: PackCard) -> None:
        """Take a card away, for good."""
        self._layout.removeWidget(card)
        card.hide()
        card.deleteLater()
        self.setVisible(bool(self.cards))
        self.updateGeometry()

    def bring_into_view(self, card: PackCard) -> None:
        """Scroll to a card."""
        self.ensureWidgetVisible(card, 0, 0)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room that all cards need."""
        return QSize(200, self._height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room that is enough to see one."""
        return QSize(100, min(self._height(), _LEAST))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Become as high as the cards when they change."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Become as high as the cards are in another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _height(self) -> int:
        return self._layout.totalHeightForWidth(max(self.viewport().width(), 200))
