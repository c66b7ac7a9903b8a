"""Numbers as words of their own: what is asked for in their place."""

import itertools

from hypothesis import example, given
from hypothesis import strategies as st

from engine.guards.number_forms import number_words, with_standins, without_standins


@given(st.text(st.sampled_from("1/4A0 -.,%½x:$three"), max_size=14))
@example("1/4A0")
def test_stand_ins_take_the_place_of_numbers_that_touch_each_other(text):
    words = number_words(text, ())
    assert all(one.span.end <= other.span.start for one, other in itertools.pairwise(words))
    read, names = with_standins(text, words)
    back = without_standins(read.text, words, names)
    assert back is not None
    assert back.text == text or any(word.text != word.span.of(text) for word in words)
