"""What a report about a fault should say, without anything that the user wrote."""

import platform
from collections.abc import Iterable

import PySide6
from PySide6.QtCore import QLocale, qVersion
from PySide6.QtGui import QGuiApplication

from engine.errors import EngineError
from gui.settings import Settings

_UNTOLD = frozenset(("documents_folder", "proxy"))
"""A path tells of its user, and an address may hold a password."""


def diagnostics(version: str, settings: Settings, packs: Iterable[str]) -> str:
    """Return lines of names and values: versions, the platform, screens, settings, packs."""
    lines = [
        ("yiwen", version),
        ("python", platform.python_version()),
        ("qt", f"{qVersion()}, PySide6 {PySide6.__version__}"),
        ("onnxruntime", _runtime_version()),
        ("system", f"{platform.system()} {platform.release()} {platform.machine()}"),
        ("windowing", QGuiApplication.platformName()),
        ("locale", QLocale.system().name()),
    ]
    for screen in QGuiApplication.screens():
        size = screen.size()
        ratio = screen.devicePixelRatio()
        lines.append(("screen", f"{size.width()} x {size.height()}, scaled by {ratio:g}"))
    lines += [("pack", pack) for pack in packs]
    lines += [(name, _shown(name, value)) for name, value in settings.values().items()]
    return "\n".join(f"{name}: {value}" for name, value in lines)


def pack_lines() -> list[str]:
    """Return the name, languages and origin of every pack on this machine, or what is wrong."""
    # Looking at packs takes a moment, so it is done when somebody asks.
    from engine.pack_store import installed_packs  # noqa: PLC0415

    lines = []
    for pack in installed_packs():
        if pack.manifest is None or pack.problem is not None:
            lines.append(f"{pack.name}: {_fault(pack.problem)}")
        else:
            manifest = pack.manifest
            languages = f"{manifest.source_language} to {manifest.target_language}"
            lines.append(f"{pack.name} ({languages}, {manifest.checkpoint.revision[:12]})")
    return lines


def _shown(name: str, value: bool | int | str) -> str:
    return "set" if name in _UNTOLD and value else str(value) or "default"


def _fault(problem: EngineError | None) -> str:
    return type(problem).__name__ if problem is not None else "unknown fault"


def _runtime_version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version("onnxruntime")
    except PackageNotFoundError:
        # The frozen program carries no metadata of its libraries.
        return "bundled"
