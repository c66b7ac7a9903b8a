r"""TeX in a text: what is no word stays, and words stay between ``\emph{`` and ``}``."""

import time

import pytest

from engine.guards.verbatim import find_verbatim
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


def spans(text: str) -> list[str]:
    return [each.span.of(text) for each in find_verbatim(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"Let $x \in \mathbb{R}$ be so.", [r"$x \in \mathbb{R}$"]),
        ("$E = mc^2$ and $$x$$ and $n$", ["$E = mc^2$", "$$x$$", "$n$"]),
        (r"So \(a+b\) or \[x\] is", [r"\(a+b\)", r"\[x\]"]),
        (
            r"See Figure~\ref{fig:one} and \cite[p. 5]{a,b}.",
            [r"~\ref{fig:one}", r"\cite[p. 5]{a,b}"],
        ),
        (r"The integral \int_0^1 x is \alpha_{ij}.", [r"\int_0^1", r"\alpha_{ij}"]),
        (r"\textbf{Note:} it is \emph{so}.", [r"\textbf{", "}", r"\emph{", "}"]),
        (r"\section{One}", [r"\section{", "}"]),
        ("It costs $5 or $6, from $7 to $8.", []),
        (r"\emph{never closed", [r"\emph"]),
    ],
)
def test_what_is_no_word_is_found(text, wanted):
    assert spans(text) == wanted


@pytest.mark.parametrize(
    ("text", "made"),
    [
        (r"\section{cat}", r"\section{好}"),
        (r"\emph{cat} so it is", r"\emph{好}"),
        (r"{\an8}Look up there", r"{\an8}好"),
        (r"\n\nHello\tWorld", r"\n\n好\t好"),
        (r"Hello.\nHow so?", r"好\n好"),
    ],
)
def test_words_are_translated_beside_them(text, made):
    assert translated(SpellingModel(lambda _text: "好"), text).text.startswith(made)


@pytest.mark.parametrize(
    "unit", ["$", "\\", "\\emph{", "{", "\\a_", "$x", "\\(a", "\\[", "$$a", "~\\ref{"]
)
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.thread_time()
    find_verbatim((unit * 20_000)[:20_000])
    assert time.thread_time() - start < 5
