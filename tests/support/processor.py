"""What the starter pack does on the processor that this runs on: ``python -m`` this module.

Prints JSON. Run under an emulator, it says what an older processor would do.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto

from engine.model import MarianModel
from engine.pack import ModelPack, bundled_pack_path
from engine.search import Hypothesis, SearchOptions, search
from engine.tokenizer import Tokenizer
from export.graph import CONTRIB, GraphBuilder, WeightFile
from tests.support.exported import one_row, play, run_graph

SENTENCES = (
    "Good morning!",
    "Where is the nearest railway station?",
    "She has been learning Chinese for 3 years, but she still cannot read a newspaper.",
    "It will rain tomorrow.",
    "The committee agreed on Thursday to lower the tax on small companies.",
    "Return the index of the first item.",
)
STEPS = 6


def features() -> dict[str, bool]:
    """Name the vector instructions that there are, as numpy finds them."""
    from numpy._core._multiarray_umath import (  # type: ignore[import-not-found]
        __cpu_features__,
    )

    return {name: bool(__cpu_features__.get(name)) for name in ("AVX2", "AVX512F", "AVX512_ICL")}


def integer_product(x: NDArray[np.uint8], weight: NDArray[np.int8], zero: int) -> NDArray[Any]:
    """Multiply as the graphs do: ``(x - zero) @ weight``, as float32."""
    graph = GraphBuilder("product", WeightFile("weights.bin"))
    value = graph.input("x", TensorProto.UINT8, list(x.shape))
    one = graph.scalar(1, np.float32)
    y = graph.op(
        "MatMulIntegerToFloat",
        value,
        graph.constant("weight", weight),
        one,
        graph.constant("scale", np.ones(weight.shape[1], np.float32)),
        graph.scalar(zero, np.uint8),
        domain=CONTRIB,
    )
    graph.output(y, "y", TensorProto.FLOAT, [len(x), weight.shape[1]])
    with tempfile.TemporaryDirectory() as folder:
        found: NDArray[Any] = run_graph(Path(folder), graph, x=x)["y"]
    return found


def product_error(largest: int, zero: int) -> float:
    """Return the largest error of products whose every weight and activation is at its limit."""
    random = np.random.default_rng(1)
    worst = 0.0
    for rows in (1, 4, 20):
        # Neighbours of one sign and of two, at every place of a pair.
        weight = largest * random.choice([-1, 1], size=(32, 1, 48)).repeat(2, axis=1)
        weight = np.concatenate([weight.reshape(64, 48), -weight.reshape(64, 48)[1:-1]])
        x = 2 * zero * random.integers(0, 2, (rows, len(weight)))
        found = integer_product(x.astype(np.uint8), weight.astype(np.int8), zero)
        worst = max(worst, float(np.abs(found - (x - zero) @ weight).max()))
    return worst


def report() -> dict[str, Any]:
    """Translate every sentence alone and together, greedily and with four beams."""
    found = ModelPack.open(bundled_pack_path(), verify=False)
    model, tokenizer = MarianModel.load(found, threads=1), Tokenizer.load(found)
    sources = [tokenizer.encode(text).ids for text in SENTENCES]
    special = found.manifest.special_ids
    together, alone = {}, {}
    for beams in (1, 4):
        options = SearchOptions(
            start_id=special.decoder_start,
            eos_id=special.eos,
            beam_size=beams,
            max_target_tokens=30,
        )

        def find(batch: list[tuple[int, ...]], options: SearchOptions = options) -> list[Any]:
            decoder = model.decoder(model.encode(batch))
            return [_plain(each[0]) for each in search(decoder, len(batch), options)]

        together[beams] = find(sources)
        alone[beams] = [find([source])[0] for source in sources]
    return {
        "features": features(),
        "within limits": product_error(88, 93),
        "beyond limits": product_error(127, 127),
        "together": together,
        "alone": alone,
        "log_probs": [_log_probs(model, source, special.decoder_start) for source in sources],
    }


def _plain(hypothesis: Hypothesis) -> dict[str, Any]:
    return {
        "ids": hypothesis.ids,
        "score": hypothesis.score,
        "log_probs": hypothesis.log_probs,
    }


def _log_probs(model: MarianModel, source: tuple[int, ...], start: int) -> list[float]:
    """Return the log-probability of every id after each of a few tokens that are forced."""
    size = model.manifest.dimensions.target_vocab
    tokens = [start, *range(400, 400 + 700 * (STEPS - 1), 700)]
    steps = play(model, one_row(source, tokens), size)
    table = np.empty((len(steps), size), np.float32)
    for row, step in zip(table, steps, strict=True):
        row[step.ids[0]] = step.log_probs[0]
    return [float(value) for value in table[:, 2:-1:7].ravel()]


if __name__ == "__main__":
    json.dump(report(), sys.stdout)
