"""Original OPUS-MT releases: the same weights give the same pack, and faults are named."""

import json
import shutil

import numpy as np
import pytest
import yaml

from engine.pack import MANIFEST, ModelPack
from export.build import ConvertOptions, build_pack
from export.checkpoint import read_checkpoint
from export.errors import CheckpointError, LanguagesUnknown, UnsupportedCheckpoint
from export.release import is_release, read_release
from tests.support.checkpoints import save_tiny_checkpoint
from tests.support.marian_release import MODEL, as_bytes, save_release
from tests.support.requirements import require

ODD_PIECES = ("no", "null", "yes", "off", "true")
"""What YAML takes for something else than text unless it is told otherwise."""


def save_checkpoint(path, **options):
    """Save a checkpoint as conversions from Marian are: padding is a row of zeros."""
    save_tiny_checkpoint(path, d_model=64, heads=4, ffn=96, max_positions=64, pieces=100, **options)
    names = (
        ("vocab.json", "target_vocab.json") if options.get("separate_vocabs") else ["vocab.json"]
    )
    for name in names:
        vocabulary = json.loads((path / name).read_text("utf-8"))
        pieces = sorted(vocabulary, key=lambda piece: vocabulary[piece])
        pieces[-1 - len(ODD_PIECES) : -1] = ODD_PIECES
        content = {piece: index for index, piece in enumerate(pieces)}
        (path / name).write_text(json.dumps(content, indent=2), "utf-8")
    numpy = require("safetensors.numpy")
    tensors = numpy.load_file(path / "model.safetensors")
    for name, tensor in tensors.items():
        if name in {"model.shared.weight", "lm_head.weight"} or "embed_tokens" in name:
            tensor[-1] = 0
    if options.get("tied") is False and options.get("shared", True):
        # transformers draws two tables here, where Marian has one.
        both = [f"model.{side}.embed_tokens.weight" for side in ("encoder", "decoder")]
        tensors[both[1]] = tensors[both[0]].copy()
    tensors["final_logits_bias"][0, -1] = 0
    numpy.save_file(tensors, path / "model.safetensors")
    shutil.copyfile(path.parent / "README.md", path / "README.md")


@pytest.fixture(scope="module")
def readme(tmp_path_factory):
    """A folder whose README goes into both forms of a model."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "README.md").write_text("* license: CC-BY 4.0\n* source language(s): eng\n")
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory, readme):
    """A release; no test may change it."""
    folder = tmp_path_factory.mktemp("made")
    shutil.copyfile(readme / "README.md", folder / "README.md")
    save_checkpoint(folder / "checkpoint")
    return save_release(folder / "checkpoint", folder / "release" / "opus-mt-en-zh")


@pytest.fixture
def release(made, tmp_path):
    """A release of this test's own."""
    return shutil.copytree(made, tmp_path / "opus-mt-en-zh")


def read(folder, tmp_path, name=None):
    scratch = tmp_path / "scratch"
    scratch.mkdir(exist_ok=True)
    return read_release(folder, scratch, name)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"tied": False, "multi_target": ()},
        {"shared": False, "activation": "relu", "seed": 2},
        {"shared": False, "tied": False},
        {"shared": False, "separate_vocabs": True, "multi_target": ()},
    ],
    ids=["tied", "untied", "unshared", "apart", "separate vocabularies"],
)
def test_the_same_weights_in_two_forms_give_the_same_pack(tmp_path, readme, options):
    shutil.copyfile(readme / "README.md", tmp_path / "README.md")
    checkpoint = tmp_path / "opus-mt-en-zh"
    save_checkpoint(checkpoint, **options)
    release = save_release(checkpoint, tmp_path / "release" / "opus-mt-en-zh")
    shutil.copyfile(readme / "README.md", release / "README.md")
    folders = tmp_path / "from-checkpoint", tmp_path / "from-release"
    for folder, model in zip(
        folders, (read_checkpoint(checkpoint), read(release, tmp_path)), strict=True
    ):
        folder.mkdir()
        build_pack(model, folder)
    first, second = (
        {path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders
    )
    manifests = [json.loads(each.pop(MANIFEST)) for each in (first, second)]
    assert first == second
    sources = [each.pop("checkpoint") for each in manifests]
    assert manifests[0] == manifests[1]
    assert sources[0]["name"] == sources[1]["name"]
    assert sources[0]["revision"] != sources[1]["revision"]


def test_a_release_has_the_conventions_of_opus_mt(made, tmp_path):
    model = read(made, tmp_path)
    config = model.weights.config
    assert config.pad_id == config.decoder_start_id == config.target_vocab - 1
    assert (config.eos_id, config.unk_id) == (0, 1)
    assert config.scale_embedding
    assert not model.weights.target_embedding[-1].any()
    assert model.weights.projection_bias[-1] == 0
    assert model.generation.banned_ids == (config.pad_id,)
    assert (model.generation.num_beams, model.generation.length_penalty) == (4, 1.0)
    assert model.generation.forced_eos
    assert model.target_tokens == (">>cmn_Hans<<", ">>cmn_Hant<<")[: len(model.target_tokens)]


def test_the_readme_names_the_languages(made, tmp_path):
    model = read(made, tmp_path, "opus-2020-07-17")
    assert (model.source_language, model.target_language) == ("en", "zh-Hans")


def test_without_a_name_the_languages_must_be_said(release, tmp_path):
    (release / "README.md").unlink()
    model = read(release, tmp_path, "opus-2020-07-17")
    pack = tmp_path / "pack"
    pack.mkdir()
    with pytest.raises(LanguagesUnknown, match="--source and --target"):
        build_pack(model, pack)
    assert list(pack.iterdir()) == []
    build_pack(model, pack, ConvertOptions(source_language="eng", target_language="cmn"))
    manifest = ModelPack.open(pack, verify=False).manifest
    assert (manifest.source_language, manifest.target_language) == ("en", "zh-Hans")


def test_a_release_is_told_by_either_of_its_files(release, tmp_path):
    assert is_release(release)
    (release / "decoder.yml").unlink()
    assert is_release(release)
    (release / MODEL).unlink()
    assert not is_release(release)


def edit_arrays(path, **changes):
    with np.load(path) as archive:
        arrays = dict(archive)
    arrays.update(changes)
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})


