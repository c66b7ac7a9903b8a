"""Makes documents that are zip archives, and looks into them."""

import zipfile
from io import BytesIO

from lxml import etree

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_NAMESPACES = (
    f'xmlns:w="{W}" xmlns:r="{R}"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)


def zipped(members: dict[str, str | bytes], stored: tuple[str, ...] = ()) -> bytes:
    """Return a zip archive."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, (2024, 1, 2, 3, 4, 6))
            info.compress_type = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return file.getvalue()


def members(data: bytes) -> dict[str, bytes]:
    """Return what an archive holds, in its order."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def word(body: str, **parts: str) -> bytes:
    """Return a Word document.

    Args:
        body: What is in its body; ``<w:p>…</w:p>``.
        parts: The insides of further parts by their kind, such as "styles" or "footnotes".
    """
    overrides = {"document": "document.main+xml"} | {name: f"{name}+xml" for name in parts}
    types = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{_KIND}{kind}"/>'
        for name, kind in overrides.items()
    )
    made: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{_TYPES}">'
        '<Default Extension="rels"'
        ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f"{types}</Types>",
        "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
        f'relationships"><Relationship Id="rId1" Type="{R}/officeDocument"'
        ' Target="word/document.xml"/></Relationships>',
        "word/document.xml": f"<w:document {_NAMESPACES}><w:body>{body}</w:body></w:document>",
        "word/media/image1.png": b"\x89PNG not really",
    }
    for name, inside in parts.items():
        made[f"word/{name}.xml"] = f"<w:{name} {_NAMESPACES}>{inside}</w:{name}>"
    return zipped(made)


def part(data: bytes, name: str) -> etree._Element:
    """Return the root of a part."""
    return etree.fromstring(members(data)[name])


def body(data: bytes) -> str:
    """Return what is in the body of a Word document, without declarations of namespaces."""
    root = part(data, "word/document.xml")
    text = etree.tostring(root[0], encoding="unicode")
    inside = text[text.index(">") + 1 : text.rindex("<")]
    return inside.replace(f' xmlns:w="{W}"', "")


def run(text: str, properties: str = "") -> str:
    """Return a run of a Word document."""
    inside = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{inside}<w:t xml:space="preserve">{text}</w:t></w:r>'


def book(pages: dict[str, str], **more: str | bytes) -> bytes:
    """Return an e-book with pages in the order of their names, and a table of contents."""
    items = "".join(
        f'<item id="p{at}" href="{name}" media-type="application/xhtml+xml"/>'
        for at, name in enumerate(pages)
    )
    spine = "".join(f'<itemref idref="p{at}"/>' for at in range(len(pages)))
    made: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:'
        'container" version="1.0"><rootfiles><rootfile full-path="OEBPS/book.opf"'
        ' media-type="application/oebps-package+xml"/></rootfiles></container>',
        "OEBPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0"><metadata>'
        "<dc:title>The old lamp</dc:title><dc:creator>Ann Other</dc:creator>"
        "<dc:language>en-GB</dc:language></metadata>"
        f'<manifest>{items}<item id="ncx" href="toc.ncx"'
        ' media-type="application/x-dtbncx+xml"/></manifest>'
        f'<spine toc="ncx">{spine}</spine></package>',
        "OEBPS/toc.ncx": '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"'
        ' xml:lang="en"><docTitle><text>The old lamp</text></docTitle>'
        "<docAuthor><text>Ann Other</text></docAuthor><navMap><navPoint id='n1'><navLabel>"
        "<text>First chapter</text></navLabel><content src='a.xhtml'/></navPoint></navMap></ncx>",
        "OEBPS/style.css": "p { margin: 0 }",
    }
    for name, page in pages.items():
        made[f"OEBPS/{name}"] = page
    made.update({name.replace("__", "/"): data for name, data in more.items()})
    return zipped(made, stored=("mimetype",))
