"""What the window says when something goes wrong.

One sentence for each type of error, with what to do next. The text of an exception is for the log
and the command line; it is never shown here.
"""

from collections.abc import Iterable

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from engine.errors import (
    EngineError,
    InferenceError,
    InputError,
    PackCorrupt,
    PackError,
    PackExists,
    PackIncompatible,
    PackNotFound,
)
from gui.text_files import FileTooLarge, NoText, NotText, TextTooLong

# The exporter is loaded only when a checkpoint is imported, so its errors go by their names.
# The first type that fits is taken, so subclasses come before their base.
_Sentences = tuple[tuple[type[Exception] | str, object], ...]

_SENTENCES: _Sentences = (
    (
        PackNotFound,
        QT_TRANSLATE_NOOP(
            "Errors", "No translation model was found. Import one on the page Models."
        ),
    ),
    (
        PackCorrupt,
        QT_TRANSLATE_NOOP(
            "Errors", "The translation model is damaged. Import it again on the page Models."
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
        PackExists,
        QT_TRANSLATE_NOOP(
            "Errors",
            "A model of this name is installed already. Replace it, or keep the one you have.",
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
        "export.errors.NotOnHub",
        QT_TRANSLATE_NOOP(
            "Errors",
            "The hub has no model of this name that is open to everyone. Check how it is written.",
        ),
    ),
    (
        "export.errors.DownloadFailed",
        QT_TRANSLATE_NOOP(
            "Errors",
            "The download failed. Check the network and the proxy, then try again: what has "
            "arrived is kept.",
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
_NAMED: _Sentences = (
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

# Of what somebody wants to install; whatever is not here is as above.
_IMPORTING: _Sentences = (
    (
        PackNotFound,
        QT_TRANSLATE_NOOP(
            "Errors", "There is no translation model in it. Choose the folder or zip of one."
        ),
    ),
    (
        PackCorrupt,
        QT_TRANSLATE_NOOP(
            "Errors", "This file or model is damaged. Download or copy it again, then import it."
        ),
    ),
    (
        PackIncompatible,
        QT_TRANSLATE_NOOP(
            "Errors", "This model was made by a newer Yiwen. Update Yiwen, then import it again."
        ),
    ),
    (
        PackExists,
        QT_TRANSLATE_NOOP(
            "Errors",
            "A model of this name is installed already. Replace it, or keep the one you have.",
        ),
    ),
    (
        PackError,
        QT_TRANSLATE_NOOP(
            "Errors",
            "The model cannot be stored. Check that the disk is not full and that nothing else "
            "is installing it, then try again.",
        ),
    ),
    (
        OSError,
        QT_TRANSLATE_NOOP("Errors", "A file cannot be read. Check the disk, then import it again."),
    ),
    (
        EngineError,
        QT_TRANSLATE_NOOP(
            "Errors", "The model cannot be imported. Download it again or choose another."
        ),
    ),
)

# Of a pack that is there, and of what somebody wants to do with it.
_KEEPING: _Sentences = (
    (
        PackNotFound,
        QT_TRANSLATE_NOOP("Errors", "This model is not installed any more. Import it again."),
    ),
    (
        PackCorrupt,
        QT_TRANSLATE_NOOP("Errors", "This model is damaged. Remove it, then import it again."),
    ),
    (
        PackIncompatible,
        QT_TRANSLATE_NOOP(
            "Errors", "This model needs another version of Yiwen. Update Yiwen, or remove it."
        ),
    ),
    (
        PackError,
        QT_TRANSLATE_NOOP(
            "Errors",
            "That could not be written. Check that the disk is not full and the folder not "
            "locked, then try again.",
        ),
    ),
)

_EXPORTER = "export.errors.ExportError"

_NEWER = QT_TRANSLATE_NOOP(
    "Errors", "This model needs Yiwen {version} or newer. Install that, then import it again."
)

_OPENING: _Sentences = (
    (
        FileTooLarge,
        QT_TRANSLATE_NOOP(
            "Errors",
            "This file has {size}; at most {limit} can be shown here. Choose a smaller file, or "
            "copy a part of it.",
        ),
    ),
    (
        TextTooLong,
        QT_TRANSLATE_NOOP(
            "Errors",
            "This text would have {size} characters; at most {limit} fit here. Translate it in "
            "parts, or save it as a file and translate that as a document.",
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
    locale = locale or QLocale(QLocale.Language.English)
    if isinstance(error, TextTooLong):
        return sentence.format(
            size=locale.toString(error.length), limit=locale.toString(error.limit)
        )
    if not isinstance(error, FileTooLarge):
        return sentence
    written = locale.formattedDataSize
    size, limit = (
        written(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
        for count in (error.size, error.limit)
    )
    return sentence.format(size=size, limit=limit)


def describe_import(kinds: Iterable[str], version: str = "") -> str:
    """Return the sentence to show when a model could not be imported.

    Args:
        kinds: The names of the error's types, as :func:`type_names` gives them: it happened in
            another process.
        version: The version of the program that the model needs, if it says so.
    """
    names = frozenset(kinds)
    if version and _name(PackIncompatible) in names:
        return QCoreApplication.translate("Errors", str(_NEWER)).format(version=version)
    return _of_names(names, _SENTENCES if _EXPORTER in names else _IMPORTING + _SENTENCES)


def describe_keeping(error: Exception) -> str:
    """Return the sentence to show when something could not be done with an installed pack."""
    return _sentence(error, _KEEPING + _SENTENCES)


def type_names(error: BaseException) -> tuple[str, ...]:
    """Return the full names of an error's types, its own first."""
    return tuple(_name(kind) for kind in type(error).__mro__)


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _sentence(error: Exception, sentences: _Sentences) -> str:
    return _of_names(frozenset(type_names(error)), sentences)


def _of_names(names: frozenset[str], sentences: _Sentences) -> str:
    sentence = next(
        text
        for kind, text in sentences
        if (kind if isinstance(kind, str) else _name(kind)) in names
    )
    return QCoreApplication.translate("Errors", str(sentence))
