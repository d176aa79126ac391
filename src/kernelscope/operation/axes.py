"""The user's words for sizes and dtypes: `n=16384,dtype=float32`, `n=256..16384`.

```
case  := axis "=" value ("," axis "=" value)*
sweep := axis "=" first ".." last [":" step]
step  := "log" | "linear" | "x" factor | integer        (default: log, which doubles)
```
An integer may be written 16384, 16_384, 2^14, 2**14 or 1e6.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from kernelscope.errors import UsageError, unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

_DTYPE_NAMES = {
    "float64": "float64", "fp64": "float64", "f64": "float64", "double": "float64",
    "float32": "float32", "fp32": "float32", "f32": "float32", "float": "float32",
    "float16": "float16", "fp16": "float16", "f16": "float16", "half": "float16",
    "bfloat16": "bfloat16", "bf16": "bfloat16",
    "int64": "int64", "int32": "int32", "int16": "int16", "int8": "int8", "uint8": "uint8",
    "bool": "bool",
}  # fmt: skip
_NEEDED: dict[type, str] = {bool: "true or false", int: "a whole number", float: "a number"}
_LINEAR_POINTS = 9
_MAX_POINTS = 1000


class _RangeError(ValueError):
    """A whole number that no axis can have; the message says why."""


def dtype_named(name: str) -> Any:
    """Return the `torch.dtype` of a name: float32, fp32, f32, bf16 … Raises UsageError."""
    import torch

    known = _DTYPE_NAMES.get(name.lower().removeprefix("torch."))
    if known is None:
        raise unknown("dtype", name, sorted(set(_DTYPE_NAMES.values())))
    return getattr(torch, known)


def integer(text: str) -> int:
    """Return the number of 16384, 16_384, 2^14, 2**14 or 1e6. Raises ValueError."""
    power = re.fullmatch(r"(\d+)\s*(?:\^|\*\*)\s*(\d+)", text.strip())
    if power:
        base, exponent = int(power[1]), int(power[2])
        if exponent > 63:
            raise _RangeError(f"{text} is beyond 2^63")
        return base**exponent
    try:
        return int(text)
    except ValueError:
        value = float(text)
        if not value.is_integer():
            raise ValueError(f"{text} is not a whole number") from None
        return int(value)


def parse_value(axis: str, text: str, default: object) -> Any:
    """Return `text` as a value of the type that the axis has by default. Raises UsageError."""
    try:
        if isinstance(default, bool):
            return {"true": True, "1": True, "false": False, "0": False}[text.lower()]
        if isinstance(default, int):
            return _length(integer(text))
        if isinstance(default, float):
            return float(text)
    except _RangeError as error:
        raise UsageError(f"axis {axis}: {error}") from None
    except (ValueError, KeyError, OverflowError):
        needed = _NEEDED[type(default)]
        raise UsageError(
            f"axis {axis}: {text!r} is not {needed}, as in {axis}={str(default).lower()}"
        ) from None
    if isinstance(default, str):
        return text
    return dtype_named(text)


def _length(value: int) -> int:
    if value < 0:
        raise _RangeError(f"{value} is below 0, and a size is 0 or more")
    return value


def parse_assignments(text: str) -> dict[str, str]:
    """Return `n=16384,dtype=float32` as a dictionary of strings. Raises UsageError."""
    pairs: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (name and equals and value):
            raise UsageError(f"case {text!r}: {part!r} is not axis=value, as in n=16384")
        if name in pairs:
            raise UsageError(f"case {text!r}: axis {name} is given twice")
        pairs[name] = value
    return pairs


def axis_values(text: str, axes: Mapping[str, Any]) -> tuple[str, list[int]]:
    """Return the axis and the points of a sweep `n=256..16384[:log|linear|x4|512]`.

    Both ends are included. log doubles from the first end on, x4 multiplies by four, linear takes
    nine even points, and a number is a step. `axes` is the operation's default case. Raises
    UsageError.
    """
    name, _, span = (piece.strip() for piece in text.partition("="))
    ends = re.fullmatch(r"([^.:]+)\.\.([^.:]+)(?::(.+))?", span)
    if not ends:
        raise UsageError(f"axis {text!r} is not of the form n=256..16384 or n=256..16384:linear")
    if not isinstance(axes.get(name), int) or isinstance(axes.get(name), bool):
        sizes = [key for key, value in axes.items() if type(value) is int]
        raise UsageError(f"axis {name!r} is not a size; the sizes are {', '.join(sizes) or 'none'}")
    try:
        first, last = integer(ends[1]), integer(ends[2])
        points = _points(first, last, (ends[3] or "log").strip())
    except ValueError as error:
        raise UsageError(f"axis {text!r}: {error}") from None
    return name, points


def _points(first: int, last: int, step: str) -> list[int]:
    if not 0 < first <= last:
        raise ValueError("the ends must be positive and in order")
    if step == "linear":
        count = min(_LINEAR_POINTS, last - first + 1)
        span = last - first
        points = [first + round(span * i / max(1, count - 1)) for i in range(count)]
    elif step == "log" or step.startswith("x"):
        factor = 2 if step == "log" else integer(step[1:])
        if factor < 2:
            raise ValueError("the factor must be at least 2")
        count = math.floor(math.log(last / first, factor) + 1e-9) + 1
        points = [first * factor**i for i in range(count)]
    else:
        stride = integer(step)
        if stride < 1:
            raise ValueError("the step must be at least 1")
        points = list(range(first, last + 1, stride)[: _MAX_POINTS + 1])
    if points[-1] != last:
        points.append(last)
    if len(points) > _MAX_POINTS:
        raise ValueError(f"more than {_MAX_POINTS} points")
    return points
