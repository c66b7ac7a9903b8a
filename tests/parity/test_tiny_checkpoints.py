"""Exported graphs against transformers, for every kind of checkpoint, on tiny random ones."""

import json

import numpy as np
import pytest

from engine.model import MarianModel
from engine.pack import WEIGHTS, ModelPack
from export.checkpoint import read_checkpoint
from export.convert import ConvertOptions, build_pack
from export.lines import Line
from export.policies import FLOAT32
from export.verify import LOGIT_TOLERANCE, never
from export.verify.parity import Subject, id_parity, logit_difference
from export.verify.reference import Reference
from tests.support.checkpoints import ENGLISH, edit_json, save_tiny_checkpoint
from tests.support.exported import one_row, play
from tests.support.requirements import require

pytestmark = pytest.mark.parity

LINES = [Line(text, None) for text in ENGLISH[:6]]


def shorten_vocabulary(path):
    """Take two pieces out of vocab.json, so that the tables have rows that stand for nothing."""
    vocab = json.loads((path / "vocab.json").read_text("utf-8"))
    for piece in list(vocab)[40:42]:
        del vocab[piece]
    (path / "vocab.json").write_text(json.dumps(vocab), "utf-8")


def start_elsewhere(path):
    for name in ("config.json", "generation_config.json"):
        edit_json(path / name, decoder_start_token_id=5)


# What differs from a small opus-mt-en-zh, and what is done to the files afterwards.
KINDS = {
    "as OPUS-MT": ({}, None),
    "one target, no bias": ({"multi_target": (), "final_logits_bias": False}, None),
    "relu, embeddings not scaled": ({"activation": "relu", "scale_embedding": False}, None),
    "gelu": ({"activation": "gelu"}, None),
    "silu": ({"activation": "silu"}, None),
    "untied": ({"tied": False}, None),
    "tables of their own": ({"shared": False}, None),
    "tables of their own, untied": ({"shared": False, "tied": False, "activation": "relu"}, None),
    "separate vocabularies": ({"separate_vocabs": True, "tied": False}, None),
    "separate vocabularies, tied": ({"separate_vocabs": True, "activation": "gelu"}, None),
    "odd sizes": ({"d_model": 15, "heads": 3, "ffn": 37, "pieces": 97}, None),
    "heads and widths that differ": (
        {"d_model": 24, "heads": 2, "decoder_heads": 6, "ffn": 40, "decoder_ffn": 17},
        None,
    ),
    "one head, layers that differ": (
        {"heads": 1, "encoder_layers": 3, "decoder_layers": 1},
        None,
    ),
    "half precision": ({"dtype": "float16"}, None),
    "bfloat16": ({"dtype": "bfloat16", "activation": "relu"}, None),
    "pickled": ({"format": "legacy-bin", "tied": False}, None),
    "a padded vocabulary": ({}, shorten_vocabulary),
    "started with another token": ({}, start_elsewhere),
    "positions no multiple of 32": ({"max_positions": 45}, None),
    "two more bans": ({"generation": {"bad_words_ids": [[7], [11]]}}, None),
}


class Exported:
    """A checkpoint, its float32 pack and the same in transformers."""

    def __init__(self, folder, options, edit):
        self.path = folder / "checkpoint"
        # Most random models go on to the last position, which takes transformers long.
        save_tiny_checkpoint(self.path, **({"max_positions": 36} | options))
        if edit:
            edit(self.path)
        self.checkpoint = read_checkpoint(self.path)
        (folder / "pack").mkdir()
        build_pack(self.checkpoint, folder / "pack", ConvertOptions(policy=FLOAT32))
        self.pack = ModelPack.open(folder / "pack", verify=False)
        self.subject = Subject(self.pack)
        self.oracle = Reference(self.path, never(self.checkpoint))


@pytest.fixture(scope="module", params=KINDS)
def exported(request, tmp_path_factory):
    return Exported(tmp_path_factory.mktemp("tiny"), *KINDS[request.param])


