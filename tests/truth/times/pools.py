"""Pools of configurations of one launch, and the time of each on a GPU.

    python -m truth.times.pools OUT.jsonl [SECONDS]      (in tests/, on a GPU, with ../src)

A header with the machine and the versions; then a line a configuration, written at once. All are
compiled first, on all cores, in at most half of SECONDS; then each is timed, and the best tenth of
each pool in turns again, so that the best one is not the luckiest.

No constant of the model of time may be fitted to a pool: all of them are held out.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import torch
import triton
import triton.language as tl

from kernelscope.measure.clocks import CudaClock
from truth.operators.record_h200 import machine
from truth.times.case import each, empty, normal
from truth.times.products import attention_kernel

Configuration = dict[str, int]
ROUNDS = 15
SECONDS_TO_COMPILE_ONE = 60
_GRAPH_MS = 4.0
_SHARED_BYTES = 232_448
_REGISTERS = 256  # a thread's, for accumulators: more of them spill for sure


@triton.jit
def product_kernel(
    a,
    b,
    c,
    M,
    N,
    K,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
):
    tiles_m, tiles_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    tile = tl.program_id(0)
    group = tile // (8 * tiles_n)
    height = min(tiles_m - group * 8, 8)
    m = (group * 8 + tile % (8 * tiles_n) % height) * BM + tl.arange(0, BM)
    n = (tile % (8 * tiles_n)) // height * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    left = a + m[:, None] * K + k[None, :]
    right = b + k[:, None] * N + n[None, :]
    total = tl.zeros([BM, BN], tl.float32)
    for _ in range(0, K, BK):
        total = tl.dot(tl.load(left), tl.load(right), total)
        left += BK
        right += BK * N
    tl.store(c + m[:, None] * N + n[None, :], total.to(c.dtype.element_ty))


@triton.jit
def softmax_kernel(x, y, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = (tl.program_id(0) * ROWS + tl.arange(0, ROWS)) * columns
    top = tl.full([ROWS], float("-inf"), tl.float32)
    total = tl.zeros([ROWS], tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        values = tl.load(x + rows[:, None] + at[None, :]).to(tl.float32)
        higher = tl.maximum(top, tl.max(values, 1))
        total = total * tl.exp(top - higher) + tl.sum(tl.exp(values - higher[:, None]), 1)
        top = higher
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        values = tl.load(x + rows[:, None] + at[None, :]).to(tl.float32)
        share = tl.exp(values - top[:, None]) / total[:, None]
        tl.store(y + rows[:, None] + at[None, :], share.to(y.dtype.element_ty))


@dataclass(frozen=True)
class Pool:
    """One launch of a kernel in many configurations.

    Attributes:
        name: of the pool, unique.
        kernel: the Triton function.
        configurations: constants, num_warps and num_stages of each; the order is fixed.
        kinds: of a call's positional arguments: a tensor's type, a number.
        arguments: makes them on the GPU; the last tensor is the result.
        expected: makes the right result of them.
        grid: of a configuration.
        constants: that all configurations share.
    """

    name: str
    kernel: Any
    configurations: tuple[Configuration, ...]
    kinds: tuple[Any, ...]
    arguments: Callable[[], tuple[Any, ...]]
    expected: Callable[..., torch.Tensor]
    grid: Callable[[Mapping[str, int]], tuple[int, ...]]
    constants: Mapping[str, int]

    def key(self, configuration: Mapping[str, int]) -> str:
        """Return the name of a configuration: "softmax ROWS=1 BLOCK=256 num_warps=4"."""
        return " ".join((self.name, *(f"{k}={v}" for k, v in configuration.items())))

    def launch(self, configuration: Mapping[str, int], arguments: tuple[Any, ...]) -> Any:
        """Launch a configuration; return the compiled kernel."""
        grid = self.grid(configuration)
        return self.kernel[grid](*arguments, **self.constants, **configuration)

    def compile(self, configuration: Mapping[str, int]) -> Any:
        """Compile a configuration for the current device without a launch."""
        grid = self.grid(configuration)
        return self.kernel.warmup(*self.kinds, grid=grid, **self.constants, **configuration)

    def autotuned(self) -> Any:
        """Return the kernel with all configurations under `triton.autotune`."""
        constants = [k for k in self.configurations[0] if k not in ("num_warps", "num_stages")]
        configurations = [
            triton.Config({k: c[k] for k in constants}, c["num_warps"], c["num_stages"])
            for c in self.configurations
        ]
        return triton.autotune(configurations, key=[])(self.kernel)

    def tune(self) -> Any:
        """Launch the kernel as its autotuner chooses; return the autotuner."""
        kernel = self.autotuned()
        kernel[self.grid](*self.arguments(), **self.constants)
        return kernel


def _products() -> Iterator[Configuration]:
    edges = [32, 64, 128, 256]
    for shape in each(
        BM=edges, BN=edges, BK=[32, 64, 128], num_warps=[4, 8], num_stages=[2, 3, 4, 5]
    ):
        shared = (shape["BM"] + shape["BN"]) * shape["BK"] * 2 * shape["num_stages"]
        registers = shape["BM"] * shape["BN"] // (32 * shape["num_warps"])
        if shared <= _SHARED_BYTES and registers < _REGISTERS:
            yield shape


def _softmaxes() -> Iterator[Configuration]:
    for shape in each(
        ROWS=[1, 2, 4, 8],
        BLOCK=[256, 512, 1024, 2048, 4096],
        num_warps=[1, 2, 4, 8, 16],
        num_stages=[1, 2, 3],
    ):
        values = shape["ROWS"] * shape["BLOCK"] // (32 * shape["num_warps"])
        if 1 <= values <= _REGISTERS // 2:
            yield shape


def _attentions(depth: int) -> Iterator[Configuration]:
    for shape in each(
        BM=[16, 32, 64, 128, 256],
        BN=[16, 32, 64, 128],
        num_warps=[1, 2, 4, 8],
        num_stages=[1, 2, 3, 4],
    ):
        threads = 32 * shape["num_warps"]
        registers = shape["BM"] * (depth + shape["BN"]) // threads
        shared = (shape["BM"] + 2 * shape["BN"] * shape["num_stages"]) * depth * 2
        tiles = shape["BM"] * min(depth, shape["BN"]) // (16 * 8)  # of one warp's product
        fits = registers <= _REGISTERS and shared <= _SHARED_BYTES
        if fits and tiles >= shape["num_warps"]:
            yield shape


def _product(m: int, n: int, k: int) -> Pool:
    def arguments() -> tuple[Any, ...]:
        a, b = normal(m, k, dtype="float16"), normal(k, n, dtype="float16", seed=1)
        return a, b, empty(m, n, dtype="float16"), m, n, k

    def expected(a: torch.Tensor, b: torch.Tensor, *_: Any) -> torch.Tensor:
        return a @ b

    def grid(shape: Mapping[str, int]) -> tuple[int, ...]:
        return (triton.cdiv(m, shape["BM"]) * triton.cdiv(n, shape["BN"]),)

    name, kinds = f"product {m}x{n}x{k}", (*[torch.float16] * 3, m, n, k)
    return Pool(name, product_kernel, tuple(_products()), kinds, arguments, expected, grid, {})


def _softmax(rows: int, columns: int) -> Pool:
    def arguments() -> tuple[Any, ...]:
        return normal(rows, columns), empty(rows, columns), columns

    def expected(x: torch.Tensor, *_: Any) -> torch.Tensor:
        return torch.softmax(x, 1)

    def grid(shape: Mapping[str, int]) -> tuple[int, ...]:
        return (rows // shape["ROWS"],)

    name, kinds = f"softmax {rows}x{columns}", (torch.float32, torch.float32, columns)
    return Pool(name, softmax_kernel, tuple(_softmaxes()), kinds, arguments, expected, grid, {})


def _attention(heads: int, length: int, depth: int) -> Pool:
    scale = 1.4426950408889634 / depth**0.5  # the kernel raises 2 to the scores

    def arguments() -> tuple[Any, ...]:
        q, k, v = (normal(heads, length, depth, dtype="float16", seed=s) for s in range(3))
        out = empty(heads, length, depth, dtype="float16")
        return q, k, v, out, length, scale

    def expected(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, *_: Any) -> torch.Tensor:
        return torch.nn.functional.scaled_dot_product_attention(q[None], k[None], v[None])[0]

    def grid(shape: Mapping[str, int]) -> tuple[int, ...]:
        return (length // shape["BM"], heads)

    name, kinds = f"attention {heads}x{length}x{depth}", (*[torch.float16] * 4, length, scale)
    shapes, constants = tuple(_attentions(depth)), {"CAUSAL": 0, "D": depth}
    return Pool(name, attention_kernel, shapes, kinds, arguments, expected, grid, constants)


POOLS = {
    pool.name: pool
    for pool in (
        _product(4096, 4096, 4096),
        _product(8192, 1024, 1024),
        _product(512, 4096, 8192),
        _softmax(8192, 4096),
        _attention(32, 2048, 64),
    )
}


# The kernels. The shapes of a product do not change its code: they are all multiples of 16.


class TooLongError(Exception):
    """A configuration took longer to compile than a tuner would wait."""


def _stop(*_: Any) -> None:
    raise TooLongError(f"over {SECONDS_TO_COMPILE_ONE} s to compile")


def compile_one(work: tuple[str, Configuration]) -> tuple[str, str]:
    """Compile a configuration into Triton's cache; return its key, and the error if there is."""
    name, configuration = work
    pool = POOLS[name]
    signal.signal(signal.SIGALRM, _stop)
    signal.alarm(SECONDS_TO_COMPILE_ONE)
    try:
        pool.compile(configuration)
        return pool.key(configuration), ""
    except Exception as error:  # noqa: BLE001  (each is recorded with its configuration)
        return pool.key(configuration), said(error)
    finally:
        signal.alarm(0)


