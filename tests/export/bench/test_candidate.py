"""Whether a candidate is taken: the rule, the table, and candidates that cannot be read."""

import shutil

import pytest

from engine.pack import ModelPack
from export.__main__ import main as export_main
from export.bench import candidate
from export.bench.candidate import MOST_LOST, Compared, main, mean_gain, objections, table
from export.score import Scores
from tests.support.exported import STARTER, make_pack


def files(**gains):
    return [
        Compared(name, 100, Scores(20.0, 30.0), Scores(round(20.0 + gain, 2), 31.0))
        for name, gain in gains.items()
    ]


# -- the rule --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "gains",
    [
        {"tatoeba": 1.0, "news": 1.0, "docs": 1.0},
        {"tatoeba": 0.01, "news": 0.0, "docs": 0.0},
        {"tatoeba": 1.0, "news": -0.3, "docs": -0.3},
        {"tatoeba": 0.3, "news": 0.01, "docs": -0.3},
    ],
)
def test_a_candidate_with_a_better_mean_that_loses_little_anywhere_is_taken(gains):
    assert objections(files(**gains)) == []


@pytest.mark.parametrize(
    ("gains", "objection"),
    [
        ({"tatoeba": 0.0, "news": 0.0, "docs": 0.0}, "the mean is not better (+0.00 BLEU)"),
        ({"tatoeba": 0.2, "news": 0.1, "docs": -0.3}, "the mean is not better (+0.00 BLEU)"),
        ({"tatoeba": -0.1, "news": -0.1, "docs": 0.1}, "the mean is not better (-0.03 BLEU)"),
        (
            {"tatoeba": 5.0, "news": -0.31, "docs": 2.0},
            "news is worse by more than 0.3 (-0.31 BLEU)",
        ),
    ],
)
def test_any_other_is_not_and_the_reason_is_said(gains, objection):
    assert objections(files(**gains)) == [objection]


def test_every_objection_is_said():
    assert len(objections(files(tatoeba=-1.0, news=-2.0, docs=0.1))) == 3


def test_rounding_does_not_decide():
    """8.1 - 8.4 is a little less than -0.3 in floating point."""
    found = [Compared("news", 9, Scores(8.4, 1.0), Scores(8.1, 1.0)), *files(docs=1.0)]
    assert found[0].new.bleu - found[0].old.bleu < -MOST_LOST
    assert objections(found) == []


def test_files_weigh_the_same_whatever_their_length():
    few = Compared("few", 1, Scores(10.0, 0.0), Scores(12.0, 0.0))
    many = Compared("many", 1000, Scores(10.0, 0.0), Scores(9.9, 0.0))
    assert mean_gain([few, many]) == pytest.approx(0.95)


def test_the_table_has_both_scores_of_each_file_and_their_means():
    head, _, first, second, means = table(files(tatoeba=1.0, news=-0.5)).splitlines()
    assert head.startswith("| file | sentences | BLEU old | BLEU new | gain | chrF old |")
    assert first == "| tatoeba | 100 | 20.00 | 21.00 | +1.00 | 30.00 | 31.00 | +1.00 |"
    assert second == "| news | 100 | 20.00 | 19.50 | -0.50 | 30.00 | 31.00 | +1.00 |"
    assert means == "| mean |  | 20.00 | 20.25 | +0.25 | 30.00 | 31.00 | +1.00 |"


# -- the command -----------------------------------------------------------------------------------


def test_it_scores_a_checkpoint_against_a_pack(checkpoint, lines, tmp_path, capsys):
    """The model is the same on either side, so nothing is gained; in the packs' words, too."""
    pack = make_pack(checkpoint, tmp_path / "pack")
    assert main([str(checkpoint), "--against", str(pack.path), "--eval", str(lines)]) == 1
    said = capsys.readouterr()
    assert "| lines |" in said.out
    assert said.out.endswith("\nnot taken: the mean is not better (+0.00 BLEU)\n")


