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
        self.other_pane = self._add("F6")
        # The lists of the languages, of the models and of the qualities, each at its button.
        self.source_language = self._add(QKeySequence.mnemonic("&F"))
        self.target_language = self._add(QKeySequence.mnemonic("&I"))
        self.model = self._add(QKeySequence.mnemonic("&M"))
        self.quality = self._add(QKeySequence.mnemonic("&Q"))
        for action in (self.alternatives, self.undo_choice, self.next_doubt, self.previous_doubt):
            action.setEnabled(False)
        page.addActions([*self.all, *self.places])
        self.retranslate()

    @property
    def all(self) -> tuple[QAction, ...]:
        """Every action of the menu, in its order."""
        return (
            self.alternatives,
            self.undo_choice,
            self.next_doubt,
            self.previous_doubt,
            self.swap,
        )

    @property
    def places(self) -> tuple[QAction, ...]:
        """The actions that lead to a place in the window; no menu needs what is in sight."""
        return (
            self.other_pane,
            self.source_language,
            self.target_language,
            self.model,
            self.quality,
        )

    def section(self) -> Section:
        """Return the actions of the menu under a heading, for the list of shortcuts."""
        return Section(self.tr("Sentences"), self.all)

    def places_section(self) -> Section:
        """Return the other actions under a heading, for the list of shortcuts."""
        return Section(self.tr("Going to"), self.places)

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self._word(self.alternatives, self.tr("&Other translations of the sentence…"))
        self._word(self.undo_choice, self.tr("Take the &replacement back"))
        self._word(self.next_doubt, self.tr("&Next sentence to check"))
        self._word(self.previous_doubt, self.tr("Pre&vious sentence to check"))
        self._word(self.swap, self.tr("Sw&ap the languages"))
        self._word(self.other_pane, self.tr("The other pane"))
        self._word(self.source_language, self.tr("Translate from"))
        self._word(self.target_language, self.tr("Translate into"))
        self._word(self.model, self.tr("Translation model"))
        self._word(self.quality, self.tr("Quality"))

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of ``theme``."""
        for action, name in self._icons.items():
            action.setIcon(icon(name, theme))

    def _add(self, key: str | QKeySequence, icon_name: str = "") -> QAction:
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
