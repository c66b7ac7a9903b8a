"""A desk at the other end of a pipe."""

import multiprocessing
import queue
import threading
from typing import Any

import pytest

from engine.server.batcher import Batcher
from engine.server.jobs import Answered, Failed, Finished, Piece, TextJob
from engine.server.metrics import Metrics
from engine.server.pipes import Attendant, RemoteDesk
from engine.server.settings import Limits
from engine.types import TranslationOptions
from tests.support.fake_translator import made_of
from tests.support.serving import PATIENCE, BatchTranslator, about, wait_until


def job(text: str, **rest) -> TextJob:
    return TextJob(texts=(text,), options=TranslationOptions(), **rest)


class Line:
    """Both ends of a pipe, with an engine at one of them."""

    def __init__(self, translator) -> None:
        self.near, far = multiprocessing.Pipe()
        self.batcher = Batcher(translator, Limits(requests=3), Metrics(about(translator)))
        self.attendant = Attendant(far, self.batcher)
        self.thread = threading.Thread(target=self.attendant.run)
        self.thread.start()
        self.stopped = threading.Event()
        self.desk = RemoteDesk(self.near, self.stopped.set)

    def submit(self, wanted):
        heard: queue.Queue[Any] = queue.Queue()
        return self.desk.submit(wanted, heard.put), heard

    def close(self) -> None:
        self.desk.close()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        self.batcher.close(finish=False)


@pytest.fixture
def line():
    found: list[Line] = []

    def connect(**arguments) -> Line:
        found.append(Line(BatchTranslator(**arguments)))
        return found[-1]

    yield connect
    for each in found:
        each.close()


def test_jobs_and_what_becomes_of_them_go_through(line):
    end = line()
    _, heard = end.submit(job("One dog. Two cats.", eager=True))
    events = [heard.get(timeout=PATIENCE) for _ in range(3)]
    assert [type(event) for event in events] == [Piece, Piece, Finished]
    assert events[-1].result[0].text == "译ONE DOG.文译TWO CATS.文"


def test_refusals_and_failures_go_through(line):
    go_on = threading.Event()
    end = line(before_batch=lambda *_: go_on.wait(PATIENCE))
    waiting = [end.submit(job(f"Text {n}."))[1] for n in range(3)]
    assert end.submit(job("One more."))[1].get(timeout=PATIENCE).why == "busy"
    go_on.set()
    for number, heard in enumerate(waiting):
        assert heard.get(timeout=PATIENCE).result[0].text == made_of(f"Text {number}.")


def test_figures_go_through(line):
    end = line()
    end.desk.note(Answered("/translate", 200, 0.1))
    wait_until(
        lambda: b'yiwen_requests_total{route="/translate",status="200"} 1.0' in end.desk.figures()
    )


def test_a_job_that_is_given_up_at_one_end_is_stopped_at_the_other(line):
    stopped = threading.Event()

    def before(_texts, cancel) -> None:
        assert cancel.wait(PATIENCE)
        stopped.set()

    end = line(before_batch=before)
    number, heard = end.submit(job("One."))
    wait_until(lambda: b"yiwen_jobs 1.0" in end.desk.figures())
    end.desk.cancel(number)
    end.desk.cancel(number)
    assert stopped.wait(PATIENCE)
    wait_until(lambda: b"yiwen_jobs 0.0" in end.desk.figures())
    assert heard.empty()


def test_what_a_lost_end_left_behind_is_given_up(line):
    end = line(before_batch=lambda _texts, cancel: cancel.wait(PATIENCE))
    end.submit(job("One."))
    wait_until(lambda: b"yiwen_jobs 1.0" in end.desk.figures())
    end.close()
    wait_until(lambda: b"yiwen_jobs 0.0" in end.batcher.figures())


def test_who_loses_the_engine_is_told_and_ends():
    near, far = multiprocessing.Pipe()
    stopped = threading.Event()
    desk = RemoteDesk(near, stopped.set)
    heard: queue.Queue[Any] = queue.Queue()
    desk.submit(job("One."), heard.put)
    far.close()
    assert heard.get(timeout=PATIENCE) == Failed("stopping", "the engine is gone; try again", 1)
    assert stopped.wait(PATIENCE)
    desk.close()


def test_an_end_that_is_asked_to_stop_hears_of_it(line):
    end = line()
    end.attendant.stop()
    assert end.stopped.wait(PATIENCE)
    assert end.submit(job("One."))[1].get(timeout=PATIENCE).result[0].text == made_of("One.")
