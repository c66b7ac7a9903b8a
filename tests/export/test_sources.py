"""What a user brings: folders and zips, of any kind and in any wrapping."""

import contextlib
import shutil
import stat
import zipfile

import pytest

from engine.errors import PackCorrupt
from export.errors import CheckpointError, UnsupportedCheckpoint
from export.sources import opened, read_source
from tests.support.checkpoints import edit_json, save_tiny_checkpoint
from tests.support.sealed_pack import write_pack


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("made") / "opus-mt-en-zh"
    save_tiny_checkpoint(path)
    return path


@pytest.fixture
def checkpoint(made, tmp_path):
    """A checkpoint of this test's own."""
    return shutil.copytree(made, tmp_path / "in" / "opus-mt-en-zh")


@contextlib.contextmanager
def open_it(path, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with opened(path, scratch) as source:
        yield source


def zipped(folder, path, *, inside="", extra=()):
    """Zip a folder's files below ``inside``."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, f"{inside}{file.name}")
        for name, content in extra:
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("inside", ["", "opus-mt-en-zh/", "a/b/opus-mt-en-zh/"])
def test_a_zip_may_have_folders_around_the_model(checkpoint, tmp_path, inside):
    extra = [("__MACOSX/._x", b"x"), (".git/config", b"x"), ("notes/readme.txt", b"x")]
    path = zipped(checkpoint, tmp_path / "opus-mt-en-zh.zip", inside=inside, extra=extra)
    with open_it(path, tmp_path) as source:
        assert source.kind == "checkpoint"
        model = read_source(source)
    assert (model.name, model.source_language) == ("opus-mt-en-zh", "en")


def test_a_folder_may_have_the_model_in_a_folder(checkpoint, tmp_path):
    with open_it(checkpoint.parent, tmp_path) as source:
        assert source.folder == checkpoint
        assert read_source(source).name == "opus-mt-en-zh"


def test_a_path_may_have_blanks_and_chinese_in_it(checkpoint, tmp_path):
    folder = checkpoint.rename(checkpoint.parent / "我的 model")
    with open_it(folder, tmp_path) as source:
        assert read_source(source).name == "我的 model"


def test_a_pack_is_told_from_a_checkpoint(tmp_path):
    pack = write_pack(tmp_path / "pack")
    (pack / "config.json").write_text("{}")
    with open_it(pack, tmp_path) as source:
        assert source.kind == "pack"


def test_several_models_are_not_chosen_from(checkpoint, made, tmp_path):
    shutil.copytree(made, checkpoint.parent / "another")
    with (
        pytest.raises(CheckpointError, match=r"several: another, opus-mt-en-zh"),
        open_it(checkpoint.parent, tmp_path),
    ):
        pass


def test_no_model_is_said_with_what_would_be_one(tmp_path):
    (tmp_path / "empty").mkdir()
    with (
        pytest.raises(CheckpointError, match=r"manifest\.json.*config\.json.*decoder\.yml"),
        open_it(tmp_path / "empty", tmp_path),
    ):
        pass


def test_errors_name_the_zip_and_not_where_it_was_unpacked(checkpoint, tmp_path):
    (checkpoint / "source.spm").write_bytes(b"no")
    path = zipped(checkpoint, tmp_path / "model.zip")
    with pytest.raises(CheckpointError) as caught, open_it(path, tmp_path) as source:
        read_source(source)
    assert caught.value.path == path / "source.spm"
    assert "scratch" not in str(caught.value)


def test_an_unsupported_model_in_a_zip_is_named_by_the_zip(checkpoint, tmp_path):
    edit_json(checkpoint / "config.json", model_type="t5")
    path = zipped(checkpoint, tmp_path / "model.zip")
    with pytest.raises(UnsupportedCheckpoint) as caught, open_it(path, tmp_path) as source:
        read_source(source)
    assert caught.value.path == path


def link():
    info = zipfile.ZipInfo("model/link")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    ("extra", "named"),
    [
        ([("../escape", b"x")], "plain names"),
        ([("/etc/passwd", b"x")], "plain names"),
        ([("a\\b", b"x")], "plain names"),
        ([("CON.txt", b"x")], "plain names"),
        ([(link(), b"/etc")], "only files and folders"),
        ([("CONFIG.JSON", b"{}")], "every file once"),
        ([(f"f{i}", b"") for i in range(2000)], "at most 2000 entries"),
    ],
)
def test_a_zip_that_is_not_to_be_trusted(checkpoint, tmp_path, extra, named):
    path = zipped(checkpoint, tmp_path / "model.zip", extra=extra)
    with pytest.raises(PackCorrupt, match=named) as caught, open_it(path, tmp_path):
        pass
    assert str(path) in str(caught.value)
    assert list((tmp_path / "scratch" / "unpacked").iterdir()) == []


def test_a_bomb_is_not_unpacked(checkpoint, tmp_path):
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("config.json", b"{}")
        archive.writestr("model.safetensors", bytes(300 << 20))
    with pytest.raises(PackCorrupt, match="no more than 200 bytes"), open_it(path, tmp_path):
        pass


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\3\4"])
def test_a_file_that_is_no_zip(tmp_path, content):
    path = tmp_path / "model.zip"
    path.write_bytes(content)
    with pytest.raises(PackCorrupt, match="a zip file"), open_it(path, tmp_path):
        pass
