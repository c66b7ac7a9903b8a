"""What the window says when a document cannot be translated, and what to do about it."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.documents.journal import JobBusy
from engine.documents.refusals import (
    DocumentChanged,
    DocumentDamaged,
    DocumentProtected,
    DocumentTooLarge,
    DocumentUnreadable,
    NoDocuments,
    NotBilingual,
    NothingToTranslate,
)
from engine.documents.results import ResultFailed, ResultTaken
from engine.errors import InferenceError, InputError, PackError
from gui.errors import describe

# The first type that fits is taken, so subclasses come before their base.
_SENTENCES: tuple[tuple[type[Exception], object], ...] = (
    (
        DocumentUnreadable,
        QT_TRANSLATE_NOOP(
            "DocumentErrors", "The file is missing or may not be read. Put it back, then try again."
        ),
    ),
    (
        DocumentChanged,
        QT_TRANSLATE_NOOP(
            "DocumentErrors",
            "Another program was writing to this file. Save and close it there, then try again.",
        ),
    ),
    (
        DocumentTooLarge,
        QT_TRANSLATE_NOOP(
            "DocumentErrors", "The document is too large. Split it up, then translate the parts."
        ),
    ),
    (
        DocumentDamaged,
        QT_TRANSLATE_NOOP(
            "DocumentErrors",
            "The document is damaged. Open and save it in its own program, then try again.",
        ),
    ),
    (
        DocumentProtected,
        QT_TRANSLATE_NOOP(
            "DocumentErrors",
            "The document is locked. Save it without its password, then try again.",
        ),
    ),
    (
        NothingToTranslate,
        QT_TRANSLATE_NOOP(
            "DocumentErrors",
            "Nothing in it could be translated. Check that it has text in the right language.",
        ),
    ),
    (
        NotBilingual,
        QT_TRANSLATE_NOOP(
            "DocumentErrors",
            "Such documents cannot hold both languages. Choose the page with both side by side.",
        ),
    ),
    (
        NoDocuments,
        QT_TRANSLATE_NOOP(
            "DocumentErrors", "There are no documents in this folder. Choose another one."
        ),
    ),
    (
        ResultTaken,
        QT_TRANSLATE_NOOP(
            "DocumentErrors", "A file with the name of the result is there. Try again to decide."
        ),
    ),
    (
        ResultFailed,
        QT_TRANSLATE_NOOP(
            "DocumentErrors",
            "The result cannot be written. Make room or choose another folder, then try again.",
        ),
    ),
    (
        JobBusy,
        QT_TRANSLATE_NOOP(
            "DocumentErrors",
            "Another program is translating this document. Wait for it, then try again.",
        ),
    ),
    (
        InputError,
        QT_TRANSLATE_NOOP(
            "DocumentErrors",
            "This is no document that can be translated. Check what kind of file it is.",
        ),
    ),
    (
        PackError,
        QT_TRANSLATE_NOOP(
            "DocumentErrors",
            "Its translation model cannot be used. Choose another below, then try again.",
        ),
    ),
    (
        InferenceError,
        QT_TRANSLATE_NOOP(
            "DocumentErrors", "The model failed on this document. Try again with another model."
        ),
    ),
    (
        OSError,
        QT_TRANSLATE_NOOP(
            "DocumentErrors", "A file cannot be read or written. Check the disk, then try again."
        ),
    ),
)


def describe_document(error: Exception) -> str:
    """Return the sentence to show when a document cannot be translated."""
    for kind, sentence in _SENTENCES:
        if isinstance(error, kind):
            return QCoreApplication.translate("DocumentErrors", str(sentence))
    return describe(error)
