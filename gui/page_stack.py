"""The pages of the window, each with the action that turns to it."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QStackedWidget, QWidget


@runtime_checkable
class Entered(Protocol):
    """A page that prepares for being looked at."""

    def enter(self) -> None:
        """Show what is there by then, and give the focus to where one would begin."""


class PageStack(QStackedWidget):
    """Shows the page whose action was chosen.

    Args:
        actions: The actions, of which one at a time is checked.
        parent: The owner.
    """

    def __init__(self, actions: QActionGroup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages: dict[QAction, Callable[[], QWidget]] = {}
        actions.triggered.connect(self.turn)

    def add(self, action: QAction, page: Callable[[], QWidget]) -> None:
        """Add a page, which is asked for when it is first turned to.

        Args:
            action: Turns to it.
            page: Returns the page, always the same one.
        """
        self._pages[action] = page

    @Slot(QAction)
    def turn(self, action: QAction) -> None:
        """Turn to the page of an action."""
        action.setChecked(True)
        shown = self._pages[action]()
        if self.indexOf(shown) < 0:
            self.addWidget(shown)
        self.setCurrentWidget(shown)
        if isinstance(shown, Entered):
            shown.enter()
        else:
            shown.setFocus()
