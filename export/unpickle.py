"""What PyTorch pickles about tensors, read without running it.

A weight file is a pickle, a small program that may call anything. Here it is not handed to an
unpickler: its opcodes are interpreted one by one, and the only things that they can make are plain
containers and descriptions of tensors. Whatever else a file names is refused before anything
happens.
"""

import io
import math
import pickletools
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

MAX_DIMENSIONS: Final = 32
MAX_NUMBER: Final = 2**63

BFLOAT16: Final = "bfloat16"
# NumPy has no bfloat16: its bits are read as uint16 and widened.
STORAGES: Final[Mapping[str, str]] = {
    "FloatStorage": "f4",
    "HalfStorage": "f2",
    "BFloat16Storage": BFLOAT16,
    "DoubleStorage": "f8",
    "LongStorage": "i8",
    "IntStorage": "i4",
    "ShortStorage": "i2",
    "CharStorage": "i1",
    "ByteStorage": "u1",
    "BoolStorage": "?",
}


class Malformed(Exception):
    """The file is not what it should be; ``args`` are what was expected and what was found."""


@dataclass(frozen=True, slots=True)
class _Global:
    """A name that a pickle imports; only compared with the allow list, never resolved."""

    module: str
    name: str


@dataclass(frozen=True, slots=True)
class Storage:
    """A flat run of numbers in the file."""

    dtype: str
    key: str
    numel: int


@dataclass(frozen=True, slots=True)
class View:
    """A tensor: a strided window into a storage, in elements."""

    storage: Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    @property
    def numel(self) -> int:
        """How many elements the tensor has."""
        return math.prod(self.shape)


def _rebuild_tensor(arguments: tuple[Any, ...]) -> View:
    if not 4 <= len(arguments) <= 7:
        raise Malformed("a tensor's description", f"{len(arguments)} values")
    storage, offset, shape, strides = arguments[:4]
    if not isinstance(storage, Storage):
        raise Malformed("a tensor's storage", f"a {type(storage).__name__}")
    if not (isinstance(shape, tuple) and isinstance(strides, tuple)):
        raise Malformed("a tensor's shape and strides", "something else")
    if len(shape) != len(strides) or len(shape) > MAX_DIMENSIONS:
        raise Malformed("a stride for each dimension", f"{len(shape)} and {len(strides)}")
    numbers = (offset, *shape, *strides)
    if not all(type(number) is int and 0 <= number < MAX_NUMBER for number in numbers):
        raise Malformed("whole numbers as a tensor's geometry", "something else")
    return View(storage, offset, shape, strides)


def _rebuild_parameter(arguments: tuple[Any, ...]) -> View:
    if not arguments or not isinstance(arguments[0], View):
        raise Malformed("a parameter's tensor", "something else")
    return arguments[0]


def _ordered_dict(arguments: tuple[Any, ...]) -> dict[Any, Any]:
    if arguments:
        raise Malformed("an empty dictionary to be filled", "one with arguments")
    return {}


_CALLABLES: Final[Mapping[_Global, Callable[[tuple[Any, ...]], Any]]] = {
    _Global("collections", "OrderedDict"): _ordered_dict,
    _Global("torch._utils", "_rebuild_tensor"): _rebuild_tensor,
    _Global("torch._utils", "_rebuild_tensor_v2"): _rebuild_tensor,
    _Global("torch._utils", "_rebuild_parameter"): _rebuild_parameter,
}
_NAMES: Final = frozenset(_CALLABLES) | {_Global("torch", name) for name in STORAGES}


class _Machine:
    """Runs the opcodes of one pickle that describe containers, numbers, texts and tensors."""

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self.marks: list[int] = []
        self.memo: dict[int, Any] = {}

    def step(self, opcode: str, argument: Any) -> None:  # noqa: ANN401 (whatever pickletools yields)
        """Run one opcode, given by its name in ``pickletools``."""
        if opcode in _CONSTANTS:
            self.stack.append(_CONSTANTS[opcode])
        elif opcode in _LITERALS:
            self.stack.append(argument)
        elif opcode in _PUTS:
            self.memo[argument] = self.stack[-1]
        elif opcode in _GETS:
            self.stack.append(self.memo[argument])
        elif opcode in _ACTIONS:
            _ACTIONS[opcode](self, argument)
        elif opcode not in _IGNORED:
            raise Malformed("a pickle of plain tensors", f"the opcode {opcode}")

    def pop_mark(self) -> list[Any]:
        """Take everything above the last mark off the stack."""
        start = self.marks.pop()
        items = self.stack[start:]
        del self.stack[start:]
        return items


def _push_global(machine: _Machine, argument: str) -> None:
    module, _, name = argument.partition(" ")
    _push_name(machine, _Global(module, name))


def _push_stack_global(machine: _Machine, _: object) -> None:
    name, module = machine.stack.pop(), machine.stack.pop()
    if not (isinstance(name, str) and isinstance(module, str)):
        raise Malformed("the name of something to build", "something else")
    _push_name(machine, _Global(module, name))


