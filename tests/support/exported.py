"""Packs made of checkpoints, and runs of their graphs with every token forced."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import onnx
from hypothesis import strategies as st

from engine.manifest import PackManifest
from engine.model import MarianModel
from engine.pack import ModelPack
from engine.search import IntArray, SparseBias, StepResult
from engine.sessions import open_session, run
from export.checkpoint import read_checkpoint
from export.convert import ConvertOptions, build_pack
from export.graph import GraphBuilder
from export.policies import DEFAULT
from export.quantise import Policy

ROOT = Path(__file__).parents[2]
STARTER = ROOT / "assets" / "checkpoints" / "starter-en-zh"


def make_pack(
    checkpoint: Path,
    folder: Path,
    policy: Policy = DEFAULT,
    *,
    screen: Literal["judged", "always", "never"] = "judged",
) -> ModelPack:
    """Build a pack, unverified, in a folder that is made for it."""
    folder.mkdir(parents=True)
    build_pack(read_checkpoint(checkpoint), folder, ConvertOptions(policy=policy, screen=screen))
    return ModelPack.open(folder, verify=False)


def run_graph(folder: Path, graph: GraphBuilder, **feeds: Any) -> dict[str, Any]:
    """Write a graph and its weights into a folder, run it and return its outputs by name."""
    (folder / "graph.onnx").write_bytes(graph.model("test").SerializeToString())
    (folder / graph.weights.name).write_bytes(graph.weights.content())
    onnx.checker.check_model(folder / "graph.onnx")
    return run(open_session(folder / "graph.onnx", threads=1), feeds)


@dataclass(frozen=True, slots=True)
class Step:
    """What one step of a search feeds: see ``engine.search.Decoder``."""

    sentences: IntArray
    tokens: IntArray
    parents: IntArray

    @property
    def width(self) -> int:
        """Rows of each sentence."""
        return len(self.tokens) // len(self.sentences)


@dataclass(frozen=True, slots=True)
class Plan:
    """A search with every choice forced."""

    sources: list[tuple[int, ...]]
    steps: list[Step]

    def rows(self, at: int, sentence: int) -> slice:
        """Return the rows that a sentence has in a step; none once it has ended."""
        step = self.steps[at]
        first = np.searchsorted(step.sentences, sentence) * step.width
        return slice(first, first + step.width * (sentence in step.sentences))

    def alone(self, sentence: int) -> "Plan":
        """Return the part of the plan that is about one sentence."""
        only = np.zeros(1, np.int64)
        steps = []
        for at, step in enumerate(self.steps):
            if sentence in step.sentences:
                rows = self.rows(at, sentence)
                before = self.rows(max(at - 1, 0), sentence)
                steps.append(Step(only, step.tokens[rows], step.parents[rows] - before.start))
        return Plan([self.sources[sentence]], steps)

    def lineage(self, at: int, row: int) -> list[int]:
        """Return the row of each step that a row of step ``at`` comes from, that one the last."""
        rows = [row]
        for step in reversed(self.steps[1 : at + 1]):
            rows.append(int(step.parents[rows[-1]]))
        return rows[::-1]

    def copies(self, at: int, row: int) -> "Plan":
        """Return a plan in which every row is fed what the lineage of one row is fed.

        There is nothing to reorder in it, and each step has as many rows as in this plan.
        """
        sentence = self.steps[at].sentences[row // self.steps[at].width]
        only = np.zeros(1, np.int64)
        steps = []
        for step, ancestor in zip(self.steps, self.lineage(at, row), strict=False):
            zeros = np.zeros(step.width, np.int64)
            steps.append(Step(only, zeros + step.tokens[ancestor], zeros))
        return Plan([self.sources[sentence]], steps)


@st.composite
def plans(
    draw: st.DrawFn,
    manifest: PackManifest,
    *,
    sentences: int = 6,
    width: int = 4,
    steps: int = 7,
    longest: int = 64,
) -> Plan:
    """Draw a search whose sentences end one by one and whose rows are reordered all the time."""
    longest = min(longest, manifest.dimensions.max_positions)
    lengths = draw(st.lists(st.integers(1, longest), min_size=1, max_size=sentences))
    widths = [1, *draw(st.lists(st.integers(1, width), max_size=steps - 1))]
    ends = draw(st.lists(st.booleans(), min_size=len(widths), max_size=len(widths)))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    ids = manifest.dimensions
    sources = [
        (*random.integers(0, ids.source_vocab, n - 1).tolist(), manifest.special_ids.eos)
        for n in lengths
    ]
    start = manifest.special_ids.decoder_start
    alive = np.arange(len(sources))
    found = [Step(alive, np.full(len(alive), start), alive)]
    for rows, ended in zip(widths[1:], ends[1:], strict=True):
        places = np.arange(len(alive))
        if ended and len(alive) > 1:
            places = np.delete(places, random.integers(len(alive)))
        before = found[-1].width
        parents = before * places[:, None] + random.integers(before, size=(len(places), rows))
        alive = alive[places]
        tokens = random.integers(0, ids.target_vocab, len(alive) * rows)
        found.append(Step(alive, tokens, parents.ravel()))
    return Plan(sources, found)


def play(
    model: MarianModel, plan: Plan, k: int, bias: SparseBias | None = None
) -> list[StepResult]:
    """Run a plan; ``bias`` is given to its last step."""
    decoder = model.decoder(model.encode(plan.sources))
    last = len(plan.steps) - 1
    return [
        decoder.step(step.tokens, step.parents, step.sentences, k, bias if at == last else None)
        for at, step in enumerate(plan.steps)
    ]


def one_row(source: Sequence[int], tokens: Sequence[int]) -> Plan:
    """Plan a search of one sentence with one row that is fed ``tokens``."""
    only = np.zeros(1, np.int64)
    return Plan([tuple(source)], [Step(only, np.array([token]), only) for token in tokens])


def assert_same_alone(model: MarianModel, plan: Plan, k: int = 5) -> None:
    """Check the law: each sentence of a plan is, bit for bit, what it is alone."""
    together = play(model, plan, k)
    for sentence, source in enumerate(plan.sources):
        for at, alone in enumerate(play(model, plan.alone(sentence), k)):
            rows = plan.rows(at, sentence)
            np.testing.assert_array_equal(together[at].log_probs[rows], alone.log_probs)
            np.testing.assert_array_equal(together[at].ids[rows], alone.ids)
            attention = together[at].attention[rows]
            n = len(source)
            np.testing.assert_array_equal(attention[:, :n], alone.attention[:, :n])
            assert not attention[:, n:].any()
