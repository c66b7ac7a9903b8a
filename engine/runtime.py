"""ONNX Runtime, imported so that it keeps to itself."""

import os
from types import ModuleType


def onnxruntime() -> ModuleType:
    """Import ONNX Runtime with its telemetry off; the only way in which the program imports it.

    Version 1.32 otherwise leaves an identity of the machine in the temporary and the cache folder
    as soon as it is imported, and holds code that sends events to its maker. The variable must be
    set before the import, and a call afterwards stops what could still be recorded.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime as ort  # noqa: PLC0415 - a tenth of a second, only once a pack is loaded

    ort.disable_telemetry_events()
    module: ModuleType = ort
    return module
