"""Starting and soaking: what only our own program does."""

import json
import sys

import pytest

from export.__main__ import main
from export.bench import startup
from export.bench.command import STARTER_PACK
from export.bench.errors import BenchError
from export.bench.soak import Soak
from export.bench.startup import Starts, has_screen

pytestmark = pytest.mark.slow


def test_starts_are_compared_by_their_medians():
    assert Starts([3.0, 1.0, 9.0], [2.0, 2.0, 1.0]).ratio == 1.5


def test_growth_and_slowdown_are_those_of_the_longest_text():
    found = Soak([10, 100], [1.0, 12.0], [50, 500], 1000, [1010, 1040, 1020])
    assert found.growth == 1.04
    assert found.slowdown == pytest.approx(1.2)


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="there always is one")
def test_a_screen_is_one_that_is_named():
    assert not has_screen({})
    assert has_screen({"WAYLAND_DISPLAY": "wayland-0"})


def test_both_programs_of_each_sort_come_to_their_end(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    written = tmp_path / "found.json"
    assert main(["bench", "startup", "--times", "1", "--json", str(written)]) == 0
    details = json.loads(written.read_text("utf-8"))["details"]
    assert {name: [len(each["ours"]), len(each["bare"])] for name, each in details.items()} == {
        "engine": [1, 1],
        "window": [1, 1],
        "filled": [1, 1],
    }
    out = capsys.readouterr().out
    assert "process start to visible window" in out
    assert "process start to a window that one can type in" in out


def test_a_start_that_fails_is_told(monkeypatch):
    monkeypatch.setattr(startup, "FIRST_SENTENCE", "raise SystemExit('no luck')")
    with pytest.raises(BenchError, match="expected a start, found: no luck"):
        startup.engine_starts(STARTER_PACK, 1)


def test_a_soak_tells_memory_and_time(tmp_path):
    written = tmp_path / "found.json"
    command = ["bench", "soak", "--sizes", "5", "20", "--threads", "1", "--json", str(written)]
    assert main(command) == 0
    found = json.loads(written.read_text("utf-8"))
    assert found["details"]["sentences"] == [5, 20]
    names = {each["name"] for each in found["figures"]}
    assert names == {"memory_after_of_before", "time_of_long_text"}
