"""The command line in this process, with streams and models of the test's own."""

import errno
import io
import json
from dataclasses import dataclass
from typing import Any

import pytest

from engine.cli import run
from engine.commands.streams import Streams
from engine.errors import EngineError, InferenceError, PackNotFound
from engine.places import HOME_VARIABLE, packs_folder
from tests.support.fake_translator import FakeTranslator, made_of
from tests.support.sealed_pack import write_pack

EXAMPLE = "  One.\r\n\r\nTwo? Three!\n\tFour"
TRANSLATED = "  译ONE.文\r\n\r\n译TWO?文 译THREE!文\n\t译FOUR文"


class Bytes(io.BytesIO):
    """A stream of bytes that may be a terminal, notes each flush, and may fail."""

    def __init__(self, data: bytes = b"", *, terminal: bool = False, error: int = 0) -> None:
        super().__init__(data)
        self.terminal = terminal
        self.error = error
        self.flushed: list[bytes] = []

    def isatty(self):
        return self.terminal

    def read(self, size: int | None = -1) -> bytes:
        if self.error:
            raise OSError(self.error, "it broke")
        return super().read(size)

    def flush(self):
        if self.error:
            raise OSError(self.error, "it broke")
        self.flushed.append(self.getvalue())


class Messages(io.StringIO):
    """Standard error, a terminal or not."""

    def __init__(self, *, terminal: bool = False) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


@dataclass
class Done:
    """What a command came to."""

    code: int
    out: str
    err: str
    flushed: list[str]
    asked: list[tuple[str | None, int]]
    translator: FakeTranslator

    @property
    def line(self) -> str:
        """The only line of the standard error."""
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1, self.err
        return self.err[:-1]


def invoke(
    *argv: str,
    stdin: bytes | Bytes = b"",
    stdout: Bytes | None = None,
    stderr: Messages | None = None,
    translator: FakeTranslator | None = None,
    loading: Exception | None = None,
) -> Done:
    """Run the command line."""
    translator = translator or FakeTranslator()
    output, messages = stdout or Bytes(), stderr or Messages()
    asked = []

    def load(pack: str | None, threads: int) -> FakeTranslator:
        asked.append((pack, threads))
        if loading:
            raise loading
        return translator

    streams = Streams(
        stdin=Bytes(stdin) if isinstance(stdin, bytes) else stdin, stdout=output, stderr=messages
    )
    code = run(argv, streams, load)
    flushed = [each.decode("utf-8") for each in output.flushed]
    out = output.getvalue().decode("utf-8")
    return Done(code, out, messages.getvalue(), flushed, asked, translator)


# --- what it says about itself ------------------------------------------------------------------


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


# --- the command line itself --------------------------------------------------------------------


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


# --- translate ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE,
        EXAMPLE + "\n",
        EXAMPLE + "\r\n\r\n",
        "",
        "\n",
        " \r\n\t",
        "a\rb\x0bc\x85d\u2028e",
        "No end",
        "文字 🙂",
        "\0",
    ],
)
def test_standard_input_comes_out_with_every_gap(text):
    done = invoke("translate", stdin=text.encode("utf-8"))
    assert (done.code, done.err) == (0, "")
    assert done.out == done.translator.translate(text).text


def test_each_sentence_is_written_as_soon_as_it_is_ready():
    stdout = Bytes()
    seen = []
    translator = FakeTranslator(before=lambda _sentence: seen.append(stdout.getvalue().decode()))
    done = invoke("translate", stdin=EXAMPLE.encode(), stdout=stdout, translator=translator)
    assert done.out == TRANSLATED
    assert seen == [
        "",
        "  译ONE.文\r\n\r\n",
        "  译ONE.文\r\n\r\n译TWO?文 ",
        "  译ONE.文\r\n\r\n译TWO?文 译THREE!文\n\t",
    ]
    assert done.flushed == [*seen[1:], TRANSLATED]


