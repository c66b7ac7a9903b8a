"""The character set that the surroundings ask for, which Qt wants to be UTF-8."""

import locale
import os

_PLAIN = ("C", "POSIX")
_UTF8 = "C.UTF-8"


def use_utf8() -> None:
    """Turn the plain locale into the one that differs from it in being UTF-8, and in nothing else.

    Python does so by itself, but neither in a frozen program nor where ``LC_ALL`` is set; Qt does,
    and complains about it on the standard error.
    """
    name = next((each for each in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(each)), "LANG")
    if os.name == "posix" and os.environ.get(name, "C") in _PLAIN:
        # Of the three, LC_ALL hides the others; where it is not set, the middle one is enough.
        os.environ["LC_ALL" if name == "LC_ALL" else "LC_CTYPE"] = _UTF8
        try:
            locale.setlocale(locale.LC_CTYPE, _UTF8)
        except locale.Error:  # a system without it; Qt will say what it does instead
            return
