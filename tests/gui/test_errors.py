"""One sentence for each type of error."""

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from engine import errors
from export import errors as export_errors
from gui.errors import describe, describe_opening
from gui.text_files import FileTooLarge, NoText, NotText


def subclasses(kind):
    return [kind, *(sub for direct in kind.__subclasses__() for sub in subclasses(direct))]


def example(kind):
    """An error of that kind, whatever it wants to be made of."""
    return kind.__new__(kind, "secret")


@pytest.mark.parametrize(
    "kind", [*subclasses(errors.EngineError), MemoryError, OSError, ValueError, Exception]
)
def test_every_error_has_a_sentence_that_does_not_quote_it(qapp, kind):
    sentence = describe(example(kind))
    assert "secret" not in sentence
    assert sentence.endswith(".")
    assert len(sentence) < 140


def test_each_type_of_pack_error_says_something_of_its_own(qapp):
    sentences = {describe(example(kind)) for kind in subclasses(errors.PackError)}
    assert len(sentences) == len(subclasses(errors.PackError))


def test_a_subclass_that_nobody_foresaw_is_described_by_its_base(qapp):
    class Odd(errors.PackCorrupt):
        pass

    assert describe(example(Odd)) == describe(example(errors.PackCorrupt))


def test_each_error_of_an_import_says_something_of_its_own(qapp):
    # Those of the bench, say, never come from an import.
    found = subclasses(export_errors.ExportError)
    kinds = [kind for kind in found if kind.__module__ == export_errors.__name__]
    sentences = {describe(example(kind)) for kind in kinds}
    assert len(kinds) >= 4
    assert len(sentences) == len(kinds)
    assert describe(errors.EngineError("secret")) not in sentences


@pytest.mark.parametrize(
    "kind",
    [
        errors.InputError, NoText, NotText, FileNotFoundError, PermissionError, IsADirectoryError,
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_opened_is_not_called_a_model(qapp, kind):
    sentence = describe_opening(kind("secret"))
    assert "file" in sentence
    assert "model" not in sentence
    assert "secret" not in sentence


def test_what_is_wrong_with_a_file_is_said_exactly(qapp):
    kinds = (errors.InputError, NoText, NotText, FileNotFoundError, PermissionError,
             IsADirectoryError, OSError)  # fmt: skip
    assert len({describe_opening(kind("secret")) for kind in kinds}) == len(kinds)
    too_large = FileTooLarge(Path("/secret"), 3_400_000, 1_000_000)
    assert describe_opening(too_large).startswith("This file has 3.4 MB; at most 1.0 MB can")
    german = QLocale(QLocale.Language.German)
    assert "3,4 MB" in describe_opening(too_large, german)
