"""The page with the models: what is listed, what can be done with it, what is said."""

import zipfile
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDesktopServices, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from engine.errors import PackNotFound
from engine.pack import default_packs, packs_folder, quality_text
from engine.pack_report import Finding, PackReport
from gui.hub_form import hub_host, hub_name, shown_proxy
from gui.import_process import Examination, Failure, Import, Result, Step, Stopped, failure
from gui.import_thread import ImportThread
from gui.session import State
from tests.gui.driving import paste, shown, wait_for
from tests.gui.fakes import FakeLibrary, FakeManifest, FakeTranslator
from tests.support.sealed_pack import write_pack

# Only the test platform complains, and of every dialog and pop-up.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|does not support")

GOOD = PackReport(findings=(Finding(check="runs", verdict="good", detail="it runs"),))
LOOPING = PackReport(
    findings=(
        Finding(check="runs", verdict="good", detail="it runs"),
        Finding(check="loops", verdict="broken", detail="it loops", count=7, of=8),
    )
)
DIRECTIONS = {"one-en-zh": ("en", "zh-Hans"), "two-en-zh": ("en", "zh-Hans"),
              "back-zh-en": ("zh", "en")}  # fmt: skip


def fake(name):
    return lambda: FakeTranslator(manifest=FakeManifest(name, *DIRECTIONS[name]))


@pytest.fixture
def packs(home):
    """Three packs of the user's own, whose graphs are none."""
    for name, (source, target) in DIRECTIONS.items():
        tokens = {"zh-Hans": ">>cmn_Hans<<"} if target == "zh-Hans" else {}
        figures = quality_text(GOOD, {"int8": {"bleu": 12.34, "chrf": 20.0}}).encode()
        write_pack(
            packs_folder() / name,
            content={"quality.json": figures},
            name=name,
            source_language=source,
            target_language=target,
            target_tokens=tokens,
        )
    return packs_folder()


@pytest.fixture
def window(qtbot, open_window, packs):
    """A window on the first of the packs, turned to the page."""
    library = FakeLibrary(**{name.replace("-", "_"): fake(name) for name in DIRECTIONS})
    opened = open_window(fake("one-en-zh")(), library=library)
    wait_for(qtbot, opened, State.EMPTY)
    opened.commands.show_packs.trigger()
    qtbot.waitUntil(lambda: "one-en-zh" in names(opened))
    qtbot.waitUntil(opened.packs_page.list.hasFocus)
    return opened


@pytest.fixture
def orders(monkeypatch):
    """What was to be imported or examined; nothing is, tests say what comes of it."""
    submitted = []

    def submit(_thread, task):
        submitted.append(task)
        return len(submitted)

    monkeypatch.setattr(ImportThread, "submit", submit)
    monkeypatch.setattr(ImportThread, "cancel", lambda _thread, _number: None)
    return submitted


def names(window):
    return [pack.name for pack in window.packs_page.list.packs.packs]


def choose(window, name):
    window.packs_page.list.choose(name)
    return window.packs_page.list


def listed(window, name):
    return next(pack for pack in window.packs_page.list.packs.packs if pack.name == name)


def card(window, place=-1):
    return window.packs_page.jobs.cards[place]


def lines(card):
    return [words for _, words in card.content.lines]


def end(window, number, outcome):
    window.packs_page.jobs.imports.ended.emit(number, outcome)


def answer(box, role):
    button = next(each for each in box.buttons() if box.buttonRole(each) == role)
    button.click()


def agree(qtbot, window):
    box = window.packs_page.findChild(QMessageBox)
    answer(box, QMessageBox.ButtonRole.DestructiveRole)


def files(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(target, data):
    """Drag over a widget and let go; tell whether it was wanted."""
    arguments = (
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter = QDragEnterEvent(QPoint(30, 30), *arguments)
    QApplication.sendEvent(target, enter)
    if enter.isAccepted():
        QApplication.sendEvent(target, QDropEvent(QPointF(30, 30), *arguments))
    return enter.isAccepted()


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
    assert window._settings.pack == "back-zh-en"


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
    opened = []
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
    assert window._settings.pack == "two-en-zh"
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


# --- Importing, as far as the window is concerned -----------------------------------------------


def test_what_is_dropped_anywhere_is_imported(window, orders, tmp_path):
    assert drop(window, files(tmp_path / "a"))
    assert drop(window, files(tmp_path / "b.zip", tmp_path / "c"))
    sources = [task.source for task in orders]
    assert sources == [str(tmp_path / name) for name in ("a", "b.zip", "c")]
    assert not any(task.from_hub for task in orders)
    window.commands.show_text.trigger()
    drop(window, files(tmp_path / "d"))
    assert len(orders) == 3


def test_folders_and_zips_are_chosen(window, orders, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "x"))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(tmp_path / "y.zip")], ""))
    window.packs_page.import_folder.trigger()
    window.packs_page.import_zip.trigger()
    assert [task.source for task in orders] == [str(tmp_path / "x"), str(tmp_path / "y.zip")]


