import pytest
from lxml import etree

from engine.documents.content import Close, Item, Open
from engine.errors import InputError
from tests.support.document_translator import DocumentTranslator
from tests.support.documents import translated, units_of
from tests.support.packages import members, zipped

SPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
    ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"'
    ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
    ' xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' xmlns:officeooo="http://openoffice.org/2009/office"'
)
AUTOMATIC = "".join(
    f'<style:style style:name="{name}" style:family="text">'
    f"<style:text-properties {properties}/></style:style>"
    for name, properties in (
        ("T1", 'fo:font-weight="bold" officeooo:rsid="1"'),
        ("T2", 'fo:font-weight="bold" officeooo:rsid="2"'),
        ("T3", 'officeooo:rsid="3" fo:language="en"'),
    )
)
BOLD = '<text:span text:style-name="T1">{}</text:span>'


def document(inside, kind="text", manifest="", styles=""):
    """Return an OpenDocument with something in its body."""
    body = f"<office:body><office:{kind}>{inside}</office:{kind}></office:body>"
    return zipped(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "content.xml": f"<office:document-content {SPACES}><office:automatic-styles>"
            f"{AUTOMATIC}</office:automatic-styles>{body}</office:document-content>",
            "styles.xml": f"<office:document-styles {SPACES}>{styles}</office:document-styles>",
            "META-INF/manifest.xml": f"<manifest>{manifest}</manifest>",
        },
        stored=("mimetype",),
    )


def paragraph(inside):
    return f"<text:p>{inside}</text:p>"


def contents(inside, name="a.odt", kind="text"):
    return [unit.content for unit in units_of(name, document(inside, kind))]


def made(folder, inside, translator=None, **options):
    path = folder / "a.odt"
    path.write_bytes(document(inside))
    root = etree.fromstring(members(translated(path, translator, **options)[0])["content.xml"])
    text = etree.tostring(root[1][0], encoding="unicode")
    inside = text[text.index(">") + 1 : text.rindex("<")]
    for declaration in SPACES.split(" "):
        inside = inside.replace(f" {declaration}", "")
    return inside


def test_bold_comes_to_stand_around_its_word(folder):
    translator = DocumentTranslator(
        render={"The <g1>red</g1> car.": "那辆<g1>红</g1>车。"}.__getitem__
    )
    source = paragraph(f"The {BOLD.format('red')} car.")
    assert made(folder, source, translator) == paragraph(f"那辆{BOLD.format('红')}车。")


@pytest.mark.parametrize(
    ("inside", "content"),
    [
        # Styles that differ in nothing a reader sees are one, and those that say nothing are none.
        (
            f"The {BOLD.format('r')}{BOLD.format('ed').replace('T1', 'T2')} car is here.",
            ("The ", Open(1), "red", Close(1), " car is here."),
        ),
        ('The <text:span text:style-name="T3">red</text:span> car.', ("The red car.",)),
        ("  One\n   two. ", ("One two. ",)),
        ("One<text:s text:c='2'/>two", ("One  two",)),
        ("One<text:soft-page-break/> two", ("One two",)),
        ("One<text:line-break/>two", ("One", Item(1, breaks=True), "two")),
        ("Page <text:page-number>3</text:page-number>.", ("Page ", Item(1, "3"), ".")),
        (
            'Read <text:a xlink:href="x">the rules</text:a> now.',
            ("Read ", Open(1), "the rules", Close(1), " now."),
        ),
    ],
)
def test_a_paragraph_is_read_as_a_reader_does(inside, content):
    assert contents(paragraph(inside)) == [content]


def test_notes_are_read_by_themselves_and_comments_and_deleted_text_are_not(folder):
    note = (
        '<text:note text:id="n"><text:note-citation>1</text:note-citation>'
        f"<text:note-body>{paragraph('A note.')}</text:note-body></text:note>"
    )
    comment = f"<office:annotation>{paragraph('Not this.')}</office:annotation>"
    deleted = (
        "<text:tracked-changes><text:changed-region><text:deletion>"
        f"{paragraph('Nor this.')}</text:deletion></text:changed-region></text:tracked-changes>"
    )
    written = made(folder, deleted + paragraph(f"It{note} is{comment} here."))
    assert written == deleted + paragraph(f"【IT{note} IS{comment} HERE.】").replace(
        "A note.", "【A NOTE.】"
    )


