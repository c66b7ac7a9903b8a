"""The licence texts of everything in the bundle, gathered from where their authors put them."""

import re
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Final

from installers.contents import Component
from installers.errors import BuildError

FOLDER: Final = "licences"
"""The folder in the bundle, and the one in ``assets`` with the texts that packages left out."""

_ROOT: Final = Path(__file__).resolve().parent.parent
_STORED: Final = _ROOT / "assets" / FOLDER

# Packages without a licence text in them (or without that of what they are built from): files
# of assets/licences that hold it.
_ADDED: Final = {
    "flatbuffers": ("Apache-2.0.txt",),
    "PySide6_Essentials": ("LGPL-3.0.txt", "GPL-3.0.txt", "Qt-third-party.txt", "Qt.txt"),
    "sentencepiece": ("Apache-2.0.txt", "libgomp.txt", "GPL-3.0.txt"),
    "sentencex": ("sentencex.txt",),
    "shiboken6": ("LGPL-3.0.txt", "GPL-3.0.txt", "Qt.txt"),
}
_NAMED: Final = re.compile(r"(licen[cs]e|copying|notice|authors|thirdparty)", re.IGNORECASE)
_COMMON: Final = re.compile(r"/usr/share/common-licenses/([\w.+-]*\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Licensed:
    """A component with its licence.

    Attributes:
        component: What it is.
        licence: What it says its licence is: an SPDX expression or a name.
        texts: The texts by their names in the component's folder.
    """

    component: Component
    licence: str
    texts: dict[str, str]


def licensed(component: Component) -> Licensed:
    """Find a component's licence texts.

    Raises:
        BuildError: There are none.
    """
    if component.kind == "python":
        licence, texts = "PSF-2.0", {"LICENSE.txt": _python_licence()}
    elif component.kind == "bootloader":
        licence = "GPL-2.0-or-later WITH Bootloader-exception"
        texts = dict(_of_distribution("pyinstaller"))
    elif component.kind == "system":
        licence, texts = "see its copyright file", dict(_of_system_package(component.name))
    else:
        licence = _stated(metadata.distribution(component.name))
        texts = dict(_of_distribution(component.name))
    if not texts:
        raise BuildError(
            f"{component.name} {component.version}: expected a licence text in the package or in "
            f"{_STORED}, found none"
        )
    return Licensed(component=component, licence=licence, texts=texts)


def write(found: list[Licensed], bundle: Path) -> None:
    """Write every text into the bundle, and a list of all components."""
    folder = bundle / "_internal" / FOLDER
    lines = [(_STORED / "README.txt").read_text("utf-8")]
    for each in found:
        own = folder / each.component.name
        for name, text in sorted(each.texts.items()):
            path = own / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
        names = ", ".join(sorted(each.texts))
        lines.append(f"{each.component.name} {each.component.version}: {each.licence} ({names})\n")
    (folder / "README.txt").write_text("".join(lines), "utf-8", newline="\n")


def _stated(distribution: metadata.Distribution) -> str:
    """Return what a package says its licence is, in few words."""
    fields = distribution.metadata
    if "License-Expression" in fields:
        return fields["License-Expression"]
    short = fields["License"].strip() if "License" in fields else ""
    if short and "\n" not in short:
        return short
    classifiers = [line.rpartition(" :: ")[2] for line in fields.get_all("Classifier") or ()
                   if line.startswith("License ::")]  # fmt: skip
    return ", ".join(classifiers) or "see its text"


def _of_distribution(name: str) -> Iterator[tuple[str, str]]:
    for file in metadata.distribution(name).files or ():
        path = PurePosixPath(file)
        where = next((part for part in path.parts if part.endswith(".dist-info")), None)
        is_text = path.suffix.lower() in {"", ".txt", ".md", ".rst", ".apache", ".bsd"} or (
            path.suffix not in {".py", ".pyc", ".pyi", ".so", ".pyd"} and where is not None
        )
        inside = path.parts[:-1]
        of_package = where is not None or len(inside) <= 1
        if of_package and is_text and (_NAMED.match(path.name) or "licenses" in inside):
            text = Path(str(file.locate())).read_text("utf-8", "replace")
            below = path.parts[path.parts.index(where) + 1 :] if where else path.parts[-1:]
            yield "/".join(part for part in below if part != "licenses"), text
    for added in _ADDED.get(metadata.distribution(name).name, ()):
        yield added, (_STORED / added).read_text("utf-8")


def _of_system_package(name: str) -> Iterator[tuple[str, str]]:
    copyright_file = Path("/usr/share/doc") / name / "copyright"
    if not copyright_file.is_file():
        return
    text = copyright_file.read_text("utf-8", "replace")
    yield "copyright", text
    for common in set(_COMMON.findall(text)):
        path = Path("/usr/share/common-licenses") / common
        if path.is_file():
            yield f"{common}.txt", path.read_text("utf-8", "replace")


def _python_licence() -> str:
    library = Path(sysconfig.get_path("stdlib"))
    candidates = (
        library / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(sys.base_prefix) / "share/doc/LICENSE",
        Path(f"/usr/share/doc/python3.{sys.version_info[1]}/copyright"),
    )
    for path in candidates:
        if path.is_file():
            return path.read_text("utf-8", "replace")
    raise BuildError(
        f"Python {sys.version.split()[0]}: expected its licence in {library}, found none"
    )
