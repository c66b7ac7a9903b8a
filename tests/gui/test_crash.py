"""Exceptions that nobody expected, and the log."""

import logging
import re
import sys
import threading

import pytest
from PySide6.QtCore import QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler, qWarning
from PySide6.QtGui import QGuiApplication

from engine.errors import InferenceError
from gui import log
from gui.crash import CrashReporter
from gui.history import Entry, History
from gui.log import describe_error
from gui.session import State
from tests.gui.fakes import FakeTranslator, translated

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def failing(text):
    raise ValueError(f"cannot do anything with {text}")


def caught(function, *arguments):
    try:
        function(*arguments)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is wanted
        return error
    raise AssertionError("nothing was raised")


@pytest.fixture
def reporter(qapp, open_window, monkeypatch):
    """A reporter that is installed as the program does it."""
    # Given back at the end, also to pytest's own.
    for module, name in ((sys, "excepthook"), (threading, "excepthook"), (sys, "unraisablehook")):
        monkeypatch.setattr(module, name, getattr(module, name))
    window = open_window()
    made = CrashReporter(window.diagnostics)
    made.install(window)
    yield made
    if made.dialog is not None:
        made.dialog.close()


def test_the_dialog_shows_a_report_without_the_users_text(qtbot, reporter, caplog):
    error = caught(failing, "my secret text")
    sys.excepthook(type(error), error, error.__traceback__)
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    report = reporter.dialog.report.toPlainText()
    assert "ValueError at" in report
    assert re.search(r"gui/test_crash.py:\d+ in failing", report)
    assert "yiwen: 1.2.3" in report
    assert "secret" not in report
    assert "secret" not in caplog.text
    assert "ValueError" in caplog.text
    reporter.dialog.copy.click()
    assert QGuiApplication.clipboard().text() == report


def test_the_program_goes_on(qtbot, reporter):
    window = reporter._window
    qtbot.waitUntil(lambda: window.session.state is State.EMPTY)
    reporter.report(caught(failing, ""))
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    reporter.dialog.close()
    qtbot.waitUntil(lambda: reporter.dialog is None)
    window.page.source.view.replace_text("On.")
    qtbot.waitUntil(lambda: window.page.target.view.translation == translated("On."))


def test_one_dialog_at_a_time(qtbot, reporter):
    reporter.report(caught(failing, ""))
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    first = reporter.dialog
    for _ in range(50):
        reporter.report(caught(failing, ""))
    qtbot.wait(50)
    assert reporter.dialog is first


def test_an_exception_in_another_thread_is_shown_in_this_one(qtbot, reporter):
    thread = threading.Thread(target=failing, args=("secret",))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    assert "secret" not in reporter.dialog.report.toPlainText()


def test_an_exception_in_a_slot_is_shown(qtbot, reporter):
    hook = sys.excepthook
    with qtbot.captureExceptions():
        sys.excepthook = hook
        QTimer.singleShot(0, lambda: failing("secret"))
        qtbot.waitUntil(lambda: reporter.dialog is not None)
    assert "in failing" in reporter.dialog.report.toPlainText()


def test_a_fault_in_the_worker_is_shown_once_and_the_program_goes_on(qtbot, open_window, caplog):
    faulty = {"on": True}
    window = open_window(
        FakeTranslator(fail=lambda text: ValueError(f"bad {text}") if faulty["on"] else None)
    )
    reporter = CrashReporter(window.diagnostics)
    reporter._window = window
    window.session.failed.connect(reporter.report_once)
    qtbot.waitUntil(lambda: window.session.state is State.EMPTY)
    window.page.source.view.replace_text("Secret.")
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    dialog = reporter.dialog
    assert dialog is not None
    report = dialog.report.toPlainText()
    assert report.startswith("ValueError at\n")
    assert re.search(r"gui/worker.py:\d+ in _translate", report)
    assert "Secret" not in report + caplog.text
    assert "Something unexpected went wrong" in window.page.target.notice.label.text()
    dialog.close()
    qtbot.waitUntil(lambda: reporter.dialog is None)
    # It comes back with every letter; the line below the text says so.
    window.page.source.view.insertPlainText("More.")
    with qtbot.waitSignal(window.session.failed):
        pass
    qtbot.wait(50)
    assert reporter.dialog is None
    faulty["on"] = False
    window.page.source.view.replace_text("On.")
    qtbot.waitUntil(lambda: window.page.target.view.translation == translated("On."))


