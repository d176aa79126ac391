"""The random numbers of a CUDA device, many at once: Philox 4x32-10 as PyTorch's kernels use it.

Philox (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011)
turns a counter and a key into four 32-bit words. PyTorch's CUDA kernels give each thread a stream:
the key is the seed; the counter holds the thread's number in its high half and the number of its
draws so far in its low half.
A grid of T threads writes word `w` of draw `d` of thread `t` to element `4 T d + T w + t`
(DistributionTemplates.h), and cuRAND turns words into uniform and normal numbers
(curand_uniform.h, curand_normal.h). Words and uniform numbers are those of the GPU, bit for bit;
normal ones are within 2e-6, because the GPU's sine and cosine are approximations.

The code is compiled through LLVM, for 16 threads of the grid at a time: reports draw billions of
numbers.
"""

from __future__ import annotations

import ctypes
import math
import os
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from kernelscope.hardware import GPUSpec
from kernelscope.vgpu.jit import build, engine
from kernelscope.vgpu.jit import text as ir
from kernelscope.vgpu.runtime.thread_pool import map_on_threads

Kind = Literal["words", "uniform", "normal"]

DRAW = 4
"""The words of a draw, and the step of PyTorch's offset for each draw."""
_BLOCK = 256  # threads of a block of PyTorch's random kernels
_SIDE_BY_SIDE = 16
_AT_ONCE = 1 << 18  # elements that are worth a thread of the host

_MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
_WEYL = 0x9E3779B9, 0xBB67AE85
_ROUNDS = 10

