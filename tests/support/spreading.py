"""A run of all tests on several processors: how many processes, and which tests stay together.

``run.py test`` asks for it. A file is tried by one process, since what its tests share is made
once for a process; so are all files that try the frozen bundle, which takes minutes to make.
"""

import os
from collections import Counter
from collections.abc import Sequence

import pytest
from xdist.scheduler import LoadScopeScheduling

MEMORY = 3 * 2**30
"""Bytes that a process may want: PyTorch, Qt and a few models are in there."""

BUNDLE = frozenset(
    f"tests/packaging/test_{name}.py"
    for name in ("bundle", "contents", "machine", "offline", "sizes")
)
"""Files that try the frozen bundle."""


def group(nodeid: str) -> str:
    """Return what a test stays together with: its file, or all that tries the bundle."""
    file = nodeid.partition("::")[0]
    return "the bundle" if file in BUNDLE else file


def slowest_first(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Sort tests so that the groups with most slow ones begin: none is left for the very end."""
    slow = Counter(group(each.nodeid) for each in items if each.get_closest_marker("slow"))
    return sorted(items, key=lambda each: -slow[group(each.nodeid)])


def processes(processors: int, memory: int) -> int:
    """Return how many processes there is room for."""
    return max(1, min(processors, memory // MEMORY))


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def memory() -> int:
    """Return the bytes that the machine has; as much as anyone wants where it does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 2**50


class GroupScheduling(LoadScopeScheduling):  # type: ignore[misc] # it comes without types
    """Hands groups of tests out in the order in which they were collected."""

    def __init__(self, config: pytest.Config, log: object) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)
