import hashlib
import json
import os
from dataclasses import replace
from typing import Any

import pytest

from engine import pack
from engine.errors import PackCorrupt, PackIncompatible, PackNotFound
from engine.pack import ModelPack, file_digest, read_vocabulary, seal
from tests.support.sealed_pack import CONTENT, VOCABULARY, tiny_manifest, write_pack

SEPARATE = {"target_vocab.json": json.dumps({"</s>": 0, "<unk>": 1, "▁译": 2}).encode()}

needs_links = pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path / "home"))


@pytest.fixture
def folder(tmp_path):
    return write_pack(tmp_path / "tiny")


def stamps(tmp_path):
    return sorted((tmp_path / "home" / "cache" / "verified").glob("*"))


def keep_times(path, content):
    """Overwrite a file so that neither its size, its times nor its inode tell."""
    state = path.stat()
    with path.open("r+b") as file:
        file.write(content)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


def reseal(folder, **changes):
    """Write another manifest over a sealed pack without any check."""
    manifest = replace(ModelPack.open(folder, verify=False).manifest, **changes)
    (folder / "manifest.json").write_text(manifest.to_json(), encoding="utf-8")


def test_a_sound_pack_opens(folder):
    opened = ModelPack.open(folder)
    assert opened.path == folder
    assert opened.target_vocab_name == "vocab.json"
    assert set(opened.manifest.files) == set(CONTENT)
    entry = opened.manifest.files["weights.bin"]
    assert entry.sha256 == hashlib.sha256(b"w" * 4096).hexdigest()
    assert entry.size == 4096
    assert ModelPack.open(str(folder)) == opened
    assert ModelPack.open(folder, verify=False) == opened


def test_the_path_is_absolute(folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    assert ModelPack.open("tiny").path == folder


def test_a_pack_may_have_two_vocabularies(tmp_path):
    sizes = replace(tiny_manifest().dimensions, target_vocab=3)
    ids = replace(tiny_manifest().special_ids, decoder_start=0)
    generation = replace(tiny_manifest().generation, banned_ids=())
    changes: dict[str, Any] = {
        "dimensions": sizes,
        "special_ids": ids,
        "generation": generation,
        "separate_vocabs": True,
    }
    folder = write_pack(tmp_path / "two", content=SEPARATE, **changes)
    assert ModelPack.open(folder).target_vocab_name == "target_vocab.json"
    with pytest.raises(PackCorrupt, match=r"target_vocab\.json in field files"):
        write_pack(tmp_path / "one", **changes)


@pytest.mark.parametrize("name", sorted(CONTENT))
@pytest.mark.parametrize("verify", [True, False])
def test_a_missing_file_is_named(folder, name, verify):
    (folder / name).unlink()
    with pytest.raises(PackCorrupt, match="no such file") as caught:
        ModelPack.open(folder, verify=verify)
    assert caught.value.path == folder / name


@pytest.mark.parametrize("name", sorted(CONTENT))
@pytest.mark.parametrize("verify", [True, False])
def test_a_truncated_file_is_named(folder, name, verify):
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[:-1])
    with pytest.raises(PackCorrupt, match=f"{len(content):,} bytes, found") as caught:
        ModelPack.open(folder, verify=verify)
    assert caught.value.path == folder / name


@pytest.mark.parametrize("name", sorted(CONTENT))
def test_one_changed_byte_is_found(folder, name):
    ModelPack.open(folder)
    content = bytearray((folder / name).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / name).write_bytes(content)
    with pytest.raises(PackCorrupt, match="SHA-256") as caught:
        ModelPack.open(folder)
    assert caught.value.path == folder / name


def test_no_folder_and_no_manifest_are_not_found(tmp_path, folder):
    (tmp_path / "empty").mkdir()
    for path, found in (
        (tmp_path / "nowhere", "nothing there"),
        (tmp_path / "empty", "no such file"),
        (folder / "weights.bin", "a file"),
    ):
        with pytest.raises(PackNotFound, match=found):
            ModelPack.open(path)


@pytest.mark.parametrize("name", [name for name in sorted(CONTENT) if name != "LICENSE"])
def test_every_needed_file_must_be_listed(folder, name):
    files = ModelPack.open(folder).manifest.files
    reseal(folder, files={other: entry for other, entry in files.items() if other != name})
    with pytest.raises(PackCorrupt, match=f"{name} in field files"):
        ModelPack.open(folder)


