"""Finding out whether a pack is of any use: what everybody should know of one before using it.

A model may be loaded without complaint and still be of no use: converted wrongly, trained badly, or
a victim of its quantisation. This looks at what such a model does.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from engine.errors import Cancelled, EngineError
from engine.guards.chinese import has_han
from engine.guards.loops import is_loop, repeats
from engine.model import MarianModel
from engine.pack import ModelPack
from engine.pack_report import Example, Finding, PackReport, Verdict
from engine.pack_samples import primary, sentences, short_inputs
from engine.records import record
from engine.search import SearchOptions, search
from engine.tokenizer import Tokenizer
from engine.translator import Translator
from engine.types import Guards, TranslatedSegment, TranslationOptions

OnProgress = Callable[[int, int], None]
"""Told how many of how many sentences are done."""

ENOUGH_AGREEMENT: Final = 0.9
"""Share of tokens that int8 must choose as float32 does, or there is a warning."""

LEAST_AGREEMENT: Final = 0.6
"""Share below which a pack is broken."""

SLOW_SECONDS: Final = 3.0
"""A sentence that takes longer is worth a warning."""

_LONGEST: Final = 64
"""Tokens after which an answer is cut off; none to a sample needs as many."""

_LONG_ANSWER: Final = 120
"""Characters that no answer to a word or two should have."""


@record
class _Work:
    """Counts what is done, and stops when the caller asks for it."""

    total: int
    report: OnProgress
    cancel: threading.Event | None

    def over(self, texts: Sequence[str], done: int) -> Iterator[str]:
        for index, text in enumerate(texts):
            if self.cancel is not None and self.cancel.is_set():
                raise Cancelled
            self.report(done + index, self.total)
            yield text


@record
class _Patient:
    """A pack that could be loaded."""

    pack: ModelPack
    model: MarianModel
    codec: Tokenizer
    translator: Translator

    @classmethod
    def load(cls, pack: ModelPack, threads: int) -> "_Patient":
        model, codec = MarianModel.load(pack, threads=threads), Tokenizer.load(pack)
        return cls(pack, model, codec, Translator(pack.manifest, model, codec))

    @property
    def into_chinese(self) -> bool:
        return primary(self.pack.manifest.target_language) == "zh"

    @property
    def judged(self) -> bool:
        """Whether what the pack says can be judged: it was asked in its own language."""
        return bool(short_inputs(self.pack.manifest.source_language))


def examine(
    pack: ModelPack,
    exact: ModelPack | None = None,
    *,
    threads: int = 0,
    on_progress: OnProgress | None = None,
    cancel: threading.Event | None = None,
) -> PackReport:
    """Examine a pack whose files are known to be sound.

    Args:
        pack: The pack.
        exact: The same model in float32, to compare with; without it there is no check of parity.
        threads: As for :meth:`engine.Translator.load`.
        on_progress: Told how far it is, once a sentence.
        cancel: Stops the examination within a sentence when set.

    Raises:
        Cancelled: ``cancel`` was set.
    """
    language = pack.manifest.source_language
    samples, short = sentences(language), short_inputs(language)
    compared = len(samples) if exact else 0
    total = compared + len(samples) + len(short)
    work = _Work(total, on_progress or _ignore, cancel)
    findings: list[Finding] = []
    examples: tuple[Example, ...] = ()
    seconds = 0.0
    try:
        patient = _Patient.load(pack, threads)
        if exact:
            findings.append(_parity(patient, exact, work.over(samples, 0), threads))
        answers = [(text, _raw(patient, text, cancel)) for text in work.over(short, compared)]
        findings += _on_short(patient, answers)
        begun = time.perf_counter()
        options = TranslationOptions(max_target_tokens=_LONGEST)
        made = [
            (text, patient.translator.translate(text, options, cancel=cancel).text)
            for text in work.over(samples, compared + len(short))
        ]
        seconds = (time.perf_counter() - begun) / len(made)
        examples = tuple(Example(*pair) for pair in made)
        findings += [_script(patient, examples), _speed(seconds)]
        findings.insert(0, Finding(check="runs", verdict="good", detail="the graphs run"))
    except EngineError as error:
        detail = f"the model does not run: {error}"
        findings.insert(0, Finding(check="runs", verdict="broken", detail=detail))
    work.report(total, total)
    return PackReport(findings=tuple(findings), seconds=round(seconds, 4), examples=examples)


def _ignore(_done: int, _total: int) -> None:
    pass


# Whether int8 says what float32 says


def _parity(patient: _Patient, exact: ModelPack, samples: Iterator[str], threads: int) -> Finding:
    """Compare token by token: what int8 would say next wherever float32 is on its way."""
    reference = MarianModel.load(exact, threads=threads)
    same = total = 0
    for text in samples:
        source = _ids(patient, text)
        target = _greedy(reference, source)
        chosen = _forced(patient.model, source, target)
        same += sum(a == b for a, b in zip(chosen, target, strict=True))
        total += len(target)
    share = same / total if total else 1.0
    verdict: Verdict = "good"
    if share < ENOUGH_AGREEMENT:
        verdict = "broken" if share < LEAST_AGREEMENT else "warnings"
    detail = f"int8 chooses the token that float32 chooses {share:.1%} of the time"
    return Finding(check="parity", verdict=verdict, detail=detail, count=same, of=total)


def _ids(patient: _Patient, text: str) -> tuple[int, ...]:
    manifest = patient.pack.manifest
    token = manifest.target_tokens.get(manifest.target_language)
    ids = patient.codec.encode(text, target_token=token).ids
    return (*ids[: manifest.max_source_tokens - 1], ids[-1])


def _greedy(model: MarianModel, source: tuple[int, ...]) -> tuple[int, ...]:
    """Return what greedy search finds, the end token included unless it was cut off."""
    special = model.manifest.special_ids
    limit = max(1, min(_LONGEST, model.manifest.generation.max_length - 1))
    options = SearchOptions(
        start_id=special.decoder_start,
        eos_id=special.eos,
        beam_size=1,
        max_target_tokens=limit,
    )
    found = search(model.decoder(model.encode([source])), 1, options)[0][0].ids
    return found if len(found) == limit else (*found, special.eos)


def _forced(model: MarianModel, source: tuple[int, ...], target: tuple[int, ...]) -> list[int]:
    """Return the likeliest token at each step with ``target`` forced."""
    decoder = model.decoder(model.encode([source]))
    only = np.zeros(1, np.int64)
    fed = (model.manifest.special_ids.decoder_start, *target[:-1])
    return [int(decoder.step(np.array([one]), only, only, 1, None).ids[0, 0]) for one in fed]


# What it makes of a word or two


def _raw(patient: _Patient, text: str, cancel: threading.Event | None) -> TranslatedSegment:
    """Translate without guards, which would hide what is asked for here."""
    options = TranslationOptions(guards=Guards.off(), max_target_tokens=_LONGEST)
    (made,) = patient.translator.translate(text, options, cancel=cancel).segments
    return made


def _on_short(
    patient: _Patient, answers: Sequence[tuple[str, TranslatedSegment]]
) -> Iterator[Finding]:
    if not answers:
        return
    silent = [text for text, made in answers if "untranslated" in made.flags or not made.text]
    said = [(text, made.text) for text, made in answers if text not in silent]
    circling = [text for text, made in said if _goes_round(patient, text, made)]
    detail = f"{len(silent)} of {len(answers)} short inputs give no translation{_named(silent)}"
    yield Finding(
        check="short",
        verdict=_share_verdict(silent, answers),
        detail=detail,
        count=len(silent),
        of=len(answers),
    )
    detail = f"{len(circling)} of {len(answers)} short inputs go round in circles{_named(circling)}"
    yield Finding(
        check="loops",
        verdict=_share_verdict(circling, answers),
        detail=detail,
        count=len(circling),
        of=len(answers),
    )


def _goes_round(patient: _Patient, source: str, made: str) -> bool:
    if patient.into_chinese and is_loop(source, made):
        return True
    return len(made) > _LONG_ANSWER or repeats(made) > max(4, repeats(source))


def _share_verdict(bad: Sequence[object], everything: Sequence[object]) -> Verdict:
    if not bad:
        return "good"
    return "broken" if 2 * len(bad) > len(everything) else "warnings"


def _named(texts: Sequence[str]) -> str:
    return f": {', '.join(map(repr, texts[:3]))}{' …' if texts[3:] else ''}" if texts else ""


# What it makes of sentences


def _script(patient: _Patient, examples: Sequence[Example]) -> Finding:
    language = patient.pack.manifest.target_language
    odd = [each.source for each in examples if not _fits(language, each.translation)]
    verdict = _share_verdict(odd, examples) if patient.judged else "good"
    detail = f"{len(odd)} of {len(examples)} sentences do not come out in {language}"
    return Finding(check="script", verdict=verdict, detail=detail, count=len(odd), of=len(examples))


def _fits(language: str, text: str) -> bool:
    """Tell whether a text is in the script of a language, as far as Chinese is concerned."""
    if primary(language) == "zh":
        return has_han(text)
    return not has_han(text) and any(letter.isalpha() for letter in text)


def _speed(seconds: float) -> Finding:
    verdict: Verdict = "warnings" if seconds > SLOW_SECONDS else "good"
    detail = f"a sentence takes {seconds:.2g} seconds on this machine"
    return Finding(check="speed", verdict=verdict, detail=detail)
