"""Jobs of many, translated in batches that they share."""

import queue
import threading
import time
from typing import Any

import pytest

from engine.errors import InferenceError, InputError
from engine.server.batcher import Batcher
from engine.server.jobs import Failed, FileJob, Finished, Piece, TextJob
from engine.server.metrics import Metrics
from engine.server.settings import Limits
from engine.types import TranslationOptions
from tests.support.fake_translator import made_of
from tests.support.fakes import SpellingModel, guarded_translator
from tests.support.serving import PATIENCE, BatchTranslator, about, wait_until

PLAIN = TranslationOptions()
TRADITIONAL = TranslationOptions(target="zh-Hant")


def job(*texts: str, options: TranslationOptions = PLAIN, **rest) -> TextJob:
    return TextJob(texts=texts, options=options, **rest)


def sentences(count: int, word: str = "word") -> str:
    return " ".join(f"{word} {number}." for number in range(count))


class Desk:
    """A batcher and what its listeners heard."""

    def __init__(self, translator, lanes=1, **limits) -> None:
        self.metrics = Metrics(about(translator))
        self.batcher = Batcher(translator, Limits(**limits), self.metrics, lanes=lanes)

    def __enter__(self) -> "Desk":
        return self

    def __exit__(self, *_) -> None:
        self.batcher.close(finish=False)

    def submit(self, wanted):
        heard: queue.Queue[Any] = queue.Queue()
        return self.batcher.submit(wanted, heard.put), heard

    def do(self, wanted):
        return self.submit(wanted)[1].get(timeout=PATIENCE)


def texts(end) -> list[str]:
    assert isinstance(end, Finished), end
    assert isinstance(end.result, tuple)
    return [translation.text for translation in end.result]


