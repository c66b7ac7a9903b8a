"""A button that says what is chosen, with a menu of what else there is."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from engine.records import record
from gui.icons import icon
from gui.theme import Theme
from gui.widgets import MenuButton


@record
class Choice:
    """One thing to choose.

    Attributes:
        value: What it is in the program.
        text: What it is called.
        tip: What it means.
    """

    value: str
    text: str
    tip: str


class ChoiceButton(MenuButton):
    """Offers one of several things.

    Signals:
        chosen(str): The value of what was chosen.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.menu().setToolTipsVisible(True)
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._on_triggered)

    def offer(self, name: str, choices: Sequence[Choice], current: str) -> None:
        """Offer choices, and say which one it is.

        Args:
            name: What is chosen, for tooltips and screen readers.
            choices: What there is.
            current: The value of the one that is chosen.
        """
        menu = self.menu()
        for action in self._group.actions():
            self._group.removeAction(action)
            action.setParent(None)
            action.deleteLater()
        menu.clear()
        menu.setAccessibleName(name)
        for choice in choices:
            action = QAction(choice.text, self._group)
            action.setToolTip(choice.tip)
            action.setData(choice.value)
            action.setCheckable(not choice.text.endswith("…"))
            action.setChecked(choice.value == current)
            menu.addAction(action)
            if choice.value == current:
                self.setText(choice.text)
                self.setToolTip(f"{name}: {choice.text}\n{choice.tip}")
                self.setAccessibleDescription(f"{choice.text}. {choice.tip}")
        self.setAccessibleName(name)

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icon in the colours of ``theme``."""
        self.setIcon(icon("chevron", theme))

    @Slot(QAction)
    def _on_triggered(self, action: QAction) -> None:
        self.chosen.emit(action.data())
