"""Running the programs of others that installers are made with."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from installers.errors import BuildError


def run_tool(
    command: Sequence[str | Path],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    package: str = "",
) -> str:
    """Run a program and return what it printed.

    Args:
        command: The program and its arguments.
        folder: Where to run it.
        environment: Variables to add to those of this process.
        package: What brings it, to say so if it is missing.

    Raises:
        BuildError: It is not there, or it failed; the message ends with its own last words.
    """
    name = str(command[0])
    if shutil.which(name) is None:
        hint = f"; the package {package} brings it" if package else ""
        raise BuildError(f"{name}: expected this program to be installed, found none{hint}")
    done = subprocess.run(  # noqa: S603 - the programs are named in this package
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip())[-2000:]
        raise BuildError(f"{name} ended with {done.returncode}, and says:\n{said}")
    return done.stdout


def link_tree(source: Path, target: Path) -> None:
    """Copy a folder without taking its space again: the files are linked where that is possible."""
    shutil.copytree(source, target, symlinks=True, copy_function=_link)


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
