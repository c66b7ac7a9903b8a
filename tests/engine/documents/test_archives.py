import io
import zipfile

import pytest

from engine.documents.archives import ArchiveLimits, check_archive
from engine.documents.sources import kind_of
from engine.errors import InputError

WORD = "a Word document"


def archive(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("[Content_Types].xml", "<Types/>")
        made.writestr("word/document.xml", "<document/>")
        for name, data in files.items():
            made.writestr(name, data)
    return buffer.getvalue()


def test_a_sound_archive_is_let_through():
    check_archive(archive(), WORD)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"%PDF-1.7", "found a PDF"),
        (b"Just a text.", "found something else"),
        (b"PK\x03\x04 and nothing", "found a damaged zip archive"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
            "found a document of Office before 2007",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
            + b"\0" * 600
            + "EncryptedPackage".encode("utf-16-le"),
            "found a document that is protected by a password",
        ),
    ],
)
def test_what_is_something_else_is_named(data, found):
    with pytest.raises(InputError, match=f"expected {WORD}, {found}"):
        check_archive(data, WORD)


def test_kinds_are_told_by_what_is_inside():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        made.writestr("mimetype", "application/epub+zip")
    assert kind_of(buffer.getvalue()) == "an e-book (EPUB)"
    assert kind_of(archive()) == WORD
    assert kind_of("文字".encode()) is None


def test_bombs_are_refused():
    with pytest.raises(InputError, match="unpacks to 500 times its size or more"):
        check_archive(archive(bomb=b"\0" * (4 << 20)), WORD)
    with pytest.raises(InputError, match="at most 3 parts, found 5"):
        check_archive(archive(a=b"", b=b"", c=b""), WORD, ArchiveLimits(entries=3))
    with pytest.raises(InputError, match="at most 1 MiB unpacked, found 2"):
        check_archive(archive(a=bytes(range(256)) * 8192), WORD, ArchiveLimits(total_bytes=1 << 20))


def test_an_archive_that_lies_about_its_sizes_is_refused():
    data = bytearray(archive(a=b"x" * 3000))
    at = data.rindex(b"PK\x01\x02")
    assert data[at + 24 : at + 28] == (3000).to_bytes(4, "little")
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    with pytest.raises(InputError, match=f"expected {WORD}, found"):
        check_archive(bytes(data), WORD, ArchiveLimits(total_bytes=100))


def test_damage_and_passwords_are_told():
    data = bytearray(archive(a=b"some words to pack " * 9))
    middle = data.index(b"a", data.index(b"word/document.xml") + 60) + 4
    data[middle : middle + 8] = b"\xff" * 8
    with pytest.raises(InputError, match=f"expected {WORD}, found a damaged one"):
        check_archive(bytes(data), WORD)
    locked = bytearray(archive(a=b"secret"))
    at = locked.rindex(b"PK\x01\x02")
    locked[at + 8] |= 1
    with pytest.raises(InputError, match="protected by a password"):
        check_archive(bytes(locked), WORD)
