"""The checkpoint as transformers runs it: what the built graphs must agree with.

torch and transformers are imported when a :class:`Reference` is made, and nowhere else.
"""

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from export.marian import Array


def available() -> bool:
    """Tell whether torch and transformers are installed."""
    return all(importlib.util.find_spec(name) for name in ("torch", "transformers"))


class Reference:
    """A MarianMTModel in float32 on the CPU, with ids that are never a choice ruled out.

    They are ruled out before the softmax, as in Marian, by a bias of minus infinity; transformers
    itself takes them out after it.

    Args:
        path: The checkpoint's folder.
        banned: Ids that are never a choice; padding among them.
    """

    def __init__(self, path: Path, banned: Sequence[int]) -> None:
        import torch  # noqa: PLC0415 - optional, and seconds to import
        from transformers import MarianMTModel  # noqa: PLC0415
        from transformers.utils import logging  # noqa: PLC0415

        logging.set_verbosity_error()  # type: ignore[no-untyped-call]
        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        self._torch = torch
        model: Any = MarianMTModel.from_pretrained(path, dtype=torch.float32)
        self._model = model.eval()
        self._start = int(model.config.decoder_start_token_id)
        self._eos = int(model.config.eos_token_id)
        with torch.no_grad():
            model.final_logits_bias[0, list(banned)] = -torch.inf

    def log_probs(self, source: Sequence[int], target: Sequence[int]) -> Array:
        """Return the log-probabilities of every token at every step, with ``target`` forced.

        Args:
            source: Source ids, end token included.
            target: Target ids; the last one is not fed.

        Returns:
            float32 ``[len(target), vocabulary]``.
        """
        torch = self._torch
        fed = [self._start, *target[:-1]]
        with torch.no_grad():
            logits = self._model(
                input_ids=torch.tensor([list(source)]), decoder_input_ids=torch.tensor([fed])
            ).logits[0]
            found: Array = torch.log_softmax(logits, dim=-1).numpy()
        return found

    def generate(
        self, source: Sequence[int], *, beams: int, length_penalty: float, max_new_tokens: int
    ) -> tuple[int, ...]:
        """Search with transformers' own ``generate``; return ids without start and end token."""
        torch = self._torch
        with torch.no_grad():
            found = self._model.generate(
                torch.tensor([list(source)]),
                num_beams=beams,
                length_penalty=length_penalty,
                early_stopping=False,
                do_sample=False,
                max_new_tokens=max_new_tokens,
                max_length=None,
                bad_words_ids=None,
                forced_eos_token_id=None,
            )
        ids = [int(token) for token in found[0][1:]]
        return tuple(ids[: ids.index(self._eos)] if self._eos in ids else ids)

    def score(self, source: Sequence[int], target: Sequence[int], length_penalty: float) -> float:
        """Return the length-normalised log-probability of a target that ends with its last id."""
        steps = self.log_probs(source, target)
        total = steps[np.arange(len(target)), list(target)].sum(dtype=np.float64)
        return float(total / len(target) ** length_penalty)
