"""What the window says when something goes wrong.

One sentence for each type of error, with what to do next. The text of an exception is for the log
and the command line; it is never shown here.
"""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from engine.errors import (
    EngineError,
    InferenceError,
    InputError,
    PackCorrupt,
    PackError,
    PackIncompatible,
    PackNotFound,
)
from gui.text_files import FileTooLarge, NoText, NotText

# The exporter is loaded only when a checkpoint is imported, so its errors go by their names.
# The first type that fits is taken, so subclasses come before their base.
_SENTENCES: tuple[tuple[type[Exception] | str, object], ...] = (
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
        "export.errors.CheckpointError",
        QT_TRANSLATE_NOOP(
            "Errors",
            "A file of this checkpoint is missing or damaged. Download it again, then import it.",
        ),
    ),
    (
        "export.errors.UnsupportedCheckpoint",
        QT_TRANSLATE_NOOP(
            "Errors", "This kind of checkpoint cannot be imported. Choose a Marian model."
        ),
    ),
    (
        "export.errors.VerificationFailed",
        QT_TRANSLATE_NOOP(
            "Errors",
            "The imported model does not translate as it should, so it was not installed. "
            "Choose another one.",
        ),
    ),
    (
        "export.errors.LanguagesUnknown",
        QT_TRANSLATE_NOOP(
            "Errors",
            "This checkpoint does not say which languages it is for. Name them and import it "
            "again.",
        ),
    ),
    (
        "export.errors.ExportError",
        QT_TRANSLATE_NOOP(
            "Errors", "The checkpoint could not be imported. Download it again or choose another."
        ),
    ),
    (
        EngineError,
        QT_TRANSLATE_NOOP(
            "Errors", "The translation engine failed. Restart Yiwen or choose another model."
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

# The same of a pack that has a name, while there are others.
_NAMED: tuple[tuple[type[Exception] | str, object], ...] = (
    (
        PackNotFound,
        QT_TRANSLATE_NOOP(
            "Errors", "The model “{name}” was not found; choose another under Model."
        ),
    ),
    (
        PackCorrupt,
        QT_TRANSLATE_NOOP(
            "Errors",
            "The model “{name}” is damaged; choose another under Model, or install it again.",
        ),
    ),
    (
        PackIncompatible,
        QT_TRANSLATE_NOOP(
            "Errors",
            "The model “{name}” needs another version of Yiwen; choose another under Model, or "
            "update Yiwen.",
        ),
    ),
    (
        PackError,
        QT_TRANSLATE_NOOP(
            "Errors", "The model “{name}” cannot be used; choose another under Model."
        ),
    ),
)

_OPENING: tuple[tuple[type[Exception] | str, object], ...] = (
    (
        FileTooLarge,
        QT_TRANSLATE_NOOP(
            "Errors",
            "This file has {size}; at most {limit} can be shown here. Choose a smaller file, or "
            "copy a part of it.",
        ),
    ),
    (
        NoText,
        QT_TRANSLATE_NOOP("Errors", "This file is empty. Choose one with text in it."),
    ),
    (
        NotText,
        QT_TRANSLATE_NOOP(
            "Errors", "This is no plain text file. Choose one in UTF-8, UTF-16 or GB18030."
        ),
    ),
    (
        InputError,
        QT_TRANSLATE_NOOP("Errors", "This file cannot be read. Choose a plain text file."),
    ),
    (
        IsADirectoryError,
        QT_TRANSLATE_NOOP("Errors", "This is a folder. Choose the files in it."),
    ),
    (
        FileNotFoundError,
        QT_TRANSLATE_NOOP("Errors", "This file is no longer there. Choose another one."),
    ),
    (
        PermissionError,
        QT_TRANSLATE_NOOP(
            "Errors", "This file may not be read. Change its permissions or choose another one."
        ),
    ),
    (
        OSError,
        QT_TRANSLATE_NOOP("Errors", "This file cannot be read. Check the disk, then try again."),
    ),
)


def describe(error: Exception) -> str:
    """Return the sentence to show for ``error``, in the language of the window."""
    return _sentence(error, _SENTENCES)


def describe_pack(error: PackError, name: str) -> str:
    """Return the sentence to show when the pack ``name`` cannot be used and there are others."""
    return _sentence(error, _NAMED).format(name=name)


def describe_opening(error: Exception, locale: QLocale | None = None) -> str:
    """Return the sentence to show for ``error`` when a file was to be opened.

    Args:
        error: What went wrong.
        locale: How to write numbers; English by default.
    """
    sentence = _sentence(error, _OPENING + _SENTENCES)
    if not isinstance(error, FileTooLarge):
        return sentence
    written = (locale or QLocale(QLocale.Language.English)).formattedDataSize
    size, limit = (
        written(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
        for count in (error.size, error.limit)
    )
    return sentence.format(size=size, limit=limit)


def _sentence(error: Exception, sentences: tuple[tuple[type[Exception] | str, object], ...]) -> str:
    names = {f"{kind.__module__}.{kind.__qualname__}" for kind in type(error).__mro__}
    sentence = next(
        text
        for kind, text in sentences
        if (kind in names if isinstance(kind, str) else isinstance(error, kind))
    )
    return QCoreApplication.translate("Errors", str(sentence))
