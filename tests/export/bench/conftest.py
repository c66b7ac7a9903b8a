"""A tiny checkpoint, and sentences that it knows the pieces of."""

import pytest

from tests.support.checkpoints import CHINESE, ENGLISH, save_tiny_checkpoint


@pytest.fixture(scope="session")
def checkpoint(tmp_path_factory):
    path = tmp_path_factory.mktemp("bench") / "tiny-en-zh"
    save_tiny_checkpoint(path)
    return path


@pytest.fixture(scope="session")
def lines(tmp_path_factory):
    path = tmp_path_factory.mktemp("lines") / "lines.tsv"
    pairs = zip(ENGLISH, CHINESE, strict=True)
    path.write_text("".join(f"{one}\t{other}\n" for one, other in pairs), "utf-8")
    return path
