"""Doing what a start was asked to do."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from gui.instance import Request
from gui.opening import take
from gui.session import State
from tests.gui.fakes import translated

# Only the test platform complains, of every dialog and of windows above others.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "does not support raise")


@pytest.fixture
def window(qtbot, open_window):
    opened = open_window()
    qtbot.waitUntil(lambda: opened.session.state is State.EMPTY)
    return opened


def box(window):
    (shown,) = (each for each in window.findChildren(QMessageBox) if each.isVisible())
    return shown


def text(window):
    return window.page.source.view.source_text()


def test_a_text_replaces_what_is_there_and_can_be_undone(qtbot, window):
    window.page.source.view.insertPlainText("Before.")
    window.commands.show_settings.trigger()
    take(window, Request(text="Handed over."))
    assert window.pages.currentWidget() is window.page
    qtbot.waitUntil(lambda: window.page.target.view.translation == translated("Handed over."))
    window.page.source.view.undo()
    assert text(window) == "Before."


def test_a_bare_second_start_only_shows_the_window(qtbot, window):
    window.page.source.view.insertPlainText("Before.")
    window.hide()
    take(window, Request())
    assert window.isVisible()
    assert text(window) == "Before."


def test_files_are_shown_one_after_the_other(qtbot, window, tmp_path):
    for name, content in (("a.txt", "First.\n"), ("b.txt", "Second.\n")):
        (tmp_path / name).write_text(content, encoding="utf-8")
    take(window, Request(files=(str(tmp_path / "a.txt"),)))
    assert text(window) == "First.\n"
    take(window, Request(files=(str(tmp_path / "a.txt"), str(tmp_path / "b.txt"))))
    assert text(window) == "First.\n\nSecond."


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_shown(qtbot, window, tmp_path):
    (tmp_path / "good.txt").write_text("Good.", encoding="utf-8")
    (tmp_path / "bad.bin").write_bytes(bytes(range(256)))
    missing = tmp_path / "missing.txt"
    files = (str(tmp_path / "bad.bin"), str(missing), str(tmp_path / "good.txt"))
    take(window, Request(files=files))
    assert text(window) == "Good."
    said = box(window)
    assert said.text() == "Some files cannot be opened"
    first, second = said.informativeText().splitlines()
    assert first.startswith("bad.bin: This is no plain text file.")
    assert second.startswith("missing.txt: This file is no longer there.")
    said.close()
    take(window, Request(files=(str(missing),)))
    assert box(window).text() == "missing.txt"
    assert "no longer there" in box(window).informativeText()
    box(window).close()
    assert text(window) == "Good."


def test_many_bad_files_make_one_box_of_some_lines(qtbot, window, tmp_path):
    take(window, Request(files=tuple(str(tmp_path / f"{number}.txt") for number in range(50))))
    lines = box(window).informativeText().splitlines()
    assert lines[-1] == "… and 42 more"
    assert len(lines) == 9
    box(window).close()


def test_documents_are_translated_into_files_of_their_own(qtbot, window, folder):
    document = folder / "a.json"
    document.write_text('{"title": "Good morning."}', encoding="utf-8")
    take(window, Request(files=(str(document),)))
    assert window.pages.currentWidget() is window.documents_page
    qtbot.waitUntil((folder / "a.zh.json").exists)
    assert text(window) == ""


def test_a_text_that_is_too_large_is_offered_as_a_document(qtbot, window, folder):
    novel = folder / "novel.txt"
    novel.write_text("A line.\n\n" * 120_000, encoding="utf-8")
    take(window, Request(files=(str(novel),)))
    offer = next(each for each in box(window).buttons() if "document" in each.text())
    offer.click()
    page = window.documents_page
    assert window.pages.currentWidget() is page
    qtbot.waitUntil(lambda: [row.job.source for row in page.list.documents.rows] == [novel])


def test_the_clipboard_is_translated(qtbot, window, monkeypatch):
    QGuiApplication.clipboard().setText("Copied.")
    take(window, Request(translate_clipboard=True))
    assert text(window) == "Copied."


def test_the_desktops_token_reaches_qt(qtbot, window, monkeypatch):
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    monkeypatch.delenv("DESKTOP_STARTUP_ID", raising=False)
    import os

    take(window, Request(activation="token-1"))
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "token-1"
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN")
    monkeypatch.delenv("DESKTOP_STARTUP_ID")
