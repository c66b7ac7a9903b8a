import io
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Span
from engine.errors import PackCorrupt
from engine.manifest import SpecialIds
from engine.pack import ModelPack
from engine.tokenizer import Tokenizer
from tests.support.sealed_pack import tiny_manifest, write_pack

CHECKPOINT = Path(__file__).parents[2] / "assets" / "checkpoints" / "starter-en-zh"
STARTER_IDS = SpecialIds(pad=11999, eos=0, unk=1, decoder_start=11999)
NAMES = [">>cmn_Hans<<", "</s>", "<unk>", "<pad>", "<s>", "▁", "<0x41>", ">>x<<"]
CORPUS = ["the cat sat on the mat", "a dog and a cat", "猫坐在垫子上", "一只狗和一只猫"]


def model(path):
    return sentencepiece.SentencePieceProcessor(model_file=str(path))


def trained(lines=CORPUS, **options):
    """Train a SentencePiece model on a few words, and return its bytes."""
    content = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines * 20),
        model_writer=content,
        minloglevel=2,
        hard_vocab_limit=False,
        **{"vocab_size": 60, **options},
    )
    return content.getvalue()


def loaded(content):
    return sentencepiece.SentencePieceProcessor(model_proto=content)


def pieces(content):
    processor = loaded(content)
    return [processor.id_to_piece(number) for number in range(processor.get_piece_size())]


def vocabulary(*models, extra=()):
    """Number pieces as Marian does: eos first, unk second, pad last."""
    words = dict.fromkeys(piece for content in models for piece in pieces(content))
    kept = [word for word in words if word not in {"<s>", "</s>", "<unk>", "<pad>", *extra}]
    return {piece: i for i, piece in enumerate(["</s>", "<unk>", *kept, *extra, "<pad>"])}


def small(source, target, vocab, target_vocab=None):
    pad = vocab["<pad>"]
    return Tokenizer(
        source=loaded(source),
        target=loaded(target),
        source_vocab=vocab,
        target_vocab=target_vocab or vocab,
        special_ids=SpecialIds(pad=pad, eos=0, unk=1, decoder_start=pad),
    )


