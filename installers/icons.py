"""The program's icon in the forms that systems want, all drawn from one SVG file."""

from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from installers.errors import BuildError

SIZES: Final = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)
"""Widths of the pictures, in pixels, that Linux desktops look for."""

_ICO_SIZES: Final = (16, 24, 32, 48, 64, 128, 256)
_ICNS_SIZES: Final = (16, 32, 64, 128, 256, 512, 1024)


def png(svg: Path, size: int) -> bytes:
    """Draw ``svg`` as a PNG picture, ``size`` pixels wide and high.

    Raises:
        BuildError: It is no picture.
    """
    # Drawing needs a GUI application, though no screen.
    application = QGuiApplication.instance() or QGuiApplication(["icons", "-platform", "offscreen"])
    renderer = QSvgRenderer(str(svg), application)
    if not renderer.isValid():
        raise BuildError(f"{svg}: expected an SVG picture, found something else")
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs know bytes only
    buffer.close()
    return bytes(data.data())


def write_hicolor(svg: Path, folder: Path, name: str) -> None:
    """Write the icon into ``folder`` as the icon theme "hicolor" is laid out."""
    for size in SIZES:
        _put(folder / f"{size}x{size}/apps/{name}.png", png(svg, size))
    _put(folder / f"scalable/apps/{name}.svg", svg.read_bytes())


def write_ico(svg: Path, path: Path) -> None:
    """Write the icon as Windows wants it: one file with all sizes."""
    _write_pillow(svg, path, "ICO", _ICO_SIZES)


def write_icns(svg: Path, path: Path) -> None:
    """Write the icon as macOS wants it: one file with all sizes."""
    _write_pillow(svg, path, "ICNS", _ICNS_SIZES)


def _write_pillow(svg: Path, path: Path, kind: str, sizes: tuple[int, ...]) -> None:
    images = [Image.open(BytesIO(png(svg, size))) for size in reversed(sizes)]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        images[0].save(file, kind, append_images=images[1:], sizes=[(size, size) for size in sizes])


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
