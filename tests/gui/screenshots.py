"""Picture the window in each of its states: ``python -m tests.gui.screenshots OUTDIR [NAME …]``.

Every state is pictured in light and dark, in Chinese, and in a narrow window.
"""

import json
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QRect, QSettings
from PySide6.QtGui import QColor, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from gui.history import History
from gui.session import State
from gui.settings import Settings
from gui.window import MainWindow
from gui.worker import TranslationThread
from tests.gui.document_scenes import DOCUMENT_SCENES
from tests.gui.pack_scenes import PACK_SCENES
from tests.gui.scenes import SCENES, Scene, Studio

WIDE, NARROW = (1200, 760), (480, 720)
LOOKS = {
    "light": (WIDE, False, "en"),
    "dark": (WIDE, True, "en"),
    "chinese": (WIDE, False, "zh_CN"),
    "narrow": (NARROW, False, "en"),
}


def dark_palette() -> QPalette:
    """A dark palette like that of a desktop."""
    role = QPalette.ColorRole
    palette = QPalette(QColor("#2b2b2e"), QColor("#2b2b2e"))
    palette.setColor(role.Base, QColor("#1e1e20"))
    palette.setColor(role.Accent, QColor("#4c9aff"))
    palette.setColor(role.Highlight, QColor("#2f5f9e"))
    for text in (role.Text, role.WindowText, role.ButtonText, role.HighlightedText):
        palette.setColor(text, QColor("#ececec"))
    return palette


def _photograph(window: QWidget) -> QPixmap:
    """Picture a window with the pop-ups over it, and a line where a desktop frames them."""
    above = [
        (popup, QRect(window.mapFromGlobal(popup.pos()), popup.size()))
        for popup in QApplication.topLevelWidgets()
        if popup is not window and popup.isVisible()
    ]
    whole = window.rect()
    for _popup, place in above:
        whole = whole.united(place.adjusted(-1, -1, 1, 1))
    ratio = window.devicePixelRatioF()
    picture = QPixmap(whole.size() * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor("#888888"))
    painter = QPainter(picture)
    painter.translate(-whole.topLeft())
    painter.drawPixmap(0, 0, window.grab())
    painter.setPen(QColor("#888888"))
    for popup, place in above:
        painter.drawPixmap(place.topLeft(), popup.grab())
        painter.drawRect(place.adjusted(-1, -1, 0, 0))
    painter.end()
    return picture


def take(studio: Studio, scene: Scene, look: str, target: Path) -> None:
    """Picture one scene in one look."""
    size, dark, language = LOOKS[look]
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        settings = Settings(store)
        settings.interface_language = language
        file = Path(folder) / "history.sqlite3"
        if scene.history:
            with History(file) as history:
                history.restore(scene.history)
        window = MainWindow(
            lambda: TranslationThread(scene.load),
            settings,
            lambda: "0.1.0",
            history=file,
        )
        # Making the window asks the system for its colours, so ours come after that.
        studio.app.setPalette(dark_palette() if dark else studio.light)
        window.resize(*size)
        # At the right edge, so that a menu has no room to leave the picture.
        screen = studio.app.primaryScreen().availableGeometry()
        window.move(max(screen.right() - size[0], 0), 80)
        window.start()
        if scene.state is not State.LOADING:
            studio.until(lambda: window.session.state is not State.LOADING)
        if scene.text:
            window.page.source.view.replace_text(scene.text)
        studio.until(lambda: window.session.state is scene.state)
        scene.then(studio, window)
        studio.rest(0.8)
        _photograph(window).save(str(target))
        for popup in QApplication.topLevelWidgets():
            if popup is not window:
                popup.hide()
        window.quit()
        studio.until(lambda: not isValid(window))


def _large_screen(folder: Path) -> None:
    """Give the platform without a screen one that dialogs have room on."""
    if os.environ.get("QT_QPA_PLATFORM") == "offscreen":
        screen = {"name": "screen", "x": 0, "y": 0, "width": 1920, "height": 1200, "dpr": 1}
        file = folder / "screens.json"
        file.write_text(json.dumps({"screens": [screen]}), "utf-8")
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={file}"


def main(folder: Path, wanted: Iterable[str] = ()) -> None:
    """Write a picture of each scene in each look into ``folder``; ``wanted`` limits the names."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        _large_screen(Path(temporary))
        studio = Studio()
    chosen = set(wanted)
    for scene_name, scene in {**SCENES, **DOCUMENT_SCENES, **PACK_SCENES}.items():
        for look in LOOKS:
            name = f"{scene_name}-{look}"
            if not chosen or chosen & {name, scene_name, look}:
                take(studio, scene, look, folder / f"{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
