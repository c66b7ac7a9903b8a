"""Optimum's ONNX Runtime models, in an environment of their own.

This runs under another Python, with other versions of everything: it may import nothing of Yiwen's
but what needs the standard library alone.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from export.bench.rivals import How, Ids, Settings
from export.bench.rivals.padded import in_batches, search_arguments


class Optimum:
    """An ORTModelForSeq2SeqLM in float32. A model that is not to end waits for padding.

    Args:
        path: What :func:`convert` wrote.
        settings: ``threads``.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        import onnxruntime  # noqa: PLC0415 - the engine is loaded when it is asked for
        import torch  # noqa: PLC0415
        from optimum.onnxruntime import ORTModelForSeq2SeqLM  # noqa: PLC0415

        torch.set_num_threads(int(settings["threads"]))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = int(settings["threads"])
        self._torch = torch
        self._model: Any = ORTModelForSeq2SeqLM.from_pretrained(
            path, session_options=options, provider="CPUExecutionProvider"
        )
        config = self._model.config
        self._pad, self._eos = int(config.pad_token_id), int(config.eos_token_id)

    def run(self, sources: Sequence[Ids], how: How) -> list[Ids]:
        """Translate in batches of ``how.batch`` sentences."""
        torch = self._torch
        eos = self._pad if how.fixed else self._eos
        asked = search_arguments(how) | {"eos_token_id": eos, "suppress_tokens": [self._pad]}

        def generate(ids: list[list[int]], mask: list[list[int]]) -> Sequence[Sequence[int]]:
            found: list[list[int]] = self._model.generate(
                input_ids=torch.tensor(ids), attention_mask=torch.tensor(mask), **asked
            ).tolist()
            return found

        return in_batches(sources, how.batch, pad=self._pad, eos=eos, generate=generate)


def load(path: Path, settings: Settings) -> Optimum:
    """Load an exported model."""
    return Optimum(path, settings)


def convert(checkpoint: Path, output: Path) -> None:
    """Export a checkpoint as Optimum does it."""
    from optimum.onnxruntime import ORTModelForSeq2SeqLM  # noqa: PLC0415

    ORTModelForSeq2SeqLM.from_pretrained(checkpoint, export=True).save_pretrained(output)
