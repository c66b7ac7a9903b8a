"""Everything that can be done by key, button or menu, defined once."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from engine.records import record
from gui.icons import icon
from gui.theme import Theme


@record
class Section:
    """Actions that belong together, under a heading."""

    title: str
    actions: tuple[QAction, ...]


class Actions(QObject):
    """The window's actions; the window connects them and decides when they can act.

    Args:
        window: The window that listens for the shortcuts.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._icons: dict[QAction, str] = {}
        standard = QKeySequence.StandardKey
        self.clear = self._add("Ctrl+Shift+Backspace", icon_name="clear")
        self.paste = self._add(icon_name="paste")
        self.copy = self._add("Ctrl+Shift+C", icon_name="copy")
        self.translate = self._add("Ctrl+Return")
        self.stop = self._add("Esc", icon_name="stop")
        self.focus_source = self._add("Ctrl+L")
        self.larger = self._add(standard.ZoomIn, "Ctrl+=")
        self.smaller = self._add(standard.ZoomOut)
        self.normal_size = self._add("Ctrl+0")
        self.translate_clipboard = self._add("Ctrl+Shift+V")
        self.watch_clipboard = self._add("Ctrl+Shift+W", checkable=True)
        self.show_text = self._add("Ctrl+1", icon_name="text", checkable=True)
        self.show_documents = self._add("Ctrl+D", icon_name="documents", checkable=True)
        self.show_packs = self._add("Ctrl+M", icon_name="model", checkable=True)
        self.show_history = self._add("Ctrl+H", icon_name="history", checkable=True)
        self.show_settings = self._add("Ctrl+,", checkable=True)
        self.show_settings.setMenuRole(QAction.MenuRole.PreferencesRole)
        self.shortcuts = self._add("F1")
        self.about = self._add()
        self.about.setMenuRole(QAction.MenuRole.AboutRole)
        self.quit = self._add("Ctrl+Q")
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        self.pages = QActionGroup(self)
        for page in self._pages:
            self.pages.addAction(page)
        self.show_text.setChecked(True)
        self._more: list[Callable[[], Section]] = []
        self._menu: QMenu | None = None
        self._submenus: tuple[QMenu, ...] = ()
        window.addActions(self.findChildren(QAction))
        self.retranslate()

    @property
    def _pages(self) -> tuple[QAction, ...]:
        return (
            self.show_text,
            self.show_documents,
            self.show_packs,
            self.show_history,
            self.show_settings,
        )

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        word = self._word
        # Under the pane that it acts on, a button needs fewer words than the menu does.
        word(self.clear, self.tr("C&lear the text"), self.tr("Clear the text"), self.tr("Clear"))
        word(self.paste, self.tr("&Paste"))
        # Shown only: the editor has the key already, and knows where the caret is.
        paste_key = QKeySequence(QKeySequence.StandardKey.Paste)
        self.paste.setToolTip(_with_key(self.tr("Paste at the caret"), paste_key))
        word(
            self.copy,
            self.tr("&Copy the translation"),
            self.tr("Copy the translation"),
            self.tr("Copy"),
        )
        # lupdate takes a "translate" with a bracket before it for a call.
        now = self.translate
        word(now, self.tr("&Translate now"), self.tr("Translate now"), self.tr("Translate"))
        word(self.stop, self.tr("&Stop translating"), button=self.tr("Stop"))
        word(self.focus_source, self.tr("&Go to the text"))
        word(self.larger, self.tr("&Larger"))
        word(self.smaller, self.tr("&Smaller"))
        word(self.normal_size, self.tr("&Normal"))
        word(self.translate_clipboard, self.tr("Translate the clip&board"))
        word(
            self.watch_clipboard,
            self.tr("&Watch the clipboard"),
            self.tr("Translate whatever is copied elsewhere"),
        )
        word(self.show_text, self.tr("Te&xt"), self.tr("The text and its translation"))
        word(self.show_documents, self.tr("Doc&uments"), self.tr("Translate documents"))
        word(self.show_packs, self.tr("Mo&dels"), self.tr("Translation models"))
        word(self.show_history, self.tr("&History"), self.tr("Earlier translations"))
        word(self.show_settings, self.tr("S&ettings"), self.tr("Settings"))
        word(self.shortcuts, self.tr("&Keyboard shortcuts"))
        word(self.about, self.tr("&About Yiwen"))
        word(self.quit, self.tr("&Quit"))
        if self._menu is not None:
            size, helping = self._submenus
            self._menu.setAccessibleName(self.tr("Menu"))
            size.setTitle(self.tr("Text si&ze"))
            helping.setTitle(self.tr("Hel&p"))

    def extend(self, section: Callable[[], Section]) -> None:
        """Take up actions that somebody else defines; call it before ``menu``.

        Args:
            section: Returns them, in the language of the interface.
        """
        self._more.append(section)

    def menu(self, parent: QWidget) -> QMenu:
        """Return the window's menu."""
        menu = self._menu = QMenu(parent)
        size, helping = self._submenus = (QMenu(menu), QMenu(menu))
        size.addActions((self.larger, self.smaller, self.normal_size))
        helping.addActions((self.shortcuts, self.about))
        groups = (
            (self.translate, self.stop),
            (self.copy, self.clear, self.focus_source),
            *(section().actions for section in self._more),
            (self.translate_clipboard, self.watch_clipboard),
            (size.menuAction(), *self._pages),
            (helping.menuAction(), self.quit),
        )
        for index, group in enumerate(groups):
            if index:
                menu.addSeparator()
            menu.addActions(group)
        self.retranslate()
        return menu

    def sections(self) -> tuple[Section, ...]:
        """Return the actions that have a key, under headings."""
        return (
            Section(
                self.tr("Translating"),
                (
                    self.translate, self.stop, self.copy, self.clear, self.focus_source,
                    self.translate_clipboard, self.watch_clipboard,
                ),
            ),
            *(section() for section in self._more),
            Section(self.tr("Text size"), (self.larger, self.smaller, self.normal_size)),
            Section(
                self.tr("Window"),
                (*self._pages, self.shortcuts, self.quit),
            ),
        )  # fmt: skip

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of ``theme``."""
        for action, name in self._icons.items():
            action.setIcon(icon(name, theme))

    def _add(
        self, *keys: str | QKeySequence.StandardKey, icon_name: str = "", checkable: bool = False
    ) -> QAction:
        action = QAction(self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setIconVisibleInMenu(False)
        action.setCheckable(checkable)
        if icon_name:
            self._icons[action] = icon_name
        return action

    @staticmethod
    def _word(action: QAction, text: str, tip: str = "", button: str = "") -> None:
        action.setText(text)
        action.setIconText(button or plain(text))
        action.setToolTip(_with_key(tip or plain(text), action.shortcut()))


def plain(text: str) -> str:
    """Return the text of an action without the mark of its mnemonic.

    In Chinese the letter stands in brackets behind the word, and goes with them.
    """
    start = text.find("(&")
    if start >= 0 and text[start + 3 : start + 4] == ")":
        return text[:start] + text[start + 4 :]
    return text.replace("&", "")


def _with_key(text: str, key: QKeySequence) -> str:
    shown = key.toString(QKeySequence.SequenceFormat.NativeText)
    return f"{text} ({shown})" if shown else text
