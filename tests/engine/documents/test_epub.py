import pytest
from lxml import etree

from engine.errors import InputError
from tests.support.documents import translated, units_of
from tests.support.packages import book, members, zipped

PAGE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>One</title>
<script src="x.js"/><link rel="stylesheet" href="style.css"/></head>
<body><h1 id="c1">First chapter</h1><p>The <em>red</em> lamp&#160;is lit.<br/>It burns.</p>
<p/><hr/><p>&copy; Nobody at all</p></body></html>
"""
ENCRYPTION = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">'
    '<EncryptionMethod Algorithm="{}"/></EncryptedData></encryption>'
)


def written(folder, data, **options):
    path = folder / "a.epub"
    path.write_bytes(data)
    return translated(path, **options)[0]


def test_title_chapters_and_contents_are_translated_and_all_else_stays(folder):
    data = book({"b.xhtml": PAGE, "a.xhtml": PAGE.replace("red", "old")})
    made, before = members(written(folder, data)), members(data)
    assert list(made) == list(before)
    wanted = PAGE.replace('xml:lang="en"', 'xml:lang="zh-Hans"')
    for source, target in (
        ("<title>One", "<title>【ONE】"),
        ("First chapter", "【FIRST CHAPTER】"),
        ("The <em>red</em> lamp&#160;is lit.", "【THE <em>RED</em> LAMP&#160;IS LIT.】"),
        ("It burns.", "【IT BURNS.】"),
        ("&copy; Nobody at all", "【© NOBODY AT ALL】"),
    ):
        wanted = wanted.replace(source, target)
    assert made["OEBPS/b.xhtml"].decode() == wanted
    etree.fromstring(made["OEBPS/b.xhtml"])
    package = etree.fromstring(made["OEBPS/book.opf"])
    assert package.findtext("{*}metadata/{*}title") == "【THE OLD LAMP】"
    assert package.findtext("{*}metadata/{*}language") == "zh-Hans"
    assert package.findtext("{*}metadata/{*}creator") == "Ann Other"
    contents = etree.fromstring(made["OEBPS/toc.ncx"])
    texts = [each.text for each in contents.iter("{*}text")]
    assert texts == ["【THE OLD LAMP】", "Ann Other", "【FIRST CHAPTER】"]
    for name in ("mimetype", "META-INF/container.xml", "OEBPS/style.css"):
        assert made[name] == before[name]


def test_chapters_come_in_the_order_of_the_book():
    data = book({"b.xhtml": PAGE, "a.xhtml": PAGE})
    places = list(dict.fromkeys(unit.where.partition(",")[0] for unit in units_of("a.epub", data)))
    assert places == ["title", "b.xhtml", "a.xhtml", "table of contents"]


def test_source_and_translation_stand_one_behind_the_other(folder):
    made = members(written(folder, book({"a.xhtml": PAGE}), bilingual="inline"))
    page = made["OEBPS/a.xhtml"].decode()
    etree.fromstring(made["OEBPS/a.xhtml"].replace(b"&copy;", b""))
    assert (
        "<p>The <em>red</em> lamp&#160;is lit.<br/>It burns.</p>\n"
        '<p xml:lang="zh-Hans" lang="zh-Hans">'
        "【THE <em>RED</em> LAMP&#160;IS LIT.】<br/>【IT BURNS.】</p>"
    ) in page
    title = etree.fromstring(made["OEBPS/book.opf"]).findtext("{*}metadata/{*}title")
    assert title == "The old lamp / 【THE OLD LAMP】"


def test_a_locked_book_is_refused():
    locked = book({"a.xhtml": PAGE}, **{"META-INF__encryption.xml": ENCRYPTION.format("aes")})
    with pytest.raises(InputError, match=r"found one that is locked \(DRM\)"):
        units_of("a.epub", locked)


def test_a_book_with_fonts_of_its_own_is_not_locked():
    font = ENCRYPTION.format("http://www.idpf.org/2008/embedding")
    open_book = book({"a.xhtml": PAGE}, **{"META-INF__encryption.xml": font})
    assert units_of("a.epub", open_book)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "expected an e-book"),
        (zipped({"a": "x"}), "found a zip archive"),
        (zipped({"META-INF/container.xml": "<a/>"}), "without contents"),
        (book({}), "without chapters"),
    ],
)
def test_what_is_no_book_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        units_of("a.epub", data)
