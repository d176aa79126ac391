"""The arguments that a CUDA kernel's parameters take: each bound, from both sides."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
import torch

from kernelscope.errors import LaunchError, PtxError
from kernelscope.frontends.cuda.arguments import (
    CudaParameter,
    check_arguments,
    describe,
    entry_parameters,
    is_array,
)
from kernelscope.frontends.cuda.c_signature import CType

FLOAT_P = CType("float*", CType("float"))
CONST_FLOAT_P = CType("const float*", CType("const float", const=True))
PTX = """
.visible .entry first(
    .param .u64 first_param_0,
    .param .u64 .ptr .global .align 1 first_param_1,
    .param .align 4 .b8 first_param_2[12],
    .param .f32 first_param_3,
    .param .f64 first_param_4,
    .param .u8 first_param_5,
    .param .s16 first_param_6,
    .param .b32 first_param_7
) { ret; }
.visible .entry none() { ret; }
.visible .entry bare { ret; }
.visible .entry odd(.param .pred p) { ret; }
"""


def passed(parameter: CudaParameter, value: object) -> Any:
    (accepted,) = check_arguments("k", [parameter], [value])
    return accepted


def refused(parameter: CudaParameter, value: object) -> str:
    with pytest.raises(LaunchError) as caught:
        check_arguments("k", [parameter], [value])
    return str(caught.value)


def test_a_header_gives_each_parameters_kind_and_size() -> None:
    """Without C types an 8-byte number may be an address."""
    found = [(one.kind, one.size) for one in entry_parameters(PTX, "first", None)]
    assert found == [
        ("word", 8), ("word", 8), ("bytes", 12), ("float", 4), ("float", 8),
        ("integer", 1), ("integer", 2), ("integer", 4),
    ]  # fmt: skip


def test_c_types_tell_addresses_from_numbers() -> None:
    """A signature of another length is not this entry's, and does not count."""
    types = (FLOAT_P, CType("unsigned long"), *map(CType, ["S", "float", "double"]),
             *map(CType, ["bool", "short", "int"]))  # fmt: skip
    found = entry_parameters(PTX, "first", types)
    assert [one.kind for one in found[:2]] == ["pointer", "integer"]
    assert [one.spelling for one in found[:3]] == ["float*", "unsigned long", "S"]
    assert [one.c_type for one in entry_parameters(PTX, "first", types[:3])] == [None] * 8
    assert entry_parameters(PTX, "first", types[:3])[3].spelling == "32-bit float"


def test_an_entry_may_have_no_parameters() -> None:
    """With parentheses or without; an entry that is not there is an error."""
    assert entry_parameters(PTX, "none", None) == entry_parameters(PTX, "bare", None) == ()
    with pytest.raises(PtxError, match=r"the PTX has no entry fir$"):
        entry_parameters(PTX, "fir", None)
    with pytest.raises(PtxError, match=r"a parameter of unknown type: \.param \.pred p"):
        entry_parameters(PTX, "odd", None)


@pytest.mark.parametrize(
    ("c_type", "size", "low", "high"),
    [
        ("signed char", 1, -(2**7), 2**7 - 1),
        ("unsigned char", 1, 0, 2**8 - 1),
        ("short", 2, -(2**15), 2**15 - 1),
        ("const int", 4, -(2**31), 2**31 - 1),
        ("unsigned int", 4, 0, 2**32 - 1),
        ("const unsigned int", 4, 0, 2**32 - 1),
        ("long", 8, -(2**63), 2**63 - 1),
        ("unsigned long", 8, 0, 2**64 - 1),
        ("bool", 1, 0, 2**8 - 1),
        (None, 4, -(2**31), 2**32 - 1),
    ],
)
def test_an_integer_takes_what_its_c_type_holds(
    c_type: str | None, size: int, low: int, high: int
) -> None:
    """One less and one more are refused; of an unknown type both signs are taken."""
    parameter = CudaParameter("integer", size, CType(c_type) if c_type else None)
    for value in (low, high, np.int64(7)):
        assert passed(parameter, value) == value
    for value in (low - 1, high + 1):
        assert f"cannot hold this in {8 * size} bits: int {value}" in refused(parameter, value)
    for value in (True, np.bool_(True)):
        assert passed(parameter, value) is not True
        assert passed(parameter, value) == 1


@pytest.mark.parametrize("kind", ["pointer", "word"])
def test_an_address_is_an_array_none_or_a_number_of_64_bits(kind: Any) -> None:
    """A number with a point is not an address."""
    parameter = CudaParameter(kind, 8, FLOAT_P if kind == "pointer" else None)
    array = np.zeros(3, np.float32)
    assert passed(parameter, array) is array
    assert passed(parameter, None) == 0
    assert passed(parameter, 2**64 - 1) == 2**64 - 1
    assert "cannot hold this in 64 bits" in refused(parameter, 2**64)
    wanted = "takes an array, 0 or an address" if kind == "pointer" else "takes an int"
    assert f"{wanted}: float 1.5" in refused(parameter, 1.5)
    assert f"{wanted}: float32 " in refused(parameter, np.float32(2))
    assert wanted in refused(parameter, "0")


def test_numbers_take_neither_arrays_nor_none() -> None:
    """The message has the type of what was given."""
    whole, point = CudaParameter("integer", 4, None), CudaParameter("float", 4, None)
    for parameter in (whole, point):
        message = refused(parameter, torch.zeros(2))
        assert message.endswith("cannot take an array: a Tensor of float32")
    assert refused(whole, None).endswith("argument 1 (32-bit integer) takes an int: NoneType None")
    assert refused(point, None).endswith("argument 1 (32-bit float) takes a number: NoneType None")


