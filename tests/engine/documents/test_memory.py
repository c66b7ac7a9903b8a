from tests.engine.documents.document_memory import measure


def test_a_job_keeps_nothing_of_what_it_has_done():
    # Beside the document itself, of which there are three copies at most while it is decoded.
    measure(1)  # what is loaded at first use is not counted
    small, small_peak, _ = measure(6)
    large, large_peak, _ = measure(60)
    assert large > 9 * small
    assert large_peak - small_peak < 4 * (large - small)
    assert small_peak < 2_000_000
