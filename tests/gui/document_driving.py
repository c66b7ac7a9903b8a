"""How tests bring documents and follow what becomes of them."""

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMessageBox


def write(folder, name="a.txt", sentences=3):
    path = folder / name
    body = "\n\n".join(f"Line {number} of {path.stem}." for number in range(sentences))
    if path.suffix == ".srt":
        body = f"1\n00:00:01,000 --> 00:00:02,000\n{body.splitlines()[0]}\n"
    path.write_text(body, "utf-8")
    return path


def made(path):
    return path.with_name(f"{path.stem}.zh{path.suffix}")


def states(window):
    return [row.state for row in window.documents_page.list.documents.rows]


def rows(window):
    return window.documents_page.list.documents.rows


def done(window):
    """How many sentences of the first document are translated."""
    return rows(window)[0].progress.done if rows(window) else 0


def numbers(window):
    return [row.number for row in rows(window)]


def until(qtbot, window, *wanted):
    qtbot.waitUntil(lambda: states(window) == list(wanted), timeout=20_000)


def journals(home):
    return list(home.glob("*.job")) if home.exists() else []


def boxes(window):
    return [each for each in window.findChildren(QMessageBox) if each.isVisible()]


def press(qtbot, window, words):
    qtbot.waitUntil(lambda: bool(boxes(window)))
    (box,) = boxes(window)
    button = next(each for each in box.buttons() if words in each.text().replace("&", ""))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def files(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(widget, *paths):
    data = files(*paths)
    arguments = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
                 Qt.KeyboardModifier.NoModifier)  # fmt: skip
    enter = QDragEnterEvent(QPointF(30, 30).toPoint(), *arguments)
    QApplication.sendEvent(widget, enter)
    if enter.isAccepted():
        QApplication.sendEvent(widget, QDropEvent(QPointF(30, 30), *arguments))
    return enter.isAccepted()
