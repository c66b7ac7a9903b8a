"""The slot and the box between window and worker."""

import threading

from gui.mailbox import Lane, Mailbox, Outbox


def test_take_returns_the_job_that_was_put():
    mailbox: Mailbox[str] = Mailbox()
    ticket = mailbox.put("one")
    assert mailbox.take() is ticket
    assert ticket.job == "one"
    assert not ticket.cancel.is_set()


def test_a_newer_job_replaces_the_pending_one():
    mailbox: Mailbox[str] = Mailbox()
    old, new = mailbox.put("old"), mailbox.put("new")
    assert mailbox.take() is new
    assert old.cancel.is_set()
    assert not new.cancel.is_set()


def test_a_newer_job_calls_the_running_one_off():
    mailbox: Mailbox[str] = Mailbox()
    running = mailbox.put("running")
    mailbox.take()
    new = mailbox.put("new")
    assert running.cancel.is_set()
    assert not new.cancel.is_set()


def test_cancel_calls_off_what_runs_and_what_waits():
    mailbox: Mailbox[str] = Mailbox()
    running = mailbox.put("running")
    mailbox.take()
    mailbox.cancel()
    assert running.cancel.is_set()
    waiting = mailbox.put("waiting")
    mailbox.cancel()
    assert waiting.cancel.is_set()
    last = mailbox.put("last")
    assert mailbox.take() is last


def test_a_finished_job_is_not_called_off_by_the_next():
    mailbox: Mailbox[str] = Mailbox()
    first = mailbox.put("first")
    mailbox.take()
    taken = []
    taker = threading.Thread(target=lambda: taken.append(mailbox.take()))
    taker.start()
    while mailbox._running:
        pass
    second = mailbox.put("second")
    taker.join(5)
    assert taken == [second]
    assert not first.cancel.is_set()


def test_close_wakes_the_taker_and_takes_no_more():
    mailbox: Mailbox[str] = Mailbox()
    taken = []
    taker = threading.Thread(target=lambda: taken.append(mailbox.take()))
    taker.start()
    mailbox.close()
    taker.join(5)
    assert taken == [None]
    assert mailbox.put("late").cancel.is_set()
    assert mailbox.take() is None


def test_close_drops_the_pending_job_and_cancels_the_running_one():
    mailbox: Mailbox[str] = Mailbox()
    running = mailbox.put("running")
    mailbox.take()
    mailbox.close()
    assert running.cancel.is_set()
    assert mailbox.take() is None


def test_outbox_calls_the_reader_once_for_all_messages():
    outbox: Outbox[int] = Outbox()
    assert [outbox.push(number) for number in range(4)] == [True, False, False, False]
    assert outbox.drain(3) == [0, 1, 2]
    assert not outbox.push(4)
    assert outbox.drain(3) == [3, 4]
    assert outbox.drain(3) == []
    assert outbox.push(4)


def test_lanes_do_not_disturb_each_other_and_the_more_urgent_goes_first():
    mailbox: Mailbox[str] = Mailbox()
    aside = mailbox.put("aside", Lane.ASIDE)
    text = mailbox.put("text")
    assert mailbox.take() is text
    assert mailbox.take() is aside
    assert not text.cancel.is_set()
    assert mailbox.take_aside() is None


def test_an_aside_is_taken_while_a_text_runs():
    mailbox: Mailbox[str] = Mailbox()
    text = mailbox.put("text")
    mailbox.take()
    aside = mailbox.put("aside", Lane.ASIDE)
    assert mailbox.take_aside() is aside
    mailbox.cancel()
    assert text.cancel.is_set()
    assert not aside.cancel.is_set()


def test_a_switch_calls_everything_off():
    mailbox: Mailbox[str] = Mailbox()
    running, waiting = mailbox.put("running"), mailbox.put("aside", Lane.ASIDE)
    mailbox.take()
    switch = mailbox.put("switch", Lane.SWITCH)
    assert running.cancel.is_set()
    assert waiting.cancel.is_set()
    assert mailbox.take() is switch
