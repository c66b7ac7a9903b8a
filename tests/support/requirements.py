"""Optional packages: a test without one is skipped at a desk and fails where ``CI`` is set."""

import importlib
import os
from types import ModuleType

import pytest


def require(module: str) -> ModuleType:
    """Import ``module``, or skip the test; where ``CI`` is ``true`` its absence is a failure."""
    if os.environ.get("CI") == "true":
        return importlib.import_module(module)
    pytest.importorskip(module, exc_type=ImportError)
    return importlib.import_module(module)
