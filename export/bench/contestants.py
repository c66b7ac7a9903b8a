"""Get every engine its own format of one checkpoint, or say why it does not take part."""

import importlib.util
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from export.bench.errors import BenchError
from export.bench.process import Worker
from export.checkpoint import CONFIG, Checkpoint
from export.convert import ConvertOptions, build_pack
from export.policies import DEFAULT, FLOAT32
from export.tensors import load_tensors, weight_files

_POLICIES: Final = {"yiwen-float32": FLOAT32, "yiwen-int8": DEFAULT}
_NEEDED: Final = {
    "transformers": ("torch", "transformers"),
    "transformers-int8": ("torch", "transformers"),
    "ctranslate2": ("ctranslate2", "torch", "transformers"),
}
_CHECK_SECONDS: Final = 120


@dataclass(frozen=True, slots=True)
class Contestant:
    """An engine that takes part.

    Attributes:
        name: One of :data:`export.bench.rivals.NAMES`.
        path: The model in its format.
        disk: Bytes of that.
        python: The interpreter that has it, where it is not this one.
    """

    name: str
    path: Path
    disk: int
    python: Path | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """All who take part, and why the others do not.

    Attributes:
        contestants: Engines that take part.
        skipped: Why not, by engine.
    """

    contestants: tuple[Contestant, ...]
    skipped: dict[str, str]


def prepare(
    checkpoint: Checkpoint,
    folder: Path,
    names: Sequence[str],
    *,
    optimum_python: Path | None = None,
    report: Callable[[str], None] = lambda _: None,
) -> Field:
    """Make what each engine reads.

    Packs are made anew; what other programs convert is kept in ``folder`` for the next time.

    Args:
        checkpoint: The weights that all of them get.
        folder: Where it is put.
        names: The engines wanted.
        optimum_python: An interpreter whose environment has optimum-onnx.
        report: Is told what is being done, a line at a time.

    Raises:
        BenchError: None can take part.
    """
    contestants: list[Contestant] = []
    skipped: dict[str, str] = {}
    for name in names:
        if reason := _missing(name, checkpoint, optimum_python):
            skipped[name] = reason
            report(f"{name} is skipped: {reason}")
            continue
        report(f"preparing {name}")
        try:
            contestants.append(_contestant(name, checkpoint, folder, optimum_python))
        except BenchError as error:
            skipped[name] = str(error)
            report(f"{name} is skipped: {error}")
    if not contestants:
        raise BenchError("expected at least one engine to measure, found none")
    return Field(tuple(contestants), skipped)


def _missing(name: str, checkpoint: Checkpoint, optimum_python: Path | None) -> str:
    """Say what an engine lacks; nothing if it lacks nothing."""
    lacking = [each for each in _NEEDED.get(name, ()) if importlib.util.find_spec(each) is None]
    if lacking:
        return f"{' and '.join(lacking)} not installed (python run.py export bench installs them)"
    if name not in _POLICIES and not (checkpoint.path / CONFIG).is_file():
        return "it does not read Marian's own files"
    if name == "optimum":
        return _optimum_missing(optimum_python)
    return ""


def _optimum_missing(python: Path | None) -> str:
    if python is None:
        return (
            "it needs older versions of transformers than Yiwen: give --optimum-python the "
            "interpreter of an environment with optimum-onnx[onnxruntime] and sentencepiece"
        )
    command = [str(python), "-c", "import optimum.onnxruntime, onnxruntime, sentencepiece"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_CHECK_SECONDS, check=False)  # noqa: S603 - named by the user
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{python} cannot be run: {type(error).__name__}"
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return f"{python}: {said[-1] if said else done.returncode}" if done.returncode else ""


def _contestant(
    name: str, checkpoint: Checkpoint, folder: Path, optimum_python: Path | None
) -> Contestant:
    if name.startswith("transformers"):
        return Contestant(name, checkpoint.path, float32_size(checkpoint.path))
    place = folder / name
    if name in _POLICIES:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        build_pack(checkpoint, place, ConvertOptions(policy=_POLICIES[name]))
        return Contestant(name, place, size(place))
    python = optimum_python if name == "optimum" else None
    if not place.is_dir():
        part = folder / f"{name}.part"
        shutil.rmtree(part, ignore_errors=True)
        with Worker(name, python=python) as worker:
            worker.ask("convert", rival=name, path=str(checkpoint.path), output=str(part))
        part.rename(place)
    return Contestant(name, place, size(place), python)


def size(folder: Path) -> int:
    """Return the bytes of all files under a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def float32_size(checkpoint: Path) -> int:
    """Return the bytes of a checkpoint's folder if its weights are stored in float32."""
    files = weight_files(checkpoint)
    others = size(checkpoint) - sum(path.stat().st_size for path in files)
    return others + sum(4 * tensor.size for tensor in load_tensors(files).values())