def test_a_byte_order_mark_is_dropped():
    assert invoke("translate", stdin=b"\xef\xbb\xbfHi\n").out == made_of("Hi") + "\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff", "standard input: expected UTF-8, found byte 0xff at offset 0"),
        (b"caf\xe9 au lait", "found byte 0xe9 at offset 3"),
        ("译".encode()[:2], "found byte 0xe8 at offset 0"),
        (b"\xef\xbb\xbfab\xc3\x28", "found byte 0xc3 at offset 5"),
        (b"\xed\xa0\x80", "found byte 0xed at offset 0"),
        ("\ufeffHi".encode("utf-16-le"), "at offset 0; it looks like UTF-16"),
        ("Hi".encode("utf-16"), "it looks like UTF-16"),
    ],
)
def test_input_that_is_not_utf_8(data, message):
    done = invoke("translate", stdin=data)
    assert (done.code, done.out) == (2, "")
    assert done.line.startswith("yiwen: standard input: expected UTF-8")
    assert message in done.line


def test_bytes_of_an_argument_that_the_locale_cannot_read():
    readable = "café 译".encode().decode("ascii", "surrogateescape")
    assert invoke("translate", readable).out == made_of("café 译") + "\n"
    done = invoke("translate", "caf\udce9")
    assert done.code == 2
    assert done.line == "yiwen: TEXT: expected UTF-8, found byte 0xe9 at offset 3"


def test_input_that_cannot_be_read():
    done = invoke("translate", stdin=Bytes(error=errno.EISDIR))
    assert (done.code, done.out) == (2, "")
    assert done.line == "yiwen: standard input: cannot be read: it broke"


def test_options_reach_the_translator():
    done = invoke("translate", "--pack", "my pack", "--threads", "3", "Hi")
    assert done.asked == [("my pack", 3)]
    done = invoke("translate", "--target", "zh-HK", "--beam", "7", "Hi")
    assert done.asked == [(None, 0)]
    (options,) = done.translator.wanted
    assert (options.target, options.beam_size, options.length_penalty) == ("zh-HK", 7, None)
    (options,) = invoke("translate", "Hi").translator.wanted
    assert (options.target, options.beam_size) == (None, None)


def test_a_terminal_is_told_that_it_is_read():
    done = invoke("translate", stdin=Bytes(b"Hi", terminal=True))
    assert (done.code, done.out) == (0, made_of("Hi"))
    assert done.line.startswith("yiwen: reading standard input; end it with Ctrl-")
    assert invoke("translate", "Hi", stdin=Bytes(b"", terminal=True)).err == ""
    assert "Ctrl-" in invoke("translate", "--jsonl", stdin=Bytes(b"", terminal=True)).line


MANY = b"One. Two. Three. Four. Five. Six. Seven. Eight.\n"


def bar(*argv: str, stdin: bytes = MANY, terminal: bool = True, to_terminal: bool = False) -> str:
    done = invoke(
        "translate",
        *argv,
        stdin=stdin,
        stdout=Bytes(terminal=to_terminal),
        stderr=Messages(terminal=terminal),
    )
    assert done.code == 0
    assert done.out == done.translator.translate(stdin.decode()).text
    return done.err


def test_a_progress_bar_where_somebody_sees_it():
    shown = bar()
    assert "0/8" in shown
    assert shown.rpartition("\r")[2] == "", "the bar leaves its line empty"
    assert "\n" not in shown


def test_no_progress_bar_otherwise():
    assert bar("--no-progress") == ""
    assert bar(terminal=False) == ""
    assert bar(to_terminal=True) == ""
    assert bar(stdin=b"One. Two.") == ""


# --- JSON lines ---------------------------------------------------------------------------------


def test_json_lines_are_answered_one_by_one():
    lines = b'{"id": 1, "text": "Hi"}\r\n\r\nwhat?\n{"id": "\xe8\xaf\x91", "text": "Ho"}'
    done = invoke("translate", "--jsonl", "--target", "zh-TW", stdin=lines)
    assert (done.code, done.err) == (0, "")
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [(each["id"], each.get("translation")) for each in answers] == [
        (1, made_of("Hi")),
        (None, None),
        ("译", made_of("Ho")),
    ]
    assert "译" in done.out
    assert [each.count("\n") for each in done.flushed] == [1, 2, 3]
    assert {each.target for each in done.translator.wanted} == {"zh-TW"}


