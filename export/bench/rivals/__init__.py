"""The engines that are compared, behind one interface: token ids in, token ids out.

Tokenizing is the same work for all of them and is left out. Every module here is imported in the
process that runs its engine and nowhere else, and imports the engine only when asked to load it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol

Ids = tuple[int, ...]
Settings = Mapping[str, int | str | bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """How to translate, the same for every engine.

    Attributes:
        beam: Hypotheses kept; 1 is greedy search.
        limit: Most tokens of an output, the end token included.
        fixed: Every output has ``limit`` tokens, whatever the model would rather do.
        length_penalty: Exponent of the length by which a hypothesis' score is divided.
        batch: How much is run at once, in the unit of the engine; engines that know better
            themselves take no notice.
    """

    beam: int
    limit: int
    fixed: bool = False
    length_penalty: float = 1.0
    batch: int = 1


class Engine(Protocol):
    """A model that is loaded."""

    def run(self, sources: Sequence[Ids], how: How) -> list[Ids]:
        """Translate; returns ids without start token, end token and padding, in order."""
        ...


_MODULES: Final = {
    "transformers": "pytorch",
    "transformers-int8": "pytorch",
    "optimum": "optimum_onnx",
    "ctranslate2": "ctranslate",
    "yiwen-float32": "yiwen",
    "yiwen-int8": "yiwen",
    "program": "program",
}

NAMES: Final = tuple(name for name in _MODULES if name != "program")
"""Every engine, the first being what most ratios refer to."""


def load(name: str, path: Path, settings: Settings) -> Engine:
    """Load an engine.

    Args:
        name: One of :data:`NAMES`, or ``program`` for the whole program, which takes texts.
        path: The model in the engine's own format.
        settings: As :mod:`export.bench.sweep` lists them.
    """
    engine: Engine = _module(name).load(path, settings)
    return engine


def convert(name: str, checkpoint: Path, output: Path) -> None:
    """Make an engine's own format of a checkpoint, where it has one."""
    _module(name).convert(checkpoint, output)


def _module(name: str) -> Any:  # noqa: ANN401 - a module
    return import_module(f"{__name__}.{_MODULES[name]}")
