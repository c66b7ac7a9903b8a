"""Finds out whether the program works on this machine, and says what it runs on."""

import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from engine.errors import EngineError
from engine.records import record
from engine.runtime import onnxruntime
from engine.version import program_version

if TYPE_CHECKING:
    from engine.translator import Translator

_Result = TypeVar("_Result")

_SENTENCES: Final = {"en": "Good morning.", "zh": "早上好。"}

# Instructions that int8 kernels are chosen by, as Linux names them.
_FEATURES: Final = (
    *("avx", "avx2", "avx_vnni", "avx512f", "avx512_vnni", "amx_int8"),
    *("asimddp", "i8mm", "sve"),
)


class SelfCheckFailed(EngineError):
    """The program does not work here; the message names what does not."""


@record(kw_only=True)
class Sample:
    """A sentence that was translated to see whether it can be.

    Attributes:
        source: The sentence.
        translation: Its translation.
        seconds: How long that took.
    """

    source: str
    translation: str
    seconds: float


def machine() -> Iterator[tuple[str, str]]:
    """Yield what the program is and what it runs on, as names and values.

    Raises:
        SelfCheckFailed: ONNX Runtime cannot be loaded.
    """
    yield "yiwen", program_version()
    yield "python", platform.python_version()
    yield "platform", f"{platform.system()} {platform.release()} {platform.machine()}".strip()
    features = cpu_features()
    if features:
        yield "processor", " ".join(features)
    yield "onnxruntime", attempt("loading ONNX Runtime", _runtime_version)


def cpu_features(cpuinfo: Path = Path("/proc/cpuinfo")) -> tuple[str, ...]:
    """Return the instruction sets of interest that the processor has; nothing where unknown."""
    try:
        lines = cpuinfo.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ()
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip() in {"flags", "Features"}:
            found = frozenset(value.split())
            return tuple(feature for feature in _FEATURES if feature in found)
    return ()


def translate_sample(translator: "Translator") -> Sample:
    """Translate one sentence.

    Raises:
        SelfCheckFailed: It cannot be translated, or not into the language it should be.
    """
    manifest = translator.manifest
    source = _SENTENCES.get(manifest.source_language.split("-")[0], _SENTENCES["en"])
    start = time.perf_counter()
    translation = attempt("translating a sentence", lambda: translator.translate(source).text)
    chinese = manifest.target_language.split("-")[0] in {"zh", "cmn"}
    if not any(_is_han(each) if chinese else each.isalpha() for each in translation):
        raise SelfCheckFailed(
            f"translating a sentence: expected {manifest.target_language}, found {translation!r}"
        )
    return Sample(source=source, translation=translation, seconds=time.perf_counter() - start)


def attempt(what: str, action: Callable[[], _Result]) -> _Result:
    """Return what ``action`` does; whatever goes wrong is reported under the name ``what``.

    Raises:
        SelfCheckFailed: It failed.
    """
    try:
        return action()
    except EngineError as error:
        raise SelfCheckFailed(f"{what}: {error}") from error
    except Exception as error:
        # The question is what does not work on this machine: a missing library, a file that
        # cannot be read, too little memory. The answer is never a traceback.
        raise SelfCheckFailed(f"{what}: {type(error).__name__}: {error}") from error


def _runtime_version() -> str:
    return str(onnxruntime().__version__)


def _is_han(character: str) -> bool:
    return "\u4e00" <= character <= "\u9fff"
