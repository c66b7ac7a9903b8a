"""Text to vocabulary ids and back.

A Marian checkpoint has two SentencePiece models, which cut text into pieces, and a vocabulary of
its own, which numbers them; SentencePiece's own ids are not used. With one shared vocabulary, it
holds the pieces of both models.

Ids become text through the *target* model. transformers' MarianTokenizer takes the source model
unless told otherwise (``use_source_tokenizer``), which is right for source ids only: pieces that
the source model does not know, byte pieces above all, would come out as they are spelt.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol, TypedDict

from engine.document import Span
from engine.errors import PackCorrupt
from engine.manifest import SpecialIds
from engine.pack_files import ModelPack, read_vocabulary
from engine.pack_names import SOURCE_SPM, TARGET_SPM, VOCAB
from engine.patterns import regex
from engine.records import record

_SPACE = "▁"
"""How SentencePiece spells a space inside a piece."""

_SURROGATE = regex("[\ud800-\udfff]")


class Offsets(TypedDict):
    """A text, its pieces, and the code points of the text that each of them stands for.

    SentencePiece leaves ``text`` out when it was given the text.
    """

    text: str
    pieces: Sequence[str]
    offsets: Sequence[tuple[int, int]]


class PieceModel(Protocol):
    """What is used of ``sentencepiece.SentencePieceProcessor``."""

    def encode(self, text: str, *, return_type: Literal["offset_mapping"]) -> Offsets:
        """Cut a text into pieces."""

    def decode(self, pieces: Sequence[str], *, return_type: Literal["offset_mapping"]) -> Offsets:
        """Join pieces."""


@record
class SourceTokens:
    """A source text as the encoder takes it.

    Attributes:
        ids: Vocabulary ids; the last one is eos.
        spans: For each id, the code points of the text that it stands for, without white space
            at either end. The target token, a mark for a space and eos have empty spans.
    """

    ids: tuple[int, ...]
    spans: tuple[Span, ...]


class Tokenizer:
    """The pieces and ids of one model. It never changes, and threads may share it.

    Args:
        source: SentencePiece model that cuts source texts.
        target: SentencePiece model that joins target pieces.
        source_vocab: Source pieces and their ids.
        target_vocab: Target pieces and their ids; the same object when the vocabulary is shared.
        special_ids: Ids with a meaning.
    """

    def __init__(
        self,
        *,
        source: PieceModel,
        target: PieceModel,
        source_vocab: Mapping[str, int],
        target_vocab: Mapping[str, int],
        special_ids: SpecialIds,
    ) -> None:
        self._source = source
        self._target = target
        self._special = special_ids
        self._target_tokens = _target_tokens(source_vocab)
        # Whatever the user types, it never becomes one of these.
        special = {special_ids.pad, special_ids.eos, special_ids.unk}
        self._reserved = frozenset(
            piece
            for piece, number in source_vocab.items()
            if number in special or piece in self._target_tokens
        )
        self._text_ids = dict(source_vocab)
        for piece in self._reserved:
            del self._text_ids[piece]
        self._pieces = dict(zip(target_vocab.values(), target_vocab, strict=True))
        self._silent = {*_target_tokens(target_vocab).values(), *special, special_ids.decoder_start}
        self._letters = {
            piece: number
            for number, piece in self._pieces.items()
            if len(piece) == 1 and piece != _SPACE and number not in self._silent
        }

    @classmethod
    def load(cls, pack: ModelPack) -> "Tokenizer":
        """Load the tokenizer of a pack.

        Raises:
            PackCorrupt: A SentencePiece model or a vocabulary cannot be read.
        """
        sizes = pack.manifest.dimensions
        source_vocab = target_vocab = read_vocabulary(
            pack.path / VOCAB, sizes.source_vocab, pack.manifest.target_tokens.values()
        )
        if pack.manifest.separate_vocabs:
            target_vocab = read_vocabulary(pack.path / pack.target_vocab_name, sizes.target_vocab)
        return cls(
            source=_load_model(pack.path / SOURCE_SPM),
            target=_load_model(pack.path / TARGET_SPM),
            source_vocab=source_vocab,
            target_vocab=target_vocab,
            special_ids=pack.manifest.special_ids,
        )

    def encode(self, text: str, *, target_token: str | None = None) -> SourceTokens:
        """Turn a source text into ids, eos included.

        Everything in the text is text: ``</s>`` or ``>>cmn_Hans<<`` typed by the user never become
        the ids of that name. A lone surrogate is taken for U+FFFD.

        Args:
            text: Any text.
            target_token: The ``>>id<<`` piece to put in front, for a model with several targets.

        Raises:
            ValueError: The vocabulary has no such target token.
        """
        ids: list[int] = []
        spans: list[Span] = []
        if target_token is not None:
            if target_token not in self._target_tokens:
                raise ValueError(f"target_token must be in the vocabulary, found {target_token!r}")
            ids.append(self._target_tokens[target_token])
            spans.append(Span(0, 0))
        clean = _clean(text)
        found = self._pieces_of(clean)
        pieces = found["pieces"]
        stands = _spans(clean, pieces, found["offsets"])
        if self._reserved.isdisjoint(pieces):
            ids += [self._text_ids.get(piece, self._special.unk) for piece in pieces]
            spans += stands
        else:
            for piece, span in zip(pieces, stands, strict=True):
                numbers = self._ids_of(piece)
                ids += numbers
                spans += [span] * len(numbers)
        end = len(text)
        return SourceTokens((*ids, self._special.eos), (*spans, Span(end, end)))

    def count(self, text: str) -> int:
        """Return the number of ids of a text, eos included and without a target token."""
        pieces = self._pieces_of(_clean(text))["pieces"]
        if self._reserved.isdisjoint(pieces):
            return len(pieces) + 1
        return sum(len(self._ids_of(piece)) for piece in pieces) + 1

    def decode(self, ids: Sequence[int]) -> str:
        """Turn target ids into text.

        pad, eos, unk and target tokens give nothing, bytes are joined into characters, and white
        space at either end is dropped: what transformers' MarianTokenizer gives with
        ``skip_special_tokens=True, use_source_tokenizer=False``.

        Raises:
            ValueError: An id is not in the vocabulary.
        """
        return self.decode_with_spans(ids)[0]

    def decode_with_spans(self, ids: Sequence[int]) -> tuple[str, tuple[Span, ...]]:
        """Turn target ids into text, and tell what part of it each id stands for.

        Returns:
            The text, the same that ``decode`` gives, and one span for each id (code points of the
            text, without white space at either end; empty for an id that gives nothing).

        Raises:
            ValueError: An id is not in the vocabulary.
        """
        spoken = [number for number in ids if number not in self._silent]
        pieces = self._pieces_for(spoken)
        text, offsets = self._join(pieces)
        spans = _spans(text, pieces, offsets)
        if len(spoken) == len(ids):
            return text, tuple(spans)
        following = iter(spans)
        found: list[Span] = []
        end = 0
        for number in ids:
            if number not in self._silent:
                found.append(next(following))
                end = found[-1].end
            else:
                found.append(Span(end, end))
        return text, tuple(found)

    def spelt(self, number: int) -> str:
        """Return what a target id writes, a space for the mark of one; nothing if it is silent."""
        return "" if number in self._silent else self._pieces[number].replace(_SPACE, " ")

    def letter(self, character: str) -> int | None:
        """Return the target id that writes a single character and nothing else, if there is one."""
        return self._letters.get(character)

    def _pieces_of(self, clean: str) -> Offsets:
        return self._source.encode(clean, return_type="offset_mapping")

    def _ids_of(self, piece: str) -> Sequence[int]:
        if piece in self._reserved:
            # A SentencePiece model can hold such a name as a symbol of its own: spell it.
            return [self._text_ids.get(character, self._special.unk) for character in piece]
        return (self._text_ids.get(piece, self._special.unk),)

    def _pieces_for(self, ids: Sequence[int]) -> list[str]:
        try:
            return [self._pieces[number] for number in ids]
        except KeyError as error:
            wrong = error.args[0]
            raise ValueError(f"an id must be in the target vocabulary, found {wrong}") from None

    def _join(self, pieces: Sequence[str]) -> tuple[str, Sequence[tuple[int, int]]]:
        if not pieces:
            return "", []
        joined = self._target.decode(pieces, return_type="offset_mapping")
        # A piece that the target model does not know comes out as it is spelt.
        raw = joined["text"].replace(_SPACE, " ")
        text = raw.strip()
        if text == raw:
            return text, joined["offsets"]
        cut = len(raw) - len(raw.lstrip()) if text else 0
        last = len(text)
        return text, [
            (min(max(start - cut, 0), last), min(max(end - cut, 0), last))
            for start, end in joined["offsets"]
        ]


def _clean(text: str) -> str:
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def _target_tokens(vocab: Mapping[str, int]) -> dict[str, int]:
    return {p: i for p, i in vocab.items() if p[:2] == ">>" and p[-2:] == "<<" and len(p) > 4}


def _load_model(path: Path) -> PieceModel:
    # Only who translates pays for loading the library.
    from sentencepiece import SentencePieceProcessor  # noqa: PLC0415

    model = SentencePieceProcessor()
    try:
        # Handed over as bytes, since the library opens no file whose name it cannot spell.
        model.LoadFromSerializedProto(path.read_bytes())
    except OSError as error:
        raise PackCorrupt(path, "a readable file", error.strerror or str(error)) from error
    except (RuntimeError, ValueError) as error:
        raise PackCorrupt(
            path, "a SentencePiece model", "something else or a damaged one"
        ) from error
    loaded: PieceModel = model
    return loaded


def _spans(text: str, pieces: Sequence[str], offsets: Sequence[tuple[int, int]]) -> list[Span]:
    """Return the span of each piece, given SentencePiece's offsets.

    Where several pieces make one character (its bytes, or the letters that normalisation took it
    apart into), SentencePiece gives the character to the last of them; here all of them have it.
    """
    spans: list[Span] = []
    following = 0
    for piece, (start, end) in zip(reversed(pieces), reversed(offsets), strict=True):
        if start == end == following and piece != _SPACE and spans:
            spans.append(spans[-1])
        else:
            spans.append(_trimmed(text, start, end))
            following = start
    return spans[::-1]


def _trimmed(text: str, start: int, end: int) -> Span:
    covered = text[start:end]
    visible = covered.strip()
    if len(visible) == len(covered):
        return Span(start, end)
    if not visible:
        return Span(end, end)
    start += len(covered) - len(covered.lstrip())
    return Span(start, start + len(visible))
