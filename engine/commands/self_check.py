"""``yiwen self-check``: does the program work on this machine?"""

import argparse

from engine.commands.command import Command, Loader, add_model_options
from engine.commands.streams import Streams


def run(arguments: argparse.Namespace, streams: Streams, load: Loader) -> int:
    """Load a pack, translate a sentence, and say what all of this runs on."""
    from engine.connections import open_connections  # noqa: PLC0415 - not needed to show help
    from engine.selfcheck import (  # noqa: PLC0415 - not needed to show help
        SelfCheckFailed,
        attempt,
        machine,
        translate_sample,
    )

    try:
        for name, value in machine():
            streams.write(f"{name}: {value}\n")
        translator = attempt("loading the pack", lambda: load(arguments.pack, arguments.threads))
        streams.write(f"pack: {translator.manifest.name} ({translator.manifest.licence})\n")
        sample = translate_sample(translator)
    except SelfCheckFailed as error:
        raise SelfCheckFailed(f"self-check failed: {error}") from error
    streams.write(f"{sample.source} → {sample.translation} ({sample.seconds:.2f} s)\n")
    connections = open_connections()
    if connections is not None:
        streams.write(f"network connections: {connections or 'none'}\n")
    streams.write("ok\n")
    return 0


COMMAND = Command(
    name="self-check",
    summary="find out whether everything works on this machine",
    description="Load a model pack, translate one sentence, and print the versions of what was "
    "used. The last line is ok, and the exit code 0, if all of that works.",
    configure=add_model_options,
    run=run,
)
