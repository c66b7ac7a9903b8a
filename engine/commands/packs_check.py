"""``yiwen packs check``: is a pack sound, and of any use?"""

import argparse
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.commands.command import Command, Loader, add_threads_option
from engine.commands.progress import progress
from engine.commands.streams import Streams
from engine.errors import PackCorrupt

if TYPE_CHECKING:
    from engine.pack import PackReport

VERDICTS: Final = {"good": "good", "warnings": "usable with warnings", "broken": "broken"}
"""Verdicts in words."""

_SIGNS: Final = {"good": "ok", "warnings": "warning", "broken": "broken"}


def run(arguments: argparse.Namespace, streams: Streams, _load: Loader) -> int:
    """Read every file of a pack and see what the model does."""
    from engine.pack import ModelPack, find_pack  # noqa: PLC0415 - not needed to show help
    from engine.pack_doctor import examine  # noqa: PLC0415 - loads ONNX Runtime

    folder = find_pack(arguments.name)
    # Where nothing was verified yet, every file is read.
    with tempfile.TemporaryDirectory(prefix="yiwen-") as fresh:
        try:
            pack = ModelPack.open(folder, cache=Path(fresh))
        except PackCorrupt as error:
            finding = f"{_SIGNS['broken']}: {' '.join(str(error).split())}\n"
            streams.write(f"{finding}{folder.name}: {VERDICTS['broken']}\n")
            return 1
    streams.write(f"ok: {len(pack.manifest.files)} files are what the manifest says\n")
    with progress(streams, shown=not arguments.no_progress) as tell:
        report = examine(
            pack,
            threads=arguments.threads,
            on_progress=lambda done, total: tell("checking", done, total),
        )
    write_report(pack.manifest.name, report, streams)
    return 1 if report.verdict == "broken" else 0


def write_report(name: str, report: "PackReport", streams: Streams) -> None:
    """Write what an examination found, the verdict last."""
    for each in report.findings:
        streams.write(f"{_SIGNS[each.verdict]}: {' '.join(each.detail.split())}\n")
    for example in report.examples[:3]:
        streams.write(f"    {example.source} → {' '.join(example.translation.split())}\n")
    streams.write(f"{name}: {VERDICTS[report.verdict]}\n")


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the name of a pack, or its folder")
    parser.add_argument(
        "--no-progress", action="store_true", help="show no progress bar on the terminal"
    )
    add_threads_option(parser)


COMMAND = Command(
    name="check",
    summary="find out whether a pack is sound and of any use",
    description="Read every file of a pack, translate sample sentences and single words with it, "
    "and say whether it is good, usable with warnings or broken. The exit code is 1 for a broken "
    "one.",
    configure=_configure,
    run=run,
)
