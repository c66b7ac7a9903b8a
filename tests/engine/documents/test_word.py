from io import BytesIO

import docx
import pytest
from docx.shared import Pt
from lxml import etree

from engine.documents.content import Close, Item, Open
from engine.documents.format import Translated
from engine.errors import InputError
from tests.support.document_translator import DocumentTranslator
from tests.support.documents import parse, translated, units_of
from tests.support.packages import body, members, part, run, word, zipped

HAN = '<w:rFonts w:hint="eastAsia"/><w:lang w:eastAsia="zh-CN"/>'


def paragraph(inside, properties=""):
    return f"<w:p>{properties}{inside}</w:p>"


def field(code, result):
    def mark(kind):
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    instruction = f"<w:r><w:instrText>{code}</w:instrText></w:r>"
    return f"{mark('begin')}{instruction}{mark('separate')}{result}{mark('end')}"


def contents(inside):
    return [unit.content for unit in units_of("a.docx", word(inside))]


def chinese(texts):
    """Translate sentences as a table says."""
    return DocumentTranslator(render=lambda sentence: texts[sentence])


def made(folder, inside, translator=None, **options):
    path = folder / "a.docx"
    path.write_bytes(word(inside))
    return body(translated(path, translator, **options)[0])


def text_of(xml):
    root = etree.fromstring(f'<a xmlns:w="w" xmlns:m="m">{xml}</a>')
    return "".join(map(str, root.itertext()))


def test_bold_comes_to_stand_around_its_word(folder):
    source = paragraph(run("The ") + run("red", "<w:b/>") + run(" car."))
    translator = chinese({"The <g1>red</g1> car.": "那辆<g1>红</g1>车。"})
    assert made(folder, source, translator).replace(' xml:space="preserve"', "") == (
        f"<w:p><w:r><w:rPr>{HAN}</w:rPr><w:t>那辆</w:t></w:r>"
        '<w:r><w:rPr><w:rFonts w:hint="eastAsia"/><w:b/><w:lang w:eastAsia="zh-CN"/></w:rPr>'
        "<w:t>红</w:t></w:r>"
        f"<w:r><w:rPr>{HAN}</w:rPr><w:t>车。</w:t></w:r></w:p>"
    )


def test_a_format_that_is_torn_apart_is_there_twice(folder):
    source = paragraph(run("You have to ") + run("give up", "<w:b/>") + run(" your plan."))
    translator = chinese(
        {"You have to <g1>give up</g1> your plan.": "<g1>放</g1>计划<g1>弃</g1>。"}
    )
    assert made(folder, source, translator).count("<w:b/>") == 2


def test_runs_that_an_editor_cut_up_are_one():
    cut = (
        run("Thi", '<w:lang w:val="en-GB"/>')
        + '<w:proofErr w:type="spellStart"/>'
        + run("s is ", '<w:rFonts w:hint="eastAsia"/>')
        + run("on", '<w:noProof/><w:spacing w:val="2"/>')
        + "<w:r><w:lastRenderedPageBreak/><w:t>e.</w:t></w:r>"
    )
    assert contents(paragraph(cut)) == [("This is one.",)]


def test_a_comma_in_another_font_makes_no_pair():
    source = paragraph(run("One") + run(", ", "<w:b/>") + run("two") + run(".", "<w:i/>"))
    assert contents(source) == [("One, two.",)]


def test_what_most_text_looks_like_needs_no_marks(folder):
    bold = "<w:b/>"
    source = paragraph(run("All of this is bold, ", bold) + run("not", "") + run(" that.", bold))
    assert contents(source) == [
        ("All of this is bold, ", Open(1), "not", Close(1), " that."),
    ]
    assert made(folder, source).count("<w:b/>") == 2


def test_links_keep_their_target_and_their_words(folder):
    link = f'<w:hyperlink w:anchor="x">{run("the rules", "<w:u/>")}</w:hyperlink>'
    source = paragraph(run("Read ") + link + run("."))
    assert contents(source) == [("Read ", Open(1), "the rules", Close(1), ".")]
    translator = chinese({"Read <g1>the rules</g1>.": "请读<g1>规则</g1>。"})
    written = made(folder, source, translator)
    (found,) = etree.fromstring(f'<a xmlns:w="w">{written}</a>').iter("{w}hyperlink")
    assert (found.get("{w}anchor"), "".join(map(str, found.itertext()))) == ("x", "规则")
    assert found.find(".//{w}u") is not None


