"""Positions as Qt counts them, and which sentence stands where."""

from hypothesis import given
from hypothesis import strategies as st

from engine.document import Document, Span
from gui.positions import Ranges, code_points, utf16_units

ODD = "a🙂b👩‍👩‍👧𠮷。"


def test_an_emoji_is_two_units():
    assert utf16_units("a🙂") == 3
    assert [code_points("a🙂b", units) for units in range(6)] == [0, 1, 1, 2, 3, 3]


@given(st.text(alphabet=st.sampled_from(ODD)), st.data())
def test_units_and_code_points_are_each_others_inverse(text, data):
    index = data.draw(st.integers(0, len(text)))
    assert code_points(text, utf16_units(text[:index])) == index


def test_sentences_are_found_by_position():
    document = Document.from_spans("  🙂a. Bc.\n", [Span(2, 5), Span(6, 9)])
    ranges = Ranges.of_document(document)
    assert list(ranges) == [(2, 6), (7, 10)]
    assert [ranges.at(p) for p in range(12)] == [
        None, None, 0, 0, 0, 0, None, 1, 1, 1, None, None,
    ]  # fmt: skip
    assert ranges.touching(6) == 0
    assert ranges.touching(10) == 1
    assert ranges.touching(11) is None
    assert Ranges().at(0) is None


@given(st.lists(st.tuples(st.sampled_from(["", " ", "\n🙂"]), st.sampled_from(["a", "🙂b."]))))
def test_what_is_in_view_is_found_by_bisection(pairs):
    ranges = Ranges.of(pairs)
    text = "".join(gap + sentence for gap, sentence in pairs)
    units = utf16_units(text)
    for first in range(units + 1):
        for last in range(first, units + 1):
            seen = set(ranges.within(first, last))
            assert seen == {
                i for i, (start, end) in enumerate(ranges) if start <= last and end > first
            }
