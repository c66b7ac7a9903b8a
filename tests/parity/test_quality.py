"""The starter pack translates as well as when its figures were recorded."""

from pathlib import Path

import pytest

from engine.pack import ModelPack, bundled_pack_path
from engine.types import Guards
from export.lines import read_lines
from export.verify.translating import translate
from tests.support.requirements import require

pytestmark = [pytest.mark.parity, pytest.mark.slow]

EVAL = Path(__file__).parents[1] / "data" / "eval"

BLEU = {"tatoeba": 31.32, "news": 5.12, "docs": 28.94}
"""Of the int8 pack alone on the first 200 lines of each file, beam 4."""

WITH_GUARDS = {"tatoeba": 31.18, "news": 5.27, "docs": 30.28}
"""The same with everything that surrounds the model."""

TOLERANCE = 0.5
"""What another processor's rounding may change."""


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return ModelPack.open(bundled_pack_path(), cache=tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize("name", BLEU)
@pytest.mark.parametrize(
    ("guards", "recorded"),
    [
        pytest.param(Guards.off(), BLEU, id="alone"),
        pytest.param(Guards(), WITH_GUARDS, id="guarded"),
    ],
)
def test_the_pack_scores_as_recorded(pack, name, guards, recorded, capsys):
    require("sacrebleu")
    from export.score import score

    lines = read_lines(EVAL / f"{name}.tsv")
    assert len(lines) == 200
    references = [line.target or "" for line in lines]
    found = score(translate(pack, lines, guards=guards), references, "zh-Hans")
    with capsys.disabled():
        print(f"\n{name}: {found.bleu} BLEU, {found.chrf} chrF")  # noqa: T201
    assert found.bleu >= recorded[name] - TOLERANCE
