"""Lines of a program are told from prose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards import code_lines
from engine.guards.code_lines import code_line_spans, is_code_line

CODE = [
    "cin >> x; cout << x;",
    "int main() {",
    "    return 0;",
    "}",
    "});",
    "#include <stdio.h>",
    "import os",
    "from a.b import c",
    "def f(x):",
    "class Foo(Bar):",
    "x = foo(1)",
    "self.x = x",
    "    print('hello there')",
    "if x > 3:",
    "for i in range(3):",
    "$ ls -la",
    "git push origin main",
    "pip install numpy",
    "SELECT * FROM t WHERE x = 1",
    "const a = 5;",
    "foo.bar();",
    "std::cout << x << std::endl;",
    "<div class='x'>",
    "export PATH=$PATH:/bin",
    "#!/bin/sh",
    ">>> x + 1",
    '"name": "x",',
    "@decorator",
    "public static void main(String[] args) {",
    "    return a + b",
    "return self.x == other.x",
    "return None",
    "yield x * 2",
    "if x > 5: print(x)",
    "if a and b: return c",
    "else: return 0",
    "else:",
    "while True:",
    "while i < 10: i += 1",
    "for x in xs: print(x)",
    "for k, v in d.items():",
    "if x != 3:",
    "if not x: break",
    "elif self.done: pass",
    "except ValueError as e:",
    "def f(x): return x + 1",
    "def f(x: int) -> int: return x",
    "return not x",
    "return a if b else 0",
    "return x > 5 and y < 3",
    "assert x > 5",
    "lambda x: x + 1",
    "x = x + 1",
    "total = total + 1",
    "result = a * b",
    "x = 5 if y else 3",
    "x, y = y, x",
    'println!("hello");',
]
NOT_CODE = [
    "Return the book to the library.",
    "Import taxes are high.",
    "return home",
    "return to sender",
    "return - soon",
    "If you go, call me:",
    "For example:",
    "He said (yes);",
    "Go to the shop; buy milk;",
    "Let me know;",
    "Use foo(x) to call it.",
    "Hello(world)",
    "Delete the file, please;",
    "cat and dog",
    "Public opinion is divided;",
    "Echo of the past.",
    "If a customer (new) calls:",
    "git is a tool.",
    "Print the page",
    "$5 per person",
    "@home we trust",
    "A + B = C",
    "if you see (this): stop",
    "if x > 5: call me",
    "for example (see above): call me",
    "with love (always): Anna",
    "while in Rome: do as they do",
    "If x > 5: stop.",
    "if possible: today",
    "except weekends:",
    "return home and sleep",
    "return if possible",
    "assert yourself",
    "speed = distance / time",
    "Profit = revenue - cost",
    "Try: it is easy",
    "Price = 5 euros",
    "Total = sum of all",
    "Press <b>Start</b>.",
    "copy it (now)",
    "",
]


@pytest.mark.parametrize("line", CODE)
def test_code_is_code(line):
    assert is_code_line(line)


@pytest.mark.parametrize("line", NOT_CODE)
def test_prose_is_not_code(line):
    assert not is_code_line(line)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_fenced_blocks_are_code_with_their_fences(ending):
    lines = ["Run:", "```sh", "say hello", "", "```", "Then:", "~~~~", "```", "x", "~~~~", "Done."]
    text = ending.join(lines)
    assert [span.of(text) for span in code_line_spans(text)] == [
        *("```sh", "say hello", "```"),
        *("~~~~", "```", "x", "~~~~"),
    ]


def test_a_fence_that_is_never_closed_is_text():
    text = "```\nHello there, friend.\n"
    assert code_line_spans(text) == ()


def test_backticks_in_prose_open_no_block():
    text = "``` is a fence, ``` too\nHello there.\n```"
    assert code_line_spans(text) == ()


@given(st.text(st.sampled_from("`~a =;(){}\r\n\u2028"), max_size=80))
def test_code_lines_hold_no_line_break(text):
    for span in code_line_spans(text):
        assert len(span.of(text).splitlines()) == 1


@pytest.mark.parametrize("line", CODE)
def test_a_line_of_code_is_never_passed_by_as_unmarked(line):
    shell = code_lines._SHELL_PROMPT.fullmatch(line.strip())
    assert shell or not code_lines._UNMARKED.fullmatch(line.strip())


def test_a_plain_sentence_asks_none_of_the_patterns(monkeypatch):
    monkeypatch.setattr(code_lines, "_STATEMENTS", (None,))
    assert not is_code_line("Good morning, how are you today?")
