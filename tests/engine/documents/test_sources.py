import io
import zipfile

import pytest

from engine.documents.archive import Archive
from engine.documents.refusals import DocumentDamaged, DocumentProtected
from engine.documents.sources import kind_of

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600


def archive(*names: str, mimetype: bytes = b"") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        if mimetype:
            made.writestr("mimetype", mimetype)
        for name in names:
            made.writestr(name, "<x/>")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ("Text, 文字.".encode(), None),
        (b"", None),
        (b"%PDF-1.7", "a PDF"),
        (b"{\\rtf1}", "a rich text file"),
        (b"\xff\xd8\xff\xe0", "a picture"),
        (OLE, "a document of Office before 2007"),
        (
            OLE + "EncryptedPackage".encode("utf-16-le"),
            "a document that is protected by a password",
        ),
        (b"PK\x03\x04 and nothing else", "a damaged zip archive"),
        (archive("a.txt"), "a zip archive"),
        (archive("[Content_Types].xml", "word/document.xml"), "a Word document"),
        (archive("[Content_Types].xml", "ppt/presentation.xml"), "a PowerPoint presentation"),
        (archive("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook"),
        (archive(mimetype=b"application/epub+zip"), "an e-book (EPUB)"),
        (archive(mimetype=b"application/vnd.oasis.opendocument.text"), "an OpenDocument text"),
    ],
)
def test_kinds_are_told_by_what_is_inside(data, kind):
    assert kind_of(data) == kind


def test_a_locked_and_a_damaged_document_are_told_apart():
    locked = io.BytesIO()
    with zipfile.ZipFile(locked, "w") as made:
        made.writestr("a.xml", "x")
    data = bytearray(locked.getvalue())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    with pytest.raises(DocumentProtected):
        Archive(bytes(data), "a Word document")
    with pytest.raises(DocumentDamaged):
        Archive(b"PK\x03\x04 and no more", "a Word document")
    office = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")
    with pytest.raises(DocumentProtected, match="protected by a password"):
        Archive(office, "a Word document")
