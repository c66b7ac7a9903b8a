"""What the versions named in docs/article.md do with the starter checkpoint.

Run by the Python of an environment that has them, ``python tests/support/article_versions.py``; it
needs torch, transformers, onnx, onnxruntime and sentencepiece, and nothing of this project.
"""

import hashlib
import json
import os
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # before its import, or it leaves traces

import numpy as np
import onnx
import onnxruntime as ort
import sentencepiece
import torch
import transformers
from onnx import TensorProto, helper

ROOT = Path(__file__).resolve().parents[2]
CHECKPOINT = ROOT / "assets" / "checkpoints" / "starter-en-zh"
NAMES = ["ids", "mask", "targets"]
AXES = {
    "ids": {0: "batch", 1: "source"},
    "mask": {0: "batch", 1: "source"},
    "targets": {0: "batch", 1: "target"},
}
OPSET = 14


class Logits(torch.nn.Module):
    """The forward of a model, with three tensors in and one out."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Any, mask: Any, targets: Any) -> Any:
        """Return the logits ``[batch, target, vocabulary]``."""
        return self.model(
            input_ids=ids, attention_mask=mask, decoder_input_ids=targets, use_cache=False
        ).logits


class Generate(torch.nn.Module):
    """Greedy search, as a function of the source."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Any) -> Any:
        """Return the ids that transformers finds."""
        return self.model.generate(ids, num_beams=1, do_sample=False, max_new_tokens=40)


class Attention(torch.nn.Module):
    """Causal attention by torch's own function."""

    def forward(self, q: Any, k: Any, v: Any) -> Any:
        """Return the attention's result, shaped as ``q``."""
        return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)


def example(batch: int, source: int, target: int) -> tuple[Any, Any, Any]:
    """Return ids, mask and target ids; of several sentences, the last one is padded."""
    ids = torch.randint(2, 11000, (batch, source))
    mask = torch.ones_like(ids)
    if batch > 1:
        mask[-1, -2:] = 0
    return ids, mask, torch.randint(2, 11000, (batch, target))


def session(model: str | bytes) -> ort.InferenceSession:
    """Load a graph on the CPU."""
    options = ort.SessionOptions()
    options.log_severity_level = 4
    return ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def legacy() -> dict[str, Any]:
    """Return what makes newer versions of torch take the exporter that older ones have."""
    return {} if torch.__version__.startswith("2.1.") else {"dynamo": False}


def show_export(model: Any, folder: Path, target: int) -> None:
    """Export the forward from an example with ``target`` tokens; compare logits at other sizes."""
    wrapped, path = Logits(model).eval(), str(folder / f"{target}.onnx")
    arguments: dict[str, Any] = {
        "opset_version": OPSET,
        "input_names": NAMES,
        "output_names": ["logits"],
        "dynamic_axes": AXES,
    }
    torch.onnx.export(wrapped, example(1, 5, target), path, **arguments, **legacy())
    loaded, worst, numbers = session(path), 0.0, True
    for sizes in ((1, 5, 3), (1, 9, 3), (1, 5, 9), (3, 9, 7)):
        feeds = example(*sizes)
        given = {name: value.numpy() for name, value in zip(NAMES, feeds, strict=True)}
        found = loaded.run(None, given)[0]
        with torch.no_grad():
            worst = max(worst, float(np.abs(found - wrapped(*feeds).numpy()).max()))
        numbers = numbers and not np.isnan(found).any()
    digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12]
    say(f"forward, {target} target tokens in the example: off by {worst:.1e}, numbers: {numbers}")
    say(f"  SHA-256 of the file {digest}…")


def show_attention(folder: Path) -> None:
    """Export scaled_dot_product_attention and compare."""
    inputs, path = tuple(torch.randn(1, 2, 4, 8) for _ in range(3)), str(folder / "attention.onnx")
    torch.onnx.export(
        Attention(), inputs, path, opset_version=OPSET, input_names=list("qkv"), **legacy()
    )
    given = {name: value.numpy() for name, value in zip("qkv", inputs, strict=True)}
    found = session(path).run(None, given)[0]
    worst = np.abs(found - Attention()(*inputs).numpy()).max()
    say(f"scaled_dot_product_attention at opset {OPSET}: off by {worst:.1e}")


def show_trace(model: Any) -> None:
    """Trace ``generate`` on one sentence and run the trace on others."""
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(CHECKPOINT / "source.spm"))
    vocab = json.loads((CHECKPOINT / "vocab.json").read_text(encoding="utf-8"))
    lines = (ROOT / "tests/data/eval/tatoeba.tsv").read_text(encoding="utf-8").splitlines()[:21]
    texts = [line.split("\t")[0] for line in lines]
    ids = [
        torch.tensor([[vocab.get(piece, 1) for piece in pieces.encode(text, out_type=str)] + [0]])
        for text in texts
    ]
    generate = Generate(model).eval()
    try:
        traced: Any = torch.jit.trace(generate, (ids[0],), check_trace=False)
    except RuntimeError as error:
        say(f"trace of generate: {str(error).splitlines()[0][:80]}")
        return
    outputs = [traced(each) for each in ids[1:]]
    equal = sum(a.tolist() == generate(b).tolist() for a, b in zip(outputs, ids[1:], strict=True))
    lengths = sorted({output.shape[1] for output in outputs})
    say(f"trace of generate: {equal} of {len(outputs)} right; lengths of its outputs {lengths}")


def show_format() -> None:
    """Write a graph of the newest format that onnx knows and have the runtime load it."""
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [1]) for name in "xy")
    graph = helper.make_graph([helper.make_node("Neg", ["x"], ["y"])], "graph", [x], [y])
    opset = helper.make_opsetid("", OPSET)
    model = helper.make_model(graph, opset_imports=[opset], ir_version=onnx.IR_VERSION)
    try:
        session(model.SerializeToString())
    except Exception as error:  # noqa: BLE001 - whatever it says is what is to be shown
        say(f"format {onnx.IR_VERSION}: {str(error)[-80:].strip()}")
    else:
        say(f"format {onnx.IR_VERSION}: read")


def main() -> int:
    """Show it all."""
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    torch.manual_seed(1)
    transformers.logging.set_verbosity_error()
    for module in (torch, transformers, onnx, ort, sentencepiece):
        say(f"{module.__name__} {module.__version__}")
    model: Any = transformers.MarianMTModel.from_pretrained(CHECKPOINT)
    model = model.float().eval()
    with tempfile.TemporaryDirectory() as temporary:
        for target in (3, 1):
            show_export(model, Path(temporary), target)
        show_attention(Path(temporary))
    show_trace(model)
    show_format()
    return 0


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
