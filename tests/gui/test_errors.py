"""One sentence for each type of error."""

from pathlib import Path

import pytest

from engine import errors
from gui.errors import describe


def subclasses(kind):
    return [kind, *(sub for direct in kind.__subclasses__() for sub in subclasses(direct))]


def example(kind):
    if issubclass(kind, errors.PackError):
        return kind(Path("/secret/pack"), "a secret", "another secret")
    return kind("secret")


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
