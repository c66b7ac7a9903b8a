"""A whole Debian in a folder: what a user's new machine has, and nothing of this one's Python."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

NEEDED = ("debootstrap", "unshare", "chroot")
MISSING = [
    name for name in NEEDED if shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin") is None
]

# What belongs to users, or to nobody: not part of what is installed.
_OUTSIDE = ("dev", "home", "proc", "root", "run", "sys", "tmp", "var/cache", "var/log")

_ENTER = """
set -e
mount --bind /proc "$ROOT/proc"
mount --bind /dev "$ROOT/dev"
mount -t tmpfs tmpfs "$ROOT/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
mkdir "$ROOT/tmp/.X11-unix"
if [ -d /tmp/.X11-unix ]; then mount --bind /tmp/.X11-unix "$ROOT/tmp/.X11-unix"; fi
if [ -n "$PARCEL" ]; then cp "$PARCEL" "$ROOT/tmp/"; fi
%s
exec chroot --userspec="$AS" "$ROOT" env -i "$@"
"""


class Machine:
    """A Debian that programs can be run in.

    Args:
        root: The folder that is to be its ``/``.
        suite: Which Debian it is.

    Attributes:
        notes: What a test wants to remember of it.
    """

    def __init__(self, root: Path, suite: str) -> None:
        self.root = root
        self.suite = suite
        self.notes: dict[str, Any] = {}

    @classmethod
    def install(cls, root: Path, suite: str) -> "Machine":
        """Install the least that Debian can be; where from, this machine's own sources say."""
        sites = subprocess.run(
            ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        mirror = next(site for site in sites.stdout.split() if re.search(r"/debian/?$", site))
        command = ["/usr/sbin/debootstrap", "--variant=minbase", suite, str(root), mirror]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return cls(root, suite)

    def apt(self, *arguments: str, parcel: Path | None = None) -> None:
        """Run ``apt-get`` as root, with a network; the parcel is then in /tmp."""
        done = self.run(
            "apt-get", "-y", "-qq", "--no-install-recommends", *arguments,
            network=True, parcel=parcel, env={"DEBIAN_FRONTEND": "noninteractive"}, timeout=900,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]

    def command(
        self,
        *command: str,
        user: str = "root",
        env: Mapping[str, str] | None = None,
        network: bool = False,
        parcel: Path | None = None,
        setup: str = "",
    ) -> tuple[list[str], dict[str, str]]:
        """Return what to run, and with which environment, to run a command in there.

        Args:
            command: The command.
            user: Who runs it.
            env: Its whole environment, besides HOME, USER and PATH, which may be among it.
            network: Leave it the network.
            parcel: A file to put into /tmp.
            setup: Shell commands to run before, as root; ``$ROOT`` is the machine's ``/``.
        """
        home = "/root" if user == "root" else f"/home/{user}"
        inside = {
            "HOME": home,
            "USER": user,
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            **(env or {}),
        }
        namespaces = ["--mount"] if network else ["--mount", "--net"]
        full = [
            "unshare", *namespaces, "bash", "-c", _ENTER % setup, "bash",
            *(f"{name}={value}" for name, value in inside.items()), *command,
        ]  # fmt: skip
        outside = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "ROOT": str(self.root),
            "AS": f"{user}:{user}",
            "PARCEL": str(parcel or ""),
        }
        return full, outside

    def run(
        self, *command: str, timeout: float = 180, text: str | None = None, **how
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end; see :meth:`command`."""
        full, outside = self.command(*command, **how)
        return subprocess.run(
            full, env=outside, input=text or "", capture_output=True, encoding="utf-8",
            check=False, timeout=timeout,
        )  # fmt: skip

    def start(self, *command: str, **how) -> subprocess.Popen[str]:
        """Start a command; what it says on both streams comes together."""
        full, outside = self.command(*command, **how)
        return subprocess.Popen(
            full, env=outside, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, encoding="utf-8",
        )  # fmt: skip

    def add_user(self, name: str) -> Path:
        """Add a user and return their home, as a path of the outer machine."""
        done = self.run("useradd", "--create-home", name)
        assert done.returncode == 0, done.stderr
        return self.root / "home" / name

    def state(self) -> dict[str, tuple[int, int, int]]:
        """Return mode, size and time of everything that is not users'."""
        return dict(_entries(self.root))


def _entries(root: Path) -> Iterator[tuple[str, tuple[int, int, int]]]:
    for path in root.rglob("*"):
        name = str(path.relative_to(root))
        if not _is_in(name, _OUTSIDE):
            found = path.lstat()
            time = 0 if path.is_dir() else found.st_mtime_ns
            yield name, (found.st_mode, 0 if path.is_dir() else found.st_size, time)


def _is_in(name: str, folders: Sequence[str]) -> bool:
    return any(name == folder or name.startswith(f"{folder}/") for folder in folders)
