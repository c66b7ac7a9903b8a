"""The search finds what transformers' generate finds, on tiny seeded models."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from engine.search import Hypothesis, SearchOptions, search
from tests.support.reference import EOS_ID, PAD_ID, EncodedBatch, TorchDecoder, tiny_marian
from tests.support.requirements import require

pytestmark = pytest.mark.parity

LENGTHS = [7, 2, 5, 11]


@cache
def model(eos_bias: float) -> Any:
    return tiny_marian(seed=7, eos_bias=eos_bias)


@cache
def batch() -> EncodedBatch:
    return EncodedBatch.random(LENGTHS, seed=11)


def generate(eos_bias: float, options: SearchOptions, source: EncodedBatch) -> Any:
    torch = require("torch")
    with torch.inference_mode():
        return model(eos_bias).generate(
            input_ids=source.ids,
            attention_mask=source.mask,
            do_sample=False,
            num_beams=options.beam_size,
            num_return_sequences=options.n_best,
            max_length=options.max_target_tokens + 1,
            length_penalty=options.length_penalty,
            early_stopping=options.early_stopping,
            forced_eos_token_id=EOS_ID if options.forced_eos else None,
            output_scores=True,
            output_attentions=True,
            return_dict_in_generate=True,
        )


def reference_ids(row: Any) -> tuple[int, ...]:
    """Cut a generated row: the start token in front, the end token and padding behind."""
    ids = row[1:].tolist()
    length = next((i for i, token in enumerate(ids) if token in (EOS_ID, PAD_ID)), len(ids))
    return tuple(ids[:length])


def options_of(**changes: Any) -> SearchOptions:
    return SearchOptions(
        **(
            {"start_id": PAD_ID, "eos_id": EOS_ID, "max_target_tokens": 12, "beam_size": 4}
            | changes
        )
    )


def assert_same(eos_bias: float, options: SearchOptions) -> Sequence[Sequence[Hypothesis]]:
    expected = generate(eos_bias, options, batch())
    found = search(TorchDecoder(model(eos_bias), batch()), len(LENGTHS), options)
    assert [len(hypotheses) for hypotheses in found] == [options.n_best] * len(LENGTHS)
    flat = [hypothesis for hypotheses in found for hypothesis in hypotheses]
    assert [hypothesis.ids for hypothesis in flat] == [reference_ids(r) for r in expected.sequences]
    if options.beam_size > 1:
        scores = [hypothesis.score for hypothesis in flat]
        np.testing.assert_allclose(scores, expected.sequences_scores.numpy(), atol=1e-4)
    return found


@pytest.mark.parametrize("eos_bias", [-2.0, 2.0, 5.0])
@pytest.mark.parametrize("limit", [1, 2, 5, 25])
@pytest.mark.parametrize("forced_eos", [False, True])
def test_greedy(eos_bias: float, limit: int, forced_eos: bool) -> None:
    options = options_of(beam_size=1, max_target_tokens=limit, forced_eos=forced_eos)
    assert_same(eos_bias, options)


@pytest.mark.parametrize("eos_bias", [2.0, 5.0])
@pytest.mark.parametrize("beam_size", [2, 4, 5])
@pytest.mark.parametrize("early_stopping", [False, True, "never"])
@pytest.mark.parametrize("length_penalty", [0.0, 0.6, 1.0, 2.0, -0.5])
@pytest.mark.parametrize("limit", [4, 20])
def test_beam(
    eos_bias: float, beam_size: int, early_stopping: Any, length_penalty: float, limit: int
) -> None:
    options = options_of(
        beam_size=beam_size,
        early_stopping=early_stopping,
        length_penalty=length_penalty,
        max_target_tokens=limit,
        n_best=beam_size,
    )
    assert_same(eos_bias, options)


@pytest.mark.parametrize("beam_size", [2, 4, 5])
@pytest.mark.parametrize("limit", [2, 6, 20])
@pytest.mark.parametrize("early_stopping", [False, True, "never"])
def test_beam_with_a_forced_end(beam_size: int, limit: int, early_stopping: Any) -> None:
    options = options_of(
        beam_size=beam_size,
        early_stopping=early_stopping,
        max_target_tokens=limit,
        forced_eos=True,
        n_best=2,
    )
    assert_same(2.0, options)


@pytest.mark.parametrize("beam_size", [2, 4, 5])
def test_one_token(beam_size: int) -> None:
    assert_same(2.0, options_of(beam_size=beam_size, max_target_tokens=1, n_best=beam_size))


def test_a_forced_end_as_the_only_token_is_one_hypothesis() -> None:
    options = options_of(max_target_tokens=1, forced_eos=True, n_best=4)
    expected = generate(2.0, options, batch())
    found = search(TorchDecoder(model(2.0), batch()), len(LENGTHS), options)
    # transformers fills up with copies of score -1e9, which are no hypotheses.
    assert expected.sequences_scores.reshape(-1, 4)[:, 1:].max() < -1e8
    assert [[(h.ids, h.score) for h in hypotheses] for hypotheses in found] == [[((), 0.0)]] * 4


def test_the_models_end_hypotheses_at_varied_lengths() -> None:
    options = options_of(max_target_tokens=20, n_best=4)
    flat = [
        hypothesis
        for eos_bias in (2.0, 5.0)
        for hypotheses in search(TorchDecoder(model(eos_bias), batch()), len(LENGTHS), options)
        for hypothesis in hypotheses
    ]
    assert len({len(hypothesis.ids) for hypothesis in flat}) >= 5
    assert {hypothesis.finished for hypothesis in flat} == {True, False}


def test_attention_is_that_of_the_tokens() -> None:
    """Each token's attention is the cross-attention of the position that produced it."""
    torch = require("torch")
    source = batch()
    for sentence, hypotheses in enumerate(assert_same(2.0, options_of(n_best=4))):
        for hypothesis in hypotheses:
            fed = [PAD_ID, *hypothesis.ids][: len(hypothesis.log_probs)]
            with torch.inference_mode():
                output = model(2.0)(
                    input_ids=source.ids[sentence : sentence + 1],
                    attention_mask=source.mask[sentence : sentence + 1],
                    decoder_input_ids=torch.tensor([fed]),
                    output_attentions=True,
                )
            expected = output.cross_attentions[-1][0, 0].numpy()
            np.testing.assert_allclose(hypothesis.attention, expected, atol=1e-5)
            ids = [*hypothesis.ids, EOS_ID][: len(fed)]
            log_probs = torch.log_softmax(output.logits[0], dim=-1)[range(len(fed)), ids]
            np.testing.assert_allclose(hypothesis.log_probs, log_probs.numpy(), atol=1e-4)
