"""What separates the cells of a line comes back exactly; each cell is translated by itself."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.segmentation import segment
from tests.support.fakes import SpellingModel, guarded_translator

# Each line is written as its cells, with what stands between them in braces.
CELLS = [
    # Columns of spaces.
    "Name{      }Age{   }City{\n}Tom Smith{      }32{   }New York",
    "Name{  }Age{  }City{\n}Tom{   }5{    }Rome",
    "-h, --help{  }Show this help{\n    }--verbose{   }Be loud",
    "The   quick  brown   fox  jumps   over",
    "He  said no.",
    # Frames.
    "{┌──────┬─────┐\n│ }Name{ │ }Age{ │\n├──────┼─────┤\n│ }Tom{  │ }5{   │\n└──────┴─────┘}",
    "+----+{\n| }Name{ |\n}+----+{\n}",
    "{├── }src{\n│   └── }main files",
    "The cat ─ a big one ─ slept.",
    # Bars.
    "Name{ | }Age{\n--- | ---\n}Tom{ | }5",
    "cat{ | }old dog{\n}red fox{ | }hen",
    "Home{ | }About us{ | }Contact",
    "Run cat x | grep y to find it.",
    "cat|dog|bird",
    # Values.
    'a{,}b{,"}c d{",}3',
    'name{,}age{,}city{\n}Tom{,}32{,"}New York{"}',
    "Tom{,}32{,}NYC",
    "Name{;}Age{;}City",
    "Hi,how are you,my friend",
    "About 1,249,000 people came,you know,then left.",
    "he came;he saw;he won",
    "See pages 1,2,3 for details",
    'He said,"go home",and left at once.',
    "Call f(a,1,b) now, &lt;p&gt;5;a",
    # Leaders, blanks, rules.
    "Chapter 1{ ........ }12",
    "{1.2 }Getting started{ . . . . . . . . . }5",
    "Soup{ ........ }$5.00",
    "Date:{ ____}",
    "Name:{ __________ }Date:{ __________}",
    "My name is ____ and I am ___ years old.",
    "Wait......what?",
    "{=== }Getting started{ ===}",
    # Comments, definitions, answers to mail.
    "timeout: 30{  # }in seconds",
    "{; }The name of the user{\n// }Fix this{\n-- }The old table",
    "Term{\n: }What it means",
    "{Re: Fwd: }Meeting on Friday",
    "Re the meeting: it is on",
    # What the links and notes of Markdown refer to.
    '{[man]: https://example.com "}The manual{"}',
    "{[man]: https://example.com}",
    "{[^1]: }This is a note.",
]


@pytest.mark.parametrize("marked", CELLS)
def test_what_separates_cells_stays_out_of_the_segments(marked):
    inside = [each for each in re.sub(r"\{[^{}]*\}", "\0", marked).split("\0") if each.strip()]
    text = re.sub(r"[{}]", "", marked)
    made = [each.text for each in segment(text).segments if re.search(r"[^\W_]", each.text)]
    assert made == [each.strip("\n") for each in inside if re.search(r"[^\W_]", each)]


@pytest.mark.parametrize(
    "text",
    [
        "Name      Age   City\nTom      32   York",
        "| Name | Age |\n|:-----|----:|\n| Tom | 5 |",
        "Name | Age\n--- | ---\nTom | 5",
        '"Name","Age"\n"Tom","5"',
        "Chapter ........ 12\nIndex .......... iv",
        "Name: ____ Date: ____",
        "│ Name │ Age │",
    ],
)
def test_a_table_keeps_everything_but_its_words(text):
    made = guarded_translator(SpellingModel(lambda _text: "好")).translate(text).text
    assert made.replace("：", ":") == re.sub(r"\b(?!iv)[A-Za-z]+", "好", text)


PARTS = [
    "  ",
    "   ",
    " | ",
    "|",
    ",",
    '"',
    ";",
    "....",
    "__",
    "│",
    "─",
    "---",
    "a",
    "Bo",
    "5",
    "\n",
]


@given(st.lists(st.sampled_from(PARTS), max_size=24).map("".join))
@settings(deadline=None, max_examples=200)
def test_nothing_is_lost_whatever_separates_cells(text):
    document = segment(text)
    assert document.join([each.text for each in document.segments]) == text
    assert all(each.text == each.text.strip() for each in document.segments)


@pytest.mark.parametrize("unit", [*PARTS, ". ", "·", '",', "a,", "--|", "[a]: ", "- ", "=", "│─"])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.thread_time()
    segment((unit * 20_000)[:20_000])
    assert time.thread_time() - start < 5
