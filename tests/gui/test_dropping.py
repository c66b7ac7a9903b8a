"""Text and files that are dropped onto the source pane."""

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMessageBox

from gui.errors import describe_opening
from gui.session import State
from gui.text_files import NotText
from tests.gui.driving import shown, source, wait_for


def drop(window, data):
    """Drag over the pane and let go; tell whether the pane wanted it."""
    view = source(window).viewport()
    arguments = (
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter = QDragEnterEvent(QPointF(30, 30).toPoint(), *arguments)
    QApplication.sendEvent(view, enter)
    if enter.isAccepted():
        QApplication.sendEvent(view, QDropEvent(QPointF(30, 30), *arguments))
    return enter.isAccepted()


def files(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def test_text_is_inserted_and_translated(qtbot, open_window):
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    data = QMimeData()
    data.setText("One.")
    assert drop(window, data)
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == "译<ONE.>"


def test_files_take_the_place_of_the_text(qtbot, open_window, tmp_path):
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_bytes("Héllo.".encode("utf-16"))
    second.write_bytes("你好.".encode("gb18030"))
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    qtbot.keyClicks(source(window), "Old.")
    assert drop(window, files(first, second))
    assert source(window).source_text() == "Héllo.\n\n你好."
    qtbot.waitUntil(lambda: shown(window) == "译<HÉLLO.>\n\n译<你好.>")
    source(window).undo()
    assert source(window).source_text() == "Old."


def test_a_file_that_is_no_text_is_named_and_changes_nothing(qtbot, open_window, tmp_path):
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff")
    window = open_window()
    qtbot.keyClicks(source(window), "Old.")
    wait_for(qtbot, window, State.DONE)
    assert drop(window, files(picture))
    notice = window.page.target.notice
    assert notice.isVisible()
    assert "picture.png" in notice.label.text()
    assert describe_opening(NotText("")) in notice.label.text()
    assert str(tmp_path) not in notice.label.text()
    assert source(window).source_text() == "Old."


def test_what_is_neither_is_refused(qtbot, open_window):
    window = open_window()
    data = QMimeData()
    data.setData("application/x-something", b"1")
    assert not drop(window, data)


@pytest.mark.parametrize("what", ["text", "file"])
def test_what_is_dropped_is_copied_though_it_is_offered_to_be_moved(
    qtbot, open_window, tmp_path, what
):
    file = tmp_path / "a.txt"
    file.write_text("One.")
    data = files(file)
    if what == "text":
        data = QMimeData()
        data.setText("One.")
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    point = QPointF(30, 30)
    # The desktop proposes a move, as it does between two folders.
    rest = data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
    actions = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    for event in (
        QDragEnterEvent(point.toPoint(), actions, *rest),
        QDragMoveEvent(point.toPoint(), actions, *rest),
        QDropEvent(point, actions, *rest),
    ):
        event.setDropAction(Qt.DropAction.MoveAction)
        QApplication.sendEvent(source(window).viewport(), event)
        assert event.isAccepted()
        assert event.dropAction() is Qt.DropAction.CopyAction
    assert source(window).source_text() == "One."


@pytest.mark.qt_log_ignore("propagateSizeHints")
@pytest.mark.parametrize("good", [0, 1])
def test_every_file_that_cannot_be_read_is_named_beside_those_that_can(
    qtbot, open_window, tmp_path, good
):
    bad = [tmp_path / "picture.png", tmp_path / "empty.txt"][good:]
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff")
    (tmp_path / "empty.txt").write_text(" ")
    fine = [tmp_path / "a.txt"][:good]
    for file in fine:
        file.write_text("One.")
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    assert drop(window, files(*bad, *fine))
    (box,) = window.findChildren(QMessageBox)
    assert all(file.name in box.text() + box.informativeText() for file in bad)
    wait_for(qtbot, window, State.DONE if good else State.EMPTY)
    assert box.isVisible()
    assert shown(window) == "译<ONE.>" * good
    box.close()
