"""Finding checkpoints: folders, names, a stand-in for the hub on this machine, and no network."""

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from export.errors import CheckpointError
from export.hub import resolve
from tests.support.checkpoints import save_tiny_checkpoint
from tests.support.hub import COMMIT, hub
from tests.support.requirements import require

SMALL = {"config.json": b"{}", "vocab.json": b"{}", "source.spm": b"s", "target.spm": b"t"}
SAFE = {"model.safetensors": b"safe" * 5000}
PICKLED = {"pytorch_model.bin": b"pickled" * 3000}
OTHERS = {"tf_model.h5": b"big", "rust_model.ot": b"big", "flax_model.msgpack": b"big"}

PROGRAM = """
import sys
from engine.errors import Cancelled
from export.errors import CheckpointError
from export.hub import resolve
seen = []
def report(done, total):
    seen.append(done)
    if "cancel" in sys.argv:
        raise Cancelled
try:
    proxy = next((each[6:] for each in sys.argv if each.startswith("proxy=")), None)
    folder = resolve(sys.argv[1], on_progress=report, proxy=proxy)
    print(folder, *sorted(p.name for p in folder.iterdir()))
    print(seen == sorted(set(seen)) and seen[-1:])
except CheckpointError as error:
    print("CheckpointError", error)
except Cancelled:
    print("Cancelled")
"""


def variables_for(endpoint, home):
    require("huggingface_hub")
    return {
        "HF_ENDPOINT": endpoint,
        "HF_HOME": str(home / "hub"),
        "YIWEN_HOME": str(home / "yiwen"),
        "HF_HUB_DISABLE_XET": "1",
        "NO_PROXY": "*",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }


def run(name, endpoint, home, *arguments, **environment):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, name, *arguments],
        env=os.environ | variables_for(endpoint, home) | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "Downloading" not in done.stderr  # progress goes to whoever asked for it
    return done.stdout.splitlines()


def test_a_folder_is_itself(tmp_path):
    assert resolve(tmp_path) == tmp_path
    assert resolve(str(tmp_path)) == tmp_path


def test_a_folder_that_looks_like_a_hub_name_is_itself(tmp_path, monkeypatch):
    (tmp_path / "org" / "model").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert resolve("org/model") == Path("org/model")


@pytest.mark.parametrize(
    "name", ["nowhere", "./a/b", "/no/such/folder", "a/b/c", "a b/c", "org/", "../x", "中/文"]
)
def test_neither_a_folder_nor_a_name(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CheckpointError, match=r"organisation/model, found neither"):
        resolve(name)


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "model.bin").write_bytes(b"x")
    with pytest.raises(CheckpointError, match="expected a checkpoint's folder, found a file"):
        resolve(tmp_path / "model.bin")


def test_without_the_hubs_client_the_message_names_it(tmp_path, monkeypatch):
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(CheckpointError, match="nor the package huggingface_hub") as caught:
        resolve("org/model")
    assert len(str(caught.value).splitlines()) == 1


def test_only_what_is_needed_is_downloaded(tmp_path):
    with hub(SMALL | SAFE | PICKLED | OTHERS) as server:
        first, progress = run("org/model", server.endpoint, tmp_path)
    folder, *names = first.split()
    assert names == sorted(SMALL | SAFE)
    assert set(server.asked) == set(names)
    assert Path(folder).name == COMMIT
    assert (Path(folder) / "model.safetensors").read_bytes() == SAFE["model.safetensors"]
    assert progress == f"[{sum(map(len, (SMALL | SAFE).values()))}]"


def test_pickled_weights_come_where_there_are_no_others(tmp_path):
    with hub(SMALL | PICKLED | OTHERS) as server:
        first, _ = run("org/model", server.endpoint, tmp_path)
    assert first.split()[1:] == sorted(SMALL | PICKLED)
    assert not set(server.asked) & OTHERS.keys()


