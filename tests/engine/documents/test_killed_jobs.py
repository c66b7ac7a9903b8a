"""Whenever a job is killed, the same call ends with what it would have ended with."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.killed_job import run, state

ROOT = Path(__file__).parents[3]
MOMENTS = 50

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process that can be copied"),
]


@pytest.fixture
def source(folder):
    """A document with all that Markdown has, long enough for several batches."""
    paragraphs = [
        f"# Chapter {number}\n\nThis is *sentence {number}* of many. Is [this](http://x.example)"
        f" one? It is `code {number}`.\n\n- An item that goes\n  on in line {number}.\n"
        for number in range(15)
    ]
    path = folder / "book.md"
    path.write_text("\n".join(paragraphs), "utf-8")
    return path


def test_a_job_killed_at_any_moment_ends_as_if_it_never_was(source, home):
    result = source.with_name("book.zh.md")
    before = state(source.parent)
    reading, translating, writing, end = run(source, result)
    wanted = state(source.parent)
    chance = random.Random(8)
    bounds = [(reading, translating), (translating, writing), (writing, end), (end - 300, end)]
    moments = [
        chance.randint(first + 1, last)
        for first, last in (bounds[number % len(bounds)] for number in range(MOMENTS))
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.killed_job", source, result, *map(str, moments)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    lines = list(map(json.loads, done.stdout.splitlines()))
    assert len(lines) == 2 * MOMENTS
    assert [moment for moment, code, _ in lines if code == -9] == moments
    for moment, code, found in lines:
        # Killed or not: the source is as it was, and the result is not there or it is whole.
        assert found.pop("book.md") == before["book.md"]
        assert found.pop("book.zh.md", None) in {wanted["book.zh.md"], None if code else "missing"}
        assert code or not [name for name in found if name != "book.zh.md.json"], moment
    assert list((home / "data" / "jobs").iterdir()) == []
