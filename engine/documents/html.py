"""Pages of HTML: a whole file, or a text that a server was given."""

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from engine.documents.encodings import check_encoding, decode
from engine.documents.format import SAME, FormatOptions, Source, Translated, Unit
from engine.documents.html_text import HtmlText
from engine.documents.sources import kind_of
from engine.errors import InputError

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HEAD: Final = 4096
_CHARSET: Final = re.compile(rb"""<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)""", re.IGNORECASE)
_DECLARATION: Final = re.compile(rb"""^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:.-]+)""")
_ALIASES: Final = {
    # What browsers read where a page says so.
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
    "utf-16": "utf-8",
    "utf-16-le": "utf-8",
    "utf-16-be": "utf-8",
}


_LABELS: Final = {"cp932": "shift_jis", "cp949": "euc-kr", "cp950": "big5", "cp866": "ibm866"}


class Html:
    """The format of ``.html``. See :class:`engine.documents.format.Format`."""

    name = "a page of HTML"
    interleaves = True

    def read(self, source: Source, options: FormatOptions) -> "HtmlParsed":
        """Decode a page, as it says or as its bytes show."""
        kind = kind_of(source.data)
        if kind is not None:
            raise InputError(f"expected {self.name}, found {kind}")
        check_encoding(options.encoding)
        text, encoding = decode_html(source.data)
        return HtmlParsed(text, encoding, options)


class HtmlParsed:
    """A page. See :class:`engine.documents.format.Parsed`."""

    def __init__(self, text: str, encoding: str, options: FormatOptions) -> None:
        self._page = HtmlText(text)
        self._options = options
        self._encoding = encoding if options.encoding == SAME else options.encoding

    def units(self) -> Iterator[Unit]:
        """Yield paragraphs and what stands in tags for readers."""
        return self._page.units()

    def write(self, file: BinaryIO, translations: Iterator[Translated]) -> None:
        """Write the page; what the encoding lacks becomes a reference to the character."""
        options = self._options
        pieces = self._page.written(
            translations,
            options.target,
            interleaved=options.interleaved,
            encoding=_label(self._encoding),
        )
        encoder = codecs.getincrementalencoder(self._encoding)("xmlcharrefreplace")
        file.writelines(encoder.encode(piece) for piece in pieces)


def decode_html(data: bytes) -> tuple[str, str]:
    """Decode a page; return it and the name of its encoding.

    Raises:
        InputError: It is in no encoding that is known.
    """
    mark, encoding = next((each for each in _BOMS if data.startswith(each[0])), (b"", ""))
    data, encoding = data[len(mark) :], encoding or _declared(data)
    if encoding:
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            pass  # it says so, and is not
    found = decode(data)
    return found.text, found.encoding


def _label(encoding: str) -> str:
    """Return what pages call an encoding."""
    name = codecs.lookup(encoding).name
    return _LABELS.get(name, name.replace("cp", "windows-") if name.startswith("cp") else name)


def _declared(data: bytes) -> str:
    """Return the encoding that a page says it is in; nothing for one that is not known."""
    match = _DECLARATION.search(data[:_HEAD]) or _CHARSET.search(data[:_HEAD])
    if match is None:
        return ""
    try:
        name = codecs.lookup(match[1].decode("ascii")).name
    except LookupError:
        return ""
    return _ALIASES.get(name, name)
