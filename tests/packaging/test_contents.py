"""What is in the bundle and around it: licences, the list of components, Debian's package."""

import io
import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from gui.about import PARTS
from installers.contents import Component, components
from installers.errors import BuildError
from installers.licences import licensed
from installers.report import write_checksums, write_components
from tests.packaging.conftest import NEW, OLD
from tests.support.requirements import program

pytestmark = [pytest.mark.packaging, pytest.mark.slow]


@pytest.fixture(scope="module")
def parts(bundle):
    return components(bundle)


def test_everything_in_the_bundle_has_its_licence_there(bundle, parts):
    folder = bundle / "_internal/licences"
    assert len(parts) > 40
    for part in parts:
        texts = [path for path in (folder / part.name).rglob("*") if path.is_file()]
        assert texts, f"{part.name} has no licence text in {folder}"
        assert max(len(path.read_text("utf-8")) for path in texts) > 150, part.name
    overview = (folder / "README.txt").read_text("utf-8")
    assert all(f"{part.name} {part.version}: " in overview for part in parts)
    qt = {path.name for path in (folder / "PySide6_Essentials").iterdir()}
    assert {"LGPL-3.0.txt", "GPL-3.0.txt", "Qt-third-party.txt"} <= qt
    assert (bundle / "_internal/LICENSE").is_file()
    assert (bundle / "_internal/assets/packs/starter-en-zh/LICENSE").is_file()
    # What a large model that is imported is tried out on.
    assert (bundle / "_internal/assets/eval/dev.tsv").is_file()


def test_what_is_under_a_strong_licence_stays_out(bundle, parts):
    assert not list(bundle.rglob("libreadline*"))
    named = {part.name for part in parts if part.kind == "package"}
    strong = {name for name in named if licensed(part_of(name, parts)).licence.startswith("GPL")}
    assert strong == set()


def part_of(name, parts):
    return next(part for part in parts if part.name == name)


def test_the_libraries_of_qt_are_separate_files_as_they_were(bundle):
    """What the LGPL asks for: they can be replaced, and nobody changed them."""
    import PySide6

    origin = Path(PySide6.__file__).parent
    libraries = sorted((bundle / "_internal/PySide6").rglob("libQt6*.so*"))
    for library in libraries:
        theirs = origin / library.relative_to(bundle / "_internal/PySide6")
        assert library.read_bytes() == theirs.read_bytes(), library.name
    if os.name == "posix" and os.uname().sysname == "Linux":
        assert len(libraries) > 5


def test_the_about_box_names_every_part(parts):
    called = {
        "onnxruntime": "onnx runtime", "protobuf": "protocol buffers",
        "pyside6-essentials": "qt and qt for python", "shiboken6": "qt and qt for python",
    }  # fmt: skip
    named = {work.name.lower().replace("_", "-") for work in PARTS}
    there = {part.name.lower().replace("_", "-") for part in parts if part.kind != "system"}
    assert {called.get(name, name) for name in there} <= named


def test_a_part_without_a_licence_stops_the_build(monkeypatch):
    monkeypatch.setattr("installers.licences._of_distribution", lambda _name: iter(()))
    with pytest.raises(BuildError, match="polib 1: expected a licence text"):
        licensed(Component(name="polib", version="1", kind="package"))


def test_the_list_of_components_is_sound(parts, tmp_path):
    path = tmp_path / "list.cdx.json"
    write_components([licensed(part) for part in parts], "1.2.3", path)
    found = json.loads(path.read_text("utf-8"))
    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.6")
    assert found["metadata"]["component"]["name"] == "yiwen"
    assert found["metadata"]["component"]["version"] == "1.2.3"
    listed = {(part["name"], part["version"]) for part in found["components"]}
    assert listed == {(part.name, part.version) for part in parts}
    assert all(part["licenses"] and part["purl"].startswith("pkg:") for part in found["components"])


def test_checksums_can_be_checked(tmp_path):
    files = [tmp_path / name for name in ("b.deb", "a.run")]
    for file in files:
        file.write_text(file.name, "utf-8")
    write_checksums(files, tmp_path / "SHA256SUMS")
    check = [program("sha256sum"), "--check", "SHA256SUMS"]
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    files[0].write_text("other", "utf-8")
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 1


# Debian's package, without a Debian of its own