def test_spaces_and_breaks_are_written_so_that_they_are_seen(folder):
    translator = DocumentTranslator(render={"One.": "  一  二\n三"}.__getitem__)
    assert made(folder, paragraph("One."), translator) == paragraph(
        '<text:s text:c="2"/>一 <text:s text:c="1"/>二<text:line-break/>三'
    )


def test_source_and_translation_stand_one_behind_the_other(folder):
    source = f'<text:h text:outline-level="1">One.</text:h>{paragraph("Two.")}'
    assert made(folder, source, bilingual="inline") == (
        '<text:h text:outline-level="1">One.<text:line-break/>【ONE.】</text:h>'
        f"{paragraph('Two.')}{paragraph('【TWO.】')}"
    )


def test_of_a_spreadsheet_only_what_somebody_wrote_is_translated():
    cells = "".join(
        f"<table:table-cell {attributes}>{paragraph(text)}</table:table-cell>"
        for attributes, text in (
            ('office:value-type="string"', "A text"),
            ('office:value-type="float"', "1 apple"),
            ('office:value-type="string" table:formula="of:=A1"', "A formula"),
        )
    )
    table = f"<table:table><table:table-row>{cells}</table:table-row></table:table>"
    assert contents(table, "a.ods", "spreadsheet") == [("A text",)]


def test_the_slides_of_a_presentation_are_numbered():
    page = "<draw:page><draw:frame><draw:text-box>{}</draw:text-box></draw:frame></draw:page>"
    pages = page.format(paragraph("One")) + page.format(paragraph("Two"))
    found = units_of("a.odp", document(pages, "presentation"))
    assert [unit.where for unit in found] == ["slide 1", "slide 2"]


def test_the_default_language_of_east_asian_text_becomes_chinese(folder):
    styles = (
        '<office:styles><style:default-style style:family="paragraph">'
        '<style:text-properties fo:language="en" style:language-asian="ja"/>'
        "</style:default-style></office:styles>"
    )
    path = folder / "a.odt"
    path.write_bytes(document(paragraph("One."), styles=styles))
    written = members(translated(path)[0])["styles.xml"]
    assert b'fo:language="en" style:language-asian="zh" style:country-asian="CN"' in written


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (document("", manifest="<x><encryption-data/></x>"), "protected by a password"),
        (document("", "spreadsheet"), "found an OpenDocument spreadsheet"),
        (
            zipped({"mimetype": "application/vnd.oasis.opendocument.text"}),
            "found one without its main part",
        ),
        (b"text", "expected an OpenDocument text, found something else"),
    ],
)
def test_what_is_no_text_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        units_of("a.odt", data)


SVG = 'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"'


def test_pictures_are_described_in_the_other_language(folder):
    frame = (
        f"<draw:frame {SVG}><draw:image/><svg:title>Our dog</svg:title>"
        "<svg:desc>It runs.</svg:desc></draw:frame>"
    )
    deleted = f"<text:tracked-changes><text:p>{frame}</text:p></text:tracked-changes>"
    source = deleted + paragraph(f"See {frame} here.")
    whole = units_of("a.odt", document(source))
    assert [unit.where for unit in whole][1:] == ["picture", "picture"]
    written = made(folder, source)
    assert written.count("<svg:title>Our dog</svg:title>") == 1
    assert "<svg:title>【OUR DOG】</svg:title><svg:desc>【IT RUNS.】</svg:desc>" in written


def test_a_text_made_of_a_web_page_is_a_text(folder):
    kind = {"mimetype": b"application/vnd.oasis.opendocument.text-web"}
    parts = {**members(document(paragraph("One."))), **kind}
    path = folder / "a.odt"
    path.write_bytes(zipped(dict(parts), stored=("mimetype",)))
    assert "【ONE.】".encode() in members(translated(path)[0])["content.xml"]
