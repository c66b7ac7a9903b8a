"""Write ONNX graphs node by node, their weights in one file that several graphs share.

Nothing here knows about Marian: a :class:`GraphBuilder` collects nodes and initialisers, a
:class:`WeightFile` the bytes. A weight that two graphs use, or that one graph uses in two shapes,
is stored once, because the file is addressed by content.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

OPSET: Final = 21
"""Version of the default operator set that the graphs are written in."""

IR_VERSION: Final = 10
"""Version of the ONNX file format; the one that belongs to opset 21."""

CONTRIB: Final = "com.microsoft"
"""Domain of ONNX Runtime's own operators."""

_INLINE_BYTES = 256  # a smaller tensor costs more as an external reference than in the graph
_ALIGNMENT = 64  # bytes; a cache line, so that a mapped weight starts on one


@dataclass(slots=True)
class WeightFile:
    """The bytes of all weights, each stored once.

    Attributes:
        name: File name that the graphs refer to, relative to their own folder.
        on_growth: Told the size in bytes whenever something was stored; may raise.
    """

    name: str
    on_growth: Callable[[int], None] | None = None
    _blob: bytearray = field(default_factory=bytearray)
    _offsets: dict[bytes, int] = field(default_factory=dict)

    def add(self, data: bytes) -> int:
        """Store ``data`` unless it is there already; return its offset in the file."""
        key = hashlib.sha256(data).digest()
        if key not in self._offsets:
            self._blob.extend(b"\0" * (-len(self._blob) % _ALIGNMENT))
            self._offsets[key] = len(self._blob)
            self._blob.extend(data)
            if self.on_growth:
                self.on_growth(len(self._blob))
        return self._offsets[key]

    def content(self) -> bytes:
        """Return the whole file."""
        return bytes(self._blob)


@dataclass(slots=True)
class GraphBuilder:
    """Collects the nodes, initialisers, inputs and outputs of one graph.

    Values are named by strings, as in ONNX; what adds a node returns the name of its output.
    """

    name: str
    weights: WeightFile
    _nodes: list[onnx.NodeProto] = field(default_factory=list)
    _initializers: dict[str, TensorProto] = field(default_factory=dict)
    _inputs: list[onnx.ValueInfoProto] = field(default_factory=list)
    _outputs: list[onnx.ValueInfoProto] = field(default_factory=list)
    _declared: list[onnx.ValueInfoProto] = field(default_factory=list)
    _counts: dict[str, int] = field(default_factory=dict)

    def input(self, name: str, dtype: int, shape: Sequence[str | int]) -> str:
        """Declare a graph input; a string in ``shape`` names a dynamic dimension."""
        self._inputs.append(helper.make_tensor_value_info(name, dtype, shape))
        return name

    def output(self, value: str, name: str, dtype: int, shape: Sequence[str | int]) -> None:
        """Give ``value`` out of the graph as ``name``."""
        self._nodes.append(helper.make_node("Identity", [value], [name], name=f"out/{name}"))
        self._outputs.append(helper.make_tensor_value_info(name, dtype, shape))

    def declare(self, value: str, dtype: int, shape: Sequence[str | int]) -> str:
        """State the type of a value inside the graph, where the runtime cannot infer it."""
        self._declared.append(helper.make_tensor_value_info(value, dtype, shape))
        return value

    def node(
        self,
        op: str,
        *inputs: str,
        outputs: int = 1,
        domain: str = "",
        **attributes: Any,  # noqa: ANN401 - whatever onnx.helper takes
    ) -> tuple[str, ...]:
        """Add a node with ``outputs`` outputs and return their names."""
        count = self._counts.get(op, 0)
        self._counts[op] = count + 1
        base = f"{op}_{count}"
        names = tuple(base if outputs == 1 else f"{base}:{i}" for i in range(outputs))
        self._nodes.append(
            helper.make_node(op, inputs, names, name=base, domain=domain, **attributes)
        )
        return names

    def op(self, op: str, *inputs: str, domain: str = "", **attributes: Any) -> str:  # noqa: ANN401
        """Add a node with one output and return its name."""
        return self.node(op, *inputs, domain=domain, **attributes)[0]

    def either(
        self,
        condition: str,
        then: Callable[[], Sequence[str]],
        otherwise: Callable[[], Sequence[str]],
        dtype: int,
    ) -> tuple[str, ...]:
        """Add an ``If`` and return the names of its outputs.

        Args:
            condition: bool, a single element.
            then: Adds the nodes of the one branch and returns its values, each of one of these
                nodes; all that is outside can be used. Constants are the whole graph's.
            otherwise: The same for the other branch, with as many values.
            dtype: Of all values.
        """
        branches: dict[str, onnx.GraphProto] = {}
        for name, write in (("then_branch", then), ("else_branch", otherwise)):
            outside, self._nodes = self._nodes, []
            try:
                values = write()
            finally:
                inside, self._nodes = self._nodes, outside
            given = [helper.make_tensor_value_info(value, dtype, None) for value in values]
            branches[name] = helper.make_graph(inside, name, [], given)
        return self.node("If", condition, outputs=len(values), **branches)

    def constant(self, name: str, array: NDArray[Any]) -> str:
        """Add an initialiser; the same name may be asked for again and is added once."""
        if name not in self._initializers:
            self._initializers[name] = self._tensor(name, np.asarray(array, order="C"))
        return name

    def scalar(self, value: float, dtype: type[np.generic]) -> str:
        """Add a scalar constant, named by its value."""
        return self.constant(f"const/{np.dtype(dtype).name}/{value}", np.array(value, dtype))

    def ints(self, *values: int) -> str:
        """Add a one-dimensional int64 constant, named by its values."""
        return self.constant(f"const/ints/{values}", np.array(values, np.int64))

    def _tensor(self, name: str, array: NDArray[Any]) -> TensorProto:
        # ONNX stores tensors little-endian whatever the machine.
        data = array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
        if len(data) < _INLINE_BYTES:
            return numpy_helper.from_array(array, name)
        tensor = TensorProto(
            name=name,
            data_type=helper.np_dtype_to_tensor_dtype(array.dtype),
            dims=array.shape,
            data_location=TensorProto.EXTERNAL,
        )
        offset = self.weights.add(data)
        entries: Mapping[str, str | int] = {
            "location": self.weights.name,
            "offset": offset,
            "length": len(data),
        }
        for key, value in entries.items():
            tensor.external_data.add(key=key, value=str(value))
        return tensor

    def model(self, producer: str) -> onnx.ModelProto:
        """Return the finished model."""
        graph = helper.make_graph(
            self._nodes,
            self.name,
            self._inputs,
            self._outputs,
            initializer=list(self._initializers.values()),
            value_info=self._declared,
        )
        return helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid(CONTRIB, 1)],
            ir_version=IR_VERSION,
            producer_name=producer,
        )
