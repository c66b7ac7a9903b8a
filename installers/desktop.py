"""What a Linux desktop is told about the programs: menu entry, icons, manual pages."""

import gzip
from datetime import date
from pathlib import Path
from typing import Final

from engine.cli import command_parser
from gui.app import window_parser
from installers.icons import write_hicolor
from installers.manpages import manual

ROOT: Final = Path(__file__).resolve().parent.parent
ASSETS: Final = ROOT / "assets/installer"
ICON: Final = ROOT / "assets/icons/yiwen.svg"
METAINFO: Final = "org.yiwen.Yiwen.metainfo.xml"


def write_share(share: Path, version: str, day: date) -> None:
    """Write all that belongs into a folder like ``/usr/share``.

    Args:
        share: The folder; it is made if it is not there.
        version: The program's version.
        day: When that version was made.
    """
    _put(share / "applications/yiwen.desktop", (ASSETS / "yiwen.desktop").read_bytes())
    metainfo = (ASSETS / METAINFO).read_text("utf-8")
    filled = metainfo.replace("@VERSION@", version).replace("@DATE@", day.isoformat())
    _put(share / "metainfo" / METAINFO, filled.encode())
    write_hicolor(ICON, share / "icons/hicolor", "yiwen")
    for parser, summary in (
        (command_parser(), "translate English into Chinese, offline"),
        (window_parser(), "translate English into Chinese in a window, offline"),
    ):
        page = manual(parser, summary, version, day)
        # Without the time of the day, so that the same page gives the same bytes.
        _put(share / f"man/man1/{parser.prog}.1.gz", gzip.compress(page.encode(), mtime=0))


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
