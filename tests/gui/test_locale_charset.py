import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# As in the frozen program, whose Python does not change the locale by itself.
SCRIPT = """
import locale
locale.setlocale(locale.LC_ALL, "")
from gui.locale_charset import use_utf8
use_utf8()
from PySide6.QtWidgets import QApplication
QApplication(["x", "-platform", "offscreen"])
print(locale.nl_langinfo(locale.CODESET))
"""


@pytest.mark.skipif(os.name != "posix", reason="elsewhere the locale has no character set")
@pytest.mark.parametrize(
    "surroundings",
    [
        {},
        {"LANG": "C"},
        {"LANG": "POSIX"},
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX", "LANG": "C.UTF-8"},
        {"LC_CTYPE": "C", "LANG": "C.UTF-8"},
        {"LC_ALL": "", "LC_CTYPE": "", "LANG": "C"},
        {"LANG": "C.UTF-8"},
    ],
)
def test_qt_has_nothing_to_complain_about(surroundings):
    kept = {name: value for name, value in os.environ.items() if name[:3] not in {"LAN", "LC_"}}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env={**kept, **surroundings, "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert (done.stdout, done.stderr) == ("UTF-8\n", "")
