"""Int8 on processors without VNNI, emulated: the same translations, and the law holds.

Such processors multiply unsigned bytes (activations) by signed bytes (weights) with an instruction
that adds the products of two neighbouring inputs in 16 bits, and cuts off what is over 32,767
(``vpmaddubsw``). A pack's bytes cannot get there: an activation is 186 at most, the weights of one
sign in a pair of neighbours come to 176 at most, and 186 · 176 = 32,736. Without that bound a model
is fine on the machine that made it and translates badly on a laptop of 2015.
"""

import json
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

from tests.support import processor
from tests.support.exported import ROOT

EMULATOR = "qemu-x86_64"
PROCESSOR = "Haswell"

pytestmark = [pytest.mark.parity, pytest.mark.slow]


@pytest.fixture(scope="module")
def native():
    return json.loads(json.dumps(processor.report()))


@pytest.fixture(scope="module")
def emulated():
    path = shutil.which(EMULATOR)
    if path is None:
        reason = f"{EMULATOR} is not installed (Debian and Ubuntu: qemu-user)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    found = subprocess.run(
        [path, "-cpu", PROCESSOR, sys.executable, "-m", "tests.support.processor"],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=900,  # beside other tests, on few processors
    )
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


def test_the_emulated_processor_is_an_older_one(emulated):
    assert emulated["features"] == {"AVX2": True, "AVX512F": False, "AVX512_ICL": False}


def test_bytes_at_their_limits_multiply_exactly(native, emulated):
    assert native["within limits"] == emulated["within limits"] == 0


def test_bytes_beyond_them_would_not(emulated):
    """Otherwise none of this would show that saturation is avoided."""
    assert emulated["beyond limits"] > 1000


def test_log_probabilities_are_nearly_the_same(native, emulated):
    """Rounding of float32 differs, and so may a rounded activation, here and there."""
    expected, found = np.array(native["log_probs"]), np.array(emulated["log_probs"])
    assert expected.shape == (len(processor.SENTENCES), expected.shape[1])
    assert np.abs(found - expected).max() < 0.4
    assert np.abs(found - expected).mean() < 0.02


@pytest.mark.parametrize("beams", ["1", "4"])
def test_translations_are_nearly_all_the_same(native, emulated, beams):
    pairs = zip(native["together"][beams], emulated["together"][beams], strict=True)
    same = [mine for mine, theirs in pairs if mine["ids"] == theirs["ids"]]
    assert len(same) >= len(processor.SENTENCES) - 1
    assert sum(len(each["ids"]) for each in same) > 20


@pytest.mark.parametrize("beams", ["1", "4"])
def test_the_law_holds_there_too(emulated, beams):
    """To the last bit of every score: JSON keeps all digits."""
    assert emulated["together"][beams] == emulated["alone"][beams]
