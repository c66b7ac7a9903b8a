"""The server under load, for a short while; `tests.support.serving_load` measures a longer one."""

import os

import pytest

from tests.support.server_process import server_process
from tests.support.serving_load import put_load, wrk

pytestmark = pytest.mark.slow


def test_many_clients_are_all_answered_in_batches_and_memory_stays():
    if wrk() is None:
        assert os.environ.get("CI") != "true", "wrk is not installed"
        pytest.skip("wrk is not installed")
    with server_process() as server:
        load = put_load(server, clients=32, requests=300, seconds=3)
        first = server.memory()
        again = put_load(server, clients=32, requests=600, seconds=3)
        assert load.errors == again.errors == 0
        batches = server.client.figure("yiwen_batch_sentences_count")
        sentences = server.client.figure("yiwen_batch_sentences_sum")
        assert sentences >= load.requests + again.requests
        assert sentences / batches > 2
        assert again.memory[-1] < first * 1.25
        # Those that wrk left behind when its time was over were given up, not translated.
        assert server.client.figure("yiwen_jobs") <= 1
