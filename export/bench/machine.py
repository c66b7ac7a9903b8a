"""What a run was made on."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from engine.sessions import physical_cores

_PACKAGES: Final = ("onnxruntime", "torch", "transformers", "ctranslate2", "numpy")
_FLAGS: Final = ("avx512_vnni", "avx_vnni", "avx512f", "avx2")
_PROCESSOR: Final = Path("/proc/cpuinfo")


def machine() -> str:
    """Describe the machine: processor, what it multiplies bytes with, cores, system."""
    found: dict[str, str] = {}
    if _PROCESSOR.is_file():
        for line in _PROCESSOR.read_text("utf-8", "replace").splitlines():
            key, _, value = line.partition(":")
            found.setdefault(key.strip(), value.strip())
    name = found.get("model name") or platform.processor() or platform.machine()
    known = found.get("flags", "").split()
    flag = next((each for each in _FLAGS if each in known), "")
    parts = (name, flag, f"{cores()} cores", platform.system())
    return ", ".join(part for part in parts if part)


def cores() -> int:
    """Return how many cores a run may use."""
    return physical_cores() or os.cpu_count() or 1


def versions() -> dict[str, str]:
    """Return the versions of Python and of the engines that are installed."""
    found = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
