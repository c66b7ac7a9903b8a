"""What a flag of the engine means to the reader."""

from collections.abc import Iterable
from typing import get_args

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.types import Flag

_SENTENCES: dict[Flag, object] = {
    "repetition-repaired": QT_TRANSLATE_NOOP(
        "Flags", "The model had begun to repeat itself. This is a second attempt."
    ),
    "number-missing": QT_TRANSLATE_NOOP(
        "Flags", "A number of the original is missing here or has changed."
    ),
    "verbatim-missing": QT_TRANSLATE_NOOP(
        "Flags", "An address, a placeholder or a piece of code did not come through unchanged."
    ),
    "omission-suspected": QT_TRANSLATE_NOOP(
        "Flags", "This is much shorter than the original. Something may be left out."
    ),
    "low-confidence": QT_TRANSLATE_NOOP("Flags", "The model was unsure of this sentence."),
    "untranslated": QT_TRANSLATE_NOOP("Flags", "This was left as it is in the original."),
    "wrong-language": QT_TRANSLATE_NOOP(
        "Flags", "The original does not seem to be in the language that is translated from."
    ),
    "wrapped": QT_TRANSLATE_NOOP(
        "Flags", "The sentence is too long for the model and was translated in parts."
    ),
    "invalid-input": QT_TRANSLATE_NOOP(
        "Flags", "The original contains characters that cannot be read."
    ),
}

FLAGS: tuple[Flag, ...] = get_args(Flag)


def explain_flag(flag: Flag) -> str:
    """Return what ``flag`` means, in the language of the window."""
    return QCoreApplication.translate("Flags", str(_SENTENCES[flag]))


def explain_flags(flags: Iterable[Flag]) -> str:
    """Return what the flags of a sentence mean, a line for each."""
    return "\n".join(map(explain_flag, flags))
