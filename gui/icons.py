"""Icons: line drawings in SVG, coloured like the text beside them."""

from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gui.theme import Theme

ICON_FOLDER = Path(__file__).resolve().parent.parent / "assets" / "icons"
SIZE = 16
"""Pixels that styles give the icon of a button; another size would be scaled, and blurred."""
_RATIOS = (1.0, 1.25, 1.5, 1.75, 2.0, 3.0)


def _render(drawing: QSvgRenderer, size: int, ratio: float) -> QPixmap:
    pixmap = QPixmap(QSize(size, size) * ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    drawing.render(painter, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _tinted(svg: bytes, colour: QColor) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(svg.replace(b"currentColor", colour.name().encode())))


def icon(name: str, theme: Theme) -> QIcon:
    """Return the line icon ``name`` in the colours of ``theme``.

    Raises:
        FileNotFoundError: There is no such icon.
    """
    svg = (ICON_FOLDER / f"{name}.svg").read_bytes()
    result = QIcon()
    for mode, colour in (
        (QIcon.Mode.Normal, theme.muted),
        (QIcon.Mode.Active, theme.text),
        (QIcon.Mode.Disabled, theme.disabled),
    ):
        drawing = _tinted(svg, colour)
        for ratio in _RATIOS:
            result.addPixmap(_render(drawing, SIZE, ratio), mode)
    return result


def pixmap(name: str, colour: QColor, ratio: float, size: int = SIZE) -> QPixmap:
    """Return the line icon ``name`` in one colour, for a screen of the given pixel ratio."""
    return _render(_tinted((ICON_FOLDER / f"{name}.svg").read_bytes(), colour), size, ratio)


def app_icon() -> QIcon:
    """Return the icon of the program."""
    drawing = QSvgRenderer(QByteArray((ICON_FOLDER / "yiwen.svg").read_bytes()))
    result = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        result.addPixmap(_render(drawing, size, 1.0))
    return result
