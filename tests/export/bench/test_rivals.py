"""What lies between the bench and the engines: ids as words, batches, endless searches."""

from hypothesis import given
from hypothesis import strategies as st

from export.bench.rivals.padded import in_batches
from export.bench.rivals.yiwen import IdCodec, read, searched_as_others, spelt
from tests.support.fakes import wide_manifest

IDS = st.lists(st.integers(0, 70_000)).map(tuple)


@given(IDS)
def test_ids_come_back_as_they_went(ids):
    assert read(spelt(ids)) == ids


@given(IDS)
def test_each_id_has_a_span_of_its_own(ids):
    text, spans = IdCodec().decode_with_spans(ids)
    assert [read(span.of(text)) for span in spans] == [(each,) for each in ids]
    tokens = IdCodec().encode(text)
    assert (tokens.ids, tokens.spans) == (ids, spans)
    assert IdCodec().count(text) == len(ids)


def test_an_endless_search_waits_for_padding():
    manifest = wide_manifest()
    endless = searched_as_others(manifest, endless=True)
    assert endless.special_ids.eos == manifest.special_ids.pad
    assert searched_as_others(manifest, endless=False).special_ids == manifest.special_ids
    assert not endless.generation.forced_eos


@given(st.lists(st.lists(st.integers(2, 9), min_size=1).map(tuple)), st.integers(1, 5))
def test_batches_are_padded_masked_and_put_back_in_order(sources, size):
    batches = []

    def generate(ids, mask):
        batches.append(ids)
        assert [sum(row) for row in mask] == [sum(i != 1 for i in row) for row in ids]
        # As transformers: the start token in front; the end token and padding behind.
        return [[1, *row, 0, 1] for row in ids]

    found = in_batches(sources, size, pad=1, eos=0, generate=generate)
    assert found == sources
    assert all(len(batch) <= size for batch in batches)
    assert all(len({len(row) for row in batch}) == 1 for batch in batches)
    widths = [len(batch[0]) for batch in batches]
    assert widths == sorted(widths, reverse=True)
