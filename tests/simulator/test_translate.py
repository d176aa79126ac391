"""What is translated for the simulator computes what Python computes; all else is refused."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kernelscope.simulator.translate import Unit
from kernelscope.vgpu.jit.engine import LoadedCode, compile_text

PART = np.dtype([("count", np.int64), ("share", np.float64), ("last", np.int64, (3,))])
STATE = {"numbers": np.dtype(np.int64), "small": np.dtype(np.int8), "parts": PART}
LIMIT = 7


def state() -> dict[str, np.ndarray]:
    """Return fresh arrays."""
    parts = np.zeros(2, PART)
    parts["count"], parts["share"] = (5, -8), (0.3, -2.75)
    parts["last"] = [[1, 2, 3], [-4, 5, -6]]
    return {
        "numbers": np.array([13, -13, 4, -4, 1 << 40, 0], np.int64),
        "small": np.array([3, -100], np.int8),
        "parts": parts,
    }


def in_python(function: Callable[..., int]) -> tuple[int, dict[str, np.ndarray]]:
    """Return the result of a function as Python, and the arrays afterwards."""
    arrays = state()
    views = {name: array.view(np.recarray) for name, array in arrays.items()}
    return int(function(SimpleNamespace(**views))), arrays


def translated(function: Callable[..., int]) -> tuple[int, dict[str, np.ndarray]]:
    """Return the same of the translated function."""
    arrays = state()
    table = (ctypes.c_int64 * 7)()
    for place, array in enumerate(arrays.values()):
        table[2 * place], table[2 * place + 1] = array.ctypes.data, len(array)
    name = f"translated_{function.__name__}"
    code = LoadedCode((compile_text(Unit(STATE).text(function, name), scalar=True),), name)
    code.run(ctypes.addressof(table))
    return table[-1], arrays


def quotients(core: Any) -> int:
    total = 0
    for a in range(4):
        for b in range(4):
            quotient = core.numbers[a] // core.numbers[b]
            rest = core.numbers[a] % core.numbers[b]
            total = (total * 31 + quotient * 7 + rest) % 100003
    return total


def bits(core: Any) -> int:
    a, b = core.numbers[0], core.numbers[1]
    return (a & b) + ((a | b) << 3) + ((a ^ b) >> 1) + (core.small[1] >> 2) + core.small[0]


def floats(core: Any) -> int:
    part = core.parts[1]
    part.share += core.numbers[2] / 3
    part.share = part.share * 2.0**3 - 1
    core.parts[0].share = max(part.share, 1, core.parts[0].share) + min(2, core.numbers[0])
    return math.ceil(part.share) * 100 + math.ceil(-part.share) + math.ceil(float(a_few(core)))


def a_few(core: Any) -> int:
    return len(core.numbers) + len(core.small)


def loops(core: Any) -> int:
    last, found = core.parts[1].last, -1
    for place in range(3):
        if last[place] < 0:
            continue
        found = place
    for place in range(2, 0, -1):
        last[place] = last[place - 1]
    rest = core.numbers[0]
    while rest and not (rest < LIMIT or rest == LIMIT):
        rest -= 1
    return found * 10 + rest


def two(core: Any, place: int, is_first: bool) -> tuple[int, float]:
    part = core.parts[place]
    if is_first:
        return part.count, part.share
    part.count += 1
    return -part.count, 1.0


def nothing(core: Any, place: int) -> None:
    if place > 0:
        return
    core.numbers[5] += 1


def calls(core: Any) -> int:
    nothing(core, 0)
    nothing(core, 1)
    count, share = two(core, 0, 1 < core.numbers[2] <= 4)
    core.parts[1].count, core.parts[1].last[0] = count, core.parts[1].count
    other, one = two(core, 1, False)
    core.numbers[5] = count = count + other
    return count + (1 if share < one else 2) + (count in (1, 2, LIMIT)) + (count not in (3, -1))


def choices(core: Any) -> int:
    some = core.numbers[5] or (core.numbers[0] and core.small[0] < 0)
    total = 0
    if some:
        total = 1
    elif core.numbers[0] == 13 and not some:
        total = 2
    else:
        total = 3
    return total * 10 + (5 if core.numbers[3] else 6) + (core.numbers[3] < 0)


@pytest.mark.parametrize("function", [quotients, bits, floats, loops, calls, choices])
def test_the_result_and_the_arrays_are_those_of_python(function: Callable[..., int]) -> None:
    expected, arrays = in_python(function)
    result, ours = translated(function)
    assert result == expected
    for name, array in arrays.items():
        assert ours[name].tobytes() == array.tobytes(), name


def changes_type(core: Any) -> int:
    a = 1
    a = core.parts[0].share
    return a + 1


def has_no_such_field(core: Any) -> int:
    return core.parts[0].size


def has_no_such_array(core: Any) -> int:
    return core.others[0]


def takes_a_list(core: Any) -> Any:
    return [core.numbers[0]]


def calls_another_one(core: Any) -> int:
    return abs(core.numbers[0])


def goes_over_an_array(core: Any) -> int:
    total = 0
    for number in core.numbers:
        total += number
    return total


def returns_only_sometimes(core: Any) -> Any:  # noqa: RET503
    if core.numbers[0] > 0:
        return 1


def stores_a_float_as_an_integer(core: Any) -> int:
    core.numbers[0] = 0.5
    return 0


@pytest.mark.parametrize(
    ("function", "line", "reason"),
    [
        (changes_type, 2, "was i64 and is given double: a"),
        (has_no_such_field, 1, "no field of .*: core.parts.0..size"),
        (has_no_such_array, 1, "no array of the state: core.others"),
        (takes_a_list, 1, "not translated: .core.numbers"),
        (calls_another_one, 1, "no function of the simulator: abs"),
        (goes_over_an_array, 2, "a loop over what is not a range"),
        (returns_only_sometimes, 0, "a path returns nothing"),
        (stores_a_float_as_an_integer, 1, "a double is stored as int64"),
    ],
)
def test_what_is_not_translated_is_refused_with_its_line(
    function: Callable[..., int], line: int, reason: str
) -> None:
    place = f"test_translate.py:{function.__code__.co_firstlineno + line}: {reason}"
    with pytest.raises(TypeError, match=place):
        Unit(STATE).text(function, "refused")
