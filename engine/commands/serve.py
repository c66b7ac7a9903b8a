"""``yiwen serve``: the engine for other programs and for browsers, over HTTP."""

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.commands.command import (
    Command,
    Loader,
    UsageError,
    add_model_options,
    whole_number,
)
from engine.commands.streams import Streams

if TYPE_CHECKING:
    from engine.server.settings import Access, Limits

_KEY_VARIABLE: Final = "YIWEN_API_KEY"
_SHORTEST_KEY: Final = 8

_NAME: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*", re.ASCII)
_ORIGIN: Final = re.compile(
    rf"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<host>{_NAME.pattern}|\[[0-9a-f:.]+\])"
    r"(?::(?P<port>\d{1,5}))?/?",
    re.ASCII,
)
_USUAL_PORTS: Final = {"http": 80, "https": 443}

_HOST: Final = "127.0.0.1"
_PORT: Final = 8000


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--host", metavar="HOST", default=_HOST, help=f"where to listen (default: {_HOST})"
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=whole_number(0, 65535),
        default=_PORT,
        help=f"the port; 0 takes any that is free (default: {_PORT})",
    )
    add_model_options(parser)
    parser.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(1, 64),
        default=1,
        help="processes that talk to clients; one engine serves all of them (default: 1)",
    )
    parser.add_argument(
        "--lanes",
        metavar="N",
        type=whole_number(1, 1024),
        help="batches that are translated side by side; the threads are divided among them. Many "
        "do more work, one answers soonest (default: one for each thread)",
    )
    _configure_limits(parser)
    _configure_access(parser)


def _configure_limits(parser: argparse.ArgumentParser) -> None:
    for option, default, high, text in (
        ("--batch", 64, 1024, "most sentences that are translated together"),
        ("--queue", 256, 100_000, "most translations that wait or are at work at a time"),
        ("--max-characters", 200_000, 100_000_000, "most characters of a request"),
        ("--max-bytes", 5_000_000, 1_000_000_000, "most bytes of a request"),
        ("--timeout", 120, 86_400, "most seconds that a request may take"),
    ):
        parser.add_argument(
            option,
            metavar="N",
            type=whole_number(1, high),
            default=default,
            help=f"{text} (default: {default})",
        )


def _configure_access(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--api-key-file",
        metavar="FILE",
        type=Path,
        help=f"a file with the key that clients must know; {_KEY_VARIABLE} may hold it instead",
    )
    parser.add_argument(
        "--insecure",
        action="store_true",
        help="let other machines in without a key",
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        type=_host_name,
        action="append",
        default=[],
        help="a name that clients call this server by, besides localhost; may come again",
    )
    parser.add_argument(
        "--allow-origin",
        metavar="ORIGIN",
        type=_origin,
        action="append",
        default=[],
        help="a site, such as https://example.org, whose pages may ask; may come again",
    )


def _host_name(text: str) -> str:
    """Take a name as clients write it in ``Host``, without a port, in small letters."""
    name = text.lower().removesuffix(".")
    if not _NAME.fullmatch(name):
        raise argparse.ArgumentTypeError(
            f"expected a name such as translate.example.org, found {text!r}"
        )
    return name


def _origin(text: str) -> str:
    """Take a site as browsers write it in ``Origin``: in small letters, no usual port, no path."""
    found = _ORIGIN.fullmatch(text.lower())
    if found is None:
        raise argparse.ArgumentTypeError(
            f"expected a site such as https://example.org, found {text!r}"
        )
    scheme, port = found["scheme"], found["port"]
    usual = port is None or int(port) == _USUAL_PORTS.get(scheme)
    return f"{scheme}://{found['host']}" + ("" if usual else f":{int(port)}")


def run(arguments: argparse.Namespace, streams: Streams, load: Loader) -> int:
    """Serve until a signal comes."""
    try:
        from engine.server import faults, listening, running  # noqa: PLC0415 - an extra, and slow
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "engine":
            raise
        raise UsageError(
            f'serve: expected the extra "serve" to be installed, found no {error.name};'
            " pip install 'yiwen[serve]'"
        ) from error
    access = _access(arguments, listening.is_loopback)
    faults.log_to_standard_error()
    bound = listening.bind(arguments.host, arguments.port)
    with bound:
        threads, lanes = _division(arguments.threads, arguments.lanes)
        translator = load(arguments.pack, threads)

        def ready() -> None:
            streams.say(
                f"yiwen: {translator.manifest.name} answers at {listening.url_of(bound)},"
                " and tells how at /docs; Ctrl-C ends it"
            )

        plan = running.Plan(
            limits=_limits(arguments), access=access, workers=arguments.workers, lanes=lanes
        )
        running.serve(translator, bound, plan, ready)
    return 0


def _limits(arguments: argparse.Namespace) -> "Limits":
    from engine.server.settings import Limits  # noqa: PLC0415 - as in run

    return Limits(
        batch=arguments.batch,
        requests=arguments.queue,
        size=arguments.max_bytes,
        characters=arguments.max_characters,
        seconds=arguments.timeout,
    )


def _access(arguments: argparse.Namespace, is_loopback: Callable[[str], bool]) -> "Access":
    from engine.server.settings import Access  # noqa: PLC0415 - as in run

    key = _api_key(arguments.api_key_file)
    if key is None and not arguments.insecure and not is_loopback(arguments.host):
        raise UsageError(
            f"--host: expected --api-key-file or {_KEY_VARIABLE} as well, as other machines can"
            f" reach {arguments.host}, found neither; --insecure does without"
        )
    names = tuple(name.lower() for name in (arguments.host, *arguments.allow_host))
    return Access(api_key=key, hosts=names, origins=tuple(arguments.allow_origin))


def _api_key(file: Path | None) -> str | None:
    """Read the key, which is no argument itself: other users can see those.

    Raises:
        UsageError: It cannot be read, or is none.
    """
    name = _KEY_VARIABLE if file is None else f"--api-key-file: {file}"
    try:
        key = os.environ.get(_KEY_VARIABLE) if file is None else file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise UsageError(f"{name}: expected a file with a key, found: {reason}") from error
    if key is None:
        return None
    if len(key) < _SHORTEST_KEY or not key.isascii() or not key.isprintable() or " " in key:
        raise UsageError(
            f"{name}: expected a key of {_SHORTEST_KEY} or more visible ASCII characters, found"
            f" {len(key)} characters"
        )
    return key


def _division(threads: int, lanes: int | None) -> tuple[int, int]:
    """Divide the threads: how many the model's pool has, and how many lanes use it.

    The pool's number includes the one that calls it; every lane is one that calls.
    """
    from engine.sessions import physical_cores  # noqa: PLC0415 - as in run

    total = threads or physical_cores() or os.cpu_count() or 1
    chosen = lanes or total
    return max(1, total - chosen + 1), chosen


COMMAND = Command(
    name="serve",
    summary="answer other programs and browsers over HTTP",
    description="Answer other programs and browsers over HTTP, on this machine only unless told"
    " otherwise. The API is LibreTranslate's and more; the server describes it at /docs.",
    configure=configure,
    run=run,
)
