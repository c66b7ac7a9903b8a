"""Simplified and Traditional Chinese, with the words of each region, by OpenCC."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal, Protocol

from engine.patterns import regex

Region = Literal["Hans", "TW", "HK"]
"""What OpenCC tells apart: Simplified, Traditional of Taiwan and of Hong Kong."""

# The configurations that end in p know regional words as well as characters. There is none from
# one Traditional region to another, so that way leads over OpenCC's own standard.
_CONFIGURATIONS: Final[dict[tuple[Region, Region], tuple[str, ...]]] = {
    ("Hans", "TW"): ("s2twp",),
    ("Hans", "HK"): ("s2hkp",),
    ("TW", "Hans"): ("tw2sp",),
    ("HK", "Hans"): ("hk2sp",),
    ("TW", "HK"): ("tw2t", "t2hk"),
    ("HK", "TW"): ("hk2t", "t2tw"),
}

# Code between backticks; addresses, in which Chinese characters count only after a separator, as
# Chinese prose often follows an address without a space; and what OpenCC cannot take: it stops at
# a NUL and refuses lone surrogates.
_KEPT: Final = regex(
    r"```.*?```"
    r"|`[^`\n]+`"
    r"|(?:[A-Za-z][A-Za-z0-9+.-]{1,15}://|www\.)"
    r"(?:[!-~]|(?<=[/=?&#_~+%:.-])[^\0-\x7f\s\u2000-\u206f\u3000-\u303f\uff00-\uff65\ud800-\udfff]+)*"
    r"|[\0\ud800-\udfff]+",
    re.DOTALL,
)


_HAN: Final = regex("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af]+")


class _OpenCC(Protocol):
    def convert(self, text: str) -> str: ...


def region(language: str) -> Region | None:
    """Return the writing that a language tag stands for.

    Args:
        language: A BCP 47 tag. Chinese without script and region is Simplified, and Traditional
            without a region is Taiwan's.

    Returns:
        ``None`` for a language other than Chinese.
    """
    primary, *subtags = language.lower().split("-")
    if primary not in {"zh", "cmn"}:
        return None
    if "hans" in subtags:
        return "Hans"
    if {"hk", "mo"} & set(subtags):
        return "HK"
    return "TW" if {"hant", "tw"} & set(subtags) else "Hans"


def converter(target: str, native: str) -> Callable[[str], str] | None:
    """Return what turns a model's Chinese into the wanted one.

    Latin text, code between backticks, addresses, emoji and invisible characters stay as they are.

    Args:
        target: Tag of the language and script wanted, such as ``"zh-TW"``.
        native: Tag of what the model writes, such as ``"zh-Hans"``.

    Returns:
        A function from text to text, which threads may share; ``None`` when nothing is to be done.

    Raises:
        ValueError: One of the two is Chinese and the other is not.
    """
    wanted, written = region(target), region(native)
    if (wanted is None) != (written is None):
        raise ValueError(f"expected two kinds of Chinese, found {native} to be made {target}")
    if wanted is None or written is None or wanted == written:
        return None
    return _chain(_CONFIGURATIONS[written, wanted])


def simplified(text: str) -> str:
    """Return a Simplified Chinese text without the Traditional characters among the others.

    It stays as long as it is, and what :func:`converter` leaves alone is left.
    """
    try:
        text.encode("gb2312")
    except UnicodeEncodeError:
        pass
    else:
        return text  # all of its characters are Simplified ones, as nearly always
    try:
        "".join(_HAN.findall(text)).encode("gb2312")
    except UnicodeEncodeError:
        return _chain(("t2s",))(text)
    return text


@lru_cache(maxsize=len(_CONFIGURATIONS) + 1)
def _chain(configurations: tuple[str, ...]) -> Callable[[str], str]:
    # OpenCC loads several megabytes of dictionaries: only for who asks for it, and once.
    from opencc import OpenCC  # noqa: PLC0415

    stages: list[_OpenCC] = [OpenCC(name) for name in configurations]

    def stretch(text: str) -> str:
        for stage in stages:
            text = stage.convert(text)
        return text

    def convert(text: str) -> str:
        if text.isascii():
            return text
        parts: list[str] = []
        end = 0
        for kept in _KEPT.finditer(text):
            parts += stretch(text[end : kept.start()]), kept.group()
            end = kept.end()
        return "".join((*parts, stretch(text[end:])))

    return convert
