"""How much memory this process holds and has held."""

from pathlib import Path
from typing import Final

_STATUS: Final = Path("/proc/self/status")


def peak() -> int | None:
    """Return the most bytes that were resident so far; ``None`` where the system does not say."""
    return _figure("VmHWM")


def resident() -> int | None:
    """Return the bytes that are resident now; ``None`` where the system does not say."""
    return _figure("VmRSS")


def _figure(name: str) -> int | None:
    try:
        lines = _STATUS.read_text("ascii").splitlines()
    except OSError:
        return None
    return next(
        (1024 * int(line.split()[1]) for line in lines if line.startswith(f"{name}:")), None
    )
