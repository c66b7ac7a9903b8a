"""Ask the model about texts, many at a time, and read its answers."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Protocol

from engine.alignment import align
from engine.batching import batches, shared_rows
from engine.document import Span
from engine.guards.forcing import Constraints, ForcedWords
from engine.guards.loops import RepetitionConstraint, repeats
from engine.hypotheses import FloatArray
from engine.lazy import Lazy
from engine.manifest import PackManifest
from engine.patterns import regex
from engine.records import record
from engine.search import Constraint, Decoder, Hypothesis, SearchOptions, search
from engine.side_by_side import side_by_side
from engine.tokenizer import SourceTokens
from engine.types import AlignedSpan
from engine.wrap import wrap

_BATCH_ROWS: Final = 64
"""Most hypotheses in a batch: with more, memory grows and hardly anything is gained."""

MOST_SENTENCES: Final = 32
"""Most sentences in a batch."""

_SENTENCE_TOKENS: Final = 32
"""Tokens for each sentence of a full batch; longer sentences make a smaller one."""

_TOKENS_PER_SOURCE_TOKEN: Final = 2
_SPARE_TOKENS: Final = 16
"""With the above, the longest translation allowed by default: a model that loops stops there."""

_WORD: Final = regex(r"[^\s\u2e80-\uffff]+")
"""A word with the marks at it, in a script that puts spaces between words."""

_WORD_TOKENS: Final = 12
"""Tokens of the longest word that a part is made long enough for; longer ones are seldom words."""


class Codec(Protocol):
    """Turns text into ids and back; :class:`engine.tokenizer.Tokenizer` is the real one."""

    def encode(self, text: str, *, target_token: str | None = None) -> SourceTokens:
        """Turn a source text into ids, end token included."""
        ...

    def count(self, text: str) -> int:
        """Return the number of ids of a text, end token included."""
        ...

    def decode_with_spans(self, ids: Sequence[int]) -> tuple[str, tuple[Span, ...]]:
        """Turn target ids into text, and tell what part of it each id stands for."""
        ...

    def spelt(self, number: int) -> str:
        """Return what a target id writes, a space for the mark of one; nothing if it is silent."""
        ...

    def letter(self, character: str) -> int | None:
        """Return the target id that writes a single character and nothing else, if there is one."""
        ...


class Model(Protocol):
    """Encodes sources and decodes them; :class:`engine.model.MarianModel` is the real one."""

    def encode(self, sources: Sequence[Sequence[int]]) -> Any:  # noqa: ANN401 - the model's own
        """Run the encoder over sources of token ids."""
        ...

    def decoder(self, batch: Any) -> Decoder:  # noqa: ANN401 - what ``encode`` returned
        """Return a decoder at the start of a search over a batch."""
        ...

    @property
    def lanes(self) -> int:
        """How many batches are best at work at a time."""
        ...

    def beside(self) -> "Model":
        """Return the same model, made to be run by ``lanes`` threads at a time."""
        ...


class Stop(Protocol):
    """Whether, and how, the caller asked for the work to stop."""

    def cancelled(self) -> bool:
        """Tell whether it is to stop."""
        ...

    def go_on(self) -> None:
        """Raise ``Cancelled`` if it is to stop."""
        ...


@record
class Ask:
    """A question for the model.

    Attributes:
        text: What to translate; no longer than the model takes (see :meth:`Reader.wrap`).
        strict: Allow less repetition.
        wide: Offer every hypothesis of the beam.
        words: What the translation must have, each as often as it is given.
    """

    text: str
    strict: bool = False
    wide: bool = False
    words: tuple[str, ...] = ()

    @classmethod
    def strictly(cls, text: str) -> "Ask":
        """Ask again, allowing less repetition and hearing every hypothesis."""
        return cls(text, strict=True, wide=True)

    @classmethod
    def as_sentence(cls, text: str) -> "Ask | None":
        """Ask for a bare word or phrase as a sentence: it is often taken for a name otherwise."""
        if not text[-1:].isalnum():
            return None
        return cls.strictly(f"{text[0].upper()}{text[1:]}.")


@record
class Offer:
    """One translation of what was asked.

    Attributes:
        source: What was asked.
        text: The translation; empty if the model said nothing.
        links: Its alignment with what was asked.
        score: Length-normalised log-probability.
        log_probs: Of each token, the end token included.
        attention: ``[tokens of the text, tokens of the source or more]``.
        spans: Where in ``source`` each of its tokens stands.
    """

    source: str
    text: str
    links: tuple[AlignedSpan, ...]
    score: float
    log_probs: tuple[float, ...]
    attention: FloatArray
    spans: tuple[Span, ...]


@record(kw_only=True)
class Manner:
    """How all the questions of one request are asked.

    Attributes:
        search: The search's options, the longest target among them.
        n_best: Offers wanted of a question that is not strict.
        max_target_tokens: Longest target wanted; in proportion to the source otherwise.
        target_token: The ``>>id<<`` piece to put in front.
        stop_loops: Ban tokens that would go on with a loop.
        many: They are of so many texts that a batch for each thread is best, even where there is
            one batch only: so are those before and after it.
    """

    search: SearchOptions
    n_best: int
    max_target_tokens: int | None
    target_token: str | None
    stop_loops: bool
    many: bool = False


class Reader:
    """Asks one model. Threads may share it.

    Args:
        manifest: What the pack says about itself.
        model: The pack's graphs.
        codec: The pack's tokenizer.
    """

    def __init__(self, manifest: PackManifest, model: Model, codec: Codec) -> None:
        self._manifest = manifest
        self._model = model
        self._codec = codec
        # Tokens that are one digit, of which a number may have several alike in a row.
        self._digits = frozenset(
            number
            for digit in "0123456789"
            for number in codec.encode(f"0{digit}").ids[1:-1]
            if codec.decode_with_spans([number])[0] == digit
        )

    def knows(self, text: str) -> bool:
        """Tell whether a word, or a character, is a single piece of the source vocabulary."""
        return self._codec.count(text) == 2

    def wrap(self, text: str, manner: Manner, parts: int = 1) -> tuple[Span, ...]:
        """Cut a text that is too long for the model, or into about ``parts`` parts anyway.

        White space at the cuts, and at either end, belongs to no part.
        """
        limit = max(1, self._manifest.max_source_tokens - (manner.target_token is not None))
        if parts > 1:
            words = _WORD.findall(text)
            # A part holds at least a word, so that none is torn apart that is not very long.
            longest = max(map(self._codec.count, words)) if len(words) > 1 else 0
            share = max(2, -(-self._codec.count(text) // parts) + 1)
            limit = min(limit, max(share, min(longest, _WORD_TOKENS)))
        return wrap(text, self._codec.count, limit)

    def answer(self, asks: Sequence[Ask], manner: Manner, stop: Stop) -> list[Sequence[Offer]]:
        """Translate texts; what is offered for one does not depend on the others.

        Returns:
            For each question at least one offer, best first; each is read when it is first asked
            for.

        Raises:
            Cancelled: The caller asked to stop.
            InferenceError: The model could not be run.
        """
        tokens = [self._codec.encode(ask.text, target_token=manner.target_token) for ask in asks]
        found: dict[int, Sequence[Offer]] = {}
        most = min(MOST_SENTENCES, max(1, _BATCH_ROWS // manner.search.beam_size))
        rows = shared_rows(len(asks), rows=most, lanes=self._model.lanes)
        lengths = [len(each.ids) for each in tokens]
        parts = batches(lengths, rows=rows, cells=most * _SENTENCE_TOKENS)
        model = self._model.beside() if manner.many or len(parts) > 1 else self._model

        def searched(batch: Sequence[int]) -> list[Sequence[Hypothesis]]:
            stop.go_on()
            return self._search([(asks[i], tokens[i]) for i in batch], manner, stop, model)

        for batch, results in zip(parts, side_by_side(searched, parts, model.lanes), strict=True):
            for index, result in zip(batch, results, strict=True):
                wanted = len(result) if asks[index].wide else min(len(result), manner.n_best)
                read = partial(self._offer, asks[index].text, tokens[index], result)
                found[index] = Lazy(wanted, read)
        return [found[i] for i in range(len(asks))]

    def _search(
        self,
        batch: Sequence[tuple[Ask, SourceTokens]],
        manner: Manner,
        stop: Stop,
        model: Model,
    ) -> list[Sequence[Hypothesis]]:
        sources = [tokens.ids for _, tokens in batch]
        limits = [
            min(
                manner.max_target_tokens or len(ids) * _TOKENS_PER_SOURCE_TOKEN + _SPARE_TOKENS,
                manner.search.max_target_tokens,
            )
            for ids in sources
        ]
        return search(
            model.decoder(model.encode(sources)),
            len(sources),
            replace(manner.search, n_best=manner.search.beam_size),
            constraint=self._constraint(batch, manner),
            cancelled=stop.cancelled,
            limits=limits,
        )

    def _constraint(
        self, batch: Sequence[tuple[Ask, SourceTokens]], manner: Manner
    ) -> Constraint | None:
        constraints: list[Constraint] = []
        if manner.stop_loops:
            # Hardly any translation comes so far that this has to be counted.
            allowed = Lazy(len(batch), lambda index: repeats(batch[index][0].text))
            strict = frozenset(i for i, (ask, _) in enumerate(batch) if ask.strict)
            constraints.append(RepetitionConstraint(allowed, digits=self._digits, strict=strict))
        if any(ask.words for ask, _ in batch):
            forced = ForcedWords(
                [ask.words for ask, _ in batch],
                eos=manner.search.eos_id,
                spelt=self._codec.spelt,
                letter=self._codec.letter,
                digits=self._digits,
            )
            constraints.append(forced)
        return Constraints(constraints) if len(constraints) > 1 else next(iter(constraints), None)

    def _offer(
        self, source: str, tokens: SourceTokens, found: Sequence[Hypothesis], index: int
    ) -> Offer:
        hypothesis = found[index]
        text, spans = self._codec.decode_with_spans(hypothesis.ids)
        said = bool(text.strip())
        return Offer(
            source=source,
            text=text if said else "",
            links=align(hypothesis.attention, tokens.spans, spans) if said else (),
            score=hypothesis.score,
            log_probs=hypothesis.log_probs,
            attention=hypothesis.attention[: len(hypothesis.ids)],
            spans=tokens.spans,
        )
