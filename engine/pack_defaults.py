"""Which pack translates when nobody names one: the user's choice for each direction.

The choices stand in ``defaults.json`` in the user's data folder: ``{"en-zh": "NAME"}``.
"""

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from engine.errors import PackError
from engine.pack_files import ModelPack
from engine.pack_samples import primary
from engine.pack_store import InstalledPack, all_packs, installed_pack
from engine.places import data_folder

_FILE = "defaults.json"


def direction(source: str, target: str) -> str:
    """Return what a direction is called, such as ``en-zh``, whatever the scripts and regions.

    Args:
        source: BCP 47 tag of the language that is read.
        target: BCP 47 tag of the language that is written.
    """
    return f"{primary(source)}-{primary(target)}"


def default_packs() -> Mapping[str, str]:
    """Return the user's choices, the name of a pack by direction; a damaged file holds none."""
    try:
        found = json.loads((data_folder() / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {key: name for key, name in found.items() if isinstance(name, str)}


def default_pack(source: str, target: str) -> InstalledPack | None:
    """Return the pack for a direction: the user's choice, or else the first one that can do it.

    The user's own packs come before those of the system and of the program.

    Args:
        source: BCP 47 tag of the language to read.
        target: BCP 47 tag of the language to write.

    Returns:
        ``None`` if no pack is installed for it that looks sound.
    """
    return next((pack for pack in _in_order(source, target) if pack.languages), None)


def open_default(
    source: str, target: str, warn: Callable[[InstalledPack, PackError, ModelPack], None]
) -> ModelPack | None:
    """Open the pack for a direction, or where that is damaged, the next one that is not.

    Args:
        source: BCP 47 tag of the language to read.
        target: BCP 47 tag of the language to write.
        warn: Told at most once, of the pack that should have been opened, what is wrong with it,
            and the one that is opened instead.

    Returns:
        ``None`` if no pack is installed for it.

    Raises:
        PackError: There are some, but none is sound; it is about the first one.
    """
    first: tuple[InstalledPack, PackError] | None = None
    for pack in _in_order(source, target):
        try:
            opened = ModelPack.open(pack.path)
        except PackError as error:
            first = first or (pack, error)
            continue
        if first is not None:
            warn(*first, opened)
        return opened
    if first is not None:
        raise first[1]
    return None


def _in_order(source: str, target: str) -> list[InstalledPack]:
    """Return the packs for a direction, damaged ones as well, the one to use first.

    One that does not say its direction any more has that of the choice, or of another pack of its
    name, which it takes from sight.
    """
    wanted = direction(source, target)
    chosen = default_packs().get(wanted)
    packs = all_packs()
    named = {pack.name for pack in packs if _of(pack) == wanted} | {chosen}
    able = [pack for pack in packs if (_of(pack) or wanted) == wanted and pack.name in named]
    return sorted(able, key=lambda pack: pack.name != chosen)


def set_default_pack(name: str) -> str:
    """Make an installed pack the user's choice for its direction.

    Returns:
        The direction, such as ``en-zh``.

    Raises:
        PackError: There is no sound pack of that name, or the choice cannot be written.
    """
    pack = installed_pack(name)
    if pack.languages is None:
        raise pack.problem or PackError(pack.path, "a sound pack", "a damaged one")
    wanted = direction(*pack.languages)
    _write({**default_packs(), wanted: name})
    return wanted


def forget_default_pack(name: str) -> None:
    """Take back a choice, because its pack is gone.

    Raises:
        PackError: That cannot be written.
    """
    before = default_packs()
    after = {key: each for key, each in before.items() if each != name}
    if after != before:
        _write(after)


def _of(pack: InstalledPack) -> str | None:
    found = pack.manifest
    return direction(found.source_language, found.target_language) if found else None


def _write(choices: Mapping[str, str]) -> None:
    path = data_folder() / _FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{_FILE}-", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(dict(sorted(choices.items())), file, indent=2)
                file.write("\n")
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise PackError(path, "a file to write to", error.strerror or str(error)) from error