def test_a_pack_from_the_future_is_incompatible(folder):
    reseal(folder, format_version=2, exporter_version="9.9")
    with pytest.raises(PackIncompatible, match=r"version 9\.9"):
        ModelPack.open(folder)


@needs_links
def test_a_link_out_of_the_folder_is_refused(tmp_path, folder):
    outside = tmp_path / "outside.bin"
    (folder / "weights.bin").rename(outside)
    (folder / "weights.bin").symlink_to(outside)
    with pytest.raises(PackCorrupt, match="a link that leaves it"):
        ModelPack.open(folder)


def test_an_empty_sentencepiece_model_is_refused(tmp_path):
    folder = write_pack(tmp_path / "bare", content={"source.spm": b""})
    with pytest.raises(PackCorrupt, match=r"source\.spm: expected a SentencePiece model"):
        ModelPack.open(folder)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything is readable here")
def test_an_unreadable_file_is_named(folder):
    (folder / "vocab.json").chmod(0)
    with pytest.raises(PackCorrupt, match=r"vocab\.json: expected a readable file"):
        ModelPack.open(folder)


def test_an_unchanged_pack_is_hashed_once(tmp_path, folder):
    ModelPack.open(folder)
    assert len(stamps(tmp_path)) == 1
    keep_times(folder / "weights.bin", b"x" * 4096)
    ModelPack.open(folder)  # nothing tells of the change, as nothing was read again
    stamps(tmp_path)[0].unlink()
    with pytest.raises(PackCorrupt, match="SHA-256"):
        ModelPack.open(folder)
    assert stamps(tmp_path) == []


def test_a_newer_time_means_hashing_again(folder):
    ModelPack.open(folder)
    keep_times(folder / "weights.bin", b"x" * 4096)
    os.utime(folder / "weights.bin", (1_700_000_001, 1_700_000_001))
    with pytest.raises(PackCorrupt, match="SHA-256"):
        ModelPack.open(folder)


def test_another_inode_means_hashing_again(folder):
    ModelPack.open(folder)
    state = (folder / "weights.bin").stat()
    (folder / "new").write_bytes(b"x" * 4096)
    (folder / "new").replace(folder / "weights.bin")
    os.utime(folder / "weights.bin", ns=(state.st_atime_ns, state.st_mtime_ns))
    with pytest.raises(PackCorrupt, match="SHA-256"):
        ModelPack.open(folder)


