"""The parameters that Numba's calling convention makes of each argument, without a kernel."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
import pytest
import torch

from kernelscope.errors import LaunchError, UnavailableError

pytest.importorskip("numba.cuda")

from numba.cuda import types

from kernelscope.frontends.numba.arguments import (
    flatten,
    host_array,
    parameter_names,
    plain,
)


def parameters(numba_type: Any, value: Any) -> list[Any]:
    found: list[Any] = []
    flatten(numba_type, value, found, [])
    return found


def array_of(dtype: Any, axes: int) -> Any:
    return types.Array(dtype, axes, "A")


@pytest.mark.parametrize(
    ("numba_type", "value", "passed"),
    [
        (types.int8, -1, 0xFF),
        (types.uint8, 255, 0xFF),
        (types.int16, -2, 0xFFFE),
        (types.int32, -(2**31), 2**31),
        (types.int64, -1, 2**64 - 1),
        (types.uint64, 2**64 - 1, 2**64 - 1),
        (types.float32, 2, 2.0),
        (types.float64, np.float64(0.1), 0.1),
        (types.float16, 1.0, 0x3C00),
        (types.float16, -2.5, 0xC100),
        (types.boolean, True, 1),
        (types.boolean, np.bool_(False), 0),
        (types.NPTimedelta("s"), np.timedelta64(-1, "s"), 2**64 - 1),
        (types.NPDatetime("s"), np.datetime64(7, "s"), 7),
    ],
)
def test_a_scalar_is_one_parameter_with_its_bits(numba_type: Any, value: Any, passed: Any) -> None:
    """Of negative numbers the two's complement in the type's width."""
    assert parameters(numba_type, value) == [passed]


def test_an_array_has_its_number_size_data_extents_and_strides() -> None:
    """Two null pointers first; strides in bytes, negative ones as 64 bits."""
    array = np.arange(24, dtype=np.float32).reshape(4, 6)[::-1, ::2]
    found = parameters(array_of(types.float32, 2), array)
    assert found[:4] == [0, 0, 12, 4]
    assert found[4] is array
    assert found[5:] == [4, 3, 2**64 - 24, 8]
    names = parameter_names(array_of(types.float32, 2), "x")
    assert len(names) == len(found)
    assert names == [
        *("", "", "x.size", "x.itemsize", "x", "x.shape[0]", "x.shape[1]"),
        *("x.strides[0]", "x.strides[1]"),
    ]


def test_a_complex_number_is_two_and_a_tuple_its_elements() -> None:
    """Their names say which part each is."""
    pair = types.Tuple((types.int32, types.UniTuple(types.complex64, 2)))
    assert parameters(pair, (7, (1 + 2j, 3 - 4j))) == [7, 1.0, 2.0, 3.0, -4.0]
    assert parameter_names(pair, "p") == [
        *("p[0]", "p[1][0].real", "p[1][0].imag", "p[1][1].real", "p[1][1].imag"),
    ]
    assert parameter_names(types.int32, "n") == ["n"]


def test_a_member_of_an_enumeration_is_its_value() -> None:
    """Of the type that Numba gives the values."""

    class Colour(enum.Enum):
        red = -3

    assert parameters(types.EnumMember(Colour, types.int16), Colour.red) == [0xFFFD]


def test_what_a_kernel_writes_to_a_record_comes_back() -> None:
    """Each field, at the latest after the kernel has ended."""
    dtype = np.dtype([("a", "<i4"), ("b", "<f8")])
    record = np.array([(1, 2.5)], dtype)[0]
    numba_type: Any = types.Record(
        [("a", {"type": types.int32, "offset": 0}), ("b", {"type": types.float64, "offset": 4})],
        12,
        False,
    )
    found, afterwards = [], []
    flatten(numba_type, record, found, afterwards)
    (copy,) = found
    copy[0]["a"], copy[0]["b"] = 5, 7.5
    for act in afterwards:
        act()
    assert (record["a"], record["b"]) == (5, 7.5)


def test_an_array_that_is_not_aligned_is_copied_there_and_back() -> None:
    """One that is aligned is not."""
    raw = np.zeros(13, np.uint8)
    skewed = raw[1:].view(np.float32)
    found, afterwards = [], []
    flatten(array_of(types.float32, 1), skewed, found, afterwards)
    assert found[4].flags.aligned
    found[4][:] = 3
    assert not skewed.any()
    for act in afterwards:
        act()
    assert skewed.tolist() == [3, 3, 3]
    aligned, later = np.zeros(3, np.float32), []
    flatten(array_of(types.float32, 1), aligned, [], later)
    assert later == []


@pytest.mark.parametrize(
    ("wanted", "axes", "given", "message"),
    [
        (types.float32, 1, np.zeros(2), "compiled for 1-d float32, but got 1-d float64"),
        (types.float32, 2, np.zeros(2, np.float32), "for 2-d float32, but got 1-d float32"),
        (types.int32, 1, np.zeros(2, np.int64), "compiled for 1-d int32, but got 1-d int64"),
        (types.int32, 1, np.zeros(2, np.float32), "compiled for 1-d int32, but got 1-d float32"),
        (types.float32, 1, np.zeros(2, np.int32), "compiled for 1-d float32, but got 1-d int32"),
    ],
)
def test_an_array_of_another_type_is_refused(
    wanted: Any, axes: int, given: Any, message: str
) -> None:
    """By its number of axes, and by its elements."""
    with pytest.raises(LaunchError, match=message):
        parameters(array_of(wanted, axes), given)


def test_integers_of_one_size_are_taken_signed_or_not() -> None:
    """Numba judges those itself."""
    array = np.zeros(2, np.uint32)
    assert parameters(array_of(types.int32, 1), array)[4] is array


def test_a_type_without_a_convention_is_refused_by_its_name() -> None:
    """Before anything runs."""
    with pytest.raises(UnavailableError, match="an argument of Numba's type unicode_type"):
        parameters(types.unicode_type, "text")


def test_a_tensor_is_an_array_on_its_own_memory() -> None:
    """With its strides and its offset, also of 16 bits."""
    tensor = torch.arange(24, dtype=torch.float16).reshape(4, 6)[1:, ::2]
    array = plain(tensor)
    assert array.tolist() == tensor.tolist()
    assert array.strides == (12, 4)
    array[0, 0] = 99
    assert tensor[0, 0] == 99
    assert host_array([1, 2]).tolist() == [1, 2]
    assert plain("text") == "text"
    with pytest.raises(UnavailableError, match="Numba has no arrays of bfloat16"):
        host_array(torch.zeros(2, dtype=torch.bfloat16))


def test_a_hint_keeps_its_kind_and_in_protects_the_hosts_array() -> None:
    """`In` is a copy; the others are the host's own memory."""
    from numba import cuda

    tensor = torch.zeros(2)
    hint = plain(cuda.Out(tensor))
    assert type(hint) is cuda.Out
    assert isinstance(hint.value, np.ndarray)
    host = np.zeros(2, np.float32)
    kind = array_of(types.float32, 1)
    assert parameters(kind, cuda.Out(host))[4] is host
    assert parameters(kind, cuda.InOut(host))[4] is host
    copy = parameters(kind, cuda.In(host))[4]
    assert copy is not host
    assert copy.tolist() == host.tolist()
