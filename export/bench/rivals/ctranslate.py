"""CTranslate2 with int8 weights, converted from the same checkpoint."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from export.bench.rivals import How, Ids, Settings

_VOCABULARY: Final = "vocab.json"


class CTranslate2:
    """A ``ctranslate2.Translator``, which takes and gives pieces instead of ids.

    Args:
        path: What :func:`convert` wrote.
        settings: ``inter`` and ``intra`` threads, and the ``compute`` type.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        import ctranslate2  # noqa: PLC0415 - the engine is loaded when it is asked for

        self._model: Any = ctranslate2.Translator(
            str(path),
            device="cpu",
            inter_threads=int(settings["inter"]),
            intra_threads=int(settings["intra"]),
            compute_type=str(settings["compute"]),
        )
        self._ids: dict[str, int] = json.loads((path / _VOCABULARY).read_text("utf-8"))
        self._pieces = {number: piece for piece, number in self._ids.items()}

    def run(self, sources: Sequence[Ids], how: How) -> list[Ids]:
        """Translate in batches of ``how.batch`` tokens, which it makes itself."""
        found = self._model.translate_batch(
            [[self._pieces[token] for token in source] for source in sources],
            beam_size=how.beam,
            length_penalty=how.length_penalty,
            min_decoding_length=how.limit if how.fixed else 0,
            max_decoding_length=how.limit,
            max_input_length=0,
            max_batch_size=how.batch,
            batch_type="tokens",
        )
        return [tuple(self._ids[piece] for piece in each.hypotheses[0]) for each in found]


def load(path: Path, settings: Settings) -> CTranslate2:
    """Load a converted model."""
    return CTranslate2(path, settings)


def convert(checkpoint: Path, output: Path) -> None:
    """Convert a checkpoint, weights in int8; its vocabulary is put beside them."""
    from ctranslate2.converters import TransformersConverter  # noqa: PLC0415

    TransformersConverter(str(checkpoint)).convert(str(output), quantization="int8")
    shutil.copyfile(checkpoint / _VOCABULARY, output / _VOCABULARY)
