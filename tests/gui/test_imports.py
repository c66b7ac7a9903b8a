"""Imports for real: a process of its own, what comes of it, and what is left of it."""

import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from engine.pack import ModelPack, pack_to_zip, packs_folder
from gui.import_process import Examination, Failure, Import, Result, Stopped
from gui.import_thread import ImportThread
from gui.session import State
from tests.gui.driving import wait_for
from tests.gui.pack_driving import card, files, lines, listed, names
from tests.gui.pack_driving import drop as drop_on
from tests.support.checkpoints import edit_json, save_tiny_checkpoint
from tests.support.exported import STARTER
from tests.support.hub import hub
from tests.support.requirements import require

pytestmark = [
    pytest.mark.slow,
    pytest.mark.qt_log_ignore("propagateSizeHints|does not support"),
]

SECONDS = 120_000


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A checkpoint of random weights, of no use to anybody."""
    path = tmp_path_factory.mktemp("made") / "tiny-en-zh"
    save_tiny_checkpoint(path)
    return path


@pytest.fixture
def thread(qtbot, home):
    made = ImportThread()
    yield made
    made.stop()


@pytest.fixture
def window(qtbot, open_window, home):
    opened = open_window()
    wait_for(qtbot, opened, State.EMPTY)
    opened.commands.show_packs.trigger()
    qtbot.waitUntil(lambda: "starter-en-zh" in names(opened))
    return opened


def ended(card):
    return "close" in card.content.answers


def left(folder):
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def outcome(qtbot, thread, task):
    with qtbot.waitSignal(thread.ended, timeout=SECONDS) as told:
        number = thread.submit(task)
    assert told.args[0] == number
    return told.args[1]


def test_a_folder_that_is_dropped_becomes_a_pack_that_is_offered_at_once(qtbot, window, tmp_path):
    shutil.copytree(STARTER, tmp_path / "brought-en-zh")
    assert drop_on(window, files(tmp_path / "brought-en-zh"))
    seen = []
    made = card(window)
    window.packs_page.jobs.imports.advanced.connect(lambda _number, step: seen.append(step.stage))
    qtbot.waitUntil(lambda: ended(made), timeout=SECONDS)
    assert made.title.text() == "“Brought en→zh” is installed"
    assert made.text.text().startswith("Good: ")
    assert "The model runs." in lines(made)
    assert made.content.examples
    assert list(dict.fromkeys(seen)) == ["read", "convert", "check", "install"]
    qtbot.waitUntil(lambda: "brought-en-zh" in names(window))
    pack = listed(window, "brought-en-zh")
    assert pack.place == "user"
    assert pack.report is not None
    assert left(packs_folder()) == ["brought-en-zh"]


def test_a_model_of_no_use_is_not_installed_and_the_reasons_are_said(qtbot, window, tiny, tmp_path):
    path = Path(shutil.make_archive(str(tmp_path / "tiny-en-zh"), "zip", tiny))
    window.packs_page.bring([path])
    made = card(window)
    qtbot.waitUntil(lambda: ended(made), timeout=SECONDS)
    assert made.title.text() == "“Tiny en→zh” was not installed"
    assert made.text.text().startswith("Broken: ")
    assert made.content.lines[0][0] == "broken"
    assert left(packs_folder()) == []
    assert "tiny-en-zh" not in [each.name for each in window.manner.library.entries()]


def test_a_model_that_names_no_languages_is_asked_about_and_goes_on(qtbot, window, tmp_path):
    model = shutil.copytree(STARTER, tmp_path / "mystery")
    edit_json(model / "tokenizer_config.json", source_lang=..., target_lang=...)
    window.packs_page.bring([model])
    made = card(window)
    qtbot.waitUntil(lambda: ended(made), timeout=SECONDS)
    assert made.question.isVisible()
    made.question.guess("en", "zh")
    made.buttons["import"].click()
    qtbot.waitUntil(lambda: ended(made), timeout=SECONDS)
    assert "is installed" in made.title.text()
    manifest = ModelPack.open(packs_folder() / "mystery").manifest
    assert (manifest.source_language, manifest.target_language) == ("en", "zh-Hans")


def test_two_at_once_are_carried_out_one_after_the_other(qtbot, window, tiny, tmp_path):
    shutil.copytree(tiny, tmp_path / "first-en-zh")
    (tmp_path / "second-en-zh").mkdir()
    assert drop_on(window, files(tmp_path / "first-en-zh", tmp_path / "second-en-zh"))
    first, second = window.packs_page.jobs.cards
    assert "Begins when" in second.text.text()
    qtbot.waitUntil(lambda: ended(second), timeout=SECONDS)
    # What came of the first is still to be read.
    assert first.title.text() == "“First en→zh” was not installed"
    assert second.title.text() == "“second-en-zh” was not imported"
    assert "missing or damaged" in second.text.text()
    assert left(packs_folder()) == []


@pytest.mark.parametrize("stage", ["start", "read", "convert", "check"])
def test_what_is_cancelled_leaves_nothing(qtbot, thread, stage):
    number = 1

    def cancel(_number, step):
        if step.stage == stage:
            thread.cancel(number)

    thread.advanced.connect(cancel)
    thread.begun.connect(lambda _number: thread.cancel(number) if stage == "start" else None)
    assert isinstance(outcome(qtbot, thread, Import(source=str(STARTER))), Stopped)
    assert left(packs_folder()) == []


def test_a_process_that_does_not_answer_is_ended_and_cleared_up_after(qtbot, thread, monkeypatch):
    monkeypatch.setattr("gui.import_thread._GRACE", 0.0)
    thread.advanced.connect(
        lambda number, step: thread.cancel(number) if step.stage == "convert" else None
    )
    assert isinstance(outcome(qtbot, thread, Import(source=str(STARTER))), Stopped)
    assert left(packs_folder()) == []


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_a_process_that_the_system_kills_is_told_from_one_that_failed(qtbot, thread, monkeypatch):
    started = []
    from multiprocessing import get_context

    start = get_context("spawn").Process.start

    def remember(process):
        start(process)
        started.append(process.pid)

    monkeypatch.setattr(get_context("spawn").Process, "start", remember)

    def kill(_number, step):
        if step.stage == "convert" and started:
            os.kill(started.pop(), signal.SIGKILL)

    thread.advanced.connect(kill)
    found = outcome(qtbot, thread, Import(source=str(STARTER)))
    assert isinstance(found, Failure)
    assert found.kinds[0] == "builtins.MemoryError"
    assert left(packs_folder()) == []


def test_closing_the_window_in_the_middle_leaves_nothing(qtbot, window, no_thread_left):
    window.packs_page.bring([STARTER, STARTER / "none"])
    with qtbot.waitSignal(
        window.packs_page.jobs.imports.advanced,
        timeout=SECONDS,
        check_params_cb=lambda _number, step: step.stage == "convert",
    ):
        pass
    begun = time.monotonic()
    window.close()
    assert time.monotonic() - begun < 30
    assert all(thread.isFinished() for thread in no_thread_left)
    assert left(packs_folder()) == []


def test_a_pack_is_examined_again(qtbot, thread):
    found = outcome(qtbot, thread, Examination(name="starter-en-zh"))
    assert isinstance(found, Result)
    assert found.installed
    assert found.report.verdict == "good"
    assert isinstance(outcome(qtbot, thread, Examination(name="no-such-pack")), Failure)


def test_a_pack_that_was_exported_is_imported_again(qtbot, window, tmp_path):
    path = pack_to_zip("starter-en-zh", tmp_path / "taken.zip")
    window.packs_page.bring([path])
    made = card(window)
    qtbot.waitUntil(lambda: ended(made), timeout=SECONDS)
    assert made.title.text() == "“Starter en→zh” is installed"
    qtbot.waitUntil(lambda: listed(window, "starter-en-zh").place == "user")
    # Once more, there is one already.
    window.packs_page.bring([path])
    again = card(window)
    qtbot.waitUntil(lambda: ended(again), timeout=SECONDS)
    assert not again.buttons["replace"].isHidden()
    again.buttons["replace"].click()
    qtbot.waitUntil(lambda: ended(again), timeout=SECONDS)
    assert "is installed" in again.title.text()


def test_what_is_gone_is_not_asked_for_on_the_hub(qtbot, thread, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = outcome(qtbot, thread, Import(source="org/model"))
    assert isinstance(found, Failure)
    assert found.kinds[0] == "builtins.FileNotFoundError"


def test_a_model_is_downloaded_when_somebody_asks_for_it(
    qtbot, window, tiny, monkeypatch, tmp_path
):
    require("huggingface_hub")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    monkeypatch.setenv("HF_HUB_DISABLE_XET", "1")
    monkeypatch.setenv("NO_PROXY", "*")
    stages = []
    with hub({path.name: path.read_bytes() for path in tiny.iterdir()}) as served:
        monkeypatch.setenv("HF_ENDPOINT", served.endpoint)
        window.packs_page.ask_hub.trigger()
        assert "127.0.0.1" in window.packs_page.hub.note.text()
        assert not served.asked
        window.packs_page.hub.name.setText("org/model")
        window.packs_page.hub.download.click()
        window.packs_page.jobs.imports.advanced.connect(lambda _n, step: stages.append(step.stage))
        made = card(window)
        assert made.title.text() == "Importing “org/model”"
        qtbot.waitUntil(lambda: ended(made), timeout=SECONDS)
        assert "model.safetensors" in served.asked
    assert stages[0] == "download"
    # Random weights are of no use, but they were here.
    assert "was not installed" in made.title.text()


def test_without_a_network_it_says_so(qtbot, thread, monkeypatch, tmp_path):
    require("huggingface_hub")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "*")
    found = outcome(qtbot, thread, Import(source="org/model", from_hub=True))
    assert isinstance(found, Failure)
    assert found.kinds[0] == "export.errors.DownloadFailed"


def test_end_is_told_once_for_each_task(qtbot, thread):
    told = []
    thread.ended.connect(lambda number, _outcome: told.append(number))
    numbers = [thread.submit(Examination(name=f"none-{n}")) for n in range(3)]
    thread.cancel(numbers[1])
    qtbot.waitUntil(lambda: len(told) == 3, timeout=SECONDS)
    assert told == numbers
