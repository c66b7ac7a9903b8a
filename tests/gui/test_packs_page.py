"""The page with the models: what is listed, and what can be done with it."""

import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMessageBox

from engine.errors import PackNotFound
from engine.pack import default_packs
from gui.import_process import Examination, Result
from gui.session import State
from tests.gui.driving import paste, shown, wait_for
from tests.gui.fakes import FakeLibrary
from tests.gui.pack_driving import (
    GOOD,
    agree,
    card,
    choose,
    end,
    fake,
    lines,
    listed,
    names,
)

# Only the test platform complains, and of every dialog and pop-up.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|does not support")


@pytest.fixture
def window(models):
    return models


# --- The list ---------------------------------------------------------------------------------


def test_the_list_tells_what_matters_the_users_own_first(window):
    places = [pack.place for pack in window.packs_page.list.packs.packs]
    assert places == sorted(places, key=["user", "system", "program"].index)
    one = listed(window, "one-en-zh")
    use, facts, day, worth, place = window.packs_page.list.packs.lines(one, window.locale())
    # By its name: of two that can do it, the first.
    assert listed(window, "one-en-zh").default
    assert use == "In use · Default"
    for fact in ("English → 中文（简体）", "CC-BY-SA-4.0", "BLEU 12.3", "chrF 20.0", "kB"):
        assert fact in facts
    assert day
    assert worth.startswith("Good · ")
    assert "由测试而作" in worth
    assert place == ""
    assert window.packs_page.footer.remark.text().startswith(f"{len(names(window))} models, ")


def test_a_screen_reader_hears_all_of_it(window):
    model = window.packs_page.list.packs
    spoken = model.data(model.index(model.row_of("one-en-zh")), Qt.ItemDataRole.AccessibleTextRole)
    for words in ("One en→zh", "In use", "English", "CC-BY-SA-4.0", "Good"):
        assert words in spoken


def test_a_damaged_pack_is_listed_and_can_only_be_removed(qtbot, window, packs):
    (packs / "one-en-zh" / "manifest.json").write_text("{", "utf-8")
    window.packs_page.look()
    qtbot.waitUntil(lambda: not listed(window, "one-en-zh").sound)
    view = choose(window, "one-en-zh")
    able = [action for action in view.actions_on_pack if action.isEnabled()]
    assert able == [view.show_folder, view.remove]
    model = view.packs
    assert "Damaged" in model.data(model.index(0), Qt.ItemDataRole.AccessibleTextRole) or any(
        "Damaged" in model.lines(pack, window.locale())[3] for pack in model.packs
    )


def test_without_packs_the_page_says_what_to_do(qtbot, open_window, home, monkeypatch):
    monkeypatch.setattr("engine.pack_store._bundled_folder", lambda: home / "none")

    def missing():
        raise PackNotFound(home, "a model pack", "nothing")

    window = open_window(load=missing, library=FakeLibrary())
    wait_for(qtbot, window, State.NO_PACK)
    notice = window.page.target.notice
    assert notice.button.text() == "Get a model"
    notice.button.click()
    page = window.packs_page
    assert window.pages.currentWidget() is page
    qtbot.waitUntil(lambda: "Drop the folder" in page.empty.text())
    assert page.empty.isVisible()
    assert not page.list.isVisible()
    assert not any(action.isEnabled() for action in page.list.actions_on_pack)


def test_a_pack_that_comes_where_there_was_none_is_used_at_once(qtbot, open_window, home, orders):
    def missing():
        raise PackNotFound(home, "a model pack", "nothing")

    library = FakeLibrary()
    window = open_window(load=missing, library=library)
    wait_for(qtbot, window, State.NO_PACK)
    paste(window, "Hello.")
    window.commands.show_packs.trigger()
    window.packs_page.bring([home / "model"])
    library.packs["one-en-zh"] = fake("one-en-zh")
    end(window, 1, Result(name="one-en-zh", installed=True, report=GOOD))
    qtbot.waitUntil(lambda: shown(window) == "译<HELLO.>")
    assert window.manner.pack_button.text() == "One en→zh"


# --- What can be done with a pack --------------------------------------------------------------


def test_a_pack_is_used_and_the_bar_knows(qtbot, window):
    view = choose(window, "back-zh-en")
    view.use.trigger()
    qtbot.waitUntil(lambda: view.packs.in_use == "back-zh-en")
    assert window.manner.languages.target_button.text() == "English"
    assert not view.use.isEnabled()
    assert window.settings.pack == "back-zh-en"


def test_both_directions_can_be_swapped(qtbot, window):
    languages = window.manner.languages
    assert languages.swapped_pack == "back-zh-en"
    window.manner.swap()
    qtbot.waitUntil(lambda: window.packs_page.list.packs.in_use == "back-zh-en")
    window.manner.swap()
    qtbot.waitUntil(lambda: window.packs_page.list.packs.in_use != "back-zh-en")


def test_the_default_belongs_to_a_direction(qtbot, window):
    view = choose(window, "two-en-zh")
    view.set_default.trigger()
    qtbot.waitUntil(lambda: default_packs() == {"en-zh": "two-en-zh"})
    qtbot.waitUntil(lambda: listed(window, "two-en-zh").default)
    assert not listed(window, "one-en-zh").default
    assert listed(window, "back-zh-en").default
    assert view.chosen.name == "two-en-zh"
    assert not view.set_default.isEnabled()
    assert "default" in window.packs_page.footer.remark.text()


def test_what_is_told_after_the_end_begins_nothing(qtbot, window, no_thread_left):
    page = window.packs_page
    window.end()
    page.keeper.removed.emit("one-en-zh")
    page.bring([Path("/nowhere")])
    assert all(thread.isFinished() for thread in no_thread_left)


