"""What can be done with the sentences of a translation, by key, button or menu."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from gui.actions import Section, plain
from gui.icons import icon
from gui.theme import Theme


class PageActions(QObject):
    """The actions of the page for text; the page connects them and decides when they can act.

    Args:
        page: The page, in whose window the shortcuts work.
    """

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._icons: dict[QAction, str] = {}
        self.alternatives = self._add("Ctrl+Shift+A", "alternatives")
        self.undo_choice = self._add("Ctrl+Shift+R")
        self.next_doubt = self._add("F8", "next")
        self.previous_doubt = self._add("Shift+F8", "previous")
        self.swap = self._add("Ctrl+Shift+S", "swap")
        for action in (self.alternatives, self.undo_choice, self.next_doubt, self.previous_doubt):
            action.setEnabled(False)
        page.addActions(list(self.all))
        self.retranslate()

    @property
    def all(self) -> tuple[QAction, ...]:
        """Every action, in the order of a menu."""
        return (
            self.alternatives,
            self.undo_choice,
            self.next_doubt,
            self.previous_doubt,
            self.swap,
        )

    def section(self) -> Section:
        """Return the actions under a heading, for the list of shortcuts."""
        return Section(self.tr("Sentences"), self.all)

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self._word(self.alternatives, self.tr("&Other translations of the sentence…"))
        self._word(self.undo_choice, self.tr("Take the &replacement back"))
        self._word(self.next_doubt, self.tr("&Next sentence to check"))
        self._word(self.previous_doubt, self.tr("Pre&vious sentence to check"))
        self._word(self.swap, self.tr("Sw&ap the languages"))

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of ``theme``."""
        for action, name in self._icons.items():
            action.setIcon(icon(name, theme))

    def _add(self, key: str, icon_name: str = "") -> QAction:
        action = QAction(self)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setIconVisibleInMenu(False)
        if icon_name:
            self._icons[action] = icon_name
        return action

    @staticmethod
    def _word(action: QAction, text: str) -> None:
        words = plain(text)
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setText(text)
        action.setIconText(words)
        action.setToolTip(f"{words.rstrip('…')} ({key})")
