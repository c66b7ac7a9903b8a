"""Bring a model: from whatever the user has to an installed pack that is known to be sound."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, Protocol

from engine import pack
from engine.errors import Cancelled, PackError
from engine.pack import ModelPack, PackReport
from export import hub
from export.build import ConvertOptions, build_pack, pack_name
from export.checkpoint import Checkpoint
from export.errors import CheckpointError
from export.marian import MarianConfig
from export.policies import FLOAT32
from export.sources import Source, opened, read_source
from export.staged import convert

Stage = Literal["download", "read", "convert", "check", "install"]
"""What is being done: the hub is asked, files are unpacked and read, graphs are written, the pack
is examined, it is put in place."""

_COPIES: Final = 5
"""Bytes written for each number of the model: four of float32, to compare with, and one of int8."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an import is.

    Attributes:
        stage: What is being done.
        done: How much of it: bytes, or sentences while checking.
        total: How much there is; 0 where that is not known.
    """

    stage: Stage
    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """How to import a model.

    Attributes:
        source_language: What it reads, where the model does not say it or says it wrongly.
        target_language: What it writes, likewise.
        replace: Put it in the place of an installed pack of the same name.
        proxy: Address of the proxy to download through; the system's own by default.
        keep_broken: Asked when the examination ends with ``broken``: whether to install the pack
            all the same. It may take its time, to ask the user.
    """

    source_language: str | None = None
    target_language: str | None = None
    replace: bool = False
    proxy: str | None = None
    keep_broken: Callable[[PackReport], bool] = lambda _: False


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What became of a model.

    Attributes:
        name: The pack's name.
        path: Its folder; ``None`` if it is broken and was not installed.
        report: What the examination found.
    """

    name: str
    path: Path | None
    report: PackReport