@pytest.mark.parametrize("value", [3, 2.5, np.int8(3), np.float16(2.5), True])
def test_a_float_takes_every_number_as_a_float(value: Any) -> None:
    """A text of digits is not a number."""
    parameter = CudaParameter("float", 8, CType("double"))
    assert type(passed(parameter, value)) is float
    assert passed(parameter, value) == value
    assert "takes a number" in refused(parameter, "2.5")


def test_an_array_has_the_elements_that_the_pointer_points_to() -> None:
    """An unknown element takes any array; one that is written to is not read-only."""
    wanted = CudaParameter("pointer", 8, FLOAT_P)
    assert refused(wanted, np.zeros(1)).endswith(
        "(float*) points to float32, not to this: a ndarray of float64"
    )
    either = CudaParameter("pointer", 8, CType("bool*", CType("bool")))
    assert "points to bool or uint8 or int8, not" in refused(either, torch.zeros(1))
    anything = CudaParameter("pointer", 8, CType("void*", CType("void")))
    assert passed(anything, torch.zeros(1, dtype=torch.int64)).dtype is torch.int64
    fixed = np.zeros(1, np.float32)
    fixed.flags.writeable = False
    assert "is written to, but this array is read-only" in refused(wanted, fixed)
    assert passed(CudaParameter("pointer", 8, CONST_FLOAT_P), fixed) is fixed
    assert passed(CudaParameter("word", 8, None), np.zeros(1)) is not None


class _Exporter:
    """An array of another library, which has only the interface."""

    def __init__(self) -> None:
        self.__cuda_array_interface__ = {"typestr": "<f4", "shape": (1,), "data": (0, False)}


def test_another_librarys_array_is_known_by_its_interface() -> None:
    """Its dtype comes from the interface; a NumPy scalar is not an array."""
    assert is_array(_Exporter())
    assert describe(_Exporter()) == "a _Exporter of float32"
    assert not is_array(np.float32(1))
    assert not is_array(1.0)
    assert not is_array([1.0])


def test_a_struct_takes_exactly_its_bytes() -> None:
    """As bytes, a view of them, a structure of ctypes, or a record of NumPy."""
    parameter = CudaParameter("bytes", 4, CType("Pair"))

    class Pair(ctypes.Structure):
        _fields_ = (("a", ctypes.c_int16), ("b", ctypes.c_int16))

    record = np.array([(1, 2)], np.dtype([("a", "<i2"), ("b", "<i2")]))[0]
    raw = b"\1\0\2\0"
    for value in (raw, bytearray(raw), memoryview(raw), Pair(1, 2), record):
        assert passed(parameter, value) == raw
    assert "takes 4 bytes, not 3" in refused(parameter, b"abc")
    assert "takes 4 bytes, not 5" in refused(parameter, b"abcde")
    assert "takes 4 bytes (bytes, ctypes.Structure or a NumPy record)" in refused(parameter, 7)


SIXTEEN = [0.0, -0.0, 1.0, -2.5, 1.0 + 2**-8, 1.0 + 3 * 2**-8, 1.00390624, 1.00390626, 3.1415927,
           65504.0, 1e-40, float("inf"), -float("inf")]  # fmt: skip


@pytest.mark.parametrize("value", SIXTEEN)
def test_numbers_of_16_bits_are_rounded_as_pytorch_rounds(value: float) -> None:
    """To the nearest, ties to even."""
    for name, dtype in (("__half", torch.float16), ("const __nv_bfloat16", torch.bfloat16)):
        bits = torch.tensor(value, dtype=torch.float32).to(dtype).view(torch.int16).item()
        raw = passed(CudaParameter("bytes", 2, CType(name)), value)
        assert raw == int(bits).to_bytes(2, "little", signed=True)


def test_not_a_number_stays_one_in_16_bits() -> None:
    """An exponent of ones, and a mantissa that is not 0."""
    raw = passed(CudaParameter("bytes", 2, CType("__nv_bfloat16")), float("nan"))
    bits = int.from_bytes(raw, "little")
    assert bits & 0x7F80 == 0x7F80
    assert bits & 0x007F
    half = passed(CudaParameter("bytes", 2, CType("__half")), float("nan"))
    assert np.isnan(np.frombuffer(half, np.float16)[0])


def test_a_wrong_number_of_arguments_names_those_that_are_wanted() -> None:
    """A kernel without parameters wants none."""
    two = [CudaParameter("pointer", 8, FLOAT_P), CudaParameter("integer", 4, None)]
    with pytest.raises(LaunchError, match=r"^k takes 2 arguments \(float\*, 32-bit integer\), 1 "):
        check_arguments("k", two, [0])
    with pytest.raises(LaunchError, match=r"^k takes 0 arguments \(none\), 1 given$"):
        check_arguments("k", [], [0])
    with pytest.raises(LaunchError, match=r"^k: argument 2 \(32-bit integer\) takes an int: "):
        check_arguments("k", two, [0, 1.5])


def test_a_text_in_a_message_has_40_characters_at_most() -> None:
    """A longer one ends in points."""
    assert describe("a" * 38) == "str '" + "a" * 38 + "'"
    assert describe("a" * 39) == "str '" + "a" * 36 + "..."


def test_an_entry_is_not_taken_for_another_whose_name_begins_with_its_own() -> None:
    """Of two overloads the compiler may put the longer name first."""
    ptx = (
        ".visible .entry _Z5scalePfi(.param .u64 a, .param .u32 b) { ret; }\n"
        ".visible .entry _Z5scalePf(.param .u64 a) { ret; }\n"
    )
    assert len(entry_parameters(ptx, "_Z5scalePf", None)) == 1
    assert len(entry_parameters(ptx, "_Z5scalePfi", None)) == 2
