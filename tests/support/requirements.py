"""Optional parts: a test without one is skipped at a desk and fails where ``CI`` is set."""

import importlib
import os
import shutil
from types import ModuleType

import pytest


def require(module: str) -> ModuleType:
    """Import ``module``, or skip the test; where ``CI`` is ``true`` its absence is a failure."""
    if os.environ.get("CI") == "true":
        return importlib.import_module(module)
    pytest.importorskip(module, exc_type=ImportError)
    return importlib.import_module(module)


def program(name: str) -> str:
    """Return the path of a program, or skip the test; where ``CI`` is ``true`` it must be there."""
    found = shutil.which(name)
    if found is None:
        assert os.environ.get("CI") != "true", f"{name} is not installed, and in CI it must be"
        pytest.skip(f"{name} is not installed")
    return found
