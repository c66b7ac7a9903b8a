"""``yiwen packs``: which model packs there are, and what one of them is."""

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.commands.command import Command, Loader
from engine.commands.streams import Streams

if TYPE_CHECKING:
    from engine.manifest import PackManifest
    from engine.pack import InstalledPack, ModelPack


def list_packs(_arguments: argparse.Namespace, streams: Streams, _load: Loader) -> int:
    """Write one line for each installed pack."""
    from engine.pack import installed_packs  # noqa: PLC0415 - not needed to show help

    packs = installed_packs()
    if not packs:
        streams.say("yiwen: no model pack is installed")
    widths = [max((len(row[column]) for row in map(_row, packs)), default=0) for column in range(3)]
    for pack in packs:
        cells = [cell.ljust(width) for cell, width in zip(_row(pack), widths, strict=False)]
        streams.write("  ".join((*cells, _row(pack)[3])).rstrip() + "\n")
    return 0


def show_pack(arguments: argparse.Namespace, streams: Streams, _load: Loader) -> int:
    """Write what a pack says about itself, once its files are known to be sound."""
    from engine.pack import ModelPack, find_pack  # noqa: PLC0415 - not needed to show help

    pack = ModelPack.open(find_pack(arguments.name))
    lines = [f"{label}: {' '.join(value.split())}\n" for label, value in _facts(pack)]
    streams.write("".join(lines))
    return 0


def _row(pack: "InstalledPack") -> tuple[str, str, str, str]:
    place = "comes with the program" if pack.bundled else str(pack.path)
    if pack.manifest is None:
        return pack.name, "damaged", "", " ".join(str(pack.problem or place).split())
    return pack.name, _languages(pack.manifest), pack.manifest.licence, place


def _languages(manifest: "PackManifest") -> str:
    return f"{manifest.source_language} → {', '.join(_targets(manifest))}"


def _targets(manifest: "PackManifest") -> Iterable[str]:
    return dict.fromkeys((manifest.target_language, *sorted(manifest.target_tokens)))


def _facts(pack: "ModelPack") -> Iterable[tuple[str, str]]:
    manifest, sizes = pack.manifest, pack.manifest.dimensions
    yield "name", manifest.name
    yield "languages", _languages(manifest)
    yield "licence", manifest.licence
    yield "attribution", manifest.attribution
    yield "checkpoint", f"{manifest.checkpoint.name}, revision {manifest.checkpoint.revision}"
    layers = f"{sizes.encoder_layers} encoder and {sizes.decoder_layers} decoder layers"
    yield "model", f"{layers} of width {sizes.d_model}, vocabulary of {sizes.target_vocab}"
    yield "weights", manifest.quantisation.scheme
    yield "size", f"{sum(entry.size for entry in manifest.files.values()) / 1e6:.1f} MB"
    yield "made by", f"yiwen {manifest.exporter_version}, format {manifest.format_version}"
    yield "folder", str(pack.path)


def _configure_info(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the name of a pack, or its folder")


COMMAND = Command(
    name="packs",
    summary="show the model packs on this machine",
    description="Show the model packs on this machine.",
    commands=(
        Command(
            name="list",
            summary="list the installed packs",
            description="List the installed packs: name, languages, licence and place.",
            run=list_packs,
        ),
        Command(
            name="info",
            summary="show what a pack is made from, by whom, and its licence",
            description="Check the files of a pack and show what it says about itself.",
            configure=_configure_info,
            run=show_pack,
        ),
    ),
)
