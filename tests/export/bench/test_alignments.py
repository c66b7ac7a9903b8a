"""Alignment error: how it is counted, the pairs that were aligned by hand, the starter pack's."""

import math
import re

import pytest

from engine.document import Span
from engine.pack import ModelPack, bundled_pack_path
from engine.translator import Translator
from engine.types import AlignedSpan, Guards, TranslationOptions
from export.__main__ import main as export_main
from export.bench import alignments
from export.bench.alignments import (
    PAIRS,
    Aligner,
    diagonal,
    linked,
    main,
    measured,
    read_pairs,
    shown,
    table,
    tally,
    total,
    units,
)
from export.errors import CheckpointError
from export.lines import read_lines
from tests.support.exported import ROOT

WORST = {"tatoeba": 0.27, "news": 0.57, "docs": 0.38, "all": 0.42}
"""Alignment error rates that no pack with a trained alignment head should reach."""


def texts(text):
    return [text[span.start : span.end] for span in units(text)]


# -- counting --------------------------------------------------------------------------------------


def test_links_that_are_all_right_have_no_error():
    found = tally([(0, 0), (1, 1), (2, 1)], sure=[(0, 0), (1, 1)], possible=[(2, 1)])
    assert (found.error_rate, found.precision, found.recall) == (0, 1, 1)


def test_possible_links_may_be_left_out():
    assert tally([(0, 0)], sure=[(0, 0)], possible=[(1, 1), (2, 2)]).error_rate == 0


def test_links_that_are_all_wrong_are_nothing_but_error():
    found = tally([(0, 1), (1, 0)], sure=[(0, 0), (1, 1)], possible=[(1, 1)])
    assert (found.error_rate, found.precision, found.recall) == (1, 0, 0)


def test_the_rate_is_that_of_och_and_ney():
    """Four links made: two sure ones of three, a possible one, a wrong one."""
    made = [(0, 0), (1, 1), (2, 3), (3, 2)]
    found = tally(made, sure=[(0, 0), (1, 1), (2, 2)], possible=[(2, 3), (4, 4)])
    assert found.precision == 3 / 4
    assert found.recall == 2 / 3
    assert found.error_rate == pytest.approx(1 - (2 + 3) / (4 + 3))


def test_a_sentence_without_links_is_missing_all_of_them():
    found = tally([], sure=[(0, 0)], possible=[])
    assert found.error_rate == 1
    assert math.isnan(found.precision)
    assert math.isnan(tally([], [], []).error_rate)


def test_every_link_of_a_file_weighs_the_same():
    one, many = tally([(0, 0)], [(0, 0)], []), tally([(0, 1), (1, 0), (2, 2)], [(2, 2)], [])
    assert total([one, many]) == tally(
        [(0, 0), (5, 1), (6, 0), (7, 2)], sure=[(0, 0), (7, 2)], possible=[]
    )


def test_units_are_characters_in_chinese_and_words_elsewhere():
    assert texts("Tom's up-to-date, signal.SIGINT (25).") == [
        "Tom's",
        "up-to-date",
        "signal.SIGINT",
        "25",
    ]
    assert texts("改为MWP（议会)，字母w的 has_extn()。") == [
        *"改为",
        "MWP",
        *"议会字母",
        "w",
        "的",
        "has_extn",
    ]


def test_a_span_is_about_every_unit_it_touches():
    links = [AlignedSpan(Span(4, 7), Span(0, 2)), AlignedSpan(Span(7, 8), Span(2, 3))]
    assert linked(links, "The cat.", "猫儿。") == {(1, 0), (1, 1)}


def test_the_diagonal_goes_through_both_sentences():
    assert diagonal("one two", "一二三四") == {(0, 0), (0, 1), (1, 2), (1, 3)}
    assert diagonal("…", "一") == set()


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "none"),
        (b"A cat.\t\xe7\x8c\xab\n", "2 columns"),
        (b"A cat.\t\xe7\x8c\xab\t2-0\there:1\n", "'2-0'"),
        (b"A cat.\t\xe7\x8c\xab\t1-1\there:1\n", "'1-1'"),
        (b"A cat.\t\xe7\x8c\xab\t1-0 1?0\there:1\n", "'1?0'"),
        (b"A cat.\t\xe7\x8c\xab\t1=0\there:1\n", "'1=0'"),
        (b"A cat.\t\xe7\x8c\xab\t0?0\there:1\n", "sure link"),
        (b"A cat.\t\xff\t0-0\there:1\n", "another encoding"),
    ],
)
def test_pairs_that_cannot_be_used_are_named(tmp_path, content, complaint):
    path = tmp_path / "pairs.tsv"
    path.write_bytes(content)
    with pytest.raises(CheckpointError) as raised:
        read_pairs(path)
    assert str(path) in str(raised.value)
    assert complaint in str(raised.value)


