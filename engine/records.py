"""Frozen records: dataclasses that are made in a fraction of the time.

``dataclass(frozen=True, slots=True)`` compiles six functions for each class, which takes longer
than all else in a module, and there are over a hundred such classes. A record compiles its
``__init__`` alone. It is a dataclass to all who ask, ``fields`` and ``replace`` among them.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

_T = TypeVar("_T")


@overload
def record(cls: type[_T], /) -> type[_T]: ...


@overload
def record(*, kw_only: bool = False, eq: bool = True) -> Callable[[type[_T]], type[_T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(
    cls: type[_T] | None = None, /, *, kw_only: bool = False, eq: bool = True
) -> type[_T] | Callable[[type[_T]], type[_T]]:
    """Make a class what ``dataclass(frozen=True, slots=True)`` makes it.

    Args:
        cls: The class.
        kw_only: Its fields are given by name only.
        eq: Two of them are equal when their fields are; otherwise only if they are the same one.
    """
    if cls is None:
        return lambda found: _made(found, kw_only=kw_only, eq=eq)
    return _made(cls, kw_only=kw_only, eq=eq)


def _made(cls: type[_T], *, kw_only: bool, eq: bool) -> type[_T]:
    # Else ``dataclass`` writes one, for which it has the signature inspected.
    cls.__doc__ = cls.__doc__ or cls.__name__
    bare = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)
    made: Any = bare(cls)
    methods = [_init(made), _repr, _setattr, _delattr, _getstate, _setstate]
    if eq:
        methods += _comparing(made)
    for method in methods:
        name = f"__{method.__name__[1:]}__"
        if made.__dict__.get(name) is None:
            setattr(made, name, method)
    found: type[_T] = made
    return found


def _init(cls: Any) -> Callable[..., None]:  # noqa: ANN401 - any class with fields
    """Return an ``__init__`` that fills the slots past ``__setattr__``."""
    scope: dict[str, Any] = {"MISSING": MISSING}
    positional: list[str] = []
    by_name: list[str] = []
    body = ["pass"]
    for each in fields(cls):
        (by_name if each.kw_only else positional).append(_parameter(each, scope))
        # Called on the slot itself, this is also twice as fast as ``object.__setattr__``.
        scope[f"set_{each.name}"] = getattr(cls, each.name).__set__
        value = each.name
        if each.default_factory is not MISSING:
            value = f"make_{value}() if {value} is MISSING else {value}"
        body.append(f"set_{each.name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = ["self", *positional, *(["*", *by_name] if by_name else [])]
    text = f"def _init({', '.join(parameters)}):\n " + "\n ".join(body)
    exec(text, scope)  # noqa: S102 - as dataclasses do; only the names of fields are in it
    made: Callable[..., None] = scope["_init"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _parameter(each: Field[Any], scope: dict[str, Any]) -> str:
    if not each.init:
        raise TypeError(f"a record's fields are all given, found {each.name} with init=False")
    if each.default_factory is not MISSING:
        scope[f"make_{each.name}"] = each.default_factory
        return f"{each.name}=MISSING"
    if each.default is not MISSING:
        scope[f"default_{each.name}"] = each.default
        return f"{each.name}=default_{each.name}"
    return each.name


def _comparing(cls: Any) -> list[Callable[..., Any]]:  # noqa: ANN401
    """Return ``__eq__`` and ``__hash__``."""
    names = [each.name for each in fields(cls) if each.compare]
    key: Callable[[Any], Any] = attrgetter(*names) if names else type

    def _eq(self: object, other: object) -> Any:  # noqa: ANN401
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def _hash(self: object) -> int:
        return hash(key(self))

    return [_eq, _hash]


def _repr(self: Any) -> str:  # noqa: ANN401
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _setattr(_self: object, name: str, _value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(_self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[object]:  # noqa: ANN401
    return [getattr(self, each.name) for each in fields(self)]


def _setstate(self: Any, state: list[object]) -> None:  # noqa: ANN401
    for each, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
