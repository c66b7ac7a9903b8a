"""The examination that every imported pack goes through, for packs that are verified as well.

This module runs the real engine.
"""

from pathlib import Path

from engine.pack import ModelPack, PackReport
from engine.pack_doctor import examine


def examination(folder: Path) -> PackReport:
    """Examine a staged pack; see :func:`engine.pack_doctor.examine`.

    Its graphs are compared with the float32 ones elsewhere, on more sentences.

    Raises:
        PackError: It cannot even be opened.
    """
    return examine(ModelPack.open(folder, verify=False))
