"""The sentence about documents that were not finished last time."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from gui.panes import Notice


class UnfinishedNotice(Notice):
    """Offers to go on with documents, until one does or looks at them.

    Args:
        parent: The owner.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        self._count = 0
        super().__init__(parent)
        self.clicked.connect(self.hide)

    @Slot(int)
    def offer(self, count: int) -> None:
        """Say that so many documents wait."""
        self._count = count
        self._say()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        super().retranslate()
        if not self.isHidden() and self._count:
            self._say()

    def _say(self) -> None:
        text = self.tr("1 document was not finished last time.")
        if self._count > 1:
            text = self.tr("{count} documents were not finished last time.")
        self.tell(
            text.format(count=self.locale().toString(self._count)),
            button=self.tr("Go on with the&m"),
            tip=self.tr("Go on where it was"),
        )
