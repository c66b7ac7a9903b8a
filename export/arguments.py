"""What the commands of the exporter share in reading their arguments."""

import argparse
from typing import NoReturn

from export.errors import ExportError


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Say it and leave."""
        raise ExportError(f"{message} (see {self.prog} --help)")


def positive(text: str) -> int:
    """Read a number from 1 up."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"expected a number from 1 up, found {text!r}")
    return int(text)
