"""``python -m installers``: make the frozen folder, then the installers of this system."""

import argparse
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from installers.debian import build_deb
from installers.desktop import ROOT
from installers.errors import BuildError
from installers.frozen import add_licences, freeze
from installers.macos import build_dmg
from installers.packs import only_pack, prepare_pack
from installers.report import describe, write_checksums, write_components
from installers.selfextracting import build_run
from installers.windows import build_setup
from installers.wrapping import Wrapping

_USUAL: Final = ROOT / "assets/packs"

BUILDERS: Final[Mapping[str, Callable[[Wrapping, Path], Path]]] = {
    "deb": build_deb,
    "run": build_run,
    "setup": build_setup,
    "dmg": build_dmg,
}
_OF_SYSTEM: Final = {"linux": ("deb", "run"), "win32": ("setup",), "darwin": ("dmg",)}


def main() -> int:
    """Build what the command line asks for, say how large it is, and return the exit code."""
    arguments = _parser().parse_args()
    try:
        build(arguments)
    except BuildError as error:
        print(f"build: {error}", file=sys.stderr)  # noqa: T201 - a command line's last word
        return 1
    return 0


def build(arguments: argparse.Namespace) -> None:
    """Make everything.

    Raises:
        BuildError: Something cannot be made.
    """
    dist, work = arguments.dist.absolute(), arguments.work.absolute()
    dist.mkdir(parents=True, exist_ok=True)
    packs = _USUAL
    if arguments.pack:
        packs = prepare_pack(arguments.pack, work, keep_broken=arguments.keep_broken)
    bundle = freeze(packs, dist, work)
    found = add_licences(bundle)
    wrapping = Wrapping(
        bundle=bundle,
        version=version("yiwen"),
        pack=only_pack(packs) if arguments.pack else "",
        day=datetime.now(UTC).date(),
        compression="fast" if arguments.fast else "small",
    )
    made = [BUILDERS[name](wrapping, dist) for name in arguments.only]
    if made:
        parts = dist / f"yiwen-{wrapping.label}.cdx.json"
        write_components(found, wrapping.version, parts)
        write_checksums([*made, parts], dist / "SHA256SUMS")
    print(describe(bundle, made))  # noqa: T201 - what the command is asked for


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="run.py build",
        description="Make the folder dist/yiwen, which runs without Python, and this system's "
        "installers around it, with SHA256SUMS and a list of components beside them.",
    )
    parser.add_argument(
        "--pack",
        metavar="DIR|HUB_NAME",
        help="the model inside, in place of the starter: a checkpoint, a pack or a name on the hub",
    )
    parser.add_argument(
        "--keep-broken", action="store_true", help="take that model even if it is found broken"
    )
    parser.add_argument(
        "--only",
        metavar="KIND",
        nargs="*",
        choices=tuple(BUILDERS),
        default=_OF_SYSTEM.get(sys.platform, ()),
        help=f"the installers to make, of {', '.join(BUILDERS)}; none of them if nothing follows",
    )
    parser.add_argument(
        "--fast", action="store_true", help="compress in seconds, to try installers out"
    )
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where to put the results")
    parser.add_argument("--work", type=Path, default=ROOT / "build", help="where to work")
    return parser


if __name__ == "__main__":
    sys.exit(main())
