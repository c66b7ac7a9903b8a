"""The public face of the engine: what it has, and what importing it costs."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import engine

ROOT = Path(__file__).parents[1]


def test_names_are_sorted_and_each_is_there_once():
    # Constants, classes, functions, each by the alphabet: the order that ruff keeps.
    def kind(name):
        return 0 if name.isupper() else 1 if name[0].isupper() else 2

    assert engine.__all__ == sorted(set(engine.__all__), key=lambda name: (kind(name), name))


def test_public_names_are_those_that_type_checkers_see():
    tree = ast.parse(Path(engine.__file__).read_text("utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {}
    for statement in block.body:
        assert isinstance(statement, ast.ImportFrom)
        for alias in statement.names:
            assert alias.asname is None
            seen[alias.name] = statement.module
    assert sorted(seen) == sorted(engine.__all__) == sorted(dir(engine))
    homes = {name: f"engine.{home}" for home, names in engine._HOMES.items() for name in names}
    assert homes == seen


@pytest.mark.parametrize("name", engine.__all__)
def test_a_public_name_resolves_to_what_is_defined_where_it_says(name):
    found = getattr(engine, name)
    assert found is getattr(engine, name)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert found.__name__ == name
        assert found.__doc__
        (home,) = (home for home, names in engine._HOMES.items() if name in names)
        assert found.__module__ == f"engine.{home}"


def test_every_error_of_the_engine_is_public():
    errors = engine.EngineError.__subclasses__() + engine.PackError.__subclasses__()
    own = {error.__name__ for error in errors if error.__module__ == "engine.errors"}
    assert own <= set(engine.__all__)


def test_an_unknown_name_is_an_attribute_error_that_names_it():
    with pytest.raises(AttributeError, match="module 'engine' has no attribute 'translate'"):
        _ = engine.translate
    with pytest.raises(ImportError, match="cannot import name 'Translatr'"):
        exec("from engine import Translatr")


def test_modules_can_still_be_imported_from_the_package():
    from engine import errors
    from engine.errors import Cancelled

    assert errors.Cancelled is Cancelled is engine.Cancelled


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import engine", ("numpy", "onnxruntime", "sentencepiece", "sentencex", "opencc")),
        ("import engine; engine.Document, engine.Cancelled", ("numpy", "onnxruntime")),
        ("import engine; engine.Translator", ("onnxruntime", "sentencepiece", "opencc")),
        ("from engine import *", ("onnxruntime",)),
    ],
)
def test_importing_loads_only_what_is_used(code, absent):
    unwanted = {"torch", "transformers", "onnx", "PySide6", "gui", "export", *absent}
    script = f"{code}\nimport sys\nprint(*sorted({unwanted!r} & sys.modules.keys()))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
    assert done.stderr == ""
