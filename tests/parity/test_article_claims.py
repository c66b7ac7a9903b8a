"""Claims of docs/article.md about exporting, decoding in one pass, start tokens and rounding."""

import warnings
from contextlib import contextmanager

import numpy as np
import onnx
import pytest

from engine.model import MarianModel
from engine.pack import ModelPack
from engine.search import SearchOptions, search
from engine.sessions import open_session, run
from engine.tokenizer import Tokenizer
from export.checkpoint import read_checkpoint
from export.lines import read_lines, spread
from export.policies import FLOAT32
from export.quantise import Policy
from export.score import score
from export.verify import never
from export.verify.translating import translate
from tests.support.checkpoints import save_tiny_checkpoint
from tests.support.exported import ROOT, STARTER, make_pack
from tests.support.requirements import require

pytestmark = pytest.mark.parity

EVALUATION = ROOT / "tests" / "data" / "eval"
NAMES = ["ids", "mask", "targets"]
AXES = {
    "ids": {0: "batch", 1: "source"},
    "mask": {0: "batch", 1: "source"},
    "targets": {0: "batch", 1: "target"},
}


@contextmanager
def without_warnings():
    """Tracing warns of every branch that it freezes, and of its own age."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


# -- exporting a model of transformers ------------------------------------------------------------


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A model of transformers with the attention it takes by default."""
    transformers = require("transformers")
    require("torch").set_num_threads(1)
    folder = tmp_path_factory.mktemp("tiny") / "tiny"
    save_tiny_checkpoint(folder)
    model = transformers.MarianMTModel.from_pretrained(folder).eval()
    assert model.config._attn_implementation == "sdpa"
    return model


def logits_of(model):
    """Wrap a model so that it takes three tensors and gives one, without a cache."""
    torch = require("torch")

    class Logits(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, ids, mask, targets):
            return self.model(
                input_ids=ids, attention_mask=mask, decoder_input_ids=targets, use_cache=False
            ).logits

    return Logits().eval()


def example(batch, source, target, padding=0):
    """Return ids, mask and target ids; the last sentence ends with ``padding`` pads."""
    torch = require("torch")
    generator = torch.Generator().manual_seed(100 * batch + 10 * source + target)
    ids = torch.randint(2, 50, (batch, source), generator=generator)
    mask = torch.ones_like(ids)
    if padding:
        mask[-1, -padding:] = 0
    return ids, mask, torch.randint(2, 50, (batch, target), generator=generator)


def test_the_forward_wants_target_ids_too(tiny):
    """Tracing calls forward with what it is given; with a source alone it fails by itself."""
    with pytest.raises(ValueError, match="decoder_input"):
        tiny(input_ids=example(1, 5, 3)[0])


@pytest.mark.parametrize("opset", [14, 17])
def test_a_wrapped_forward_is_exported_whole_with_every_length_free(tiny, tmp_path, opset):
    """With scaled_dot_product_attention, from an example of one sentence, at opset 14 as well."""
    torch, path = require("torch"), tmp_path / "model.onnx"
    wrapped = logits_of(tiny)
    with without_warnings():
        torch.onnx.export(
            wrapped,
            example(1, 5, 3),
            path,
            dynamo=False,
            opset_version=opset,
            input_names=NAMES,
            output_names=["logits"],
            dynamic_axes=AXES,
        )
    assert [each.version for each in onnx.load(path).opset_import] == [opset]
    session = open_session(path, threads=1)
    for arguments in (example(1, 5, 3), example(1, 9, 17), example(3, 12, 7, padding=4)):
        feeds = {name: value.numpy() for name, value in zip(NAMES, arguments, strict=True)}
        found = run(session, feeds)["logits"]
        with torch.no_grad():
            expected = wrapped(*arguments).numpy()
        np.testing.assert_allclose(found, expected, atol=1e-4)


def test_the_newer_exporter_fixes_a_batch_of_one(tiny):
    """Here the claim holds: the example must have two sentences if the batch is to be free."""
    torch = require("torch")
    axis = {name: torch.export.Dim(name, max=60) for name in ("batch", "source", "target")}
    shapes = tuple({at: axis[name] for at, name in AXES[each].items()} for each in NAMES)
    with without_warnings():
        with pytest.raises(Exception, match=r"specialized it to be a constant \(1\)"):
            torch.export.export(logits_of(tiny), example(1, 7, 5), dynamic_shapes=shapes)
        program = torch.export.export(logits_of(tiny), example(2, 7, 5), dynamic_shapes=shapes)
    arguments = example(3, 9, 6)
    with torch.no_grad():
        np.testing.assert_allclose(
            program.module()(*arguments), logits_of(tiny)(*arguments), atol=1e-4
        )


