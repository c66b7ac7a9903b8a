"""Between the clipboard and the panes: what arrives is translated, and the result goes back."""

from PySide6.QtCore import QObject, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton, QToolTip, QWidget

from gui.actions import Actions
from gui.clipboard import Clipboard
from gui.icons import icon
from gui.session import State
from gui.settings import Settings
from gui.text_page import TextPage
from gui.theme import Theme
from gui.worker import JobReport

_TRIES = 15
_TRY_EVERY_MS = 100
_REMARK_MS = 6000


class ClipboardBridge(QObject):
    """Translates the clipboard when asked to, or whatever arrives there while it is watched.

    Args:
        page: Where texts are put.
        settings: Whether to watch, and what to give back.
        actions: The actions that ask for it.
        parent: The owner, a widget.

    Attributes:
        state: Shown while the clipboard is watched or there is something to say about it; pressing
            it ends the watch.

    Signals:
        taken(): A text was taken from the clipboard and put into the pane.
    """

    taken = Signal()

    def __init__(
        self, page: TextPage, settings: Settings, actions: Actions, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._settings = settings
        self._watch = actions.watch_clipboard
        self._remark = self._hint = ""
        self._tries = 0
        self.state = QToolButton(parent)
        self.state.setObjectName("remark")
        self.state.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.state.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clipboard = Clipboard(QGuiApplication.clipboard(), settings, self)
        self._retry = QTimer(self)
        self._retry.setInterval(_TRY_EVERY_MS)
        self._retry.timeout.connect(self._try_to_fetch)
        self._remark_timer = QTimer(self)
        self._remark_timer.setSingleShot(True)
        self._remark_timer.setInterval(_REMARK_MS)
        self._remark_timer.timeout.connect(self._forget_remark)
        self.clipboard.arrived.connect(self._on_arrived)
        self.clipboard.too_long.connect(self._on_too_long)
        page.session.finished.connect(self._on_finished)
        settings.changed.connect(self._on_setting)
        actions.translate_clipboard.triggered.connect(self.fetch)
        self._watch.toggled.connect(self._on_watch_toggled)
        self.state.clicked.connect(self._stop_watching)
        self.retranslate()

    @Slot()
    def fetch(self) -> None:
        """Translate what is on the clipboard.

        Under Wayland the clipboard can be read only while the window has the focus, which it may
        be about to get, so this waits a little.
        """
        self._tries = _TRIES
        self._try_to_fetch()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.state.setAccessibleDescription(self.tr("Stop watching the clipboard"))
        self._show_state()

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icon in the colours of ``theme``."""
        self.state.setIcon(icon("clipboard", theme))

    @Slot()
    def _try_to_fetch(self) -> None:
        self._tries -= 1
        if self.clipboard.fetch():
            self._retry.stop()
        elif self._tries > 0 and not QGuiApplication.clipboard().ownsClipboard():
            self._retry.start()
        else:
            self._retry.stop()
            self._say(self.tr("There is no text on the clipboard"))

    @Slot(str)
    def _on_arrived(self, text: str) -> None:
        self._forget_remark()
        taken = self._page.source.view.take_text(text)
        self.taken.emit()
        if not taken:
            return
        self._page.session.translate_now()
        if self._page.session.state is State.DONE and not self._page.session.busy:
            # The same text was there already, translated.
            self._give_back()

    @Slot(int, int)
    def _on_too_long(self, length: int, limit: int) -> None:
        number = self.state.locale().toString
        text = self.tr("Not translated: {count} characters, the limit is {limit}")
        self._say(
            text.format(count=number(length), limit=number(limit)),
            hint=self.tr("“Translate the clipboard” in the menu takes it all the same"),
        )

    @Slot(object)
    def _on_finished(self, _report: JobReport) -> None:
        self._give_back()

    def _give_back(self) -> None:
        source, target = self._page.source.view, self._page.target.view
        if self.clipboard.give_back(source.source_text(), target.translation):
            self._say(self.tr("The translation is on the clipboard"))

    @Slot(bool)
    def _on_watch_toggled(self, watched: bool) -> None:
        self._settings.watch_clipboard = watched

    @Slot()
    def _stop_watching(self) -> None:
        self._settings.watch_clipboard = False
        self._forget_remark()

    @Slot(str)
    def _on_setting(self, name: str) -> None:
        if name == "watch_clipboard":
            self._show_state()

    def _say(self, remark: str, hint: str = "") -> None:
        self._remark, self._hint = remark, hint
        self._remark_timer.start()
        self._show_state()
        if self.state.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly:
            # There is no room for words where the window is narrow.
            where = self.state.mapToGlobal(self.state.rect().topLeft())
            QToolTip.showText(where, self.state.toolTip(), self.state, QRect(), _REMARK_MS)

    @Slot()
    def _forget_remark(self) -> None:
        self._remark = self._hint = ""
        self._remark_timer.stop()
        self._show_state()

    def _show_state(self) -> None:
        watched = self._settings.watch_clipboard
        self._watch.setChecked(watched)
        text = self._remark or self.tr("Watching the clipboard")
        self.state.setText(text)
        self.state.setAccessibleName(text)
        stop = self.tr("Stop watching the clipboard") if watched else ""
        self.state.setToolTip("\n".join(line for line in (text, self._hint, stop) if line))
        self.state.setEnabled(watched)
        self.state.setVisible(watched or bool(self._remark))
