"""Names of languages, each written in its own."""

import re

from PySide6.QtCore import QLocale

_NAMES = {
    "en": "English",
    "zh": "中文（简体）",
    "zh-hans": "中文（简体）",
    "zh-cn": "中文（简体）",
    "zh-hant": "中文（繁體，台灣）",
    "zh-tw": "中文（繁體，台灣）",
    "zh-hk": "中文（香港）",
}


def language_name(tag: str) -> str:
    """Return the name of the language with a BCP 47 tag; an unknown tag is returned as it is."""
    known = _NAMES.get(tag.lower())
    if known is not None:
        return known
    locale = QLocale(tag)
    return locale.nativeLanguageName() if locale.language() != QLocale.Language.C else tag


def pack_title(name: str) -> str:
    """Return the name of a pack as one reads it: “starter-en-zh” is “Starter en→zh”."""
    pair = re.fullmatch(r"(.+)-([a-z]{2,3})-([a-z]{2,3})", name)
    if pair is None:
        return name
    title, source, target = pair.groups()
    return f"{title[0].upper()}{title[1:]} {source}→{target}"
