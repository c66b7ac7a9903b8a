"""Ids and text are those of transformers' MarianTokenizer, on every sentence of the test data."""

import json
from pathlib import Path

import pytest
import sentencepiece

from engine.manifest import SpecialIds
from engine.tokenizer import Tokenizer

pytestmark = [
    pytest.mark.parity,
    # It would like a normaliser that it does not use when encoding.
    pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses"),
]

ROOT = Path(__file__).parents[2]
CHECKPOINT = ROOT / "assets" / "checkpoints" / "starter-en-zh"
DATA = ROOT / "tests" / "data"
FILES = [DATA / "parity.tsv", *sorted((DATA / "eval").glob("*.tsv"))]


@pytest.fixture(scope="module")
def ours():
    vocab = json.loads((CHECKPOINT / "vocab.json").read_text(encoding="utf-8"))
    pad = len(vocab) - 1
    return Tokenizer(
        source=sentencepiece.SentencePieceProcessor(model_file=str(CHECKPOINT / "source.spm")),
        target=sentencepiece.SentencePieceProcessor(model_file=str(CHECKPOINT / "target.spm")),
        source_vocab=vocab,
        target_vocab=vocab,
        special_ids=SpecialIds(pad=pad, eos=0, unk=1, decoder_start=pad),
    )


@pytest.fixture(scope="module")
def theirs():
    transformers = pytest.importorskip("transformers")
    return transformers.MarianTokenizer.from_pretrained(CHECKPOINT)


def columns(path):
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) >= 200
    return [line[0] for line in lines], [line[1] for line in lines]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_source_ids_are_the_same(ours, theirs, path):
    sources, _ = columns(path)
    different = [text for text in sources if list(ours.encode(text).ids) != theirs(text).input_ids]
    assert different == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_target_text_is_the_same(ours, theirs, path):
    pad = theirs.pad_token_id
    for text in columns(path)[1]:
        ids = [pad, *theirs(text_target=text).input_ids, pad]
        expected = theirs.decode(ids, skip_special_tokens=True, use_source_tokenizer=False)
        assert ours.decode(ids) == expected


def test_any_ids_give_the_same_text(ours, theirs):
    # Broken bytes, marks for spaces in odd places, unknown and special ids among them.
    for first in range(0, 12000, 7):
        ids = [(first + step * step * 31) % 12000 for step in range(12)]
        expected = theirs.decode(ids, skip_special_tokens=True, use_source_tokenizer=False)
        assert ours.decode(ids) == expected