def test_a_target_that_the_pack_cannot_make():
    done = invoke("translate", "--jsonl", "--target", "en", stdin=b'{"id": 1, "text": "Hi"}')
    assert done.code == 0
    assert "error" in json.loads(done.out)
    done = invoke("translate", "--target", "en", "Hi")
    assert (done.code, done.out) == (2, "")
    assert "into en" in done.line


def test_json_lines_of_which_the_engine_fails_one():
    def fail(sentence):
        if sentence == "Bad":
            raise InferenceError("no memory")

    lines = b'{"id": 1, "text": "Bad"}\n{"id": 2, "text": "Good"}\n'
    translator = FakeTranslator(before=fail)
    done = invoke("translate", "--jsonl", stdin=lines, translator=translator)
    assert (done.code, done.err) == (1, "")
    assert json.loads(done.out.splitlines()[0]) == {"id": 1, "error": "no memory"}
    assert "translation" in json.loads(done.out.splitlines()[1])


# --- what goes wrong ----------------------------------------------------------------------------


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
    assert (done.code, done.out) == (code, "译ONE.文 ")
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
    assert (done.code, done.out, done.err) == (130, "译ONE.文 ", "")


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


# --- packs --------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path, monkeypatch) -> Any:
    """The user's own folder, with one sound pack and a damaged one."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    write_pack(packs_folder() / "tiny-en-zh")
    damaged = packs_folder() / "broken"
    damaged.mkdir()
    (damaged / "manifest.json").write_text("{")
    return packs_folder()


def test_packs_are_listed(home):
    done = invoke("packs", "list")
    assert (done.code, done.err, done.asked) == (0, "", [])
    lines = {line.split()[0]: line for line in done.out.splitlines()}
    assert " en → zh-Hans " in lines["tiny-en-zh"]
    assert " CC-BY-SA-4.0 " in lines["tiny-en-zh"]
    assert lines["tiny-en-zh"].endswith(str(home / "tiny-en-zh"))
    assert " damaged " in lines["broken"]
    assert str(home / "broken" / "manifest.json") in lines["broken"]


def test_there_may_be_no_packs(monkeypatch):
    monkeypatch.setattr("engine.pack.installed_packs", list)
    done = invoke("packs", "list")
    assert (done.code, done.out, done.line) == (0, "", "yiwen: no model pack is installed")


@pytest.mark.parametrize("by_path", [False, True])
def test_a_pack_says_what_it_is(home, by_path):
    done = invoke("packs", "info", str(home / "tiny-en-zh") if by_path else "tiny-en-zh")
    assert (done.code, done.err) == (0, "")
    facts = dict(line.split(": ", 1) for line in done.out.splitlines())
    assert facts["name"] == "tiny-en-zh"
    assert facts["languages"] == "en → zh-Hans"
    assert facts["licence"] == "CC-BY-SA-4.0"
    assert facts["attribution"] == "由测试而作"
    assert facts["folder"] == str(home / "tiny-en-zh")


def test_a_pack_with_a_damaged_file_is_not_described(home):
    (home / "tiny-en-zh" / "weights.bin").write_bytes(b"x" * 4096)
    for name in ("tiny-en-zh", "broken", "missing"):
        done = invoke("packs", "info", name)
        assert (done.code, done.out) == (2, "")
        assert ": expected " in done.line


# --- self-check ---------------------------------------------------------------------------------


def test_self_check():
    done = invoke("self-check", "--pack", "mine", "--threads", "1")
    assert (done.code, done.err, done.asked) == (0, "", [("mine", 1)])
    lines = done.out.splitlines()
    named = dict(line.split(": ", 1) for line in lines[:-2])
    assert {"yiwen", "python", "onnxruntime", "platform"} <= set(named)
    assert named["pack"] == "tiny-en-zh (CC-BY-SA-4.0)"
    assert lines[-2].startswith(f"Good morning. → {made_of('Good morning.')} (")
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