def edit_settings(path, **changes):
    with np.load(path) as archive:
        settings = yaml.safe_load(archive["special:model.yml"].tobytes().rstrip(b"\0"))
    settings.update({name.replace("_", "-"): value for name, value in changes.items()})
    edit_arrays(path, **{"special:model.yml": as_bytes(yaml.safe_dump(settings))})


def cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def two_models(release):
    (release / MODEL).rename(release / "a.npz")
    shutil.copyfile(release / "a.npz", release / "b.npz")


def lie_about_the_size(path):
    """Ask for memory that the file has no numbers for."""
    data = path.read_bytes()
    shape = b"'shape': (64, 64)"
    assert shape in data
    path.write_bytes(data.replace(shape, b"'shape': (99, 99)"))


def garble_a_header(path):
    path.write_bytes(path.read_bytes().replace(b"'shape': (64, 64)", b"'shape': (64, 64,"))


FAULTS = {
    "no decoder.yml": (lambda r: (r / "decoder.yml").unlink(), "decoder.yml"),
    "no model": (lambda r: (r / MODEL).unlink(), "the one .npz file"),
    "two models": (two_models, "a.npz, b.npz"),
    "half a model": (lambda r: cut(r / MODEL), MODEL),
    "a model that is no archive": (lambda r: (r / MODEL).write_bytes(b"PK\3\4no"), MODEL),
    "objects": (
        lambda r: edit_arrays(r / MODEL, bad=np.array([{}, 1], object)),
        "plain array",
    ),
    "a size that is not true": (lambda r: lie_about_the_size(r / MODEL), MODEL),
    "a header that is none": (lambda r: garble_a_header(r / MODEL), MODEL),
    "no settings": (
        lambda r: edit_arrays(r / MODEL, **{"special:model.yml": None}),
        "special:model.yml",
    ),
    "settings that are no YAML": (
        lambda r: edit_arrays(r / MODEL, **{"special:model.yml": as_bytes("a: [")}),
        "YAML",
    ),
    "no width": (lambda r: edit_settings(r / MODEL, dim_emb=None), "dim-emb"),
    "no table": (lambda r: edit_arrays(r / MODEL, Wemb=None), "an embedding"),
    "a missing tensor": (
        lambda r: edit_arrays(r / MODEL, encoder_l2_ffn_b1=None),
        "encoder.layers.1.fc1.bias",
    ),
    "no vocabulary": (lambda r: (r / "opus.vocab.yml").unlink(), "the vocabulary"),
    "a vocabulary that is a list": (
        lambda r: (r / "opus.vocab.yml").write_text("- a\n- b\n"),
        "a YAML mapping",
    ),
    "a vocabulary without numbers": (
        lambda r: (r / "opus.vocab.yml").write_text("a: b\n"),
        "a whole number",
    ),
    "one id for two": (
        lambda r: (r / "opus.vocab.yml").write_text("</s>: 0\n<unk>: 1\na: 1\n"),
        "one piece for each id",
    ),
    "too large a vocabulary": (lambda r: add(r, "more: 100000"), "id 100000"),
    "no end": (
        lambda r: (r / "opus.vocab.yml").write_text("<unk>: 1\n"),
        "config",
    ),
    "no SentencePiece model": (lambda r: (r / "source.spm").unlink(), "source.spm"),
    "another SentencePiece model": (
        lambda r: (r / "target.spm").write_bytes(b"no"),
        "a SentencePiece model",
    ),
    "a beam that is none": (
        lambda r: (r / "decoder.yml").write_text(
            (r / "decoder.yml").read_text().replace("beam-size: 4", "beam-size: many")
        ),
        "beam-size",
    ),
}


def add(release, line):
    path = release / "opus.vocab.yml"
    path.write_text(path.read_text("utf-8") + line + "\n", "utf-8")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_line_that_names_it(release, tmp_path, fault):
    damage, named = FAULTS[fault]
    damage(release)
    with pytest.raises(CheckpointError) as caught:
        read(release, tmp_path)
    message = str(caught.value)
    assert named in message
    assert len(message.splitlines()) == 1
    assert str(release) in message


def test_everything_that_is_not_supported_is_listed(release, tmp_path):
    edit_settings(
        release / MODEL,
        transformer_ffn_activation="gelu",
        transformer_postprocess="dhan",
        transformer_train_position_embeddings=True,
    )
    with pytest.raises(UnsupportedCheckpoint) as caught:
        read(release, tmp_path)
    assert {each.name for each in caught.value.properties} == {
        "transformer-ffn-activation",
        "transformer-postprocess",
        "transformer-train-position-embeddings",
    }


def test_parameters_of_another_model_are_named(release, tmp_path):
    edit_arrays(release / MODEL, encoder_emb_ln_scale_pre=np.ones((1, 64), np.float32))
    with pytest.raises(UnsupportedCheckpoint, match="encoder_emb_ln_scale_pre"):
        read(release, tmp_path)