def test_the_same_model_is_not_imported_twice_at_once(window, orders, tmp_path):
    window.packs_page.bring([tmp_path / "x", tmp_path / "x"])
    assert len(orders) == len(window.packs_page.jobs.cards) == 1


def test_progress_is_told_in_stages_and_bytes(window, orders, tmp_path):
    jobs = window.packs_page.jobs
    window.packs_page.bring([tmp_path / "x", tmp_path / "y"])
    first, second = jobs.cards
    assert "Begins when" in second.text.text()
    jobs.imports.begun.emit(1)
    jobs.imports.advanced.emit(1, Step("download", 1_500_000, 6_000_000))
    assert first.text.text() == "Downloading… 1.5 MB of 6.0 MB"
    assert first.bar.value() == first.bar.maximum() // 4
    jobs.imports.advanced.emit(1, Step("read"))
    assert first.text.text() == "Reading the files…"
    assert first.bar.maximum() == 0
    first.buttons["cancel"].click()
    assert first.text.text() == "Stopping…"
    # What was on its way does not take that back.
    jobs.imports.advanced.emit(1, Step("convert", 1, 2))
    assert first.text.text() == "Stopping…"
    end(window, 1, Stopped())
    assert jobs.cards == (second,)
    assert window.packs_page.footer.remark.text() == "Stopped. Nothing was installed."


def test_the_verdict_is_a_card_and_a_broken_pack_is_not_offered(window, orders, tmp_path):
    window.packs_page.bring([tmp_path / "x", tmp_path / "y"])
    end(window, 1, Result(name="new-en-zh", installed=False, report=LOOPING))
    bad = card(window, 0)
    assert bad.title.text() == "“New en→zh” was not installed"
    assert bad.text.text().startswith("Broken: ")
    assert lines(bad)[0] == "7 of 8 short texts are repeated without end."
    assert bad.buttons["use"].isHidden()
    end(window, 2, Result(name="two-en-zh", installed=True, report=GOOD))
    good = card(window, 1)
    assert good.text.text().startswith("Good: ")
    assert not good.buttons["use"].isHidden()


def test_an_examination_changes_what_is_thought_of_a_pack(qtbot, window, orders):
    view = choose(window, "two-en-zh")
    view.examine.trigger()
    end(window, 1, Result(name="two-en-zh", installed=True, report=LOOPING))
    model = view.packs
    assert model.lines(listed(window, "two-en-zh"), window.locale())[3].startswith("Broken")
    assert not view.use.isEnabled()
    card(window).buttons["remove"].click()
    assert window.packs_page.findChild(QMessageBox) is not None
    window.packs_page.findChild(QMessageBox).reject()


def test_a_model_that_names_no_languages_asks_for_them(window, orders, tmp_path):
    window.packs_page.bring([tmp_path / "x"])
    fault = Failure(kinds=("export.errors.LanguagesUnknown",), languages=("und", "zh-Hans"))
    end(window, 1, fault)
    asking = card(window)
    assert asking.title.text() == "Which languages is “x” for?"
    assert asking.question.isVisible()
    assert asking.question.languages == ("en", "zh-Hans")
    box = asking.question.source
    box.setCurrentIndex(box.findData("de"))
    asking.buttons["import"].click()
    assert orders[1] == replace(orders[0], source_language="de", target_language="zh-Hans")
    assert card(window) is asking
    assert not asking.question.isVisible()


def test_a_pack_that_is_there_is_replaced_only_when_asked(window, orders, tmp_path):
    window.packs_page.bring([tmp_path / "x"])
    end(window, 1, Failure(kinds=("engine.errors.PackExists", "engine.errors.PackError")))
    assert "installed already" in card(window).text.text()
    assert not orders[0].replace
    card(window).buttons["replace"].click()
    assert orders[1] == replace(orders[0], replace=True)


def test_a_pack_in_use_that_was_replaced_goes_on_as_what_it_is_now(qtbot, window, orders, tmp_path):
    window.packs_page.bring([tmp_path / "x"])
    end(window, 1, Result(name="one-en-zh", installed=True, report=GOOD))
    qtbot.waitUntil(lambda: window.session.packs_loaded == 2)


