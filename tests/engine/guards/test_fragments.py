import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.fragments import make_whole
from engine.types import AlignedSpan


def link(source: str, word: str, target: str, piece: str) -> AlignedSpan:
    start, at = source.index(word), target.index(piece)
    return AlignedSpan(Span(start, start + len(word)), Span(at, at + len(piece)))


@pytest.mark.parametrize(
    ("source", "target", "pairs", "made"),
    [
        ("The budget is big.", "udget是大的。", {"budget": "udget", "is": "是"}, "budget是大的。"),
        ("IBM is big.", "我BM很大。", {"I": "我", "BM": "BM", "big": "大"}, "IBM很大。"),
        ("a new rocket", "新石头et", {"new": "新", "rock": "石头", "et": "et"}, "新rocket"),
        ("my iPhone", "我的Phone", {"my": "我的", "Phone": "Phone"}, "我的iPhone"),
        ("Henry left", "他ry离开", {"He": "他", "nry": "ry", "left": "离开"}, "Henry离开"),
        ("Ms. D'Angelo left", "D'Ange离开", {"Angelo": "Ange", "left": "离开"}, "D'Angelo离开"),
        ("PhD supervisor", "PhD超visor", {"super": "超", "visor": "visor"}, "PhD supervisor"),
        ("Angela left", "安gela离开", {"ge": "安ge", "la": "la"}, "Angela离开"),
        ("the deer's tracks", "鹿er'踪迹", {"deer": "er"}, "鹿deer's踪迹"),
        ("a two-hour drive", "2our车程", {"hour": "our"}, "2hour车程"),
        ("mmmmm", "mmmm，mmm", {"mmmmm": "mmmm，mmm"}, "mmmmm，"),
        ("the Jones house", "Jon的房子", {"Jones": "Jon", "house": "房子"}, "Jones的房子"),
        # Whole words, what is there already and what comes from elsewhere stay.
        (
            "it captured us",
            "它capture了我们",
            {"it": "它", "captured": "capture"},
            "它capture了我们",
        ),
        ("many crops", "很多crop", {"many": "很多", "crops": "crop"}, "很多crop"),
        ("the CSS file", "CSS文件", {"CSS": "CSS"}, "CSS文件"),
        ("the budget", "budget（udget）", {"budget": "budget"}, "budget（udget）"),
        ("the budget", "预算OK", {"budget": "OK"}, "预算OK"),
        ("a cat", "猫", {"cat": "猫"}, "猫"),
        ("Hollywood's night", "Hollywood的夜", {"Hollywood": "Hollywood"}, "Hollywood的夜"),
    ],
)
def test_a_piece_of_a_word_becomes_the_word(source, target, pairs, made):
    links = sorted(
        (link(source, word, target, piece) for word, piece in pairs.items()),
        key=lambda each: each.target.start,
    )
    assert make_whole(source, target, links).text == made


def test_what_is_kept_stays():
    links = [AlignedSpan(Span(0, 6), Span(0, 5))]
    assert make_whole("budget", "udget", links, [Span(0, 5)]).text == "udget"


@given(
    st.text(st.sampled_from("abC 'é"), max_size=12),
    st.text(st.sampled_from("abC猫 'é"), max_size=12),
    st.lists(st.tuples(*[st.integers(0, 11)] * 4), max_size=5),
)
def test_it_takes_any_links(source, target, places):
    links = [
        AlignedSpan(Span(min(a, b), max(a, b) + 1), Span(min(c, d), max(c, d) + 1))
        for a, b, c, d in places
        if max(a, b) < len(source) and max(c, d) < len(target)
    ]
    made = make_whole(source, target, links)
    assert all(each.text in source for each in made.edits)
