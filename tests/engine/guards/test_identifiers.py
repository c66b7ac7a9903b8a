"""Names, places and amounts that a model doubles or takes apart."""

import time

import pytest

from engine.guards.verbatim import find_verbatim


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        # How a date is to look, with spaces.
        ("Use the format MMM D, YYYY for dates.", ["MMM D, YYYY"]),
        ("It is shown as DD MMM YYYY.", ["DD MMM YYYY"]),
        ("EEE, d MMM yyyy HH:mm:ss", ["EEE, d MMM yyyy HH:mm:ss"]),
        ("MMMM d, yyyy, hh:mm a", ["MMMM d, yyyy, hh:mm a"]),
        ("I like a YY year", []),
        ("My day in YYYY", []),
        ("She was happy", []),
        # Templates.
        ("<%= user.name %> logged in", ["<%= user.name %>"]),
        ("Welcome, [[NAME]], and *|FNAME|*!", ["[[NAME]]", "*|FNAME|*"]),
        ("@@name@@ joined", ["@@name@@"]),
        (r"\(user.name) joined", [r"\(user.name)"]),
        # Serial numbers and accounts.
        ("Serial: SN-8F3K-22LQ-PP01.", ["SN-8F3K-22LQ-PP01"]),
        ("Plate KA-01-HH-1234 or WW-200-SS", ["KA-01-HH-1234", "WW-200-SS"]),
        ("IBAN DE89 3704 0044 0532 0130 00, please", ["DE89 3704 0044 0532 0130 00"]),
        ("A-LIST-ACTOR and T-SHIRT-SIZE", []),
        # What belongs to a module, but no sentence without a space before it.
        ("When signal.SIGINT is raised", ["signal.SIGINT"]),
        ("Open it with os.O_RDONLY.", ["os.O_RDONLY"]),
        (
            "a zipfile.ZipFile or an xml.dom.EMPTY_PREFIX",
            ["zipfile.ZipFile", "xml.dom.EMPTY_PREFIX"],
        ),
        ("He went home.Then it was done.OK?", []),
        # Amounts with the mark behind them.
        ("It costs 10 €.", ["10 €"]),
        ("1.500,00 € or 10€ per month", ["1.500,00 €", "10€"]),
        ("10 €5 and €10", []),
        # Names of languages and notes.
        ("C#, F# and C++ here", ["C#", "F#", "C++"]),
        ("A# is no C++11", ["A#", "C++11"]),
        ("i++ of ABC#", []),
        # Places in a list, but no notes.
        ("See [0] and [12].", ["[0]", "[12]"]),
        ("The city[1] fell.[2]", []),
        ("[1](url) [word]", ["[", "](url)"]),
    ],
)
def test_what_a_model_would_change_is_found(text, spans):
    assert [each.span.of(text) for each in find_verbatim(text, chinese=True)] == spans


@pytest.mark.parametrize("unit", ["[0] ", "C# ", "MM ", "YYYY ", "1 € ", "1.1", "M D, "])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    find_verbatim(unit * 10000, chinese=True)

    assert time.process_time() - start < 5
