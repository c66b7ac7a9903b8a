"""The page with the installed models: bring others, and look after those that are there."""

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QDesktopServices,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from engine.pack_report import PackReport
from gui.actions import Section, plain
from gui.errors import describe_keeping
from gui.hub_form import HubForm
from gui.icons import icon
from gui.import_process import Examination, Import
from gui.languages import pack_title
from gui.message import Message
from gui.pack_details import PackDetails
from gui.pack_footer import PackFooter
from gui.pack_jobs import PackJobs
from gui.pack_keeper import PackKeeper
from gui.pack_view import PackView
from gui.settings import Settings
from gui.text_view import MARGIN
from gui.theme import Theme
from gui.widgets import action_button, separator, words_beside

_NARROW = 640


class PacksPage(QWidget):
    """Lists the installed packs, imports others, and asks for what only the window can do.

    Args:
        settings: Where the proxy is.
        theme: The colours to begin with.
        parent: The owner.

    Attributes:
        keeper: Looks at the packs and changes them; it starts when it is needed.
        jobs: Imports and examinations, with their cards.

    Signals:
        use_requested(str): The pack of this name should translate.
        remove_requested(str): It should be let go of, if it is in use, and then ``remove`` be
            called.
        installed(str): A pack of this name is there, another one or a newer one.
        changed(): The packs, or their defaults, are not what they were.
        settings_requested(): One wants to change the proxy.
        failed(Exception): What nobody foresaw happened in another thread or process.
    """

    use_requested = Signal(str)
    remove_requested = Signal(str)
    installed = Signal(str)
    changed = Signal()
    settings_requested = Signal()
    failed = Signal(object)

    def __init__(self, settings: Settings, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._looked = False
        # The focus belongs into the list as soon as there is one.
        self._to_list = False
        self._reports: dict[str, PackReport] = {}
        self.keeper = PackKeeper(self)
        self.jobs = PackJobs(theme, self)
        self.list = PackView(theme, self)
        self.hub = HubForm(settings, self)
        self.empty = QLabel(self)
        self._icons: dict[QAction, str] = {}
        self.import_folder = self._action("folder")
        self.import_zip = self._action("archive")
        self.ask_hub = self._action("download", checkable=True)
        self.head = [
            action_button(each, self)
            for each in (self.import_folder, self.import_zip, self.ask_hub)
        ]
        self.footer = PackFooter(self.list.actions_on_pack, self)
        self._build()
        self._connect()
        self.apply_theme(theme)
        self.retranslate()

    def look(self) -> None:
        """List the packs as they are now."""
        self.keeper.look()

    def enter(self) -> None:
        """List the packs as they are now, and take the focus where one would begin."""
        self.look()
        self._to_list = not self.list.packs.rowCount()
        (self.head[0] if self._to_list else self.list).setFocus()

    def bring(self, paths: Iterable[Path]) -> None:
        """Import the models in these folders and zips, one after the other."""
        for path in paths:
            self.jobs.begin(Import(source=str(path.absolute())))

    def use(self, name: str) -> None:
        """Show which pack translates; nothing stands for none."""
        self.list.packs.use(name)
        self.jobs.use(name)

    def remove(self, name: str) -> None:
        """Delete a pack that nobody uses any more."""
        self.keeper.remove(name)

    def stop(self) -> None:
        """Stop what is being done and wait until nothing is."""
        self.jobs.imports.stop()
        self.keeper.stop()

    def section(self) -> Section:
        """Return what can be done in the list by a key, in the language of the interface."""
        view = self.list
        keys = (view.use, view.set_default, view.details, view.examine, view.export, view.remove)
        return Section(self.tr("Under Models"), keys)

    def apply_theme(self, theme: Theme) -> None:
        """Draw icons, packs and cards in the colours of ``theme``."""
        self.list.apply_theme(theme)
        self.jobs.apply_theme(theme)
        for action, name in self._icons.items():
            action.setIcon(icon(name, theme))

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self._word(
            self.import_folder,
            self.tr("&Import a folder…"),
            self.tr("Import the folder of a Marian model or of a model from another computer"),
        )
        self._word(
            self.import_zip,
            self.tr("Import a &zip…"),
            self.tr("Import the zip of a Marian model or of a model from another computer"),
        )
        self._word(
            self.ask_hub,
            self.tr("Down&load…"),
            self.tr("Download a model from the Hugging Face hub by its name"),
        )
        self._say()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the words out where there is no room for them."""
        super().resizeEvent(event)
        words_beside(self.head, shown=self.width() >= _NARROW)

    # What is on the page

    def _action(self, icon_name: str, *, checkable: bool = False) -> QAction:
        action = QAction(self)
        action.setCheckable(checkable)
        self._icons[action] = icon_name
        return action

    @staticmethod
    def _word(action: QAction, text: str, tip: str) -> None:
        action.setText(text)
        action.setIconText(plain(text))
        action.setToolTip(tip)

    def _build(self) -> None:
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.setMargin(MARGIN)
        self.hub.hide()
        head = QHBoxLayout()
        head.setContentsMargins(MARGIN - 8, 8, 12, 8)
        head.setSpacing(4)
        for button in self.head:
            head.addWidget(button)
        head.addStretch(1)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.hub)
        layout.addWidget(separator(self))
        layout.addWidget(self.jobs)
        layout.addLayout(self._stack, 1)
        layout.addWidget(separator(self))
        layout.addWidget(self.footer)
        self.list.setMinimumHeight(96)
        self.setFocusProxy(self.list)

    def _connect(self) -> None:
        keeper, jobs, view = self.keeper, self.jobs, self.list
        keeper.listed.connect(self._on_listed)
        keeper.removed.connect(self._on_removed)
        keeper.default_set.connect(self._on_default_set)
        keeper.exported.connect(self._on_exported)
        keeper.failed.connect(self._on_failed)
        jobs.installed.connect(self._on_installed)
        jobs.examined.connect(self._on_examined)
        jobs.stopped.connect(self._on_stopped)
        jobs.failed.connect(self.failed)
        jobs.use_requested.connect(self.use_requested)
        jobs.remove_requested.connect(self.confirm_removal)
        jobs.closed.connect(view.setFocus)
        self.import_folder.triggered.connect(self._choose_folder)
        self.import_zip.triggered.connect(self._choose_zip)
        self.ask_hub.toggled.connect(self._show_hub)
        self.hub.asked.connect(self._on_asked)
        self.hub.settings_requested.connect(self.settings_requested)
        view.use.triggered.connect(self._use)
        view.details.triggered.connect(self._show_details)
        view.set_default.triggered.connect(self._set_default)
        view.examine.triggered.connect(self._examine)
        view.export.triggered.connect(self._export)
        view.show_folder.triggered.connect(self._show_folder)
        view.remove.triggered.connect(self._remove)

    # What has happened

    @Slot(object)
    def _on_listed(self, packs: Sequence[PackDetails]) -> None:
        self._looked = True
        self.list.show_packs(packs)
        self._say()
        if packs and self._to_list and self.head[0].hasFocus():
            self.list.setFocus()
        self._to_list = False

    @Slot(str)
    def _on_removed(self, name: str) -> None:
        self._reports.pop(name, None)
        self.footer.happened("removed", pack_title(name))
        self._refresh()

    @Slot(str)
    def _on_default_set(self, name: str) -> None:
        self.footer.happened("default", pack_title(name))
        self._refresh()

    @Slot(str, object)
    def _on_exported(self, _name: str, path: Path) -> None:
        self.footer.happened("exported", path.name)

    @Slot(str, object)
    def _on_failed(self, _name: str, error: Exception) -> None:
        self.footer.tell(partial(describe_keeping, error))
        self.failed.emit(error)
        self.look()

    @Slot(str)
    def _on_installed(self, name: str) -> None:
        # What was found of the one before is not true of this one.
        self._reports.pop(name, None)
        self.footer.tell(None)
        self._refresh()
        self.installed.emit(name)

    @Slot(str, object)
    def _on_examined(self, name: str, report: PackReport) -> None:
        self._reports[name] = report
        self.list.packs.examined(self._reports)

    @Slot(object)
    def _on_stopped(self, task: object) -> None:
        examined = isinstance(task, Examination)
        self.footer.happened("check stopped" if examined else "import stopped")

    def _refresh(self) -> None:
        self.list.packs.examined(self._reports)
        self.look()
        self.changed.emit()

    # What the user does

    @Slot()
    def _choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Choose the folder of a model"))
        if folder:
            self.bring([Path(folder)])

    @Slot()
    def _choose_zip(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(
            self, self.tr("Choose the zip of a model"), "", self.tr("Zip files (*.zip)")
        )
        self.bring(map(Path, names))

    @Slot(bool)
    def _show_hub(self, shown: bool) -> None:
        self.hub.setVisible(shown)
        (self.hub.name if shown else self.list).setFocus()

    @Slot(str)
    def _on_asked(self, name: str) -> None:
        self.ask_hub.setChecked(False)
        proxy = self._settings.proxy or None
        self.jobs.begin(Import(source=name, from_hub=True, proxy=proxy))

    @Slot()
    def _use(self) -> None:
        if pack := self.list.chosen:
            self.use_requested.emit(pack.name)

    @Slot()
    def _show_details(self) -> None:
        if pack := self.list.chosen:
            report = self.list.packs.report(pack)
            self.jobs.show_details(pack, report, usable=self.list.usable)

    @Slot()
    def _set_default(self) -> None:
        if pack := self.list.chosen:
            self.keeper.set_default(pack.name)

    @Slot()
    def _examine(self) -> None:
        if pack := self.list.chosen:
            self.jobs.begin(Examination(name=pack.name))

    @Slot()
    def _export(self) -> None:
        if pack := self.list.chosen:
            target, _ = QFileDialog.getSaveFileName(
                self,
                self.tr("Export the model"),
                f"{pack.name}.zip",
                self.tr("Zip files (*.zip)"),
            )
            if target:
                self.footer.happened("exporting", pack_title(pack.name))
                self.keeper.export(pack.name, Path(target))

    @Slot()
    def _show_folder(self) -> None:
        if pack := self.list.chosen:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(pack.path)))

    @Slot()
    def _remove(self) -> None:
        if pack := self.list.chosen:
            self.confirm_removal(pack.name)

    @Slot(str)
    def confirm_removal(self, name: str) -> None:
        """Ask whether a pack should be deleted, and then have that done."""
        box = Message(
            self.tr("Remove the model"),
            self.tr("Remove “{name}” from this computer?").format(name=pack_title(name)),
            self.tr("To have it again, import it again. Export it first to keep a copy."),
            self,
        )
        box.ask(self.tr("&Remove"), partial(self.remove_requested.emit, name))

    # What there is to say

    def _say(self) -> None:
        packs = self.list.packs.packs
        self.footer.count(packs)
        if not self._looked:
            self.empty.setText(self.tr("Looking for models…"))
        else:
            self.empty.setText(
                self.tr(
                    "No translation model is installed.\n\nDrop the folder or the zip of one here, "
                    "choose it above, or download one by its name."
                )
            )
        self._stack.setCurrentWidget(self.list if packs else self.empty)