@pytest.fixture(scope="module")
def vocab():
    return json.loads((CHECKPOINT / "vocab.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def starter(vocab):
    return Tokenizer(
        source=model(CHECKPOINT / "source.spm"),
        target=model(CHECKPOINT / "target.spm"),
        source_vocab=vocab,
        target_vocab=vocab,
        special_ids=STARTER_IDS,
    )


@pytest.fixture(scope="module")
def symbols():
    """A model without bytes, in which names of special tokens are symbols."""
    return trained(
        user_defined_symbols=[">>cmn_Hans<<", "<pad>"],
        control_symbols=["<ctrl>"],
        byte_fallback=False,
    )


@pytest.fixture(scope="module")
def plain_vocab(symbols):
    return vocabulary(symbols, extra=[">>cmn_Hans<<"])


@pytest.fixture(scope="module")
def plain(symbols, plain_vocab):
    return small(symbols, symbols, plain_vocab)


def parts(tokenizer, text):
    """Return what every id of a text stands for."""
    return [span.of(text) for span in tokenizer.encode(text).spans]


def test_ids_are_the_vocabularys_not_sentencepieces(starter, vocab):
    text = "Hello world."
    expected = [vocab[piece] for piece in ("▁", "Hello", "▁world", ".", "</s>")]
    tokens = starter.encode(text)
    assert tokens.ids == tuple(expected)
    assert list(tokens.ids[:-1]) != model(CHECKPOINT / "source.spm").encode(text)
    assert tokens.spans == (Span(0, 0), Span(0, 5), Span(6, 11), Span(11, 12), Span(12, 12))


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u200b", "▁"])
def test_a_text_of_nothing_is_eos_alone(starter, text):
    assert starter.encode(text).ids == (0,)
    assert starter.encode(text).spans == (Span(len(text), len(text)),)
    assert starter.count(text) == 1


def test_offsets_count_code_points_through_normalisation(starter):
    assert parts(starter, "  “Hi”  café") == ["“", "H", "i", "”", "ca", "f", "é", ""]
    assert parts(starter, "a ﬁne ①２") == ["a", "ﬁne", "", "①", "２", ""]
    assert "e\u0301" in parts(starter, "t e\u0301")
    assert "世界" in parts(starter, "你好世界")


def test_every_byte_of_a_character_has_the_characters_span(starter, vocab):
    tokens = starter.encode("x 😀 y")
    bytes_of = [vocab[f"<0x{byte:02X}>"] for byte in "😀".encode()]
    at = tokens.ids.index(bytes_of[0])
    assert list(tokens.ids[at : at + 4]) == bytes_of
    assert tokens.spans[at : at + 4] == (Span(2, 3),) * 4
    # Two characters side by side do not run into one.
    assert [part for part in parts(starter, "😀😺") if part] == ["😀"] * 4 + ["😺"] * 4


def test_letters_of_a_character_taken_apart_share_its_span(starter):
    assert parts(starter, "㎏") == ["㎏", "㎏", ""]
    assert set(parts(starter, "½")) == {"", "½"}


def test_nul_is_text(starter, vocab):
    assert starter.encode("a\0b").ids[1] == vocab["<0x00>"]
    assert starter.decode(starter.encode("a\0b").ids) == "a\0b"


@pytest.mark.parametrize("text", ["a\ud800b", "\udfff", "\ude00\ud83d", "x\ud83d\ude00"])
def test_surrogates_are_replaced_one_for_one(starter, text):
    clean = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
    assert starter.encode(text) == starter.encode(clean)
    assert max(span.end for span in starter.encode(text).spans) == len(text)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", ["{}", "{} hello", "hello {}", "hello{}world", "{0} {0}"])
def test_names_of_special_tokens_are_text(starter, plain, plain_vocab, name, form):
    text = form.format(name)
    ids = starter.encode(text).ids
    assert not {0, 11999} & set(ids[:-1])
    assert starter.decode(ids) == text.replace("▁", " ").strip().replace("   ", " ")
    own = plain.encode(text)
    reserved = {plain_vocab[piece] for piece in ("</s>", "<pad>", ">>cmn_Hans<<")}
    assert not reserved & set(own.ids[:-1])
    assert len(own.ids) == len(own.spans)


def test_a_symbol_of_the_model_is_spelt(plain, symbols, plain_vocab):
    # SentencePiece itself takes the name for one symbol.
    assert loaded(symbols).encode("a<pad>", out_type=str) == ["▁a", "<pad>"]
    spelt = [plain_vocab.get(character, 1) for character in "<pad>"]
    tokens = plain.encode("a<pad>")
    assert tokens.ids == (plain_vocab["▁a"], *spelt, 0)
    assert len(set(spelt)) > 1
    assert tokens.spans == (Span(0, 1), *[Span(1, 6)] * 5, Span(6, 6))


def test_the_target_token_goes_in_front_by_id(plain):
    with_token = plain.encode("a cat", target_token=">>cmn_Hans<<")
    without = plain.encode("a cat")
    assert with_token.ids[1:] == without.ids
    assert with_token.spans == (Span(0, 0), *without.spans)
    assert plain.encode(">>cmn_Hans<< a cat").ids[0] != with_token.ids[0]
    assert plain.decode(with_token.ids) == "a cat"


@pytest.mark.parametrize("token", [">>cmn_Hant<<", "▁a", "</s>", "<pad>", ""])
def test_only_a_target_token_of_the_vocabulary_will_do(plain, token):
    with pytest.raises(ValueError, match="target_token must be in the vocabulary"):
        plain.encode("a cat", target_token=token)


def test_pieces_outside_the_vocabulary_are_unknown(plain):
    tokens = plain.encode("the ☃ cat")
    assert tokens.ids.count(1) == 1
    assert tokens.spans[tokens.ids.index(1)] == Span(4, 5)
    assert plain.decode(tokens.ids) == "the  cat"


def test_a_piece_of_the_other_language_is_known_by_the_vocabulary():
    english = trained(CORPUS[:2], vocab_size=40, byte_fallback=False)
    chinese = trained(CORPUS[2:], vocab_size=40, byte_fallback=False)
    both = vocabulary(english, chinese)
    tokenizer = small(english, chinese, both)
    assert tokenizer.encode("cat 猫").ids[-2] == both["猫"] > 1
    # A target model that does not know a piece spells it, with a space for its mark.
    assert "▁a" not in pieces(chinese)
    text, spans = tokenizer.decode_with_spans([both["▁a"], both["猫"], both["▁a"]])
    assert text == "a猫 a"
    assert spans == (Span(0, 1), Span(1, 2), Span(3, 4))


def test_two_vocabularies():
    content = trained(byte_fallback=True, vocab_size=330)
    source = vocabulary(content)
    target = {piece: i for i, piece in enumerate(["</s>", "<unk>", *reversed(list(source)[2:])])}
    tokenizer = small(content, content, source, target)
    ids = tokenizer.encode("a cat 😀").ids
    named = {number: piece for piece, number in source.items()}
    assert tokenizer.decode([target[named[number]] for number in ids]) == "a cat 😀"


def test_bytes_are_joined_and_broken_ones_replaced(starter, vocab):
    whole = [vocab[f"<0x{byte:02X}>"] for byte in "譯".encode()]
    assert starter.decode(whole) == "譯"
    text, spans = starter.decode_with_spans([vocab["文"], *whole, vocab["文"]])
    assert text == "文譯文"
    assert spans == (Span(0, 1), Span(1, 2), Span(1, 2), Span(1, 2), Span(2, 3))
    assert starter.decode(whole[:2]) == "\ufffd\ufffd"


def test_special_ids_give_nothing(starter, vocab):
    ids = [11999, vocab["文"], 1, vocab["文"], 0, 11999]
    text, spans = starter.decode_with_spans(ids)
    assert text == "文文"
    assert spans == (Span(0, 0), Span(0, 1), Span(1, 1), Span(1, 2), Span(2, 2), Span(2, 2))
    assert starter.decode([]) == starter.decode([0, 1, 11999]) == ""
    assert starter.decode_with_spans([0]) == ("", (Span(0, 0),))


def test_a_start_token_of_its_own_gives_nothing_but_is_a_source_piece(starter, vocab):
    tokenizer = Tokenizer(
        source=model(CHECKPOINT / "source.spm"),
        target=model(CHECKPOINT / "target.spm"),
        source_vocab=vocab,
        target_vocab=vocab,
        special_ids=replace(STARTER_IDS, decoder_start=vocab["Hello"]),
    )
    ids = starter.encode("Hello.").ids
    assert tokenizer.encode("Hello.").ids == ids
    assert vocab["Hello"] in ids
    assert tokenizer.decode(ids) == "."


def test_white_space_at_the_ends_is_dropped(starter, vocab):
    text, spans = starter.decode_with_spans([vocab["▁"], vocab["▁"], vocab["文"], vocab["▁"]])
    assert text == "文"
    assert spans == (Span(0, 0), Span(0, 0), Span(0, 1), Span(1, 1))
    assert starter.decode_with_spans([vocab["▁"]]) == ("", (Span(0, 0),))


@pytest.mark.parametrize("number", [12000, -1])
def test_an_id_outside_the_vocabulary_is_an_error(starter, number):
    with pytest.raises(ValueError, match=f"found {number}"):
        starter.decode([5, number])


ANY_TEXT = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(" \n\u3000▁😀é①ﬁ㎏½“”<>/\0\u200d\ufeff"),
        st.characters(min_codepoint=0xD800, max_codepoint=0xDFFF),
    ),
    max_size=40,
)


