"""Bringing models, as far as the window is concerned: what is asked, and what is said."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from gui.import_process import Failure, Result, Step, Stopped, failure
from tests.gui.pack_driving import (
    GOOD,
    LOOPING,
    card,
    choose,
    drop,
    end,
    files,
    lines,
    listed,
)

# Only the test platform complains, and of every dialog and pop-up.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|does not support")


@pytest.fixture
def window(models):
    return models


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
    assert "test_pack_jobs" in told.args[0].where
    assert "secret" not in told.args[0].where
    assert "secret" not in card(window).text.text()
    card(window).buttons["retry"].click()
    assert orders[1] == orders[0]


# --- Words ---------------------------------------------------------------------------------------


def test_cards_change_their_language_too(window, orders, tmp_path):
    window.packs_page.bring([tmp_path / "x", tmp_path / "y"])
    end(window, 1, Result(name="new-en-zh", installed=False, report=LOOPING))
    choose(window, "two-en-zh").details.trigger()
    window.settings.interface_language = "zh_CN"
    QApplication.sendPostedEvents(None, QEvent.Type.LanguageChange.value)
    bad, waiting, details = window.packs_page.jobs.cards
    try:
        assert "没有安装" in bad.title.text()
        assert "导入" in waiting.title.text()
        assert any("许可" in words for words in lines(details))
        assert bad.buttons["close"].text() == "关闭"
    finally:
        window.settings.interface_language = "en"
