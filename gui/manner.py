"""How one translates: with which pack, how thoroughly, and how Chinese is written."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import cast

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMenu, QToolButton, QWidget

from engine.types import Joining, Target, TranslationOptions
from gui.icons import icon
from gui.language_bar import LanguageBar
from gui.languages import pack_title
from gui.packs import InstalledPacks, PackEntry, PackLibrary, find_pair
from gui.quality import Quality, quality_explanation, quality_name
from gui.session import State
from gui.settings import Settings
from gui.text_page import TextPage
from gui.theme import Theme
from gui.widgets import menu_button
from gui.worker import PackInfo


class Manner(QWidget):
    """The buttons for the pack and for the quality, and what they and the languages lead to.

    Args:
        page: What is translated in the manner chosen.
        settings: Where the choice is kept.
        library: The packs to choose from; those on this machine by default.
        parent: The owner.

    Attributes:
        languages: The bar with the two languages, to be put where it belongs.
        library: The packs to choose from.

    Signals:
        models_requested(): One wants to see the page with the models.
    """

    models_requested = Signal()

    def __init__(
        self,
        page: TextPage,
        settings: Settings,
        library: PackLibrary | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._settings = settings
        self.library = page.notice.library = library or InstalledPacks()
        self._entries: Sequence[PackEntry] = ()
        self._pack: PackInfo | None = None
        self.languages = LanguageBar(page.page_actions.swap, settings.target, parent)
        self.pack_button = menu_button(self)
        self.quality_button = menu_button(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 8, 0)
        layout.setSpacing(0)
        layout.addWidget(self.pack_button)
        layout.addWidget(self.quality_button)
        self.pack_button.menu().setToolTipsVisible(True)
        self.quality_button.menu().setToolTipsVisible(True)
        # From the panes on down to the status line, then back up to the bar.
        stops = (
            self.pack_button,
            self.quality_button,
            self.languages.source_button,
            self.languages.swap_button,
            self.languages.target_button,
        )
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)
        session = page.session
        session.pack_loaded.connect(self._on_pack_loaded)
        session.failed.connect(self.refresh)
        session.released.connect(self._on_released)
        self.pack_button.menu().aboutToShow.connect(self.refresh)
        self.languages.pack_chosen.connect(self.use_pack)
        self.languages.target_chosen.connect(self._on_target_chosen)
        page.page_actions.swap.triggered.connect(self.swap)
        settings.changed.connect(self._on_setting)
        self.retranslate()
        self._apply()

    @property
    def options(self) -> TranslationOptions:
        """How texts are translated."""
        chinese = self._pack is None or self.languages.writes_chinese
        target = cast("Target", self._settings.target) if chinese else None
        beam_size = Quality(self._settings.quality).beam_size
        joining: Joining = "sure" if self._settings.join_lines else "never"
        return TranslationOptions(beam_size=beam_size, target=target, join_lines=joining)

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of ``theme``."""
        self.languages.apply_theme(theme)
        for button in (self.pack_button, self.quality_button):
            button.setIcon(icon("chevron", theme))

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self._page.page_actions.retranslate()
        self.languages.retranslate()
        quality = Quality(self._settings.quality)
        self._word(
            self.quality_button,
            quality_name(quality),
            self.tr("Quality"),
            quality_explanation(quality),
        )
        name = self._pack.name if self._pack is not None else ""
        self._word(
            self.pack_button,
            pack_title(name) or self.tr("Model"),
            self.tr("Translation model"),
            self.tr("Choose the model to translate with"),
        )
        self._fill_qualities(quality)
        self._fill_packs(name)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    @Slot(str)
    def use_pack(self, name: str) -> None:
        """Go over to another pack, without waiting for it, and remember it."""
        self._settings.pack = name
        self._page.session.switch(partial(self.library.load, name), name)

    @Slot()
    def swap(self) -> None:
        """Translate the other way round; the translation becomes the text."""
        name = self.languages.swapped_pack
        if not name:
            return
        translation = self._page.target.view.translation
        self.use_pack(name)
        if translation.strip():
            self._page.source.view.replace_text(translation)
        self._page.source.view.setFocus()

    def leave(self, name: str) -> None:
        """Go over to any other pack, one for the same languages first; if there is none, to none.

        Args:
            name: The pack to leave.
        """
        others = [each for each in self.library.entries() if each.sound and each.name != name]
        here = next((each for each in self.library.entries() if each.name == name), None)
        other = others[0] if others else None
        if here is not None and here.sound:
            other = find_pair(others, here.source_language, here.target_language) or other
        if other is not None:
            self.use_pack(other.name)
            return
        self._settings.pack = ""
        self._page.session.release()

    @staticmethod
    def _word(button: QToolButton, text: str, name: str, tip: str) -> None:
        button.setText(text)
        button.setToolTip(f"{name}: {text}\n{tip}")
        button.setAccessibleName(name)
        button.setAccessibleDescription(f"{text}. {tip}")

    def _fill_qualities(self, current: Quality) -> None:
        menu = self.quality_button.menu()
        _empty(menu)
        menu.setAccessibleName(self.tr("Quality"))
        group = QActionGroup(menu)
        for quality in Quality:
            self._offer(
                menu,
                group,
                quality_name(quality),
                quality_explanation(quality),
                partial(self._choose_quality, quality),
                checked=quality is current,
            )

    def _fill_packs(self, current: str) -> None:
        menu = self.pack_button.menu()
        _empty(menu)
        menu.setAccessibleName(self.tr("Translation model"))
        group = QActionGroup(menu)
        for entry in self._entries:
            tip = "" if entry.sound else self.tr("This model is damaged. Install it again.")
            self._offer(
                menu,
                group,
                pack_title(entry.name),
                tip,
                partial(self._choose_pack, entry.name),
                checked=entry.name == current,
                enabled=entry.sound,
            )
        if not self._entries:
            nothing = menu.addAction(self.tr("No model is installed"))
            nothing.setEnabled(False)
        menu.addSeparator()
        elsewhere = menu.addAction(self.tr("Choose a folder…"))
        elsewhere.setToolTip(self.tr("Use a model that is somewhere else on this computer"))
        elsewhere.triggered.connect(self._choose_folder)
        manage = menu.addAction(self.tr("Manage models…"))
        manage.setToolTip(self.tr("Import, check, export and remove models"))
        manage.triggered.connect(self.models_requested)

    @staticmethod
    def _offer(
        menu: QMenu,
        group: QActionGroup,
        text: str,
        tip: str,
        then: Callable[[], None],
        *,
        checked: bool = False,
        enabled: bool = True,
    ) -> None:
        action = group.addAction(text)
        action.setCheckable(enabled)
        action.setChecked(checked)
        action.setEnabled(enabled)
        action.setToolTip(tip or text)
        action.triggered.connect(lambda _checked: then())
        menu.addAction(action)

    def _choose_quality(self, quality: Quality) -> None:
        self._settings.quality = quality.value

    def _choose_pack(self, name: str) -> None:
        # After another pack failed, the one in use can be gone back to.
        failed = self._page.session.state in (State.ERROR, State.SWITCHING)
        if self._pack is None or name != self._pack.name or failed:
            self.use_pack(name)

    @Slot()
    def _choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Choose the folder of a model"))
        if folder:
            self.use_pack(folder)

    @Slot(str)
    def _on_target_chosen(self, target: str) -> None:
        self._settings.target = target

    @Slot(str)
    def _on_setting(self, name: str) -> None:
        if name in {"quality", "target", "join_lines"}:
            self._apply()
            self.languages.set_target(self._settings.target)
            self.retranslate()

    @Slot(object)
    def _on_pack_loaded(self, pack: PackInfo) -> None:
        self._pack = pack
        self._page.source.view.set_language(pack.source_language)
        self.languages.set_pack(pack.name, pack.source_language, pack.target_language)
        self._apply()
        self.refresh()

    @Slot()
    def _on_released(self) -> None:
        self._pack = None
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Offer the packs and the languages that there are now."""
        self._entries = self.library.entries()
        self.languages.set_entries(self._entries)
        self.retranslate()

    def _apply(self) -> None:
        self._page.session.set_options(self.options)


def _empty(menu: QMenu) -> None:
    menu.clear()
    # The actions belong to their group, so clearing the menu would keep them all.
    for group in menu.findChildren(QActionGroup):
        group.setParent(None)
        group.deleteLater()
