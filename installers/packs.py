"""The pack that goes into the installer, if it is not the one that usually does."""

import json
import os
import subprocess
import sys
from pathlib import Path

from installers.desktop import ROOT
from installers.errors import BuildError


def prepare_pack(source: str, work: Path, *, keep_broken: bool = False) -> Path:
    """Make a pack of a model, as ``yiwen packs import`` does, and return the folder it is in.

    Args:
        source: A folder or a zip with a model or a pack, or a name on the Hugging Face hub.
        work: Where to make it.
        keep_broken: Take it even if the examination finds it broken.

    Raises:
        BuildError: It cannot be made, or does not translate English into Chinese.
    """
    home = work / "pack"
    options = ["--replace", *(["--keep-broken"] if keep_broken else [])]
    path = Path(source).expanduser()
    named = str(path.absolute()) if path.exists() else source
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "engine", "packs", "import", named, *options],
        cwd=ROOT,
        env={**os.environ, "YIWEN_HOME": str(home)},
        check=False,
    )
    if done.returncode != 0:
        raise BuildError(
            f"{source}: expected a model that can be made a pack, found none; see above"
        )
    packs = home / "data/packs"
    (manifest,) = packs.glob("*/manifest.json")
    found = json.loads(manifest.read_text("utf-8"))
    languages = tuple(found[f"{side}_language"].split("-")[0] for side in ("source", "target"))
    if languages != ("en", "zh"):
        raise BuildError(
            f"{source}: expected a model from en into zh, found {' into '.join(languages)}"
        )
    return packs


def only_pack(packs: Path) -> str:
    """Return the name of the one pack in a folder."""
    (manifest,) = packs.glob("*/manifest.json")
    return manifest.parent.name
