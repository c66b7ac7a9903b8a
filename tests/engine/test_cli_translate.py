import errno
import json

import pytest

from engine.errors import InferenceError
from tests.support.command_line import Bytes, Messages, invoke
from tests.support.fake_translator import FakeTranslator, made_of
from tests.support.fakes import spelling_translator

EXAMPLE = "  One.\r\n\r\nTwo? Three!\n\tFour"
TRANSLATED = "  译ONE.文\r\n\r\n译TWO?文译THREE!文\n\t译FOUR文"


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
        "  译ONE.文\r\n\r\n译TWO?文",
        "  译ONE.文\r\n\r\n译TWO?文译THREE!文\n\t",
    ]
    assert done.flushed == [*seen[1:], TRANSLATED]


def test_wrapped_lines_are_joined_on_request():
    text = "> It goes on\n> and on.\n> Well.\n"
    done = invoke("translate", stdin=text.encode(), translator=spelling_translator())
    assert done.out == text
    done = invoke(
        "translate", "--join-lines", stdin=text.encode(), translator=spelling_translator()
    )
    assert done.out == "> It goes on and on.\n> Well.\n"


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
    done = invoke(
        "translate", "--jsonl", "--pack", "p", "--target", "en", stdin=b'{"id": 1, "text": "Hi"}'
    )
    assert done.code == 0
    assert "error" in json.loads(done.out)
    done = invoke("translate", "--pack", "p", "--target", "en", "Hi")
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
