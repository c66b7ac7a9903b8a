"""Which packs there are on this machine, and putting one there."""

import re
from pathlib import Path
from typing import Literal

from engine.errors import PackError, PackNotFound
from engine.manifest import NAME_PATTERN, PackManifest, parse_manifest
from engine.pack_files import check_files
from engine.pack_names import MANIFEST
from engine.places import packs_folder, system_packs_folder
from engine.records import record

STARTER = "starter-en-zh"
"""The pack that comes with the program."""

Place = Literal["user", "system", "program"]
"""Who put a pack there: the user, an administrator for every user, or the program itself."""


@record(kw_only=True)
class InstalledPack:
    """A pack on this machine, sound or not.

    Attributes:
        name: What to ask for it by: the name of its folder.
        path: Its folder.
        place: Who put it there.
        manifest: What it says about itself, if that can be read.
        problem: What is wrong with it: there is no manifest, or a file is missing or of another
            size than that says. Files were not read, so a pack without one may be damaged, too.
    """

    name: str
    path: Path
    place: Place
    manifest: PackManifest | None = None
    problem: PackError | None = None

    @property
    def languages(self) -> tuple[str, str] | None:
        """BCP 47 tags of what it reads and writes; ``None`` if it is not seen to be sound."""
        if self.manifest is None or self.problem is not None:
            return None
        return self.manifest.source_language, self.manifest.target_language

    @property
    def bundled(self) -> bool:
        """Whether it came with the program."""
        return self.place == "program"


def bundled_pack_path(name: str = STARTER) -> Path:
    """Return where a pack that comes with the program is; it may not be there."""
    return _bundled_folder() / name


def installed_packs() -> list[InstalledPack]:
    """Return every pack on this machine: the user's own, the system's, the program's, by name.

    Of several with one name, only the first is there.
    """
    found: dict[str, InstalledPack] = {}
    for pack in all_packs():
        found.setdefault(pack.name, pack)
    return list(found.values())


def all_packs() -> list[InstalledPack]:
    """Return every pack as above, those as well that another one of their name takes from sight."""
    return [
        _installed(path, place)
        for place, folder in _folders().items()
        for path in _subfolders(folder)
    ]


def installed_pack(name: str) -> InstalledPack:
    """Return the installed pack of a name, sound or not.

    Raises:
        PackNotFound: There is none; the message says what there is.
    """
    packs = installed_packs()
    for pack in packs:
        if pack.name == name:
            return pack
    names = ", ".join(pack.name for pack in packs) or "none"
    raise PackNotFound(name, "the name of an installed pack", f"no such pack; installed: {names}")


def find_pack(name_or_path: str | Path) -> Path:
    """Return the folder of a pack.

    Args:
        name_or_path: A pack's folder, or the name of an installed pack (the user's own come
            before those of the system and of the program).

    Raises:
        PackNotFound: There is none; the message says where it looked and what there is.
    """
    path = Path(name_or_path).expanduser()
    if (path / MANIFEST).is_file():
        return path.absolute()
    name = str(name_or_path)
    places = list(_folders().values())
    if re.fullmatch(NAME_PATTERN, name):
        for folder in places:
            if (folder / name / MANIFEST).is_file():
                return folder / name
    looked = ", ".join(str(folder) for folder in places)
    names = ", ".join(pack.name for pack in installed_packs()) or "none"
    raise PackNotFound(
        name,
        f"the folder of a model pack, or the name of one in {looked}",
        f"{'a zip or another file' if path.is_file() else 'no such pack'}; installed: {names}",
    )


def _installed(path: Path, place: Place) -> InstalledPack:
    manifest = path / MANIFEST
    try:
        found = parse_manifest(manifest.read_bytes(), manifest)
    except PackError as error:
        return InstalledPack(name=path.name, path=path, place=place, problem=error)
    except OSError as error:
        problem = PackNotFound(path, f"a model pack with {MANIFEST}", error.strerror or str(error))
        return InstalledPack(name=path.name, path=path, place=place, problem=problem)
    try:
        check_files(found, path)
    except PackError as error:
        return InstalledPack(name=path.name, path=path, place=place, manifest=found, problem=error)
    return InstalledPack(name=path.name, path=path, place=place, manifest=found)


def _folders() -> dict[Place, Path]:
    """Return the folders that packs may be in, the one that wins first."""
    return {"user": packs_folder(), "system": system_packs_folder(), "program": _bundled_folder()}


def _bundled_folder() -> Path:
    return Path(__file__).parent.parent / "assets" / "packs"


def _subfolders(folder: Path) -> list[Path]:
    try:
        return sorted(
            path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")
        )
    except OSError:
        return []
