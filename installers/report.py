"""What is told about installers: checksums, what they are made of, what takes the space."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from cyclonedx.contrib.this.builders import this_component
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component as BomComponent
from cyclonedx.model.component import ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from installers.contents import sizes
from installers.licences import Licensed

_SHOWN: Final = 14
_PURL: Final = {"package": "pypi", "bootloader": "pypi", "system": "deb", "python": "generic"}


def write_checksums(files: Iterable[Path], path: Path) -> None:
    """Write a list that ``sha256sum --check`` reads, of files in the list's own folder."""
    lines = []
    for each in sorted(files):
        with each.open("rb") as file:
            lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {each.name}\n")
    path.write_text("".join(lines), "utf-8", newline="\n")


def write_components(found: Iterable[Licensed], version: str, path: Path) -> None:
    """Write the list of components in the form of CycloneDX 1.6 (JSON)."""
    bom = Bom()
    bom.metadata.tools.components.add(this_component())
    own = BomComponent(
        name="yiwen",
        version=version,
        type=ComponentType.APPLICATION,
        licenses=[DisjunctiveLicense(id="MIT")],
        bom_ref="yiwen",
    )
    bom.metadata.component = own
    parts = [
        BomComponent(
            name=each.component.name,
            version=each.component.version,
            type=ComponentType.LIBRARY,
            purl=_purl(each),
            licenses=[DisjunctiveLicense(name=each.licence)],
            bom_ref=f"{each.component.kind}:{each.component.name}",
        )
        for each in found
    ]
    bom.components.update(parts)
    bom.register_dependency(own, parts)
    path.write_text(JsonV1Dot6(bom).output_as_string(indent=2) + "\n", "utf-8")


def describe(bundle: Path, files: Iterable[Path]) -> str:
    """Say what takes the space in the frozen folder, and how large the installers are."""
    parts = sizes(bundle)
    total = sum(parts.values())
    lines = [f"{bundle}: {total / 1e6:.0f} MB"]
    named = list(parts.items())
    lines += [f"  {size / 1e6:6.1f} MB  {name}" for name, size in named[:_SHOWN]]
    rest = sum(size for _, size in named[_SHOWN:])
    lines.append(f"  {rest / 1e6:6.1f} MB  the rest")
    lines += [f"{path}: {path.stat().st_size / 1e6:.1f} MB" for path in files]
    return "\n".join(lines)


def _purl(each: Licensed) -> PackageURL:
    kind = _PURL[each.component.kind]
    name = each.component.name
    if kind == "pypi":
        name = re.sub(r"[-_.]+", "-", name).lower()
    namespace = "debian" if kind == "deb" else None
    return PackageURL(type=kind, namespace=namespace, name=name, version=each.component.version)
