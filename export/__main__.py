"""``python -m export CHECKPOINT --output DIR``: make a verified pack of a checkpoint."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import EngineError
from engine.pack import ModelPack
from export.checkpoint import Checkpoint, read_checkpoint
from export.convert import MAX_SOURCE_TOKENS, ConvertOptions, convert, refuse_existing
from export.errors import VerificationFailed
from export.hub import resolve
from export.lines import bundled_lines, read_lines
from export.policies import CANDIDATES, DEFAULT
from export.verify import VerifyOptions, summary, verify


def main(argv: Sequence[str] | None = None) -> int:
    """Run the exporter; return 0, 1 if the pack failed verification, or 2 for bad input."""
    arguments = _parser().parse_args(argv)
    try:
        return _export(arguments)
    except VerificationFailed as error:
        _say(str(error))
        return 1
    except (EngineError, OSError) as error:
        _say(str(error))
        return 2


def _export(arguments: argparse.Namespace) -> int:
    refuse_existing(arguments.output, force=arguments.force)
    checkpoint = read_checkpoint(resolve(arguments.checkpoint))
    _say(f"read {checkpoint.name}, {checkpoint.licence}")

    def check(checkpoint: Checkpoint, folder: Path) -> str:
        manifest = ModelPack.open(folder, verify=False).manifest
        lines = (
            read_lines(arguments.lines)
            if arguments.lines
            else bundled_lines(manifest.source_language, manifest.target_language)
        )
        options = VerifyOptions(
            parity_lines=arguments.parity_lines, score_lines=arguments.score_lines, report=_say
        )
        quality = verify(checkpoint, folder, lines, options)
        for line in summary(quality):
            _say(line)
        return quality.to_json()

    options = ConvertOptions(
        policy=CANDIDATES[arguments.policy],
        max_source_tokens=arguments.max_source_tokens,
        force=arguments.force,
    )
    convert(checkpoint, arguments.output, check, options)
    _say(f"wrote {arguments.output}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m export", description=__doc__)
    parser.add_argument("checkpoint", help="a MarianMT checkpoint's folder, or its name on the hub")
    parser.add_argument("--output", type=Path, required=True, help="folder of the new pack")
    parser.add_argument("--force", action="store_true", help="replace a pack that is there already")
    parser.add_argument(
        "--policy",
        choices=sorted(CANDIDATES),
        default=DEFAULT.name,
        help="how the weights are stored (default: %(default)s; see docs/quantisation.md)",
    )
    parser.add_argument(
        "--max-source-tokens",
        type=_positive,
        default=MAX_SOURCE_TOKENS,
        metavar="N",
        help="longest sentence in tokens; longer ones are wrapped (default: %(default)s)",
    )
    parser.add_argument(
        "--lines",
        type=Path,
        metavar="FILE",
        help="sentences to check with: source, tab, reference (default: bundled ones)",
    )
    defaults = VerifyOptions()
    parser.add_argument(
        "--parity-lines",
        type=_positive,
        default=defaults.parity_lines,
        metavar="N",
        help="sentences to compare with transformers (default: %(default)s)",
    )
    parser.add_argument(
        "--score-lines",
        type=_positive,
        default=defaults.score_lines,
        metavar="N",
        help="sentences to score int8 on (default: %(default)s)",
    )
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"expected a number from 1 up, found {text!r}")
    return int(text)


def _say(line: str) -> None:
    print(line, file=sys.stderr)  # noqa: T201 - this is a command


if __name__ == "__main__":
    sys.exit(main())