@pytest.mark.parametrize(
    ("new", "status", "verdict"), [("我们", 0, "taken"), ("他", 1, "not taken")]
)
def test_the_verdict_is_the_exit_status(
    new, status, verdict, checkpoint, tmp_path, capsys, monkeypatch
):
    """The old model says half of the reference; the new one all of it, or nothing of it."""
    asked = []

    def said(pack, lines, *, beams, threads):
        asked.append((pack.path.name, beams, threads))
        text = "我们都在这里。" if new == "我们" else "他"
        return ["我们都去那边。" if pack.path.name == "old" else text for _ in lines]

    monkeypatch.setattr(candidate, "translate", said)
    path = tmp_path / "few.tsv"
    path.write_text("We are all here.\t我们都在这里。\n", "utf-8")
    both = [str(checkpoint), "--against", str(checkpoint)]
    assert main([*both, "--eval", str(path), "--threads", "2"]) == status
    assert f"\n\n{verdict}" in capsys.readouterr().out
    assert asked == [("old", 4, 2), ("new", 4, 2)]


def half_written(folder):
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1000])


def without_weights(folder):
    (folder / "model.safetensors").unlink()


def without_tokenizer(folder):
    (folder / "source.spm").unlink()


def with_half_a_configuration(folder):
    config = folder / "config.json"
    config.write_bytes(config.read_bytes()[:40])


def empty(folder):
    shutil.rmtree(folder)
    folder.mkdir()


@pytest.mark.parametrize("start", [main, lambda argv: export_main(["bench", "candidate", *argv])])
@pytest.mark.parametrize(
    "damage",
    [
        shutil.rmtree,
        half_written,
        without_weights,
        without_tokenizer,
        with_half_a_configuration,
        empty,
    ],
)
def test_a_candidate_that_is_missing_or_half_written_is_refused_in_one_line(
    start, damage, checkpoint, lines, tmp_path, capsys
):
    folder = tmp_path / "ema"
    shutil.copytree(checkpoint, folder)
    damage(folder)
    assert start([str(folder), "--eval", str(lines)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert str(folder) in said.err
    assert said.err.count("\n") == 1


def test_sentences_without_references_are_refused(checkpoint, tmp_path, capsys):
    path = tmp_path / "plain.tsv"
    path.write_text("We are here.\n", "utf-8")
    both = [str(checkpoint), "--against", str(checkpoint)]
    assert main([*both, "--eval", str(path)]) == 2
    assert "plain: expected a reference" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["--eval", "no-such-file.tsv"], [], ["--against", "no-such-pack"]]
)
def test_other_input_that_is_wrong_is_too(arguments, checkpoint, lines, capsys):
    more = [] if "no-such-file.tsv" in arguments or not arguments else ["--eval", str(lines)]
    assert main([str(checkpoint), *arguments, *more]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    assert said.count("\n") == 1


def test_models_of_different_languages_are_not_compared(checkpoint, lines, tmp_path, capsys):
    other = make_pack(checkpoint, tmp_path / "other")
    manifest = other.path / "manifest.json"
    changed = manifest.read_text("utf-8").replace('"zh-Hans"', '"ja"')
    manifest.write_text(changed, "utf-8")
    assert ModelPack.open(other.path, verify=False).manifest.target_language == "ja"
    given = [str(checkpoint), "--against", str(other.path), "--eval", str(lines)]
    assert main(given) == 2
    assert "two models of the same languages" in capsys.readouterr().err


def test_the_starter_checkpoint_gains_nothing_on_its_own_pack(tmp_path, capsys):
    """Made anew, an int8 pack is the one that is here: both score the same."""
    path = tmp_path / "few.tsv"
    path.write_text("Good morning.\t早上好。\nI like tea.\t我喜欢茶。\n", "utf-8")
    assert main([str(STARTER), "--eval", str(path)]) == 1
    assert "+0.00" in capsys.readouterr().out
