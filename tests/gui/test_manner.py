"""Pack, languages, script and quality."""

import gc
import threading
import weakref

import pytest
from PySide6.QtWidgets import QFileDialog

from engine.errors import PackCorrupt, PackNotFound
from engine.types import TranslationOptions
from gui.errors import describe
from gui.session import State
from tests.gui.driving import paste, shown, source, target, wait_for
from tests.gui.fakes import FakeLibrary, FakeManifest, FakeTranslator

BACK = FakeManifest("back-zh-en", "zh-Hans", "en")


def back():
    return FakeTranslator(manifest=BACK, render=lambda text: f"en<{text}>")


def big():
    return FakeTranslator(manifest=FakeManifest("big-en-zh"), render=lambda text: f"大<{text}>")


def pick(menu, label):
    action = next(action for action in menu.actions() if action.text() == label)
    action.trigger()


def checked(menu):
    return [action.text() for action in menu.actions() if action.isChecked()]


def test_quality_is_chosen_remembered_and_applied_at_once(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    paste(window, "One.")
    wait_for(qtbot, window, State.DONE)
    assert translator.wanted[-1].beam_size == 4
    menu = window.manner.quality_button.menu()
    assert checked(menu) == ["Balanced"]
    assert all(len(action.toolTip()) > 30 for action in menu.actions())
    pick(menu, "Best")
    wait_for(qtbot, window, State.DONE)
    qtbot.waitUntil(lambda: not window.session.busy)
    assert translator.wanted[-1].beam_size == 8
    assert window.manner.quality_button.text() == "Best"
    window.close()
    assert open_window().manner.quality_button.text() == "Best"


def test_the_script_is_chosen_and_what_is_there_stays_until_it_is_replaced(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    paste(window, "One. Two.")
    translator.gate.release(2)
    wait_for(qtbot, window, State.DONE)
    assert translator.wanted[-1].target == "zh-Hans"
    translator.render = lambda text: f"繁<{text}>"
    bar = window.manner.languages
    labels = [action.text() for action in bar.target_button.menu().actions()]
    assert labels == ["中文（简体）", "中文（繁體，台灣）", "中文（繁體，香港）"]
    pick(bar.target_button.menu(), "中文（繁體，台灣）")
    assert bar.target_button.text() == "中文（繁體，台灣）"
    translator.gate.release(1)
    qtbot.waitUntil(lambda: shown(window) == "繁<One.> 译<TWO.>")
    assert target(window).done == 1
    translator.gate.release(1)
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == "繁<One.> 繁<Two.>"
    assert translator.wanted[-1] == TranslationOptions(
        beam_size=4, target="zh-TW", join_lines="sure"
    )
    assert window.settings.target == "zh-TW"


def test_wrapped_lines_are_joined_unless_one_does_not_want_it(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    paste(window, "One. Two.")
    wait_for(qtbot, window, State.DONE)
    assert translator.joining[-1:] == ["sure"]
    window.settings.join_lines = False
    qtbot.waitUntil(lambda: translator.joining[-1] == "never")
    wait_for(qtbot, window, State.DONE)
    assert translator.wanted[-1].join_lines == "never"


def test_stopping_half_way_leaves_no_mixture(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    paste(window, "One. Two.")
    translator.gate.release(2)
    wait_for(qtbot, window, State.DONE)
    translator.render = lambda text: f"繁<{text}>"
    pick(window.manner.languages.target_button.menu(), "中文（繁體，香港）")
    translator.gate.release(1)
    qtbot.waitUntil(lambda: target(window).done == 1)
    window.session.cancel()
    assert shown(window) == "繁<One.>"


def test_the_reader_keeps_their_place_when_the_script_changes(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    paste(window, "\n".join(f"Line number {n}." for n in range(100)))
    wait_for(qtbot, window, State.DONE)
    bar = target(window).verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 200)
    bar.setValue(150)
    translator.render = lambda text: f"繁<{text}>"
    window.settings.target = "zh-TW"
    qtbot.waitUntil(lambda: "译" not in shown(window))
    assert bar.value() == 150


def test_another_pack_is_loaded_without_blocking_and_the_old_one_released(qtbot, open_window):
    go_on = threading.Event()

    def slowly():
        go_on.wait(10)
        return big()

    old = [FakeTranslator()]
    gone = weakref.ref(old[0])
    library = FakeLibrary(fake_en_zh=FakeTranslator, big_en_zh=slowly)
    window = open_window(load=old.pop, library=library)
    paste(window, "One.")
    wait_for(qtbot, window, State.DONE)
    assert checked(window.manner.pack_button.menu()) == ["Fake en→zh"]
    pick(window.manner.pack_button.menu(), "Big en→zh")
    assert window.session.state is State.SWITCHING
    assert "Changing" in window.status.summary.text()
    # One goes on typing meanwhile.
    qtbot.keyClicks(source(window), " Two.")
    assert shown(window) == "译<ONE.>"
    go_on.set()
    wait_for(qtbot, window, State.DONE)
    qtbot.waitUntil(lambda: shown(window) == "大<One.> 大<Two.>")
    assert window.manner.pack_button.text() == "Big en→zh"
    assert window.settings.pack == "big-en-zh"
    gc.collect()
    assert gone() is None


def test_a_pack_that_cannot_be_loaded_leaves_the_old_one_in_use(qtbot, open_window, tmp_path):
    error = PackCorrupt(tmp_path, "a sound file", "half of one")

    def broken():
        raise error

    library = FakeLibrary(fake_en_zh=FakeTranslator, big_en_zh=broken)
    library.damaged.append("torn")
    window = open_window(library=library)
    paste(window, "One.")
    wait_for(qtbot, window, State.DONE)
    menu = window.manner.pack_button.menu()
    torn = next(action for action in menu.actions() if action.text() == "torn")
    assert not torn.isEnabled()
    pick(menu, "Big en→zh")
    wait_for(qtbot, window, State.ERROR)
    words = "The model “Big en→zh” is damaged; choose another under Model, or install it again."
    assert window.page.target.notice.label.text() == words
    assert window.manner.pack_button.text() == "Fake en→zh"
    qtbot.keyClicks(source(window), " Two.")
    qtbot.waitUntil(lambda: shown(window) == "译<ONE.> 译<TWO.>")
    wait_for(qtbot, window, State.DONE)


def test_after_a_failure_the_pack_in_use_can_be_chosen_again(qtbot, open_window, tmp_path):
    def broken():
        raise PackCorrupt(tmp_path, "a sound file", "half of one")

    window = open_window(library=FakeLibrary(fake_en_zh=FakeTranslator, big_en_zh=broken))
    paste(window, "One.")
    wait_for(qtbot, window, State.DONE)
    menu = window.manner.pack_button.menu()
    pick(menu, "Big en→zh")
    wait_for(qtbot, window, State.ERROR)
    pick(menu, "Fake en→zh")
    wait_for(qtbot, window, State.DONE)
    assert not window.page.target.notice.isVisible()
    assert window.settings.pack == "fake-en-zh"


@pytest.mark.parametrize("others", [True, False])
def test_a_missing_pack_is_named_where_another_can_be_chosen(qtbot, open_window, others):
    def missing():
        raise PackNotFound("gone", "a pack", "none")

    library = FakeLibrary(big_en_zh=big) if others else FakeLibrary()
    window = open_window(library=library)
    wait_for(qtbot, window, State.EMPTY)
    library.packs["/somewhere/gone-en-zh"] = missing
    window.manner.use_pack("/somewhere/gone-en-zh")
    wait_for(qtbot, window, State.ERROR)
    words = window.page.target.notice.label.text()
    if others:
        assert words == "The model “Gone en→zh” was not found; choose another under Model."
    else:
        assert words == describe(PackNotFound("gone", "a pack", "none"))


def test_a_pack_in_any_folder_can_be_chosen(qtbot, open_window, monkeypatch):
    library = FakeLibrary(fake_en_zh=FakeTranslator)
    window = open_window(library=library)
    wait_for(qtbot, window, State.EMPTY)
    chosen = [""]
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_arguments: chosen[0])
    pick(window.manner.pack_button.menu(), "Choose a folder…")
    assert not library.loaded
    chosen[0] = "/somewhere/big-en-zh"
    library.packs[chosen[0]] = big
    pick(window.manner.pack_button.menu(), "Choose a folder…")
    qtbot.waitUntil(lambda: window.manner.pack_button.text() == "Big en→zh")
    assert library.loaded == chosen
    assert window.settings.pack == chosen[0]


def test_a_pack_can_be_chosen_when_the_first_is_missing(qtbot, open_window, tmp_path):
    error = PackCorrupt(tmp_path, "a sound file", "half of one")

    def broken():
        raise error

    window = open_window(load=broken, library=FakeLibrary(big_en_zh=big))
    qtbot.keyClicks(source(window), "One.")
    wait_for(qtbot, window, State.ERROR)
    pick(window.manner.pack_button.menu(), "Big en→zh")
    # What waited is translated, and the error is gone.
    wait_for(qtbot, window, State.DONE)
    assert not window.page.target.notice.isVisible()
    assert shown(window) == "大<One.>"


def test_languages_are_swapped_where_a_pack_allows_it(qtbot, open_window):
    window = open_window(library=FakeLibrary(fake_en_zh=FakeTranslator, back_zh_en=back))
    paste(window, "One")
    wait_for(qtbot, window, State.DONE)
    bar = window.manner.languages
    assert bar.swap_button.isEnabled()
    bar.swap_button.click()
    qtbot.waitUntil(lambda: shown(window) == "en<译<ONE>>")
    assert source(window).source_text() == "译<ONE>"
    assert (bar.source_button.text(), bar.target_button.text()) == ("中文（简体）", "English")
    assert bar.swapped_pack == "fake-en-zh"
    assert source(window).placeholderText() == "Type or paste Chinese text…"
    # Where nothing Chinese is written, nothing is asked of the engine but its own language.
    assert window.session.options.target is None


def test_swapping_is_disabled_and_explained_where_no_pack_allows_it(qtbot, open_window):
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    swap = window.page.page_actions.swap
    assert not swap.isEnabled()
    assert "English" in swap.toolTip()
    assert "中文" in swap.toolTip()


@pytest.mark.parametrize("name", ["source", "target"])
def test_languages_of_other_packs_are_offered(qtbot, open_window, name):
    fake = FakeTranslator
    library = FakeLibrary(fake_en_zh=fake, back_zh_en=back, some_de_zh=fake, some_en_de=fake)
    window = open_window(library=library)
    wait_for(qtbot, window, State.EMPTY)
    bar = window.manner.languages
    labels = [action.text() for action in getattr(bar, f"{name}_button").menu().actions()]
    assert labels == (
        ["English", "中文（简体）", "Deutsch"]
        if name == "source"
        else ["中文（简体）", "中文（繁體，台灣）", "中文（繁體，香港）", "Deutsch"]
    )