def test_a_stamp_is_not_trusted_with_another_manifest(folder):
    ModelPack.open(folder)
    keep_times(folder / "weights.bin", b"x" * 4096)
    reseal(folder, attribution="somebody else")
    with pytest.raises(PackCorrupt, match="SHA-256"):
        ModelPack.open(folder)


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xff", b'{"version": 1}', b"[" * 9999])
def test_a_garbled_stamp_means_hashing_again(tmp_path, folder, content):
    ModelPack.open(folder)
    good = stamps(tmp_path)[0].read_bytes()
    stamps(tmp_path)[0].write_bytes(content)
    keep_times(folder / "weights.bin", b"x" * 4096)
    with pytest.raises(PackCorrupt, match="SHA-256"):
        ModelPack.open(folder)
    keep_times(folder / "weights.bin", b"w" * 4096)
    ModelPack.open(folder)
    assert [path.read_bytes() for path in stamps(tmp_path)] == [good]


def test_stamps_that_cannot_be_written_do_no_harm(tmp_path, folder):
    (tmp_path / "home").write_text("in the way")
    assert ModelPack.open(folder) == ModelPack.open(folder)
    (tmp_path / "home").unlink()
    ModelPack.open(folder)
    place = stamps(tmp_path)[0]
    place.unlink()
    place.mkdir()  # replacing it fails
    assert ModelPack.open(folder).path == folder
    assert stamps(tmp_path) == [place]


def test_files_that_only_just_changed_are_not_stamped(tmp_path):
    ModelPack.open(write_pack(tmp_path / "new", settled=False))
    assert stamps(tmp_path) == []


def test_opening_without_hashes_stamps_nothing(tmp_path, folder):
    ModelPack.open(folder, verify=False)
    assert stamps(tmp_path) == []
    keep_times(folder / "weights.bin", b"x" * 4096)
    assert ModelPack.open(folder, verify=False).path == folder


def test_sealing_lists_everything_but_the_figures(tmp_path):
    folder = write_pack(tmp_path / "tiny", content={"quality.json": b"{}", "NOTICE": b"n"})
    manifest = ModelPack.open(folder).manifest
    assert set(manifest.files) == {*CONTENT, "NOTICE"}
    (folder / "quality.json").write_text('{"bleu": 99}')
    assert ModelPack.open(folder).manifest == manifest
    before = (folder / "manifest.json").read_bytes()
    assert seal(folder, manifest) == manifest
    assert (folder / "manifest.json").read_bytes() == before
    assert b"\r" not in before


@pytest.mark.parametrize("kind", ["folder", pytest.param("link", marks=needs_links)])
def test_only_plain_files_are_sealed(folder, kind):
    if kind == "folder":
        (folder / "extra").mkdir()
    else:
        (folder / "extra").symlink_to(folder / "LICENSE")
    with pytest.raises(PackCorrupt, match="only plain files, found 'extra'"):
        seal(folder, tiny_manifest())


def test_sealing_refuses_what_could_not_be_opened(tmp_path):
    with pytest.raises(PackCorrupt, match=r"weights\.bin in field files"):
        write_pack(tmp_path / "a", content={"weights.bin": None})
    with pytest.raises(PackCorrupt, match="field name"):
        write_pack(tmp_path / "b", name="not a name")
    with pytest.raises(PackCorrupt, match="the target token >>cmn_Hant<<"):
        write_pack(tmp_path / "c", target_tokens={"zh-Hant": ">>cmn_Hant<<"})
    for name in "abc":
        assert not (tmp_path / name / "manifest.json").exists()


def test_a_digest_is_that_of_the_whole_file(tmp_path):
    path = tmp_path / "large"
    content = os.urandom(1 << 20) + b"tail"
    path.write_bytes(content)
    assert file_digest(path) == pack.FileEntry(
        sha256=hashlib.sha256(content).hexdigest(), size=len(content)
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[1]", "an object"),
        (b"{", "JSON"),
        (b'{"a": 0, "b": "1", "c": 2}', "none twice"),
        (b'{"a": 0, "b": true, "c": 2}', "none twice"),
        (b'{"a": 0, "b": 1.0, "c": 2}', "none twice"),
        (b'{"a": 0, "b": 0, "c": 2}', "none twice"),
        (b'{"a": 0, "b": 3, "c": 2}', "from 0 to 2"),
        (b'{"a": 0, "b": -1, "c": 2}', "from 0 to 2"),
        (b"{}", "up to 3 entries, found none"),
        (b'{"a": 0, "b": 1, "c": 2}', "the target token >>x<<"),
    ],
)
def test_what_is_no_vocabulary_is_refused(tmp_path, content, message):
    path = tmp_path / "vocab.json"
    path.write_bytes(content)
    with pytest.raises(PackCorrupt, match=message) as caught:
        read_vocabulary(path, 3, [">>x<<"])
    assert caught.value.path == path


def test_a_vocabulary_is_read(tmp_path):
    path = tmp_path / "vocab.json"
    path.write_text(json.dumps(VOCABULARY))
    assert read_vocabulary(path, 8, [">>cmn_Hans<<"]) == VOCABULARY


def test_a_wrong_vocabulary_does_not_get_past_the_hashes(tmp_path):
    folder = write_pack(tmp_path / "tiny")
    short = json.dumps({**VOCABULARY, "<pad>": 6}).encode()
    (folder / "vocab.json").write_bytes(short)
    files = {**ModelPack.open(write_pack(tmp_path / "other")).manifest.files}
    files["vocab.json"] = file_digest(folder / "vocab.json")
    manifest = tiny_manifest(files=files)
    (folder / "manifest.json").write_text(manifest.to_json(), encoding="utf-8")
    with pytest.raises(PackCorrupt, match="none twice"):
        ModelPack.open(folder)


def test_layers_have_names_of_their_own():
    kinds = (
        pack.cross_key,
        pack.cross_value,
        pack.past_key,
        pack.past_value,
        pack.present_key,
        pack.present_value,
    )
    assert len({name(layer) for name in kinds for layer in (0, 1, 11)}) == 18
    assert pack.past_key(3) == "past_key_3"
