"""Which version of the program this is."""

from pathlib import Path

UNKNOWN = "unknown"
"""Said of a copy that was neither installed nor checked out whole."""


def program_version() -> str:
    """Return the program's version, from what was installed or, failing that, the source tree."""
    # Looking up what is installed takes longer than everything else that most commands do first.
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version("yiwen")
    except PackageNotFoundError:
        return source_version(Path(__file__).parent.parent / "pyproject.toml")


def source_version(project: Path) -> str:
    """Return the version that a ``pyproject.toml`` states, or :data:`UNKNOWN`."""
    import tomllib  # noqa: PLC0415 - seldom needed

    try:
        stated = tomllib.loads(project.read_text("utf-8"))["project"]["version"]
    except (OSError, ValueError, LookupError, TypeError):
        return UNKNOWN
    return stated if isinstance(stated, str) else UNKNOWN
