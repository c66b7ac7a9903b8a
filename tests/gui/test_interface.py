"""The languages of the interface."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

import gui
from engine.errors import InputError
from gui.actions import plain
from gui.crash import CrashReporter
from gui.document_desk import Plan
from gui.interface import CATALOGUES, CHINESE, Interface, catalogue, language_of
from gui.opening import open_files
from gui.session import State
from gui.settings import INTERFACE_LANGUAGES
from tests.gui.document_scenes import fill_with_documents
from tests.gui.fakes import FakeTranslator
from tests.gui.pack_cards import show_all

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

SOURCES = Path(gui.__file__).parent
TS = CATALOGUES / "yiwen_zh_CN.ts"
OPEN, CLOSE = "⟦", "⟧"


class Pseudo(QTranslator):
    """Marks whatever passes through translation."""

    def isEmpty(self):  # noqa: N802 - Qt's name
        return False

    def translate(self, context, source, disambiguation=None, n=-1):
        return f"{OPEN}{source}{CLOSE}"


@pytest.fixture
def chinese(open_window):
    """A window that speaks Chinese."""
    window = open_window()
    window.settings.interface_language = CHINESE
    yield window
    window.settings.interface_language = "en"


@pytest.fixture
def pseudo(qapp):
    """Installs the marks, once the window is open, and takes them away."""
    translator = Pseudo()

    def install():
        qapp.installTranslator(translator)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LanguageChange.value)

    yield install
    qapp.removeTranslator(translator)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LanguageChange.value)


@pytest.mark.parametrize(
    ("preferred", "language"),
    [
        (["zh-Hans-CN", "en-US"], "zh_CN"),
        (["zh_TW"], "zh_CN"),
        (["en-GB", "zh"], "en"),
        (["fr-FR", "zh-CN", "en"], "zh_CN"),
        (["fr-FR", "de"], "en"),
        ([], "en"),
        (["C"], "en"),
    ],
)
def test_the_language_follows_what_one_prefers(preferred, language):
    assert language_of(preferred) == language


def test_the_first_start_follows_the_system(qtbot, qapp, monkeypatch, open_window):
    class System:
        @staticmethod
        def uiLanguages():  # noqa: N802 - Qt's name
            return ["zh-Hans-CN"]

    interface = Interface()
    monkeypatch.setattr("gui.interface.QLocale.system", System)
    interface.use("")
    assert interface.language == CHINESE
    assert QCoreApplication.translate("Actions", "&Quit") != "&Quit"
    monkeypatch.undo()
    interface.use("en")
    assert QCoreApplication.translate("Actions", "&Quit") == "&Quit"


def test_every_language_has_a_catalogue_and_a_name(qapp):
    for language in INTERFACE_LANGUAGES:
        if language not in ("", "en"):
            assert catalogue(language).is_file()
            assert catalogue(language).with_suffix(".ts").is_file()


def test_the_interface_changes_at_once_and_back(qtbot, open_window):
    window = open_window()
    qtbot.waitUntil(lambda: window.session.state is State.EMPTY)
    window.page.source.view.insertPlainText("One. Two.")
    qtbot.waitUntil(lambda: window.session.state is State.DONE)
    window.settings.interface_language = CHINESE
    assert window.commands.show_history.text() == "历史记录(&H)"
    assert window.settings_page.accessibleName() == "设置"
    assert window.locale().language() == QLocale.Language.Chinese
    assert "2 句" in window.status.report.text()
    assert window.page.source.view.source_text() == "One. Two."
    window.settings.interface_language = "en"
    assert not {text for _, text in said(window) if re.search("[一-鿿]", _NEUTRAL.sub("", text))}


# A walk over all that can be seen


def said(window):
    """Every text of the window as (what, text), shown or not."""
    found = []
    for widget in [window, *window.findChildren(QWidget)]:
        name = f"{type(widget).__name__} {widget.objectName()}"
        texts = [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        if widget.isWindow() and not isinstance(widget, QMenu):
            texts.append(widget.windowTitle())
        if isinstance(widget, QLabel | QAbstractButton):
            texts.append(widget.text())
        if isinstance(widget, QMenu):
            texts.append(widget.title())
        if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit):
            texts.append(widget.placeholderText())
        if isinstance(widget, QComboBox):
            texts += [widget.itemText(index) for index in range(widget.count())]
        if isinstance(widget, QMessageBox):
            texts += [widget.text(), widget.informativeText()]
        if isinstance(widget, QAbstractSpinBox) and hasattr(widget, "suffix"):
            texts += [widget.suffix(), widget.specialValueText()]
        found += [(name, text) for text in texts if text]
    for action in window.findChildren(QAction):
        if not action.isSeparator():
            texts = [action.text(), action.iconText(), action.toolTip()]
            found += [("QAction", text) for text in texts if text]
    return found


# What is no language's: names of languages, packs and files, keys, numbers, signs, commands.
_NEUTRAL = re.compile(
    r"English|中文（[^）]*）|简体中文|日本語|Yiwen|fake-en-zh|Fake en→zh"
    r"|yiwen-app --translate-clipboard|“[\w.-]+\.\w+”|http://\S+"
    r"|\((?:Ctrl|Alt|Shift|F\d|Esc|Del|Enter|S)[^)]*\)|(?:Ctrl|Shift|Alt)\+\S+|F1\b|Esc\b|Del\b|→"
    r"|（(?:Ctrl\+.|Enter|Del|S)）"
)


def unmarked(text):
    """What is left of a text without what is marked and what needs no translation."""
    depth, rest = 0, []
    for character in text:
        if character == OPEN:
            depth += 1
        elif character == CLOSE:
            depth -= 1
        elif depth == 0:
            rest.append(character)
    left = _NEUTRAL.sub("", "".join(rest))
    letters = "".join(character for character in left if character.isalpha())
    # Names of keys are translated too, but the letters on them are not.
    return letters if len(letters) > 1 else ""


def dialogs(window):
    return [each for each in window.findChildren(QDialog) if each.isVisible()]


def visit_everything(qtbot, window):
    """Open every page, menu and dialog, and yield after each."""
    commands = window.commands
    for action in commands.pages.actions():
        action.trigger()
        qtbot.wait(30)
        yield
    for _ in visit_documents(window):
        yield
    for _ in visit_models(window):
        yield
    for action in (commands.about, commands.shortcuts):
        action.trigger()
        yield
        for dialog in dialogs(window):
            dialog.close()
    for ask in (window.history_page.confirm_clearing, window.settings_page.reset.click):
        ask()
        yield
        for dialog in dialogs(window):
            dialog.close()
    reporter = CrashReporter(lambda: "")
    reporter._window = window
    reporter._show("")
    yield
    assert reporter.dialog is not None
    reporter.dialog.close()
    for names in (["1"], ["1", "2"]):
        open_files(window, [Path("/nowhere") / name for name in names])
        yield
        for dialog in dialogs(window):
            dialog.close()
    window.storage_notice.warn()
    window.pack_notice.warn("fake-en-zh", "fake-en-zh")
    window.settings.watch_clipboard = True
    window.clipboard._on_too_long(12345, 5000)
    yield


def visit_models(window):
    """Show cards in every state, ask for a name on the hub and whether to remove a pack."""
    page = window.packs_page
    window.commands.show_packs.trigger()
    page.ask_hub.setChecked(True)
    show_all(page)
    page.confirm_removal("fake-en-zh")
    yield
    for dialog in dialogs(window):
        dialog.close()
    for what in ("removed", "default", "exporting", "exported", "import stopped", "check stopped"):
        page.footer.happened(what, "1")
        yield


def visit_documents(window):
    """Show documents in every state, and ask and complain about some."""
    window.commands.show_documents.trigger()
    page = window.documents_page
    window.documents.notice.offer(2)
    for row in range(fill_with_documents(window)):
        page.list.choose(row)
        yield
    page.queue.planned.emit(Plan(problems=((Path("1"), InputError()), (Path("2"), OSError()))))
    jobs = tuple(row.job for row in page.list.documents.rows[:2])
    page.queue.planned.emit(Plan(jobs, {job.result: job.source for job in jobs}))
    yield
    for dialog in dialogs(window):
        dialog.close()
    page.queue.remove([row.number for row in page.list.documents.rows])
    page.queue.cancel([row.number for row in page.list.documents.rows])
    window.documents.notice.hide()


def test_no_text_escapes_translation(qtbot, open_window, pseudo):
    translator = FakeTranslator(render=lambda _text: "。")
    window = open_window(translator)
    qtbot.waitUntil(lambda: window.session.state is State.EMPTY)
    window.page.source.view.insertPlainText("1. 2.")
    qtbot.waitUntil(lambda: window.session.state is State.DONE)
    # While it is open, so that what was said before must be said again.
    pseudo()
    escaped = set()
    for _ in visit_everything(qtbot, window):
        escaped |= {(where, text) for where, text in said(window) if unmarked(text)}
    assert not {each for each in escaped if not _quoted(*each)}


def _quoted(where, text):
    # The list of licences quotes names of people and of licences; a command is none of our words.
    # Languages are called what they call themselves, and examples are in them.
    quotes = ("QLabel command", "QLabel example", "QComboBox languages")
    return where.startswith("QPlainTextEdit") or where in quotes


@pytest.mark.parametrize("ending", [State.CANCELLED, State.ERROR])
def test_notices_change_their_language_too(qtbot, open_window, pseudo, ending):
    fails = ending is State.ERROR
    translator = FakeTranslator(gated=True, fail=lambda _text: ValueError() if fails else None)
    window = open_window(translator)
    qtbot.waitUntil(lambda: window.session.state is State.EMPTY)
    window.page.source.view.insertPlainText("1. 2.")
    qtbot.waitUntil(lambda: window.session.state is State.TRANSLATING)
    if fails:
        translator.gate.release(2)
    else:
        window.session.cancel()
    qtbot.waitUntil(lambda: window.session.state is ending)
    pseudo()
    notice = window.page.target.notice
    assert notice.label.text().startswith(OPEN)
    assert notice.button.text().startswith(OPEN)


def test_every_control_has_an_accessible_name(qtbot, open_window):
    window = open_window()
    controls = (QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit, QTextEdit,
                QPlainTextEdit, QAbstractItemView)  # fmt: skip
    nameless = set()
    for _ in visit_everything(qtbot, window):
        for widget in window.findChildren(QWidget):
            own = not widget.objectName().startswith("qt_") and not _part_of_control(widget)
            if isinstance(widget, controls) and own and widget.isVisible():
                spoken = widget.accessibleName()
                if isinstance(widget, QAbstractButton):
                    spoken = spoken or plain(widget.text())
                if not spoken:
                    nameless.add((type(widget).__name__, widget.objectName()))
    assert not nameless


def _part_of_control(widget):
    """Tell whether Qt made the widget as part of another, which is the one with a name."""
    return isinstance(widget.parent(), QComboBox | QAbstractSpinBox | QLineEdit) or (
        type(widget.parent()).__name__ == "QComboBoxPrivateContainer"
    )


# The catalogue


def tool(name, *arguments):
    """Return the command that runs one of Qt's tools, wherever its script may be."""
    run = f"from PySide6.scripts.pyside_tool import {name}; {name}()"
    return [sys.executable, "-c", run, *arguments]


