"""English to Chinese, offline: text in, text out.

::

    from engine import Translator

    translator = Translator.load("starter-en-zh")
    print(translator.translate("Where is the library?").text)

Names are loaded when they are first used, so that a program that imports this package starts
without the model's runtime.
"""

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from engine.document import Document, Segment, Span
    from engine.errors import (
        Cancelled,
        EngineError,
        InferenceError,
        InputError,
        PackCorrupt,
        PackError,
        PackExists,
        PackIncompatible,
        PackNotFound,
    )
    from engine.manifest import PackManifest
    from engine.pack_files import ModelPack
    from engine.pack_install import install_pack
    from engine.pack_store import InstalledPack, find_pack, installed_packs
    from engine.translation import Translation
    from engine.translator import Translator
    from engine.types import (
        TARGETS,
        AlignedSpan,
        Alternative,
        Flag,
        Guards,
        Target,
        TranslatedSegment,
        TranslationOptions,
    )

__all__ = [
    "TARGETS",
    "AlignedSpan",
    "Alternative",
    "Cancelled",
    "Document",
    "EngineError",
    "Flag",
    "Guards",
    "InferenceError",
    "InputError",
    "InstalledPack",
    "ModelPack",
    "PackCorrupt",
    "PackError",
    "PackExists",
    "PackIncompatible",
    "PackManifest",
    "PackNotFound",
    "Segment",
    "Span",
    "Target",
    "TranslatedSegment",
    "Translation",
    "TranslationOptions",
    "Translator",
    "find_pack",
    "install_pack",
    "installed_packs",
]

_HOMES: Final = {
    "document": ("Document", "Segment", "Span"),
    "errors": (
        "Cancelled",
        "EngineError",
        "InferenceError",
        "InputError",
        "PackCorrupt",
        "PackError",
        "PackExists",
        "PackIncompatible",
        "PackNotFound",
    ),
    "manifest": ("PackManifest",),
    "pack_files": ("ModelPack",),
    "pack_install": ("install_pack",),
    "pack_store": ("InstalledPack", "find_pack", "installed_packs"),
    "translation": ("Translation",),
    "translator": ("Translator",),
    "types": (
        "TARGETS",
        "AlignedSpan",
        "Alternative",
        "Flag",
        "Guards",
        "Target",
        "TranslatedSegment",
        "TranslationOptions",
    ),
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
