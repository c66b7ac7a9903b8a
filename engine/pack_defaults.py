"""Which pack translates when nobody names one: the user's choice for each direction.

The choices stand in ``defaults.json`` in the user's data folder: ``{"en-zh": "NAME"}``.
"""

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from engine.errors import PackError
from engine.manifest import PackManifest
from engine.pack_samples import primary
from engine.pack_store import InstalledPack, installed_pack, installed_packs
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
        ``None`` if no pack is installed for it.
    """
    wanted = direction(source, target)
    able = [pack for pack in installed_packs() if pack.manifest and _of(pack.manifest) == wanted]
    chosen = default_packs().get(wanted)
    return next((pack for pack in able if pack.name == chosen), able[0] if able else None)


def set_default_pack(name: str) -> str:
    """Make an installed pack the user's choice for its direction.

    Returns:
        The direction, such as ``en-zh``.

    Raises:
        PackError: There is no sound pack of that name, or the choice cannot be written.
    """
    pack = installed_pack(name)
    if pack.manifest is None:
        raise pack.problem or PackError(pack.path, "a sound pack", "a damaged one")
    wanted = _of(pack.manifest)
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


def _of(manifest: PackManifest) -> str:
    return direction(manifest.source_language, manifest.target_language)


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