def test_a_pack_is_exported_as_a_file(qtbot, window, tmp_path, monkeypatch):
    target = tmp_path / "out.zip"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    choose(window, "two-en-zh").export.trigger()
    qtbot.waitUntil(lambda: window.packs_page.footer.remark.text() == "Exported to “out.zip”.")
    with zipfile.ZipFile(target) as archive:
        assert "two-en-zh/manifest.json" in archive.namelist()


def test_what_cannot_be_written_is_said(qtbot, window, tmp_path, monkeypatch):
    target = tmp_path / "no" / "such" / "folder" / "out.zip"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    choose(window, "two-en-zh").export.trigger()
    remark = window.packs_page.footer.remark
    qtbot.waitUntil(lambda: remark.text().startswith("That could not be written."))


def test_the_folder_is_shown(window, packs, monkeypatch):
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    choose(window, "two-en-zh").show_folder.trigger()
    assert [url.toLocalFile() for url in opened] == [str(packs / "two-en-zh")]


def test_a_pack_is_removed_after_one_question(qtbot, window, packs):
    choose(window, "two-en-zh").remove.trigger()
    box = window.packs_page.findChild(QMessageBox)
    assert "Two en→zh" in box.text()
    assert (packs / "two-en-zh").exists()
    agree(qtbot, window)
    qtbot.waitUntil(lambda: "two-en-zh" not in names(window))
    assert not (packs / "two-en-zh").exists()
    assert "removed" in window.packs_page.footer.remark.text()
    assert window.session.packs_loaded == 1


def test_a_pack_in_use_is_let_go_of_before_it_is_removed(qtbot, window, packs):
    paste(window, "One.")
    wait_for(qtbot, window, State.DONE)
    there = []

    def load():
        there.append((packs / "one-en-zh").exists())
        return fake("two-en-zh")()

    window.manner.library.packs["two-en-zh"] = load
    choose(window, "one-en-zh").remove.trigger()
    agree(qtbot, window)
    qtbot.waitUntil(lambda: "one-en-zh" not in names(window))
    assert there == [True]
    assert window.packs_page.list.packs.in_use == "two-en-zh"
    assert window.settings.pack == "two-en-zh"
    wait_for(qtbot, window, State.DONE)


def test_the_only_pack_can_be_removed_too(qtbot, window, packs):
    window.manner.library.packs = {"one-en-zh": fake("one-en-zh")}
    paste(window, "One.")
    wait_for(qtbot, window, State.DONE)
    choose(window, "one-en-zh").remove.trigger()
    agree(qtbot, window)
    qtbot.waitUntil(lambda: not (packs / "one-en-zh").exists())
    wait_for(qtbot, window, State.NO_PACK)
    assert window.page.target.notice.button.text() == "Get a model"
    assert window.manner.pack_button.text() == "Model"
    # Another one goes on from there.
    window.manner.library.packs = {"two-en-zh": fake("two-en-zh")}
    window.manner.use_pack("two-en-zh")
    wait_for(qtbot, window, State.DONE)


def test_another_pack_that_fails_does_not_keep_the_first_open(qtbot, window, packs):
    def broken():
        raise PackNotFound("x", "a pack", "none")

    window.manner.library.packs = {"one-en-zh": fake("one-en-zh"), "two-en-zh": broken}
    choose(window, "one-en-zh").remove.trigger()
    agree(qtbot, window)
    qtbot.waitUntil(lambda: not (packs / "one-en-zh").exists())
    wait_for(qtbot, window, State.NO_PACK)


def test_packs_of_others_cannot_be_removed(qtbot, open_window, home):
    window = open_window()
    window.commands.show_packs.trigger()
    qtbot.waitUntil(lambda: "starter-en-zh" in names(window))
    assert not choose(window, "starter-en-zh").remove.isEnabled()


def test_everything_known_of_a_pack_is_shown(qtbot, window, packs):
    view = choose(window, "two-en-zh")
    qtbot.keyClick(view, Qt.Key.Key_Space)
    said = "\n".join(lines(card(window)))
    for words in ("Licence: CC-BY-SA-4.0", "Made by: 由测试而作", "BLEU 12.3", "The model runs.",
                  str(packs / "two-en-zh")):  # fmt: skip
        assert words in said
    assert card(window).title.text() == "Two en→zh"
    view.details.trigger()
    assert len(window.packs_page.jobs.cards) == 1
    card(window).buttons["use"].click()
    qtbot.waitUntil(lambda: view.packs.in_use == "two-en-zh")
    assert not window.packs_page.jobs.cards


def test_all_of_it_is_done_by_keyboard(qtbot, window, orders):
    view = choose(window, "two-en-zh")
    qtbot.keyClick(view, Qt.Key.Key_D)
    qtbot.waitUntil(lambda: listed(window, "two-en-zh").default)
    qtbot.keyClick(view, Qt.Key.Key_F5)
    assert orders == [Examination(name="two-en-zh")]
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert window.packs_page.findChild(QMessageBox) is not None
    window.packs_page.findChild(QMessageBox).reject()
    qtbot.keyClick(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.packs.in_use == "two-en-zh")
    letters = [button.shortcut().toString() for button in window.packs_page.footer.buttons]
    letters += [button.shortcut().toString() for button in window.packs_page.head]
    letters += [tab.shortcut().toString() for tab in window.bar.tabs]
    assert all(letters)
    assert len(set(letters)) == len(letters)


def test_the_menu_offers_what_the_buttons_do(qtbot, window):
    view = choose(window, "two-en-zh")
    view.contextMenuEvent(
        QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), view.mapToGlobal(QPoint()))
    )
    assert view._menu.isVisible()
    assert {a for a in view._menu.actions() if not a.isSeparator()} == set(view.actions_on_pack)
    view._menu.close()
