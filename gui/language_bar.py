"""From which language into which: the left end of the bar."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from gui.icons import icon
from gui.languages import language_mark, language_name
from gui.packs import PackEntry, find_pair, primary, same_language
from gui.settings import CHINESE_TARGETS
from gui.theme import Theme
from gui.widgets import menu_button


class LanguageBar(QWidget):
    """Two languages, each with a menu, and the arrow that swaps them.

    Args:
        swap: Action that swaps the languages; the bar says whether it can.
        target: How Chinese is written at first, one of ``CHINESE_TARGETS``.
        parent: The owner.

    Signals:
        pack_chosen(str): The pack of this name translates between the languages one wants.
        target_chosen(str): Chinese should be written in this way.
        renamed(): Other names stand on the buttons, which may take more room.
    """

    pack_chosen = Signal(str)
    target_chosen = Signal(str)
    renamed = Signal()

    def __init__(self, swap: QAction, target: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: Sequence[PackEntry] = ()
        self._pack, self._pair = "", ("en", "zh-Hans")
        self._target = target
        self._cramped = False
        self._swap = swap
        self.source_button = menu_button(self)
        self.target_button = menu_button(self)
        for button in (self.source_button, self.target_button):
            button.setObjectName("language")
        self.swap_button = QToolButton(self)
        self.swap_button.setDefaultAction(swap)
        self.swap_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.swap_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        layout = self._row = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for each in (self.source_button, self.swap_button, self.target_button):
            layout.addWidget(each)
        self.retranslate()

    @property
    def swapped_pack(self) -> str:
        """Name of the pack that translates the other way round, or nothing."""
        source, target = self._pair
        entry = find_pair(self._entries, target, source)
        return entry.name if entry else ""

    @property
    def writes_chinese(self) -> bool:
        """Whether the pack in use translates into Chinese, in whichever way it is written."""
        return same_language(self._pair[1], "zh")

    @property
    def target(self) -> str:
        """The tag of the language that one translates into, and of the way it is written."""
        return self._target if self.writes_chinese else self._pair[1]

    def set_pack(self, name: str, source: str, target: str) -> None:
        """Show the languages of the pack in use."""
        self._pack, self._pair = name, (source, target)
        self.retranslate()

    def set_entries(self, entries: Sequence[PackEntry]) -> None:
        """Offer the languages of these packs."""
        self._entries = entries
        self.retranslate()

    def set_target(self, target: str) -> None:
        """Show how Chinese is written."""
        self._target = target
        self.retranslate()

    def set_cramped(self, *, cramped: bool) -> None:
        """Shorten the names of the languages, or write them out."""
        if cramped != self._cramped:
            self._cramped = cramped
            self._write_names()

    def _shown(self) -> tuple[tuple[QToolButton, str], tuple[QToolButton, str]]:
        source, target = self._pair
        written = self._target if self.writes_chinese else target
        return (self.source_button, source), (self.target_button, written)

    def _write_names(self) -> None:
        for button, tag in self._shown():
            button.setText(language_mark(tag) if self._cramped else language_name(tag))
        # Whoever asks next how much room they take should be told of these.
        self._row.activate()

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of ``theme``."""
        self._swap.setIcon(icon("swap", theme))
        for button in (self.source_button, self.target_button):
            button.setIcon(icon("chevron", theme))

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self._write_names()
        names = self.tr("Translate from"), self.tr("Translate into")
        for (button, tag), name in zip(self._shown(), names, strict=True):
            button.setToolTip(f"{name}: {language_name(tag)}")
            button.setAccessibleName(name)
            button.setAccessibleDescription(language_name(tag))
        self._fill(self.source_button.menu(), self._sources())
        self._fill(self.target_button.menu(), self._targets())
        self._retranslate_swap()
        self.renamed.emit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _retranslate_swap(self) -> None:
        source, target = self._pair
        possible = bool(self.swapped_pack)
        self._swap.setEnabled(possible)
        if possible:
            tip = self.tr("Swap the languages")
        else:
            tip = self.tr("No installed model translates from {target} into {source}").format(
                target=language_name(primary(target)), source=language_name(source)
            )
        key = self._swap.shortcut().toString()
        self._swap.setToolTip(f"{tip} ({key})" if possible else tip)
        self.swap_button.setAccessibleName(self.tr("Swap the languages"))
        self.swap_button.setAccessibleDescription(tip)

    def _sources(self) -> list[tuple[str, str, str, bool]]:
        """Return label, way of writing, pack and mark for each language to translate from."""
        here, target = self._pair
        offers: dict[str, tuple[str, str, str, bool]] = {
            primary(here): (language_name(here), "", self._pack, True)
        }
        for entry in self._entries:
            if entry.sound and primary(entry.source_language) not in offers:
                best = find_pair(self._entries, entry.source_language, target) or entry
                label = language_name(entry.source_language)
                offers[primary(entry.source_language)] = (label, "", best.name, False)
        return list(offers.values())

    def _targets(self) -> list[tuple[str, str, str, bool]]:
        source, here = self._pair
        offers: dict[str, tuple[str, bool]] = {here: (self._pack, True)}
        for entry in self._entries:
            known = any(same_language(entry.target_language, tag) for tag in offers)
            if entry.sound and same_language(entry.source_language, source) and not known:
                offers[entry.target_language] = (entry.name, False)
        found: list[tuple[str, str, str, bool]] = []
        for tag, (pack, current) in offers.items():
            if not same_language(tag, "zh"):
                found.append((language_name(tag), "", pack, current))
                continue
            for way in CHINESE_TARGETS:
                mark = current and way == self._target
                found.append((language_name(way), way, pack, mark))
        return found

    def _fill(self, menu: QMenu, offers: Sequence[tuple[str, str, str, bool]]) -> None:
        menu.clear()
        group = QActionGroup(menu)
        for label, way, pack, current in offers:
            action = menu.addAction(label)
            action.setCheckable(True)
            action.setChecked(current)
            action.setData((way, pack))
            action.triggered.connect(self._choose)
            group.addAction(action)

    @Slot()
    def _choose(self) -> None:
        action = self.sender()
        if not isinstance(action, QAction):
            return
        way, pack = action.data()
        if way and way != self._target:
            self.target_chosen.emit(way)
        if pack != self._pack:
            self.pack_chosen.emit(pack)