def _push_name(machine: _Machine, name: _Global) -> None:
    if name not in _NAMES:
        found = f"a call for {name.module}.{name.name}"[:200]
        raise Malformed("nothing but tensors in the file", f"{found}, which is refused")
    machine.stack.append(name)


def _reduce(machine: _Machine, _: object) -> None:
    arguments, function = machine.stack.pop(), machine.stack.pop()
    if not isinstance(function, _Global) or function not in _CALLABLES:
        raise Malformed("a tensor to build", f"a call of a {type(function).__name__}")
    if not isinstance(arguments, tuple):
        raise Malformed("a tuple of arguments", f"a {type(arguments).__name__}")
    machine.stack.append(_CALLABLES[function](arguments))


def _build(machine: _Machine, _: object) -> None:
    """Drop the attributes that a dictionary carries: PyTorch's version notes."""
    machine.stack.pop()
    if not isinstance(machine.stack[-1], dict):
        raise Malformed("attributes of a dictionary", f"of a {type(machine.stack[-1]).__name__}")


def _persistent(machine: _Machine, _: object) -> None:
    reference = machine.stack.pop()
    match reference:
        case ("storage", _Global("torch", kind), str(key), str(), int(numel), *rest) if (
            kind in STORAGES and 0 <= numel < MAX_NUMBER and rest in ([], [None])
        ):
            machine.stack.append(Storage(STORAGES[kind], key, numel))
        case _:
            raise Malformed("a reference to a whole storage", "another reference")


def _set_items(machine: _Machine, items: list[Any]) -> None:
    target = machine.stack[-1]
    if not isinstance(target, dict) or len(items) % 2:
        raise Malformed("a dictionary to fill", f"a {type(target).__name__}")
    for key, value in zip(items[::2], items[1::2], strict=True):
        if not isinstance(key, str | int):
            raise Malformed("texts as names", f"a {type(key).__name__}")
        target[key] = value


def _append(machine: _Machine, items: list[Any]) -> None:
    target = machine.stack[-1]
    if not isinstance(target, list):
        raise Malformed("a list to fill", f"a {type(target).__name__}")
    target.extend(items)


def _pop(machine: _Machine, count: int) -> list[Any]:
    if len(machine.stack) < count:
        raise IndexError
    items = machine.stack[-count:]
    del machine.stack[-count:]
    return items


_ACTIONS: Final[Mapping[str, Callable[[_Machine, Any], None]]] = {
    "MARK": lambda machine, _: machine.marks.append(len(machine.stack)),
    "GLOBAL": _push_global,
    "STACK_GLOBAL": _push_stack_global,
    "REDUCE": _reduce,
    "BUILD": _build,
    "BINPERSID": _persistent,
    "MEMOIZE": lambda machine, _: machine.memo.update({len(machine.memo): machine.stack[-1]}),
    "EMPTY_DICT": lambda machine, _: machine.stack.append({}),
    "EMPTY_LIST": lambda machine, _: machine.stack.append([]),
    "TUPLE": lambda machine, _: machine.stack.append(tuple(machine.pop_mark())),
    "TUPLE1": lambda machine, _: machine.stack.append(tuple(_pop(machine, 1))),
    "TUPLE2": lambda machine, _: machine.stack.append(tuple(_pop(machine, 2))),
    "TUPLE3": lambda machine, _: machine.stack.append(tuple(_pop(machine, 3))),
    "SETITEM": lambda machine, _: _set_items(machine, _pop(machine, 2)),
    "SETITEMS": lambda machine, _: _set_items(machine, machine.pop_mark()),
    "APPEND": lambda machine, _: _append(machine, _pop(machine, 1)),
    "APPENDS": lambda machine, _: _append(machine, machine.pop_mark()),
}
_CONSTANTS: Final[Mapping[str, Any]] = {
    "NONE": None,
    "NEWTRUE": True,
    "NEWFALSE": False,
    "EMPTY_TUPLE": (),
}
_LITERALS: Final = frozenset(
    {"BININT", "BININT1", "BININT2", "LONG1", "LONG4", "BINFLOAT", "BINUNICODE"}
    | {"SHORT_BINUNICODE", "BINUNICODE8", "INT", "LONG", "UNICODE"}
)
_PUTS: Final = frozenset({"PUT", "BINPUT", "LONG_BINPUT"})
_GETS: Final = frozenset({"GET", "BINGET", "LONG_BINGET"})
_IGNORED: Final = frozenset({"PROTO", "FRAME", "STOP"})


def interpret(stream: io.BytesIO) -> Any:  # noqa: ANN401 (a pickle may hold any plain value)
    """Run the pickle at the stream's position and leave the stream right behind it."""
    machine = _Machine()
    try:
        for opcode, argument, _ in pickletools.genops(stream):
            machine.step(opcode.name, argument)
        (value,) = machine.stack
    except (ValueError, IndexError, KeyError, TypeError, OverflowError, struct.error) as error:
        raise Malformed("a complete pickle", "a damaged or truncated one") from error
    return value
