"""Whatever the text and the model, its lines come back with everything around their sentences."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.segmentation import segment
from engine.types import Guards, TranslationOptions
from tests.support.fakes import SpellingModel, guarded_translator

BREAKS = ["\n", "\r\n", "\r", "\n\n", "\u2028", "\x0b", "\x0c", "\x85", "\x1c", "\u2029"]
EDGES = [
    "  ",
    "\t",
    " \t",
    "\u3000",
    "\u00a0",
    "> ",
    "> > ",
    "- ",
    "* ",
    "• ",
    "1. ",
    "(a) ",
    "## ",
]
WORDS = [
    "Go on.",
    "the cat",
    "Wait!",
    "12",
    "`x y`",
    "https://a.example/b",
    "好的。",
    "🙂",
    "(now)",
]
LINES = st.lists(st.sampled_from(BREAKS + EDGES + WORDS), max_size=24).map("".join)
ANY = st.text(st.characters(exclude_categories=()), max_size=60)

_LINE_END = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def translated(text: str, **options) -> str:
    model = SpellingModel(lambda _text: "就这样接着走吧。")
    return guarded_translator(model).translate(text, TranslationOptions(**options)).text


def frame(text: str) -> list[str]:
    """Return what stands between the sentences of a text, but for single spaces."""
    return [gap for gap in segment(text).gaps if gap != " "]


@settings(deadline=None, max_examples=250)
@given(LINES | ANY)
@example("  Go on. \r\n\r\n\t- the cat\r> Wait!\u2028\x00 12 \n")
def test_every_line_break_and_everything_beside_it_comes_back(text):
    made = translated(text)
    assert _LINE_END.findall(made) == _LINE_END.findall(text)
    at = 0
    for gap in frame(text):
        at = made.find(gap, at)
        assert at >= 0, gap
        at += len(gap)


@settings(deadline=None, max_examples=100)
@given(LINES)
def test_without_guards_all_but_the_sentences_is_exact(text):
    document = segment(text)
    made = translated(text, guards=Guards.off())
    # What has no letter needs no model; single spaces between sentences may go.
    parts = [
        "就这样接着走吧。" if re.search(r"[^\W\d_]", each.text) else each.text
        for each in document.segments
    ]
    assert made.replace(" ", "") == document.join(parts).replace(" ", "")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_list_comes_back_line_by_line(ending):
    lines = ["To buy:", "", "  - ripe pears  ", "\t* rye bread", "", "> Go on.", "1. End", ""]
    made = translated(ending.join(lines)).split(ending)
    assert [re.sub("[\u4e00-\u9fff].*[\u4e00-\u9fff]", "…", line) for line in made] == [
        *("…：", "", "  - …  ", "\t* …", "", "> …。", "1. …", ""),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\r\n\r\n",
        "https://a.example/b",
        "<br/>\n\n  {x} %d\r\n",
        "> `x`\n> +44 20 7946 0018  \n",
        "| 1 | 2 |\n|---|---|\n",
        "[1]: https://a.example/b",
        "**`x`**",
        "```\nsay hello\n```\n",
        "{n, plural, one {# file} other {# files}}",
        "C:\\Program Files\\My App\\read me.txt",
        "cin >> x; cout << x;",
        "PATH=/usr/bin:$PATH",
    ],
)
def test_a_text_of_nothing_to_translate_is_returned_as_it_is(text):
    assert translated(text) == text
