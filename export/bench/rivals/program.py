"""The program as users run it: text in, text out, every guard on."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.translator import Translator
from engine.types import TranslationOptions
from export.bench.rivals import Settings
from export.lines import Line
from export.verify.translating import document


class Program:
    """A translator of texts.

    Args:
        path: The pack's folder.
        settings: ``threads``.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self._translator = Translator.load(path, threads=int(settings["threads"]))

    def stream(self, sentences: Sequence[str]) -> Iterator[str]:
        """Translate sentences as one text; yields their translations as they come."""
        text = document([Line(each, None) for each in sentences])
        for made in self._translator.stream(text, TranslationOptions()):
            yield made.text


def load(path: Path, settings: Settings) -> Program:
    """Load a pack."""
    return Program(path, settings)
