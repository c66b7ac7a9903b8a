"""The line below the list of installed packs: what there is to say, and what can be done."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gui.pack_details import PackDetails
from gui.pack_words import size_words
from gui.text_view import MARGIN
from gui.widgets import ElidedLabel, action_button, words_beside

_HEIGHT = 44
_WORDS_FROM = 1000
"""Width from which there is room for the words on the buttons."""


class PackFooter(QWidget):
    """Says what happened last, or else how many packs there are, and has a button for each action.

    Args:
        actions: What can be done with the chosen pack.
        parent: The owner.
    """

    def __init__(self, actions: Iterable[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._packs: Sequence[PackDetails] = ()
        # Said anew in another language.
        self._news: Callable[[], str] | None = None
        self.remark = ElidedLabel(self)
        self.buttons = [action_button(action, self) for action in actions]
        self.setFixedHeight(_HEIGHT)
        row = QHBoxLayout(self)
        row.setContentsMargins(MARGIN, 0, 12, 0)
        row.setSpacing(0)
        row.addWidget(self.remark, 1)
        for button in self.buttons:
            row.addWidget(button)
        self.retranslate()

    def count(self, packs: Sequence[PackDetails]) -> None:
        """Say how many packs there are, unless there are news."""
        self._packs = packs
        self._say()

    def tell(self, news: Callable[[], str] | None) -> None:
        """Say what happened, from now on, in whatever language it is."""
        self._news = news
        self._say()

    def happened(self, what: str, name: str = "") -> None:
        """Say that something was done with the pack of a name, or with a file of one."""
        self.tell(lambda: self._named(what).format(name=name))

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.remark.setAccessibleDescription(self.tr("State of the models"))
        self._say()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the words out where there is no room for them."""
        super().resizeEvent(event)
        words_beside(self.buttons, shown=self.width() >= _WORDS_FROM)

    def _named(self, what: str) -> str:
        words = {
            "removed": self.tr("“{name}” was removed."),
            "default": self.tr("“{name}” is the default for its languages now."),
            "exporting": self.tr("Exporting “{name}”…"),
            "exported": self.tr("Exported to “{name}”."),
            "import stopped": self.tr("Stopped. Nothing was installed."),
            "check stopped": self.tr("Stopped."),
        }
        return words[what]

    def _say(self) -> None:
        self.remark.setText(self._news() if self._news else self._counted())

    def _counted(self) -> str:
        if not self._packs:
            return ""
        size = size_words(sum(pack.size for pack in self._packs), self.locale())
        if len(self._packs) == 1:
            return self.tr("1 model, {size} on the disk").format(size=size)
        count = self.locale().toString(len(self._packs))
        return self.tr("{count} models, {size} on the disk").format(count=count, size=size)
