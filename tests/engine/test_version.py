import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from engine.version import UNKNOWN, program_version, source_version

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_the_version_is_the_projects():
    assert program_version() == tomllib.loads(PROJECT.read_text("utf-8"))["project"]["version"]


def test_a_source_tree_needs_no_installation(monkeypatch):
    def missing(name):
        raise metadata.PackageNotFoundError(name)

    installed = program_version()
    monkeypatch.setattr(metadata, "version", missing)
    assert program_version() == installed


@pytest.mark.parametrize("content", ["", "not toml", "project = 1", "[project]\nversion = 1", None])
def test_a_version_may_be_unknown(tmp_path, content):
    project = tmp_path / "pyproject.toml"
    if content is not None:
        project.write_text(content)
    assert source_version(project) == UNKNOWN
