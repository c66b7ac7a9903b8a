"""Documents that LibreOffice wrote, which shares nothing with what reads them here."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from engine.documents.content import Close, Open, plain
from engine.documents.job import JobOptions, translate_file
from engine.translator import Translator
from tests.support.documents import translated, units_of
from tests.support.office import converted
from tests.support.packages import members

DATA = Path(__file__).parents[2] / "data" / "documents"
OFFICE = ["report.docx", "report.odt", "slides.pptx", "slides.odp"]
EVERY = [*OFFICE, "report.html", "report.epub"]

RUNS = frozenset(("r", "rPr", "t", "span", "s", "lang", "rFonts", "b", "bCs", "i", "iCs", "color"))
"""Elements that say what text is and what it looks like; there may be more or fewer of them."""

SAID = {
    "report": {"THE HARBOUR AT NIGHT", "BRING A WARM COAT", "MORNING", "THE GATE IS CLOSED"},
    "slides": {"LIGHTS OF THE HARBOUR", "A GROUPED BOX", "MEANING OF THE LIGHT"},
}


def local(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]


def structure(xml: bytes) -> list[tuple[str, dict[str, str]]]:
    """Return all elements of a part but those for the looks of text, with their attributes."""
    found = []
    for each in etree.fromstring(xml).iter("*"):
        if local(each) not in RUNS:
            values = {str(key): str(value) for key, value in each.attrib.items()}
            found.append((local(each), {k: v for k, v in values.items() if "-asian" not in k}))
    return found


def copied(name: str, folder: Path) -> Path:
    return Path(shutil.copy(DATA / name, folder))


def in_bold(xml: bytes) -> Iterator[str]:
    """Yield the texts in bold in a part of Word, PowerPoint or OpenDocument."""
    root = etree.fromstring(xml)
    bold = {
        each.get(next(key for key in map(str, each.attrib) if key.endswith("}name")))
        for each in root.iter("{*}style")
        if any("font-weight" in str(key) for p in each.iter() for key in p.attrib)
    }
    for each in root.iter("{*}r", "{*}span"):
        properties = each.find("{*}rPr")
        marked = properties is not None and (
            properties.find("{*}b") is not None or properties.get("b") == "1"
        )
        if marked or bold & {str(value) for value in each.attrib.values()}:
            yield "".join(map(str, each.itertext()))


@pytest.mark.parametrize("name", OFFICE)
def test_the_structure_of_every_part_stays(name, folder):
    path = copied(name, folder)
    data, report = translated(path)
    before, after = members(path.read_bytes()), members(data)
    assert list(after) == list(before)
    for part in before:
        if part.endswith(".xml"):
            assert structure(after[part]) == structure(before[part]), part
        else:
            assert after[part] == before[part], part
    assert report.copied == 0


@pytest.mark.parametrize("name", OFFICE)
def test_what_was_bold_is_bold(name, folder):
    path = copied(name, folder)
    data, _ = translated(path)
    before, after = members(path.read_bytes()), members(data)
    texts = [
        (text, made)
        for part in before
        if part.endswith(".xml")
        for text, made in zip(in_bold(before[part]), in_bold(after[part]), strict=True)
    ]
    assert texts
    assert [made for _, made in texts] == [text.upper() for text, _ in texts]


@pytest.mark.parametrize("name", EVERY)
def test_everything_is_said_and_comments_and_deleted_text_are_not(name, folder):
    path = copied(name, folder)
    units_before = units_of(name, path.read_bytes())
    data, _ = translated(path)
    units = units_of(name, data)
    assert len(units) == len(units_before)
    if not name.endswith(".html"):  # lines may have become fewer
        assert [unit.where for unit in units] == [unit.where for unit in units_before]
    said = {re.sub("[【】.]", "", plain(unit.content)).strip() for unit in units}
    assert SAID[path.stem] <= said
    if name.endswith((".docx", ".odt")):
        xml = b"".join(members(data).values())
        assert b"former " in xml
        assert b"FORMER" not in xml
        assert b"Is this true?" in xml
    if path.stem == "report" and not name.endswith((".epub", ".html")):
        assert {
            "NOTES FROM THE QUIET HARBOUR",
            "PAGE 1 OF THE REPORT",
            "MIND THE WET STEPS",
        } <= said
        assert any("THEY ARE SHORT" in each for each in said)


@pytest.mark.parametrize("bilingual", ["none", "inline"])
@pytest.mark.parametrize("name", EVERY)
def test_the_same_document_gives_the_same_bytes(name, bilingual, folder):
    path = copied(name, folder)
    first, _ = translated(path, bilingual=bilingual)
    second, _ = translated(path, bilingual=bilingual, overwrite=True)
    assert first == second
    both = " ".join(plain(unit.content) for unit in units_of(name, first))
    assert ("of the report" in both or "is on the left" in both) == (
        bilingual == "inline" and not name.endswith(".epub")
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", OFFICE)
@pytest.mark.parametrize("bilingual", ["none", "inline"])
def test_libreoffice_opens_the_result_and_finds_the_same_in_it(name, bilingual, folder, tmp_path):
    flat = "fodt" if name.startswith("report") else "fodp"
    path = copied(name, folder)
    translated(path, bilingual=bilingual)
    result = folder / f"{path.stem}.zh{path.suffix}"
    kinds = {
        *("table", "table-row", "table-cell", "note", "a", "frame", "text-box", "annotation"),
        *(
            "bookmark-start",
            "bookmark-end",
            "page-number",
            "list-item",
            "page",
            "custom-shape",
            "h",
        ),
    }
    found = []
    for number, each in enumerate((path, result)):
        place = tmp_path / str(number)
        place.mkdir()
        root = etree.parse(converted(each, flat, place)).getroot()
        (body,) = root.iterfind("{*}body")
        texts = "".join(map(str, body.itertext()))
        found.append([local(inner) for inner in body.iter("*") if local(inner) in kinds])
        assert ("【" in texts) == bool(number)
    before, after = found
    if bilingual == "inline":
        # A link is there a second time, with the translation of its words.
        before, after = ([kind for kind in each if kind != "a"] for each in found)
    assert after == before


def test_the_model_carries_bold_and_links_to_their_words(starter_pack, folder):
    path = copied("report.docx", folder)
    output = folder / "report.zh.docx"
    translator = Translator.load(starter_pack, threads=1)
    report = translate_file(path, output, translator, JobOptions())
    assert report.translated > 15
    found = {unit.where: unit.content for unit in units_of(output.name, output.read_bytes())}
    content = found["paragraph 2"]
    first = content.index(Open(1))
    assert "红" in str(content[first + 1])
    assert content[first + 2] == Close(1)
    second = content.index(Open(2))
    assert "为什么" in str(content[second + 1])
    assert plain(content[second + 3 :])  # not piled up at the end