class Held:
    """Holds the first batch until it is let go."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.cancels: list[threading.Event] = []

    def __call__(self, _texts, cancel) -> None:
        self.cancels.append(cancel)
        if not self.begun.is_set():
            self.begun.set()
            assert self.go_on.wait(PATIENCE)


@pytest.fixture
def held():
    hold = Held()
    yield hold
    hold.go_on.set()


def test_each_text_of_a_job_comes_back_whole_and_in_order():
    with Desk(BatchTranslator()) as desk:
        end = desk.do(job("One. Two.\n\nThree.", "", "  \n", "Four."))
    assert texts(end) == [
        f"{made_of('One.')} {made_of('Two.')}\n\n{made_of('Three.')}".replace("文 译", "文译"),
        "",
        "  \n",
        made_of("Four."),
    ]


def test_a_job_without_a_word_needs_no_translator():
    translator = BatchTranslator()
    with Desk(translator) as desk:
        assert texts(desk.do(job(" \n "))) == [" \n "]
    assert translator.batches == []


def test_jobs_that_wait_share_a_batch(held):
    translator = BatchTranslator(before_batch=held)
    with Desk(translator, batch=8) as desk:
        heard = [desk.submit(job("First."))[1]]
        assert held.begun.wait(PATIENCE)
        heard += [desk.submit(job(f"Text {n}."))[1] for n in range(3)]
        held.go_on.set()
        ends = [texts(each.get(timeout=PATIENCE)) for each in heard]
    assert ends == [[made_of(text)] for text in ("First.", "Text 0.", "Text 1.", "Text 2.")]
    assert translator.batches == [["First."], ["Text 0.", "Text 1.", "Text 2."]]


def test_a_sentence_that_is_asked_about_again_shares_the_next_batch(held):
    rounds = {"First.": 3, "Text 0.": 2}
    translator = BatchTranslator(before_batch=held, rounds=lambda text: rounds.get(text, 1))
    with Desk(translator, batch=2) as desk:
        heard = [desk.submit(job("First."))[1]]
        assert held.begun.wait(PATIENCE)
        heard += [desk.submit(job(f"Text {n}."))[1] for n in range(3)]
        held.go_on.set()
        ends = [texts(each.get(timeout=PATIENCE)) for each in heard]
    assert ends == [[made_of(text)] for text in ("First.", "Text 0.", "Text 1.", "Text 2.")]
    assert translator.batches == [
        ["First."],
        ["First.", "Text 0."],
        ["First.", "Text 0."],
        ["Text 1.", "Text 2."],
    ]


def test_a_sentence_that_is_asked_about_again_does_not_join_one_that_wants_something_else(held):
    translator = BatchTranslator(before_batch=held, rounds=lambda text: 2)
    with Desk(translator) as desk:
        heard = [desk.submit(job("First."))[1]]
        assert held.begun.wait(PATIENCE)
        heard.append(desk.submit(job("Second.", options=TRADITIONAL))[1])
        held.go_on.set()
        ends = [texts(each.get(timeout=PATIENCE)) for each in heard]
    assert ends == [[made_of("First.")], [made_of("Second.")]]
    assert translator.batches == [["First."], ["First."], ["Second."], ["Second."]]


def test_a_job_that_is_given_up_is_not_asked_about_again(held):
    translator = BatchTranslator(before_batch=held, rounds=lambda text: 2)
    with Desk(translator) as desk:
        number, heard = desk.submit(job("First."))
        assert held.begun.wait(PATIENCE)
        _, other = desk.submit(job("Second."))
        desk.batcher.cancel(number)
        held.go_on.set()
        assert texts(other.get(timeout=PATIENCE)) == [made_of("Second.")]
        assert heard.empty()
    assert translator.batches == [["First."], ["Second."], ["Second."]]


def test_closing_finishes_what_must_be_asked_again(held):
    desk = Desk(BatchTranslator(before_batch=held, rounds=lambda text: 3), lanes=2)
    _, first = desk.submit(job("First."))
    assert held.begun.wait(PATIENCE)
    closing = threading.Thread(target=desk.batcher.close)
    closing.start()
    wait_until(lambda: desk.do(job("Late.")).why == "stopping")
    held.go_on.set()
    closing.join(PATIENCE)
    assert not closing.is_alive()
    assert texts(first.get_nowait()) == [made_of("First.")]


def test_jobs_that_want_something_else_do_not_share_a_batch(held):
    translator = BatchTranslator(before_batch=held)
    with Desk(translator) as desk:
        desk.submit(job("First."))
        assert held.begun.wait(PATIENCE)
        heard = [
            desk.submit(job(text, options=options))[1]
            for text, options in (("A a.", PLAIN), ("B b.", TRADITIONAL), ("C c.", PLAIN))
        ]
        held.go_on.set()
        for each in heard:
            each.get(timeout=PATIENCE)
    assert translator.batches == [["First."], ["A a.", "C c."], ["B b."]]
    assert [options.target for options in translator.wanted[-3:]] == [None, None, "zh-Hant"]


def test_a_long_job_does_not_keep_short_ones_waiting(held):
    translator = BatchTranslator(before_batch=held)
    with Desk(translator, batch=4) as desk:
        desk.submit(job("First."))
        assert held.begun.wait(PATIENCE)
        order: list[str] = []
        done = threading.Semaphore(0)

        def noting(name):
            def listener(_event) -> None:
                order.append(name)
                done.release()

            return listener

        desk.batcher.submit(job(sentences(40)), noting("long"))
        desk.batcher.submit(job("Short."), noting("short"))
        held.go_on.set()
        assert done.acquire(timeout=PATIENCE)
        assert done.acquire(timeout=PATIENCE)
    assert order == ["short", "long"]
    assert "Short." in translator.batches[1]
    assert max(map(len, translator.batches)) == 4


def test_no_batch_is_larger_than_allowed_and_none_is_half_empty_without_need():
    translator = BatchTranslator()
    with Desk(translator, batch=8) as desk:
        texts(desk.do(job(sentences(20))))
    assert [len(batch) for batch in translator.batches] == [8, 8, 4]


def test_an_eager_job_is_told_of_each_segment_in_order_and_of_the_first_one_soon():
    translator = BatchTranslator()
    text = f"{sentences(3)}\n\n    x = foo(1)\n    y = bar(2)\nThe end."
    with Desk(translator) as desk:
        _, heard = desk.submit(job(text, eager=True))
        events: list[Any] = []
        while not events or isinstance(events[-1], Piece):
            events.append(heard.get(timeout=PATIENCE))
    pieces, end = events[:-1], events[-1]
    assert [piece.segment.segment.index for piece in pieces] == list(range(len(pieces)))
    assert translator.batches[0] == ["word 0."]
    told = "".join(piece.lead + piece.segment.text for piece in pieces)
    assert told == texts(end)[0]


def test_a_job_that_was_given_up_is_not_translated_and_its_listener_hears_no_more(held):
    translator = BatchTranslator(before_batch=held)
    with Desk(translator) as desk:
        desk.submit(job("First."))
        assert held.begun.wait(PATIENCE)
        number, heard = desk.submit(job("Second."))
        desk.batcher.cancel(number)
        desk.batcher.cancel(number)
        held.go_on.set()
        assert texts(desk.do(job("Third."))) == [made_of("Third.")]
        assert heard.empty()
        assert b"yiwen_cancelled_total 1.0" in desk.batcher.figures()
    assert translator.batches == [["First."], ["Third."]]


def test_a_batch_that_nobody_waits_for_is_stopped_and_one_that_somebody_does_is_not(held):
    translator = BatchTranslator(before_batch=held)
    with Desk(translator) as desk:
        first, _ = desk.submit(job("First."))
        assert held.begun.wait(PATIENCE)
        second, _ = desk.submit(job("Second."))
        third, heard = desk.submit(job("Third."))
        desk.batcher.cancel(first)
        assert held.cancels[0].is_set()
        held.go_on.set()
        desk.batcher.cancel(second)
        assert texts(heard.get(timeout=PATIENCE)) == [made_of("Third.")]
        assert third > second > first
        assert not held.cancels[-1].is_set()


def test_no_more_jobs_are_taken_on_than_allowed(held):
    with Desk(BatchTranslator(before_batch=held), requests=2) as desk:
        _, first = desk.submit(job("First."))
        assert held.begun.wait(PATIENCE)
        _, second = desk.submit(job("Second."))
        refused = desk.do(job("Third."))
        assert refused == Failed(
            "busy", "2 requests are waiting already; try again later", refused.retry_after
        )
        assert 1 <= refused.retry_after <= 60
        held.go_on.set()
        texts(first.get(timeout=PATIENCE))
        texts(second.get(timeout=PATIENCE))
        assert texts(desk.do(job("Fourth."))) == [made_of("Fourth.")]
        assert b"yiwen_turned_away_total 1.0" in desk.batcher.figures()


def test_nobody_is_sent_away_for_longer_than_a_job_may_take(held):
    with Desk(BatchTranslator(before_batch=held), requests=1, seconds=2.5) as desk:
        _, first = desk.submit(job("First."))
        assert held.begun.wait(PATIENCE)
        time.sleep(0.2)  # so that thirty characters take a second
        held.go_on.set()
        texts(first.get(timeout=PATIENCE))
        held.begun.clear()
        held.go_on.clear()
        desk.submit(job("A long one. " * 1_000))
        assert held.begun.wait(PATIENCE)
        assert desk.do(job("Refused.")).retry_after == 3
        held.go_on.set()


def test_one_sentence_that_fails_takes_no_other_job_along(held):
    def before(batch, cancel) -> None:
        held(batch, cancel)
        if any("poison" in text for text in batch):
            raise InferenceError("the model could not be run: it choked")

    translator = BatchTranslator(before_batch=before)
    with Desk(translator) as desk:
        desk.submit(job("First."))
        assert held.begun.wait(PATIENCE)
        heard = [desk.submit(job(text))[1] for text in ("Good.", "Some poison.", "Fine.")]
        held.go_on.set()
        ends = [each.get(timeout=PATIENCE) for each in heard]
    assert texts(ends[0]) == [made_of("Good.")]
    assert ends[1] == Failed(
        "broken", "the text could not be translated: the model could not be run: it choked"
    )
    assert texts(ends[2]) == [made_of("Fine.")]


def test_a_fault_of_the_program_is_logged_without_a_word_of_the_text(caplog):
    def render(sentence: str) -> str:
        raise KeyError(sentence)

    with Desk(BatchTranslator(render=render)) as desk:
        end = desk.do(job("My secret."))
        assert end == Failed("broken", "the text could not be translated: KeyError")
        assert desk.do(job("Another.")).why == "broken"
    assert "internal error (KeyError, test_batcher.py:" in caplog.text
    assert "secret" not in caplog.text.lower()


def test_what_cannot_be_read_is_refused_with_what_is_wrong_about_it():
    def before(*_) -> None:
        raise InputError("the text: expected words")

    with Desk(BatchTranslator(before_batch=before)) as desk:
        assert desk.do(job("First.")) == Failed("refused", "the text: expected words")


def test_closing_finishes_what_was_begun_and_takes_nothing_on(held):
    translator = BatchTranslator(before_batch=held)
    desk = Desk(translator)
    _, first = desk.submit(job(sentences(40)))
    assert held.begun.wait(PATIENCE)
    _, second = desk.submit(job("Second."))
    closing = threading.Thread(target=desk.batcher.close)
    closing.start()
    wait_until(lambda: desk.do(job("Late.")).why == "stopping" if closing.is_alive() else True)
    held.go_on.set()
    closing.join(PATIENCE)
    assert not closing.is_alive()
    assert len(texts(first.get_nowait())) == 1
    assert texts(second.get_nowait()) == [made_of("Second.")]


def test_lanes_work_side_by_side():
    both = threading.Barrier(2, timeout=PATIENCE)
    with Desk(BatchTranslator(before_batch=lambda *_: both.wait()), lanes=2, batch=1) as desk:
        heard = [desk.submit(job(text))[1] for text in ("One.", "Two.")]
        ends = [each.get(timeout=PATIENCE) for each in heard]
    assert [texts(end) for end in ends] == [[made_of("One.")], [made_of("Two.")]]


def test_many_jobs_over_several_lanes_all_come_back_right():
    with Desk(BatchTranslator(), lanes=3, batch=5) as desk:
        wanted = [job(*(sentences(n % 7, f"job{n}") for _ in range(n % 3 + 1))) for n in range(60)]
        heard = [desk.submit(each)[1] for each in wanted]
        ends = [each.get(timeout=PATIENCE) for each in heard]
    for each, end in zip(wanted, ends, strict=True):
        translator = BatchTranslator()
        assert texts(end) == [translator.translate(text).text for text in each.texts]


def test_what_comes_of_a_batch_is_what_the_translator_makes_of_each_text_alone():
    translator = guarded_translator(SpellingModel(str.upper))
    wanted = [
        "Good morning. A dog sat.",
        "  Two cats.\n\n    x = foo(1)\n    y = bar(2)\n",
        "3 + 4",
    ]
    with Desk(translator, lanes=2, batch=3) as desk:
        heard = [desk.submit(job(text))[1] for text in wanted]
        ends = [each.get(timeout=PATIENCE) for each in heard]
    alone = [translator.translate(text) for text in wanted]
    assert [end.result[0].text for end in ends] == [each.text for each in alone]
    assert [end.result[0].segments for end in ends] == [each.segments for each in alone]


def test_a_file_is_translated_in_its_format():
    with Desk(BatchTranslator()) as desk:
        data = b"One dog.\r\n\r\nTwo cats.\r\n"
        end = desk.do(FileJob(name="a.txt", data=data, options=PLAIN))
        odd = desk.do(FileJob(name="a.exe", data=data, options=PLAIN))
        damaged = desk.do(FileJob(name="b.txt", data=b"\0\1\2\3", options=PLAIN))
    assert end == Finished(f"{made_of('One dog.')}\r\n\r\n{made_of('Two cats.')}\r\n".encode())
    assert odd.why == "refused"
    assert odd.message.startswith("a.exe: expected a name in .txt, ")
    assert damaged.why == "refused"
