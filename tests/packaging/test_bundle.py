"""The frozen folder, run as a user would run it: without a network, from somewhere else."""

import json
import os
import re
import subprocess
import urllib.request
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.support.checkpoints import save_tiny_checkpoint
from tests.support.hub import hub

# Top-level modules and folders that must not be shipped.
UNWANTED = {
    "ctranslate2",
    "matplotlib",
    "mypy",
    "pytest",
    "scipy",
    "tkinter",
    "tokenizers",
    "torch",
    "transformers",
}
LARGEST_BUNDLE = 290_000_000
SUFFIX = ".exe" if os.name == "nt" else ""
SUBTITLES = "1\n00:00:01,000 --> 00:00:03,000\nThe cat sleeps.\n"

pytestmark = [pytest.mark.packaging, pytest.mark.slow]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a user who has nothing of ours and no Python."""
    return {
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "QT_QPA_PLATFORM": "offscreen",
        "YIWEN_HOME": str(tmp_path / "家"),
    }


def run(bundle: Path, environment: dict[str, str], *arguments: str | Path):
    return subprocess.run(
        [bundle / f"yiwen{SUFFIX}", *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=180,
    )


def files(bundle: Path) -> Iterator[Path]:
    yield from (path for path in bundle.rglob("*") if path.is_file() and not path.is_symlink())


def frozen_modules(program: Path) -> set[str]:
    """Return the top-level names of the Python modules packed into an executable."""
    archive = import_module("PyInstaller.archive.readers").CArchiveReader(str(program))
    (name,) = [entry for entry in archive.toc if entry.startswith("PYZ")]
    return {module.split(".")[0] for module in archive.open_embedded_archive(name).toc}


@pytest.mark.parametrize("arguments", [["self-check"], ["translate", "Good morning."]])
def test_translates_offline(bundle, offline, environment, tmp_path, arguments):
    done = subprocess.run(
        [*offline, bundle / f"yiwen{SUFFIX}", *arguments],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    assert any("\u4e00" <= character <= "\u9fff" for character in done.stdout), done.stdout


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "# Notes\n\nThe *cat* sleeps.\n"),
        ("a.srt", SUBTITLES),
        ("a.po", 'msgid ""\nmsgstr ""\n\nmsgid "The cat sleeps."\nmsgstr ""\n'),
        ("a.json", '{"cat": "The cat sleeps."}'),
        ("a.html", "<p>The <b>cat</b> sleeps.</p>"),
        ("a.docx", ""),
    ],
)
def test_translates_documents(bundle, environment, tmp_path, name, text):
    source = tmp_path / name
    if name.endswith(".docx"):
        document = import_module("docx").Document()
        document.add_paragraph("The cat sleeps.")
        document.save(str(source))
    else:
        source.write_text(text, "utf-8")
    done = run(bundle, environment, "files", source, "--output", tmp_path / f"zh.{name}")
    assert (done.returncode, done.stderr) == (0, "")
    result = tmp_path / f"zh.{name}"
    if zipfile.is_zipfile(result):
        with zipfile.ZipFile(result) as archive:
            found = archive.read("word/document.xml").decode("utf-8")
    else:
        found = json.dumps(result.read_text("utf-8"), ensure_ascii=False)
    assert re.search("[\u4e00-\u9fff]", found), found


def test_serves(bundle, environment, tmp_path):
    with subprocess.Popen(
        [bundle / f"yiwen{SUFFIX}", "serve", "--port", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as server:
        try:
            assert server.stdout is not None
            said = (re.search(r"http://[\w.:]+", line) for line in server.stdout)
            address = next(found.group() for found in said if found)
            request = urllib.request.Request(
                f"{address}/translate",
                json.dumps({"text": "Good morning."}).encode(),
                {"Content-Type": "application/json"},
            )
            with urllib.request.urlopen(request, timeout=60) as answer:
                assert json.load(answer)["translation"] == "早上好。"
            with urllib.request.urlopen(f"{address}/docs", timeout=60) as page:
                assert b"swagger" in page.read()
        finally:
            server.terminate()


def test_brings_a_model_from_the_hub(bundle, environment, tmp_path):
    checkpoint = tmp_path / "model"
    save_tiny_checkpoint(checkpoint)
    files = {path.name: path.read_bytes() for path in checkpoint.iterdir() if path.is_file()}
    with hub(files) as served:
        where = {"HF_ENDPOINT": served.endpoint, "HF_HOME": str(tmp_path / "hub")}
        done = run(
            bundle, {**environment, **where}, "packs", "import", "org/model", "--keep-broken",
            "--source", "en", "--target", "zh",
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "installed in" in done.stdout
    assert "model.safetensors" in served.asked


def test_window_opens_offline(bundle, offline, environment, tmp_path):
    with subprocess.Popen(
        [*offline, bundle / f"yiwen-app{SUFFIX}"],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as window:
        try:
            said, _ = window.communicate(timeout=8)
            pytest.fail(f"the window closed by itself with {window.returncode}: {said}")
        except subprocess.TimeoutExpired:
            window.terminate()
            said, _ = window.communicate(timeout=30)
    assert said == ""


@pytest.mark.parametrize("program", ["yiwen", "yiwen-app"])
def test_a_program_holds_what_imports_a_checkpoint_and_nothing_that_trains(bundle, program):
    modules = frozen_modules(bundle / f"{program}{SUFFIX}")
    assert {"engine", "export", "onnx"} <= modules  # onnx is for importing a checkpoint
    assert modules & UNWANTED == set()


def test_tree_holds_what_it_needs_and_no_more(bundle, tell):
    found = list(files(bundle))
    named = {
        part.split("-")[0].lower() for path in found for part in path.relative_to(bundle).parts
    }
    assert named & UNWANTED == set()
    assert [path.name for path in found if path.name == "manifest.json"]
    assert [path for path in found if path.name in {"direct_url.json", "RECORD"}] == []
    assert [path for path in bundle.rglob("*") if path.is_symlink() and not path.exists()] == []

    size = sum(path.stat().st_size for path in found)
    tell(f"the bundle: {size / 1e6:.0f} MB in {len(found)} files")
    assert size < LARGEST_BUNDLE
