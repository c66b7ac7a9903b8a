"""The languages of the API, by the codes of LibreTranslate and by BCP 47 tags."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, cast

from engine.errors import PackIncompatible
from engine.script import region
from engine.types import TARGETS, Target, TranslationOptions

if TYPE_CHECKING:
    from engine.translator import Translator

AUTO: Final = "auto"

NAMES: Final = {
    "en": "English",
    "zh-Hans": "Chinese",
    "zh-Hant": "Chinese (traditional)",
    "zh-TW": "Chinese (Taiwan)",
    "zh-HK": "Chinese (Hong Kong)",
}

_SHORT: Final = {"zt": "zh-Hant"}
"""Codes of LibreTranslate that are no tags."""


def targets(translator: "Translator") -> tuple[str, ...]:
    """Return what a translator can be asked for."""
    found = []
    for target in cast("tuple[Target, ...]", TARGETS):
        with contextlib.suppress(PackIncompatible):
            list(translator.stream("", TranslationOptions(target=target)))
            found.append(target)
    return tuple(found)


def target_of(code: str) -> Target | None:
    """Return the target that a code stands for: ``zh`` is ``zh-Hans``, ``zt`` is ``zh-Hant``."""
    tag = _tag(code)
    subtags = tag.lower().split("-")
    if subtags[0] == "en":
        return "en"
    writing = region(tag)
    if writing == "TW":
        return "zh-TW" if "tw" in subtags else "zh-Hant"
    if writing == "HK":
        return "zh-HK"
    return "zh-Hans" if writing == "Hans" else None


def is_language(code: str, language: str) -> bool:
    """Tell whether a code stands for a language, in whatever script and region."""
    return _primary(code) == _primary(language)


def listing(source: str, native: str, possible: tuple[str, ...]) -> Iterator[dict[str, object]]:
    """Yield the entries of ``/languages``, the language that is translated first."""
    found = target_of(source) or source
    yield _entry(found, tuple(target for target in possible if target != found))
    for target in dict.fromkeys((target_of(native) or native, *possible)):
        if target != found:
            yield _entry(target, ())


def _entry(code: str, possible: tuple[str, ...]) -> dict[str, object]:
    return {"code": code, "name": NAMES.get(code, code), "targets": list(possible)}


def _primary(code: str) -> str:
    primary = _tag(code).lower().partition("-")[0]
    return "zh" if primary == "cmn" else primary


def _tag(code: str) -> str:
    code = code.strip().replace("_", "-")
    return _SHORT.get(code.lower(), code)
