"""What the window shows of an installed pack."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from engine.errors import PackError
from engine.pack_report import PackReport
from engine.records import record

Place = Literal["user", "system", "program"]


@record(kw_only=True)
class PackDetails:
    """An installed pack, sound or not.

    Attributes:
        name: What to ask for it by.
        path: Its folder.
        place: Who put it there: the user, an administrator for all users, or the program.
        size: Bytes on the disk.
        installed: When it was put there, in seconds since 1970; 0 if nobody knows.
        source_language: BCP 47 tag of the language it reads; empty for a damaged pack.
        target_languages: BCP 47 tags of those that it writes, its own first.
        licence: As the pack names it.
        attribution: Who made it, from what.
        bleu: Measured BLEU of the pack, if it was measured.
        chrf: Measured chrF, likewise.
        report: What an examination found, if there was one.
        default: It is the one for its direction when nobody names one.
        problem: Why it is damaged.
    """

    name: str
    path: Path
    place: Place
    size: int = 0
    installed: float = 0.0
    source_language: str = ""
    target_languages: tuple[str, ...] = ()
    licence: str = ""
    attribution: str = ""
    bleu: float | None = None
    chrf: float | None = None
    report: PackReport | None = None
    default: bool = False
    problem: PackError | None = None

    @property
    def sound(self) -> bool:
        """Whether it says what it is; its files are checked when it is loaded or examined."""
        return self.problem is None

    @property
    def removable(self) -> bool:
        """Whether the user may take it away."""
        return self.place == "user"


def read_details() -> Sequence[PackDetails]:
    """Return every pack on this machine, the user's own first, then the system's, by name."""
    from engine.pack import default_pack, installed_packs  # noqa: PLC0415 - as the window is up

    found: list[PackDetails] = []
    for pack in installed_packs():
        if pack.manifest is None or pack.problem is not None:
            problem = pack.problem or PackError(pack.path, "a sound pack", "a damaged one")
            found.append(_damaged(pack.name, pack.path, pack.place, problem))
            continue
        manifest = pack.manifest
        chosen = default_pack(manifest.source_language, manifest.target_language)
        targets = (manifest.target_language, *sorted(manifest.target_tokens))
        found.append(
            PackDetails(
                name=pack.name,
                path=pack.path,
                place=pack.place,
                source_language=manifest.source_language,
                target_languages=tuple(dict.fromkeys(targets)),
                licence=manifest.licence,
                attribution=" ".join(manifest.attribution.split()),
                default=chosen is not None and chosen.path == pack.path,
                **_measured(pack.path),
            )
        )
    return found


def _damaged(name: str, path: Path, place: Place, problem: PackError) -> PackDetails:
    measured = _measured(path)
    return PackDetails(
        name=name,
        path=path,
        place=place,
        size=measured["size"],
        installed=measured["installed"],
        problem=problem.with_traceback(None),
    )


def _measured(path: Path) -> Mapping[str, Any]:
    from engine.pack import (  # noqa: PLC0415 - as above
        MANIFEST,
        disk_use,
        measured_quality,
        stored_report,
    )

    scores = measured_quality(path).get("int8")
    scores = scores if isinstance(scores, dict) else {}
    try:
        installed = (path / MANIFEST).stat().st_mtime
    except OSError:
        installed = 0.0
    return {
        "size": disk_use(path),
        "installed": installed,
        "bleu": _number(scores.get("bleu")),
        "chrf": _number(scores.get("chrf")),
        "report": stored_report(path),
    }


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
