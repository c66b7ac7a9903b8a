import io
import os
import stat
import struct
import zipfile

import pytest

from engine.errors import PackCorrupt, PackError, PackIncompatible, PackNotFound
from engine.pack import ModelPack, ZipLimits, unpack
from tests.support.sealed_pack import CONTENT, write_pack


@pytest.fixture
def folder(tmp_path):
    return write_pack(tmp_path / "made" / "tiny")


@pytest.fixture
def place(tmp_path):
    """A destination; nothing may be left around it after a failure."""
    return tmp_path / "packs" / "tiny"


def zip_of(path, folder, *, prefix="", extra=(), leave_out=()):
    """Zip a pack; ``extra`` holds names or ZipInfos, and contents."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.iterdir()):
            if file.name not in leave_out:
                archive.writestr(prefix + file.name, file.read_bytes())
        for name, content in extra:
            archive.writestr(name, content)
    return path


def entry(name, mode):
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    return info


def refused(source, place, message, error=PackCorrupt, **arguments):
    with pytest.raises(error, match=message) as caught:
        unpack(source, place, **arguments)
    assert "\n" not in str(caught.value)
    assert not place.exists()
    assert list(place.parent.iterdir()) == []
    return caught.value


@pytest.mark.parametrize("prefix", ["", "tiny/", "./some name/"])
def test_a_zipped_pack_is_unpacked(tmp_path, folder, place, prefix):
    source = zip_of(tmp_path / "a.zip", folder, prefix=prefix)
    assert unpack(source, place) == place
    assert ModelPack.open(place).manifest == ModelPack.open(folder).manifest
    assert {file.name for file in place.iterdir()} == {*CONTENT, "manifest.json"}
    assert list(place.parent.iterdir()) == [place]


def test_what_a_mac_adds_is_left_out(tmp_path, folder, place):
    extra = [
        (entry("tiny/", stat.S_IFDIR | 0o755), b""),
        ("tiny/.DS_Store", b"x"),
        ("__MACOSX/tiny/._weights.bin", b"x"),
    ]
    unpack(zip_of(tmp_path / "a.zip", folder, prefix="tiny/", extra=extra), place)
    assert {file.name for file in place.iterdir()} == {*CONTENT, "manifest.json"}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_other_users_may_read_what_was_unpacked(tmp_path, folder, place):
    unpack(zip_of(tmp_path / "a.zip", folder), place)
    (tmp_path / "usual").mkdir()
    assert place.stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        "tiny/../../evil",
        "..",
        "/etc/evil",
        "C:/evil",
        "C:evil",
        "tiny\\evil",
        "..\\evil",
        "evil\0.txt",
        "evil.",
        "nul.txt",
    ],
)
def test_names_that_lead_elsewhere_are_refused(tmp_path, folder, place, name):
    # Written under a harmless name of the same length, as zipfile would tidy some of these up.
    source = zip_of(tmp_path / "a.zip", folder, extra=[("~" * len(name), b"x")])
    source.write_bytes(source.read_bytes().replace(b"~" * len(name), name.encode()))
    refused(source, place, "plain names inside")
    assert not list(tmp_path.rglob("*evil*"))


@pytest.mark.parametrize("mode", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFDIR])
def test_links_and_devices_are_refused(tmp_path, folder, place, mode):
    extra = [(entry("more", mode | 0o777), b"/etc/passwd")]
    refused(zip_of(tmp_path / "a.zip", folder, extra=extra), place, "only files and folders")


@pytest.mark.parametrize("name", ["LICENSE", "license"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice_is_refused(tmp_path, folder, place, name):
    source = zip_of(tmp_path / "a.zip", folder, extra=[(name, b"other")])
    refused(source, place, f"'{name}' twice")


def test_several_folders_are_refused(tmp_path, folder, place):
    extra = [("other/weights.bin", b"x")]
    source = zip_of(tmp_path / "a.zip", folder, prefix="tiny/", extra=extra)
    refused(source, place, "several folders")
    refused(zip_of(tmp_path / "b.zip", folder, prefix="a/b/"), place, "several folders")


def test_encrypted_entries_are_refused(tmp_path, folder, place):
    source = zip_of(tmp_path / "a.zip", folder)
    content = bytearray(source.read_bytes())
    central = content.index(b"PK\x01\x02")
    content[central + 8] |= 1
    source.write_bytes(content)
    refused(source, place, "which is encrypted")


def test_rare_kinds_of_packing_are_refused(tmp_path, folder, place):
    source = zip_of(tmp_path / "a.zip", folder)
    with zipfile.ZipFile(source, "a", zipfile.ZIP_LZMA) as archive:
        archive.writestr("more", b"x" * 100)
    refused(source, place, "'more', packed otherwise")


def test_what_unpacks_to_too_much_is_refused(tmp_path, folder, place):
    source = zip_of(tmp_path / "a.zip", folder, extra=[("bomb", bytes(3 << 20))])
    refused(source, place, "no more than 200 bytes from each packed one, found 'bomb'")
    refused(source, place, "at most 1,000 bytes unpacked", limits=ZipLimits(total_bytes=1000))
    refused(source, place, "at most 8 entries", limits=ZipLimits(entries=8))
    unpack(source, place, limits=ZipLimits(ratio=2000))


@pytest.mark.parametrize("claimed", [10, 5000])
def test_a_lie_about_the_size_is_found(tmp_path, folder, place, claimed):
    source = zip_of(tmp_path / "a.zip", folder)
    content = bytearray(source.read_bytes())
    with zipfile.ZipFile(source) as archive:
        number = [info.filename for info in archive.infolist()].index("weights.bin")
    central = -1
    for _ in range(number + 1):
        central = content.index(b"PK\x01\x02", central + 1)
    content[central + 24 : central + 28] = struct.pack("<I", claimed)
    source.write_bytes(content)
    refused(source, place, r"a\.zip: expected .*weights\.bin")


def test_damage_is_found_wherever_it_is(tmp_path, folder, place):
    source = zip_of(tmp_path / "a.zip", folder)
    sound = source.read_bytes()
    with zipfile.ZipFile(source) as archive:
        info = archive.getinfo("vocab.json")
    middle = info.header_offset + 30 + len(info.filename) + info.compress_size // 2
    source.write_bytes(sound[:middle] + bytes([sound[middle] ^ 0xFF]) + sound[middle + 1 :])
    refused(source, place, r"a sound entry vocab\.json")
    for length in (0, 10, len(sound) // 2, len(sound) - 1):
        source.write_bytes(sound[:length])
        refused(source, place, "a zip file")


def test_what_is_no_zip_is_refused(tmp_path, folder, place):
    refused(folder / "weights.bin", place, "a zip file")
    refused(tmp_path / "nowhere.zip", place, "a zip file")
    refused(folder, place, "a zip file")


def test_an_unsound_pack_is_named_by_its_place_in_the_zip(tmp_path, folder, place):
    source = zip_of(tmp_path / "a.zip", folder, leave_out=["weights.bin"])
    assert refused(source, place, "no such file").path == source / "weights.bin"
    source = zip_of(tmp_path / "b.zip", folder, leave_out=["manifest.json"])
    assert refused(source, place, "manifest", PackNotFound).path == source
    (folder / "manifest.json").write_text('{"format_version": 7}')
    refused(zip_of(tmp_path / "c.zip", folder), place, "format 7", PackIncompatible)
    (folder / "manifest.json").unlink()
    write_pack(folder)
    (folder / "weights.bin").write_bytes(b"v" * 4096)
    refused(zip_of(tmp_path / "d.zip", folder), place, "SHA-256")


def test_nothing_is_overwritten(tmp_path, folder, place):
    source = zip_of(tmp_path / "a.zip", folder)
    place.mkdir(parents=True)
    (place / "mine").write_text("keep")
    with pytest.raises(PackError, match="still to be made"):
        unpack(source, place)
    assert (place / "mine").read_text() == "keep"
    assert list(place.parent.iterdir()) == [place]


def test_a_place_that_cannot_be_written_is_named(tmp_path, folder):
    source = zip_of(tmp_path / "a.zip", folder)
    with pytest.raises(PackError, match="a place to write to"):
        unpack(source, folder / "weights.bin" / "below")


def test_a_zip_of_nothing_holds_no_pack(tmp_path, place):
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    (tmp_path / "a.zip").write_bytes(empty.getvalue())
    refused(tmp_path / "a.zip", place, "manifest", PackNotFound)