def test_links_that_are_fields_are_links_and_other_fields_stay(folder):
    link = field('HYPERLINK "https://a.example"', run("the map", "<w:u/>"))
    page = field(" PAGE ", run("12"))
    source = paragraph(run("See ") + link + run(" on page ") + page + run("."))
    (content,) = contents(source)
    assert content == (
        *("See ", Open(1), "the map", Close(1), " on page "),
        *(Item(2, "12"), "."),
    )
    written = made(folder, source)
    assert text_of(written) == '【SEE HYPERLINK "https://a.example"THE MAP ON PAGE  PAGE 12.】'
    kinds = [
        each.get("{w}fldCharType")
        for each in etree.fromstring(f'<a xmlns:w="w">{written}</a>').iter("{w}fldChar")
    ]
    assert kinds == ["begin", "separate", "end"] * 2


def test_a_table_of_contents_is_translated_and_stays_a_field(folder):
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC</w:instrText></w:r>'
    separate = '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    entry = (
        f'<w:hyperlink w:anchor="_Toc1">{run("First part")}<w:r><w:tab/></w:r>'
        f"{field('PAGEREF _Toc1', run('3'))}</w:hyperlink>"
    )
    end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    source = paragraph(begin + separate + entry) + paragraph(end)
    written = made(folder, source)
    assert text_of(written) == "TOC【FIRST PART】PAGEREF _Toc13"
    assert written.count("fldChar ") == 6


def test_deleted_text_stays_and_inserted_text_is_translated(folder):
    about = 'w:id="7" w:author="Ann" w:date="2024-01-02T03:04:05Z"'
    deleted = f"<w:del {about}><w:r><w:delText>former </w:delText></w:r></w:del>"
    inserted = f"<w:ins {about}>{run('good ')}</w:ins>"
    source = paragraph(run("The ") + deleted + inserted + run("keeper sleeps."))
    assert contents(source) == [
        ("The ", Item(1), Open(2), "good", Close(2), " keeper sleeps."),
    ]
    written = made(folder, source)
    assert deleted in written
    assert f"<w:ins {about}>" in written
    assert "GOOD" in written


def test_comments_and_bookmarks_keep_both_ends_in_order(folder):
    inside = (
        run("The ")
        + '<w:commentRangeStart w:id="1"/>'
        + run("red")
        + '<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>'
        + '<w:bookmarkStart w:id="2" w:name="b"/>'
        + run(" car")
        + '<w:bookmarkEnd w:id="2"/>'
        + run(".")
    )
    source = paragraph(inside)
    dropped = chinese({"The <g1>red</g1> <g2>car</g2>.": "车。"})
    for translator in (None, dropped):
        written = made(folder, source, translator, overwrite=True)
        for start, end in (
            ('<w:commentRangeStart w:id="1"/>', '<w:commentRangeEnd w:id="1"/>'),
            ('<w:bookmarkStart w:id="2" w:name="b"/>', '<w:bookmarkEnd w:id="2"/>'),
        ):
            assert written.count(start) == written.count(end) == 1
            assert written.index(start) < written.index(end)
        assert written.count("commentReference") == 1
        assert written.index("commentReference") > written.index("commentRangeEnd")


def test_a_range_whose_words_are_torn_apart_reaches_over_all_of_them(folder):
    inside = '<w:bookmarkStart w:id="2" w:name="b"/>' + run("give up") + '<w:bookmarkEnd w:id="2"/>'
    source = paragraph(run("Do ") + inside + run(" it."))
    translator = chinese({"Do <g1>give up</g1> it.": "<g1>放</g1>了<g1>弃</g1>。"})
    written = made(folder, source, translator)
    inner = written[written.index("bookmarkStart") : written.index("bookmarkEnd")]
    assert [word in inner for word in ("放", "了", "弃", "。")] == [True, True, True, False]


def test_tabs_and_breaks_end_sentences_and_stay(folder):
    source = paragraph(run("Name") + "<w:r><w:tab/></w:r>" + run("Ann comes."))
    written = made(folder, source)
    assert text_of(written.replace("<w:tab/>", "|")) == "【NAME】|【ANN COMES.】"


