"""Installing a pack: staged, examined, and put in its place whole."""

import shutil
from collections.abc import Callable
from pathlib import Path

from engine.errors import PackError, PackExists, PackNotFound
from engine.pack_files import ModelPack
from engine.pack_names import MANIFEST, QUALITY
from engine.pack_staging import put, staging
from engine.pack_zip import unpack
from engine.places import packs_folder


def install_pack(
    source: Path | str,
    *,
    replace: bool = False,
    check: Callable[[ModelPack], None] = lambda _: None,
) -> Path:
    """Copy a pack, a folder or a zip, into the user's packs folder under the name in its manifest.

    Args:
        source: The folder or the zip.
        replace: Put it in the place of an installed one of the same name.
        check: Looks at the staged pack before it is put in place; raises to stop that.

    Returns:
        Where it is now.

    Raises:
        PackNotFound: There is no pack at ``source``.
        PackCorrupt: It is not sound.
        PackIncompatible: A newer version of this program made it.
        PackError: One of its name is installed or being installed, or the folder cannot be
            written.
    """
    origin = Path(source).expanduser().absolute()
    if not origin.exists():
        raise PackNotFound(origin, "a pack's folder or zip", "nothing there")
    packs = packs_folder()
    try:
        packs.mkdir(parents=True, exist_ok=True)
        with staging(packs, "import", alone=False) as folder:
            pack = _staged(origin, folder)
            target = packs / pack.manifest.name
            with staging(packs, pack.manifest.name) as own:
                refuse_installed(target, replace=replace)
                check(pack)
                put(pack.path, target, own / "old")
    except OSError as error:
        raise PackError(packs, "a folder to write to", error.strerror or str(error)) from error
    return target


def refuse_installed(target: Path, *, replace: bool) -> None:
    """Refuse to install a pack where there is one, unless it is to be replaced.

    Raises:
        PackExists: There is one.
    """
    if target.exists() and not replace:
        raise PackExists(
            target, "no pack of this name yet, or leave to replace it", "an installed one"
        )


def _staged(origin: Path, staging: Path) -> ModelPack:
    folder = staging / "new"
    if not origin.is_dir():
        unpack(origin, folder)
        return ModelPack.open(folder, verify=False)
    pack = ModelPack.open(origin)
    folder.mkdir()
    for name in (MANIFEST, QUALITY, *pack.manifest.files):
        if name != QUALITY or (origin / QUALITY).is_file():
            shutil.copyfile(origin / name, folder / name)
    return ModelPack.open(folder, cache=staging)