def test_a_newer_pack_says_which_version_it_needs(window, orders, tmp_path):
    window.packs_page.bring([tmp_path / "x"])
    end(window, 1, Failure(kinds=("engine.errors.PackIncompatible",), version="9.1"))
    assert "Yiwen 9.1 or newer" in card(window).text.text()
    card(window).buttons["close"].click()
    assert not window.packs_page.jobs.cards
    assert not window.packs_page.jobs.isVisible()


def test_what_nobody_foresaw_is_reported(qtbot, window, orders, tmp_path):
    window.packs_page.bring([tmp_path / "x"])
    try:
        int("secret")
    except ValueError as error:
        fault = failure(error)
    with qtbot.waitSignal(window.packs_page.failed) as told:
        end(window, 1, fault)
    assert "test_packs_page" in told.args[0].where
    assert "secret" not in told.args[0].where
    assert "secret" not in card(window).text.text()
    card(window).buttons["retry"].click()
    assert orders[1] == orders[0]


# --- The hub ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Helsinki-NLP/opus-mt-en-zh", "Helsinki-NLP/opus-mt-en-zh"),
        (" Helsinki-NLP/opus-mt-en-zh ", "Helsinki-NLP/opus-mt-en-zh"),
        ("https://huggingface.co/Helsinki-NLP/opus-mt-en-zh", "Helsinki-NLP/opus-mt-en-zh"),
        ("https://huggingface.co/a/b/tree/main", "a/b"),
        ("opus-mt-en-zh", ""),
        ("a/b/c", ""),
        ("../b", ""),
        ("/a/b", "a/b"),
        ("", ""),
    ],
)
def test_names_on_the_hub(text, name):
    assert hub_name(text) == name


@pytest.mark.parametrize(
    ("address", "shown_as"),
    [
        ("http://me:secret@proxy.example:3128/", "proxy.example:3128"),
        ("proxy.example:3128", "proxy.example:3128"),
        ("socks5://10.0.0.1", "10.0.0.1"),
        ("http://x:notaport", "x"),
    ],
)
def test_no_password_of_a_proxy_is_shown(address, shown_as):
    assert shown_proxy(address) == shown_as


def test_the_hub_is_asked_only_by_name_and_through_the_proxy(window, orders, monkeypatch):
    for variable in ("https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy",
                     "ALL_PROXY"):  # fmt: skip
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.delenv("HF_ENDPOINT", raising=False)
    page = window.packs_page
    assert not page.hub.isVisible()
    page.ask_hub.trigger()
    assert page.hub.isVisible()
    assert page.hub.name.hasFocus() or not window.isActiveWindow()
    assert "needs the network" in page.hub.note.text()
    assert "huggingface.co" in page.hub.note.text()
    assert "No proxy" in page.hub.note.text()
    assert not page.hub.download.isEnabled()
    window._settings.proxy = "http://me:secret@localhost:3128"
    assert "from the settings: localhost:3128." in page.hub.note.text()
    page.hub.name.setText("org/model")
    page.hub.download.click()
    assert orders == [
        Import(source="org/model", from_hub=True, proxy="http://me:secret@localhost:3128")
    ]
    assert not page.hub.isVisible()
    assert "secret" not in window.diagnostics()
    assert "proxy: set" in window.diagnostics()


def test_the_systems_proxy_and_a_mirror_are_named(window, monkeypatch):
    monkeypatch.setenv("https_proxy", "http://proxy.example:8080")
    monkeypatch.setenv("HF_ENDPOINT", "https://mirror.example")
    assert hub_host() == "mirror.example"
    window.packs_page.ask_hub.trigger()
    note = window.packs_page.hub.note.text()
    assert "as the system has it: proxy.example:8080." in note
    assert "mirror.example" in note


def test_the_proxy_is_a_setting(window):
    window.packs_page.ask_hub.trigger()
    window.packs_page.hub.proxy.click()
    assert window.pages.currentWidget() is window.settings_page
    line = window.settings_page.field("proxy")
    line.setText(" http://localhost:1 ")
    line.editingFinished.emit()
    assert window._settings.proxy == "http://localhost:1"


# --- Words ---------------------------------------------------------------------------------------


def test_cards_change_their_language_too(window, orders, tmp_path):
    window.packs_page.bring([tmp_path / "x", tmp_path / "y"])
    end(window, 1, Result(name="new-en-zh", installed=False, report=LOOPING))
    choose(window, "two-en-zh").details.trigger()
    window._settings.interface_language = "zh_CN"
    QApplication.sendPostedEvents(None, QEvent.Type.LanguageChange.value)
    bad, waiting, details = window.packs_page.jobs.cards
    try:
        assert "没有安装" in bad.title.text()
        assert "导入" in waiting.title.text()
        assert any("许可" in words for words in lines(details))
        assert bad.buttons["close"].text() == "关闭"
    finally:
        window._settings.interface_language = "en"
