"""One file that installs itself on any Linux: for every user, or without root for one."""

import platform
import shutil
import tempfile
from pathlib import Path
from typing import Final

from installers.desktop import ASSETS, write_share
from installers.tools import link_tree, run_tool
from installers.wrapping import Wrapping

_COMPRESSION: Final = {
    "small": ("--xz", "--complevel", "9", "--threads", "0"),
    "fast": ("--gzip", "--complevel", "1"),
}


def build_run(wrapping: Wrapping, folder: Path) -> Path:
    """Make the file in ``folder`` and return its path.

    Raises:
        BuildError: ``makeself`` is missing or failed.
    """
    made = folder / f"yiwen-{wrapping.label}-{platform.machine()}.run"
    with tempfile.TemporaryDirectory(prefix=".run-", dir=folder) as scratch:
        content = Path(scratch) / "content"
        content.mkdir()
        link_tree(wrapping.bundle, content / "yiwen")
        write_share(content / "share", wrapping.version, wrapping.day)
        for name in ("install.sh", "uninstall.sh"):
            shutil.copyfile(ASSETS / name, content / name)
            (content / name).chmod(0o755)
        parcel = Path(scratch) / made.name
        # Neither a terminal of its own nor a question: a double click installs.
        options = [
            "--nox11",
            "--noprogress",
            "--nomd5",
            "--nocrc",
            "--sha256",
            *_COMPRESSION[wrapping.compression],
        ]
        title = f"Yiwen {wrapping.label}"
        # The file says how it was made: without the names of this machine's folders.
        command = ["makeself", *options, content.name, parcel.name, title, "./install.sh"]
        run_tool(command, folder=Path(scratch), package="makeself")
        parcel.chmod(0o755)
        parcel.replace(made)
    return made
