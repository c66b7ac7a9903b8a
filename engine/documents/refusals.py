"""Why a document is refused, where a person can do something about it.

Each names the document in its message. Whatever else is wrong with one is an ``InputError``.
"""

from engine.errors import InputError


class DocumentUnreadable(InputError):
    """It is missing, no file, or may not be read."""


class DocumentChanged(InputError):
    """It was written to while it was read."""


class DocumentTooLarge(InputError):
    """It does not fit into memory."""


class DocumentDamaged(InputError):
    """It is not whole, or not what its name says."""


class DocumentProtected(InputError):
    """Only a password opens it."""


class NothingToTranslate(InputError):
    """There is no text in it, or none that could be translated."""


class NotBilingual(InputError):
    """Its format cannot hold two languages."""


class NoDocuments(InputError):
    """A folder holds no documents."""
