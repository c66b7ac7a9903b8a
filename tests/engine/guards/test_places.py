"""What is filled in, told from money."""

import time

import pytest

from engine.guards.verbatim import find_verbatim


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Use $1 and $2 in the template.", ["$1", "$2"]),
        ("Replace it with $1.", ["$1"]),
        ("$1 has sent you $2 files.", ["$1", "$2"]),
        ("File $1 could not be opened.", ["$1"]),
        ("It is foo/bar/$1/ here.", ["$1"]),
        ("Press '$5' now.", ["$5"]),
        # Money.
        ("It costs $1.", []),
        ("$1 billion was lost.", []),
        ("He has $1 in his pocket.", []),
        ("The price is $2 per kilo.", []),
        ("Apples are $1 and pears are $2 per kilo.", []),
        ("Lunch is $5.", []),
        ("Pay $1.50, $15 or $1,000.", []),
    ],
)
def test_places_are_told_from_money(text, found):
    assert [each.span.of(text) for each in find_verbatim(text)] == found


@pytest.mark.parametrize("unit", ["$1 ", "$", "$1 pay "])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    find_verbatim(unit * 20000)

    assert time.process_time() - start < 5
