"""Bringing a model, for real: from a folder, a zip, a release or a pack to an installed pack."""

import json
import shutil
import threading
import zipfile
from pathlib import Path

import pytest

from engine.errors import Cancelled, PackCorrupt, PackError, PackIncompatible
from engine.pack import (
    MANIFEST,
    QUALITY,
    ModelPack,
    PackReport,
    find_pack,
    measured_quality,
    pack_to_zip,
    packs_folder,
    staging,
    stored_report,
)
from engine.pack_doctor import examine
from engine.pack_report import Finding
from engine.translator import Translator
from export.checkpoint import read_checkpoint
from export.convert import (
    ImportOptions,
    LanguagesUnknown,
    Progress,
    build_pack,
    import_model,
)
from export.errors import CheckpointError
from tests.support.checkpoints import edit_json, save_tiny_checkpoint
from tests.support.exported import STARTER
from tests.support.marian_release import save_release
from tests.support.sealed_pack import write_pack

GOOD = PackReport(findings=(Finding(check="runs", verdict="good", detail="it runs"),))
BROKEN = PackReport(findings=(Finding(check="loops", verdict="broken", detail="it loops"),))


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """The user's folder of packs, nowhere near the real one."""
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path / "home"))
    return packs_folder()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("made") / "opus-mt-en-zh"
    save_tiny_checkpoint(path)
    return path


@pytest.fixture
def checkpoint(made, tmp_path):
    """A checkpoint of this test's own, of random weights."""
    return shutil.copytree(made, tmp_path / "opus-mt-en-zh")


def good(*_arguments, **_keywords):
    """Examine nothing and find it good."""
    return GOOD


def broken(*_arguments, **_keywords):
    return BROKEN


def names_in(folder):
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


# --- What comes of it ------------------------------------------------------------------------


def test_a_checkpoint_becomes_a_pack_that_translates(home):
    seen: list[Progress] = []
    made = import_model(STARTER, examine, on_progress=seen.append)
    assert (made.name, made.path) == ("starter-en-zh", home / "starter-en-zh")
    assert made.report.verdict == "good", made.report.reasons
    assert names_in(home) == ["starter-en-zh"]
    assert list(dict.fromkeys(each.stage for each in seen)) == [
        "read",
        "convert",
        "check",
        "install",
    ]
    for stage in ("convert", "check"):
        done = [each.done / each.total for each in seen if each.stage == stage]
        assert done == sorted(done)
        assert done[-1] > 0.8
    assert Translator.load("starter-en-zh").translate("Good morning.").text == "早上好。"
    parity = next(each for each in made.report.findings if each.check == "parity")
    assert 0.9 < parity.count / parity.of <= 1
    assert stored_report(home / "starter-en-zh") == made.report


def test_it_is_the_pack_that_the_exporter_makes(checkpoint, home, tmp_path):
    import_model(checkpoint, good)
    other = tmp_path / "other"
    other.mkdir()
    build_pack(read_checkpoint(checkpoint), other)
    for path in other.iterdir():
        assert (home / "opus-mt-en-zh" / path.name).read_bytes() == path.read_bytes()


def test_a_zipped_release_becomes_a_pack(checkpoint, home, tmp_path):
    folder = save_release(checkpoint, tmp_path / "release")
    path = Path(shutil.make_archive(str(tmp_path / "opus-2020-07-17"), "zip", folder))
    made = import_model(path, good)
    assert made.path == home / "opus-2020-07-17"
    manifest = ModelPack.open(home / made.name).manifest
    assert (manifest.source_language, manifest.target_language) == ("en", "zh-Hans")
    assert manifest.target_tokens == {"zh-Hans": ">>cmn_Hans<<"}


