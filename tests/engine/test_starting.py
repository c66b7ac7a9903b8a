"""What a start loads, and what it leaves until it is needed."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.pack import bundled_pack_path

STARTER_PACK = bundled_pack_path()

_ROOT = Path(__file__).parents[2]


def _loaded(code: str, *arguments: str) -> set[str]:
    """Return the modules that are there once some code has run."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nprint('', *sys.modules)", *arguments],
        cwd=_ROOT,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return set(done.stdout.split())


def test_importing_the_package_loads_nothing() -> None:
    ours = {name for name in _loaded("import sys, engine") if name.startswith("engine.")}
    assert not ours


def test_importing_the_translator_loads_neither_models_nor_what_manages_packs() -> None:
    found = _loaded("import sys, engine.translator")
    assert not found & {
        "onnxruntime",
        "sentencepiece",
        "opencc",
        "py3langid",
        "zipfile",
        "engine.documents",
        "engine.pack",
        "engine.pack_doctor",
        "engine.pack_install",
        "engine.pack_manage",
        "engine.pack_report",
        "engine.pack_zip",
        "engine.server",
    }


@pytest.mark.skipif(not STARTER_PACK.is_dir(), reason="the starter pack is not there")
def test_a_plain_sentence_needs_neither_the_detector_of_languages_nor_opencc() -> None:
    code = "import sys, engine\nengine.Translator.load(sys.argv[1]).translate('Good morning.')"
    found = _loaded(code, str(STARTER_PACK))
    assert "onnxruntime" in found
    assert not found & {"opencc", "py3langid", "engine.pack_manage"}
