"""HTML, sound or broken, cut into sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.server.html import html_document
from tests.support.fakes import SpellingModel, guarded_translator

TRANSLATOR = guarded_translator(SpellingModel())


def cut(text: str) -> list[str]:
    return [segment.text for segment in html_document(text, TRANSLATOR).segments]


@pytest.mark.parametrize(
    ("html", "sentences"),
    [
        ("<p>One dog. Two cats.</p>", ["One dog.", "Two cats."]),
        ("<p>One <b>dog</b>.</p><p>Two</p>", ["One <b>dog</b>.", "Two"]),
        ("One<br>Two<br/>Three<BR />Four", ["One", "Two", "Three", "Four"]),
        ("<ul><li>One<li>Two</ul>", ["One", "Two"]),
        ("<p>One dog\nand  \r\n\ttwo cats.</p>", ["One dog and     two cats."]),
        ('<a href="x.html">One</a> dog', ['<a href="x.html">One</a> dog']),
        ("One<!-- a <p>comment</p> -->Two", ["One", "Two"]),
        ("<!DOCTYPE html><title>One</title>", ["One"]),
        ("<style>p { color: red }</style>One<script>if (a < b) c();</script>", ["One"]),
        ("<pre>x = 1\ny = 2</pre>One<textarea>z</textarea>", ["One"]),
        ("<abbr>HTML</abbr> <article>One</article>", ["<abbr>HTML</abbr>", "One"]),
        ("<my-element>One</my-element>", ["One"]),
        # Broken, and still read as a browser would.
        ("<p>One <b>dog", ["One <b>dog"]),
        ("One</p></div>Two", ["One", "Two"]),
        ("One<script>never closed <p>Two</p>", ["One"]),
        ("One <!-- never closed <p>Two", ["One"]),
        ("One<p class='a", ["One"]),
        ("1 < 2 and 3 > 2", ["1 < 2 and 3 > 2"]),
        ("<>One</>", ["<>One</>"]),
        ("", []),
        ("<p></p> \n <br>", []),
    ],
)
def test_blocks_are_gaps_and_the_rest_is_sentences(html, sentences):
    assert cut(html) == sentences


@given(st.text(alphabet="<>/!-ab pbr=\"'\n\t.", max_size=80))
def test_nothing_is_lost_whatever_is_broken(html):
    document = html_document(html, TRANSLATOR)
    joined = document.join([segment.text for segment in document.segments])
    assert joined == document.text
    assert len(joined) == len(html)
    assert all(a == b or (a in "\t\r\n" and b == " ") for a, b in zip(html, joined, strict=True))


@pytest.mark.parametrize("part", ["<", "<a", "<p ", "<!--", "<script>", "</", "<a href='", "<!"])
def test_a_long_row_of_beginnings_is_read_once(part):
    html = part * (200_000 // len(part))
    assert html_document(html, TRANSLATOR).text == html  # reading it over and over takes hours
