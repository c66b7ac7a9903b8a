"""``yiwen packs``: bring model packs, look after them, and know what they are worth."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engine.commands import packs_check, packs_import
from engine.commands.command import Command, Loader
from engine.commands.streams import Streams
from engine.errors import PackIncompatible

if TYPE_CHECKING:
    from engine.manifest import PackManifest
    from engine.pack import InstalledPack, ModelPack

_PLACES = {"program": "comes with the program", "system": "for all users"}


def list_packs(_arguments: argparse.Namespace, streams: Streams, _load: Loader) -> int:
    """Write one line for each installed pack."""
    from engine.pack import default_pack, installed_packs  # noqa: PLC0415 - not for help

    packs = installed_packs()
    if not packs:
        streams.say("yiwen: no model pack is installed")
    used = set[Path | None]()
    for pack in packs:
        if pack.languages:
            chosen = default_pack(*pack.languages)
            used.add(chosen.path if chosen else None)
    rows = [_row(pack, default=pack.path in used) for pack in packs]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        streams.write("  ".join((*cells, row[-1])).rstrip() + "\n")
    return 0


def show_pack(arguments: argparse.Namespace, streams: Streams, _load: Loader) -> int:
    """Write what a pack says about itself, once its files are known to be there."""
    from engine.pack import ModelPack, find_pack  # noqa: PLC0415 - not needed to show help

    pack = ModelPack.open(find_pack(arguments.name))
    lines = [f"{label}: {' '.join(value.split())}\n" for label, value in _facts(pack)]
    streams.write("".join(lines))
    return 0


def choose_pack(arguments: argparse.Namespace, streams: Streams, _load: Loader) -> int:
    """Make a pack the default for its direction, or write what the defaults are."""
    from engine.pack import (  # noqa: PLC0415 - not needed to show help
        default_pack,
        direction,
        installed_packs,
        set_default_pack,
    )

    if arguments.name is not None:
        streams.write(f"{set_default_pack(arguments.name)}: {arguments.name}\n")
        return 0
    found: dict[str, str] = {}
    for each in installed_packs():
        if pair := each.manifest and (each.manifest.source_language, each.manifest.target_language):
            chosen = default_pack(*pair)
            if chosen:
                found[direction(*pair)] = chosen.name
    streams.write("".join(f"{direction}: {name}\n" for direction, name in sorted(found.items())))
    return 0


def remove(arguments: argparse.Namespace, streams: Streams, _load: Loader) -> int:
    """Delete packs of the user's own."""
    from engine.pack import (  # noqa: PLC0415 - not needed to show help
        disk_use,
        installed_pack,
        remove_pack,
    )

    for name in arguments.name:
        size = disk_use(installed_pack(name).path)
        pack = remove_pack(name)
        streams.write(f"removed {pack.name}, {size / 1e6:.1f} MB\n")
    return 0


def export(arguments: argparse.Namespace, streams: Streams, _load: Loader) -> int:
    """Write a pack into a zip for another machine."""
    from engine.pack import pack_to_zip  # noqa: PLC0415 - not needed to show help

    path = pack_to_zip(arguments.name, arguments.file, replace=arguments.force)
    streams.write(f"{path}\n")
    return 0


def _row(pack: "InstalledPack", *, default: bool) -> tuple[str, ...]:
    from engine.pack import disk_use  # noqa: PLC0415 - not needed to show help

    place = _PLACES.get(pack.place, str(pack.path))
    size = f"{disk_use(pack.path) / 1e6:.0f} MB"
    if pack.manifest is None or pack.problem is not None:
        reason = " ".join(str(pack.problem or place).split())
        state = "incompatible" if isinstance(pack.problem, PackIncompatible) else "damaged"
        return pack.name, state, "", size, "", reason
    mark = "default" if default else ""
    return pack.name, _languages(pack.manifest), mark, size, pack.manifest.licence, place


def _languages(manifest: "PackManifest") -> str:
    return f"{manifest.source_language} → {', '.join(_targets(manifest))}"


def _targets(manifest: "PackManifest") -> Iterable[str]:
    return dict.fromkeys((manifest.target_language, *sorted(manifest.target_tokens)))


def _facts(pack: "ModelPack") -> Iterator[tuple[str, str]]:
    from engine.pack import disk_use  # noqa: PLC0415 - not needed to show help

    manifest, sizes = pack.manifest, pack.manifest.dimensions
    yield "name", manifest.name
    yield "languages", _languages(manifest)
    yield "licence", manifest.licence
    yield "attribution", manifest.attribution
    yield "checkpoint", f"{manifest.checkpoint.name}, revision {manifest.checkpoint.revision}"
    layers = f"{sizes.encoder_layers} encoder and {sizes.decoder_layers} decoder layers"
    yield "model", f"{layers} of width {sizes.d_model}, vocabulary of {sizes.target_vocab}"
    yield "weights", manifest.quantisation.scheme
    yield "size", f"{disk_use(pack.path) / 1e6:.1f} MB"
    yield "made by", f"yiwen {manifest.exporter_version}, format {manifest.format_version}"
    yield "folder", str(pack.path)
    yield from _quality(pack)
    # Unchanged files are not read again, so a bit that went wrong on the disk would not be seen.
    yield "files", "there and as last verified; 'yiwen packs check' reads them anew"


def _quality(pack: "ModelPack") -> Iterator[tuple[str, str]]:
    from engine.pack import measured_quality, stored_report  # noqa: PLC0415 - as above

    figures = measured_quality(pack.path)
    for label, name in (("quality", "int8"), ("quality before int8", "float32")):
        scores = figures.get(name)
        if isinstance(scores, dict) and {"bleu", "chrf"} <= scores.keys():
            yield label, f"BLEU {scores['bleu']}, chrF {scores['chrf']}"
    if report := stored_report(pack.path):
        yield "examined", "; ".join((packs_check.VERDICTS[report.verdict], *report.reasons))


def _name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the name of a pack, or its folder")


def _configure_default(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="the pack to use; without one, say which are used"
    )


def _configure_remove(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="+", help="the name of a pack of your own")


def _configure_export(parser: argparse.ArgumentParser) -> None:
    _name(parser)
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=Path,
        default=Path(),
        help="the zip to write, or a folder for it (default: here, named after the pack)",
    )
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


COMMAND = Command(
    name="packs",
    summary="bring model packs and look after them",
    description="Bring model packs, look after them, and know what they are worth.",
    commands=(
        Command(
            name="list",
            summary="list the installed packs",
            description="List the installed packs: name, languages, whether it is the default, "
            "size, licence and place. Of one with a missing or shortened file it says so instead; "
            "'yiwen packs check' reads the files as well.",
            run=list_packs,
        ),
        Command(
            name="info",
            summary="show what a pack is made from, by whom, and its licence",
            description="Show what a pack says about itself, and what was measured of it.",
            configure=_name,
            run=show_pack,
        ),
        packs_import.COMMAND,
        packs_check.COMMAND,
        Command(
            name="default",
            summary="choose the pack that translates when none is named",
            description="Choose the pack that translates when none is named, for its direction. "
            "Without a choice it is a pack of your own, if you have one, and else the one that "
            "comes with the program.",
            configure=_configure_default,
            run=choose_pack,
        ),
        Command(
            name="remove",
            summary="delete packs of your own",
            description="Delete packs of your own.",
            configure=_configure_remove,
            run=remove,
        ),
        Command(
            name="export",
            summary="write a pack into a zip for another machine",
            description="Write a pack into a zip; 'yiwen packs import' takes it on another "
            "machine.",
            configure=_configure_export,
            run=export,
        ),
    ),
)