def test_the_committed_pairs_are_well_formed():
    """Numbers in range, none twice and a sure link each: reading them sees to that."""
    pairs = read_pairs(PAIRS)
    assert len(pairs) == len({pair.origin for pair in pairs}) == 50
    assert {pair.origin.split(":")[0] for pair in pairs} == {"tatoeba", "news", "docs"}
    assert PAIRS.read_bytes().endswith(b"\n")
    assert b"\r" not in PAIRS.read_bytes()


def test_the_committed_pairs_stand_in_the_evaluation_files():
    """What they are licensed under is what those files are."""
    files = {path.stem: read_lines(path) for path in (ROOT / "tests/data/eval").glob("*.tsv")}
    for pair in read_pairs(PAIRS):
        name, _, number = pair.origin.partition(":")
        line = files[name][int(number) - 1]
        assert (pair.source, pair.target) == (line.source, line.target)


def test_they_were_chosen_by_their_place_and_length():
    """The rule that tests/data/README.md gives chooses these and no others."""
    chosen = []
    for name, fewest, most, count in (
        ("tatoeba", 6, 16, 20),
        ("news", 8, 20, 15),
        ("docs", 8, 20, 15),
    ):
        lines = read_lines(ROOT / "tests/data/eval" / f"{name}.tsv")
        fitting = [
            number
            for number, line in enumerate(lines, 1)
            if fewest <= len(units(line.source)) <= most
        ]
        chosen += [f"{name}:{fitting[i * len(fitting) // count]}" for i in range(count)]
    assert [pair.origin for pair in read_pairs(PAIRS)] == chosen


# -- the starter pack ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return ModelPack.open(bundled_pack_path(), cache=tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def aligner(pack):
    return Aligner(pack)


def test_a_forced_translation_is_aligned_as_the_pack_aligns_its_own(pack, aligner):
    """Greedily, fed its own output: the links are the very ones that the product made."""
    translator = Translator.load(pack)
    options = TranslationOptions(beam_size=1, guards=Guards.off())
    same = 0
    for pair in read_pairs(PAIRS)[:20]:
        (segment,) = translator.translate(pair.source, options).segments
        links = aligner.links(pair.source, segment.text)
        same += links == segment.alignment
    assert same >= 15


def test_the_packs_alignments_are_much_better_than_the_diagonal(aligner):
    found = measured(aligner, read_pairs(PAIRS))
    assert list(found) == ["tatoeba", "news", "docs", "all"]
    for name, ways in found.items():
        assert ways["pack"].error_rate < WORST[name]
        assert ways["pack"].error_rate < ways["diagonal"].error_rate - 0.2
    assert len(table(found).splitlines()) == 2 + 2 * len(found)


def test_a_pair_is_written_out_with_a_sign_before_each_link(aligner):
    first = read_pairs(PAIRS)[0]
    said = shown(aligner, first).splitlines()
    assert said[0].endswith("I'm glad that the thief was caught. | 抓到小偷真是太好了。")
    words = {word: links for word, _, links in (line.strip().partition(": ") for line in said[1:])}
    assert list(words) == ["I'm", "glad", "that", "the", "thief", "was", "caught"]
    assert "+偷" in words["thief"].split()  # sure, and no model that is any good misses it
    assert all(re.fullmatch(r"–|[+~!][^ ]+( [+~!][^ ]+)*", links) for links in words.values())


def test_a_pair_that_is_too_long_is_refused(aligner):
    with pytest.raises(CheckpointError, match="at most 512 tokens"):
        aligner.links("cat " * 600, "猫")


# -- the command -----------------------------------------------------------------------------------


def test_the_command_prints_a_table(capsys, monkeypatch):
    monkeypatch.setattr(
        alignments, "measured", lambda *_: {"all": {"pack": tally([(0, 0)], [(0, 0)], [])}}
    )
    assert main([str(bundled_pack_path()), "--show", "tatoeba:2"]) == 0
    said = capsys.readouterr().out
    assert "thief" in said
    assert "| all | pack | 0.0% | 100.0% | 100.0% | 1 | 1 |" in said


@pytest.mark.parametrize("start", [main, lambda argv: export_main(["bench", "alignments", *argv])])
@pytest.mark.parametrize(
    "arguments",
    [["no-such-pack"], [str(bundled_pack_path()), "--pairs", "no-such-file.tsv"], ["--colour"]],
)
def test_what_is_wrong_is_said_in_one_line(capsys, start, arguments):
    assert start(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