def messages(path):
    """Every message of a catalogue as (context, source) and its translation, or ``None``."""
    found = {}
    for context in ET.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            kind = translation.get("type")
            if kind in ("vanished", "obsolete"):
                continue
            text = translation.text if kind != "unfinished" else None
            found[context.findtext("name"), message.findtext("source")] = text
    return found


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """What a run over the sources finds."""
    path = tmp_path_factory.mktemp("lupdate") / "fresh.ts"
    sources = sorted(str(file) for file in SOURCES.glob("*.py"))
    subprocess.run(
        tool("lupdate", *sources, "-ts", str(path)),
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    return messages(path)


def test_the_chinese_catalogue_has_no_gap(fresh):
    have = messages(TS)
    assert not sorted(key for key in fresh if not have.get(key)), (
        "run pyside6-lupdate gui/*.py -no-obsolete -locations none -ts "
        "gui/translations/yiwen_zh_CN.ts, translate what is unfinished, then run pyside6-lrelease"
    )
    assert not sorted(key for key in have if key not in fresh), "no longer in the sources"


def test_the_sources_name_contexts_that_exist(fresh):
    # A text in a context that the tool misread would never be found when the program runs.
    classes = set()
    for file in SOURCES.glob("*.py"):
        text = file.read_text("utf-8")
        classes |= set(re.findall(r"^class (\w+)", text, re.MULTILINE))
        classes |= set(re.findall(r'QT_TRANSLATE_NOOP\(\s*"(\w+)"', text))
        classes |= set(re.findall(r'translate\(\s*"(\w+)"', text))
    assert {context for context, _source in fresh} <= classes


def test_the_chinese_is_whole():
    for (_context, source), text in messages(TS).items():
        assert sorted(re.findall(r"\{\w*\}", text)) == sorted(re.findall(r"\{\w*\}", source)), text
        # In Chinese the letter of a mnemonic stands in brackets behind the word.
        mnemonic = re.search(r"&(\w)", source)
        if mnemonic:
            assert re.search(r"\(&[A-Z]\)(?:…)?$", text), (source, text)
        assert source.endswith("…") == text.endswith("…"), (source, text)
        assert not re.search(r"[\u4e00-\u9fff][,.!?:;]", text), f"half-width punctuation: {text}"


def test_the_compiled_catalogue_is_that_of_the_source(tmp_path):
    compiled = tmp_path / "zh.qm"
    subprocess.run(
        tool("lrelease", str(TS), "-qm", str(compiled)),
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    assert compiled.read_bytes() == catalogue(CHINESE).read_bytes(), (
        "run pyside6-lrelease gui/translations/yiwen_zh_CN.ts"
    )


def test_the_chinese_window_is_chinese(qtbot, chinese):
    english = set()
    for _ in visit_everything(qtbot, chinese):
        for where, text in said(chinese):
            if not _quoted(where, text) and re.search(r"[A-Za-z]{3}", _NEUTRAL.sub("", text)):
                english.add((where, text))
    allowed = (
        "Wayland",
        "huggingface.co",
        "Hugging Face",
        "Helsinki-NLP",
        "localhost",
        "Marian",
        "MIT",
        "PDF",
        "JSON",
        "Markdown",
        "Word",
        "Marian",
        "Hugging",
        "huggingface",
        "Helsinki",
    )
    assert not {each for each in english if not any(word in each[1] for word in allowed)}
    assert QApplication.translate("QPlatformTheme", "Cancel") == "取消"
