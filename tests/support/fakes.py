"""A model without weights: it spells, letter by letter, whatever a test tells it to."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.document import Document, Span
from engine.manifest import PackManifest
from engine.search import FloatArray, IntArray, SparseBias, StepResult
from engine.tokenizer import SourceTokens
from engine.translator import Translator
from engine.types import Guards, TranslatedSegment, TranslationOptions
from tests.support.sealed_pack import tiny_manifest

EOS, START, TARGET_TOKEN = 0, 7, 8
_FIRST = 10
ALTERNATIVE = "X"
"""What the model would have said in place of any letter."""

LIKELY, UNLIKELY, LAST = -0.125, -3.0, -9.0
"""Log-probabilities of the letter wanted, of the alternative and of ending too soon."""


def identity(text: str) -> str:
    """Translate nothing."""
    return text


class LetterCodec:
    """Every code point is a token."""

    def encode(self, text: str, *, target_token: str | None = None) -> SourceTokens:
        head = (TARGET_TOKEN,) if target_token else ()
        letters = tuple(_FIRST + ord(letter) for letter in text)
        return SourceTokens(
            (*head, *letters, EOS),
            (*(Span(0, 0) for _ in head), *_letter_spans(text), Span(len(text), len(text))),
        )

    def count(self, text: str) -> int:
        return len(text) + 1

    def decode_with_spans(self, ids: Sequence[int]) -> tuple[str, tuple[Span, ...]]:
        text = "".join(map(_letter, ids))
        return text, _letter_spans(text)

    def spelt(self, number: int) -> str:
        return _letter(number)

    def letter(self, character: str) -> int | None:
        return _FIRST + ord(character)


@dataclass
class SpellingModel:
    """Translates a source into what ``say`` makes of its text, as soon as it is asked.

    Its attention is spread evenly: the first half of a target comes from the first half of its
    source.

    Attributes:
        say: From source to target.
        on_encode: Called with the number of the batch, from 1, before it is encoded.
        on_step: Called with the number of the step, from 1 over all batches, while it is taken.
        encoded: The sources encoded so far, one list of ids for each batch.
        steps: Steps taken so far.
        longest: Most steps taken in one search.
    """

    say: Callable[[str], str] = identity
    on_encode: Callable[[int], object] = lambda _number: None
    on_step: Callable[[int], object] = lambda _number: None
    encoded: list[list[tuple[int, ...]]] = field(default_factory=list)
    steps: int = 0
    longest: int = 0

    @property
    def texts(self) -> list[list[str]]:
        """The texts encoded so far, one list for each batch."""
        return [[_text(ids) for ids in batch] for batch in self.encoded]

    def encode(self, sources: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        self.on_encode(len(self.encoded) + 1)
        batch = [tuple(source) for source in sources]
        self.encoded.append(batch)
        return batch

    def decoder(self, batch: list[tuple[int, ...]]) -> "SpellingDecoder":
        return SpellingDecoder(self, batch)

    @property
    def lanes(self) -> int:
        return 1

    def beside(self) -> "SpellingModel":
        return self


class SpellingDecoder:
    """Spells the translations of one batch; a row's cache is how far it has got."""

    def __init__(self, model: SpellingModel, batch: list[tuple[int, ...]]) -> None:
        self._model = model
        self._lengths = [len(source) for source in batch]
        self._heads = [source[0] == TARGET_TOKEN for source in batch]
        self._targets = [[_FIRST + ord(c) for c in model.say(_text(ids))] for ids in batch]
        self._taken = 0

    def step(
        self,
        tokens: IntArray,
        parents: IntArray,
        sentences: IntArray,
        k: int,
        bias: SparseBias | None,
    ) -> StepResult:
        model, at = self._model, self._taken
        assert (tokens == START).all() or at
        model.steps += 1
        self._taken += 1
        model.longest = max(model.longest, self._taken)
        model.on_step(model.steps)
        rows = np.repeat(sentences, len(tokens) // len(sentences))
        attention = np.zeros((len(rows), max(self._lengths)), np.float32)
        ids = np.zeros((len(rows), 3), np.int64)
        log_probs = np.tile(np.array([LIKELY, UNLIKELY, LAST], np.float32), (len(rows), 1))
        for row, sentence in enumerate(rows.tolist()):
            target = self._targets[sentence]
            wanted = target[at] if at < len(target) else EOS
            ids[row] = wanted, _FIRST + ord(ALTERNATIVE), EOS if wanted else _FIRST + ord("Y")
            start, end = self._looked_at(sentence, at)
            attention[row, start:end] = 1 / (end - start)
        if bias is not None:
            _ban(ids, log_probs, bias)
        return StepResult(log_probs[:, :k], ids[:, :k], attention)

    def _looked_at(self, sentence: int, at: int) -> tuple[int, int]:
        """Return the source tokens that the target token at a position comes from."""
        head, end = int(self._heads[sentence]), self._lengths[sentence] - 1
        letters, size = end - head, len(self._targets[sentence])
        if at >= size or not letters:
            return end, end + 1
        start = at * letters // size
        return head + start, head + max(start + 1, (at + 1) * letters // size)


def wide_manifest(**changes) -> PackManifest:
    """Return the manifest of a pack without a target token that takes long sentences."""
    tiny = tiny_manifest()
    defaults = {
        "target_tokens": {},
        "max_source_tokens": 4096,
        "dimensions": replace(tiny.dimensions, max_positions=8192),
        "generation": replace(tiny.generation, max_length=8192, forced_eos=False, num_beams=1),
    }
    return tiny_manifest(**{**defaults, **changes})


class RawTranslator(Translator):
    """Gives out what the model says, whatever guards the options ask for."""

    def stream(
        self,
        source: str | Document,
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
        eager: bool = True,
    ) -> Iterator[TranslatedSegment]:
        raw = replace(options or TranslationOptions(), guards=Guards.off())
        return super().stream(source, raw, cancel=cancel, eager=eager)


def spelling_translator(
    model: SpellingModel | None = None, manifest: PackManifest | None = None
) -> Translator:
    """Return a translator that runs a spelling model, and gives out what that says."""
    return RawTranslator(manifest or wide_manifest(), model or SpellingModel(), LetterCodec())


def guarded_translator(
    model: SpellingModel | None = None, manifest: PackManifest | None = None
) -> Translator:
    """Return a translator that runs a spelling model between all guards."""
    return Translator(manifest or wide_manifest(), model or SpellingModel(), LetterCodec())


def lines(*texts: str) -> Document:
    """Make a document of one segment for each text, a line each."""
    spans, start = [], 0
    for text in texts:
        spans.append(Span(start, start + len(text)))
        start += len(text) + 1
    return Document.from_spans("\n".join(texts), spans)


def _letter_spans(text: str) -> tuple[Span, ...]:
    return tuple(Span(i, i if letter.isspace() else i + 1) for i, letter in enumerate(text))


def _letter(token: int) -> str:
    return chr(token - _FIRST)


def _text(ids: Sequence[int]) -> str:
    return "".join(_letter(token) for token in ids if token >= _FIRST)


def _ban(ids: IntArray, log_probs: FloatArray, bias: SparseBias) -> None:
    """Take biases into account, and put what is left of each row in order again."""
    for row, token, value in zip(bias.rows, bias.ids, bias.values, strict=True):
        log_probs[row, ids[row] == token] += value
    order = np.argsort(-log_probs, axis=1, kind="stable")
    ids[:] = np.take_along_axis(ids, order, axis=1)
    log_probs[:] = np.take_along_axis(log_probs, order, axis=1)
