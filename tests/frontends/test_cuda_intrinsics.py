"""Intrinsics of CUDA C++ on the virtual GPU against NumPy: what their instructions promise."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import Any

import numpy as np

import kernelscope as ks

rng = np.random.default_rng(11)
X, Y, Z = (rng.integers(0, 1 << 32, 64, np.uint64).astype(np.uint32) for _ in range(3))


def outcome(expression: str, functions: str = "") -> np.ndarray:
    """An expression of the unsigned words x, y, z in each of 64 threads, as an unsigned word."""
    (found,) = outcomes([expression], functions)
    return found


def outcomes(expressions: Collection[str], functions: str = "") -> list[np.ndarray]:
    """The same of several expressions, in one kernel."""
    stores = "".join(f"out[t + {64 * at}] = {one};" for at, one in enumerate(expressions))
    source = f"""
    #include <cuda_fp16.h>
    #include <cuda_bf16.h>
    {functions}
    extern "C" __global__ void k(const unsigned* in, unsigned* out) {{
        int t = threadIdx.x;
        unsigned x = in[t], y = in[t + 64], z = in[t + 128];
        {stores}
    }}
    """
    out = np.zeros(64 * len(expressions), np.uint32)
    with ks.virtual_gpu("h200"):
        ks.cuda_kernel(source, "k")[1, 64](np.concatenate([X, Y, Z]), out)
    return [*out.reshape(-1, 64)]


def hold_against(expected: dict[str, Any]) -> None:
    """Hold each expression against its words."""
    found = outcomes(expected)
    for (expression, words), its in zip(expected.items(), found, strict=True):
        np.testing.assert_array_equal(its, words, expression)


def parts(words: np.ndarray, dtype: Any) -> np.ndarray:
    return np.ascontiguousarray(words).view(dtype).reshape(64, -1).astype(np.int64)


def joined(values: np.ndarray, bits: int) -> np.ndarray:
    shifts = bits * np.arange(32 // bits)
    return ((values & (1 << bits) - 1) << shifts).sum(axis=1).astype(np.uint32)


SIDE_BY_SIDE = {
    "__vabsdiffu4(x, y)": joined(abs(parts(X, np.uint8) - parts(Y, np.uint8)), 8),
    "__vabsdiffs2(x, y)": joined(abs(parts(X, np.int16) - parts(Y, np.int16)), 16),
    "__vsadu4(x, y)": abs(parts(X, np.uint8) - parts(Y, np.uint8)).sum(axis=1),
    "__vsads2(x, y)": abs(parts(X, np.int16) - parts(Y, np.int16)).sum(axis=1),
    "__vavgu4(x, y)": joined((parts(X, np.uint8) + parts(Y, np.uint8) + 1) >> 1, 8),
    "__vaddss4(x, y)": joined(np.clip(parts(X, np.int8) + parts(Y, np.int8), -128, 127), 8),
    "__vimax3_s16x2_relu(x, y, z)": joined(
        np.maximum.reduce([*(parts(w, np.int16) for w in (X, Y, Z)), np.zeros((64, 2), np.int64)]),
        16,
    ),
}


def test_bytes_and_half_words_side_by_side():
    hold_against(SIDE_BY_SIDE)


ASM = '[&] {{ unsigned d; asm({text} : "=r"(d) : {inputs}); return d; }}()'


def picked(nibbles: np.ndarray) -> np.ndarray:
    both = np.stack([X, Y], axis=1).view(np.uint8).reshape(64, 8)
    return joined(both[np.arange(64)[:, None], nibbles], 8)


FIRST = np.arange(4)
MODES = {
    "f4e": lambda c: c + FIRST,
    "b4e": lambda c: (c - FIRST) % 8,
    "rc8": lambda c: c + 0 * FIRST,
    "ecl": lambda c: np.maximum(c, FIRST),
    "ecr": lambda c: np.minimum(c, FIRST),
    "rc16": lambda c: 2 * (c % 2) + FIRST % 2,
}


def test_bytes_are_picked_by_the_modes_of_prmt():
    expected: dict[str, np.ndarray] = {}
    for mode, places in MODES.items():
        text = f'"prmt.b32.{mode} %0, %1, %2, %3;"'
        expression = ASM.format(text=text, inputs='"r"(x), "r"(y), "r"(z)')
        expected[expression] = picked(places((Z % 4).astype(np.int64)[:, None]))
    hold_against(expected)


def test_movmatrix_transposes_what_a_warp_holds():
    text = '"movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;"'
    matrices = X.view(np.uint16).reshape(2, 8, 8).transpose(0, 2, 1)
    expected = np.ascontiguousarray(matrices).view(np.uint32).reshape(64)
    np.testing.assert_array_equal(outcome(ASM.format(text=text, inputs='"r"(x)')), expected)


DIRECTED = {
    "rz": lambda value, less, more: less,
    "rd": lambda value, less, more: more if value < 0 else less,
    "ru": lambda value, less, more: less if value < 0 else more,
}


def rounded(value: int, digits: int, mode: str) -> int:
    cut = max(abs(value).bit_length() - digits, 0)
    less, more = abs(value) >> cut << cut, -(-abs(value) >> cut) << cut
    return DIRECTED[mode](value, less, more) * (-1 if value < 0 else 1)


def test_integers_are_rounded_as_asked():
    """To a number of so many binary digits, towards zero, down or up."""
    values = (X.view(np.int32) >> 16).tolist()
    expected: dict[str, np.ndarray] = {}
    for (kind, digits), mode in itertools.product({"half": 11, "bfloat16": 8}.items(), DIRECTED):
        floats = np.array([rounded(value, digits, mode) for value in values], np.float32)
        back = f"__float_as_uint(__{kind}2float(__int2{kind}_{mode}((int)x >> 16)))"
        expected[back] = floats.view(np.uint32)
    hold_against(expected)


def test_a_cluster_of_one_block_finds_its_own_shared_memory():
    functions = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;"
    expression = """[&] {
        __shared__ unsigned kept[64];
        auto cluster = cg::this_cluster();
        kept[t] = x + cluster.num_blocks() + cluster.block_rank();
        cluster.sync();
        return cluster.map_shared_rank(kept, 0)[63 - t];
    }()"""
    np.testing.assert_array_equal(outcome(expression, functions), X[::-1] + 1)


def test_signed_bytes_come_out_of_bfloat16():
    """Through `cvt.rzi.s8.bf16` and a move that packs two bytes."""
    values = (X.view(np.int32) >> 24).astype(np.float32)
    expression = "(unsigned)(int)__bfloat162char_rz(__float2bfloat16((float)((int)x >> 24)))"
    np.testing.assert_array_equal(outcome(expression).view(np.int32), values)
