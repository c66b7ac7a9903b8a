"""How long the installed program takes to its window, compared with the one from the sources.

    python -m tests.packaging.start_time /usr/lib/yiwen/yiwen-app

starts both in turn on a screen of their own and prints the medians and their ratio. It needs Xvfb,
openbox and xdotool.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.gui.screen import ROOT, Screen, screen


def seconds_to_window(shown: Screen, command: Sequence[str | Path]) -> float:
    """Start a program, wait until its window can be seen, end it, and return how long it took."""
    start = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, env=shown.environment) as program:
        try:
            shown.do("search", "--sync", "--onlyvisible", "--name", "^Yiwen$")
            return time.perf_counter() - start
        finally:
            program.terminate()


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path, help="the installed window's program")
    parser.add_argument("--times", type=int, default=15, help="starts of each")
    arguments = parser.parse_args()
    ways = {
        "installed": [arguments.program.absolute()],
        "from the sources": [sys.executable, "-m", "gui"],
    }
    taken: dict[str, list[float]] = {name: [] for name in ways}
    with tempfile.TemporaryDirectory() as home, screen(Path(home)) as shown:
        for command in ways.values():  # the first start fills the caches
            seconds_to_window(shown, command)
        for _ in range(arguments.times):
            for name, command in ways.items():
                taken[name].append(seconds_to_window(shown, command))
    medians = {name: statistics.median(seconds) for name, seconds in taken.items()}
    for name, seconds in medians.items():
        sys.stdout.write(f"{name}: {seconds:.2f} s (median of {arguments.times})\n")
    sys.stdout.write(f"ratio: {medians['installed'] / medians['from the sources']:.2f}\n")


if __name__ == "__main__":
    main()
