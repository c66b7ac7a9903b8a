"""What a frozen folder is made of: found by looking into it, not by what was asked for."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from typing import Final, Literal

from installers.errors import BuildError

PROGRAMS: Final = ("yiwen", "yiwen-app")

_SUFFIX: Final = ".exe" if sys.platform == "win32" else ""
_OWN: Final = {"engine", "export", "gui", "assets", "licences", "LICENSE"}
_PYINSTALLER: Final = re.compile(r"pyi|_pyi|PyInstaller")
# Folders beside a package for the libraries that its wheel brings along.
_WHEEL_LIBS: Final = ".libs"

Kind = Literal["python", "package", "system", "bootloader"]


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Component:
    """Somebody's work that is in the folder.

    Attributes:
        name: What it is called.
        version: Its version.
        kind: Python itself, a Python package, a library of the building system, or PyInstaller's
            starter.
    """

    name: str
    version: str
    kind: Kind


def components(bundle: Path) -> list[Component]:
    """Return what a frozen folder is made of, besides Yiwen itself.

    Raises:
        BuildError: Something in it is nobody's.
    """
    found = {
        Component(name="Python", version=sys.version.split()[0], kind="python"),
        Component(name="PyInstaller", version=metadata.version("pyinstaller"), kind="bootloader"),
    }
    internal = bundle / "_internal"
    for name in {*_modules(bundle), *_packages(internal)}:
        found |= {_distribution(each) for each in _owners(name, internal)}
    if sys.platform == "linux":
        found |= system_packages(bundle)
    return sorted(found)


def system_packages(bundle: Path) -> set[Component]:
    """Return the packages of the building system whose libraries are in the folder.

    Raises:
        BuildError: A library is of no package.
    """
    return {_system_package(path) for path in _loose_libraries(bundle / "_internal")}


def sizes(bundle: Path) -> dict[str, int]:
    """Return the bytes of every top-level part of the folder, the largest first."""
    parts: dict[str, int] = {}
    for path in bundle.rglob("*"):
        if path.is_file() and not path.is_symlink():
            inside = path.relative_to(bundle).parts
            name = inside[1] if inside[0] == "_internal" and len(inside) > 1 else inside[0]
            parts[name] = parts.get(name, 0) + path.stat().st_size
    return dict(sorted(parts.items(), key=lambda part: -part[1]))


def _modules(bundle: Path) -> set[str]:
    """Return the top-level names of the Python modules in the programs, the library's left out."""
    readers = import_module("PyInstaller.archive.readers")
    names: set[str] = set()
    for program in PROGRAMS:
        path = bundle / f"{program}{_SUFFIX}"
        archive = readers.CArchiveReader(str(path))
        (inner,) = [entry for entry in archive.toc if entry.startswith("PYZ")]
        names |= {module.split(".")[0] for module in archive.open_embedded_archive(inner).toc}
    return names


def _packages(internal: Path) -> Iterator[str]:
    for path in internal.iterdir():
        if path.is_dir() and path.suffix != ".dist-info":
            yield path.name.removesuffix(_WHEEL_LIBS)
        elif path.suffix in {".so", ".pyd"} and not path.name.startswith("lib"):
            yield path.name.split(".")[0]


def _owners(name: str, internal: Path) -> Iterable[str]:
    """Return the distributions that a top-level module is of; none for Python's and our own."""
    if name in sys.stdlib_module_names or name in _OWN or _PYINSTALLER.match(name):
        return ()
    if re.fullmatch(r"python3\.\d+|_sysconfigdata.*", name):
        return ()
    found = _by_module().get(name)
    if found is None:
        raise BuildError(f"{internal / name}: expected a module of some package, found nobody's")
    # Of several that share a name, those are meant of which something is there.
    return set(found)


@cache
def _by_module() -> dict[str, list[str]]:
    return dict(metadata.packages_distributions())


def _distribution(name: str) -> Component:
    found = metadata.distribution(name)
    return Component(name=found.name, version=found.version, kind="package")


def _loose_libraries(internal: Path) -> Iterator[Path]:
    """Yield the libraries that were taken from the system that this runs on."""
    for path in sorted(internal.glob("lib*.so*")):
        if not path.is_symlink() and not path.name.startswith("libpython"):
            yield path


def _system_package(library: Path) -> Component:
    for candidate in _system_paths(library.name):
        owner = _dpkg("--search", str(candidate)).partition(": ")[0].split(":")[0].split(",")[0]
        if owner:
            version = _dpkg("--show", "--showformat", "${Version}", owner)
            return Component(name=owner, version=version, kind="system")
    raise BuildError(f"{library}: expected a library of one of the system's packages, found none")


@cache
def _loader_cache() -> str:
    ldconfig = shutil.which("ldconfig", path="/usr/sbin:/sbin:/usr/bin:/bin") or "ldconfig"
    return subprocess.run([ldconfig, "-p"], capture_output=True, text=True, check=True).stdout  # noqa: S603


def _system_paths(name: str) -> Iterator[Path]:
    """Yield what a library's path may be called: its folder may be a link, and so may the file."""
    for line in _loader_cache().splitlines():
        listed, _, path = line.strip().partition(" => ")
        if listed.split(" ")[0] == name:
            for each in (Path(path), Path(path).resolve()):
                yield each
                yield (
                    Path("/", *each.parts[2:])
                    if each.parts[1] == "usr"
                    else Path("/usr") / path[1:]
                )


def _dpkg(*arguments: str) -> str:
    done = subprocess.run(  # noqa: S603
        ["dpkg-query", *arguments],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() if done.returncode == 0 else ""
