"""The about box, the list of keys, and what a report says of the machine."""

import os
import subprocess
import sys
import threading
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from PySide6.QtCore import QThreadPool
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QLabel
from shiboken6 import isValid

from engine.errors import PackCorrupt
from engine.selfcheck import Sample
from gui.about import PARTS, AboutDialog, Work, works_of_packs
from gui.actions import plain
from gui.diagnostics import diagnostics, pack_lines
from gui.icons import app_icon
from gui.self_test import Outcome, self_test
from gui.settings import Settings
from gui.shortcuts import ShortcutsDialog

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = Sample(source="Hi.", translation="嗨。", seconds=0.25)

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def test_about_names_the_version_and_every_licence(qtbot):
    packs = [Work("some-pack", "CC-BY-4.0", "made by somebody")]
    dialog = AboutDialog("9.8.7", packs, lambda: "", app_icon())
    qtbot.addWidget(dialog)
    assert "9.8.7" in dialog.title.text()
    text = dialog.licences.toPlainText()
    for work in (*packs, *PARTS, Work("Yiwen", "MIT", "The authors of Yiwen")):
        assert f"{work.name}: {work.licence}" in text
        assert work.attribution in text
    assert any("Qt" in part.name and "LGPL" in part.licence for part in PARTS)


# What a part is called where that is not the name of its package.
_CALLED = {
    "flatbuffers": "FlatBuffers", "onnxruntime": "ONNX Runtime", "protobuf": "Protocol Buffers",
    "pyside6-essentials": "Qt and Qt for Python", "shiboken6": "Qt and Qt for Python",
}  # fmt: skip


def test_about_names_every_package_that_the_program_comes_with():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"]["serve"]]
    found = set()
    while lines:
        need = Requirement(lines.pop())
        name = need.name.lower().replace("_", "-")
        if name not in found and (need.marker is None or need.marker.evaluate({"extra": ""})):
            found.add(name)
            lines += requires(name) or []
    named = {part.name.lower().replace("_", "-") for part in PARTS}
    assert len(found) > 30
    assert {_CALLED.get(name, name).lower() for name in found} <= named


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome(sample=SAMPLE, connections=0), ["“Hi.” became “嗨。” in 0.25 s", "no network"]),
        (Outcome(sample=SAMPLE, connections=3), ["All is well", "has open: 3."]),
        (Outcome(sample=SAMPLE), ["All is well"]),
        (Outcome(sample=None, problem="loading the pack: gone"), ["not work here: loading the"]),
    ],
)
def test_the_about_box_offers_the_self_test(qtbot, outcome, words):
    gate = threading.Event()

    def test():
        gate.wait(10)
        return outcome

    dialog = AboutDialog("9.8.7", [], lambda: "", app_icon(), test=test)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.outcome.isVisible()
    dialog.check.click()
    assert dialog.outcome.text() == "Testing…"
    assert not dialog.check.isEnabled()
    gate.set()
    qtbot.waitUntil(dialog.check.isEnabled)
    said = dialog.outcome.text()
    assert all(word in said for word in words), said
    assert ("network" in said.lower()) == (outcome.connections is not None)


def test_the_self_test_may_outlive_the_box(qtbot):
    started, gate, ended = threading.Event(), threading.Event(), threading.Event()

    def test() -> Outcome:
        started.set()
        gate.wait(10)
        ended.set()
        return Outcome(sample=SAMPLE)

    dialog = AboutDialog("9.8.7", [], lambda: "", app_icon(), test=test)
    dialog.show()
    dialog.check.click()
    assert started.wait(10)
    dialog.close()
    qtbot.waitUntil(lambda: not isValid(dialog))
    gate.set()
    assert ended.wait(10)
    assert QThreadPool.globalInstance().waitForDone(10_000)


@pytest.mark.slow
def test_the_self_test_is_the_real_one(monkeypatch, tmp_path):
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path))
    outcome = self_test()
    assert outcome.sample is not None, outcome.problem
    assert outcome.sample.source == "Good morning."
    if sys.platform == "linux":
        assert outcome.connections == 0

    def damaged(pack, threads):
        raise PackCorrupt(tmp_path, "a manifest", "nothing")

    monkeypatch.setattr("engine.commands.command.load_translator", damaged)
    outcome = self_test()
    assert outcome.sample is None
    assert outcome.problem.startswith("loading the pack: ")


