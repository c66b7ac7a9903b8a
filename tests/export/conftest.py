"""Fixtures of the exporter's tests."""

import pytest

from engine.pack import ModelPack
from tests.support.exported import STARTER, make_pack


@pytest.fixture(scope="session")
def starter(tmp_path_factory) -> ModelPack:
    """The pack of the starter checkpoint, quantised as packs are; no test may change it."""
    return make_pack(STARTER, tmp_path_factory.mktemp("starter") / "starter-en-zh")