@given(ANY_TEXT)
@settings(max_examples=300, deadline=None)
def test_spans_stay_in_the_text_and_in_order(starter, text):
    tokens = starter.encode(text)
    assert len(tokens.ids) == len(tokens.spans) == starter.count(text)
    assert tokens.ids[-1] == 0
    assert 0 not in tokens.ids[:-1]
    end = 0
    for span in tokens.spans:
        assert span.end <= len(text)
        assert end <= span.end
        covered = span.of(text)
        assert covered == covered.strip()
        end = span.end


@given(st.lists(st.integers(0, 11999), max_size=30))
@settings(max_examples=300, deadline=None)
def test_spans_of_any_output_stay_in_it_and_in_order(starter, ids):
    text, spans = starter.decode_with_spans(ids)
    assert text == starter.decode(ids) == text.strip()
    assert len(spans) == len(ids)
    assert all(a.end <= b.end and a.start <= b.start for a, b in pairwise(spans))
    assert all(span.of(text) == span.of(text).strip() for span in spans)
    # Nothing but white space is left over.
    covered = {at for span in spans for at in range(span.start, span.end)}
    assert not "".join(c for at, c in enumerate(text) if at not in covered).strip()


def starter_pack(folder, content=None):
    names = ("source.spm", "target.spm", "vocab.json")
    files = {name: (CHECKPOINT / name).read_bytes() for name in names}
    return write_pack(
        folder,
        content={**files, **(content or {})},
        dimensions=replace(tiny_manifest().dimensions, source_vocab=12000, target_vocab=12000),
        special_ids=STARTER_IDS,
        target_tokens={},
    )


def test_a_tokenizer_is_loaded_from_a_pack(starter, tmp_path):
    pack = ModelPack.open(starter_pack(tmp_path / "译文"), verify=False)
    tokenizer = Tokenizer.load(pack)
    assert tokenizer.encode("Hello 😀.") == starter.encode("Hello 😀.")
    assert tokenizer.decode([5000, 6000]) == starter.decode([5000, 6000])


@pytest.mark.parametrize("name", ["source", "target"])
@pytest.mark.parametrize("content", [b"garbage", b"\0" * 100, "cut"])
def test_a_damaged_model_is_named(tmp_path, name, content):
    if content == "cut":
        content = (CHECKPOINT / f"{name}.spm").read_bytes()[:-10]
    folder = starter_pack(tmp_path / "tiny", {f"{name}.spm": content})
    pack = ModelPack.open(folder, verify=False)
    with pytest.raises(PackCorrupt, match=rf"{name}\.spm: expected a SentencePiece model"):
        Tokenizer.load(pack)


def test_a_vocabulary_that_changed_since_is_named(tmp_path):
    pack = ModelPack.open(starter_pack(tmp_path / "tiny"), verify=False)
    (pack.path / "vocab.json").write_text("{}")
    with pytest.raises(PackCorrupt, match=r"vocab\.json: expected up to 12000 entries"):
        Tokenizer.load(pack)
    (pack.path / "source.spm").unlink()
    (pack.path / "vocab.json").write_bytes((CHECKPOINT / "vocab.json").read_bytes())
    with pytest.raises(PackCorrupt, match=r"source\.spm: expected a readable file"):
        Tokenizer.load(pack)
