"""The starter pack's graphs in float32 against transformers, on 500 real sentences.

Each is searched in one of two ways; all of them in both, which takes twice as long, by

    python run.py export assets/checkpoints/starter-en-zh --output FOLDER \\
        --lines tests/data/parity.tsv --parity-lines 500
"""

from pathlib import Path

import pytest

from engine.pack import ModelPack
from export.checkpoint import read_checkpoint
from export.convert import ConvertOptions, build_pack
from export.lines import read_lines, spread
from export.policies import FLOAT32
from export.verify import LOGIT_TOLERANCE, never
from export.verify.parity import Subject, id_parity, logit_difference
from tests.support.requirements import require

pytestmark = [pytest.mark.parity, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
CHECKPOINT = ROOT / "assets" / "checkpoints" / "starter-en-zh"


@pytest.fixture(scope="module")
def subject(tmp_path_factory):
    folder = tmp_path_factory.mktemp("float32")
    build_pack(read_checkpoint(CHECKPOINT), folder, ConvertOptions(policy=FLOAT32))
    return Subject(ModelPack.open(folder, verify=False))


@pytest.fixture(scope="module")
def oracle():
    require("torch")
    require("transformers")
    from export.verify.reference import Reference

    return Reference(CHECKPOINT, never(read_checkpoint(CHECKPOINT)))


@pytest.fixture(scope="module")
def lines():
    found = read_lines(ROOT / "tests" / "data" / "parity.tsv")
    assert len(found) == 500
    return found


def test_log_probabilities_are_those_of_transformers(subject, oracle, lines, tell):
    difference = logit_difference(subject, oracle, spread(lines, 100))
    tell(f"largest difference of a log-probability: {difference:.1e}")
    assert difference <= LOGIT_TOLERANCE


@pytest.mark.parametrize(("beams", "half"), [(1, 0), (4, 1)])
def test_searches_find_what_transformers_finds(subject, oracle, lines, beams, half, tell):
    parity = id_parity(subject, oracle, lines[half::2], beams)
    tell(f"beam {beams}: {parity.equal} of {parity.lines} equal, {parity.ties} ties")
    assert parity.different == 0
    assert parity.equal >= 0.98 * parity.lines
