"""The sentences that are measured on."""

import pytest

from export.bench.errors import BenchError
from export.bench.sentences import LONGEST, Sentence, mixed, of_about, picked, tokenized
from export.lines import Line

LINES = [Line(text, None) for text in ("a", "a b", "a b c d", "a b", "a b c", "x " * LONGEST)]


def words(text):
    return (*range(1, 1 + len(text.split())), 0)


def sources(sentences):
    return [each.line.source for each in sentences]


def test_a_sentence_is_taken_once_and_only_if_it_is_short_enough():
    found = tokenized(LINES, words)
    assert sources(found) == ["a", "a b", "a b c d", "a b c"]
    assert [each.words for each in found] == [1, 2, 4, 3]
    with pytest.raises(BenchError, match="found none"):
        tokenized(LINES[-1:], words)


def test_those_of_about_a_length_keep_their_order():
    found = tokenized(LINES, words)
    assert sources(of_about(found, 4, 3)) == ["a b", "a b c d", "a b c"]
    assert sources(of_about(found, 5, 1)) == ["a b c d"]


def test_sentences_are_picked_from_everywhere():
    found = [Sentence(Line(str(i), None), (i, 0)) for i in range(10)]
    assert sources(picked(found, 3)) == ["0", "3", "6"]
    assert picked(found, 99) == found


def test_a_mixed_text_has_every_line_in_every_round_and_longer_ones_besides():
    lines = [Line(f"line {i}", None) for i in range(20)]
    found = mixed(lines, 50)
    assert len(found) == 50
    for start in (0, 20):
        turn = found[start : start + 20]
        assert sorted(" ".join(each.source.split()[:2]) for each in turn) == sorted(
            each.source for each in lines
        )
        assert sum(len(each.source.split()) == 4 for each in turn) == 3
    assert found[:20] != found[20:40]
    assert mixed(lines, 50) == found
    assert mixed(lines, 50, seed=6) != found
