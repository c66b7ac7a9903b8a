"""The command line as such: help, arguments, and what becomes of errors."""

import errno
import sys

import pytest

from engine.errors import EngineError, InferenceError, PackNotFound
from tests.support.command_line import Bytes, Messages, invoke
from tests.support.fake_translator import FakeTranslator, made_of


def test_without_a_command_it_helps():
    done = invoke()
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("usage: yiwen ")
    for command in ("translate", "packs", "self-check"):
        assert f"\n    {command} " in done.out
    assert invoke("--help").out == invoke("-h").out == done.out


def test_every_command_helps():
    for argv in (["translate"], ["packs"], ["packs", "list"], ["packs", "info"], ["self-check"]):
        done = invoke(*argv, "--help")
        assert (done.code, done.err, done.asked) == (0, "", [])
        assert done.out.startswith(f"usage: yiwen {' '.join(argv)} ")
    assert invoke("packs").out == invoke("packs", "--help").out


def test_the_version():
    done = invoke("--version")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("yiwen ")
    assert done.out == invoke("-V").out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["fly"], "COMMAND: invalid choice: 'fly' (choose from"),
        (["Good morning"], "COMMAND: invalid choice: 'Good morning'"),
        (["--fly"], "unknown option '--fly'; see yiwen --help"),
        (["translate", "--fly", "Hi"], "unknown option '--fly'; write -- before a text that"),
        (["translate", "-x"], "unknown option '-x'; write -- before a text"),
        (["translate", "Hi", "--beams", "3"], "unknown option '--beams'"),
        (["translate", "--bea", "3"], "unknown option '--bea'"),
        (["translate", "--beam"], "--beam: expected one argument; see yiwen translate --help"),
        (["translate", "--beam", "0"], "--beam: expected a whole number from 1 to 32, found '0'"),
        (["translate", "--beam", "33"], "found '33'"),
        (["translate", "--beam", "2.5"], "found '2.5'"),
        (["translate", "--beam", "³"], "found '³'"),
        (["translate", "--beam", "9" * 5000], "--beam: expected a whole number from 1 to 32"),
        (["translate", "--beam="], "found ''"),
        (["translate", "--threads", "many"], "--threads: expected a whole number from 0 to 1024"),
        (
            ["translate", "--target", "fr"],
            "--target: expected one of zh-Hans, zh-Hant, zh-TW, zh-HK, en, found 'fr'",
        ),
        (["translate", "--jsonl", "Hi"], "--jsonl: expected the texts on standard input"),
        (["self-check", "now"], "unexpected argument 'now'; see yiwen self-check --help"),
        (["self-check", "--", "now"], "unexpected argument 'now'"),
        (["packs", "drop"], "COMMAND: invalid choice: 'drop'"),
        (["packs", "info"], "the following arguments are required: NAME; see yiwen packs info"),
        (["packs", "info", "a", "b"], "unexpected argument 'b'"),
        (["--", "translate"], "unexpected argument 'translate'"),
    ],
)
def test_a_wrong_command_line_gets_one_line(argv, message):
    done = invoke(*argv, stdin=b"Hi")
    assert (done.code, done.out, done.asked) == (2, "", [])
    assert done.line.startswith("yiwen: ")
    assert message in done.line
    assert "--help" in done.line or "--jsonl" in argv


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (["Good", "morning"], "Good morning"),
        (["Good morning"], "Good morning"),
        (["Good  morning", "you"], "Good  morning you"),
        (["--beam", "2", "Good", "morning"], "Good morning"),
        (["Good", "morning", "--beam", "2"], "Good morning"),
        (["Good", "--beam", "2", "morning", "--no-progress", "you", "two"], "Good morning you two"),
        (["--", "--help"], "--help"),
        (["--beam=2", "Say", "--", "-x", "--", "y"], "Say -x -- y"),
        (["-5", "degrees"], "-5 degrees"),
        (["It", "is", "-5", "degrees", "--beam", "2", "-6"], "It is -5 degrees -6"),
        (["-x is a variable"], "-x is a variable"),
        (["a", "-"], "a -"),
        ([__file__], __file__),
        (["译文", "🙂"], "译文 🙂"),
        ([""], ""),
        (["", ""], " "),
        (["One\nTwo\n"], "One\nTwo\n"),
    ],
)
def test_arguments_are_one_text(argv, text):
    expected = FakeTranslator().translate(text).text + "\n"
    done = invoke("translate", *argv, stdin=b"not read")
    assert (done.code, done.out, done.err) == (0, expected, "")


