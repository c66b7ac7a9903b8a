"""``yiwen packs import``: make an installed pack of whatever model the user has."""

import argparse
import contextlib
from urllib.parse import urlsplit

from engine.commands.command import Command, Loader, UsageError
from engine.commands.packs_check import VERDICTS, write_report
from engine.commands.progress import progress
from engine.commands.streams import Streams
from engine.errors import InputError, PackExists

_STAGES = {
    "download": "downloading",
    "read": "reading",
    "convert": "converting",
    "check": "checking",
    "install": "installing",
}
_PROXIES = frozenset({"http", "https", "socks5", "socks5h"})
_BYTES = frozenset({"download", "convert"})


def run(arguments: argparse.Namespace, streams: Streams, _load: Loader) -> int:
    """Import a model, and say what it is worth."""
    from engine.pack import set_default_pack  # noqa: PLC0415 - not needed to show help
    from engine.pack_doctor import examine  # noqa: PLC0415 - loads ONNX Runtime
    from export.convert import (  # noqa: PLC0415 - loads onnx
        ExportError,
        ImportOptions,
        Progress,
        import_model,
    )

    if not arguments.model.strip():
        raise UsageError("PATH|HUB_NAME: expected a folder, a zip or a hub name, found nothing")
    options = ImportOptions(
        source_language=arguments.source,
        target_language=arguments.target,
        replace=arguments.replace,
        proxy=arguments.proxy,
        keep_broken=lambda _: bool(arguments.keep_broken),
    )
    with progress(streams, shown=not arguments.no_progress) as tell:

        def on_progress(now: Progress) -> None:
            unit = "B" if now.stage in _BYTES else ""
            tell(_STAGES[now.stage], now.done, now.total, unit)

        try:
            made = import_model(arguments.model, examine, options, on_progress=on_progress)
        except ExportError as error:
            raise InputError(str(error)) from error
        except PackExists as error:
            raise InputError(f"{error}; --replace takes its place") from error
    write_report(made.name, made.report, streams)
    if made.path is None:
        streams.say(
            f"yiwen: {made.name} is {VERDICTS[made.report.verdict]} and was not installed; "
            "--keep-broken installs it all the same"
        )
        return 1
    streams.write(f"installed in {made.path}\n")
    if arguments.default:
        set_default_pack(made.name)
    return 0


def _proxy(text: str) -> str:
    """Take the address of a proxy: who is told of a wrong one only later blames the network."""
    with contextlib.suppress(ValueError):  # what is no address, or a port that is no number
        found = urlsplit(text)
        if found.scheme in _PROXIES and found.hostname and found.port != 0:
            return text
    # An address may hold a password, so it is not repeated.
    raise argparse.ArgumentTypeError(
        "expected an address such as http://localhost:3128, found something else"
    )


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "model",
        metavar="PATH|HUB_NAME",
        help="a folder or a zip, or the name of a model on the Hugging Face hub, such as "
        "Helsinki-NLP/opus-mt-en-zh",
    )
    parser.add_argument(
        "--source", metavar="LANGUAGE", help="what it reads, where the model does not say so"
    )
    parser.add_argument(
        "--target", metavar="LANGUAGE", help="what it writes, where the model does not say so"
    )
    parser.add_argument(
        "--replace", action="store_true", help="take the place of an installed pack of its name"
    )
    parser.add_argument(
        "--default", action="store_true", help="make it the default for its direction"
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        type=_proxy,
        help="the proxy to download through, such as http://localhost:3128 (default: the system's)",
    )
    parser.add_argument(
        "--keep-broken", action="store_true", help="install the pack even if it is broken"
    )
    parser.add_argument(
        "--no-progress", action="store_true", help="show no progress bar on the terminal"
    )


COMMAND = Command(
    name="import",
    summary="make a pack of a model: a folder, a zip, or a name on the hub",
    description="Make an installed pack of a MarianMT checkpoint, an original OPUS-MT release or "
    "a pack from another machine, and check it. Only a name of the hub's asks for a network. What "
    "is downloaded lies in the folder downloads of Yiwen's cache, where an interrupted download "
    "goes on later; it is deleted once the pack is installed, and 'yiwen packs list' does not "
    "count it.",
    configure=_configure,
    run=run,
)
