"""What can go wrong while engines are compared."""

from export.errors import ExportError


class BenchError(ExportError):
    """A measurement could not be made, or a figure is worse than the baseline allows."""
