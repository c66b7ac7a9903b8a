"""The two halves of the window: text above, a footer with what can be done with it below."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QGuiApplication,
    QKeySequence,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from gui.actions import plain
from gui.icons import pixmap
from gui.source_view import SourceView
from gui.target_view import TargetView
from gui.text_view import MARGIN
from gui.theme import Theme
from gui.widgets import ElidedLabel, action_button, icon_button, text_inset
from gui.words import count_words

_FOOTER_HEIGHT = 44
_COUNT_AFTER_MS = 200


def _footer(label: QWidget, *buttons: QToolButton) -> QHBoxLayout:
    layout = QHBoxLayout()
    # The text of the last button, not its edge, ends where the text above ends.
    layout.setContentsMargins(MARGIN, 0, MARGIN - text_inset(buttons[-1]), 0)
    layout.setSpacing(0)
    layout.addWidget(label, 1)
    for button in buttons:
        layout.addWidget(button)
    return layout


def _fill(pane: QWidget, view: QWidget, *below: QWidget, footer: QHBoxLayout) -> None:
    bottom = QWidget(pane)
    bottom.setFixedHeight(_FOOTER_HEIGHT)
    bottom.setLayout(footer)
    layout = QVBoxLayout(pane)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addWidget(view, 1)
    for widget in below:
        layout.addWidget(widget)
    layout.addWidget(bottom)


class SourcePane(QWidget):
    """The text to translate.

    Args:
        font_size: Size of the text in pixels.
        clear: Action that removes the text.
        paste: Action that inserts the clipboard.
        parent: The owner.
    """

    def __init__(
        self, font_size: int, clear: QAction, paste: QAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.view = SourceView(font_size, self)
        self.words = ElidedLabel(self)
        # Counting a long text at every letter would be felt.
        self._count = QTimer(self)
        self._count.setSingleShot(True)
        self._count.setInterval(_COUNT_AFTER_MS)
        self._count.timeout.connect(self._show_counts)
        self._sentences = 0
        self._cleared = False
        self.view.textChanged.connect(self._on_text_changed)
        buttons = action_button(clear, self), action_button(paste, self)
        self._buttons = buttons
        self.footer = _footer(self.words, *buttons)
        _fill(self, self.view, footer=self.footer)
        self.retranslate()

    def stops(self, *first: QWidget) -> tuple[QWidget, ...]:
        """Return where Tab stops, in order, with ``first`` as the first buttons of the footer."""
        return self.view, *first, *self._buttons

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        # A name would hide from a screen reader what the label says.
        self.words.setAccessibleDescription(self.tr("Length of the text"))
        self._show_counts()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def set_sentences(self, count: int) -> None:
        """Show how many sentences the engine found in the text as it stands."""
        self._sentences = count
        self._count.stop()
        self._show_counts()

    def tell_cleared(self) -> None:
        """Say that clearing can be undone, until there is text again."""
        self._cleared = True
        self._show_counts()

    @Slot()
    def _on_text_changed(self) -> None:
        self._sentences = 0
        self._cleared = False
        self._count.start()

    @Slot()
    def _show_counts(self) -> None:
        text = self.view.source_text()
        words, characters = count_words(text), len(text) - text.count("\n")
        if self._cleared:
            key = QKeySequence(QKeySequence.StandardKey.Undo)
            self.words.setText(
                self.tr("Cleared. {key} brings it back.").format(
                    key=key.toString(QKeySequence.SequenceFormat.NativeText)
                )
            )
        elif not text.strip():
            self.words.setText("")
        else:
            parts = [self._words(words), self._characters(characters)]
            if self._sentences:
                parts.append(self._number_of_sentences(self._sentences))
            self.words.setText(" · ".join(parts))

    def _words(self, count: int) -> str:
        if count == 1:
            return self.tr("1 word")
        return self.tr("{count} words").format(count=self.locale().toString(count))

    def _characters(self, count: int) -> str:
        if count == 1:
            return self.tr("1 character")
        return self.tr("{count} characters").format(count=self.locale().toString(count))

    def _number_of_sentences(self, count: int) -> str:
        if count == 1:
            return self.tr("1 sentence")
        return self.tr("{count} sentences").format(count=self.locale().toString(count))


class Notice(QWidget):
    """One sentence about what stopped, and what to do about it.

    Args:
        parent: The owner.

    Signals:
        clicked(): The button that goes on was pressed.
    """

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = QLabel(self)
        self.label = QLabel(self)
        self.label.setObjectName("notice")
        self.label.setWordWrap(True)
        self.button = QToolButton(self)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self.clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(MARGIN, 8, MARGIN - text_inset(self.button), 8)
        layout.setSpacing(8)
        layout.addWidget(self._icon)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.button)
        self._sign = "stopped"
        self._theme = Theme.from_palette(QGuiApplication.palette())
        self.hide()
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the interface; who told something tells it again."""
        if self.isHidden():
            self.button.setToolTip(self.tr("Go on where it stopped"))
            self.button.setAccessibleName(self.tr("Go on"))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def tell(self, text: str, *, button: str = "", tip: str = "", sign: str = "stopped") -> None:
        """Show ``text``, with a button when one is named, and let screen readers read it out.

        Args:
            text: The sentence.
            button: What the button says, with its mnemonic.
            tip: What the button does.
            sign: Name of the icon; that of a warning has a colour of its own.
        """
        self._sign = sign
        self.label.setText(text)
        self.button.setText(plain(button))
        self.button.setShortcut(QKeySequence.mnemonic(button))
        self.button.setToolTip(tip)
        self.button.setAccessibleName(plain(button))
        self.button.setAccessibleDescription(text)
        self.button.setVisible(bool(button))
        self.apply_theme(self._theme)
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icon in the colours of ``theme``."""
        self._theme = theme
        colour = theme.danger if self._sign == "warning" else theme.muted
        self._icon.setPixmap(pixmap(self._sign, colour, self.devicePixelRatioF()))


class TargetPane(QWidget):
    """The translation.

    Args:
        font_size: Size of the text in pixels.
        copy: Action that copies the translation.
        alternatives: Action that asks for other translations of a sentence.
        parent: The owner.
    """

    def __init__(
        self,
        font_size: int,
        copy: QAction,
        alternatives: QAction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.view = TargetView(font_size, self)
        self.notice = Notice(self)
        self.remark = ElidedLabel(self)
        buttons = self._buttons = icon_button(alternatives, self), action_button(copy, self)
        self.footer = _footer(self.remark, *buttons)
        _fill(self, self.view, self.notice, footer=self.footer)

    def stops(self, *first: QWidget) -> tuple[QWidget, ...]:
        """Return where Tab stops, in order, with ``first`` as the first buttons of the footer."""
        return self.view, self.notice.button, *first, *self._buttons
