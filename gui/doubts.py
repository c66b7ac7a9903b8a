"""How many sentences should be checked, and going from one to the next."""

from bisect import bisect_left, bisect_right

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QToolTip, QWidget

from gui.companion import Companion
from gui.flags import explain_flags
from gui.icons import SIZE, pixmap
from gui.page_actions import PageActions
from gui.target_view import TargetView
from gui.theme import Theme
from gui.widgets import icon_button

_NATIVE = QKeySequence.SequenceFormat.NativeText


class DoubtBar(QWidget):
    """A part of the target pane's footer, there only while there is something to check.

    Args:
        view: The target pane's view.
        companion: Shows a sentence in both panes.
        actions: Go to the next sentence and to the one before.
        parent: The owner.
    """

    def __init__(
        self,
        view: TargetView,
        companion: Companion,
        actions: PageActions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._companion = companion
        self._actions = actions
        self._count = 0
        self._sign = QLabel(self)
        self._sign.setFixedSize(SIZE, SIZE)
        self.label = QToolButton(self)
        self.label.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.label.clicked.connect(actions.next_doubt.trigger)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._sign)
        layout.addWidget(self.label)
        self._arrows = [
            icon_button(action, self) for action in (actions.previous_doubt, actions.next_doubt)
        ]
        for arrow in self._arrows:
            layout.addWidget(arrow)
        layout.setAlignment(self._sign, Qt.AlignmentFlag.AlignVCenter)
        actions.next_doubt.triggered.connect(self._go_on)
        actions.previous_doubt.triggered.connect(self._go_back)
        view.updated.connect(self._update)
        self.hide()

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops, in order."""
        return self.label, *self._arrows

    def apply_theme(self, theme: Theme) -> None:
        """Draw the sign in the colours of ``theme``."""
        self._sign.setPixmap(pixmap("warning", theme.caution, self.devicePixelRatioF()))

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        if self._count == 1:
            text = self.tr("1 sentence to check")
        else:
            text = self.tr("{count} sentences to check").format(
                count=self.locale().toString(self._count)
            )
        self.label.setText(text)
        key = self._actions.next_doubt.shortcut().toString(_NATIVE)
        tip = self.tr("Sentences that are underlined may be wrong. Go to the next one ({key})")
        self.label.setToolTip(tip.format(key=key))
        self.label.setAccessibleName(text)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    @Slot()
    def _update(self) -> None:
        count = len(self._view.flagged)
        if count == self._count:
            return
        self._count = count
        for action in (self._actions.next_doubt, self._actions.previous_doubt):
            action.setEnabled(count > 0)
        self.retranslate()
        self.setVisible(count > 0)

    @Slot()
    def _go_on(self) -> None:
        flagged = self._view.flagged
        here = self._companion.sentence
        if flagged:
            # From one that is not flagged itself this leads to the first behind it.
            following = 0 if here is None else bisect_right(flagged, here)
            self._go_to(flagged[following % len(flagged)])

    @Slot()
    def _go_back(self) -> None:
        flagged = self._view.flagged
        here = self._companion.sentence
        if flagged:
            self._go_to(flagged[(0 if here is None else bisect_left(flagged, here)) - 1])

    def _go_to(self, index: int) -> None:
        self._companion.point_at(index)
        translated = self._view.translated(index)
        if translated is None:
            return
        text = explain_flags(translated.flags)
        self._view.setAccessibleDescription(text)
        below = self._view.viewport().mapToGlobal(self._view.cursorRect().bottomLeft())
        QToolTip.showText(below, text, self._view)