def test_a_pack_from_another_machine_keeps_its_figures(home, tmp_path):
    figures = json.dumps({"int8": {"bleu": 12.5, "chrf": 20.0}}).encode()
    pack = write_pack(tmp_path / "tiny", content={QUALITY: figures})
    made = import_model(pack, good)
    assert made.path == home / "tiny-en-zh"
    assert measured_quality(home / made.name)["int8"] == {"bleu": 12.5, "chrf": 20.0}
    assert stored_report(home / made.name) == GOOD
    path = pack_to_zip("tiny-en-zh", tmp_path / "out.zip")
    shutil.rmtree(home)
    assert import_model(path, good).path == home / "tiny-en-zh"
    assert ModelPack.open(find_pack("tiny-en-zh")).manifest.name == "tiny-en-zh"


# --- Broken models ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["checkpoint", "pack"])
def test_a_broken_pack_is_not_installed_unless_somebody_says_so(checkpoint, home, tmp_path, kind):
    source = checkpoint if kind == "checkpoint" else write_pack(tmp_path / "tiny")
    name = "opus-mt-en-zh" if kind == "checkpoint" else "tiny-en-zh"
    made = import_model(source, broken)
    assert (made.name, made.path, made.report) == (name, None, BROKEN)
    assert names_in(home) == []
    asked: list[PackReport] = []

    def keep(report):
        asked.append(report)
        return True

    options = ImportOptions(keep_broken=keep)
    assert import_model(source, broken, options).path == home / name
    assert asked == [BROKEN]
    assert stored_report(home / name) == BROKEN


def test_random_weights_are_told_from_a_model(checkpoint, home):
    """The examination itself, on a model that has learnt nothing."""
    made = import_model(checkpoint, examine)
    assert made.path is None
    assert made.report.verdict == "broken"
    assert names_in(home) == []


# --- Languages -------------------------------------------------------------------------------


def test_without_languages_somebody_must_say_them(checkpoint, home):
    edit_json(checkpoint / "tokenizer_config.json", source_lang=..., target_lang=...)
    folder = checkpoint.rename(checkpoint.parent / "my model")
    with pytest.raises(LanguagesUnknown) as caught:
        import_model(folder, good)
    assert (caught.value.source, caught.value.target) == ("und", "und")
    assert names_in(home) == []
    with pytest.raises(LanguagesUnknown):
        import_model(folder, good, ImportOptions(source_language="en", target_language="12"))
    made = import_model(folder, good, ImportOptions(source_language="zho", target_language="en"))
    manifest = ModelPack.open(home / made.name).manifest
    assert (manifest.source_language, manifest.target_language) == ("zh", "en")
    assert made.name == "my-model"


# --- Names that are taken --------------------------------------------------------------------


def test_an_installed_pack_is_replaced_only_when_asked(checkpoint, home):
    import_model(checkpoint, good)
    before = (home / "opus-mt-en-zh" / MANIFEST).stat().st_ino

    def never(*_arguments, **_keywords):
        pytest.fail("it was examined before it was refused")

    with pytest.raises(PackError, match="no pack of this name yet"):
        import_model(checkpoint, never)
    assert (home / "opus-mt-en-zh" / MANIFEST).stat().st_ino == before
    import_model(checkpoint, good, ImportOptions(replace=True))
    assert (home / "opus-mt-en-zh" / MANIFEST).stat().st_ino != before
    assert names_in(home) == ["opus-mt-en-zh"]


def test_a_damaged_pack_can_be_replaced(checkpoint, home):
    damaged = home / "opus-mt-en-zh"
    damaged.mkdir(parents=True)
    (damaged / MANIFEST).write_text("{")
    (damaged / "stray").write_text("x")
    import_model(checkpoint, good, ImportOptions(replace=True))
    assert ModelPack.open(damaged).manifest.name == "opus-mt-en-zh"


def test_two_imports_of_one_name_the_second_is_refused_at_once(checkpoint, home):
    home.mkdir(parents=True)
    with (
        staging(home, "opus-mt-en-zh"),
        pytest.raises(PackError, match="another one that is writing there"),
    ):
        import_model(checkpoint, good)
    assert names_in(home) == []
    import_model(checkpoint, good)


