"""Sessions and their threads."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine import pack
from engine.errors import InferenceError
from engine.sessions import count_cores, open_session, physical_cores, run

ROOT = Path(__file__).parents[2]

# Each line is one count of this process's threads.
COUNT_THREADS = """
import os
import sys
import onnxruntime
from engine.model import MarianModel
from engine.pack import ModelPack
from engine.sessions import physical_cores

def count():
    print(len(os.listdir("/proc/self/task")))

pack = ModelPack.open(sys.argv[1], verify=False)
count()
model = MarianModel.load(pack, threads=int(sys.argv[2]))
model.encode([[2, 3, 0]])
count()
for _ in range(2):
    model.beside().encode([[2, 3, 0]])
    count()
print(physical_cores())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts threads under /proc")
@pytest.mark.parametrize("threads", [0, 1, 5])
def test_each_graph_has_its_helpers_and_lanes_have_none(tiny_pack, threads):
    done = subprocess.run(
        [sys.executable, "-c", COUNT_THREADS, str(tiny_pack.path), str(threads)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    before, *after, cores = map(int, done.stdout.split())
    # The calling thread works too; the encoder and the decoder have a pool each.
    assert after == [before + 2 * ((threads or cores) - 1)] * 3


# The same, of who asks for a batch in each lane first.
GIVE_UP = COUNT_THREADS.replace("model.encode(", "model.beside().encode(", 1).replace(
    "for _ in range(2):\n    model.beside().encode(", "for _ in range(2):\n    model.encode("
)


@pytest.mark.skipif(sys.platform != "linux", reason="counts threads under /proc")
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_helpers_that_were_never_needed_are_given_up_until_they_are(tiny_pack, threads):
    done = subprocess.run(
        [sys.executable, "-c", GIVE_UP, str(tiny_pack.path), str(threads)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    before, lanes, *after, _ = map(int, done.stdout.split())
    assert lanes == before
    assert after == [before + 2 * (threads - 1)] * 2


@pytest.mark.parametrize("threads", [-1, -8])
def test_less_than_no_threads_is_refused(tiny_pack, threads):
    with pytest.raises(ValueError, match=f"threads must be at least 0, found {threads}"):
        open_session(tiny_pack.path / pack.ENCODER, threads=threads)


def test_run_names_the_outputs(tiny_pack):
    session = open_session(tiny_pack.path / pack.ENCODER, threads=1)
    ids = np.array([[2, 3, 0]])
    outputs = run(session, {pack.SOURCE_IDS: ids, pack.SOURCE_MASK: np.ones_like(ids)})
    assert pack.cross_key(0) in outputs
    with pytest.raises(InferenceError, match="the model could not be run"):
        run(session, {pack.SOURCE_IDS: ids})


def describe(folder, number, siblings):
    topology = folder / f"cpu{number}" / "topology"
    topology.mkdir(parents=True)
    (topology / "thread_siblings_list").write_text(f"{siblings}\n", "ascii")


def test_hyper_threads_of_a_core_count_once(tmp_path):
    for number, siblings in enumerate(["0,4", "1,5", "2,6", "3", "0,4", "1,5", "2,6"]):
        describe(tmp_path, number, siblings)
    assert count_cores(range(7), tmp_path) == 4
    assert count_cores({0, 4}, tmp_path) == 1
    assert count_cores({4, 5}, tmp_path) == 2


def test_processors_that_are_not_described_count_as_cores(tmp_path):
    assert count_cores({0, 1, 2}, tmp_path) == 3
    describe(tmp_path, 0, "0-1")
    (tmp_path / "cpu1").mkdir()
    assert count_cores({0, 1, 2}, tmp_path) == 3


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs to restrict the process")
def test_only_processors_that_the_process_may_use_are_counted():
    allowed = os.sched_getaffinity(0)
    assert 1 <= physical_cores() <= len(allowed)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        assert physical_cores() == 1
    finally:
        os.sched_setaffinity(0, allowed)
