"""Patterns that are compiled when they are first used."""

import copy
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.patterns import regex

_ROOT = Path(__file__).parents[2]


def test_it_finds_what_a_compiled_pattern_finds() -> None:
    lazy, compiled = regex(r"b(\w)", re.IGNORECASE), re.compile(r"b(\w)", re.IGNORECASE)
    text = "Abc abd"
    assert lazy.findall(text) == compiled.findall(text)
    assert lazy.sub(r"\1", text) == compiled.sub(r"\1", text)
    found = lazy.search(text, 3)
    assert found is not None
    assert found.span() == (5, 7)
    assert [match[1] for match in lazy.finditer(text)] == ["c", "d"]
    assert lazy.fullmatch("bc")
    assert (lazy.pattern, lazy.flags, lazy.groups) == (compiled.pattern, compiled.flags, 1)


def test_a_fault_shows_at_the_first_use() -> None:
    lazy = regex("(")
    with pytest.raises(re.error):
        lazy.search("")


def test_a_method_is_taken_over_once() -> None:
    lazy = regex("a")
    assert lazy.search is lazy.search


def test_it_can_be_copied() -> None:
    assert copy.deepcopy(regex("a+")).sub("b", "aa") == "b"


def test_importing_the_translator_compiles_none_of_its_patterns() -> None:
    code = """
import re._compiler, sys
asked = []
compile = re._compiler.compile
def counting(pattern, flags=0):
    caller = sys._getframe(1)
    while caller.f_globals["__name__"] == "re":
        caller = caller.f_back
    asked.append(caller.f_globals["__name__"])
    return compile(pattern, flags)
re._compiler.compile = counting
import engine.translator
print(*(name for name in asked if name.split(".")[0] == "engine"))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=_ROOT, capture_output=True, check=True, text=True
    )
    assert not done.stdout.split()