def test_a_fault_that_was_foreseen_opens_no_dialog(qtbot, open_window):
    window = open_window(FakeTranslator(fail=lambda _text: InferenceError("secret")))
    reporter = CrashReporter(window.diagnostics)
    window.session.failed.connect(reporter.report_once)
    qtbot.waitUntil(lambda: window.session.state is State.EMPTY)
    with qtbot.waitSignal(window.session.failed):
        window.page.source.view.replace_text("Text.")
    qtbot.wait(50)
    assert reporter.dialog is None


def test_a_fault_in_the_thread_of_the_history_does_not_end_it(qtbot, reporter, monkeypatch):
    window = reporter._window
    window.history_thread.failed.connect(reporter.report_once)
    monkeypatch.setattr(History, "put", lambda *_arguments: failing("secret"))
    one = Entry(time=1.0, source="a", translation="b", source_language="en", target_language="zh")
    window.history_thread.put(one, 10)
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    assert "in failing" in reporter.dialog.report.toPlainText()
    assert "secret" not in reporter.dialog.report.toPlainText()
    monkeypatch.undo()
    with qtbot.waitSignal(window.history_thread.stored):
        window.history_thread.put(one, 10)


def test_what_is_no_error_is_left_to_python(qtbot, reporter, capsys):
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    qtbot.wait(20)
    assert reporter.dialog is None
    assert "KeyboardInterrupt" in capsys.readouterr().err


def test_a_report_names_the_causes(qapp):
    def outer():
        try:
            failing("x")
        except ValueError as error:
            raise RuntimeError("secret") from error

    described = describe_error(caught(outer))
    assert described.index("RuntimeError at") < described.index("caused by\nValueError at")
    assert "secret" not in described


def test_a_report_leaves_out_what_was_hidden_and_ends_in_a_circle(qapp):
    def hiding():
        try:
            failing("x")
        except ValueError:
            raise RuntimeError from None

    assert "ValueError" not in describe_error(caught(hiding))
    first, second = ValueError(), KeyError()
    first.__cause__, second.__cause__ = second, first
    assert describe_error(first).count("ValueError") == 1


@pytest.fixture
def clean_logging(monkeypatch):
    """The root logger without handlers, given back afterwards with Qt's messages."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    before = qInstallMessageHandler(None)
    root.handlers.clear()
    yield root
    for handler in root.handlers:
        handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)
    qInstallMessageHandler(before)


def test_the_log_has_places_but_no_words(clean_logging, tmp_path, capsys):
    log.set_up(tmp_path / "log")
    try:
        failing("my secret text")
    except ValueError:
        logging.getLogger("x").exception("that failed")
    logged = (tmp_path / "log" / log.FILE_NAME).read_text("utf-8")
    assert "that failed" in logged
    assert "ValueError at" in logged
    assert "secret" not in logged + capsys.readouterr().err


def test_the_log_does_not_grow_for_ever(clean_logging, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(log, "_BYTES", 1000)
    log.set_up(tmp_path)
    for _ in range(300):
        logging.getLogger("x").warning("one more line of the log")
    files = list(tmp_path.iterdir())
    assert len(files) == 3
    assert sum(file.stat().st_size for file in files) <= 3000


def test_a_folder_that_cannot_be_written_does_not_matter(clean_logging, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    log.set_up(tmp_path / "file" / "log")
    logging.getLogger("x").warning("to the terminal only")
    assert "to the terminal only" in capsys.readouterr().err


def test_without_a_terminal_there_is_the_file(clean_logging, tmp_path, monkeypatch):
    # As in a program without a console on Windows.
    monkeypatch.setattr(sys, "stderr", None)
    log.set_up(tmp_path)
    logging.getLogger("x").warning("to the file only")
    assert "to the file only" in (tmp_path / log.FILE_NAME).read_text("utf-8")


@pytest.mark.qt_no_exception_capture
def test_messages_of_qt_are_logged(clean_logging, tmp_path, capsys):
    log.set_up(tmp_path)
    qWarning("a complaint of Qt")
    log._log_qt(QtMsgType.QtInfoMsg, QMessageLogContext(), "not worth it")
    logged = (tmp_path / log.FILE_NAME).read_text("utf-8")
    assert "WARNING qt.default: a complaint of Qt" in logged
    assert "not worth it" not in logged
