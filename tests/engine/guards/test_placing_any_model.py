"""Whatever a model does, and however it aligns, verbatim spans come through."""

import re
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.placing import is_kept, place
from engine.guards.restoring import Candidate
from engine.guards.verbatim import find_verbatim
from engine.types import AlignedSpan
from tests.support.placing import drive

SPANS = ["{a}", "%d", "%1$s", "`x y`", "https://a.io/b", "a@b.io", "&amp;", "&nbsp;", "<br>", "<b>"]
SPANS += [
    "</b>",
    "<i>",
    "</i>",
    "<p>",
    "</p>",
    "x1.com",
    "[1]",
    "-->",
    "setup.py",
    "v1.2.3",
    "@a_b",
]
WORDS = ["go", "Stop", "the", "x1", "x", "1", "X1", ".", ",", "(", ")", "你好", "&", '"', "\n", "é"]
PIECES = st.lists(st.sampled_from(SPANS + WORDS), max_size=14)


def ordered(text: str) -> bool:
    """Say whether every closing tag of a matched kind comes after as many opening ones."""
    for name in "bi":
        depth = 0
        for closing in re.findall(rf"<(/?){name}>", text):
            depth += -1 if closing else 1
            if depth < 0:
                return False
    return True


@st.composite
def unruly(draw):
    """Draw a model that does anything to a text, and aligns as it pleases."""

    def translate(text: str) -> Sequence[Candidate]:
        return [one(text) for _ in range(draw(st.integers(0, 2)))]

    def one(text: str) -> Candidate:
        parts = re.findall(r"\w+|\W", text)
        made = ""
        for part in parts:
            choice = draw(st.integers(0, 9))
            if choice < 6:
                made += part
            elif choice == 6:
                made += part * 2
            elif choice == 7:
                made += draw(st.sampled_from([*SPANS, "x1.com", "x_2", "中", " ", "。"]))
        links = []
        for _ in range(draw(st.integers(0, 6))):
            source = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
            links.append(Span(*source))
        bounds = sorted(draw(st.lists(st.integers(0, len(made)), max_size=7)))
        targets = [Span(a, b) for a, b in pairwise(bounds) if a < b]
        return Candidate(made, tuple(map(AlignedSpan, links, targets)))

    return translate


@given(PIECES, st.sampled_from(["", " "]), unruly())
@settings(max_examples=150, deadline=None)
def test_every_span_comes_through_any_model(pieces, space, translate):
    text = space.join(pieces)
    placed = drive(place(text), translate)
    for each in find_verbatim(text):
        written = each.span.of(text)
        assert placed.text.count(written) == text.count(written)
    if placed.step != "plain" and ordered(text):
        assert ordered(placed.text)
    for link in placed.links:
        assert link.source.end <= len(text)
        assert link.target.end <= len(placed.text)


@given(st.text(max_size=60), unruly())
@settings(max_examples=80, deadline=None)
def test_any_text_comes_through_any_model(text, translate):
    placed = drive(place(text), translate)
    assert is_kept(text, placed.text, find_verbatim(text))
