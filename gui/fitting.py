"""How large a window can be on its screen."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

_FRAME, _TITLE_BAR = 8, 40
"""What a desktop puts around a window, more or less; it is known only once the window is there."""


def fitting(widget: QWidget, size: QSize) -> QSize:
    """Return ``size``, or as much of it as the screen of ``widget`` has room for."""
    room = widget.screen().availableGeometry().size()
    return size.boundedTo(room - QSize(_FRAME, _TITLE_BAR))