@pytest.mark.parametrize("files", [SMALL | SAFE, SMALL | PICKLED], ids=["safe", "pickled"])
def test_a_downloaded_model_is_found_without_a_network(tmp_path, files):
    with hub(files) as server:
        online, _ = run("org/model", server.endpoint, tmp_path)
    unreachable, _ = run("org/model", server.endpoint, tmp_path)
    offline, _ = run("org/model", server.endpoint, tmp_path, HF_HUB_OFFLINE="1")
    assert online == unreachable == offline


@pytest.mark.parametrize("offline", ["0", "1"])
def test_without_a_network_the_message_is_one_line(tmp_path, offline):
    # Port 9 on loopback: nothing listens there.
    (line,) = run("org/model", "http://127.0.0.1:9", tmp_path, HF_HUB_OFFLINE=offline)
    assert line == (
        "CheckpointError org/model: expected a folder, or a model on the hub, found no answer from "
        "it and no complete copy of an earlier download"
    )


def test_an_unknown_name_is_one_line(tmp_path):
    with hub(SMALL) as server:
        (line,) = run("org/unknown", server.endpoint, tmp_path)
    assert line == (
        "CheckpointError org/unknown: expected a folder, or a model on the hub, found no model of "
        "that name there that is open to everyone"
    )


def test_a_download_can_be_cancelled(tmp_path):
    with hub(SMALL | SAFE) as server:
        assert run("org/model", server.endpoint, tmp_path, "cancel") == ["Cancelled"]


def test_a_broken_download_goes_on_where_it_stopped(tmp_path):
    weights = bytes(range(256)) * 50_000
    with hub(SMALL | {"model.safetensors": weights}) as server:
        server.cut_after = 12_000_000
        first, _ = run("org/model", server.endpoint, tmp_path)
    start = int(server.ranges["model.safetensors"].removeprefix("bytes=").rstrip("-"))
    assert 0 < start <= 12_000_000
    assert (Path(first.split()[0]) / "model.safetensors").read_bytes() == weights


def test_a_download_that_failed_is_one_line_and_what_arrived_is_not_asked_for_again(tmp_path):
    with hub(SMALL | SAFE) as server:
        server.cut_after = 10_000
        (line,) = run("org/model", server.endpoint, tmp_path)
        assert line.startswith("CheckpointError org/model: ")
        assert "a download that failed" in line
        server.cut_after = None
        server.asked.clear()
        run("org/model", server.endpoint, tmp_path)
    assert "model.safetensors" in server.asked
    assert len(set(server.asked)) < len(SMALL | SAFE)


def own_folder(home):
    return home / "yiwen" / "cache" / "downloads" / "models--org--model"


def test_of_a_download_that_was_killed_only_the_rest_is_fetched(tmp_path):
    weights, arrived = os.urandom(50 << 20), 30 << 20  # written down in pieces of 10 MiB
    part = own_folder(tmp_path) / "parts" / hashlib.sha256(weights).hexdigest()
    with hub(SMALL | {"model.safetensors": weights}) as server:
        server.stall_after = 35 << 20
        with subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "org/model"],
            env=os.environ | variables_for(server.endpoint, tmp_path),
            stdout=subprocess.DEVNULL,
        ) as killed:
            try:
                deadline = time.monotonic() + 60
                while not (part.exists() and part.stat().st_size >= arrived):
                    assert time.monotonic() < deadline
                    time.sleep(0.05)
                (line,) = run("org/model", server.endpoint, tmp_path)
                assert "another program that does" in line
            finally:
                killed.kill()
        server.stall_after = None
        server.asked.clear()
        first, progress = run("org/model", server.endpoint, tmp_path)
    assert server.asked == ["model.safetensors"]
    assert server.ranges == {"model.safetensors": f"bytes={arrived}-"}
    assert (Path(first.split()[0]) / "model.safetensors").read_bytes() == weights
    assert progress == f"[{len(weights) + sum(map(len, SMALL.values()))}]"
    assert list(part.parent.iterdir()) == []


