"""``config.json`` and ``generation_config.json`` of a Marian checkpoint, checked and typed."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from engine.pack import MOST_BEAMS, STRONGEST_PENALTY
from export.errors import CheckpointError, UnsupportedProperty
from export.marian import ACTIVATIONS, Activation, GenerationDefaults, MarianConfig

Json = Mapping[str, Any]

_ARCHITECTURE: Final = "MarianMTModel"
_SAME_ACTIVATION: Final = {"silu": "swish", "gelu_python": "gelu"}

# What the graphs do, by the name of the switch; a switch that is absent or null is at that value.
_MODEL_SWITCHES: Final[Mapping[str, tuple[object, ...]]] = {
    "is_encoder_decoder": (True,),
    "is_decoder": (False,),
    "normalize_before": (False,),
    "normalize_embedding": (False,),
    "add_final_layer_norm": (False,),
    "static_position_embeddings": (True,),
    "pruned_heads": ({},),
    "per_layer_config": ({},),
    "quantization_config": (),
}
_GENERATION_SWITCHES: Final[Mapping[str, tuple[object, ...]]] = {
    "do_sample": (False,),
    "early_stopping": (False, True),
    # The decoder's start token counts, so one token is always there.
    "min_length": (0, 1),
    "min_new_tokens": (0,),
    "repetition_penalty": (1.0,),
    "encoder_repetition_penalty": (1.0,),
    "no_repeat_ngram_size": (0,),
    "encoder_no_repeat_ngram_size": (0,),
    "num_beam_groups": (1,),
    "diversity_penalty": (0.0,),
    "penalty_alpha": (0.0,),
    "guidance_scale": (1.0,),
    "forced_bos_token_id": (),
    "force_bos_token_to_be_generated": (False,),
    "suppress_tokens": ([],),
    "begin_suppress_tokens": ([],),
    "exponential_decay_length_penalty": (),
    "sequence_bias": ({}, []),
    "constraints": ([],),
    "force_words_ids": ([],),
    "stop_strings": ([],),
    "max_time": (),
    "token_healing": (False,),
    "watermarking_config": (),
    "dola_layers": (),
}
_SIZES: Final = (
    "d_model",
    "encoder_layers",
    "decoder_layers",
    "encoder_attention_heads",
    "decoder_attention_heads",
    "encoder_ffn_dim",
    "decoder_ffn_dim",
    "vocab_size",
    "max_position_embeddings",
)
_IDS: Final = ("pad_token_id", "eos_token_id", "decoder_start_token_id")


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON object.

    Raises:
        CheckpointError: The file is missing, is not JSON or holds something else than an object.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CheckpointError(path, "a file of the checkpoint", "no such file") from None
    except (ValueError, RecursionError) as error:
        raise CheckpointError(path, "JSON", f"something else ({error})") from error
    if not isinstance(value, dict):
        raise CheckpointError(path, "a JSON object", f"a {type(value).__name__}")
    return value


def unsupported_properties(config: Json, generation: Json) -> list[UnsupportedProperty]:
    """List what the graphs or the search cannot do of what the two files ask for.

    ``generation`` is ``config`` itself where a checkpoint has no generation settings of its own.
    """
    return [
        *_unsupported_kind(config),
        *_unsupported_switches(config, _MODEL_SWITCHES),
        *_unsupported_heads(config),
        *_unsupported_switches(generation, _GENERATION_SWITCHES),
        *_unsupported_ids(config, generation),
    ]


def parse_config(path: Path, raw: Json, *, unk_id: int, separate_vocabs: bool) -> MarianConfig:
    """Type and check the model's dimensions, ids and switches.

    Switches that older files lack have the values that transformers gives them. ``tied`` and
    ``shared`` are what the file says; what the tensors say is settled when they are there.

    Raises:
        CheckpointError: Something is missing, has the wrong type or is out of range; everything
            that is wrong is named.
    """
    problems: list[str] = []
    sizes = {name: _whole(raw, name, 1, problems) for name in _SIZES}
    ids = {name: _whole(raw, name, 0, problems) for name in _IDS}
    source_vocab = target_vocab = sizes["vocab_size"]
    if raw.get("decoder_vocab_size") is not None:
        target_vocab = _whole(raw, "decoder_vocab_size", 1, problems)
    # The end and padding are fed to both sides, the start token to the decoder alone.
    for name, limit in zip(
        _IDS, [min(source_vocab, target_vocab)] * 2 + [target_vocab], strict=True
    ):
        if limit and ids[name] >= limit:
            problems.append(f"{name} {ids[name]} in a vocabulary of {limit}")
    shared = _switch(raw, "share_encoder_decoder_embeddings", default=True, problems=problems)
    if shared and source_vocab != target_vocab:
        problems.append(f"one embedding for vocabularies of {source_vocab} and {target_vocab}")
    tied = _switch(raw, "tie_word_embeddings", default=True, problems=problems)
    scale_embedding = _switch(raw, "scale_embedding", default=False, problems=problems)
    if problems:
        raise CheckpointError(path, "a complete Marian configuration", "; ".join(problems))
    return MarianConfig(
        d_model=sizes["d_model"],
        encoder_layers=sizes["encoder_layers"],
        decoder_layers=sizes["decoder_layers"],
        encoder_heads=sizes["encoder_attention_heads"],
        decoder_heads=sizes["decoder_attention_heads"],
        encoder_ffn=sizes["encoder_ffn_dim"],
        decoder_ffn=sizes["decoder_ffn_dim"],
        source_vocab=sizes["vocab_size"],
        target_vocab=target_vocab,
        activation=_activation(raw),
        scale_embedding=scale_embedding,
        max_positions=sizes["max_position_embeddings"],
        pad_id=ids["pad_token_id"],
        eos_id=ids["eos_token_id"],
        unk_id=unk_id,
        decoder_start_id=ids["decoder_start_token_id"],
        tied=tied,
        shared=shared,
        separate_vocabs=separate_vocabs,
    )


def parse_generation(path: Path, raw: Json, config: MarianConfig) -> GenerationDefaults:
    """Type and check the generation defaults; ``path`` is the file they come from.

    The length is the one exception to transformers' own defaults: 20 tokens, which it applies with
    a warning where a checkpoint says nothing, is no property of any model, so the longest output
    that the positions allow takes its place.

    Raises:
        CheckpointError: A value has the wrong type or is out of range; all of them are named.
    """
    problems: list[str] = []
    banned = _banned_ids(raw, config, problems)
    forced_eos = _single(raw.get("forced_eos_token_id")) is not None
    num_beams = _whole({"num_beams": 1} | _given(raw), "num_beams", 1, problems)
    if num_beams > MOST_BEAMS:
        problems.append(f"num_beams {num_beams}, of at most {MOST_BEAMS}")
    max_length = _max_length(_given(raw), config.max_positions, problems)
    penalty = _given(raw).get("length_penalty", 1.0)
    if (
        isinstance(penalty, bool)
        or not isinstance(penalty, int | float)
        or not abs(penalty) <= STRONGEST_PENALTY
    ):
        problems.append(f"length_penalty {penalty!r:.40}")
    renormalize = _switch(raw, "renormalize_logits", default=False, problems=problems)
    early = _switch(raw, "early_stopping", default=False, problems=problems)
    if problems:
        raise CheckpointError(path, "usable generation settings", "; ".join(problems))
    return GenerationDefaults(
        num_beams=num_beams,
        length_penalty=float(penalty),
        early_stopping=early,
        max_length=max_length,
        forced_eos=forced_eos,
        banned_ids=banned,
        renormalize=renormalize,
    )


def _unsupported_kind(config: Json) -> list[UnsupportedProperty]:
    found = []
    if config.get("model_type") != "marian":
        found.append(_unsupported("model_type", config.get("model_type"), "'marian'"))
    architectures = config.get("architectures") or [_ARCHITECTURE]
    if _ARCHITECTURE not in architectures:
        found.append(_unsupported("architectures", architectures, _ARCHITECTURE))
    if _activation(config) not in ACTIVATIONS:
        listed = ", ".join(ACTIVATIONS)
        found.append(_unsupported("activation_function", config.get("activation_function"), listed))
    return found


def _unsupported_switches(
    raw: Json, supported: Mapping[str, tuple[object, ...]]
) -> list[UnsupportedProperty]:
    return [
        _unsupported(name, raw[name], " or ".join(map(str, values)) or "none")
        for name, values in supported.items()
        if raw.get(name) is not None and raw[name] not in values
    ]


def _unsupported_heads(config: Json) -> list[UnsupportedProperty]:
    width = config.get("d_model")
    return [
        _unsupported(name, heads, f"a divisor of d_model {width}")
        for name in ("encoder_attention_heads", "decoder_attention_heads")
        if isinstance(heads := config.get(name), int) and heads > 0
        if isinstance(width, int) and width % heads
    ]


def _unsupported_ids(config: Json, generation: Json) -> list[UnsupportedProperty]:
    """Find ids that search would use differently from the model, and bans of several tokens."""
    found = []
    for name in _IDS:
        of_model, of_search = _single(config.get(name)), _single(generation.get(name))
        if of_search is not None and of_search != of_model:
            found.append(_unsupported(f"generation {name}", of_search, f"the model's {of_model}"))
    forced = _single(generation.get("forced_eos_token_id"))
    if forced is not None and forced != _single(config.get("eos_token_id")):
        found.append(_unsupported("forced_eos_token_id", forced, "the end token or none"))
    several = [words for words in _bad_words(generation) if len(words) != 1]
    if several:
        found.append(_unsupported("bad_words_ids", several, "single tokens"))
    return found


def _unsupported(name: str, found: object, supported: str) -> UnsupportedProperty:
    text = json.dumps(found, ensure_ascii=False, default=str)
    return UnsupportedProperty(name, text if len(text) <= 80 else text[:77] + "...", supported)


def _activation(config: Json) -> Activation:
    """Name the activation as the graphs do; anything unknown is passed on for the report."""
    name = config.get("activation_function") or "gelu"
    return cast("Activation", _SAME_ACTIVATION.get(name, name) if isinstance(name, str) else name)


def _bad_words(generation: Json) -> Sequence[Sequence[Any]]:
    words = generation.get("bad_words_ids")
    return [each for each in words if isinstance(each, list)] if isinstance(words, list) else []


def _banned_ids(raw: Json, config: MarianConfig, problems: list[str]) -> tuple[int, ...]:
    words = raw.get("bad_words_ids")
    if words is not None and not (
        isinstance(words, list) and all(isinstance(each, list) for each in words)
    ):
        problems.append("bad_words_ids that are no list of lists")
    tokens = [token for words in _bad_words(raw) for token in words]
    wrong = [
        each for each in tokens if type(each) is not int or not 0 <= each < config.target_vocab
    ]
    if wrong:
        problems.append(f"bad_words_ids {wrong!r:.40} in a vocabulary of {config.target_vocab}")
        return ()
    # transformers lets the end token through even where a checkpoint bans it.
    return tuple(sorted(set(tokens) - {config.eos_id}))


def _max_length(raw: Json, max_positions: int, problems: list[str]) -> int:
    if "max_new_tokens" in raw:
        # The start token is not a new one; and this setting wins over max_length.
        return min(_whole(raw, "max_new_tokens", 1, problems) + 1, max_positions)
    length = _whole({"max_length": max_positions} | dict(raw), "max_length", 2, problems)
    return min(length, max_positions)


def _given(raw: Json) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if value is not None}


def _single(value: object) -> object:
    """Take an id out of a list of one, which transformers allows in its place."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def _whole(raw: Json, name: str, least: int, problems: list[str]) -> int:
    value = _single(raw.get(name))
    if type(value) is int and value >= least:
        return value
    problems.append(f"no {name}" if value is None else f"{name} {value!r:.40}")
    return 0


def _switch(raw: Json, name: str, *, default: bool, problems: list[str]) -> bool:
    value = raw.get(name)
    if value is None:
        return default
    if not isinstance(value, bool):
        problems.append(f"{name} {value!r:.40}")
    return bool(value)
