"""How a run of all tests is spread over processes."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support import spreading
from tests.support.spreading import BUNDLE, group, processes, slowest_first

GIB = 2**30
ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("nodeid", "together"),
    [
        ("tests/engine/test_law.py::test_x", "tests/engine/test_law.py"),
        ("tests/engine/test_law.py::test_x[a::b/c]", "tests/engine/test_law.py"),
        ("tests/packaging/test_run.py::test_x", "tests/packaging/test_run.py"),
        ("tests/packaging/test_bundle.py::test_x", "the bundle"),
        ("tests/packaging/test_offline.py::test_x[a]", "the bundle"),
    ],
)
def test_a_file_stays_together_and_so_does_all_that_tries_the_bundle(nodeid, together):
    assert group(nodeid) == together


def test_every_file_that_tries_the_bundle_is_known():
    asks = re.compile(r"^def \w+\((?:[^)]*\W)?(?:bundle|debs|run_file)\b[^)]*\)", re.MULTILINE)
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if asks.search(path.read_text("utf-8"))
    }
    assert found == BUNDLE


def collected(*names):
    """Tests whose names say which are slow."""
    return [
        SimpleNamespace(
            nodeid=name,
            get_closest_marker=lambda mark, name=name: "slow" in name and mark == "slow",
        )
        for name in names
    ]


def test_what_has_slow_tests_begins_and_the_rest_keeps_its_order():
    names = ("a.py::one", "b.py::one", "b.py::slow", "c.py::slow", "c.py::slow2", "d.py::one")
    order = [each.nodeid for each in slowest_first(collected(*names))]
    assert order == [
        "c.py::slow", "c.py::slow2", "b.py::one", "b.py::slow", "a.py::one", "d.py::one"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("processors", "memory", "count"),
    [(1, 64 * GIB, 1), (2, 24 * GIB, 2), (16, 24 * GIB, 8), (4, 2 * GIB, 1), (2, 7 * GIB, 2)],
)
def test_there_is_a_process_for_each_processor_and_memory_for_each_process(
    processors, memory, count
):
    assert processes(processors, memory) == count


def test_the_machine_is_asked():
    assert spreading.processors() >= 1
    assert spreading.memory() >= GIB


def test_several_processes_say_no_more_than_one(tmp_path):
    """Files go round whole, and what they say is what pytest says by itself."""
    for name in "ab":
        tests = (f"def test_{n}(tell): tell(f'{name} {{os.getpid()}}')" for n in (1, 2))
        (tmp_path / f"test_{name}.py").write_text("\n".join(("import os", *tests)), "utf-8")
    (tmp_path / "conftest.py").write_text("from tests.conftest import *\n", "utf-8")
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "2", "-q", "-p", "no:cacheprovider", tmp_path],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    ).stdout.splitlines()
    told = [line.partition(": ")[2] for line in said if "::" in line]
    assert len(told) == 4
    assert len(set(told)) == 2  # a process for a file
    assert [line for line in said if "loadscope" in line] == []
    assert said[-1].startswith("4 passed in ")
