"""Names inside a model pack: its files, and the inputs and outputs of its two graphs.

The exporter writes them, the engine reads them, and neither spells one out anywhere else.
"""

MANIFEST = "manifest.json"
ENCODER = "encoder.int8.onnx"
DECODER = "decoder.int8.onnx"
WEIGHTS = "weights.bin"
"""External data of both graphs, so that a tied embedding is on disk once."""
VOCAB = "vocab.json"
TARGET_VOCAB = "target_vocab.json"
"""There only when source and target have vocabularies of their own."""
SOURCE_SPM = "source.spm"
TARGET_SPM = "target.spm"
LICENSE = "LICENSE"
SOURCES = "SOURCES.md"
"""What the model was trained on, where the licence asks that it be told."""
QUALITY = "quality.json"
"""Measured figures. They differ from machine to machine, so the manifest does not list them."""

UNLISTED = frozenset({MANIFEST, QUALITY})
"""Files of a pack that the manifest's table leaves out."""

SOURCE_IDS = "source_ids"
"""Encoder input, int64 [batch, source]."""
SOURCE_MASK = "source_mask"
"""Encoder and decoder input, int64 [batch, source]; 1 for a token, 0 for padding."""
TOKENS = "tokens"
"""Decoder input, int64 [rows]: the last token of each hypothesis."""
PARENTS = "parents"
"""Decoder input, int64 [rows]: the row of the past that each hypothesis goes on from."""
BIAS_IDS = "bias_ids"
"""Decoder input, int64 [rows, n]: vocabulary ids of the scores to change, padding to fill up."""
BIAS_VALUES = "bias_values"
"""Decoder input, float32 [rows, n]: what to add there."""
K = "k"
"""Decoder input, int64 [1]: candidates wanted for each row."""
LOG_PROBS = "log_probs"
"""Decoder output, float32 [rows, k]: natural logarithms of the best probabilities."""
IDS = "ids"
"""Decoder output, int64 [rows, k]: the vocabulary ids they belong to."""
ATTENTION = "attention"
"""Decoder output, float32 [rows, source]: cross-attention of the alignment head."""


def cross_key(layer: int) -> str:
    """Name the cross-attention keys of a decoder layer, float32 [batch, heads, source, head]."""
    return f"cross_key_{layer}"


def cross_value(layer: int) -> str:
    """Name the cross-attention values of a decoder layer, float32 [batch, heads, source, head]."""
    return f"cross_value_{layer}"


def past_key(layer: int) -> str:
    """Name the cached self-attention keys going in, float32 [past rows, heads, past, head]."""
    return f"past_key_{layer}"


def past_value(layer: int) -> str:
    """Name the cached self-attention values going in, float32 [past rows, heads, past, head]."""
    return f"past_value_{layer}"


def present_key(layer: int) -> str:
    """Name the self-attention keys coming out, float32 [rows, heads, past + 1, head]."""
    return f"present_key_{layer}"


def present_value(layer: int) -> str:
    """Name the self-attention values coming out, float32 [rows, heads, past + 1, head]."""
    return f"present_value_{layer}"