def said(error: Exception) -> str:
    """Return an error in one line."""
    first = (str(error).strip() or "no message").splitlines()[0]
    return f"{type(error).__name__}: {first[:200]}"


def compile_all(seconds: float) -> dict[str, str]:
    """Compile all that can be in this time; return the error of each that has none: ""."""
    end = time.monotonic() + seconds
    works = {
        (pool.kernel, tuple(shape.items())): (pool.name, shape)
        for pool in POOLS.values()
        for shape in pool.configurations
    }
    todo = list(works.values())
    random.Random(0).shuffle(todo)  # if the time ends, some of each pool are left
    found: dict[str, str] = {}
    context = multiprocessing.get_context("fork")  # CUDA is not initialised before
    with context.Pool(os.cpu_count()) as workers:
        results = workers.imap_unordered(compile_one, todo, chunksize=1)
        for _ in todo:
            try:
                key, error = results.next(timeout=max(0.1, end - time.monotonic()))
            except multiprocessing.TimeoutError:
                break
            found[key] = error
        workers.terminate()
    by_code = {(POOLS[n].kernel, tuple(s.items())): POOLS[n].key(s) for n, s in todo}
    late = "not compiled in time"
    return {
        pool.key(shape): found.get(by_code[pool.kernel, tuple(shape.items())], late)
        for pool in POOLS.values()
        for shape in pool.configurations
    }


