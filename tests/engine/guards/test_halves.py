import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.halves import rejoined
from engine.types import AlignedSpan
from tests.engine.guards.test_fragments import link


@pytest.mark.parametrize(
    ("source", "target", "pairs", "made"),
    [
        ("Ryan Gosling left.", "兰Gosling走了。", {"Ryan": "兰"}, "Ryan Gosling走了。"),
        ("Emma Stone left.", "埃玛·Stone走了。", {"Emma": "埃玛"}, "Emma Stone走了。"),
        ("Emmanuel Macron left.", "Emmanuel马克走了。", {"Macron": "马克"}, "Emmanuel马克走了。"),
        ("Anna Macron left.", "Anna马克走了。", {"Macron": "马克"}, "Anna Macron走了。"),
        ("Mary-Kate left.", "玛丽-Kate走了。", {"Mary": "玛丽"}, "Mary-Kate走了。"),
        # What is no given name is no part of one, and what is whole stays.
        ("President Obama left.", "总统Obama走了。", {"President": "总统"}, "总统Obama走了。"),
        ("Ryan Gosling left.", "瑞安·高斯林走了。", {"Ryan": "瑞安"}, "瑞安·高斯林走了。"),
        ("Ryan Gosling left.", "Ryan Gosling走了。", {"Ryan": "Ryan"}, "Ryan Gosling走了。"),
        ("Ryan Gosling left.", "瑞安见了Gosling。", {"Ryan": "瑞安"}, "瑞安见了Gosling。"),
        ("Ryan Gosling left.", "走了Gosling。", {"left": "走了"}, "走了Gosling。"),
    ],
)
def test_halves_of_a_name_are_written_alike(source, target, pairs, made):
    links = [link(source, word, target, piece) for word, piece in pairs.items()]
    assert rejoined(source, target, links).text == made


def test_what_is_kept_stays():
    links = [link("Ryan Gosling", "Ryan", "兰Gosling", "兰")]
    assert rejoined("Ryan Gosling", "兰Gosling", links, [Span(0, 1)]).text == "兰Gosling"


@given(
    st.lists(st.sampled_from(["Ryan", "Gosling", "-", " ", "a", "Mary"]), max_size=8),
    st.text(st.sampled_from("兰·- ") | st.sampled_from("RyanMy"), max_size=12),
    st.lists(st.tuples(*[st.integers(0, 11)] * 4), max_size=5),
)
def test_it_takes_any_links(parts, target, places):
    source = "".join(parts)
    links = [
        AlignedSpan(Span(min(a, b), max(a, b) + 1), Span(min(c, d), max(c, d) + 1))
        for a, b, c, d in places
        if max(a, b) < len(source) and max(c, d) < len(target)
    ]
    assert all(edit.text.strip() in source for edit in rejoined(source, target, links).edits)