def fields(deb: Path) -> dict[str, str]:
    shown = subprocess.run(
        ["dpkg-deb", "--field", deb], capture_output=True, encoding="utf-8", check=True
    )
    lines = [line for line in shown.stdout.splitlines() if not line.startswith(" ")]
    return dict(line.split(": ", 1) for line in lines)


def test_the_package_asks_for_what_qt_needs_and_for_a_font(debs):
    found = fields(debs[NEW])
    assert found["Version"] == NEW
    asked = {each.split(" ")[0] for each in found["Depends"].split(", ")}
    assert {"libc6", "libegl1", "libfontconfig1", "libxcb1", "libstdc++6"} <= asked
    assert "fonts-noto-cjk" in asked
    # What is in the bundle is not asked for: it may be gone in the next Debian.
    assert asked.isdisjoint({"libssl3", "libxcb-cursor0", "libffi8", "python3"})
    assert int(found["Installed-Size"]) * 1024 < 290_000_000


def test_the_package_is_laid_out_as_desktops_expect(debs, tmp_path):
    folder = tmp_path / "a folder 译文"
    subprocess.run(["dpkg-deb", "--extract", debs[NEW], folder], check=True)
    share = folder / "usr/share"
    for size in (16, 32, 48, 128, 256, 512):
        data = (share / f"icons/hicolor/{size}x{size}/apps/yiwen.png").read_bytes()
        assert data.startswith(b"\x89PNG")
        assert int.from_bytes(data[16:20]) == size
    assert (share / "icons/hicolor/scalable/apps/yiwen.svg").is_file()
    entry = share / "applications/yiwen.desktop"
    validate = [program("desktop-file-validate"), entry]
    said = subprocess.run(validate, capture_output=True, encoding="utf-8", check=False)
    assert (said.returncode, said.stdout) == (0, "")
    told = [program("appstreamcli"), "validate", "--no-net", *share.glob("metainfo/*.xml")]
    said = subprocess.run(told, capture_output=True, encoding="utf-8", check=False)
    assert said.returncode == 0, said.stdout
    for name in ("yiwen", "yiwen-app"):
        page = share / f"man/man1/{name}.1.gz"
        shown = subprocess.run(
            [program("man"), "--warnings", "-l", page],
            env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"},
            capture_output=True, encoding="utf-8", check=True,
        )  # fmt: skip
        assert shown.stderr == ""
        assert "--help" in shown.stdout
    # And it runs from there, wherever that is.
    done = subprocess.run(
        [folder / "usr/bin/yiwen", "translate", "Good morning."],
        env={"HOME": str(tmp_path), "LANG": "C", "PATH": "/usr/bin:/bin"},
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "早上好。\n", "")
    shutil.rmtree(folder)


def test_the_package_is_replaced_and_removed_cleanly(debs, tmp_path):
    root = tmp_path / "root"
    for name in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "var/log"):
        (root / name).mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()

    def dpkg(*arguments: str | Path) -> None:
        options = [
            "--force-not-root",
            "--force-depends",
            "--force-script-chrootless",
            f"--root={root}",
        ]
        done = subprocess.run(
            ["dpkg", *options, "--log=/dev/null", *arguments],
            env={**os.environ, "PATH": "/usr/sbin:/sbin:/usr/bin:/bin"},
            capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr

    dpkg("--install", debs[OLD])
    gone = root / "usr/lib/yiwen/_internal"
    assert gone.is_dir()
    dpkg("--install", debs[NEW])
    assert (root / "usr/bin/yiwen").exists()
    dpkg("--purge", "yiwen")
    assert list((root / "usr").rglob("*yiwen*")) == []


def test_no_file_of_the_package_is_writable_or_somebodys(debs):
    listed = subprocess.run(
        ["dpkg-deb", "--fsys-tarfile", debs[NEW]], capture_output=True, check=True
    )

    with tarfile.open(fileobj=io.BytesIO(listed.stdout)) as archive:
        members = archive.getmembers()
    assert len(members) > 300
    assert {(member.uid, member.gid) for member in members} == {(0, 0)}
    assert [member.name for member in members if not member.issym() and member.mode & 0o022] == []
    outside = [
        member.name for member in members
        if member.isfile() and not member.name.startswith(("./usr/lib/yiwen/", "./usr/share/"))
    ]  # fmt: skip
    assert outside == []
