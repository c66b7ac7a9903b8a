"""The quantisation policies that were compared; docs/quantisation.md has the comparison."""

from collections.abc import Mapping
from typing import Final

from export.quantise import Policy

FLOAT32: Final = Policy(name="float32", default="float32", rules={})
"""Nothing is quantised: what the exporter is verified with."""

CANDIDATES: Final[Mapping[str, Policy]] = {
    policy.name: policy
    for policy in (
        Policy(name="block8-128", default="block8", rules={}),
        Policy(name="block8-64", default="block8", rules={}, block_size=64),
        Policy(name="row8", default="row8", rules={}),
        Policy(
            name="row8-w7",
            default="row8",
            rules={},
            weight_limit=64,
            pair_limit=128,
            row_limit=127,
        ),
        Policy(name="static8", default="static8", rules={}),
        Policy(name="row8-feed-forward", default="float32", rules={"fc1": "row8", "fc2": "row8"}),
        Policy(
            name="row8-layers",
            default="row8",
            rules={"embedding": "float32", "projection": "float32"},
        ),
    )
}
"""Every policy compared, by name."""

DEFAULT: Final = CANDIDATES["row8"]
"""What packs are made with."""
