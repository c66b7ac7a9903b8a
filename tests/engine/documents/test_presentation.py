from io import BytesIO

import pptx
import pytest
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from engine.errors import InputError
from tests.support.document_translator import DocumentTranslator
from tests.support.documents import translated, units_of
from tests.support.packages import members, word


def deck():
    """Return a presentation and its slide."""
    made = pptx.Presentation()
    return made, made.slides.add_slide(made.slide_layouts[6])


def box(slide, *runs):
    """Add a box with one paragraph, of texts and texts that are bold."""
    frame = slide.shapes.add_textbox(0, 0, Inches(3), Inches(1)).text_frame
    for text, bold in runs:
        run = frame.paragraphs[0].add_run()
        run.text = text
        run.font.bold = bold
    return frame


def saved(made):
    file = BytesIO()
    made.save(file)
    return file.getvalue()


def result(folder, made, translator=None, **options):
    path = folder / "a.pptx"
    path.write_bytes(saved(made))
    data, _ = translated(path, translator, **options)
    return data, pptx.Presentation(BytesIO(data))


def test_bold_comes_to_stand_around_its_word(folder):
    made, slide = deck()
    box(slide, ("The ", None), ("red", True), (" car.", None))
    translator = DocumentTranslator(
        render={"The <g1>red</g1> car.": "那辆<g1>红</g1>车。"}.__getitem__
    )
    data, found = result(folder, made, translator)
    runs = found.slides[0].shapes[0].text_frame.paragraphs[0].runs
    assert [(run.text, run.font.bold) for run in runs] == [
        ("那辆", None),
        ("红", True),
        ("车。", None),
    ]
    assert members(data)["ppt/slides/slide1.xml"].count(b'lang="zh-CN"') == 3


def test_everything_that_holds_text_is_found_in_the_order_of_the_slides(folder):
    made, slide = deck()
    box(slide, ("In a box", None))
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, 9, 9).text_frame.text = "In a group"
    table = slide.shapes.add_table(1, 1, 0, 0, Inches(2), Inches(1)).table
    table.cell(0, 0).text = "In a cell"
    data = CategoryChartData()
    data.categories = ["Not this"]
    data.add_series("Nor this", (1,))
    kind, inch = XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1)
    chart = slide.shapes.add_chart(kind, inch, inch, inch, inch, data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Of a chart"
    slide.notes_slide.notes_text_frame.text = "In the notes"
    title = made.slides.add_slide(made.slide_layouts[0]).shapes.title
    assert title is not None
    title.text = "A title"
    order = made.slides._sldIdLst
    order.insert(0, order[1])
    found = [(unit.where, unit.content[0]) for unit in units_of("a.pptx", saved(made))]
    assert found == [
        ("slide 1", "A title"),
        ("slide 2", "In a box"),
        ("slide 2", "In a group"),
        ("slide 2", "In a cell"),
        ("slide 2, chart", "Of a chart"),
        ("slide 2, notes", "In the notes"),
    ]
    _, there = result(folder, made)
    assert there.slides[1].notes_slide.notes_text_frame.text == "【IN THE NOTES】"
    assert there.slides[1].shapes[2].table.cell(0, 0).text == "【IN A CELL】"


def test_links_stay_on_their_words(folder):
    made, slide = deck()
    frame = box(slide, ("See ", None), ("the whole map of it", None), (".", None))
    frame.paragraphs[0].runs[1].hyperlink.address = "https://a.example/"
    _, found = result(folder, made)
    runs = found.slides[0].shapes[0].text_frame.paragraphs[0].runs
    assert [(run.text, run.hyperlink.address) for run in runs] == [
        ("【SEE ", None),
        ("THE WHOLE MAP OF IT", "https://a.example/"),
        (".】", None),
    ]


def test_source_and_translation_are_two_lines(folder):
    made, slide = deck()
    box(slide, ("The ", None), ("red", True), (" car.", None))
    _, found = result(folder, made, bilingual="inline")
    (paragraph,) = found.slides[0].shapes[0].text_frame.paragraphs
    assert paragraph.text == "The red car.\v【THE RED CAR.】"
    assert [run.text for run in paragraph.runs if run.font.bold] == ["red", "RED"]


def test_all_but_the_slides_stays_to_the_byte(folder):
    made, slide = deck()
    box(slide, ("One.", None))
    data, _ = result(folder, made)
    before, after = members(saved(made)), members(data)
    assert list(after) == list(before)
    kept = [name for name in before if not name.startswith(("ppt/slide", "ppt/notes"))]
    assert len(kept) > 5
    assert [name for name in kept if after[name] != before[name]] == []


def test_another_kind_of_package_is_refused():
    with pytest.raises(
        InputError, match="expected a PowerPoint presentation, found a Word document"
    ):
        units_of("a.pptx", word("<w:p/>"))


def test_pictures_are_described_in_the_other_language(folder):
    made, slide = deck()
    box(slide, ("Look.", None))
    shape = slide.shapes[0]._element.nvSpPr.cNvPr
    shape.set("descr", "A small dog")
    shape.set("title", "Our dog")
    data, found = result(folder, made)
    described = found.slides[0].shapes[0]._element.nvSpPr.cNvPr
    assert (described.get("descr"), described.get("title")) == ("【A SMALL DOG】", "【OUR DOG】")
    assert described.get("name") == shape.get("name")
    assert [unit.where for unit in units_of("a.pptx", saved(made))][1:] == ["slide 1, picture"] * 2
    assert units_of("a.pptx", data)[0].content == ("【LOOK.】",)
