"""``python -m export``: exit codes, one clear line for each fault, nothing left behind."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

from engine.pack import MANIFEST, QUALITY, ModelPack, staging
from export import __main__ as command
from export import score, verify
from export.checkpoint import read_checkpoint
from export.convert import build_pack
from export.score import Scores
from export.verify import reference
from tests.export.test_verify import SOUND, perturb
from tests.support.checkpoints import edit_json, edit_tensors, save_tiny_checkpoint
from tests.support.exported import ROOT
from tests.support.marian_release import save_release
from tests.support.sealed_pack import write_pack


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("checkpoint") / "opus-mt-en-zh"
    save_tiny_checkpoint(path, max_positions=24)
    return path


@pytest.fixture
def tiny(made, tmp_path):
    """A checkpoint of this test's own."""
    return shutil.copytree(made, tmp_path / "tiny")


@pytest.fixture
def unchecked(monkeypatch):
    """Verification that passes everything at once."""
    monkeypatch.setattr(command, "verify", lambda *_: SOUND)


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def last_line(capsys):
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()[-1]


def only_line(capsys):
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    return line


# --- Success ---------------------------------------------------------------------------------


@pytest.mark.parity
def test_a_verified_pack(made, tmp_path, capsys):
    target = tmp_path / "pack"
    options = ["--parity-lines", "2", "--score-lines", "3", "--max-source-tokens", "20"]
    assert command.main([str(made), "--output", str(target), *options]) == 0
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "read opus-mt-en-zh, licence unknown"
    assert said[-1] == f"wrote {target}"
    assert any("2 of 2 sentences with transformers' ids" in line for line in said)
    opened = ModelPack.open(target, cache=tmp_path / "cache")
    assert opened.manifest.max_source_tokens == 20
    figures = json.loads((target / QUALITY).read_text())
    assert figures["lines"] == 3
    assert figures["logits"] < verify.LOGIT_TOLERANCE


def test_a_policy_and_lines_can_be_chosen(made, tmp_path, monkeypatch):
    seen = []

    def pass_everything(*arguments):
        seen.append(arguments)
        return SOUND

    monkeypatch.setattr(command, "verify", pass_everything)
    (tmp_path / "mine.tsv").write_text("One.\t一。\nTwo.\n", "utf-8")
    arguments = [str(made), "--output", str(tmp_path / "p"), "--policy", "block8-64"]
    assert command.main([*arguments, "--lines", str(tmp_path / "mine.tsv")]) == 0
    assert ModelPack.open(tmp_path / "p", verify=False).manifest.quantisation.block_size == 64
    assert [line.source for line in seen[0][2]] == ["One.", "Two."]


def test_a_pack_is_replaced_with_force_alone(made, tmp_path, capsys, unchecked):
    arguments = [str(made), "--output", str(tmp_path / "p")]
    assert command.main(arguments) == 0
    capsys.readouterr()
    assert command.main(arguments) == 2
    assert only_line(capsys).endswith("--force replaces a pack")
    assert command.main([*arguments, "--force"]) == 0


