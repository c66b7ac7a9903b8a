"""The starter pack translates as well as when its scores were recorded, or better.

The sentences are the first 200 of each evaluation file, which stand in ``tests/data/eval``.
"""

import pytest

from engine.pack import ModelPack, bundled_pack_path
from export.lines import read_lines
from export.score import Scores
from tests.support import recorded_quality
from tests.support.recorded_quality import (
    COMMAND,
    EVALUATION,
    FILES,
    LINES,
    RECORDED,
    TOLERANCE,
    WAYS,
    Record,
    fall,
    measured,
    read_record,
)
from tests.support.requirements import require


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return ModelPack.open(bundled_pack_path(), cache=tmp_path_factory.mktemp("cache"))


@pytest.mark.parity
@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("way", WAYS)
def test_the_pack_scores_as_recorded(pack, name, way, tell):
    require("sacrebleu")
    found = measured(pack, way, name)
    tell(f"{name}, {way}: {found.bleu} BLEU, {found.chrf} chrF")
    assert fall(read_record().scores[way][name], found) == ""


@pytest.mark.parametrize("name", FILES)
def test_it_is_scored_on_200_lines_with_references(name):
    lines = read_lines(EVALUATION / f"{name}.tsv")
    assert len(lines) == LINES
    assert all(line.target for line in lines)


def test_the_scores_are_those_of_the_pack_that_is_here(pack):
    """A pack that replaces another brings scores of its own, to which it is held from then on."""
    found = read_record().revision
    assert found == pack.manifest.checkpoint.revision, f"another pack; run {COMMAND}"


def test_every_score_is_recorded():
    record = read_record()
    assert list(record.scores) == list(WAYS)
    assert all(list(files) == list(FILES) for files in record.scores.values())
    assert record.to_json() == RECORDED.read_text("utf-8")


def test_a_score_that_has_fallen_too_far_is_found():
    recorded = Scores(31.32, 27.21)
    said = fall(recorded, Scores(31.32 - TOLERANCE - 0.01, 27.21))
    assert "31.32" in said
    assert "30.81" in said
    assert COMMAND in said


@pytest.mark.parametrize("bleu", [31.32 - TOLERANCE, 31.32, 40.0])
def test_a_score_near_the_recorded_one_or_above_it_is_none(bleu):
    assert fall(Scores(31.32, 27.21), Scores(bleu, 20.0)) == ""


@pytest.mark.parametrize(("bleu", "status"), [(30.0, 0), (29.5, 0), (29.0, 1)])
def test_the_command_compares_and_records_only_when_asked(
    bleu, status, tmp_path, monkeypatch, capsys
):
    path = tmp_path / "quality.json"
    before = Record("old", {way: dict.fromkeys(FILES, Scores(30.0, 28.0)) for way in WAYS})
    path.write_text(before.to_json(), "utf-8")
    monkeypatch.setattr(recorded_quality, "RECORDED", path)
    monkeypatch.setattr(recorded_quality, "read_record", lambda: read_record(path))
    monkeypatch.setattr(recorded_quality, "measured", lambda *_: Scores(bleu, 27.0))
    assert recorded_quality.main([]) == status
    assert f"alone, news: BLEU 30.0 -> {bleu}" in capsys.readouterr().out
    assert read_record(path) == before
    assert recorded_quality.main(["--write"]) == 0
    written = read_record(path)
    assert written.revision == ModelPack.open(bundled_pack_path()).manifest.checkpoint.revision
    assert written.scores == {way: dict.fromkeys(FILES, Scores(bleu, 27.0)) for way in WAYS}
