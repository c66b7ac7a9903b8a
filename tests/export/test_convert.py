"""Packs from checkpoints: the same bytes every time, and nothing left behind when it fails."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import pack
from engine.pack import MANIFEST, QUALITY, ModelPack
from export import build as module
from export.checkpoint import read_checkpoint
from export.convert import ConvertOptions, build_pack, convert, pack_name, refuse_existing
from export.errors import ExportError, VerificationFailed
from export.policies import FLOAT32
from tests.support.checkpoints import edit_json, save_tiny_checkpoint, write_json
from tests.support.exported import ROOT


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("checkpoint") / "opus-mt-en-zh"
    save_tiny_checkpoint(path)
    return path


@pytest.fixture(scope="session")
def checkpoint(made):
    return read_checkpoint(made)


def accept(_checkpoint, _folder):
    return "{}\n"


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


# --- What is written -------------------------------------------------------------------------


def test_a_pack_is_complete_and_opens(checkpoint, tmp_path):
    target = tmp_path / "some" / "where" / "pack"
    manifest = convert(checkpoint, target, accept)
    opened = ModelPack.open(target, cache=tmp_path / "cache")
    assert opened.manifest == manifest
    assert {path.name for path in target.iterdir()} == {*manifest.files, MANIFEST, QUALITY}
    assert (target / QUALITY).read_text() == "{}\n"
    for mine, theirs in (("vocab.json", "vocab"), ("source.spm", "source_spm")):
        assert (target / mine).read_bytes() == getattr(checkpoint.files, theirs).read_bytes()
    assert [path.name for path in target.parent.iterdir()] == ["pack"]


def test_the_manifest_says_what_the_checkpoint_says(made, tmp_path):
    path = shutil.copytree(made, tmp_path / "opus-mt-en-zh")
    (path / "README.md").write_text("---\nlicense: cc-by-4.0\n---\n\nAttribution: Helsinki\n")
    edit_json(path / "generation_config.json", num_beams=6, length_penalty=0.8, max_length=1000)
    config = read_checkpoint(path).weights.config
    manifest = convert(read_checkpoint(path), tmp_path / "p", accept)
    assert (manifest.name, manifest.checkpoint.name) == ("opus-mt-en-zh", "opus-mt-en-zh")
    assert (manifest.source_language, manifest.target_language) == ("en", "zh-Hans")
    assert manifest.target_tokens == {"zh-Hans": ">>cmn_Hans<<"}
    assert manifest.special_ids.pad == manifest.special_ids.decoder_start == config.pad_id
    assert manifest.dimensions.target_vocab == config.target_vocab
    assert (manifest.generation.num_beams, manifest.generation.length_penalty) == (6, 0.8)
    assert manifest.generation.max_length == manifest.max_source_tokens == 64
    assert manifest.generation.banned_ids == (config.pad_id,)
    assert manifest.licence.lower() == "cc-by-4.0"
    assert manifest.attribution == "Helsinki"
    assert "Helsinki" in (tmp_path / "p" / "LICENSE").read_text()
    assert manifest.checkpoint.revision == read_checkpoint(path).revision
    assert manifest.quantisation.scheme == "row8"


def test_separate_vocabularies_go_along(tmp_path):
    save_tiny_checkpoint(tmp_path / "m", separate_vocabs=True, tied=False)
    convert(read_checkpoint(tmp_path / "m"), tmp_path / "p", accept)
    assert ModelPack.open(tmp_path / "p", verify=False).target_vocab_name == "target_vocab.json"


def test_a_licence_file_goes_along_as_it_is(made, tmp_path):
    path = shutil.copytree(made, tmp_path / "m")
    (path / "LICENSE").write_text("许可\n", encoding="utf-8")
    convert(read_checkpoint(path), tmp_path / "p", accept)
    assert (tmp_path / "p" / "LICENSE").read_text(encoding="utf-8") == "许可\n"


@pytest.mark.parametrize(("wanted", "given"), [(10, 10), (64, 64), (500, 64)])
def test_the_longest_source_is_capped_at_the_positions(checkpoint, tmp_path, wanted, given):
    manifest = convert(checkpoint, tmp_path / "p", accept, ConvertOptions(max_source_tokens=wanted))
    assert manifest.max_source_tokens == given


@pytest.mark.parametrize(
    ("name", "valid"),
    [
        ("opus-mt-en-zh", "opus-mt-en-zh"),
        ("my model", "my-model"),
        (" (v2) 模型.", "v2"),
        ("模型", "model"),
        ("..", "model"),
        ("a_b.c-", "a_b.c"),
        ("x" * 63 + "-y", "x" * 63),
    ],
)
def test_names_become_valid(name, valid, made, tmp_path):
    assert pack_name(name) == valid
    if name.strip("."):
        path = shutil.copytree(made, tmp_path / name)
        assert convert(read_checkpoint(path), tmp_path / "p", accept).name == valid


# --- The same bytes --------------------------------------------------------------------------


def test_the_same_checkpoint_gives_the_same_bytes(made, tmp_path):
    """In another run, from a copy elsewhere with other times, in another process, in any order."""
    build(made, tmp_path / "first")
    copy = shutil.copytree(made, tmp_path / "elsewhere" / made.name, copy_function=shutil.copyfile)
    for path in copy.iterdir():
        os.utime(path, (1_600_000_000, 1_600_000_000))
    build(copy, tmp_path / "second")
    code = (
        "import sys; from pathlib import Path; from tests.export.test_convert import build;"
        "build(Path(sys.argv[1]), Path(sys.argv[2]))"
    )
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", code, made, tmp_path / f"seed{seed}"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        )
    first = contents(tmp_path / "first")
    assert len(first) == 8
    for other in ("second", "seed1", "seed2"):
        assert contents(tmp_path / other) == first, other


def build(path, folder):
    folder.mkdir()
    build_pack(read_checkpoint(path), folder)


def test_another_weight_gives_other_bytes(made, tmp_path):
    """Otherwise equal bytes would prove nothing."""
    from tests.support.checkpoints import edit_tensors

    path = shutil.copytree(made, tmp_path / "copy" / made.name)

    def change(tensors):
        tensors["model.decoder.layers.1.fc2.bias"][3] += 1

    edit_tensors(path, change)
    build(made, tmp_path / "first")
    build(path, tmp_path / "second")
    first, second = contents(tmp_path / "first"), contents(tmp_path / "second")
    assert {name for name in first if first[name] != second[name]} == {
        MANIFEST,
        "decoder.int8.onnx",
    }


# --- What is there already -------------------------------------------------------------------


@pytest.fixture
def existing(checkpoint, tmp_path):
    """A pack that is there already, and one that a new one differs from."""
    target = tmp_path / "place" / "pack"
    convert(checkpoint, target, accept, ConvertOptions(policy=FLOAT32))
    return target


def test_a_pack_is_replaced_only_when_asked_to(checkpoint, existing):
    before = contents(existing)
    with pytest.raises(ExportError, match=r"pack: expected nothing, found .*--force"):
        convert(checkpoint, existing, accept)
    assert contents(existing) == before
    manifest = convert(checkpoint, existing, accept, ConvertOptions(force=True))
    assert ModelPack.open(existing, verify=False).manifest == manifest
    assert manifest.quantisation.scheme != "float32"
    assert names_in(existing.parent) == ["pack"]


def test_an_empty_folder_may_be_filled_when_asked_to(checkpoint, tmp_path):
    (tmp_path / "p").mkdir()
    with pytest.raises(ExportError, match="expected nothing, found an empty folder"):
        convert(checkpoint, tmp_path / "p", accept)
    convert(checkpoint, tmp_path / "p", accept, ConvertOptions(force=True))
    assert (tmp_path / "p" / MANIFEST).is_file()


def test_a_damaged_pack_may_be_replaced(checkpoint, existing):
    (existing / "weights.bin").write_bytes(b"")
    (existing / "vocab.json").unlink()
    (existing / QUALITY).unlink()
    refuse_existing(existing, force=True)


def a_file(path):
    path.write_text("mine")


def a_folder_with_a_file(path):
    path.mkdir()
    (path / "thesis.txt").write_text("mine")


def a_folder_with_another_manifest(path):
    path.mkdir()
    write_json(path / MANIFEST, {"name": "browser extension", "version": 2})


def a_folder_with_a_broken_manifest(path):
    path.mkdir()
    (path / MANIFEST).write_text("{")


def a_link_to_a_file(path):
    (path.parent / "other").write_text("mine")
    path.symlink_to(path.parent / "other")


def a_link_to_nothing(path):
    path.symlink_to(path.parent / "nothing")


@pytest.mark.parametrize(
    "make",
    [
        a_file,
        a_folder_with_a_file,
        a_folder_with_another_manifest,
        a_folder_with_a_broken_manifest,
        a_link_to_a_file,
        a_link_to_nothing,
    ],
)
@pytest.mark.parametrize("force", [False, True])
def test_anything_else_is_never_replaced(checkpoint, tmp_path, make, force):
    target = tmp_path / "target"
    make(target)
    before = contents(tmp_path)
    with pytest.raises(ExportError) as raised:
        convert(checkpoint, target, accept, ConvertOptions(force=force))
    assert str(raised.value).startswith(f"{target}: expected ")
    assert "\n" not in str(raised.value)
    assert contents(tmp_path) == before
    assert target.is_symlink() is (make in (a_link_to_a_file, a_link_to_nothing))


def test_a_pack_with_something_else_in_it_is_never_replaced(checkpoint, existing):
    (existing / "notes.txt").write_text("mine")
    with pytest.raises(ExportError, match=r"found one with notes\.txt, which is no part of a pack"):
        convert(checkpoint, existing, accept, ConvertOptions(force=True))
    assert (existing / "notes.txt").read_text() == "mine"


def test_a_link_to_a_pack_is_never_replaced(checkpoint, existing, tmp_path):
    (tmp_path / "link").symlink_to(existing)
    before = contents(existing)
    with pytest.raises(ExportError, match="found a link"):
        convert(checkpoint, tmp_path / "link", accept, ConvertOptions(force=True))
    assert contents(existing) == before


def test_what_appears_while_the_pack_is_made_is_never_replaced(checkpoint, tmp_path):
    target = tmp_path / "p"

    def check(_checkpoint, _folder):
        a_folder_with_a_file(target)
        return "{}\n"

    with pytest.raises(ExportError):
        convert(checkpoint, target, check, ConvertOptions(force=True))
    assert contents(target) == {"thesis.txt": b"mine"}
    assert names_in(tmp_path) == ["p"]


# --- Failures --------------------------------------------------------------------------------


def fail_in(monkeypatch, owner, name, error, *, at=1):
    """Let the ``at``-th call of a function raise ``error``."""
    genuine, calls = getattr(owner, name), []

    def function(*arguments, **keywords):
        calls.append(1)
        if len(calls) == at:
            raise error
        return genuine(*arguments, **keywords)

    monkeypatch.setattr(owner, name, function)


FULL = OSError(errno.ENOSPC, "No space left on device", "weights.bin")
# Where making a pack can end: reading, building, writing, checking, putting in place.
PLACES = {
    "while the encoder is built": (module, "build_encoder", 1),
    "while the decoder is built": (module, "build_decoder", 1),
    "while the encoder is written": (Path, "write_bytes", 1),
    "while the weights are written": (Path, "write_bytes", 3),
    "while the tokenizer is copied": (shutil, "copyfile", 2),
    "while the manifest is written": (pack, "seal", 1),
    "while the figures are written": (Path, "write_bytes", 6),
    "while it is put in place": (Path, "rename", 1),
}


@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt(), MemoryError()], ids=repr)
@pytest.mark.parametrize("place", PLACES)
def test_a_failure_leaves_nothing_behind(checkpoint, tmp_path, monkeypatch, place, error):
    owner, name, at = PLACES[place]
    with monkeypatch.context() as patch:
        fail_in(patch, owner, name, error, at=at)
        with pytest.raises(type(error)):
            convert(checkpoint, tmp_path / "new" / "folders" / "p", accept)
    assert names_in(tmp_path) == []
    convert(checkpoint, tmp_path / "new" / "folders" / "p", accept)


@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()], ids=repr)
@pytest.mark.parametrize("place", [*PLACES, "while the old one has gone"])
def test_a_failure_leaves_the_old_pack_alone(checkpoint, existing, monkeypatch, place, error):
    owner, name, at = PLACES.get(place, (Path, "rename", 2))
    before = contents(existing)
    with monkeypatch.context() as patch:
        fail_in(patch, owner, name, error, at=at)
        with pytest.raises(type(error)):
            convert(checkpoint, existing, accept, ConvertOptions(force=True))
    assert contents(existing) == before
    assert names_in(existing.parent) == ["pack"]


def test_a_failed_check_leaves_everything_as_it_was(checkpoint, existing, tmp_path):
    def check(_checkpoint, folder):
        raise VerificationFailed(folder, ["logits: far off"])

    before = contents(existing)
    for target in (existing, tmp_path / "other" / "p"):
        with pytest.raises(VerificationFailed):
            convert(checkpoint, target, check, ConvertOptions(force=True))
    assert contents(existing) == before
    assert names_in(tmp_path) == ["place"]


def test_parents_that_somebody_else_uses_stay(checkpoint, tmp_path):
    def check(_checkpoint, folder):
        (tmp_path / "shared" / "theirs").mkdir()
        raise VerificationFailed(folder, ["no"])

    with pytest.raises(VerificationFailed):
        convert(checkpoint, tmp_path / "shared" / "mine" / "p", check)
    assert set(contents(tmp_path)) == {"shared", "shared/theirs"}


def test_the_check_sees_the_pack_before_it_is_in_place(checkpoint, tmp_path):
    target = tmp_path / "p"

    def check(seen, folder):
        assert seen is checkpoint
        assert ModelPack.open(folder, cache=tmp_path / "cache").manifest.name == "opus-mt-en-zh"
        assert not target.exists()
        return '{"checked": true}\n'

    convert(checkpoint, target, check)
    assert (target / QUALITY).read_text() == '{"checked": true}\n'


# --- What it takes ---------------------------------------------------------------------------


def test_importing_the_exporter_loads_no_training_library():
    code = "import export.convert, export.checkpoint, sys; print(*sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    heavy = {"torch", "transformers", "onnxruntime", "PySide6", "sacrebleu"}
    assert heavy & set(found.stdout.split()) == set()
