"""Our own engine, as the program runs it: its batches, its search, its reading of the results.

Only the text side is swapped: ids go in and out as words that spell them.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from engine.document import Span
from engine.model import MarianModel
from engine.pack import ModelPack, PackManifest
from engine.tokenizer import SourceTokens
from engine.translator import Translator
from engine.types import Guards, TranslationOptions
from export.bench.rivals import How, Ids, Settings
from export.lines import Line
from export.verify.translating import document

_DIGITS: Final = "abcdefghij"
"""What ids are spelt with: the engine hands a text without letters through."""

_SPELL: Final = str.maketrans("0123456789", _DIGITS)
_READ: Final = str.maketrans(_DIGITS, "0123456789")


def spelt(ids: Sequence[int]) -> str:
    """Return the words that stand for some ids."""
    return " ".join(map(str, ids)).translate(_SPELL)


def read(text: str) -> Ids:
    """Return the ids that some words stand for; other words stand for none."""
    return tuple(int(word) for word in text.translate(_READ).split() if word.isdecimal())


class IdCodec:
    """A tokenizer of texts that spell ids."""

    def encode(self, text: str, *, target_token: str | None = None) -> SourceTokens:
        """Read ids; the token of the target language is among them already."""
        del target_token
        return SourceTokens(read(text), _word_spans(text))

    def count(self, text: str) -> int:
        """Return how many ids a text spells."""
        return len(text.split())

    def decode_with_spans(self, ids: Sequence[int]) -> tuple[str, tuple[Span, ...]]:
        """Spell ids."""
        text = spelt(ids)
        return text, _word_spans(text)

    def spelt(self, number: int) -> str:
        """Return the word of an id."""
        return spelt([number])

    def letter(self, character: str) -> int | None:
        """Return nothing: no id writes a letter here."""
        del character
        return None


def _word_spans(text: str) -> tuple[Span, ...]:
    spans: list[Span] = []
    start = 0
    for word in text.split(" ") if text else ():
        spans.append(Span(start, start + len(word)))
        start += len(word) + 1
    return tuple(spans)


class Yiwen:
    """A pack.

    Args:
        path: The pack's folder.
        settings: ``threads``; ``fixed`` if no output is to end.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        pack = ModelPack.open(path, verify=False)
        self.manifest = pack.manifest
        self.model = MarianModel.load(pack, threads=int(settings["threads"]))
        manifest = searched_as_others(pack.manifest, endless=bool(settings.get("fixed")))
        self._translator = Translator(manifest, self.model, IdCodec())

    def run(self, sources: Sequence[Ids], how: How) -> list[Ids]:
        """Translate as a text of so many sentences."""
        options = TranslationOptions(
            beam_size=how.beam,
            length_penalty=how.length_penalty,
            early_stopping=False,
            max_target_tokens=how.limit,
            guards=Guards.off(),
        )
        text = document([Line(spelt(source), None) for source in sources])
        found = self._translator.translate(text, options).segments
        return [() if "untranslated" in each.flags else read(each.text) for each in found]

    def step_times(self, source: Ids, steps: int) -> list[float]:
        """Feed one row token after token; return seconds of each step."""
        decoder = self.model.decoder(self.model.encode([source]))
        only, token = np.zeros(1, np.int64), np.array([self.manifest.special_ids.decoder_start])
        seconds = []
        for _ in range(steps):
            start = time.perf_counter()
            result = decoder.step(token, only, only, 1, None)
            seconds.append(time.perf_counter() - start)
            token = result.ids[:, 0]
        return seconds


def searched_as_others(manifest: PackManifest, *, endless: bool) -> PackManifest:
    """Return a manifest that leaves nothing to the engine's own limits.

    Args:
        manifest: The pack's.
        endless: Let the search wait for padding, which the graphs rule out, instead of the end.
    """
    special, generation = manifest.special_ids, manifest.generation
    return replace(
        manifest,
        target_tokens={},
        max_source_tokens=manifest.dimensions.max_positions,
        special_ids=replace(special, eos=special.pad) if endless else special,
        generation=replace(
            generation, forced_eos=False, max_length=manifest.dimensions.max_positions
        ),
    )


def load(path: Path, settings: Settings) -> Yiwen:
    """Load a pack."""
    return Yiwen(path, settings)
