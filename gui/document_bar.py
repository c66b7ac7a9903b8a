"""The upper edge of the documents' page: what to translate, and what should come of it."""

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from gui.choice_button import Choice, ChoiceButton
from gui.icons import icon
from gui.settings import Settings
from gui.text_view import MARGIN
from gui.theme import Theme
from gui.widgets import action_button, text_inset

_BESIDE, _ELSEWHERE, _CHOOSE = "", "folder", "choose"


class DocumentBar(QWidget):
    """Buttons that bring documents, and choices about their results.

    Args:
        settings: Where the choices are kept.
        parent: The owner.

    Attributes:
        files: Chooses documents; its owner connects it.
        folder: Chooses a folder of documents; likewise.
        layout_button: Where the source is in the results.
        place_button: Where the results go.
    """

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.files = self._action("Ctrl+O")
        self.folder = self._action("Ctrl+Shift+O")
        self._buttons = action_button(self.files, self), action_button(self.folder, self)
        self.layout_button = ChoiceButton(self)
        self.place_button = ChoiceButton(self)
        row = QHBoxLayout(self)
        inset = text_inset(self.place_button)
        row.setContentsMargins(MARGIN - inset, 8, MARGIN - inset, 8)
        row.setSpacing(4)
        for button in self._buttons:
            row.addWidget(button)
        row.addStretch(1)
        self.setFocusProxy(self._buttons[0])
        row.addWidget(self.layout_button)
        row.addWidget(self.place_button)
        self.layout_button.chosen.connect(self._on_layout_chosen)
        self.place_button.chosen.connect(self._on_place_chosen)
        settings.changed.connect(self._on_setting)
        self.retranslate()

    def set_narrow(self, *, narrow: bool) -> None:
        """Leave the words out where there is no room for them."""
        style = Qt.ToolButtonStyle
        for button in self._buttons:
            button.setToolButtonStyle(
                style.ToolButtonIconOnly if narrow else style.ToolButtonTextBesideIcon
            )

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of ``theme``."""
        self.files.setIcon(icon("add", theme))
        self.folder.setIcon(icon("folder", theme))
        self.layout_button.apply_theme(theme)
        self.place_button.apply_theme(theme)

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self._word(self.files, self.tr("&Add documents…"), self.tr("Choose documents to translate"))
        self._word(
            self.folder,
            self.tr("Add a folde&r…"),
            self.tr("Choose a folder whose documents should be translated"),
        )
        layouts = (
            Choice("none", self.tr("Translation only"), self.tr("The result has no original")),
            Choice(
                "inline",
                self.tr("Both languages"),
                self.tr("Each paragraph is followed by its translation"),
            ),
            Choice(
                "page",
                self.tr("Side by side"),
                self.tr("A web page with the original and the translation beside it"),
            ),
        )
        self.layout_button.offer(self.tr("Layout"), layouts, self._settings.documents_bilingual)
        self._offer_places()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _offer_places(self) -> None:
        folder = self._settings.documents_folder
        places = [
            Choice(
                _BESIDE,
                self.tr("Beside the original"),
                self.tr("Each result goes into the folder of its original"),
            )
        ]
        if folder:
            name = Path(folder).name or folder
            places.append(Choice(_ELSEWHERE, self.tr("In “{name}”").format(name=name), folder))
        tip = self.tr("All results go into the folder that you choose")
        places.append(Choice(_CHOOSE, self.tr("Choose a folder…"), tip))
        current = _ELSEWHERE if folder else _BESIDE
        self.place_button.offer(self.tr("Place of the results"), places, current)

    def _action(self, key: str) -> QAction:
        action = QAction(self)
        action.setShortcut(QKeySequence(key))
        action.setIconVisibleInMenu(False)
        return action

    @staticmethod
    def _word(action: QAction, text: str, tip: str) -> None:
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setText(text)
        action.setToolTip(f"{tip} ({key})")

    @Slot(str)
    def _on_layout_chosen(self, layout: str) -> None:
        self._settings.documents_bilingual = layout

    @Slot(str)
    def _on_place_chosen(self, place: str) -> None:
        if place == _BESIDE:
            self._settings.documents_folder = ""
        elif place == _CHOOSE:
            title = self.tr("Choose a folder for the results")
            start = self._settings.documents_folder
            chosen = QFileDialog.getExistingDirectory(self, title, start)
            if chosen:
                self._settings.documents_folder = chosen

    @Slot(str)
    def _on_setting(self, name: str) -> None:
        if name in {"documents_bilingual", "documents_folder"}:
            # The menu that was chosen from is still at work.
            QTimer.singleShot(0, self, self.retranslate)
