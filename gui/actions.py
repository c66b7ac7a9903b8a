"""Everything that can be done by key, button or menu, defined once."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from gui.icons import icon
from gui.theme import Theme


class Actions(QObject):
    """The window's actions; the window connects them and decides when they can act.

    Args:
        window: The window that listens for the shortcuts.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._icons: dict[QAction, str] = {}
        standard = QKeySequence.StandardKey
        self.clear = self._add(
            self.tr("C&lear the text"), "Ctrl+Shift+Backspace", icon_name="clear"
        )
        # Under the pane that it acts on, a button needs fewer words than the menu does.
        self.clear.setIconText(self.tr("Clear"))
        self.clear.setToolTip(self._tip(self.tr("Clear the text"), self.clear))
        self.paste = self._add(self.tr("&Paste"), icon_name="paste")
        # Shown only: the editor has the key already, and knows where the caret is.
        paste_key = QKeySequence(standard.Paste).toString(QKeySequence.SequenceFormat.NativeText)
        self.paste.setToolTip(self.tr("Paste at the caret") + f" ({paste_key})")
        self.copy = self._add(self.tr("&Copy the translation"), "Ctrl+Shift+C", icon_name="copy")
        self.copy.setIconText(self.tr("Copy"))
        self.copy.setToolTip(self._tip(self.tr("Copy the translation"), self.copy))
        self.translate = self._add(self.tr("&Translate now"), "Ctrl+Return")
        self.stop = self._add(self.tr("&Stop translating"), "Esc")
        self.focus_source = self._add(self.tr("&Go to the text"), "Ctrl+L")
        self.larger = self._add(self.tr("&Larger text"), standard.ZoomIn, "Ctrl+=")
        self.smaller = self._add(self.tr("S&maller text"), standard.ZoomOut)
        self.normal_size = self._add(self.tr("&Normal text size"), "Ctrl+0")
        self.about = self._add(self.tr("&About Yiwen"))
        self.quit = self._add(self.tr("&Quit"), "Ctrl+Q")
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        window.addActions(self.findChildren(QAction))

    def menu(self, parent: QWidget) -> QMenu:
        """Return the window's menu."""
        menu = QMenu(parent)
        menu.setAccessibleName(self.tr("Menu"))
        groups = (
            (self.translate, self.stop),
            (self.copy, self.clear, self.focus_source),
            (self.larger, self.smaller, self.normal_size),
            (self.about, self.quit),
        )
        for index, group in enumerate(groups):
            if index:
                menu.addSeparator()
            menu.addActions(group)
        return menu

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of ``theme``."""
        for action, name in self._icons.items():
            action.setIcon(icon(name, theme))

    def _add(
        self, text: str, *keys: str | QKeySequence.StandardKey, icon_name: str = ""
    ) -> QAction:
        action = QAction(text, self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setIconVisibleInMenu(False)
        if icon_name:
            self._icons[action] = icon_name
        return action

    @staticmethod
    def _tip(text: str, action: QAction) -> str:
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        return f"{text} ({key})"