@pytest.mark.parametrize("spoilt", [b"?" * 10, b"?" * 20_000, b"?" * 99_999])
def test_a_damaged_unfinished_file_is_fetched_anew(tmp_path, spoilt):
    part = own_folder(tmp_path) / "parts" / hashlib.sha256(SAFE["model.safetensors"]).hexdigest()
    part.parent.mkdir(parents=True)
    part.write_bytes(spoilt)
    with hub(SMALL | SAFE) as server:
        first, _ = run("org/model", server.endpoint, tmp_path)
    folder = Path(first.split()[0])
    assert (folder / "model.safetensors").read_bytes() == SAFE["model.safetensors"]


@pytest.mark.parametrize("name", ["model.safetensors", "vocab.json"])
def test_what_is_not_the_file_that_the_hub_lists_is_refused(tmp_path, name):
    files = SMALL | SAFE
    with hub(files) as server:
        server.sent[name] = b"?" * len(files[name])
        (line,) = run("org/model", server.endpoint, tmp_path)
        assert f"{name} is not the file that the hub lists" in line
        assert f"are kept in {own_folder(tmp_path)} for the next try" in line
        assert list((own_folder(tmp_path) / "parts").iterdir()) == []
        server.sent.clear()
        run("org/model", server.endpoint, tmp_path)


def test_what_the_hubs_own_client_has_is_not_downloaded_again(tmp_path):
    fetch = "import huggingface_hub as h; print(h.snapshot_download('org/model'))"
    with hub(SMALL | SAFE) as server:
        environment = os.environ | variables_for(server.endpoint, tmp_path)
        done = subprocess.run(
            [sys.executable, "-c", fetch],
            env=environment, capture_output=True, text=True, check=True, timeout=60,
        )  # fmt: skip
        server.asked.clear()
        first, _ = run("org/model", server.endpoint, tmp_path)
    assert first.split()[0] == done.stdout.strip()
    assert server.asked == []
    assert not own_folder(tmp_path).exists()


def test_a_proxy_is_gone_through(tmp_path):
    with hub(SMALL | SAFE) as server:
        # Nothing answers at this address but the proxy.
        first, _ = run(
            "org/model",
            "http://hub.invalid",
            tmp_path,
            f"proxy={server.endpoint}",
            NO_PROXY="",
            no_proxy="",
        )
    assert first.split()[1:] == sorted(SMALL | SAFE)
    assert server.by_proxy
    assert all(each.startswith("http://hub.invalid/") for each in server.by_proxy)


def command(home, *arguments, **environment):
    """Run the command line in a home of its own."""
    require("huggingface_hub")
    variables = {"HF_HOME": str(home / "hub"), "YIWEN_HOME": str(home), "HF_HUB_DISABLE_XET": "1"}
    variables |= {"NO_PROXY": "*", "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        env=os.environ | variables | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def test_a_model_is_imported_by_its_name_on_the_hub(tmp_path):
    save_tiny_checkpoint(tmp_path / "model")
    files = {path.name: path.read_bytes() for path in (tmp_path / "model").iterdir()}
    with hub(files) as server:
        arguments = ("packs", "import", "org/model", "--keep-broken", "--default")
        refused = command(tmp_path, *arguments[:3], HF_ENDPOINT=server.endpoint)
        assert refused.returncode == 1
        (kept,) = (tmp_path / "cache" / "downloads").glob("models--*/snapshots/*")
        assert {path.name for path in kept.iterdir()} <= files.keys()
        server.asked.clear()
        done = command(tmp_path, *arguments, HF_ENDPOINT=server.endpoint)
    assert (done.returncode, done.stderr) == (0, "")
    assert server.asked == []
    assert not list((tmp_path / "cache" / "downloads").glob("models--org--model"))
    assert done.stdout.splitlines()[-1] == f"installed in {tmp_path / 'data' / 'packs' / 'model'}"
    assert command(tmp_path, "packs", "default").stdout == "en-zh: model\n"


def test_without_a_network_nothing_is_imported_and_that_is_one_line(tmp_path):
    done = command(tmp_path, "packs", "import", "org/model", HF_ENDPOINT="http://127.0.0.1:9")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("yiwen: org/model: expected a folder, or a model on the hub, found no")
    assert list((tmp_path / "data" / "packs").iterdir()) == []