def test_packs_state_their_licence(qapp, monkeypatch, tmp_path):
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path))
    works = works_of_packs()
    assert [work.name for work in works] == ["starter-en-zh"]
    assert all(work.licence and work.attribution for work in works)


def test_diagnostics_can_be_copied_from_the_about_box(qtbot, open_window):
    window = open_window()
    window.page.source.view.insertPlainText("My private text.")
    window.commands.about.trigger()
    dialog = window.findChild(AboutDialog)
    dialog.copy.click()
    copied = QGuiApplication.clipboard().text()
    dialog.close()
    assert copied == window.diagnostics()
    assert "private" not in copied


def test_diagnostics_name_versions_settings_and_packs(qapp, store):
    settings = Settings(store)
    settings.font_size = 23
    lines = diagnostics("1.2.3", settings, ["some-pack (en to zh)"]).splitlines()
    assert lines[0] == "yiwen: 1.2.3"
    assert "pack: some-pack (en to zh)" in lines
    assert "font_size: 23" in lines
    assert "interface_language: default" in lines
    for name in ("python", "qt", "onnxruntime", "system", "windowing", "locale", "screen"):
        assert any(line.startswith(f"{name}: ") for line in lines)


def test_diagnostics_say_what_is_wrong_with_a_pack(monkeypatch, tmp_path):
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path))
    broken = tmp_path / "data" / "packs" / "broken"
    broken.mkdir(parents=True)
    (broken / "manifest.json").write_text("{")
    assert "broken: PackCorrupt" in pack_lines()
    assert any(line.startswith("starter-en-zh (en to zh") for line in pack_lines())
    # Where the user keeps things is nobody's business.
    assert str(tmp_path) not in "\n".join(pack_lines())


def test_every_key_is_in_the_list(qtbot, open_window):
    window = open_window()
    window.commands.shortcuts.trigger()
    dialog = window.findChild(ShortcutsDialog)
    shown = [label.text() for label in dialog.findChildren(QLabel)]
    for action in window.commands.findChildren(type(window.commands.quit)):
        for key in action.shortcuts()[:1]:
            assert plain(action.text()) in shown
            assert key.toString(QKeySequence.SequenceFormat.NativeText) in shown
    # The letters of buttons, but not those of the menu.
    assert "Alt+L" in shown
    assert "Alt+Z" not in shown
    dialog.close()


_SIZES = """
from pathlib import Path
import sys
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from gui.self_test import Outcome, self_test
from gui.settings import Settings
from gui.shortcuts import ShortcutsDialog
from gui.window import MainWindow
from gui.worker import TranslationThread
from tests.gui.fakes import FakeLibrary, FakeTranslator
app = QApplication([])
folder = Path(sys.argv[1])
settings = Settings(QSettings(str(folder / "yiwen.ini"), QSettings.Format.IniFormat))
window = MainWindow(lambda: TranslationThread(FakeTranslator), settings, lambda: "1",
                    history=folder / "history", library=FakeLibrary)
window.start()
window.commands.shortcuts.trigger()
dialog = window.findChild(ShortcutsDialog)
app.processEvents()
room = window.screen().availableGeometry()
inside = [each.height() <= room.height() and each.width() <= room.width()
          for each in (window, dialog)]
bar = dialog._scroll.verticalScrollBar()
print(inside, bar.maximum() > 0)
dialog.close()
window.quit()
"""


@pytest.mark.parametrize(("scale", "scrolled"), [("0.5", False), ("1.6", True)])
def test_the_first_window_and_the_list_of_keys_fit_the_screen(tmp_path, scale, scrolled):
    done = subprocess.run(
        [sys.executable, "-c", _SIZES, str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
        env={**os.environ, "QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    assert done.stdout == f"[True, True] {scrolled}\n"


def test_no_key_does_two_things(open_window):
    window = open_window()
    keys = [
        key.toString()
        for action in window.actions()
        for key in {each.toString(): each for each in action.shortcuts()}.values()
    ]
    assert sorted(keys) == sorted(set(keys))


@pytest.mark.parametrize(
    ("text", "bare"),
    [("&Quit", "Quit"), ("E&xit now…", "Exit now…"), ("退出(&Q)", "退出"),
     ("全部删除(&D)…", "全部删除…"), ("Plain (really)", "Plain (really)")],
)  # fmt: skip
def test_mnemonics_are_left_out(text, bare):
    assert plain(text) == bare
