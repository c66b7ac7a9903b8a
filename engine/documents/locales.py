"""What programs call the languages of results."""

from typing import Final

from engine.script import region

_REGIONS: Final = {"Hans": "CN", "TW": "TW", "HK": "HK"}


def locale_of(target: str) -> str:
    """Return the tag with a country that office programs know: "zh-CN" for "zh-Hans"."""
    writing = region(target)
    return target if writing is None else f"zh-{_REGIONS[writing]}"


def is_chinese(target: str) -> bool:
    """Tell whether a language is Chinese."""
    return region(target) is not None
