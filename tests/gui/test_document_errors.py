"""One sentence for whatever may be wrong with a document."""

import importlib
import pkgutil

import pytest
from PySide6.QtCore import QLocale

import engine.documents
from engine.documents.formats import SUFFIXES
from engine.documents.report import Report
from engine.errors import EngineError, InferenceError, InputError, PackCorrupt
from gui.document_errors import describe_document
from gui.document_words import count_report, format_name, place_name, time_left
from gui.errors import describe


def kinds():
    """Every type of error that the engine's modules for documents define."""
    found = set()
    for module in pkgutil.iter_modules(engine.documents.__path__, "engine.documents."):
        for value in vars(importlib.import_module(module.name)).values():
            own = isinstance(value, type) and value.__module__.startswith("engine.documents")
            if own and issubclass(value, Exception):
                found.add(value)
    return sorted(found, key=lambda kind: kind.__name__)


def example(kind):
    return kind.__new__(kind, "secret")


def test_each_error_of_a_document_says_something_of_its_own(qapp):
    sentences = {kind: describe_document(example(kind)) for kind in kinds()}
    assert len(sentences) >= 11
    assert len(set(sentences.values())) == len(sentences)
    assert describe(EngineError()) not in sentences.values()
    assert describe_document(InputError("secret")) not in sentences.values()


@pytest.mark.parametrize(
    "kind", [*kinds(), InputError, InferenceError, PackCorrupt, MemoryError, OSError, ValueError]
)
def test_what_is_said_does_not_quote_the_error_and_says_what_to_do(qapp, kind):
    sentence = describe_document(example(kind))
    assert "secret" not in sentence
    assert sentence.endswith(".")
    assert sentence.count(".") >= 2
    assert len(sentence) < 100


def test_every_format_has_a_name(qapp, tmp_path):
    for suffix in SUFFIXES:
        assert format_name(tmp_path / f"a{suffix}") != suffix[1:].upper()
    assert format_name(tmp_path / "a.XYZ") == "XYZ"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "a few seconds left"),
        (9, "a few seconds left"),
        (12, "less than a minute left"),
        (95, "about 2 min left"),
        (3580, "about 1 h 0 min left"),
        (2 * 3600 + 300, "about 2 h 5 min left"),
    ],
)
def test_the_time_left_is_said_no_more_exactly_than_it_is_known(qapp, seconds, text):
    assert time_left(seconds, QLocale("en")) == text


def test_places_are_said_in_the_language_of_the_window(qapp):
    locale = QLocale("en")
    assert place_name("cue 1200", locale) == "subtitle 1,200"
    assert place_name("slide 2, notes", locale) == "slide 2, notes"
    assert place_name("menu.file.open", locale) == "menu.file.open"


def test_a_report_is_counted(qapp, tmp_path):
    def counted(copied, flagged):
        report = Report(
            source=tmp_path, result=tmp_path, sentences=9, translated=9 - copied, copied=copied,
            flagged=flagged, seconds=1.0, doubts=(),
        )  # fmt: skip
        return count_report(report, QLocale("en"))

    assert counted(0, 0) == "9 of 9 sentences translated · none to check"
    assert counted(2, 3) == "7 of 9 sentences translated · 2 copied · 3 to check"
