"""Results as a run would have them."""

from typing import Any

from export.bench.compare import Result


def result(rival: str, **changes: Any) -> Result:
    """Return a result of four sentences, 0.1 to 0.4 s each."""
    found: dict[str, Any] = {
        "rival": rival,
        "threads": 2,
        "kind": "single",
        "beam": 4,
        "settings": {"threads": 2, "batch": 1},
        "seconds": [0.1, 0.4, 0.2, 0.3],
        "cpu": 0.33,
        "sentences": 1,
        "words": 40,
        "tokens": 24.0,
        "same": 1.0,
        "load_seconds": 1.5,
        "peak": 200 << 20,
    }
    return Result(**(found | changes))
