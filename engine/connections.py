"""Whether this process has anything to do with a network; where the system tells, that is."""

from collections.abc import Iterator
from pathlib import Path


def open_connections(proc: Path = Path("/proc/self")) -> int | None:
    """Return how many network sockets (TCP, UDP or raw) this process has open.

    Args:
        proc: Where the system tells of the process.

    Returns:
        ``None`` where that cannot be found out.
    """
    try:
        own = set(_targets(proc / "fd"))
        return sum(f"socket:[{inode}]" in own for inode in _network_sockets(proc / "net"))
    except OSError:
        return None


def _targets(folder: Path) -> Iterator[str]:
    """Yield what the links of a folder lead to."""
    for entry in folder.iterdir():
        try:
            yield str(entry.readlink())
        except FileNotFoundError:  # closed meanwhile, as the one that listed this folder is
            continue


def _network_sockets(net: Path) -> Iterator[str]:
    """Yield the numbers of all network sockets that this process could have."""
    for name in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        table = net / name
        if table.exists():
            for line in table.read_text("ascii").splitlines()[1:]:
                yield line.split()[9]
