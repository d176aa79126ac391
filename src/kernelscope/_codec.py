"""Dataclasses to JSON values and back, guided by their type hints."""

from __future__ import annotations

import dataclasses
import numbers
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from kernelscope.errors import RecordError
from kernelscope.quantity import Quantity, number_to_json


def encode(value: object) -> Any:
    """Return JSON values: dataclasses become objects, tuples lists, NaN and infinities strings."""
    if isinstance(value, Quantity):
        return value.to_json()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: encode(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        items = cast(Mapping[object, object], value)
        return {str(key): encode(item) for key, item in items.items()}
    if isinstance(value, (tuple, list)):
        return [encode(item) for item in cast(tuple[object, ...], value)]
    if value is None or isinstance(value, (bool, str)):
        return value
    # NumPy's scalars count as numbers too.
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return number_to_json(float(value))
    raise RecordError(
        f"a record holds plain data; {type(value).__name__} {value!r} is not plain data"
    )


def decode(hint: Any, value: Any, where: str) -> Any:
    """Return the value of type `hint` that `encode` turned into `value`.

    Raises RecordError, which names `where`, if the value is not of that type.
    """
    if hint is Any:
        return value
    if hint is Quantity:
        if not isinstance(value, dict):
            raise _mismatch(where, "a quantity", value)
        return Quantity.from_json(cast(dict[str, Any], value))
    if dataclasses.is_dataclass(hint):
        return _decode_dataclass(cast(type[Any], hint), value, where)
    origin = typing.get_origin(hint)
    arguments = typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        if value is None and type(None) in arguments:
            return None
        (inner,) = (a for a in arguments if a is not type(None))
        return decode(inner, value, where)
    if origin is tuple:
        return _decode_tuple(arguments, value, where)
    if origin is dict:
        if not isinstance(value, dict):
            raise _mismatch(where, "an object", value)
        items = cast(dict[str, Any], value).items()
        return {key: decode(arguments[1], item, f"{where}.{key}") for key, item in items}
    if origin is typing.Literal:
        if value not in arguments:
            raise _mismatch(where, f"one of {', '.join(map(str, arguments))}", value)
        return value
    return _decode_scalar(hint, value, where)


def _decode_dataclass(cls: type[Any], value: Any, where: str) -> Any:
    if not isinstance(value, dict):
        raise _mismatch(where, "an object", value)
    data = cast(dict[str, Any], value)
    hints = _hints(cls)
    if unknown := sorted(set(data) - set(hints)):
        raise RecordError(f"{where}: unknown field {unknown[0]!r}; made by a newer Kernelscope?")
    decoded = {name: decode(hints[name], data[name], f"{where}.{name}") for name in data}
    try:
        return cls(**decoded)
    except TypeError as error:
        missing = [
            f.name
            for f in dataclasses.fields(cls)
            if f.name not in data
            and f.default is dataclasses.MISSING
            and f.default_factory is dataclasses.MISSING
        ]
        raise RecordError(f"{where}: missing {', '.join(missing) or error}") from error


def _decode_tuple(arguments: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise _mismatch(where, "a list", value)
    items = cast(list[Any], value)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        hints = [arguments[0]] * len(items)
    else:
        hints = list(arguments)
    if len(hints) != len(items):
        raise _mismatch(where, f"{len(hints)} items", value)
    pairs = enumerate(zip(hints, items, strict=True))
    return tuple(decode(hint, item, f"{where}[{i}]") for i, (hint, item) in pairs)


def _decode_scalar(hint: Any, value: Any, where: str) -> Any:
    if hint is float and value in ("nan", "inf", "-inf"):
        return float(value)
    if hint is float and isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    if hint is int and isinstance(value, int) and not isinstance(value, bool):
        return value
    if hint in (str, bool) and isinstance(value, hint):
        return value
    raise _mismatch(where, getattr(hint, "__name__", str(hint)), value)


@cache
def _hints(cls: type[Any]) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _mismatch(where: str, expected: str, value: Any) -> RecordError:
    return RecordError(f"{where}: expected {expected}, found {str(value)[:60]!r}")
