"""What the window remembers between two starts."""

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

FONT_SIZE = 16
FONT_SIZE_MIN = 10
FONT_SIZE_MAX = 40
_SHARE_MIN, _SHARE_MAX = 0.1, 0.9


class Settings(QObject):
    """Typed access to the stored settings.

    A value that is missing, of the wrong type or out of range reads as its default; the others
    are not affected.

    Args:
        store: Where the values are kept; taken over.
        parent: The owner.

    Signals:
        font_size_changed(int): The size of the text in the panes changed.
    """

    font_size_changed = Signal(int)

    def __init__(self, store: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        store.setParent(self)

    @property
    def font_size(self) -> int:
        """Size of the text in the panes, in pixels."""
        value = self._number("text/font_size")
        if value is None or not FONT_SIZE_MIN <= value <= FONT_SIZE_MAX:
            return FONT_SIZE
        return round(value)

    @font_size.setter
    def font_size(self, pixels: int) -> None:
        pixels = min(max(pixels, FONT_SIZE_MIN), FONT_SIZE_MAX)
        if pixels != self.font_size:
            self._store.setValue("text/font_size", pixels)
            self.font_size_changed.emit(pixels)

    @property
    def geometry(self) -> QByteArray | None:
        """The window's geometry as ``saveGeometry`` gave it, or ``None``."""
        value = self._store.value("window/geometry")
        return value if isinstance(value, QByteArray) and not value.isEmpty() else None

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self._store.setValue("window/geometry", geometry)

    @property
    def source_share(self) -> float:
        """The part of the window that the source pane takes, from 0 to 1."""
        value = self._number("window/source_share")
        return value if value is not None and _SHARE_MIN <= value <= _SHARE_MAX else 0.5

    @source_share.setter
    def source_share(self, share: float) -> None:
        self._store.setValue("window/source_share", round(share, 4))

    def _number(self, key: str) -> float | None:
        # An ini file hands back strings, the native stores numbers.
        value = self._store.value(key)
        if not isinstance(value, str | int | float):
            return None
        try:
            return float(value)
        except ValueError:
            return None
