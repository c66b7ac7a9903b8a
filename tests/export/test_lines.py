"""Sentences to verify with."""

import pytest

from export.errors import CheckpointError
from export.lines import Line, bundled_lines, read_lines, spread


def write(tmp_path, content):
    path = tmp_path / "lines.tsv"
    path.write_bytes(content)
    return path


def test_a_line_is_a_source_and_maybe_a_reference(tmp_path):
    content = "One.\t一。\r\n\n  \nTwo.\nThree.\t三。\tmore\tcolumns\n".encode()
    assert read_lines(write(tmp_path, content)) == [
        Line("One.", "一。"),
        Line("Two.", None),
        Line("Three.", "三。"),
    ]


def test_a_byte_order_mark_is_no_part_of_the_first_sentence(tmp_path):
    assert read_lines(write(tmp_path, "\ufeffOne.\t一。".encode())) == [Line("One.", "一。")]


def test_only_a_line_feed_ends_a_line(tmp_path):
    """A sentence may hold the separators that Python's splitlines() stops at."""
    assert read_lines(write(tmp_path, "One\u2028two\x0b.\n".encode())) == [
        Line("One\u2028two\x0b.", None)
    ]


@pytest.mark.parametrize(
    ("content", "found"),
    [(b"", "none"), (b"\n \n", "none"), ("caf\u00e9".encode("latin-1"), "another encoding")],
)
def test_what_is_no_list_of_sentences_is_named(tmp_path, content, found):
    path = write(tmp_path, content)
    with pytest.raises(CheckpointError) as raised:
        read_lines(path)
    assert str(raised.value).startswith(f"{path}: expected sentences")
    assert found in str(raised.value)


@pytest.mark.parametrize("name", ["missing.tsv", "."])
def test_what_cannot_be_read_is_named(tmp_path, name):
    with pytest.raises(
        CheckpointError, match=r": expected sentences, found (No such file|Is a dir)"
    ):
        read_lines(tmp_path / name)


def test_a_line_without_a_source_is_named(tmp_path):
    with pytest.raises(CheckpointError, match="line 2"):
        read_lines(write(tmp_path, "One.\t一。\n\t二。\n".encode()))


def test_bundled_sentences_are_there_both_ways_and_as_sources():
    there = bundled_lines("en", "zh-Hans")
    back = bundled_lines("zh", "en")
    assert len(there) >= 1500
    assert all(line.source and line.target for line in there)
    assert [Line(line.target or "", line.source) for line in there] == back
    assert bundled_lines("en", "fi") == [Line(line.source, None) for line in there]
    assert bundled_lines("zh-Hans", "de") == [Line(line.source, None) for line in back]


def test_spread():
    lines = [Line(str(i), None) for i in range(10)]
    assert spread(lines, 10) == spread(lines, 99) == lines
    assert [line.source for line in spread(lines, 4)] == ["0", "2", "5", "7"]
    assert [line.source for line in spread(lines, 1)] == ["0"]
    assert spread(lines, 0) == []
