import struct
import zipfile
from io import BytesIO

import pytest

from engine.documents import archive
from engine.documents.archive import Archive
from engine.errors import InputError
from tests.support.packages import members, zipped

WANTED = "a Word document"


def written(data, changed):
    file = BytesIO()
    Archive(data, WANTED).write(file, changed)
    return file.getvalue()


def test_all_but_the_changed_stays_in_order_and_to_the_byte():
    data = zipped({"b.xml": "<b/>", "a/": "", "a/c.bin": bytes(range(256)) * 99}, stored=("b.xml",))
    made = written(data, {"b.xml": b"<other/>"})
    assert members(made) == {**members(data), "b.xml": b"<other/>"}
    assert list(members(made)) == list(members(data))
    assert made == written(data, {"b.xml": b"<other/>"})
    with zipfile.ZipFile(BytesIO(made)) as found:
        assert found.getinfo("b.xml").date_time == (2024, 1, 2, 3, 4, 6)
        assert found.getinfo("b.xml").compress_type == zipfile.ZIP_STORED


def test_the_mimetype_comes_first_and_stored():
    made = written(zipped({"a": "a", "mimetype": "text/x"}), {})
    assert made[:4] == b"PK\x03\x04"
    assert made[30:44] == b"mimetypetext/x"


@pytest.mark.parametrize("name", ["../a", "/a", "a/../../b", "C:/a", "a\\b"])
def test_names_that_lead_out_are_refused(name):
    data = zipped({"abcdefghij": "x"})
    changed = name.encode().ljust(10, b"_")
    data = data.replace(b"abcdefghij", changed)
    with pytest.raises(InputError, match="leads out of the archive"):
        Archive(data, WANTED)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name_are_refused():
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("a", "1")
        made.writestr("a", "2")
    with pytest.raises(InputError, match="two files of one name"):
        Archive(file.getvalue(), WANTED)


def test_what_would_unpack_to_too_much_is_refused(monkeypatch):
    data = zipped({"a": b"\0" * 100_000, "b": b"\0" * 100_000})
    monkeypatch.setattr(archive, "_MOST_BYTES", 150_000)
    with pytest.raises(InputError, match="unpacked"):
        Archive(data, WANTED)
    monkeypatch.setattr(archive, "_MOST_BYTES", 1 << 30)
    data = zipped({"a": b"\0" * ((1 << 20) + 1), "b": b"\0" * 100_000})
    monkeypatch.setattr(archive, "_LARGEST_READ", 1 << 20)
    with pytest.raises(InputError, match="at most 1 MiB of a, found 2 MiB"):
        Archive(data, WANTED).read("a")
    monkeypatch.setattr(archive, "_MOST_MEMBERS", 1)
    with pytest.raises(InputError, match="at most 1 files"):
        Archive(data, WANTED)


def test_an_archive_that_lies_about_its_sizes_is_damaged():
    data = zipped({"a": b"\0" * 100_000})
    lying = data.replace(struct.pack("<I", 100_000), struct.pack("<I", 10))
    found = Archive(lying, WANTED)
    with pytest.raises(InputError, match="found damaged: a"):
        found.read("a")
    with pytest.raises(InputError, match="found damaged: a"):
        found.write(BytesIO(), {})


def test_encrypted_members_are_refused():
    data = bytearray(zipped({"a": "x"}))
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    with pytest.raises(InputError, match="protected by a password"):
        Archive(bytes(data), WANTED)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04" + bytes(50), "damaged zip archive"),
        (b"%PDF-1.7", "found a PDF"),
        (b"text", "found something else"),
        (zipped({"a": "x"})[:-9], "damaged zip archive"),
    ],
)
def test_what_is_no_archive_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        Archive(data, WANTED)


def test_a_missing_member_is_named():
    with pytest.raises(InputError, match="expected a Word document, found an archive without b"):
        Archive(zipped({"a": "x"}), WANTED).read("b")