def test_without_the_extra_a_pack_is_made_and_what_was_not_checked_is_said(made, tmp_path):
    """In a fresh interpreter that has neither torch nor transformers nor sacrebleu."""
    code = (
        "import sys\n"
        "for name in ('torch', 'transformers', 'sacrebleu', 'huggingface_hub'):\n"
        "    sys.modules[name] = None\n"
        "from export.__main__ import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, made, "--output", tmp_path / "p"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (found.returncode, found.stdout) == (0, "")
    skipped = [line for line in found.stderr.splitlines() if line.startswith("skipped ")]
    assert skipped == [
        "skipped logits and ids: torch and transformers are not installed",
        "skipped BLEU and chrF: sacrebleu is not installed",
    ]
    assert json.loads((tmp_path / "p" / QUALITY).read_text())["skipped"] == [
        line.removeprefix("skipped ") for line in skipped
    ]


# --- Verification fails ----------------------------------------------------------------------


@pytest.mark.parity
def test_a_wrong_number_in_a_graph_ends_with_1(made, tmp_path, capsys, monkeypatch):
    def build_wrong(checkpoint, folder, options):
        build_pack(checkpoint, folder, options)
        perturb(folder, "decoder.1.fc2.weight")

    monkeypatch.setattr(verify, "build_pack", build_wrong)
    arguments = ["--output", str(tmp_path / "p"), "--parity-lines", "2", "--score-lines", "2"]
    assert command.main([str(made), *arguments]) == 1
    assert "verification failed: logits: expected within 0.001" in last_line(capsys)
    assert names_in(tmp_path) == []


def test_int8_that_loses_too_much_ends_with_1(made, tmp_path, capsys, monkeypatch):
    scores = iter([Scores(90, 90), Scores(20.0, 25.0), Scores(19.6, 25.0)])
    monkeypatch.setattr(score, "available", lambda: True)
    monkeypatch.setattr(score, "score", lambda *_: next(scores))
    monkeypatch.setattr(reference, "available", lambda: False)
    arguments = [str(made), "--output", str(tmp_path / "p"), "--score-lines", "2"]
    assert command.main(arguments) == 1
    assert last_line(capsys).endswith(
        "int8: expected at most 0.3 BLEU less than 20.00, found 19.60"
    )
    assert names_in(tmp_path) == []


# --- Bad input -------------------------------------------------------------------------------


def truncate(path):
    file = path / "model.safetensors"
    file.write_bytes(file.read_bytes()[:-1000])


def drop_tensor(path):
    edit_tensors(path, lambda tensors: tensors.pop("model.encoder.layers.0.fc1.weight"))


def reshape_tensor(path):
    def change(tensors):
        tensors["final_logits_bias"] = tensors["final_logits_bias"][:, 1:].copy()

    edit_tensors(path, change)


# What is done to a checkpoint, and words of the line that must say so.
FAULTS = {
    "unsupported": (
        lambda path: edit_json(path / "config.json", normalize_before=True),
        "normalize_before",
    ),
    "another kind of model": (
        lambda path: edit_json(path / "config.json", model_type="t5"),
        "model_type",
    ),
    "no configuration": (lambda path: (path / "config.json").unlink(), "config.json"),
    "broken configuration": (lambda path: (path / "config.json").write_text("{"), "config.json"),
    "no weights": (lambda path: (path / "model.safetensors").unlink(), "model.safetensors"),
    "truncated weights": (truncate, "model.safetensors"),
    "a missing tensor": (drop_tensor, "model.encoder.layers.0.fc1.weight"),
    "a wrong shape": (reshape_tensor, "final_logits_bias"),
    "no vocabulary": (lambda path: (path / "vocab.json").unlink(), "vocab.json"),
    "no SentencePiece model": (lambda path: (path / "source.spm").write_bytes(b"x"), "source.spm"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_checkpoint_ends_with_2_and_one_line(tiny, tmp_path, capsys, fault):
    damage, named = FAULTS[fault]
    damage(tiny)
    assert command.main([str(tiny), "--output", str(tmp_path / "new" / "p")]) == 2
    line = only_line(capsys)
    assert line.startswith("error: ")
    assert named in line
    assert names_in(tmp_path) == ["tiny"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--output", "p"], "required: checkpoint"),
        (["CHECKPOINT"], "required: --output"),
        (["CHECKPOINT", "--output", "p", "--policy", "magic"], "'magic'"),
        (["CHECKPOINT", "--output", "p", "--parity-lines", "0"], "a number from 1 up, found '0'"),
        (["CHECKPOINT", "--output", "p", "--score-lines", "-3"], "--score-lines"),
        (["CHECKPOINT", "--output", "p", "--nonsense"], "--nonsense"),
        (["CHECKPOINT", "--output", "p", "--lines", "nowhere.tsv"], "nowhere.tsv"),
        (["nowhere", "--output", "p"], "nowhere"),
        (["CHECKPOINT/config.json", "--output", "p"], "config.json"),
        (["CHECKPOINT", "--output", "CHECKPOINT"], "--force"),
        (["CHECKPOINT", "--output", "CHECKPOINT", "--force"], MANIFEST),
        (["CHECKPOINT", "--output", "CHECKPOINT/config.json/p"], "config.json"),
    ],
)
def test_a_bad_command_line_ends_with_2_and_one_line(
    made, tmp_path, capsys, monkeypatch, unchecked, arguments, words
):
    monkeypatch.chdir(tmp_path)
    filled = [argument.replace("CHECKPOINT", str(made)) for argument in arguments]
    before = names_in(made)
    assert command.main(filled) == 2
    errors = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("read ")]
    assert len(errors) == 1
    assert errors[0].startswith("error: ")
    assert words in errors[0]
    assert names_in(tmp_path) == []
    assert names_in(made) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unwritable for root")
def test_a_folder_that_cannot_be_written_is_named(made, tmp_path, capsys, unchecked):
    (tmp_path / "locked").mkdir(mode=0o500)
    assert command.main([str(made), "--output", str(tmp_path / "locked" / "p")]) == 2
    assert "locked" in last_line(capsys)


def test_a_full_disk_is_said_in_one_line(made, tmp_path, capsys, monkeypatch):
    def fail(_checkpoint, folder, _options):
        (folder / "weights.bin").write_bytes(b"half")
        raise OSError(28, "No space left on device", str(folder / "weights.bin"))

    monkeypatch.setattr("export.staged.build_pack", fail)
    assert command.main([str(made), "--output", str(tmp_path / "new" / "p")]) == 2
    line = last_line(capsys)
    assert line.startswith("error: ")
    assert line.endswith("weights.bin: No space left on device")
    assert names_in(tmp_path) == []


def test_help_is_no_fault(capsys):
    with pytest.raises(SystemExit) as left:
        command.main(["--help"])
    assert left.value.code == 0
    assert "python -m export" in capsys.readouterr().out


# --- Other sources ---------------------------------------------------------------------------


def test_a_zipped_release_is_compared_with_its_own_float32_graphs_only(tmp_path, capsys):
    save_tiny_checkpoint(tmp_path / "checkpoint", d_model=64, heads=4, max_positions=64)
    folder = save_release(tmp_path / "checkpoint", tmp_path / "release")
    path = shutil.make_archive(str(tmp_path / "opus-2020-07-17"), "zip", folder)
    assert command.main([path, "--output", str(tmp_path / "p"), "--score-lines", "3"]) == 0
    assert "transformers does not read Marian's own files" in capsys.readouterr().err
    figures = json.loads((tmp_path / "p" / QUALITY).read_text("utf-8"))
    assert figures["logits"] is None
    assert figures["lines"] == 3
    assert figures["examination"]["verdict"] == "broken"  # the weights are random
    assert names_in(tmp_path) == ["checkpoint", "opus-2020-07-17.zip", "p", "release"]


def test_languages_can_be_said(tiny, tmp_path, capsys, unchecked):
    edit_json(tiny / "tokenizer_config.json", source_lang=..., target_lang=...)
    arguments = [str(tiny), "--output", str(tmp_path / "p")]
    assert command.main(arguments) == 2
    assert "--source and --target" in last_line(capsys)
    assert names_in(tmp_path) == ["tiny"]
    assert command.main([*arguments, "--source", "eng", "--target", "zho"]) == 0
    manifest = ModelPack.open(tmp_path / "p").manifest
    assert (manifest.source_language, manifest.target_language) == ("en", "zh-Hans")


def test_a_pack_is_no_checkpoint(tmp_path, capsys):
    pack = write_pack(tmp_path / "pack")
    assert command.main([str(pack), "--output", str(tmp_path / "p")]) == 2
    assert "found a model pack" in only_line(capsys)


def test_a_second_export_to_one_place_is_refused_at_once(tiny, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("export.staged.build_pack", lambda *_: pytest.fail("it was begun"))
    with staging(tmp_path, "p"):
        assert command.main([str(tiny), "--output", str(tmp_path / "p")]) == 2
        assert "another one that is writing there" in last_line(capsys)


# --- Interruption ----------------------------------------------------------------------------


def test_an_interruption_ends_with_130_and_one_line(made, tmp_path, capsys, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "verify", interrupt)
    assert command.main([str(made), "--output", str(tmp_path / "new" / "p")]) == 130
    assert last_line(capsys) == "interrupted; nothing was written"
    assert names_in(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal to send")
def test_control_c_at_any_time_leaves_nothing_behind(made, tmp_path):
    """A process of its own, stopped while it verifies."""
    place = tmp_path / "place"
    place.mkdir()
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "export", made, "--output", place / "p"],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(temporary), "ORT_DISABLE_TELEMETRY": "1"},
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stderr is not None
    said = [process.stderr.readline(), process.stderr.readline()]
    assert said[0].startswith("read ")
    assert said[1].startswith(("comparing ", "translating "))
    assert names_in(place) != []
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    rest = process.communicate(timeout=60)[1].splitlines()
    # Python ends by the signal itself, which a shell reports as 130 too, if it comes while some
    # library's start-up code runs; torch has such code.
    assert process.returncode in (130, -signal.SIGINT), rest
    assert [line for line in rest if "Writing" not in line] == ["interrupted; nothing was written"]
    assert names_in(place) == names_in(temporary) == []


def test_the_same_pack_comes_from_the_command_and_the_function(made, tmp_path, unchecked):
    assert command.main([str(made), "--output", str(tmp_path / "p")]) == 0
    (tmp_path / "q").mkdir()
    manifest = build_pack(read_checkpoint(made), tmp_path / "q")
    for name in (*manifest.files, MANIFEST):
        assert (tmp_path / "p" / name).read_bytes() == (tmp_path / "q" / name).read_bytes()
