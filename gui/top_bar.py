"""The slim bar at the top: languages, pages, menu."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from gui.icons import icon
from gui.language_bar import LanguageBar
from gui.text_view import MARGIN
from gui.theme import Theme
from gui.widgets import MenuButton, action_button, text_inset

_HEIGHT = 48
_GAP = 4


class TopBar(QWidget):
    """One row of buttons, in which the pages are named as long as there is room for words.

    Args:
        languages: The bar with the two languages; taken over.
        pages: An action for each page that has a button.
        menu: What the last button opens.
        parent: The owner.
    """

    def __init__(
        self,
        languages: LanguageBar,
        pages: Iterable[QAction],
        menu: QMenu,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._languages = languages
        self.tabs = [action_button(action, self) for action in pages]
        for tab in self.tabs:
            tab.setObjectName("tab")
        self.menu_button = MenuButton(menu, self)
        self.menu_button.setShortcut("F10")
        self.setFixedHeight(_HEIGHT)
        row = self._row = QHBoxLayout(self)
        # The text of the first button, not its edge, begins where the text below begins.
        row.setContentsMargins(MARGIN - text_inset(languages.source_button), 0, 12, 0)
        row.setSpacing(_GAP)
        row.addWidget(languages)
        row.addStretch(1)
        for tab in self.tabs:
            row.addWidget(tab)
        row.addSpacing(_GAP)
        row.addWidget(self.menu_button)
        self.retranslate()
        languages.renamed.connect(self._fit)

    def yield_letters(self) -> None:
        """Let the controls of a page that was just made come before the buttons with their letters.

        Of several with one letter, Qt asks the one first that had it first.
        """
        for tab in self.tabs:
            tab.take_words_over()

    def set_narrow(self, *, narrow: bool) -> None:
        """Leave the words out where there is no room for them."""
        self._row.setSpacing(0 if narrow else _GAP)
        style = Qt.ToolButtonStyle
        for tab in self.tabs:
            tab.setToolButtonStyle(style.ToolButtonIconOnly if narrow else style.ToolButtonTextOnly)
            if narrow != bool(tab.property("narrow")):
                tab.setProperty("narrow", narrow)
                # A style sheet looks at properties only when it is put on.
                tab.style().unpolish(tab)
                tab.style().polish(tab)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Shorten the names of the languages where there is no room for them."""
        super().resizeEvent(event)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        # Whatever it takes is known only while they are written out.
        self._languages.set_cramped(cramped=False)
        needed = self._row.sizeHint().width()
        self._languages.set_cramped(cramped=needed > self.width())

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icon of the menu in the colours of ``theme``."""
        self.menu_button.setIcon(icon("more", theme))

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.menu_button.setToolTip(self.tr("Menu") + " (F10)")
        self.menu_button.setAccessibleName(self.tr("Menu"))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