# Cephes' single-precision polynomials (Moshier): logf over [sqrt(1/2), sqrt(2)), sinf and cosf over
# [-pi/4, pi/4]; highest power first.
_LOG = (
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
    -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
)  # fmt: skip
_SIN = (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_COS = (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
_ROOT_HALF_BITS = 0x3F3504F3


class _Request(ctypes.Structure):
    """A request to the compiled code; each field takes one 64-bit slot."""

    _fields_ = (
        ("out", ctypes.c_void_p),
        ("elements", ctypes.c_int64),
        ("threads", ctypes.c_int64),
        ("begin", ctypes.c_int64),
        ("end", ctypes.c_int64),
        ("seed", ctypes.c_uint64),
        ("draw", ctypes.c_uint64),
        ("scale", ctypes.c_double),
        ("shift", ctypes.c_double),
        ("bound", ctypes.c_double),
    )


def grid_threads(spec: GPUSpec, elements: int) -> int:
    """Return the threads of PyTorch's grid for `elements` numbers (calc_execution_policy)."""
    # The GPU's size changes the numbers: an H200 (132 SMs) has at most 270,336 threads, an A100
    # (108) 221,184. `torch.rand(1_000_000)` after the same seed is equal up to element 221,183.
    # That element + 1 is the second word of thread 0 on the A100, and still the first word of a
    # thread on the H200.
    blocks = -(-elements // _BLOCK)
    return _BLOCK * min(spec.sms * (32 * spec.max_warps_per_sm // _BLOCK), blocks)


def draws(elements: int, threads: int, of_draw: int = DRAW) -> int:
    """Return the draws of each thread for `elements` numbers, `of_draw` from each draw."""
    return -(-elements // (threads * of_draw))


def fill(
    out: np.ndarray[Any, Any],
    kind: Kind,
    *,
    threads: int,
    seed: int,
    offset: int,
    scale: float = 1.0,
    shift: float = 0.0,
    bound: float = math.nan,
) -> None:
    """Fill a contiguous array as a grid of `threads` threads would.

    Args:
        out: uint32 for words, float32 otherwise; in the order of the grid's elements.
        kind: words; uniform in (0, 1]; normal with mean 0 and deviation 1.
        threads: of the grid, a multiple of 256.
        seed: 64 bits.
        offset: the offset of PyTorch's generator, a multiple of 4.
        scale: the factor of each number.
        shift: added to each product.
        bound: a result that equals it becomes `shift`.
    """
    groups = draws(out.size, threads) * (threads // _SIDE_BY_SIDE)
    cores = os.cpu_count() or 1
    pieces = max(1, min(cores, out.size // _AT_ONCE))
    bounds = [groups * piece // pieces for piece in range(pieces + 1)]
    code = _code(kind)

    def run(piece: int) -> None:
        request = _Request(
            out.ctypes.data, out.size, threads, bounds[piece], bounds[piece + 1],
            seed, offset // DRAW, scale, shift, bound,
        )  # fmt: skip
        code.run(ctypes.addressof(request))

    if pieces == 1:
        run(0)
    else:
        map_on_threads(run, range(pieces))


@cache
def _code(kind: Kind) -> engine.LoadedCode:
    name = f"philox_{kind}"
    key = engine.cache_key(name, Path(__file__).read_text(encoding="utf-8"))
    compiled = engine.read_cache(key)
    if compiled is None:
        compiled = engine.compile_text(_module(name, kind))
        engine.write_cache(key, compiled)
    return engine.LoadedCode((compiled,), name)


def _module(name: str, kind: Kind) -> str:
    """Return the LLVM text of `void name(request)`, for the groups from `begin` to `end`.

    A group is 16 neighbouring threads in one of their draws.
    """
    module = ir.Module(name)
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [build.PTR]), name)
    b = ir.IRBuilder(function.append_basic_block("entry"))
    asked = {
        field: build.load_slot(b, function.args[0], place)
        for place, (field, *_) in enumerate(_Request._fields_)
    }
    writer = _Group(b, kind, asked)
    with build.counted_loop(b, b.sub(asked["end"], asked["begin"])) as index:
        writer.write(b.add(asked["begin"], index))
    b.ret_void()
    return str(module)


class _Group:
    """The code for one draw of 16 neighbouring threads."""

    def __init__(self, b: ir.IRBuilder, kind: Kind, asked: dict[str, Any]) -> None:
        self._b = b
        self._kind: Kind = kind
        self._asked = asked
        self._out = build.to_pointer(b, asked["out"])
        self._keys = self._round_keys(asked["seed"])
        self._scale = self._factor("scale")
        self._shift = self._factor("shift")
        self._bound = self._factor("bound")

    def write(self, group: Any) -> None:
        """Draw for the group and store its four vectors, each as far as `out` goes."""
        b, threads = self._b, self._asked["threads"]
        groups = b.udiv(threads, _i64(_SIDE_BY_SIDE))
        turn = b.udiv(group, groups)
        thread = b.mul(b.sub(group, b.mul(turn, groups)), _i64(_SIDE_BY_SIDE))
        words = self._philox(b.add(self._asked["draw"], turn), thread)
        first = b.add(b.mul(b.mul(turn, threads), _i64(DRAW)), thread)
        for word, value in enumerate(self._numbers(words)):
            self._store(b.add(first, b.mul(threads, _i64(word))), value)

    def _factor(self, field: str) -> Any:
        b = self._b
        double = b.bitcast(self._asked[field], build.F64)
        return build.splat(b, b.fptrunc(double, build.F32), _SIDE_BY_SIDE)

    def _round_keys(self, seed: Any) -> list[tuple[Any, Any]]:
        b = self._b
        low, high = b.trunc(seed, build.I32), b.trunc(b.lshr(seed, _i64(32)), build.I32)
        return [
            tuple(
                build.splat(b, b.add(half, ir.Constant(build.I32, n * weyl)), _SIDE_BY_SIDE)
                for half, weyl in zip((low, high), _WEYL, strict=True)
            )
            for n in range(_ROUNDS)
        ]

    def _philox(self, draw: Any, thread: Any) -> list[Any]:
        """Return the four words of the counters (draw, thread + 0 ... 15), after ten rounds."""
        b = self._b
        low, high = b.trunc(draw, build.I32), b.trunc(b.lshr(draw, _i64(32)), build.I32)
        first = build.splat(b, b.trunc(thread, build.I32), _SIDE_BY_SIDE)
        c0, c1 = build.splat(b, low, _SIDE_BY_SIDE), build.splat(b, high, _SIDE_BY_SIDE)
        c2, c3 = b.add(first, build.iota(build.I32, count=_SIDE_BY_SIDE)), _u32(0)
        for k0, k1 in self._keys:
            high0, low0 = self._product(c0, _MULTIPLIERS[0])
            high1, low1 = self._product(c2, _MULTIPLIERS[1])
            c0, c1, c2, c3 = (
                b.xor(b.xor(high1, c1), k0), low1,
                b.xor(b.xor(high0, c3), k1), low0,
            )  # fmt: skip
        return [c0, c1, c2, c3]

    def _product(self, value: Any, factor: int) -> tuple[Any, Any]:
        """Return the high and low halves of 16 products of 32-bit numbers.

        Even and odd lanes are multiplied apart, as 8 products of 64 bits each.
        """
        b = self._b
        wide = build.vector(build.I64, _SIDE_BY_SIDE // 2)
        half, many = build.constant(wide, 32), build.constant(wide, factor)
        low_half = build.constant(wide, 0xFFFFFFFF)
        high_half = build.constant(wide, 0xFFFFFFFF << 32)
        pairs = b.bitcast(value, wide)
        even = b.mul(b.and_(pairs, low_half), many)
        odd = b.mul(b.lshr(pairs, half), many)
        high = b.or_(b.lshr(even, half), b.and_(odd, high_half))
        low = b.or_(b.and_(even, low_half), b.shl(odd, half))
        return b.bitcast(high, value.type), b.bitcast(low, value.type)

    def _numbers(self, words: list[Any]) -> list[Any]:
        if self._kind == "words":
            return words
        if self._kind == "uniform":
            return [self._scaled(self._uniform(word)) for word in words]
        normal = [*self._box_muller(*words[:2]), *self._box_muller(*words[2:])]
        return [self._scaled(value) for value in normal]

    def _scaled(self, value: Any) -> Any:
        b = self._b
        scaled = build.fma(b, value, self._scale, self._shift)
        return b.select(b.fcmp_ordered("==", scaled, self._bound), self._shift, scaled)

    def _uniform(self, word: Any) -> Any:
        """Return (word + 1/2) / 2^32, rounded: in (0, 1]."""
        b = self._b
        return build.fma(b, b.uitofp(word, _F32S), _f32(2.0**-32), _f32(2.0**-33))

    def _box_muller(self, first: Any, second: Any) -> tuple[Any, Any]:
        """Return two normal numbers from two words: r sin and r cos, r = sqrt(-2 log uniform)."""
        b = self._b
        square = b.fmul(self._log(self._uniform(first)), _f32(-2.0))
        radius = build.unary(b, "sqrt", square)
        sine, cosine = self._sine_cosine(second)
        return b.fmul(sine, radius), b.fmul(cosine, radius)

    def _log(self, x: Any) -> Any:
        """Return log(x) of a positive normal number."""
        b = self._b
        bits = b.bitcast(x, _I32S)
        exponent = b.ashr(b.sub(bits, _u32(_ROOT_HALF_BITS)), _u32(23))
        mantissa = b.bitcast(b.sub(bits, b.shl(exponent, _u32(23))), _F32S)
        f = b.fsub(mantissa, _f32(1.0))
        square, power = b.fmul(f, f), b.sitofp(exponent, _F32S)
        tail = b.fmul(self._polynomial(_LOG, f), b.fmul(f, square))
        # log(2) in two parts, the larger exact in few bits.
        tail = build.fma(b, power, _f32(-2.12194440e-4), tail)
        tail = build.fma(b, square, _f32(-0.5), tail)
        return build.fma(b, power, _f32(0.693359375), b.fadd(f, tail))

    def _sine_cosine(self, turn: Any) -> tuple[Any, Any]:
        """Return sine and cosine of 2 pi (turn + 1/2) / 2^32, from the nearest quarter turn."""
        b = self._b
        quarter = b.lshr(b.add(turn, _u32(1 << 29)), _u32(30))
        beyond = b.sitofp(b.sub(turn, b.shl(quarter, _u32(30))), _F32S)
        unit = 2 * math.pi * 2.0**-32
        x = build.fma(b, beyond, _f32(unit), _f32(unit / 2))
        z = b.fmul(x, x)
        sine = build.fma(b, b.fmul(z, x), self._polynomial(_SIN, z), x)
        cosine = b.fmul(self._polynomial(_COS, z), b.fmul(z, z))
        cosine = build.fma(b, z, _f32(-0.5), b.fadd(cosine, _f32(1.0)))
        odd = b.icmp_unsigned("!=", b.and_(quarter, _u32(1)), _u32(0))
        return (
            self._negated(b.select(odd, cosine, sine), quarter),
            self._negated(b.select(odd, sine, cosine), b.add(quarter, _u32(1))),
        )

    def _negated(self, value: Any, quarter: Any) -> Any:
        """Return `value`, negated in lanes in which the second bit of `quarter` is set."""
        b = self._b
        sign = b.shl(b.and_(quarter, _u32(2)), _u32(30))
        return b.bitcast(b.xor(b.bitcast(value, _I32S), sign), _F32S)

    def _polynomial(self, coefficients: tuple[float, ...], x: Any) -> Any:
        value = _f32(coefficients[0])
        for coefficient in coefficients[1:]:
            value = build.fma(self._b, value, x, _f32(coefficient))
        return value

    def _store(self, index: Any, value: Any) -> None:
        b = self._b
        place = b.gep(self._out, [index], source_etype=build.I32)
        left = b.sub(self._asked["elements"], index)
        whole = b.icmp_signed(">=", left, _i64(_SIDE_BY_SIDE))
        with b.if_else(whole) as (then, otherwise):
            with then:
                b.store(value, place, align=4)
            with otherwise:
                positive = b.select(b.icmp_signed(">", left, _i64(0)), left, _i64(0))
                count = build.splat(b, b.trunc(positive, build.I32), _SIDE_BY_SIDE)
                lanes = b.icmp_unsigned("<", build.iota(build.I32, count=_SIDE_BY_SIDE), count)
                args = [value, place, ir.Constant(build.I32, 4), lanes]
                kinds = [value.type, build.PTR]
                build.intrinsic(b, "masked.store", ir.VoidType(), args, kinds)


_I32S = build.vector(build.I32, _SIDE_BY_SIDE)
_F32S = build.vector(build.F32, _SIDE_BY_SIDE)


def _i64(value: int) -> ir.Constant:
    return ir.Constant(build.I64, value)


def _u32(value: int) -> Any:
    return build.constant(_I32S, value)


def _f32(value: float) -> Any:
    return build.constant(_F32S, float(np.float32(value)))