def test_debug_may_stand_anywhere():
    for argv in (["--debug", "translate", "Hi"], ["translate", "Hi", "--debug"]):
        assert invoke(*argv).out == made_of("Hi") + "\n"


def raising(error: BaseException) -> FakeTranslator:
    def fail(sentence: str) -> None:
        if sentence == "Two.":
            raise error

    return FakeTranslator(before=fail)


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (InferenceError("the decoder\n  failed"), 1, "yiwen: the decoder failed"),
        (EngineError("it failed"), 1, "yiwen: it failed"),
        (MemoryError(), 1, "yiwen: internal error (MemoryError); --debug shows where"),
        (KeyError("private"), 1, "yiwen: internal error (KeyError); --debug shows where"),
        (OSError(errno.EPIPE, "private"), 1, "yiwen: internal error (BrokenPipeError); --debug"),
    ],
)
def test_a_failure_gets_one_line_and_what_was_done_is_kept(error, code, message):
    done = invoke("translate", "One. Two. Three.", translator=raising(error))
    assert (done.code, done.out) == (code, "译ONE.文")
    assert done.line.startswith(message)


def test_debug_shows_where():
    failed = invoke("--debug", "translate", "One. Two.", translator=raising(KeyError("x")))
    assert failed.code == 1
    assert failed.err.startswith("yiwen: internal error (KeyError)")
    assert "Traceback (most recent call last):" in failed.err
    assert ", in stream\n" in failed.err


def test_a_pack_that_is_not_there():
    done = invoke("translate", "Hi", loading=PackNotFound("x", "a pack", "nothing"))
    assert (done.code, done.out) == (2, "")
    assert done.line == "yiwen: x: expected a pack, found nothing"


def test_ctrl_c():
    done = invoke("translate", "One. Two.", translator=raising(KeyboardInterrupt()))
    assert (done.code, done.out, done.err) == (130, "译ONE.文", "")


def test_ctrl_c_that_a_library_made_another_error_of():
    # As pybind11 does while an extension module is being loaded.
    masked = ImportError("initialization failed")
    masked.__cause__ = KeyboardInterrupt()
    for argv in (["translate", "Hi"], ["self-check"]):
        done = invoke(*argv, loading=masked)
        assert (done.code, done.err) == (130, "")


def test_nobody_reads_the_output():
    for argv in (["translate", "Hi"], ["--help"], ["--version"], ["self-check"]):
        done = invoke(*argv, stdout=Bytes(error=errno.EPIPE))
        assert (done.code, done.err) == (141, "")


def test_the_output_cannot_be_written():
    done = invoke("translate", "Hi", stdout=Bytes(error=errno.ENOSPC))
    assert done.code == 1
    assert done.line == "yiwen: standard output: cannot be written: it broke"


def test_nobody_reads_the_messages():
    class Gone(Messages):
        def write(self, _text: str) -> int:
            raise BrokenPipeError(errno.EPIPE, "it broke")

    assert invoke("fly", stderr=Gone()).code == 2


def test_self_check():
    done = invoke("self-check", "--pack", "mine", "--threads", "1")
    assert (done.code, done.err, done.asked) == (0, "", [("mine", 1)])
    lines = done.out.splitlines()
    named = dict(line.split(": ", 1) for line in lines if ": " in line)
    assert {"yiwen", "python", "onnxruntime", "platform"} <= set(named)
    assert named["pack"] == "tiny-en-zh (CC-BY-SA-4.0)"
    if sys.platform == "linux":
        assert named["network connections"] == "none"
    assert any(line.startswith(f"Good morning. → {made_of('Good morning.')} (") for line in lines)
    assert lines[-1] == "ok"


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (
            {"loading": PackNotFound("x", "a pack", "nothing")},
            "loading the pack: x: expected a pack, found nothing",
        ),
        ({"loading": ImportError("no DLL")}, "loading the pack: ImportError: no DLL"),
        (
            {"translator": FakeTranslator(render=lambda _sentence: "hello")},
            "translating a sentence: expected zh-Hans, found 'hello'",
        ),
    ],
)
def test_a_failed_self_check_names_what_failed(how, message):
    done = invoke("self-check", **how)
    assert done.code == 1
    assert done.line == f"yiwen: self-check failed: {message}"
    assert "ok" not in done.out.split()


def test_ctrl_c_ends_a_self_check_too():
    def stop(_sentence):
        raise KeyboardInterrupt

    assert invoke("self-check", translator=FakeTranslator(before=stop)).code == 130
