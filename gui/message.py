"""Small boxes that tell or ask something, with an icon of ours."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from gui.icons import pixmap
from gui.theme import Theme

_ICON_SIZE = 32
_RELOOK = (
    QEvent.Type.PaletteChange,
    QEvent.Type.StyleChange,
    QEvent.Type.DevicePixelRatioChange,
)


class Message(QMessageBox):
    """A box with a warning sign in the colours of the window, also when those change.

    Args:
        title: Title of the box.
        text: What it says.
        explanation: What is said below, in smaller steps.
        parent: The owner.
    """

    def __init__(
        self, title: str, text: str, explanation: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWindowTitle(title)
        self.setText(text)
        self.setInformativeText(explanation)
        self._draw()

    def ask(self, answer: str, then: Callable[[], object]) -> None:
        """Offer to do something that cannot be undone, and show the box.

        Args:
            answer: The words on the button that does it; the other one keeps things as they are.
            then: Does it.
        """
        agree = self.addButton(answer, QMessageBox.ButtonRole.DestructiveRole)
        keep = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(keep)
        self.setEscapeButton(keep)
        agree.clicked.connect(then)
        self.open()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the sign anew in other colours or for another screen."""
        super().changeEvent(event)
        if event.type() in _RELOOK:
            self._draw()

    def _draw(self) -> None:
        theme = Theme.from_palette(QGuiApplication.palette())
        sign = pixmap("warning", theme.caution, self.devicePixelRatioF(), _ICON_SIZE)
        self.setIconPixmap(sign)
