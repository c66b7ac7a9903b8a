import contextlib
import socket
import sys

import pytest

from engine.connections import open_connections

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")


@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM])
@pytest.mark.parametrize(
    ("family", "address"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")]
)
def test_counts_the_sockets_of_this_process_that_a_network_could_reach(family, address, kind):
    before = open_connections()
    assert before is not None
    with socket.socket(family, kind) as opened:
        try:
            opened.bind((address, 0))
        except OSError:
            pytest.skip(f"there is no {address} here")
        if kind == socket.SOCK_STREAM:
            opened.listen()
        assert open_connections() == before + 1
    assert open_connections() == before


def test_sockets_between_processes_do_not_count():
    before = open_connections()
    with contextlib.ExitStack() as stack:
        for each in socket.socketpair(socket.AF_UNIX):
            stack.enter_context(each)
        assert open_connections() == before


def test_where_nobody_tells_it_is_unknown(tmp_path):
    assert open_connections(tmp_path) is None
