"""From a checkpoint to a model pack: the one module that the rest of the program takes it from."""

from export.build import (
    EXPORTER_VERSION,
    MAX_SOURCE_TOKENS,
    ConvertOptions,
    build_pack,
    pack_name,
    write_graphs,
)
from export.errors import ExportError, LanguagesUnknown
from export.importing import (
    Imported,
    ImportOptions,
    Progress,
    Stage,
    import_model,
)
from export.staged import Check, convert, refuse_existing

__all__ = [
    "EXPORTER_VERSION",
    "MAX_SOURCE_TOKENS",
    "Check",
    "ConvertOptions",
    "ExportError",
    "ImportOptions",
    "Imported",
    "LanguagesUnknown",
    "Progress",
    "Stage",
    "build_pack",
    "convert",
    "import_model",
    "pack_name",
    "refuse_existing",
    "write_graphs",
]
