"""Names of languages, each written in its own."""

import re

from PySide6.QtCore import QLocale

_SIMPLIFIED, _TAIWAN = "中文（简体）", "中文（繁體，台灣）"
_CHINESE = {
    "hk": "中文（繁體，香港）",
    "mo": "中文（繁體，澳門）",
    "tw": _TAIWAN,
    # The engine's own choice where no region is named.
    "hant": _TAIWAN,
}

_MARKS = {_SIMPLIFIED: "简体", _TAIWAN: "繁體", _CHINESE["hk"]: "港繁", _CHINESE["mo"]: "澳繁"}


def language_name(tag: str) -> str:
    """Return the name of the language with a BCP 47 tag; an unknown tag is returned as it is.

    Of Chinese it says how it is written: in which characters, and where those differ by region.
    """
    language, *subtags = tag.lower().split("-")
    if language == "zh":
        written = next((name for subtag, name in _CHINESE.items() if subtag in subtags), "")
        return written if written and "hans" not in subtags else _SIMPLIFIED
    if language == "en":
        return "English"
    locale = QLocale(tag)
    return locale.nativeLanguageName() if locale.language() != QLocale.Language.C else tag


def language_mark(tag: str) -> str:
    """Return what a language is called where there is hardly any room for its name."""
    language, *_subtags = tag.split("-")
    if language.lower() != "zh":
        return language.upper()
    return _MARKS.get(language_name(tag), _MARKS[_SIMPLIFIED])


def pack_title(name: str) -> str:
    """Return the name of a pack as one reads it: “starter-en-zh” is “Starter en→zh”."""
    pair = re.fullmatch(r"(.+)-([a-z]{2,3})-([a-z]{2,3})", name)
    if pair is None:
        return name
    title, source, target = pair.groups()
    return f"{title[0].upper()}{title[1:]} {source}→{target}"
