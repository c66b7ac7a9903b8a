"""The list of installed packs as one works with it: keys, a menu, what can be done."""

from collections.abc import Iterable

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QFocusEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from gui.actions import plain
from gui.icons import icon
from gui.pack_details import PackDetails
from gui.pack_list import PackDelegate, PacksModel
from gui.row_view import RowView
from gui.theme import Theme


class PackView(RowView):
    """A list of packs, with the actions on the one that is chosen.

    Args:
        theme: The colours to begin with.
        parent: The owner.

    Attributes:
        packs: What is listed.
        use: Translates with the chosen pack.
        details: Shows all that is known of it.
        set_default: Makes it the default for its direction.
        examine: Examines it again.
        export: Writes it into a file for another machine.
        show_folder: Shows its folder in the file manager.
        remove: Deletes it.

    Signals:
        chosen_changed(): Another one is chosen, or it is not what it was.
    """

    chosen_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.packs = PacksModel(self)
        self._delegate = PackDelegate(theme, self)
        self._icons: dict[QAction, str] = {}
        self.use = self._with_icon("use", "Return", "Enter")
        self.details = self._with_icon("details", "Space")
        self.set_default = self._with_icon("default", "D")
        self.examine = self._with_icon("examine", QKeySequence.StandardKey.Refresh)
        self.export = self._with_icon("export", QKeySequence.StandardKey.Save)
        self.show_folder = self._with_icon("folder")
        self.remove = self._with_icon("delete", QKeySequence.StandardKey.Delete)
        for group in (
            (self.use, self.set_default),
            (self.details, self.examine),
            (self.export, self.show_folder),
            (self.remove,),
        ):
            if self._menu.actions():
                self._menu.addSeparator()
            self._menu.addActions(group)
        self.list_rows(self.packs, self._delegate)
        self.doubleClicked.connect(self.use.trigger)
        self.selectionModel().selectionChanged.connect(self.update_actions)
        self.packs.dataChanged.connect(self.update_actions)
        self.apply_theme(theme)
        self.retranslate()
        self.update_actions()

    @property
    def actions_on_pack(self) -> tuple[QAction, ...]:
        """Every action on the chosen pack, in the order of the buttons."""
        return (
            self.use,
            self.set_default,
            self.details,
            self.examine,
            self.export,
            self.show_folder,
            self.remove,
        )

    @property
    def chosen(self) -> PackDetails | None:
        """The chosen pack."""
        rows = self.selectionModel().selectedIndexes()
        return self.packs.pack(rows[0]) if rows else None

    @property
    def usable(self) -> bool:
        """Whether one can translate with the chosen pack."""
        pack = self.chosen
        return pack is not None and pack.sound and self.packs.verdict(pack) != "broken"

    def show_packs(self, packs: Iterable[PackDetails]) -> None:
        """List other packs; the one chosen before stays so, or else what stands there now."""
        before = self.chosen
        row = self.packs.row_of(before.name) if before else -1
        self.packs.show(packs)
        if before is not None:
            found = self.packs.row_of(before.name)
            row = found if found >= 0 else min(max(row, 0), self.packs.rowCount() - 1)
        if self.packs.rowCount():
            self._choose(max(row, 0))
        self.update_actions()

    def choose(self, name: str) -> None:
        """Choose the pack of that name, if it is listed."""
        row = self.packs.row_of(name)
        if row >= 0:
            self._choose(row)

    def apply_theme(self, theme: Theme) -> None:
        """Draw icons and packs in the colours of ``theme``."""
        self._delegate.apply_theme(theme)
        for action, name in self._icons.items():
            action.setIcon(icon(name, theme))
        self.viewport().update()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.setAccessibleName(self.tr("Installed models"))
        self._menu.setAccessibleName(self.tr("What to do with the model"))
        self._name(self.use, self.tr("Use &now"), self.tr("Translate with this model"))
        self._name(
            self.set_default,
            self.tr("Set as de&fault"),
            self.tr("Prefer this model for its languages"),
        )
        self._name(self.details, self.tr("De&tails"), self.tr("All that is known of this model"))
        self._name(
            self.examine,
            self.tr("&Check again"),
            self.tr("Read every file and translate samples with it"),
        )
        self._name(
            self.export,
            self.tr("&Export…"),
            self.tr("Write this model into a file for another computer"),
        )
        self._name(
            self.show_folder,
            self.tr("&Show in folder"),
            self.tr("Show the files of this model"),
        )
        self._name(self.remove, self.tr("&Remove…"), self.tr("Delete this model from the disk"))

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Choose a pack for whoever comes by keyboard."""
        super().focusInEvent(event)
        if self.chosen is None and self.packs.rowCount():
            self._choose(max(self.currentIndex().row(), 0))

    @Slot()
    def update_actions(self) -> None:
        """Let act what can act on the chosen pack."""
        pack = self.chosen
        sound = pack is not None and pack.sound
        in_use = pack is not None and pack.name == self.packs.in_use
        self.use.setEnabled(self.usable and not in_use)
        self.set_default.setEnabled(self.usable and pack is not None and not pack.default)
        for action in (self.details, self.examine, self.export):
            action.setEnabled(sound)
        self.show_folder.setEnabled(pack is not None)
        self.remove.setEnabled(pack is not None and pack.removable)
        self.chosen_changed.emit()

    def _with_icon(self, icon_name: str, *keys: str | QKeySequence.StandardKey) -> QAction:
        action = self._action(*keys)
        self._icons[action] = icon_name
        return action

    def _name(self, action: QAction, text: str, tip: str) -> None:
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self._word(action, text, plain(text), f"{tip} ({key})" if key else tip)
