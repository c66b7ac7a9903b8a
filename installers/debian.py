"""The package for Debian, Ubuntu and their kin."""

import gzip
import hashlib
import platform
import re
import tempfile
from datetime import UTC, datetime, time
from email.utils import format_datetime
from pathlib import Path
from typing import Final

from installers.contents import PROGRAMS, system_packages
from installers.desktop import ROOT, write_share
from installers.tools import link_tree, run_tool
from installers.wrapping import Wrapping

_HOME: Final = "usr/lib/yiwen"
_MAINTAINER: Final = "The authors of Yiwen <yiwen@localhost>"
_ARCHITECTURES: Final = {"x86_64": "amd64", "aarch64": "arm64"}
# Any font with Chinese in it; the first is what is installed where there is none.
_FONT: Final = "fonts-noto-cjk | fonts-wqy-microhei | fonts-wqy-zenhei | fonts-droid-fallback"
_COMPRESSION: Final = {"small": ("-Zxz", "-z9"), "fast": ("-Zgzip", "-z1")}

_CONTROL: Final = """\
Package: yiwen
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kibibytes}
Depends: {depends}
Section: text
Priority: optional
Description: offline translator from English into Chinese
 Paste English, read Chinese: Yiwen translates on this computer, sentence by
 sentence, in a window or on the command line. It needs no network, and nothing
 that is written leaves the computer.
 .
 A small model comes with it; larger ones can be brought.
"""

_COPYRIGHT: Final = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Yiwen
Comment: What the program is made with is listed in /usr/lib/yiwen/_internal/licences/README.txt,
 with the licence texts beside it.

Files: *
Copyright: the authors of Yiwen
License: Expat

License: Expat
"""


def build_deb(wrapping: Wrapping, folder: Path) -> Path:
    """Make the package in ``folder`` and return its path.

    Raises:
        BuildError: A tool is missing or failed.
    """
    architecture = _ARCHITECTURES.get(platform.machine(), platform.machine())
    version = debian_version(wrapping.label)
    made = folder / f"yiwen_{version}_{architecture}.deb"
    with tempfile.TemporaryDirectory(prefix=".deb-", dir=folder) as scratch:
        root = Path(scratch) / "root"
        _lay_out(wrapping, root, version)
        size = sum(path.lstat().st_size for path in root.rglob("*") if path.is_file())
        control = _CONTROL.format(
            version=version,
            architecture=architecture,
            maintainer=_MAINTAINER,
            kibibytes=size // 1024 + 1,
            depends=f"{_libraries(wrapping.bundle, Path(scratch))}, {_FONT}",
        )
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN/md5sums").write_text(_checksums(root), "utf-8")
        (root / "DEBIAN/control").write_text(control, "utf-8")
        parcel = Path(scratch) / made.name
        options = ["--root-owner-group", *_COMPRESSION[wrapping.compression]]
        run_tool(["dpkg-deb", *options, "--build", root, parcel], package="dpkg")
        parcel.replace(made)
    return made


def debian_version(label: str) -> str:
    """Write a version as Debian does: what comes before a release sorts before it.

    ``1.0rc1`` becomes ``1.0~rc1``, ``1.0+opus-mt-en-zh`` becomes ``1.0+opus.mt.en.zh``.
    """
    number, plus, pack = label.partition("+")
    number = re.sub(r"\.dev(\d+)", r"~~dev\1", re.sub(r"\.?(a|b|rc)(\d+)", r"~\1\2", number))
    return number + plus + re.sub(r"[^A-Za-z0-9.]+", ".", pack)


def _lay_out(wrapping: Wrapping, root: Path, version: str) -> None:
    (root / _HOME).parent.mkdir(parents=True)
    link_tree(wrapping.bundle, root / _HOME)
    (root / "usr/bin").mkdir(parents=True)
    for name in PROGRAMS:
        (root / "usr/bin" / name).symlink_to(f"../lib/yiwen/{name}")
    write_share(root / "usr/share", wrapping.version, wrapping.day)
    documents = root / "usr/share/doc/yiwen"
    documents.mkdir(parents=True)
    licence = (ROOT / "LICENSE").read_text("utf-8").strip()
    lines = (f" {line}" if line.strip() else " ." for line in licence.splitlines())
    (documents / "copyright").write_text(_COPYRIGHT + "\n".join(lines) + "\n", "utf-8")
    noon = datetime.combine(wrapping.day, time(12), UTC)
    entry = (
        f"yiwen ({version}) stable; urgency=medium\n\n  * See CHANGELOG.md of Yiwen.\n\n"
        f" -- {_MAINTAINER}  {format_datetime(noon)}\n"
    )
    (documents / "changelog.gz").write_bytes(gzip.compress(entry.encode(), mtime=0))
    for path in (root, *root.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)


def _checksums(root: Path) -> str:
    lines = []
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "md5").hexdigest()
            lines.append(f"{digest}  {path.relative_to(root)}\n")
    return "".join(lines)


def _libraries(bundle: Path, scratch: Path) -> str:
    """Return the packages whose libraries the bundle asks the system for, with their versions."""
    source = scratch / "source"
    (source / "debian").mkdir(parents=True)
    stub = "Source: yiwen\nMaintainer: nobody\n\nPackage: yiwen\nArchitecture: any\n"
    (source / "debian/control").write_text(stub, "utf-8")
    binaries = [path.absolute() for path in _elf_files(bundle)]
    private = sorted({path.parent for path in binaries})
    found = run_tool(
        ["dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0",
         *(f"-l{path}" for path in private), *(f"-e{path}" for path in binaries)],
        folder=source, package="dpkg-dev",
    )  # fmt: skip
    # A library that is in the bundle is not asked of the system, though the tool finds it there.
    brought = {component.name for component in system_packages(bundle)}
    asked = found.strip().removeprefix("shlibs:Depends=").split(", ")
    return ", ".join(each for each in asked if each.split(" ")[0] not in brought)


def _elf_files(bundle: Path) -> list[Path]:
    found = []
    for path in sorted(bundle.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    found.append(path)
    return found
