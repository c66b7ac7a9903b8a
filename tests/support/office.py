"""LibreOffice, where it is installed: opens documents and writes them in another format."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest


def converted(path: Path, suffix: str, folder: Path) -> Path:
    """Let LibreOffice open a document and write it anew; skip the test where there is none.

    Args:
        path: The document.
        suffix: What to make of it, such as "fodt".
        folder: An empty folder, for the result and for LibreOffice's own files.
    """
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("needs LibreOffice")
    home = folder / "office"
    command = [
        *(program, f"-env:UserInstallation={home.as_uri()}", "--headless"),
        *("--convert-to", suffix, "--outdir", str(folder), str(path)),
    ]
    done = subprocess.run(
        command,
        env={**os.environ, "HOME": str(folder)},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=240,
        check=False,
    )
    result = folder / path.with_suffix(f".{suffix}").name
    assert result.is_file(), done.stdout + done.stderr
    return result
