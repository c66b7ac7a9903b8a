"""The page for documents as its user meets it."""

import json
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from engine.documents.refusals import DocumentProtected
from gui.document_desk import Plan
from gui.document_jobs import JobState
from gui.session import State
from tests.gui.document_driving import drop, made, press, rows, states, until, write
from tests.gui.driving import wait_for
from tests.gui.fakes import FakeTranslator

# Only the test platform complains, and of every dialog and pop-up.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|does not support")


@pytest.mark.parametrize(
    ("answer", "names", "old"),
    [
        ("Keep both", ["a.txt", "a.zh (2).txt", "a.zh.txt"], True),
        ("Replace", ["a.txt", "a.zh.txt"], False),
        ("Cancel", ["a.txt", "a.zh.txt"], True),
    ],
)
def test_a_result_that_is_there_is_asked_about_once(qtbot, open_window, folder, answer, names, old):
    path = write(folder)
    made(path).write_text("old", "utf-8")
    window = open_window()
    window.documents_page.add([path])
    press(qtbot, window, answer)
    if answer == "Cancel":
        assert states(window) == []
    else:
        until(qtbot, window, JobState.DONE)
    assert sorted(each.name for each in folder.iterdir()) == names
    assert (made(path).read_text("utf-8") == "old") is old


def test_a_result_that_appeared_meanwhile_is_asked_about_when_one_tries_again(
    qtbot, open_window, folder
):
    path = write(folder)
    go_on = threading.Event()

    def load():
        go_on.wait(20)
        return FakeTranslator()

    window = open_window(load=load)
    window.documents_page.add([path])
    until(qtbot, window, JobState.WAITING)
    made(path).write_text("old", "utf-8")
    go_on.set()
    until(qtbot, window, JobState.FAILED)
    window.documents_page.list.retry.trigger()
    press(qtbot, window, "Replace")
    until(qtbot, window, JobState.DONE)
    assert made(path).read_text("utf-8").startswith("译")


def test_a_folder_brings_all_of_its_documents_into_a_chosen_one(qtbot, open_window, folder):
    (folder / "inner").mkdir()
    write(folder, "a.txt")
    write(folder / "inner", "b.md")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    results = folder.parent / "results"
    window = open_window()
    window.settings.documents_folder = str(results)
    window.documents_page.add([folder])
    until(qtbot, window, JobState.DONE, JobState.DONE)
    assert (results / "a.zh.txt").exists()
    assert (results / "inner" / "b.zh.md").exists()
    window.settings.documents_folder = ""


def test_two_documents_of_one_name_get_two_results(qtbot, open_window, folder):
    for name in ("x", "y"):
        (folder / name).mkdir()
    paths = [write(folder / "x"), write(folder / "y")]
    window = open_window()
    window.settings.documents_folder = str(folder)
    window.documents_page.add(paths)
    until(qtbot, window, JobState.DONE, JobState.DONE)
    assert sorted(each.name for each in folder.glob("*.txt")) == ["a.zh (2).txt", "a.zh.txt"]
    window.settings.documents_folder = ""


def test_what_cannot_be_translated_is_named(qtbot, open_window, folder):
    picture = folder / "picture.png"
    picture.write_bytes(b"\x89PNG")
    (folder / "none").mkdir()
    good = write(folder)
    window = open_window()
    window.commands.show_documents.trigger()
    window.documents_page.add([picture, folder / "none", good])
    until(qtbot, window, JobState.DONE)
    notice = window.documents_page.notice
    assert notice.isVisible()
    assert "picture.png" in notice.label.text()
    assert "1 more" in notice.label.text()
    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    assert not notice.isVisible()


def test_what_is_dropped_goes_where_it_belongs(qtbot, open_window, folder):
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    plain, subtitles = write(folder), write(folder, "c.srt")
    view = window.page.source.view
    assert drop(view.viewport(), plain)
    assert view.source_text().startswith("Line 0 of a.")
    assert window.pages.currentWidget() is window.page
    assert drop(view.viewport(), subtitles)
    assert window.pages.currentWidget() is window.documents_page
    until(qtbot, window, JobState.DONE)
    window.commands.show_settings.trigger()
    assert drop(window, folder)
    assert window.pages.currentWidget() is window.documents_page
    # Both of the folder; for the one, there is a result already.
    press(qtbot, window, "Replace")
    until(qtbot, window, *[JobState.DONE] * 3)


