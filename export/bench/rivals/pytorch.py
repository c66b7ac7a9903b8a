"""transformers on PyTorch: in float32, or with its linear layers quantised as it loads."""

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from export.bench.rivals import How, Ids, Settings
from export.bench.rivals.padded import in_batches, search_arguments


class Transformers:
    """A MarianMTModel.

    Padding is ruled out by a bias, which costs nothing; transformers' own way would run over the
    whole vocabulary at every step. A model that is not to end waits for padding.

    Args:
        path: The checkpoint.
        settings: ``threads``; ``quantised`` for dynamic int8.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        import torch  # noqa: PLC0415 - the engine is loaded when it is asked for
        from transformers import MarianMTModel  # noqa: PLC0415
        from transformers.utils import logging  # noqa: PLC0415

        logging.set_verbosity_error()  # type: ignore[no-untyped-call]
        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        torch.set_num_threads(int(settings["threads"]))
        self._torch = torch
        model: Any = MarianMTModel.from_pretrained(path, dtype=torch.float32)
        self._pad, self._eos = int(model.config.pad_token_id), int(model.config.eos_token_id)
        with torch.no_grad():
            model.final_logits_bias[0, self._pad] = -torch.inf
        if settings.get("quantised"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that this way of quantising is to go
                linear = {torch.nn.Linear}
                quantise: Any = torch.ao.quantization.quantize_dynamic
                model = quantise(model, linear, dtype=torch.qint8)
        self._model = model.eval()

    def run(self, sources: Sequence[Ids], how: How) -> list[Ids]:
        """Translate in batches of ``how.batch`` sentences."""
        torch = self._torch
        eos = self._pad if how.fixed else self._eos
        asked = search_arguments(how) | {"eos_token_id": eos}

        def generate(ids: list[list[int]], mask: list[list[int]]) -> Sequence[Sequence[int]]:
            found: list[list[int]] = self._model.generate(
                torch.tensor(ids), attention_mask=torch.tensor(mask), **asked
            ).tolist()
            return found

        with torch.inference_mode():
            return in_batches(sources, how.batch, pad=self._pad, eos=eos, generate=generate)


def load(path: Path, settings: Settings) -> Transformers:
    """Load a checkpoint."""
    return Transformers(path, settings)
