"""The installer for Windows, which NSIS compiles on any system."""

import tempfile
from pathlib import Path

from installers.desktop import ASSETS, ICON, ROOT
from installers.icons import write_ico
from installers.tools import run_tool
from installers.wrapping import Wrapping


def build_setup(wrapping: Wrapping, folder: Path) -> Path:
    """Make the installer in ``folder`` and return its path.

    Raises:
        BuildError: ``makensis`` is missing or failed.
    """
    made = folder / f"yiwen-{wrapping.label}-setup.exe"
    with tempfile.TemporaryDirectory(prefix=".setup-", dir=folder) as scratch:
        icon = Path(scratch) / "yiwen.ico"
        write_ico(ICON, icon)
        parcel = Path(scratch) / made.name
        values = {
            "VERSION": wrapping.version,
            "FILES": wrapping.bundle.absolute() / "*",
            "ICON": icon,
            "LICENCE": ROOT / "LICENSE",
            "OUTPUT": parcel,
            "COMPRESSOR": "lzma" if wrapping.compression == "small" else "zlib",
        }
        defines = [f"-D{name}={value}" for name, value in values.items()]
        run_tool(
            ["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8", *defines, ASSETS / "yiwen.nsi"],
            package="nsis",
        )
        parcel.replace(made)
    return made