def test_a_text_that_is_too_large_is_offered_as_a_document(qtbot, open_window, folder):
    path = folder / "novel.txt"
    path.write_text("This is a line of a novel.\n\n" * 40_000, "utf-8")
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    drop(window.page.source.view.viewport(), path)
    notice = window.page.target.notice
    assert "novel.txt" in notice.label.text()
    assert notice.button.text() == "Translate as a document"
    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    assert window.pages.currentWidget() is window.documents_page
    until(qtbot, window, JobState.DONE)


def test_the_report_lists_what_to_check_and_is_saved(qtbot, open_window, folder, monkeypatch):
    window = open_window(
        FakeTranslator(flags=lambda text: ("low-confidence",) if " 1 " in text else ())
    )
    window.commands.show_documents.trigger()
    page = window.documents_page
    page.add([write(folder)])
    until(qtbot, window, JobState.DONE)
    pane = page.report
    assert pane.isVisible()
    assert "3 of 3 sentences translated · 1 to check" in pane.headline.text()
    doubts = pane.list.doubts
    assert doubts.rowCount() == 1
    assert doubts.reason(doubts.index(0)) == "line 3 · The model was unsure of this sentence."
    pane.list.setCurrentIndex(doubts.index(0))
    pane.list.copy.trigger()
    assert QApplication.clipboard().text() == "Line 1 of a.\n译<LINE 1 OF A.>"
    target = folder / "report.json"
    monkeypatch.setattr(
        "gui.document_report.QFileDialog.getSaveFileName", lambda *_: (str(target), "")
    )
    qtbot.mouseClick(pane.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(target.exists)
    assert json.loads(target.read_text("utf-8"))["flagged"] == 1
    target.unlink()
    monkeypatch.setattr(
        "gui.document_report.QFileDialog.getSaveFileName",
        lambda *_: (str(folder / "nowhere" / "x.json"), ""),
    )
    qtbot.mouseClick(pane.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.notice.isVisible)
    assert "cannot be written" in page.notice.label.text()


def test_results_are_opened_and_shown(qtbot, open_window, folder, monkeypatch):
    opened = []

    def open_url(url):
        opened.append(Path(url.toLocalFile()))
        return True

    monkeypatch.setattr("gui.file_manager.QDesktopServices.openUrl", open_url)
    monkeypatch.setattr("gui.file_manager.sys.platform", "linux")
    window = open_window()
    window.commands.show_documents.trigger()
    page, path = window.documents_page, write(folder)
    page.add([path])
    until(qtbot, window, JobState.DONE)
    page.list.setFocus()
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    qtbot.keyClick(page.list, Qt.Key.Key_F)
    assert opened == [made(path), folder]
    made(path).unlink()
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    assert page.notice.isVisible()


def test_everything_is_done_by_key(qtbot, open_window, folder):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    qtbot.keyClick(window.page.source.view, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.currentWidget() is window.documents_page
    page = window.documents_page
    page.add([write(folder)])
    until(qtbot, window, JobState.RUNNING)
    assert page.list.hasFocus()
    qtbot.keyClick(page.list, Qt.Key.Key_Space)
    assert states(window) == [JobState.PAUSED]
    qtbot.keyClick(page.list, Qt.Key.Key_Space)
    until(qtbot, window, JobState.RUNNING)
    qtbot.keyClick(page.list, Qt.Key.Key_C)
    assert states(window) == [JobState.CANCELLED]
    qtbot.keyClick(page.list, Qt.Key.Key_R)
    translator.gate.release(100)
    until(qtbot, window, JobState.DONE)
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    assert states(window) == []
    assert page.empty.isVisible()


@pytest.fixture
def window(qtbot, open_window, folder):
    """A window that shows a document of which a sentence is to be checked."""
    opened = open_window(FakeTranslator(flags=lambda _text: ("low-confidence",)))
    opened.commands.show_documents.trigger()
    opened.documents_page.add([write(folder)])
    until(qtbot, opened, JobState.DONE)
    return opened


def buttons(window):
    roots = (window.documents_page, window.documents.notice, *window.bar.tabs)
    found = [each for root in roots for each in (root, *root.findChildren(QAbstractButton))]
    return [each for each in found if isinstance(each, QAbstractButton) and each.isVisible()]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_every_button_has_a_letter_of_its_own(window, language):
    window.settings.interface_language = language
    window.documents.notice.offer(2)
    page = window.documents_page
    page._tell_unopened()
    letters = [each.shortcut().toString() for each in buttons(window)]
    keys = [key for key in letters if key]
    assert len(keys) == len(set(keys)), sorted(keys)
    assert len(keys) >= 12
    window.settings.interface_language = "en"


def test_tab_goes_through_the_page_from_top_to_bottom(qtbot, window):
    page = window.documents_page
    window.activateWindow()
    page.bar.setFocus()
    visited = []
    for _ in range(40):
        focus = QApplication.focusWidget()
        if focus is None or not page.isAncestorOf(focus):
            break
        visited.append(focus)
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    able = [each for each in buttons(window) if each.isEnabled() and page.isAncestorOf(each)]
    assert not set(able) - set(visited), [each.accessibleName() for each in able]
    assert {page.list, page.report.list} < set(visited)
    places = [each.mapTo(page, each.rect().center()).y() for each in visited]
    assert places == sorted(places)


def test_every_control_says_what_it_is(window):
    page = window.documents_page
    controls = [*buttons(window), page.list, page.report.list]
    for control in controls:
        assert control.accessibleName() or control.text(), control
        assert "&" not in control.accessibleName()
    index = page.list.documents.index(0)
    spoken = page.list.documents.data(index, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "a.txt. To check. 3 of 3 sentences translated · 3 to check"


def test_esc_leads_back_to_the_text(qtbot, window):
    qtbot.keyClick(window.documents_page.list, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.page


def test_layout_and_place_are_chosen_and_remembered(qtbot, window, folder, monkeypatch):
    page, settings = window.documents_page, window.settings
    page.bar.layout_button.chosen.emit("inline")
    qtbot.waitUntil(lambda: page.bar.layout_button.text() == "Both languages")
    monkeypatch.setattr(
        "gui.document_bar.QFileDialog.getExistingDirectory", lambda *_: str(folder / "out")
    )
    page.bar.place_button.chosen.emit("choose")
    qtbot.waitUntil(lambda: page.bar.place_button.text() == "In “out”")
    page.add([write(folder, "b.txt", 1)])
    until(qtbot, window, JobState.DONE, JobState.DONE)
    made = (folder / "out" / "b.zh.txt").read_text("utf-8")
    assert made.split() == ["Line", "0", "of", "b.", "译<LINE", "0", "OF", "B.>"]
    assert (settings.documents_bilingual, settings.documents_folder) == (
        "inline",
        str(folder / "out"),
    )
    page.bar.layout_button.chosen.emit("none")
    page.bar.place_button.chosen.emit("")
    qtbot.waitUntil(lambda: page.bar.place_button.text() == "Beside the original")


def test_what_is_said_follows_the_language_of_the_interface(qtbot, window, folder):
    page = window.documents_page
    page.queue.planned.emit(Plan(problems=((folder / "x.docx", DocumentProtected("")),)))
    assert "locked" in page.notice.label.text()
    window.settings.interface_language = "zh_CN"
    assert "密码" in page.notice.label.text()
    assert "共 3 句" in page.report.headline.text()
    window.settings.interface_language = "en"
    assert "locked" in page.notice.label.text()


def test_the_page_takes_files_only(window, folder):
    assert not drop(window.documents_page)
    assert isinstance(window.documents_page, QWidget)
    assert len(rows(window)) == 1
