"""The pages of the window, each with the action that turns to it."""

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QStackedWidget, QWidget


class PageStack(QStackedWidget):
    """Shows the page whose action was chosen.

    Args:
        actions: The actions, of which one at a time is checked.
        parent: The owner.
    """

    def __init__(self, actions: QActionGroup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages: dict[QAction, tuple[QWidget, Callable[[], object]]] = {}
        actions.triggered.connect(self.turn)

    def add(self, action: QAction, page: QWidget, enter: Callable[[], object]) -> None:
        """Add a page.

        Args:
            action: Turns to it.
            page: The page.
            enter: Shows what is there by then, and gives the focus to where one would begin.
        """
        self._pages[action] = page, enter
        self.addWidget(page)

    @Slot(QAction)
    def turn(self, action: QAction) -> None:
        """Turn to the page of an action."""
        action.setChecked(True)
        page, enter = self._pages[action]
        self.setCurrentWidget(page)
        enter()
