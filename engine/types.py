"""What goes into a translation and what comes out of it."""

from dataclasses import field, fields
from typing import Literal, get_args

from engine.document import Segment, Span
from engine.records import record

Flag = Literal[
    "repetition-repaired",
    "number-missing",
    "verbatim-missing",
    "omission-suspected",
    "low-confidence",
    "untranslated",
    "wrong-language",
    "wrapped",
    "invalid-input",
]
"""What the engine may say about a segment; a closed list."""

Target = Literal["zh-Hans", "zh-Hant", "zh-TW", "zh-HK", "en"]
"""Languages and scripts one can ask for; zh-Hant means zh-TW."""

TARGETS: tuple[str, ...] = get_args(Target)

Joining = Literal["never", "sure", "always"]
"""Which lines become one before they are translated: none, those of paragraphs that are surely
wrapped by hand or by a program, or all that look as if they were."""


@record(kw_only=True)
class Guards:
    """Which checks and repairs surround the model; all are on by default.

    Those of numbers, case, omissions, copied characters and typesetting know English and Chinese
    only and rest when a pack translates between other languages.

    Attributes:
        repair: Read typographic and invisible characters as what they mean.
        language: Hand through what is Chinese already, flag what is in another language.
        case: Translate shouted text as its sentence-cased form.
        verbatim: Keep addresses, code, markup, placeholders and the like as they are.
        loops: Stop repetition, and try again where a translation went round in circles or hardly
            anything was translated.
        numbers: See to it that every number arrives.
        omissions: Flag what seems to lack a part.
        copied: Keep emoji and characters that the model cannot spell.
        typesetting: Set Chinese as Chinese is set.
        confidence: Flag what the model was not sure of.
    """

    repair: bool = True
    language: bool = True
    case: bool = True
    verbatim: bool = True
    loops: bool = True
    numbers: bool = True
    omissions: bool = True
    copied: bool = True
    typesetting: bool = True
    confidence: bool = True

    @classmethod
    def off(cls) -> "Guards":
        """Return what leaves the model's output as it is."""
        return cls(**{each.name: False for each in fields(cls)})


@record(kw_only=True)
class TranslationOptions:
    """How to translate. ``None`` takes the pack's own generation default.

    Attributes:
        beam_size: Hypotheses kept while searching; 1 is greedy search.
        length_penalty: Exponent of the length by which a hypothesis' score is divided.
        early_stopping: Stop a sentence as soon as ``beam_size`` hypotheses are finished.
        max_target_tokens: Longest output of a sentence, in tokens, the end token included.
        n_best: Hypotheses wanted for each segment, the translation included; at most ``beam_size``.
        target: Language and script of the output.
        join_lines: Which wrapped lines are joined when a text is cut into segments.
        guards: Which checks and repairs surround the model.
    """

    beam_size: int | None = None
    length_penalty: float | None = None
    early_stopping: bool | None = None
    max_target_tokens: int | None = None
    n_best: int = 1
    target: Target | None = None
    join_lines: Joining = "never"
    guards: Guards = field(default_factory=Guards)

    def __post_init__(self) -> None:
        for name, low, high in (
            ("beam_size", 1, 32),
            ("max_target_tokens", 1, 100_000),
            ("n_best", 1, 32),
        ):
            value = getattr(self, name)
            if value is not None and not low <= value <= high:
                raise ValueError(f"{name} must be from {low} to {high}, found {value}")
        if self.target is not None and self.target not in TARGETS:
            raise ValueError(f"target must be one of {', '.join(TARGETS)}, found {self.target!r}")
        if self.join_lines not in get_args(Joining):
            raise ValueError(
                f"join_lines must be one of {', '.join(get_args(Joining))}, "
                f"found {self.join_lines!r}"
            )


@record
class AlignedSpan:
    """A piece of the target and the source words it came from (code points in the segment)."""

    source: Span
    target: Span


@record
class Alternative:
    """Another way to translate a segment, with its length-normalised log-probability."""

    text: str
    score: float


@record(kw_only=True)
class TranslatedSegment:
    """One segment and its translation.

    Attributes:
        segment: The source segment.
        text: Its translation.
        score: Length-normalised log-probability of the hypothesis (natural logarithm; 0 for text
            that was handed through without the model).
        confidence: How likely it is to be good, from 0 to 1; see :mod:`engine.confidence`.
        flags: What a reader should check.
        alignment: Pieces of ``text`` and where they come from in ``segment.text``, in target order.
        alternatives: The n-best list without the translation itself, best first.
    """

    segment: Segment
    text: str
    score: float = 0.0
    confidence: float = 1.0
    flags: tuple[Flag, ...] = ()
    alignment: tuple[AlignedSpan, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