# The times.


def graph_us(clock: CudaClock, run: Callable[[], object], calls: int) -> list[float]:
    """Return the µs of a call in a graph of some, five times."""
    graph = torch.cuda.CUDAGraph()
    torch.cuda.synchronize()
    with torch.cuda.graph(graph):
        for _ in range(calls):
            run()
    replay = graph.replay
    replay()
    times = [clock.events(replay, cold=False, host_ms=0.05) for _ in range(5)]
    return [round(1e3 * t / calls, 3) for t in times]


def timed(
    clock: CudaClock,
    pool: Pool,
    shape: Configuration,
    arguments: tuple[Any, ...],
    right: torch.Tensor,
) -> dict[str, Any]:
    """Return a configuration's times in µs, its resources, and how far its result is off."""
    result = next(a for a in reversed(arguments) if isinstance(a, torch.Tensor))
    result.zero_()
    kernel = pool.launch(shape, arguments)
    run: Callable[[], object] = lambda: pool.launch(shape, arguments)  # noqa: E731
    torch.cuda.synchronize()
    off = float((result.float() - right).abs().max() / right.abs().max())
    first = max(clock.events(run, cold=True, host_ms=0.3) for _ in range(2))
    rounds = ROUNDS if first < 2 else 5
    cold = [round(1e3 * clock.events(run, cold=True, host_ms=0.1), 3) for _ in range(rounds)]
    calls = max(1, min(20, round(_GRAPH_MS / first)))
    return {
        "cold": cold,
        "graph": graph_us(clock, run, calls),
        "off": round(off, 6),
        "registers": kernel.n_regs,
        "spills": kernel.n_spills,
        "shared": kernel.metadata.shared,
        "ptx": hashlib.sha256(kernel.asm["ptx"].encode()).hexdigest()[:16],
    }


def time_pool(log: TextIO, pool: Pool, errors: Mapping[str, str], clock: CudaClock) -> None:
    """Time each configuration of a pool in a fixed random order, then the best tenth again."""
    arguments = pool.arguments()
    right = pool.expected(*arguments).float()
    medians: dict[str, float] = {}
    shapes = list(pool.configurations)
    random.Random(pool.name).shuffle(shapes)
    for shape in shapes:
        key = pool.key(shape)
        row: dict[str, Any] = {"pool": pool.name, "key": key, "configuration": shape}
        try:
            if errors[key]:
                row["error"] = errors[key]
            else:
                row |= timed(clock, pool, shape, arguments, right)
                medians[key] = statistics.median(row["cold"])
        except Exception as error:  # noqa: BLE001
            row["error"] = said(error)
        write(log, row)
    best = sorted(medians, key=medians.__getitem__)[: max(20, len(medians) // 10)]
    again: dict[str, list[float]] = {key: [] for key in best}
    by_key = {pool.key(shape): shape for shape in shapes}
    for _ in range(ROUNDS):
        for key in best:
            run = lambda: pool.launch(by_key[key], arguments)  # noqa: B023, E731
            again[key].append(round(1e3 * clock.events(run, cold=True, host_ms=0.1), 3))
    for key, times in again.items():
        write(log, {"pool": pool.name, "key": key, "again": times})


def write(log: TextIO, row: Mapping[str, Any]) -> None:
    """Write a line and let nothing be lost."""
    log.write(json.dumps(row) + "\n")
    log.flush()


def main() -> None:
    path = Path(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 460.0
    path.parent.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as cache, path.open("a") as log:
        os.environ["TRITON_CACHE_DIR"] = cache
        errors = compile_all(seconds / 2)
        write(log, machine() | {"compiled_s": round(time.monotonic() - begin, 1)})
        print(f"{sum(not e for e in errors.values())} of {len(errors)} compiled", flush=True)
        clock = CudaClock()
        for pool in POOLS.values():
            if time.monotonic() - begin > seconds:
                break
            time_pool(log, pool, errors, clock)
            print(f"{pool.name}: {time.monotonic() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