def test_log_probabilities(exported):
    """Steps with a cache equal one pass over the whole target, which transformers makes."""
    assert logit_difference(exported.subject, exported.oracle, LINES) <= LOGIT_TOLERANCE


def test_log_probabilities_of_any_target(exported):
    """Not only of the tokens that a search takes, and at every position there is."""
    random = np.random.default_rng(5)
    sizes = exported.pack.manifest.dimensions
    for length in (1, 2, 9, sizes.max_positions):
        source = (*random.integers(0, sizes.source_vocab, length - 1).tolist(), 0)
        target = random.integers(0, sizes.target_vocab, sizes.max_positions).tolist()
        ours = exported.subject.log_probs(source, target)
        theirs = exported.oracle.log_probs(source, target)
        assert np.isneginf(ours).any()
        np.testing.assert_array_equal(np.isneginf(ours), np.isneginf(theirs))
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=LOGIT_TOLERANCE)


@pytest.mark.parametrize("beams", [1, 4])
def test_ids(exported, beams):
    parity = id_parity(exported.subject, exported.oracle, LINES, beams)
    assert (parity.different, parity.equal + parity.ties) == (0, len(LINES))
    assert parity.equal >= len(LINES) - 1


def test_the_searches_have_something_to_find(tmp_path):
    """Outputs that were all empty or all alike would compare nothing."""
    subject = Exported(tmp_path, *KINDS["tables of their own"]).subject
    found = {subject.find(subject.ids(text), 4) for text in ENGLISH}
    assert len(found) > len(ENGLISH) // 2
    assert len({len(ids) for ids in found}) > 2
    assert len({token for ids in found for token in ids}) > 5


@pytest.fixture(scope="module")
def attentions(exported):
    """Cross-attention of transformers, ``[layer][heads, target, source]``, for one example."""
    torch, transformers = require("torch"), require("transformers")
    model = transformers.MarianMTModel.from_pretrained(
        exported.path, attn_implementation="eager", dtype=torch.float32
    )
    source, target = exported.subject.ids(ENGLISH[3]), [7, 30, 2, 30, 9]
    fed = [exported.pack.manifest.special_ids.decoder_start, *target]
    with torch.inference_mode():
        output = model(
            input_ids=torch.tensor([source]),
            decoder_input_ids=torch.tensor([fed]),
            output_attentions=True,
        )
    return source, fed, [layer[0].numpy() for layer in output.cross_attentions]


def test_attention_is_that_of_the_recorded_head(exported, attentions):
    source, fed, expected = attentions
    head = exported.pack.manifest.alignment
    found = [r.attention[0] for r in play(exported.subject.model, one_row(source, fed), 1)]
    np.testing.assert_allclose(
        np.stack(found)[:, : len(source)], expected[head.layer][head.head], atol=1e-5
    )


def test_attention_of_every_other_head(exported, attentions, tmp_path):
    """The graph gives out whichever head it is built for, and heads differ."""
    from export.decoder import build_decoder
    from export.graph import WeightFile

    source, fed, expected = attentions
    for path in exported.pack.path.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    found = []
    for layer, heads in enumerate(expected):
        for head in range(len(heads)):
            file = WeightFile(WEIGHTS)
            decoder = build_decoder(
                exported.checkpoint.weights, FLOAT32, file, alignment=(layer, head)
            )
            (tmp_path / "decoder.onnx").write_bytes(decoder.SerializeToString())
            (tmp_path / WEIGHTS).write_bytes(file.content())
            model = MarianModel(
                exported.pack.manifest,
                exported.pack.path / "encoder.int8.onnx",
                tmp_path / "decoder.onnx",
                1,
            )
            steps = play(model, one_row(source, fed), 1)
            found.append(np.stack([step.attention[0, : len(source)] for step in steps]))
            np.testing.assert_allclose(found[-1], heads[head], atol=1e-5)
    assert all(np.abs(a - b).max() > 1e-3 for i, a in enumerate(found) for b in found[i + 1 :]), (
        "heads that are alike would not tell one from another"
    )