def test_two_imports_at_once(made, home, tmp_path):
    folders = [shutil.copytree(made, tmp_path / name) for name in ("a-en-zh", "b-en-zh")]
    both = threading.Barrier(2, timeout=60)

    def meet(*_arguments, **_keywords):
        both.wait()  # neither is done before the other one is here
        return GOOD

    threads = [threading.Thread(target=import_model, args=(each, meet)) for each in folders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert names_in(home) == ["a-en-zh", "b-en-zh"]


# --- Half-finished ones ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "stage"),
    [
        (kind, stage)
        for kind in ("checkpoint", "zip", "pack")
        for stage in ("read", "convert", "check", "install")
        if (kind, stage) != ("pack", "convert")
    ],
)
def test_a_cancelled_import_leaves_nothing(checkpoint, home, tmp_path, kind, stage):
    source = checkpoint
    if kind == "zip":
        source = Path(shutil.make_archive(str(tmp_path / "opus-mt-en-zh"), "zip", checkpoint))
    elif kind == "pack":
        source = write_pack(tmp_path / "tiny")
    cancel, reached = threading.Event(), []

    def tell(now):
        if now.stage == stage:
            reached.append(now)
            cancel.set()

    def check(pack, exact=None, *, on_progress=None, cancel=None):
        on_progress(0, 2)
        on_progress(1, 2)
        return GOOD

    if stage == "install":  # too late to be cancelled: it is there
        import_model(source, check, on_progress=tell, cancel=cancel)
        assert len(names_in(home)) == 1
    else:
        with pytest.raises(Cancelled):
            import_model(source, check, on_progress=tell, cancel=cancel)
        assert names_in(home) == []
    assert reached


@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError(), OSError(28, "full")])
def test_whatever_goes_wrong_leaves_nothing(checkpoint, home, error):
    def fail(*_arguments, **_keywords):
        raise error

    with pytest.raises(PackError if isinstance(error, OSError) else type(error)):
        import_model(checkpoint, fail)
    assert names_in(home) == []


def test_what_a_killed_import_left_is_cleared_away(checkpoint, home):
    left = home / ".import.unfinished-abcd1234"
    (left / "unpacked").mkdir(parents=True)
    (left / "unpacked" / "weights.bin").write_bytes(b"half")
    (left / "lock").touch()
    import_model(checkpoint, good)
    assert names_in(home) == ["opus-mt-en-zh"]


def test_a_disk_that_cannot_be_written(checkpoint, home):
    home.parent.mkdir(parents=True)
    home.write_text("in the way")
    with pytest.raises(PackError) as caught:
        import_model(checkpoint, good)
    assert len(str(caught.value).splitlines()) == 1


# --- What is not taken -----------------------------------------------------------------------


def test_a_damaged_pack_is_refused(home, tmp_path):
    pack = write_pack(tmp_path / "tiny")
    (pack / "weights.bin").write_bytes(b"v" * 4096)
    with pytest.raises(PackCorrupt, match="SHA-256"):
        import_model(pack, good)
    assert names_in(home) == []


@pytest.mark.parametrize("zipped", [False, True])
def test_a_pack_of_a_newer_version_says_which_version_to_install(home, tmp_path, zipped):
    pack = write_pack(tmp_path / "tiny", exporter_version="7.5.0")
    edit_json(pack / MANIFEST, format_version=9)
    if zipped:
        pack = Path(shutil.make_archive(str(tmp_path / "tiny"), "zip", pack))
    with pytest.raises(PackIncompatible, match=r"needs version 7\.5\.0 of this program"):
        import_model(pack, good)
    assert names_in(home) == []


def test_neither_a_path_nor_a_name(home, tmp_path):
    with pytest.raises(CheckpointError, match="a folder or a zip that is there, or a hub name"):
        import_model(tmp_path / "nowhere.zip", good)
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("letter.txt", "Hello")
    with pytest.raises(CheckpointError, match="none of them"):
        import_model(path, good)
    assert names_in(home) == []
