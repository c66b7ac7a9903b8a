"""What languages a checkpoint translates between, as BCP 47 tags."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import langcodes
from langcodes.tag_parser import LanguageTagError

_CHINESE: Final = "zh"
_SIMPLIFIED: Final = "zh-Hans"
_TRADITIONAL: Final = "zh-Hant"
UNKNOWN: Final = "und"
"""The tag of a language that nothing names."""

_SINITIC: Final = frozenset(
    (
        "zh",
        "cdo",
        "cjy",
        "cpx",
        "czh",
        "czo",
        "gan",
        "hak",
        "hsn",
        "lzh",
        "mnp",
        "nan",
        "wuu",
        "yue",
    )
)
_ENDING: Final = re.compile(r"([A-Za-z]{2,3})-([A-Za-z]{2,3})$")
_BEGINNING: Final = re.compile(r"^([A-Za-z]{2,3})-([A-Za-z]{2,3})(?=[-_.])")
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(?:-|$)")


def languages(tokenizer: Mapping[str, Any], name: str) -> tuple[str, str]:
    """Return the source and the target language.

    Args:
        tokenizer: Contents of tokenizer_config.json, which names them in most checkpoints.
        name: The checkpoint's name; names like ``opus-mt-en-zh`` end with both.

    Returns:
        BCP 47 tags; ``und`` for a language that nothing names. Chinese as a target is taken for
        Simplified Chinese, which is what such models were mostly trained on.
    """
    named = _ENDING.search(name) or _BEGINNING.search(name)
    source = str(tokenizer.get("source_lang") or (named[1] if named else ""))
    target = str(tokenizer.get("target_lang") or (named[2] if named else ""))
    return chosen(source), chosen(target, target=True)


def chosen(code: str | None, otherwise: str = UNKNOWN, *, target: bool = False) -> str:
    """Return a language code as a tag, and ``otherwise`` where there is no code.

    Args:
        code: A code in any usual spelling; one that is none gives ``und``.
        otherwise: A tag.
        target: It is the language to write, where Chinese is taken for Simplified Chinese.
    """
    if not code:
        return otherwise
    found = tag(code) or UNKNOWN
    return _SIMPLIFIED if target and found == _CHINESE else found


def common_language(codes: Iterable[str]) -> str:
    """Return the one language that several codes name, counting Chinese ones as one; maybe none.

    Args:
        codes: Such as ``cmn_Hans``, ``cmn_Hant`` and ``yue``.

    Returns:
        A code, or nothing if there are several languages or none.
    """
    found = {tag(code.strip(">< ")) or "" for code in codes}
    languages_named = {each.split("-")[0] for each in found if each}
    if _CHINESE in languages_named and languages_named <= _SINITIC:
        return _CHINESE
    return languages_named.pop() if len(languages_named) == 1 else ""


def targets(tokens: Iterable[str], target: str) -> dict[str, str]:
    """Map the languages that a multi-target model can be asked for to their ``>>id<<`` tokens.

    Traditional Chinese is left out where Simplified is there: it is made from Simplified by
    conversion, which keeps clauses that models were seen to drop under ``>>cmn_Hant<<``.
    """
    found: dict[str, str] = {}
    for token in tokens:
        language = tag(token.strip("<>"))
        if language:
            found.setdefault(language, token)
    if _CHINESE in found and target == _SIMPLIFIED:
        found.setdefault(_SIMPLIFIED, found[_CHINESE])
    if _SIMPLIFIED in found:
        found.pop(_TRADITIONAL, None)
        found.pop(_CHINESE, None)
    return found


def tag(code: str) -> str | None:
    """Return a language code as a BCP 47 tag in its shortest form, or None if it is none.

    Tags for private use and the like, which no language can be told by, are none either.
    """
    try:
        found = langcodes.standardize_tag(code, macro=True) if code else ""
    except LanguageTagError:
        return None
    return found if _LANGUAGE.match(found) else None
