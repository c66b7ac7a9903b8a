"""``python -m export CHECKPOINT --output DIR``: make a verified pack of a checkpoint.

``python -m export bench`` compares it with other engines; see :mod:`export.bench.command`.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.errors import EngineError
from engine.pack import ModelPack, quality_text
from export.arguments import Parser, positive
from export.bench import command as bench
from export.checkpoint import Checkpoint
from export.convert import MAX_SOURCE_TOKENS, ConvertOptions, convert, refuse_existing
from export.errors import CheckpointError, VerificationFailed
from export.hub import resolve
from export.lines import Line, bundled_lines, read_lines
from export.policies import CANDIDATES, DEFAULT
from export.sources import opened, read_source
from export.verify import VerifyOptions, summary, verify
from export.verify.examination import examination

OK: Final = 0
FAILED: Final = 1
REFUSED: Final = 2
INTERRUPTED: Final = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Make a pack or compare engines; say in one line what went wrong, if something did.

    Args:
        argv: The arguments without the program's name; the process's own by default.

    Returns:
        0; 1 if the pack failed verification, or a ratio is worse than a baseline allows; 2 if the
        input is not as it should be or something cannot be read or written; 130 if Ctrl-C stopped
        it.
    """
    given = sys.argv[1:] if argv is None else argv
    try:
        if given[:1] == ["bench"]:
            return bench.run(given[1:])
        return _export(_parser().parse_args(given))
    except VerificationFailed as error:
        _say(f"error: {error}")
        return FAILED
    except OSError as error:
        _say(f"error: {_reason(error)}")
        return REFUSED
    except EngineError as error:
        _say(f"error: {error}")
        return REFUSED
    except KeyboardInterrupt:
        _say("interrupted; nothing was written")
        return INTERRUPTED


def _export(arguments: argparse.Namespace) -> int:
    output: Path = arguments.output
    refuse_existing(output, force=arguments.force)
    given = read_lines(arguments.lines) if arguments.lines else None
    with tempfile.TemporaryDirectory(prefix="yiwen-export-") as scratch:
        path = Path(arguments.checkpoint)
        with opened(path if path.exists() else resolve(path), Path(scratch)) as source:
            if source.kind == "pack":
                raise CheckpointError(path, "a checkpoint or an OPUS-MT release", "a model pack")
            checkpoint = read_source(source)
            _say(f"read {checkpoint.name}, licence {checkpoint.licence}")
            _convert(checkpoint, output, given, arguments)
    _say(f"wrote {output}")
    return OK


def _convert(
    checkpoint: Checkpoint,
    output: Path,
    given: Sequence[Line] | None,
    arguments: argparse.Namespace,
) -> None:
    def check(checkpoint: Checkpoint, folder: Path) -> str:
        manifest = ModelPack.open(folder, verify=False).manifest
        lines = given or bundled_lines(manifest.source_language, manifest.target_language)
        options = VerifyOptions(
            parity_lines=arguments.parity_lines, score_lines=arguments.score_lines, report=_say
        )
        quality = verify(checkpoint, folder, lines, options)
        report = examination(folder)
        for line in (*summary(quality), *(f"warning: {each}" for each in report.reasons)):
            _say(line)
        return quality_text(report, json.loads(quality.to_json()))

    options = ConvertOptions(
        policy=CANDIDATES[arguments.policy],
        max_source_tokens=arguments.max_source_tokens,
        source_language=arguments.source,
        target_language=arguments.target,
        force=arguments.force,
    )
    try:
        convert(checkpoint, output, check, options)
    except OSError as error:
        # A full disk is met while writing, where the system does not say what to.
        where = error.filename or str(output)
        raise OSError(error.errno, error.strerror or str(error), where) from error


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m export",
        description="Make a verified pack of a checkpoint.",
        epilog="python -m export bench --help tells how to compare it with other engines.",
    )
    parser.add_argument(
        "checkpoint",
        help="a MarianMT checkpoint or an OPUS-MT release, a folder or a zip, or a name on the hub",
    )
    parser.add_argument("--output", type=Path, required=True, help="folder of the new pack")
    parser.add_argument(
        "--source", metavar="LANGUAGE", help="what it reads, where the checkpoint does not say so"
    )
    parser.add_argument(
        "--target", metavar="LANGUAGE", help="what it writes, where the checkpoint does not say so"
    )
    parser.add_argument("--force", action="store_true", help="replace a pack that is there already")
    parser.add_argument(
        "--policy",
        choices=sorted(CANDIDATES),
        default=DEFAULT.name,
        help="how the weights are stored (default: %(default)s; see docs/quantisation.md)",
    )
    parser.add_argument(
        "--max-source-tokens",
        type=positive,
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
        type=positive,
        default=defaults.parity_lines,
        metavar="N",
        help="sentences to compare with transformers (default: %(default)s)",
    )
    parser.add_argument(
        "--score-lines",
        type=positive,
        default=defaults.score_lines,
        metavar="N",
        help="sentences to score int8 on (default: %(default)s)",
    )
    return parser


def _reason(error: OSError) -> str:
    """Name the file and what the system says about it, without the number."""
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"


def _say(line: str) -> None:
    print(line, file=sys.stderr)  # noqa: T201 - this is a command


if __name__ == "__main__":
    sys.exit(main())
