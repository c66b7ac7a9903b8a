"""The reference that the engine is compared with: transformers' Marian, small and seeded."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.search import FloatArray, IntArray, SparseBias, StepResult
from tests.support.requirements import require

PAD_ID = 59
EOS_ID = 0
VOCABULARY = 60


def tiny_marian(*, seed: int, eos_bias: float) -> Any:
    """Make a MarianMTModel with random weights and a vocabulary of 60.

    Args:
        seed: Of the weights.
        eos_bias: Added to the end token's logit: what makes hypotheses long or short.
    """
    torch = require("torch")
    transformers = require("transformers")
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    config = transformers.MarianConfig(
        vocab_size=VOCABULARY,
        max_position_embeddings=64,
        d_model=16,
        encoder_layers=1,
        decoder_layers=2,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=32,
        decoder_ffn_dim=32,
        init_std=0.5,
        activation_function="swish",
        scale_embedding=True,
        pad_token_id=PAD_ID,
        eos_token_id=EOS_ID,
        decoder_start_token_id=PAD_ID,
        forced_eos_token_id=None,
        attn_implementation="eager",
    )
    model = transformers.MarianMTModel(config).eval()
    model.final_logits_bias[0, PAD_ID] = -torch.inf
    model.final_logits_bias[0, EOS_ID] = eos_bias
    return model


@dataclass(frozen=True, slots=True)
class EncodedBatch:
    """Source ids ``[sentences, source]``, padded on the right, and their mask."""

    ids: Any
    mask: Any

    @classmethod
    def random(cls, lengths: list[int], *, seed: int) -> "EncodedBatch":
        """Make sentences of the given lengths, the end token included."""
        torch = require("torch")
        generator = np.random.default_rng(seed)
        ids = np.full((len(lengths), max(lengths)), PAD_ID)
        for row, length in zip(ids, lengths, strict=True):
            row[: length - 1] = generator.integers(1, PAD_ID, length - 1)
            row[length - 1] = EOS_ID
        tensor = torch.from_numpy(ids)
        return cls(tensor, (tensor != PAD_ID).long())


@dataclass(slots=True)
class TorchDecoder:
    """A search decoder over a transformers model; decodes whole prefixes anew at each step."""

    model: Any
    batch: EncodedBatch
    prefixes: IntArray = field(init=False)
    encoded: Any = field(init=False)

    def __post_init__(self) -> None:
        torch = require("torch")
        self.prefixes = np.zeros((len(self.batch.ids), 0), np.int64)
        with torch.inference_mode():
            self.encoded = self.model.get_encoder()(
                input_ids=self.batch.ids, attention_mask=self.batch.mask
            ).last_hidden_state

    def step(
        self,
        tokens: IntArray,
        parents: IntArray,
        sentences: IntArray,
        k: int,
        bias: SparseBias | None,
    ) -> StepResult:
        torch = require("torch")
        self.prefixes = np.concatenate((self.prefixes[parents], tokens[:, None]), axis=1)
        rows = np.repeat(sentences, len(tokens) // len(sentences))
        with torch.inference_mode():
            output = self.model(
                encoder_outputs=(self.encoded[rows],),
                attention_mask=self.batch.mask[rows],
                decoder_input_ids=torch.from_numpy(self.prefixes),
                output_attentions=True,
                use_cache=False,
            )
            logits = output.logits[:, -1]
            logits[:, PAD_ID] = -torch.inf
            if bias is not None:
                logits[bias.rows, bias.ids] += torch.from_numpy(bias.values)
            best = torch.log_softmax(logits, dim=-1).topk(min(k, VOCABULARY), dim=-1)
        attention: FloatArray = output.cross_attentions[-1][:, 0, -1].numpy()
        return StepResult(best.values.numpy(), best.indices.numpy(), attention)
