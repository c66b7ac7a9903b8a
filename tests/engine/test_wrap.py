import re
import zlib
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.document import Span
from engine.wrap import wrap


def words(text: str) -> int:
    return len(re.findall(r"\w+|[^\w\s]", text))


def pieces(text, count, limit) -> list[str]:
    return [span.of(text) for span in wrap(text, count, limit)]


def assert_covers(text: str, spans: tuple[Span, ...]) -> None:
    """Every character belongs to one span, except white space around the cuts."""
    end = 0
    for span in spans:
        assert text[end : span.start].strip() == ""
        assert span.of(text)
        assert span.of(text) == span.of(text).strip()
        assert span.start >= end
        end = span.end
    assert text[end:].strip() == ""


COUNTS = {
    "characters": len,
    "words": words,
    "bytes": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "pieces": lambda text: (len(text) + 3) // 4,
    "with an end": lambda text: len(text) // 2 + 2,
    "less together": lambda text: max(1, len(text) - text.count(" ") - len(text) // 9),
    "noisy": lambda text: len(text) // 3 + 1 + zlib.crc32(text.encode("utf-8", "replace")) % 3,
    "more together": lambda text: len(text) + len(text) // 50,
    "wild": lambda text: 1000 * len(text) * len(text),
    "all or nothing": lambda text: 10**9 if len(text) > 3 else 1,
}
BORDER = ["word", " ", "  ", ", ", "; ", ". The ", " and ", " of ", "—", "“", "”", "，", "。", "\n"]
CLUSTERS = [
    "e\u0301",
    "👨\u200d👩\u200d👧",
    "👍🏽",
    "🇨🇳",
    "각",
    "\ud83d\ude00",
    "好",
    "3,000",
    "https://a.org/b?c",
]
TEXT = st.text(st.characters(exclude_categories=()), max_size=120) | st.lists(
    st.sampled_from([*BORDER, *CLUSTERS]), max_size=60
).map("".join)


@settings(deadline=None, max_examples=400)
@given(TEXT, st.sampled_from(sorted(COUNTS)), st.integers(1, 40))
@example("a" + " " * 50 + "b", "characters", 1)
@example("e" + "\u0301" * 600, "characters", 3)
def test_all_is_covered_in_order_and_within_the_limit(text, name, limit):
    count = COUNTS[name]
    spans = wrap(text, count, limit)

    assert_covers(text, spans)
    for span in spans:
        assert count(span.of(text)) <= limit or span.end - span.start == 1


def test_a_text_that_fits_is_one_span():
    assert wrap("It fits, does it not?", words, 7) == (Span(0, 21),)


def test_white_space_at_either_end_belongs_to_no_span():
    assert wrap(" \u3000It fits.\n", words, 3) == (Span(2, 10),)


@pytest.mark.parametrize("text", ["", " \n\u3000"])
def test_a_blank_text_has_no_span(text):
    assert wrap(text, len, 5) == ()


@pytest.mark.parametrize("limit", [0, -3])
def test_a_limit_below_one_token_is_refused(limit):
    with pytest.raises(ValueError, match=f"limit must be at least 1 token, found {limit}"):
        wrap("text", len, limit)


@pytest.mark.parametrize("length", [131, 200, 250, 300, 1000])
def test_pieces_are_alike_in_size(length):
    sizes = [words(piece) for piece in pieces("word " * length, words, 128)]

    assert sum(sizes) == length
    assert max(sizes) <= 128
    assert min(sizes) >= 0.8 * max(sizes)
    assert len(sizes) <= -(-length // 100)


# A bar marks where the sentence must be cut; each is one or two words over its limit.
BORDERS = [
    "The man came home early today.| The woman, who stayed, slept for long",
    "the man came, early, home today;| the woman, who stayed, slept for long",
    "the man came home early and tired today,| the woman stayed and slept for long",
    "the man came home early and tired –| the woman stayed and slept for long",
    "the man came home of late in the| which everyone liked a lot of it",
    "the man came home very late this| because everyone else had gone there already",
    "the tall old man came home| with his much younger sister yesterday",
    "他昨天晚上很晚才回到家里，|我们大家都已经睡着了没听见",
    "Mr. Bell met Dr. Ames of St. Mary's| and Mr. Low met Ms. St. Clair there",
]


@pytest.mark.parametrize("marked", BORDERS)
def test_the_best_border_near_the_middle_is_taken(marked):
    text = marked.replace("|", "")

    assert pieces(text, len, len(text) - 1) == [part.strip() for part in marked.split("|")]


@pytest.mark.parametrize(
    "cluster", ["e\u0301\u0323", "👨\u200d👩\u200d👧", "👍🏽", "🇨🇳", "\ud83d\ude00", "각"]
)
def test_grapheme_clusters_stay_whole(cluster):
    text = cluster * 40

    for piece in pieces(text, len, 2 * len(cluster) + 1):
        assert piece == cluster * (len(piece) // len(cluster))


def test_a_cluster_over_the_limit_is_cut_by_itself():
    text = "abcd" + "e" + "\u0301" * 9 + "fghi"

    assert "".join(pieces(text, len, 4)) == text


def test_a_single_character_over_the_limit_stands_alone():
    assert pieces("a好b", lambda text: 5 if "好" in text else len(text), 2) == ["a", "好", "b"]


@pytest.mark.parametrize(
    "text", ["I'd like something quite different", "café crème à la carte, s'il"]
)
@pytest.mark.parametrize("limit", range(12, 30))
def test_a_word_that_fits_is_not_cut(text, limit):
    assert " ".join(pieces(text, len, limit)) == text


@given(st.lists(st.sampled_from(["a", "don't", "well-known", "naïve", "x/y", "word,"]), min_size=1))
def test_no_word_is_cut_that_is_much_shorter_than_a_piece(parts):
    assert " ".join(pieces(" ".join(parts), len, 24)) == " ".join(parts)


def test_a_number_is_not_cut_at_its_comma():
    text = "it was exactly 3,000,000 and then there was"

    assert any("3,000,000" in piece for piece in pieces(text, len, 30))


@pytest.mark.parametrize("unit", ["a", "word ", "好", "http://a/", "e\u0301", "🇨🇳"])
def test_the_tokeniser_reads_a_long_text_only_a_few_times(unit):
    text = (unit * 100_000)[:100_000]
    read = [0]

    def count(part):
        read[0] += len(part)
        return (len(part) + 3) // 4

    spans = wrap(text, count, 128)

    assert_covers(text, spans)
    assert read[0] <= 4 * len(text)
    sizes = [span.end - span.start for span in spans]
    assert min(sizes) >= 0.5 * max(sizes)


def test_uneven_text_is_cut_where_it_is_dense():
    text = "plain words here " * 100 + "x1y2z3w4" * 60

    def count(part):
        return sum(3 if letter.isdigit() else letter == " " for letter in part) + 1

    spans = wrap(text, count, 50)

    assert_covers(text, spans)
    assert all(count(span.of(text)) <= 50 for span in spans)
    assert all(first.end <= second.start for first, second in pairwise(spans))
