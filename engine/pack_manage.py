"""Looking after installed packs: their measured quality and size, taking one away or along."""

import json
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import PackError
from engine.pack_defaults import forget_default_pack
from engine.pack_files import ModelPack, measured_quality
from engine.pack_names import MANIFEST, QUALITY
from engine.pack_report import PackReport
from engine.pack_staging import staging
from engine.pack_store import InstalledPack, find_pack, installed_pack
from engine.places import packs_folder

_REPORT = "examination"
"""Field of the measured figures that holds the report of an examination."""


def stored_report(folder: Path) -> PackReport | None:
    """Return the report of the examination that a pack was installed after, if there was one."""
    found = measured_quality(folder).get(_REPORT)
    try:
        return PackReport.from_dict(found) if isinstance(found, dict) else None
    except ValueError:
        return None


def quality_text(report: PackReport, figures: Mapping[str, Any] | None = None) -> str:
    """Return the contents of a pack's ``quality.json``.

    Args:
        report: What an examination found.
        figures: What else was measured.
    """
    found = {**(figures or {}), _REPORT: report.to_dict()}
    return json.dumps(found, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def disk_use(folder: Path) -> int:
    """Return the bytes that a pack's files take, whatever is listed in its manifest."""
    total = 0
    for root, _folders, names in os.walk(folder):
        for name in names:
            path = Path(root, name)
            total += path.stat().st_size if path.is_file() and not path.is_symlink() else 0
    return total


def remove_pack(name: str) -> InstalledPack:
    """Delete a pack of the user's own, sound or not; a choice of it is taken back.

    A program that has it open may go on using it on Linux and macOS; on Windows, release it first.

    Returns:
        What was removed. One of its name that came with the program or the system is in sight
        again.

    Raises:
        PackNotFound: No pack of that name is installed.
        PackError: It is not the user's own, or it cannot be removed.
    """
    pack = installed_pack(name)
    if pack.place != "user":
        places = {"program": "one that comes with the program", "system": "one for all users"}
        raise PackError(pack.path, "a pack of the user's own", places[pack.place])
    try:
        with staging(packs_folder(), name) as folder:
            # Gone at once; deleting the files may take longer.
            pack.path.rename(folder / "old")
    except OSError as error:
        found = f"one that cannot be ({error.strerror or error})"
        raise PackError(pack.path, "a pack to remove", found) from error
    forget_default_pack(name)
    return pack


def pack_to_zip(name: str, target: Path, *, replace: bool = False) -> Path:
    """Write a pack into a zip that another machine can import.

    Args:
        name: The pack's name, or its folder.
        target: The zip, or a folder for one named after the pack.
        replace: Write over a file that is there.

    Returns:
        The zip.

    Raises:
        PackError: There is no such pack, it is not sound, something is at ``target`` already, or
            it cannot be written.
    """
    pack = ModelPack.open(find_pack(name))
    path = target / f"{pack.manifest.name}.zip" if target.is_dir() else target
    if path.exists() and not replace:
        raise PackError(path, "no file of this name yet", "one that is there")
    try:
        with staging(path.parent, path.name) as folder:
            _write_zip(pack, folder / path.name)
            (folder / path.name).replace(path)
    except OSError as error:
        raise PackError(path, "a file to write to", error.strerror or str(error)) from error
    return path


def _write_zip(pack: ModelPack, path: Path) -> None:
    names = [MANIFEST, *pack.manifest.files]
    names += [QUALITY] if (pack.path / QUALITY).is_file() else []
    with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name in names:
            archive.write(pack.path / name, f"{pack.manifest.name}/{name}")
