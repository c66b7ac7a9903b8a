"""Code in a sentence that no quotation marks set off: questions to data bases, shells, patterns."""

import time

import pytest

from engine.guards.verbatim import find_verbatim, is_code_line


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Use SELECT name FROM users WHERE age > 18 to get adults.",
            ["SELECT name FROM users WHERE age > 18"],
        ),
        ("So SELECT a FROM t ORDER BY a is slow.", ["SELECT a FROM t ORDER BY a"]),
        ("We UPDATE users SET n = 'x y' now.", ["UPDATE users SET n = 'x y'"]),
        ("UPDATE now or SELECT one FROM all.", ["SELECT one FROM all"]),
        ("Type ls -la | grep foo to find it.", ["ls -la | grep foo"]),
        ("Run rm -rf /tmp/x, please.", ["rm -rf /tmp/x"]),
        ("Find it - make it better.", []),
        ("The regex ^[a-z]+\\d{2,4}$ matches.", ["^[a-z]+\\d{2,4}$"]),
        ("Use (foo|bar)* or [A-Z]{3}, \\d+.", ["(foo|bar)*", "[A-Z]{3}", "\\d+"]),
        ("The file(s)? are (yes)* note, [Really]? (about 5)", []),
        ("See com.example.App and *.txt here.", ["com.example.App", "*.txt"]),
        ("==so it is== and H~2~O", ["==", "==", "H~2~O"]),
        ("At [10/Oct/2000:13:55:36 -0700]", ["10/Oct/2000:13:55:36 -0700"]),
    ],
)
def test_code_is_found_in_a_sentence(text, wanted):
    assert [each.span.of(text) for each in find_verbatim(text)] == wanted


@pytest.mark.parametrize(
    "line",
    [
        "ls [OPTION]... [FILE]...",
        '127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 23',
        "for f in *.txt; do echo $f; done",
        "-----BEGIN PUBLIC KEY-----",
        "00:01:02.500 --> 00:01:05.000 align:start",
    ],
)
def test_lines_for_machines_are_code(line):
    assert is_code_line(line)


@pytest.mark.parametrize(
    "line", ["welcome [USER] <now> ALL", "come [in] now...", "done", "Go on..."]
)
def test_lines_for_people_are_none(line):
    assert not is_code_line(line)


@pytest.mark.parametrize(
    "unit",
    ["SELECT ", "SELECT a FROM ", "ls ", "ls -a", "[a-", "(a|", "\\d", "*.", "==a", "~a", "a.b."],
)
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.thread_time()
    find_verbatim((unit * 20_000)[:20_000])
    assert time.thread_time() - start < 5
