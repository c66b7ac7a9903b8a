"""What the window says when something goes wrong.

One sentence for each type of error, with what to do next. The text of an exception is for the log
and the command line; it is never shown here.
"""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.errors import (
    InferenceError,
    InputError,
    PackCorrupt,
    PackError,
    PackIncompatible,
    PackNotFound,
)

# The first type that fits is taken, so subclasses come before their base.
_SENTENCES: tuple[tuple[type[Exception], object], ...] = (
    (
        PackNotFound,
        QT_TRANSLATE_NOOP(
            "Errors", "No translation model was found. Install one, then start Yiwen again."
        ),
    ),
    (
        PackCorrupt,
        QT_TRANSLATE_NOOP(
            "Errors", "The translation model is damaged. Install it again, then restart Yiwen."
        ),
    ),
    (
        PackIncompatible,
        QT_TRANSLATE_NOOP(
            "Errors",
            "This translation model needs another version of Yiwen. Update Yiwen or choose "
            "another model.",
        ),
    ),
    (
        PackError,
        QT_TRANSLATE_NOOP("Errors", "The translation model cannot be used. Choose another one."),
    ),
    (
        InputError,
        QT_TRANSLATE_NOOP("Errors", "This text cannot be read. Paste it again as plain text."),
    ),
    (
        InferenceError,
        QT_TRANSLATE_NOOP(
            "Errors", "The model failed on this text. Try again, or translate less at a time."
        ),
    ),
    (
        MemoryError,
        QT_TRANSLATE_NOOP(
            "Errors", "There is not enough memory. Close other programs and try again."
        ),
    ),
    (
        OSError,
        QT_TRANSLATE_NOOP(
            "Errors",
            "A file of the translation model cannot be read. Check the disk, then restart Yiwen.",
        ),
    ),
    (
        Exception,
        QT_TRANSLATE_NOOP(
            "Errors", "Something unexpected went wrong. Try again, or restart Yiwen."
        ),
    ),
)


def describe(error: Exception) -> str:
    """Return the sentence to show for ``error``, in the language of the window."""
    sentence = next(text for kind, text in _SENTENCES if isinstance(error, kind))
    return QCoreApplication.translate("Errors", str(sentence))