def test_symbols_hidden_text_and_formulas_stay(folder):
    symbol = run("J", '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>')
    hidden = run("XE index", "<w:vanish/>")
    formula = "<m:oMath><m:r><m:t>x+1</m:t></m:r></m:oMath>"
    source = paragraph(run("Good ") + symbol + hidden + run(" is ") + formula + run(" here."))
    written = made(folder, source)
    assert symbol in written
    assert hidden in written
    assert text_of(written) == "【GOOD JXE index IS x+1 HERE.】"


def test_text_boxes_and_what_old_programs_show_say_the_same(folder):
    box = "<w:txbxContent>" + paragraph(run("Mind the step.")) + "</w:txbxContent>"
    shape = (
        "<w:r><mc:AlternateContent"
        ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f'<mc:Choice Requires="wps"><w:drawing>{box}</w:drawing></mc:Choice>'
        f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    source = paragraph(shape + run("Beside a box."))
    assert [content[-1] for content in contents(source)] == ["Beside a box.", "Mind the step."]
    written = made(folder, source)
    assert written.count("【MIND THE STEP.】") == 2
    assert "Mind" not in written


def test_content_controls_and_nested_tables_are_translated(folder):
    control = (
        '<w:sdt><w:sdtPr><w:id w:val="5"/></w:sdtPr><w:sdtContent>'
        f"{run('Ann')}</w:sdtContent></w:sdt>"
    )
    block = f"<w:sdt><w:sdtContent>{paragraph(run('In a block.'))}</w:sdtContent></w:sdt>"
    inner = f"<w:tbl><w:tr><w:tc>{paragraph(run('Deep.'))}</w:tc></w:tr></w:tbl>"
    outer = f"<w:tbl><w:tr><w:tc>{inner}{paragraph('')}</w:tc></w:tr></w:tbl>"
    written = made(folder, paragraph(run("Dear ") + control + run("!")) + block + outer)
    assert text_of(written) == "【DEAR ANN!】【IN A BLOCK.】【DEEP.】"
    assert '<w:sdtPr><w:id w:val="5"/></w:sdtPr><w:sdtContent><w:r>' in written


def test_everything_that_holds_text_is_found(folder):
    path = folder / "a.docx"
    path.write_bytes(
        word(
            paragraph(run("Body.")),
            header=paragraph(run("Header.")),
            footer=paragraph(run("Footer.")),
            footnotes=f'<w:footnote w:id="1">{paragraph(run("Footnote."))}</w:footnote>',
            endnotes=f'<w:endnote w:id="1">{paragraph(run("Endnote."))}</w:endnote>',
            comments=f'<w:comment w:id="1">{paragraph(run("Comment."))}</w:comment>',
        )
    )
    before = members(path.read_bytes())
    data, report = translated(path)
    assert report.translated == 5
    after = members(data)
    assert list(after) == list(before)
    assert after["word/comments.xml"] == before["word/comments.xml"]
    assert after["word/media/image1.png"] == before["word/media/image1.png"]
    for name in ("document", "header", "footer", "footnotes", "endnotes"):
        assert "【" in etree.tostring(part(data, f"word/{name}.xml"), encoding="unicode")


def test_the_default_language_of_east_asian_text_becomes_chinese(folder):
    defaults = (
        "<w:docDefaults><w:rPrDefault><w:rPr>"
        '<w:lang w:val="en-US" w:eastAsia="ja-JP"/></w:rPr></w:rPrDefault></w:docDefaults>'
    )
    data = word(
        paragraph(run("One.")),
        styles=defaults,
        settings='<w:themeFontLang w:val="en-US"/>',
    )
    path = folder / "a.docx"
    path.write_bytes(data)
    made_of_it, _ = translated(path)
    for name in ("styles", "settings"):
        assert b'w:eastAsia="zh-CN"' in members(made_of_it)[f"word/{name}.xml"]


def test_a_result_in_english_says_so():
    parsed = parse("a.docx", word(paragraph(run("一。", '<w:lang w:val="zh-CN"/>'))), target="en")
    file = BytesIO()
    parsed.write(file, (Translated(unit, ("One.",)) for unit in parsed.units()))
    assert body(file.getvalue()) == paragraph(run("One.", '<w:lang w:val="en"/>')).replace(
        ' xml:space="preserve"', ""
    )


def test_source_and_translation_are_two_paragraphs(folder):
    properties = '<w:pPr><w:jc w:val="both"/><w:sectPr/></w:pPr>'
    note = '<w:r><w:footnoteReference w:id="1"/></w:r>'
    source = paragraph(run("One ") + run("two", "<w:b/>") + note + run("."), properties)
    written = made(folder, source, bilingual="inline")
    first, second = written.split("</w:p>")[:2]
    assert text_of(f"{first}</w:p>") == "One two."
    assert text_of(f"{second}</w:p>") == "【ONE TWO.】"
    assert "sectPr" not in first
    assert '<w:jc w:val="both"/><w:sectPr/>' in second
    assert written.count("footnoteReference") == 1
    assert written.count("<w:b/>") == 2


@pytest.mark.parametrize(
    "properties",
    [
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>',
        '<w:pPr><w:pStyle w:val="Sub"/></w:pPr>',
    ],
)
def test_a_translation_has_no_number_of_its_own(folder, properties):
    styles = (
        '<w:style w:styleId="Top"><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>'
        '<w:style w:styleId="Sub"><w:basedOn w:val="Top"/></w:style>'
    )
    path = folder / "a.docx"
    path.write_bytes(word(paragraph(run("One."), properties), styles=styles))
    written = body(translated(path, bilingual="inline")[0])
    assert written.count("<w:p>") == 1
    assert text_of(written.replace("<w:br/>", "|")) == "One.|【ONE.】"


def test_what_nobody_translates_stays_to_the_letter(folder):
    numbers = paragraph(run("2024", "<w:b/>") + run(" — "))
    inside = f"{numbers}{paragraph('')}<w:sectPr/>".replace("<w:p></w:p>", "<w:p/>")
    assert made(folder, inside + paragraph(run("One."))).startswith(inside)


def test_another_program_reads_the_result(folder):
    source = docx.Document()
    heading = source.add_heading("The harbour", 1)
    text = source.add_paragraph("The ")
    text.add_run("red").bold = True
    text.add_run(" boat.").font.size = Pt(20)
    source.add_paragraph("A point", style="List Bullet")
    source.add_table(1, 1).cell(0, 0).text = "A cell."
    source.sections[0].header.paragraphs[0].text = "A header."
    path = folder / "a.docx"
    source.save(str(path))
    translated(path)
    result = docx.Document(str(folder / "a.zh.docx"))
    styles = [str(each.style and each.style.name) for each in result.paragraphs]
    assert styles == ["Heading 1", "Normal", "List Bullet"]
    assert result.paragraphs[0].text == f"【{heading.text.upper()}】"
    runs = [(each.text, each.bold, each.font.size) for each in result.paragraphs[1].runs]
    assert ("RED", True, None) in runs
    assert result.tables[0].cell(0, 0).text == "【A CELL.】"
    assert result.sections[0].header.paragraphs[0].text == "【A HEADER.】"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "expected a Word document"),
        (b"just text", "expected a Word document"),
        (zipped({"a.txt": "x"}), "found a zip archive"),
        (word(paragraph(""))[:-40], "damaged zip archive"),
        (
            zipped({"[Content_Types].xml": "<Types><Override"}),
            "expected XML in",
        ),
        (
            zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": "<a/>"}),
            "found one without its main part",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "protected by a password",
        ),
    ],
)
def test_what_is_no_word_document_is_refused_in_one_line(data, message):
    with pytest.raises(InputError, match=message) as caught:
        units_of("a.docx", data)
    assert "\n" not in str(caught.value)


def test_pictures_and_tables_are_described_in_the_other_language(folder):
    described = '<wp:docPr xmlns:wp="x" id="1" name="Picture 1" title="Our dog" descr="It runs."/>'
    picture = f"<w:r><w:drawing><wp:inline xmlns:wp='x'>{described}</wp:inline></w:drawing></w:r>"
    table = (
        '<w:tbl><w:tblPr><w:tblCaption w:val="Prices"/><w:tblDescription w:val="2024"/></w:tblPr>'
        f"<w:tr><w:tc>{paragraph(run('One.'))}</w:tc></w:tr></w:tbl>"
    )
    source = paragraph(run("See ") + picture + run(" here.")) + table
    assert [unit.where for unit in units_of("a.docx", word(source))][-3:] == ["picture"] * 3
    written = made(folder, source)
    assert 'name="Picture 1" title="【OUR DOG】" descr="【IT RUNS.】"' in written
    assert '<w:tblCaption w:val="【PRICES】"/><w:tblDescription w:val="2024"/>' in written
    (folder / "a.zh.docx").unlink()
    both = made(folder, source, bilingual="inline")
    assert 'descr="It runs. / 【IT RUNS.】"' in both
    assert both.count("<wp:docPr") == 1
