"""What languages a checkpoint translates between, as BCP 47 tags."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import langcodes
from langcodes.tag_parser import LanguageTagError

_CHINESE: Final = "zh"
_SIMPLIFIED: Final = "zh-Hans"
_TRADITIONAL: Final = "zh-Hant"
_UNKNOWN: Final = "und"
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
    ending = re.search(r"([A-Za-z]{2,3})-([A-Za-z]{2,3})$", name)
    source = tag(str(tokenizer.get("source_lang") or (ending[1] if ending else "")))
    target = tag(str(tokenizer.get("target_lang") or (ending[2] if ending else "")))
    return source or _UNKNOWN, _SIMPLIFIED if target == _CHINESE else target or _UNKNOWN


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