def test_generate_cannot_be_traced(tiny):
    torch = require("torch")

    class Generate(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self):
            super().__init__()
            self.model = tiny

        def forward(self, ids):
            return self.model.generate(ids, num_beams=1, do_sample=False)

    with without_warnings(), pytest.raises(RuntimeError):
        torch.jit.trace(Generate().eval(), (example(1, 5, 3)[0],), check_trace=False)


# -- the starter checkpoint on real text ----------------------------------------------------------


@pytest.fixture(scope="module")
def exact(tmp_path_factory):
    return make_pack(STARTER, tmp_path_factory.mktemp("exact") / "starter", FLOAT32)


@pytest.fixture(scope="module")
def everyday():
    return spread(read_lines(EVALUATION / "tatoeba.tsv"), 100)


def bleu(texts, lines):
    return score(texts, [line.target for line in lines], "zh-Hans").bleu


class Greedy:
    """Greedy search over a pack's graphs, started with any token."""

    def __init__(self, pack: ModelPack) -> None:
        self.special = pack.manifest.special_ids
        self.tokenizer = Tokenizer.load(pack)
        self.model = MarianModel.load(pack, threads=1)

    def __call__(self, lines, start):
        sources = [self.tokenizer.encode(line.source).ids for line in lines]
        options = SearchOptions(
            start_id=start, eos_id=self.special.eos, beam_size=1, max_target_tokens=60
        )
        decoder = self.model.decoder(self.model.encode(sources))
        found = search(decoder, len(sources), options)
        return [self.tokenizer.decode(hypotheses[0].ids) for hypotheses in found]


def test_one_pass_over_a_row_of_pads_is_no_translation(exact, everyday, tell):
    require("torch").set_num_threads(1)
    require("transformers")
    from export.verify.reference import Reference

    oracle = Reference(STARTER, never(read_checkpoint(STARTER)))
    greedy, lines = Greedy(exact), everyday[:50]
    texts = []
    for line in lines:
        source = greedy.tokenizer.encode(line.source).ids
        # The start token and 127 pads are fed; each position's likeliest token is taken.
        ids = oracle.log_probs(source, [greedy.special.pad] * 128).argmax(axis=1).tolist()
        end = ids.index(greedy.special.eos) if greedy.special.eos in ids else len(ids)
        texts.append(greedy.tokenizer.decode(ids[:end]))
    stepwise = greedy(lines, greedy.special.decoder_start)
    tell(f"one pass: BLEU {bleu(texts, lines)}, {texts[0][:40]!r}")
    tell(f"step by step: BLEU {bleu(stepwise, lines)}, {stepwise[0]!r}")
    assert bleu(texts, lines) < 3
    assert bleu(stepwise, lines) > 20


def test_a_wrong_start_token_changes_sentences_but_makes_no_garbage(exact, everyday, tell):
    """Only a comparison of ids finds it: of BLEU, a special token's row costs next to nothing."""
    greedy = Greedy(exact)
    special = greedy.special
    assert special.decoder_start == special.pad
    right = greedy(everyday, special.decoder_start)
    tell(f"start token of the checkpoint: BLEU {bleu(right, everyday)}")
    (word, *_) = greedy.tokenizer.encode("Without").ids
    starts = {"end": special.eos, "unknown": special.unk, "id 2": 2, "id 3": 3, "a word": word}
    found = {}
    for name, start in starts.items():
        texts = greedy(everyday, start)
        found[name] = bleu(texts, everyday)
        equal = sum(one == other for one, other in zip(texts, right, strict=True))
        tell(f"started with {name}: BLEU {found[name]}, {equal} of {len(right)} the same")
        assert equal < 0.9 * len(right)
        assert all(text.strip() for text in texts)
        assert not any("⁇" in text or "unk" in text for text in texts)
    word_score = found.pop("a word")
    assert min(found.values()) > bleu(right, everyday) - 5
    assert word_score < bleu(right, everyday) - 3


@pytest.mark.slow
def test_rounding_the_table_alone_costs_next_to_nothing(exact, tmp_path, tell):
    """Embedding and projection in 8 bits, everything else in float32."""
    table = Policy(
        name="row8-table", default="float32", rules={"embedding": "row8", "projection": "row8"}
    )
    reduced = make_pack(STARTER, tmp_path / "table", table)
    for path in sorted(EVALUATION.glob("*.tsv")):
        lines = read_lines(path)
        before, after = (translate(each, lines, beams=1) for each in (exact, reduced))
        tell(f"{path.stem}: BLEU {bleu(before, lines)}, {bleu(after, lines)} rounded")
        assert bleu(after, lines) > bleu(before, lines) - 1
