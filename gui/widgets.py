"""Small widgets of our own: a separator, a label that shortens itself, a dot, a splitter."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSize, Qt, Slot
from PySide6.QtGui import (
    QAction,
    QActionEvent,
    QColor,
    QCursor,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QMenu,
    QSizePolicy,
    QSplitter,
    QSplitterHandle,
    QToolButton,
    QWidget,
)

_GRIP = 9
_STEP = 16
"""Pixels that a press of an arrow key moves the line of a splitter by."""
_FOCUSED = 3
"""Width of that line while it has the focus."""
_BUTTON_EDGE = 8
"""Border and padding of a button in the style sheet."""


def separator(parent: QWidget | None = None) -> QFrame:
    """Return a horizontal line."""
    line = QFrame(parent)
    line.setObjectName("separator")
    line.setFixedHeight(1)
    return line


class ActionButton(QToolButton):
    """A button that is called what its action is, also when that changes."""

    def actionEvent(self, event: QActionEvent) -> None:  # noqa: N802 - Qt's name
        """Take the action's words over."""
        super().actionEvent(event)
        self.take_words_over()

    def take_words_over(self) -> None:
        """Be called what the action is called, and answer to the letter that it has in a menu."""
        action = self.defaultAction()
        if action is not None:
            self.setAccessibleName(action.toolTip())
            self.setShortcut(QKeySequence.mnemonic(action.text()))


def action_button(action: QAction, parent: QWidget | None = None) -> ActionButton:
    """Return a flat button for ``action`` with its icon, text, tooltip and state."""
    button = ActionButton(parent)
    button.setDefaultAction(action)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.take_words_over()
    return button


def icon_button(action: QAction, parent: QWidget | None = None) -> QToolButton:
    """Return a flat button for ``action`` that shows its icon only."""
    button = action_button(action, parent)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    return button


def words_beside(buttons: Iterable[QToolButton], *, shown: bool) -> None:
    """Show the words of buttons beside their icons, or leave them out where there is no room."""
    style = Qt.ToolButtonStyle
    for button in buttons:
        button.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if shown else style.ToolButtonIconOnly
        )


class MenuButton(QToolButton):
    """A flat button that opens a menu.

    Args:
        menu: The menu; one of its own by default.
        parent: The owner.
    """

    def __init__(self, menu: QMenu | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        if menu is None:
            menu = QMenu(self)
            # What turns the button round is not meant for the menu, which would inherit it.
            menu.setLayoutDirection(QGuiApplication.layoutDirection())
        self.setMenu(menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu.aboutToHide.connect(self._on_hide, Qt.ConnectionType.QueuedConnection)

    @Slot()
    def _on_hide(self) -> None:
        # The pointer left for the menu, and Qt never tells the button.
        if not self.rect().contains(self.mapFromGlobal(QCursor.pos())):
            QCoreApplication.sendEvent(self, QEvent(QEvent.Type.Leave))


def menu_button(parent: QWidget | None = None) -> MenuButton:
    """Return a button with a menu of its own, and with the text in front of the icon."""
    button = MenuButton(parent=parent)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    return button


def text_inset(button: QToolButton) -> int:
    """Return how far inside its right edge the text of a button ends, in pixels.

    Qt adds the width of two spaces to the text, and with an icon puts both behind it; a button
    with a menu has its text on the other side of the icon, and begins with it.
    """
    if button.menu() is not None:
        return _BUTTON_EDGE + 1
    spaces = 2 * button.fontMetrics().horizontalAdvance(" ")
    return _BUTTON_EDGE + (spaces if button.defaultAction() is not None else spaces // 2)


class ElidedLabel(QLabel):
    """A line of text that is shortened where it has no room, and then told by its tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw as much of the text as fits."""
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width()
        )
        self.setToolTip(self.text() if shown != self.text() else "")
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, shown)


class Dot(QWidget):
    """A dot that says by its colour how things are; the words beside it say it too."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = QColor(Qt.GlobalColor.transparent)
        self.setFixedSize(QSize(8, 8))

    def set_colour(self, colour: QColor) -> None:
        """Show another colour."""
        self._colour = colour
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the dot."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour)
        painter.drawEllipse(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))


class _LineHandle(QSplitterHandle):
    """A thin line with room around it to take hold of, which keys move too."""

    def __init__(self, orientation: Qt.Orientation, splitter: "LineSplitter") -> None:
        super().__init__(orientation, splitter)
        self._lines = splitter
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Move with the arrow keys along the splitter, and to its ends with Home and End."""
        key, place = Qt.Key, self._lines.sizes()[0]
        level = self.orientation() is Qt.Orientation.Horizontal
        if event.key() == (key.Key_Left if level else key.Key_Up):
            self.moveSplitter(place - _STEP)
        elif event.key() == (key.Key_Right if level else key.Key_Down):
            self.moveSplitter(place + _STEP)
        elif event.key() == key.Key_Home:
            self.moveSplitter(0)
        elif event.key() == key.Key_End:
            self.moveSplitter(sum(self._lines.sizes()))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Show the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Show it no longer."""
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the line in the middle."""
        line = self.rect()
        width = _FOCUSED if self.hasFocus() else 1
        if self.orientation() is Qt.Orientation.Horizontal:
            line.setLeft(line.center().x() - width // 2)
            line.setWidth(width)
        else:
            line.setTop(line.center().y() - width // 2)
            line.setHeight(width)
        lines = self._lines
        QPainter(self).fillRect(line, lines.focus_colour if self.hasFocus() else lines.line_colour)


class LineSplitter(QSplitter):
    """Two widgets with one thin line between them that can be moved."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.line_colour = QColor(Qt.GlobalColor.transparent)
        self.focus_colour = QColor(Qt.GlobalColor.transparent)
        self.setHandleWidth(_GRIP)
        self.setChildrenCollapsible(False)

    def createHandle(self) -> QSplitterHandle:  # noqa: N802 - Qt's name
        """Return a handle of our kind."""
        return _LineHandle(self.orientation(), self)

    def set_line_colours(self, colour: QColor, focus: QColor) -> None:
        """Draw the line in another colour, and in one of its own while it has the focus."""
        self.line_colour, self.focus_colour = colour, focus
        for index in range(self.count()):
            self.handle(index).update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the grip when a style sheet would change it."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.handleWidth() != _GRIP:
            self.setHandleWidth(_GRIP)
