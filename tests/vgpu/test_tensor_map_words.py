"""Tensor maps in a GPU's own form, by words that CuTe DSL 4.8 writes for them."""

from __future__ import annotations

import struct

import pytest

from kernelscope.vgpu.tensor_map import TensorMap, from_hardware

ADDRESS = 0x7F12_3456_7890


def words(*values: int) -> bytes:
    """The words of 64 bits, and 64 bytes that a GPU does not look at."""
    return struct.pack("<8Q", *values) + b"\xff" * 64


@pytest.mark.parametrize(
    ("form", "type_"),
    [
        (0x240012, "u8"), (0x240092, "u16"), (0x240112, "u32"), (0x240212, "u64"),
        (0x240312, "f16"), (0x240392, "f32"), (0x250392, "tf32"), (0x240492, "f64"),
        (0x240512, "bf16"), (0x240592, "b4x16"), (0x240692, "b6x16_p32"),
    ],
)  # fmt: skip
def test_each_type_of_a_matrix(form: int, type_: str) -> None:
    """1024 x 512 elements in boxes of 32 x 16, as `make_tiled_tma_atom` describes them."""
    data = words(ADDRESS, 0x40 << 32 | form, 0, 0, 1023 | 511 << 32, 0, 31 << 56, 15)
    made = TensorMap(type_, ADDRESS, (1024, 512), (1024,), (32, 16), (1, 1))
    assert from_hardware(data) == made


@pytest.mark.parametrize(("form", "swizzle"), [(0x242312, 1), (0x244312, 2), (0x246312, 3)])
def test_swizzles(form: int, swizzle: int) -> None:
    """The mode is in the form."""
    data = words(ADDRESS, 0x80 << 32 | form, 0, 0, 1023 | 511 << 32, 0, 15 << 56, 15)
    made = from_hardware(data)
    assert made is not None
    assert made.swizzle == swizzle


def test_ranks() -> None:
    """One dimension has no stride; of five, the fifth size is in the word of the first box."""
    line = from_hardware(words(ADDRESS, 0x40302, 0, 0, 1023, 0, 63 << 56, 0))
    assert line == TensorMap("f16", ADDRESS, (1024,), (), (64,), (1,))
    strides = [2 << 10, 2 << 19, 2 << 25, 2 << 30]
    first, second, third, last = (n // 16 for n in strides)
    five = from_hardware(
        words(
            ADDRESS, first << 32 | 0x240342, second | third << 32, last, 1023 | 511 << 32,
            63 | 31 << 32, 63 << 56 | 15, 0x1030F,
        )
    )  # fmt: skip
    sizes, box = (1024, 512, 64, 32, 16), (64, 16, 4, 2, 1)
    assert five == TensorMap("f16", ADDRESS, sizes, tuple(strides), box, (1,) * 5)


def test_a_stride_of_64_gib_and_more_has_its_upper_bits_apart() -> None:
    """Four bits for each stride, behind that of the fifth dimension."""
    stride = 5 << 36 | 1 << 20
    data = words(
        ADDRESS, (stride >> 4 & 0xFFFFFFFF) << 32 | 0x240312, 0, 5 << 32, 63 | 1 << 32, 0,
        7 << 56, 0,
    )  # fmt: skip
    made = from_hardware(data)
    assert made is not None
    assert made.strides == (stride,)


@pytest.mark.parametrize(
    "data", [bytes(128), b"\xff" * 128, words(ADDRESS, 0x40002 | 5 << 4, *[0] * 6)]
)
def test_other_bytes_are_not_a_tensor_map(data: bytes) -> None:
    """Zeros, ones, and six dimensions."""
    assert from_hardware(data) is None
