"""The page with everything one can decide. Changes apply at once."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from gui.interface import OWN_NAMES
from gui.launching import shortcut_command
from gui.message import Message
from gui.settings import (
    CLIPBOARD_LIMITS,
    COLOUR_SCHEMES,
    FONT_SIZE_MAX,
    FONT_SIZE_MIN,
    HISTORY_LIMITS,
    INTERFACE_LANGUAGES,
    THREADS_MAX,
    Settings,
)
from gui.text_view import MARGIN

_COLUMN = 620
_FIELD_WIDTH = 180
_ALL_THERE_IS = 1000
_PADDING = 7
_AROUND = 48
"""Pixels that are shown above and below what has the focus."""
_INDENT = 26
"""Width of a check box's mark with the gap behind it."""


class SettingsPage(QScrollArea):
    """Shows the settings and changes them.

    Args:
        settings: What is shown and changed.
        parent: The owner.

    Signals:
        clear_history_requested(): Everything in the history should be deleted.
    """

    clear_history_requested = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._updates: dict[str, Callable[[], None]] = {}
        self._labels: dict[str, QLabel] = {}
        self._fields: dict[str, QWidget] = {}
        self._notes: dict[str, QLabel] = {}
        self._headings: dict[str, QLabel] = {}
        self._row = 0
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._column = QWidget(self)
        self._column.setMaximumWidth(_COLUMN)
        self._grid = QGridLayout(self._column)
        self._grid.setContentsMargins(MARGIN, 24, MARGIN, 32)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(0, 1)
        self.delete_history = QPushButton(self._column)
        self.command = QLabel(shortcut_command(), self._column)
        self.copy_command = QPushButton(self._column)
        self.reset = QPushButton(self._column)
        self._build()
        page = QWidget(self)
        page.setObjectName("page")
        # An alignment would do, but then the heights of wrapped lines would not be asked for.
        row = QHBoxLayout()
        row.addWidget(self._column, _ALL_THERE_IS)
        row.addStretch(1)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addStretch(1)
        self.setWidget(page)
        settings.changed.connect(self._on_changed)
        self.delete_history.clicked.connect(self.clear_history_requested)
        self.copy_command.clicked.connect(self._copy_command)
        self.reset.clicked.connect(self.confirm_reset)
        self.retranslate()

    def field(self, name: str) -> QWidget:
        """Return the control for the setting ``name``."""
        return self._fields[name]

    @Slot()
    def confirm_reset(self) -> None:
        """Ask whether every setting should be as it was at first, and then do it."""
        text = self.tr("Set everything on this page back to what it was at first?")
        box = Message(self.tr("Reset all settings"), text, parent=self)
        box.ask(self.tr("&Reset"), self._settings.reset)

    # What is on the page

    def _build(self) -> None:
        self._heading("interface")
        self._choice("interface_language", INTERFACE_LANGUAGES)
        self._choice("colour_scheme", COLOUR_SCHEMES)
        self._number("font_size", FONT_SIZE_MIN, FONT_SIZE_MAX)
        self._heading("translation")
        self._switch("translate_while_typing")
        self._switch("join_lines", note=True)
        self._number("threads", 0, THREADS_MAX, note=True)
        self._heading("history")
        self._switch("history", note=True)
        self._number("history_limit", *HISTORY_LIMITS, step=100)
        self._button(self.delete_history)
        self._heading("clipboard")
        self._switch("watch_clipboard", note=True)
        self._number("clipboard_limit", *CLIPBOARD_LIMITS, step=100)
        self._switch("copy_result")
        self._heading("desktop")
        self._switch("close_to_tray", note=True)
        self._note("command")
        self._show_command()
        self._heading("network")
        self._text("proxy", note=True)
        self._heading("reset")
        self._button(self.reset)

    def _heading(self, name: str) -> None:
        label = self._headings[name] = QLabel(self._column)
        label.setObjectName("heading")
        if self._row:
            self._grid.setRowMinimumHeight(self._row, 16)
            self._row += 1
        self._grid.addWidget(label, self._row, 0, 1, 2)
        self._row += 1

    def _note(self, name: str, *, indent: int = 0) -> None:
        note = self._notes[name] = QLabel(self._column)
        note.setWordWrap(True)
        note.setContentsMargins(indent, 0, 0, 4)
        note.setTextFormat(Qt.TextFormat.PlainText)
        note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._grid.addWidget(note, self._row, 0, 1, 2)
        self._row += 1

    def _show_command(self) -> None:
        self.command.setObjectName("command")
        # A long path is broken, or cut short, rather than making the page wider.
        self.command.setWordWrap(True)
        self.command.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.command.setToolTip(self.command.text())
        self.command.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.command.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._grid.addWidget(self.command, self._row, 0, 1, 2)
        self._row += 1
        self._button(self.copy_command)

    def _button(self, button: QPushButton) -> None:
        button.installEventFilter(self)
        self._grid.addWidget(button, self._row, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        self._row += 1

    def _add_field(self, name: str, field: QWidget) -> None:
        label = self._labels[name] = QLabel(self._column)
        label.setObjectName("field")
        label.setWordWrap(True)
        label.setBuddy(field)
        field.setFixedWidth(_FIELD_WIDTH)
        self._grid.addWidget(label, self._row, 0)
        self._grid.addWidget(field, self._row, 1, Qt.AlignmentFlag.AlignRight)
        self._row += 1

    def _choice(self, name: str, values: tuple[str, ...]) -> None:
        box = QComboBox(self._column)
        # The one that it has draws its items as the style does, whatever the style sheet says.
        box.setItemDelegate(QStyledItemDelegate(box))
        for value in values:
            box.addItem("", value)
        box.activated.connect(lambda _index: setattr(self._settings, name, box.currentData()))

        def update() -> None:
            box.setCurrentIndex(box.findData(getattr(self._settings, name)))

        self._register(name, box, update)
        self._add_field(name, box)

    def _number(self, name: str, low: int, high: int, *, step: int = 1, note: bool = False) -> None:
        box = QSpinBox(self._column)
        box.setRange(low, high)
        box.setSingleStep(step)
        # While a number is being typed it is not yet what one means.
        box.setKeyboardTracking(False)
        box.setGroupSeparatorShown(True)
        # What the style sheet says of the field's padding does not reach the line inside.
        box.lineEdit().setTextMargins(_PADDING, 0, 0, 0)
        box.valueChanged.connect(lambda value: setattr(self._settings, name, value))
        self._register(name, box, lambda: box.setValue(getattr(self._settings, name)))
        self._add_field(name, box)
        if note:
            self._note(name)

    def _text(self, name: str, *, note: bool = False) -> None:
        line = QLineEdit(self._column)
        # While a text is being typed it is not yet what one means.
        line.editingFinished.connect(lambda: setattr(self._settings, name, line.text()))
        self._register(name, line, lambda: line.setText(getattr(self._settings, name)))
        self._add_field(name, line)
        if note:
            self._note(name)

    def _switch(self, name: str, *, note: bool = False) -> None:
        box = QCheckBox(self._column)
        box.toggled.connect(lambda checked: setattr(self._settings, name, checked))
        self._register(name, box, lambda: box.setChecked(getattr(self._settings, name)))
        self._grid.addWidget(box, self._row, 0, 1, 2)
        self._row += 1
        if note:
            self._note(name, indent=_INDENT)

    def _register(self, name: str, field: QWidget, update: Callable[[], None]) -> None:
        self._fields[name] = field
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        field.installEventFilter(self)
        self._updates[name] = update
        update()

    # Its words

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.setAccessibleName(self.tr("Settings"))
        for name, words in self._words_of_headings().items():
            self._headings[name].setText(words)
        for name, words in self._words_of_fields().items():
            field = self._fields[name]
            if isinstance(field, QCheckBox):
                field.setText(words)
            else:
                self._labels[name].setText(words)
            field.setAccessibleName(words.replace("&", ""))
        for name, words in self._words_of_notes().items():
            self._notes[name].setText(words)
            if name in self._fields:
                self._fields[name].setAccessibleDescription(words)
        self._name_choices()
        for name, unit in (
            ("font_size", self.tr(" px")),
            ("clipboard_limit", self.tr(" characters")),
        ):
            box = self._fields[name]
            if isinstance(box, QSpinBox):
                box.setSuffix(unit)
        threads = self._fields["threads"]
        if isinstance(threads, QSpinBox):
            threads.setSpecialValueText(self.tr("Automatic"))
        self.delete_history.setText(self.tr("Delete all h&istory…"))
        self.copy_command.setText(self.tr("Copy co&mmand"))
        self.reset.setText(self.tr("&Reset all settings…"))

    def _words_of_headings(self) -> dict[str, str]:
        return {
            "interface": self.tr("Appearance"),
            "translation": self.tr("Translation"),
            "history": self.tr("History"),
            "clipboard": self.tr("Clipboard"),
            "desktop": self.tr("Desktop"),
            "network": self.tr("Network"),
            "reset": self.tr("Start over"),
        }

    def _words_of_fields(self) -> dict[str, str]:
        return {
            "interface_language": self.tr("&Language of the interface"),
            "colour_scheme": self.tr("&Colours"),
            "font_size": self.tr("Te&xt size"),
            "translate_while_typing": self.tr("Translate while &typing"),
            "join_lines": self.tr("&Join wrapped lines"),
            "threads": self.tr("&Processor cores to use"),
            "history": self.tr("&Keep a history"),
            "history_limit": self.tr("&Entries to keep at most"),
            "watch_clipboard": self.tr("&Watch the clipboard"),
            "clipboard_limit": self.tr("Longest text to take &unasked"),
            "copy_result": self.tr("Copy the translation &back to the clipboard"),
            "proxy": self.tr("Proxy f&or downloads"),
            "close_to_tray": self.tr("Keep running in the tra&y when the window is closed"),
        }

    def _words_of_notes(self) -> dict[str, str]:
        command = self.tr(
            "To translate the clipboard by a key from anywhere, bind the key to this command in "
            "the keyboard settings of your desktop. Under Wayland this is the only way:"
        )
        return {
            "join_lines": self.tr(
                "Paragraphs from mails and PDFs, cut into short lines, are translated as a whole "
                "wherever that is certain."
            ),
            "threads": self.tr("Counts from the next start."),
            "history": self.tr(
                "Stays on this computer. Starred entries are kept beyond the limit."
            ),
            "watch_clipboard": self.tr(
                "Whatever you copy elsewhere is translated at once. What password managers mark "
                "as secret is left alone."
            ),
            "close_to_tray": self.tr("Only where the desktop has a tray."),
            "proxy": self.tr(
                "Such as http://localhost:3128. Yiwen uses the network only when you download a "
                "model; without an address it goes the way of the system."
            ),
            "command": command,
        }

    def _name_choices(self) -> None:
        names = {
            "interface_language": {"": self.tr("As the system"), **OWN_NAMES},
            "colour_scheme": {
                "system": self.tr("As the system"),
                "light": self.tr("Light"),
                "dark": self.tr("Dark"),
            },
        }
        for name, words in names.items():
            box = self._fields[name]
            if isinstance(box, QComboBox):
                for value, word in words.items():
                    box.setItemText(box.findData(value), word)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Show what is reached by keyboard; let the wheel scroll the page, and change nothing."""
        if isinstance(watched, QWidget):
            self._bring_into_view(watched, event)
        turned = event.type() == QEvent.Type.Wheel and isinstance(watched, QComboBox | QSpinBox)
        if turned and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def _bring_into_view(self, field: QWidget, event: QEvent) -> None:
        if event.type() == QEvent.Type.Shortcut:
            # A check box or a button acts at its letter without taking the focus.
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif (
            isinstance(event, QFocusEvent)
            and event.type() == QEvent.Type.FocusIn
            and event.reason() != Qt.FocusReason.MouseFocusReason
        ):
            # A scroll area does this for the Tab key only, and of a number it shows the caret.
            middle = field.mapTo(self._column, field.rect().center())
            self.ensureVisible(middle.x(), middle.y(), 0, field.height() // 2 + _AROUND)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    # What happens

    @Slot(str)
    def _on_changed(self, name: str) -> None:
        if name in self._updates:
            with QSignalBlocker(self._fields[name]):
                self._updates[name]()

    @Slot()
    def _copy_command(self) -> None:
        QGuiApplication.clipboard().setText(self.command.text())
