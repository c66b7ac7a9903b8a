"""Finding verbatim spans takes time in proportion to the text, whatever it is."""

import time

import pytest

from engine.guards.verbatim import code_line_spans, find_verbatim

HOSTILE = [
    *"`{}<>&%$#@:/\\.-_~=()[]+*!?'\"aA0 \n,;|^é中",
    *("http://", "a.", "a@", "a/", "<a ", "<!--", "{{", "a(", "a_", "::", "0:", "0-", "0 ", "+1"),
    *("%(", "&#", "a::", "a->", "~/", "C:\\", "www.", "<code>", "`a", '<a b="', "0.", "f('"),
    *("[a](", "![", "](", "**a", "_a ", "a=", ":a", "[^", "C:\\a b.c "),
    *("localhost:", "1.1.1.1:1/", "x.com:", "a.com/", "97 ", "{a,", "a b ", "}{", "{\n", "`\n"),
    *(
        "```\n",
        "~~~\n",
        "[a](",
        "![",
        "](",
        "**a",
        "_a ",
        "a=",
        ":a",
        "[^",
        "C:\\a b.c ",
        "if x:",
        "git a-",
        "a = ",
        "\u2028",
        "C:\\a b",
        "aB0",
        "==/",
    ),
]


def _seconds(call, text):
    start = time.thread_time()
    call(text)
    return time.thread_time() - start


@pytest.mark.parametrize("call", [find_verbatim, code_line_spans])
@pytest.mark.parametrize("unit", HOSTILE)
def test_time_is_linear_on_hostile_text(unit, call):
    # Quadratic time would be minutes; the bound leaves room for a slow machine.
    assert _seconds(call, (unit * 20_000)[:20_000]) < 1


@pytest.mark.slow
@pytest.mark.parametrize("unit", [unit for unit in HOSTILE if len(unit) == 1])
def test_a_megabyte_of_anything_is_read(unit):
    assert _seconds(find_verbatim, unit * 1_000_000) < 30