class Examine(Protocol):
    """Examines a pack: :func:`engine.pack_doctor.examine`, which this package may not import."""

    def __call__(
        self,
        pack: ModelPack,
        exact: ModelPack | None = None,
        *,
        on_progress: Callable[[int, int], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> PackReport:
        """Examine ``pack``, comparing it with ``exact``."""
        ...


class _Declined(Exception):
    """A broken pack is not to be installed."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__()


@dataclass(frozen=True, slots=True)
class _Watch:
    """Passes progress on, and stops the work when the caller asks for it."""

    on_progress: Callable[[Progress], None]
    cancel: threading.Event | None

    def at(self, stage: Stage, done: int = 0, total: int = 0) -> None:
        if self.cancel is not None and self.cancel.is_set():
            raise Cancelled
        self.on_progress(Progress(stage, min(done, total), total))


def import_model(
    source: str | Path,
    examine: Examine,
    options: ImportOptions | None = None,
    *,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> Imported:
    """Make an installed pack of a model; there is nothing unless all went well.

    It neither needs PyTorch nor transformers. Several may run at once; of two that make a pack of
    one name, the later one is refused.

    Args:
        source: A folder or a zip with a MarianMT checkpoint, an original OPUS-MT release or a
            model pack; or the name of a model on the Hugging Face hub (``organisation/model``),
            which is then downloaded, and nothing is downloaded otherwise.
        examine: :func:`engine.pack_doctor.examine`.
        options: How to import it.
        on_progress: Told how far it is, from this thread or from one that downloads.
        cancel: Stops the work when set, within seconds.

    Returns:
        What became of it. A pack with the verdict ``broken`` is not installed, unless
        ``options.keep_broken`` says so.

    Raises:
        LanguagesUnknown: The model does not say what it translates; ask, and pass the languages.
        ExportError: It is no model of a kind that can be run, or the hub cannot give it.
        PackError: A pack of its name is installed or being installed, it is damaged or made by a
            newer version, or it cannot be written.
        Cancelled: ``cancel`` was set.
    """
    options = options or ImportOptions()
    watch = _Watch(on_progress or (lambda _: None), cancel)
    packs = pack.packs_folder()
    try:
        packs.mkdir(parents=True, exist_ok=True)
        with pack.staging(packs, "import", alone=False) as folder:
            with _found(source, options, watch) as where:
                watch.at("read")
                with opened(where.folder, folder) as found:
                    made = _imported(found, packs, folder, examine, options, watch)
                if made.path is not None:
                    # One that came to nothing may be tried again without another download.
                    where.discard()
            return made
    except OSError as error:
        at = error.filename or packs
        expected = "what can be read, and a place to write to"
        raise PackError(at, expected, error.strerror or str(error)) from error


@contextlib.contextmanager
def _found(source: str | Path, options: ImportOptions, watch: _Watch) -> Iterator[hub.Found]:
    path = Path(source).expanduser()
    if path.exists():
        yield hub.Found(path.absolute())
        return
    if not hub.is_hub_name(str(source)):
        expected = "a folder or a zip that is there, or a hub name like organisation/model"
        raise CheckpointError(path, expected, "neither")
    with hub.found(
        source,
        on_progress=lambda done, total: watch.at("download", done, total),
        proxy=options.proxy,
    ) as found:
        yield found


def _imported(
    found: Source,
    packs: Path,
    scratch: Path,
    examine: Examine,
    options: ImportOptions,
    watch: _Watch,
) -> Imported:
    doctor = _Doctor(examine, options, watch)
    try:
        if found.kind == "pack":
            path = _copied(found.folder, packs, doctor, options)
        else:
            path = _converted(read_source(found), packs, scratch, doctor, options)
    except _Declined as declined:
        return Imported(name=declined.name, path=None, report=doctor.report)
    return Imported(name=path.name, path=path, report=doctor.report)


class _Doctor:
    """Has packs examined before they are put in place.

    Attributes:
        report: What the last examination found.
    """

    def __init__(self, examine: Examine, options: ImportOptions, watch: _Watch) -> None:
        self.watch = watch
        self.report = PackReport(findings=())
        self._examine = examine
        self._keep_broken = options.keep_broken

    def quality(self, staged: ModelPack, exact: ModelPack | None = None) -> str:
        """Examine a staged pack and return the text of its ``quality.json``.

        Raises:
            _Declined: It is broken and not to be installed.
        """
        self.report = self._examine(
            staged,
            exact,
            on_progress=lambda done, total: self.watch.at("check", done, total),
            cancel=self.watch.cancel,
        )
        if self.report.verdict == "broken" and not self._keep_broken(self.report):
            raise _Declined(staged.manifest.name)
        self.watch.at("install")
        return pack.quality_text(self.report, pack.measured_quality(staged.path))


def _copied(folder: Path, packs: Path, doctor: _Doctor, options: ImportOptions) -> Path:
    """Install a pack as it is."""
    name = ModelPack.open(folder, verify=False).manifest.name
    pack.refuse_installed(packs / name, replace=options.replace)

    def check(staged: ModelPack) -> None:
        text = doctor.quality(staged)
        (staged.path / pack.QUALITY).write_text(text, encoding="utf-8")

    return pack.install_pack(folder, replace=options.replace, check=check)


def _converted(
    checkpoint: Checkpoint, packs: Path, scratch: Path, doctor: _Doctor, options: ImportOptions
) -> Path:
    """Make a pack and install it."""
    target = packs / pack_name(checkpoint.name)
    numbers = _numbers(checkpoint.weights.config)

    def make(written_before: int) -> ConvertOptions:
        return ConvertOptions(
            source_language=options.source_language,
            target_language=options.target_language,
            on_growth=lambda written: doctor.watch.at(
                "convert", written_before + written, _COPIES * numbers
            ),
        )

    def check(_checkpoint: Checkpoint, staged: Path) -> str:
        exact = scratch / "float32"
        exact.mkdir()
        build_pack(checkpoint, exact, replace(make(numbers), policy=FLOAT32))
        opened_packs = [ModelPack.open(each, verify=False) for each in (staged, exact)]
        return doctor.quality(*opened_packs)

    def refuse(path: Path) -> None:
        pack.refuse_installed(path, replace=options.replace)

    convert(checkpoint, target, check, make(0), refuse=refuse)
    return target


def _numbers(config: MarianConfig) -> int:
    """Return about how many numbers a model has."""
    width = config.d_model
    tables = 1 + (not config.shared) + (not config.tied)
    encoder = config.encoder_layers * (4 * width + 2 * config.encoder_ffn)
    decoder = config.decoder_layers * (8 * width + 2 * config.decoder_ffn)
    return width * (tables * config.target_vocab + encoder + decoder)
