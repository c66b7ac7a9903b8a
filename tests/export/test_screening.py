"""The stand-in for the projection, and how it is judged."""

import numpy as np
import pytest

from export import screening
from export.screening import Exact, Fitting, Judgement, choose, judge, possible, widths, worth

ROWS, WIDTH = 6000, 64


@pytest.fixture(scope="module")
def tokens():
    """A projection most of which lies in a few directions, as a trained one's does."""
    random = np.random.default_rng(1)
    strengths = 0.85 ** np.arange(WIDTH)
    turned, _ = np.linalg.qr(random.normal(size=(WIDTH, WIDTH)))
    table = random.normal(size=(ROWS, WIDTH)) * strengths @ turned
    bias = random.normal(size=ROWS).astype(np.float32)
    bias[[3, ROWS - 1]] = -np.inf
    return table.astype(np.float32), bias


@pytest.fixture(scope="module")
def sentences():
    random = np.random.default_rng(2)
    spread = random.normal(size=(WIDTH, WIDTH)) / 4
    mean = random.normal(size=WIDTH) / 2
    return [
        (random.normal(size=(n, WIDTH)) @ spread + mean).astype(np.float32)
        for n in random.integers(3, 30, 60)
    ]


def made(states, tokens, width):
    projection, bias = tokens
    return Fitting(states, projection, bias, width).screen(width)


def test_one_as_wide_as_the_model_leaves_nothing_out(tokens, sentences):
    states = np.concatenate(sentences)
    found = judge(made(states, tokens, WIDTH + 1), Exact(states, *tokens))
    assert found.missed == 0
    assert found.error < 0.01  # what rounding to 8 bits does
    assert found.states == len(states)


def test_a_narrower_one_is_worse(tokens, sentences):
    seen, unseen = np.concatenate(sentences[::2]), np.concatenate(sentences[1::2])
    wide, narrow = (judge(made(seen, tokens, n), Exact(unseen, *tokens)) for n in (48, 6))
    assert narrow.missed > wide.missed
    assert narrow.error > 5 * wide.error
    assert narrow.worst > wide.worst


def test_it_knows_how_states_are_spread(tokens):
    """States that vary in two directions need no others, whatever the tokens do."""
    random = np.random.default_rng(3)
    wide = random.normal(size=(400, 2)) @ random.normal(size=(2, WIDTH))
    states = wide.astype(np.float32)
    found = judge(made(states, tokens, 8), Exact(states, *tokens))
    assert found.missed <= 0.01
    assert found.error < 0.2


def test_banned_tokens_and_rows_that_fill_up_are_never_near(tokens, sentences):
    screen = made(np.concatenate(sentences), tokens, 24)
    assert len(screen.table) % screening.WHOLE == 0
    guessed = (sentences[0] @ screen.basis.T + screen.shift) @ screen.table.T
    assert guessed[:, [3, ROWS - 1, *range(ROWS, len(screen.table))]].max() < -50
    assert guessed[:, : ROWS - 1].max() > -10


def test_the_narrowest_good_one_is_chosen(tokens, sentences):
    found = choose(sentences, *tokens)
    assert found is not None
    screen, judgement = found
    assert judgement.good
    assert screen.width in widths(WIDTH)
    seen, unseen = (np.concatenate(sentences[half::2]) for half in range(2))
    for narrower in [width for width in widths(WIDTH) if width < screen.width]:
        assert not judge(made(seen, tokens, narrower), Exact(unseen, *tokens)).good


def test_a_narrow_one_is_the_beginning_of_a_wide_one(tokens, sentences):
    """So that of all widths the most of the work is done once."""
    states = np.concatenate(sentences)
    projection, bias = tokens
    one, other = made(states, tokens, 20), Fitting(states, projection, bias, 48).screen(20)
    for name in ("basis", "shift", "table", "rest"):
        np.testing.assert_allclose(
            np.abs(getattr(one, name)), np.abs(getattr(other, name)), rtol=1e-3, atol=1e-4
        )


@pytest.mark.parametrize("width", [6, 16, 24, 32, 48])
def test_what_is_judged_in_a_hurry_is_judged_alike(tokens, sentences, width):
    seen, unseen = (np.concatenate(sentences[half::2]) for half in range(2))
    screen, exact = made(seen, tokens, width), Exact(unseen, *tokens)
    whole, some = (judge(screen, exact, whole=whole) for whole in (True, False))
    assert whole.states == len(unseen)
    assert some.good == whole.good
    assert some == whole or not some.good


def test_what_is_hopeless_is_seen_from_a_few(tokens, sentences):
    unseen = np.concatenate(sentences * 3)
    screen, exact = made(unseen, tokens, 4), Exact(unseen, *tokens)
    found = judge(screen, exact, whole=False)
    assert not found.good
    assert found.states < len(unseen) / 2


def test_none_is_chosen_where_none_is_good(sentences):
    random = np.random.default_rng(4)
    table = random.normal(size=(ROWS, WIDTH)).astype(np.float32)
    bias = np.zeros(ROWS, np.float32)
    assert choose(sentences, table, bias) is None
    found = choose(sentences, table, bias, judged=False)
    assert found is not None
    screen, judgement = found
    assert not judgement.good
    assert screen.width == widths(WIDTH)[-1]
    assert choose(sentences[:1], table, bias, judged=False) is None


@pytest.mark.parametrize(
    ("missed", "error", "good"),
    [(0.001, 0.08, True), (0.0011, 0.0, False), (0.0, 0.081, False), (0, 0, True)],
)
def test_what_is_good(missed, error, good):
    assert Judgement(1000, missed, error, 1.0).good is good


@pytest.mark.parametrize(
    ("d_model", "first", "last"), [(512, 96, 256), (256, 48, 128), (1024, 192, 512), (64, 16, 32)]
)
def test_widths_are_a_few_sixteenths(d_model, first, last):
    assert (widths(d_model)[0], widths(d_model)[-1]) == (first, last)


def test_only_large_projections_are_worth_it():
    assert worth(65_001, 512)  # opus-mt-en-zh
    assert not worth(12_000, 256)  # the starter
    assert possible(12_000)
    assert not possible(2_000)
