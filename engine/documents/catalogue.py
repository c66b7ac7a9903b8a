"""Catalogues of messages (gettext): what has no translation yet gets one."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO, Final

import polib

from engine.documents.content import Content, Item, plain
from engine.documents.encodings import decode
from engine.documents.format import FormatOptions, Source, Translated, Unit
from engine.errors import InputError
from engine.script import region

_CHARSET: Final = re.compile(rb"charset=([\w.-]+)", re.ASCII)
_CONVERSION: Final = re.compile(
    r"%%|%(?:\(\w+\)|\d+\$)?[-+#0']*+(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh?|ll?|[qLjzt])?[A-Za-z@]"
    r"|%L?\d+"
)
_BRACES: Final = re.compile(r"\{\{|\}\}|\{[^{}]*\}")
_NUMBERED: Final = re.compile(r"%(?:\(|L?\d+\$|L?\d+\Z)")
_PLURALS: Final = re.compile(r"nplurals\s*=\s*(\d+)")
_LOCALES: Final = {"zh-Hans": "zh_CN", "zh-Hant": "zh_TW"}


class Catalogue:
    """The format of ``.po`` and ``.pot``. See :class:`engine.documents.format.Format`."""

    name = "a catalogue of messages (gettext)"
    interleaves = False

    def read(self, source: Source, options: FormatOptions) -> "CatalogueParsed":
        """Read a catalogue."""
        try:
            found = polib.pofile(_decoded(source.data), check_for_duplicates=False)
        except (OSError, ValueError) as error:
            reason = str(error).rpartition(": ")[2]
            raise InputError(f"expected a catalogue of messages, found: {reason}") from error
        if not found and not found.metadata:
            raise InputError("expected a catalogue of messages, found none in it")
        parsed = CatalogueParsed(found, options)
        parsed.refuse_unsuitable()
        return parsed


def _decoded(data: bytes) -> str:
    """Decode a catalogue as its header says; polib takes a short one for the name of a file."""
    declared = _CHARSET.search(data)
    if declared is not None and declared[1] != b"CHARSET" and not data.startswith(b"\xef\xbb\xbf"):
        try:
            return f"{data.decode(declared[1].decode('ascii'))}\n"
        except LookupError:
            raise InputError(f"expected a known charset, found {declared[1].decode()!r}") from None
        except UnicodeDecodeError as error:
            name = declared[1].decode("ascii")
            raise InputError(f"expected {name}, as the header says, found other bytes") from error
    return f"{decode(data).text}\n"


class CatalogueParsed:
    """A catalogue of messages. See :class:`engine.documents.format.Parsed`."""

    def __init__(self, found: polib.POFile, options: FormatOptions) -> None:
        self._file = found
        self._options = options

    def refuse_unsuitable(self) -> None:
        """Refuse a catalogue with nothing to do, or for another language.

        Raises:
            InputError: It is such a one.
        """
        language = self._file.metadata.get("Language", "").replace("_", "-")
        done = [each for each in self._file if each.translated()]
        if self._options.every_entry or not done:
            return
        if not any(True for _ in self._wanted()):
            raise InputError("expected messages without a translation, found none")
        other = language.partition("-")[0].lower() != self._options.target.partition("-")[0]
        if language and other:
            raise InputError(
                f"expected messages in {self._options.target}, found translations into {language}"
            )

    def units(self) -> Iterator[Unit]:
        """Yield the messages without a translation, or with an uncertain one.

        Of two forms it is the second: Chinese knows no plural, and counts with the form for many.
        """
        for entry in self._wanted():
            content = _content(entry)
            yield Unit(content, f"line {entry.linenum}", verify=_Verified(entry, content))

    def write(self, file: BinaryIO, translations: Iterator[Translated]) -> None:
        """Write the catalogue; flagged translations are marked as fuzzy."""
        metadata = self._file.metadata
        target = self._options.target
        metadata["Language"] = _LOCALES.get(target, target.replace("-", "_"))
        metadata["Content-Type"] = "text/plain; charset=UTF-8"
        metadata.setdefault("MIME-Version", "1.0")
        metadata["Content-Transfer-Encoding"] = "8bit"
        if region(target) is not None:
            metadata["Plural-Forms"] = "nplurals=1; plural=0;"
        forms = int(match[1]) if (match := _PLURALS.search(metadata.get("Plural-Forms", ""))) else 2
        for entry in list(self._wanted()):
            _enter(entry, next(translations), forms)
        file.write(f"{str(self._file).rstrip()}\n".encode())

    def _wanted(self) -> Iterator[polib.POEntry]:
        for entry in self._file:
            pending = self._options.every_entry or not entry.translated()
            if pending and not entry.obsolete and entry.msgid.strip():
                yield entry


def _format(entry: polib.POEntry) -> re.Pattern[str] | None:
    """Return what a program fills in in a message, if it is of a kind that says so."""
    kinds = {flag for flag in entry.flags if flag.endswith("-format") and flag[:3] != "no-"}
    if not kinds:
        return None
    return _BRACES if any("brace" in kind for kind in kinds) else _CONVERSION


def _content(entry: polib.POEntry) -> Content:
    """Return a message; what a program fills in is an item each, so that their order is known."""
    text = entry.msgid_plural or entry.msgid
    pattern = _format(entry)
    if pattern is None:
        return (text,)
    content: list[str | Item] = []
    end = 0
    for number, match in enumerate(pattern.finditer(text), start=1):
        content += text[end : match.start()], Item(number, match.group())
        end = match.end()
    content.append(text[end:])
    return tuple(part for part in content if part)


class _Verified:
    """Tells whether a translation of a message may be given to the program."""

    def __init__(self, entry: polib.POEntry, content: Content) -> None:
        self._source = content
        self._text = plain(content)
        # C can be told which argument a conversion takes, if none takes its width from another.
        items = _items(content)
        self._movable = "c-format" in entry.flags and not any(
            "*" in item.text or _NUMBERED.match(item.text) for item in items
        )

    def __call__(self, content: Content) -> bool:
        text = plain(content)
        edges = all(
            bool(text[at : at + 1 or None] == "\n") == (self._text[at : at + 1 or None] == "\n")
            for at in (0, -1)
        )
        before, after = _items(self._source), _items(content)
        if not edges or Counter(before) != Counter(after):
            return False
        return self._movable or before == after or all(map(_numbers_itself, before))


def _items(content: Content) -> list[Item]:
    return [part for part in content if isinstance(part, Item)]


def _numbers_itself(item: Item) -> bool:
    """Tell whether something stands for the same argument wherever it stands."""
    if item.text.startswith("{"):
        return item.text[1] not in "}:!"
    return item.text == "%%" or bool(_NUMBERED.match(item.text))


def _enter(entry: polib.POEntry, translated: Translated, forms: int) -> None:
    """Put a translation into its entry; of one that was not made nothing is entered."""
    if not translated.changed:
        return
    text = plain(_numbered(translated))
    if entry.msgid_plural:
        entry.msgstr_plural = dict.fromkeys(range(forms), text)
    else:
        entry.msgstr = text
    entry.previous_msgctxt = entry.previous_msgid = entry.previous_msgid_plural = None
    entry.flags = [flag for flag in entry.flags if flag != "fuzzy"]
    if translated.flags:
        entry.flags.insert(0, "fuzzy")


def _numbered(translated: Translated) -> Content:
    """Number the conversions of C where they changed places: ``%2$s of %1$s``."""
    before, after = _items(translated.unit.content), _items(translated.content)
    if before == after or all(map(_numbers_itself, before)):
        return translated.content
    arguments = [item for item in before if item.text != "%%"]
    return tuple(
        Item(part.number, f"%{arguments.index(part) + 1}${part.text[1:]}")
        if isinstance(part, Item) and part in arguments
        else part
        for part in translated.content
    )
