"""Small kernels, each with one fault, whose advice `tests/advice.golden` has.

They are CUDA C++, in one file; the advice of a finding is the same text in every language but for
the words that `kernelscope._languages` puts in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch

import kernelscope as ks
from kernelscope.errors import KernelscopeError
from kernelscope.jobs.source_names import constant_parameters, source_names
from kernelscope.sanitizer import (
    access_limits,
    barriers,
    faults,
    heap,
    numerics,
    precision,
    race_words,
    uninitialised,
    unwritten,
)
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu import Kernel
from kernelscope.vgpu.layout import Mark
from sanitizer.case import SIZES, modules
from sanitizer.faults import of_barriers
from sanitizer.run import loaded

SOURCE = r"""
extern "C" __global__ void in_a_warp(int* x) {
    __shared__ int s[64]; int t = threadIdx.x;
    s[t] = t; x[t] = s[t ^ 1]; }
extern "C" __global__ void in_a_block(int* x) {
    __shared__ int s[64]; int t = threadIdx.x;
    s[t] = t; x[t] = s[63 - t]; }
extern "C" __global__ void in_the_grid(int* x) {
    x[threadIdx.x] = blockIdx.x; }
extern "C" __global__ void same_value(int* x) {
    x[0] = 1; }
extern "C" __global__ void flag(int* x) {
    volatile int* f = x + 8;
    if (blockIdx.x == 0) { x[0] = 1; *f = 1; } else { while (*f == 0) { } x[1] = x[0]; } }
extern "C" __global__ void scope(int* x) {
    atomicAdd_block(x, 1); }
extern "C" __global__ void copy(int* x) {
    __shared__ int s[64]; int t = threadIdx.x;
    unsigned at = __cvta_generic_to_shared(s + t);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(at), "l"(x + t) : "memory");
    x[64 + t] = s[t]; }
extern "C" __global__ void unset_global(int* x, const int* y) {
    x[threadIdx.x] = y[threadIdx.x]; }
extern "C" __global__ void unset_shared(int* x) {
    __shared__ int s[64]; x[threadIdx.x] = s[threadIdx.x]; }
extern "C" __global__ void unset_local(int* x, int n) {
    int a[8]; a[n & 7] = 1; x[threadIdx.x] = a[(n + 1) & 7]; }
extern "C" __global__ void unset_value(int* x, int n) {
    int a; if (n > 3) a = n; x[threadIdx.x] = a; }
extern "C" __global__ void outside(int* x) {
    x[threadIdx.x + 4096] = 1; }
extern "C" __global__ void before(int* x) {
    x[(int)threadIdx.x - 4096] = 1; }
extern "C" __global__ void expanded(int* x, const int* y) {
    x[threadIdx.x] = y[threadIdx.x]; }
extern "C" __global__ void misaligned(int* x) {
    *(int4*)(x + 1) = make_int4(1, 2, 3, 4); }
extern "C" __global__ void shared_outside(int* x, int n) {
    __shared__ int s[64]; s[threadIdx.x + n] = 1; x[0] = s[0]; }
extern "C" __global__ void next_array(int* x, int n) {
    __shared__ int s[64]; __shared__ int u[64];
    s[threadIdx.x] = u[threadIdx.x] = 1; __syncthreads(); x[0] = s[n] + u[0]; }
extern "C" __global__ void constant(const int* x) {
    *(int*)(x + threadIdx.x) = 1; }
extern "C" __global__ void stale(int* x, const int* __restrict__ y) {
    x[threadIdx.x] = 1; x[99] = y[threadIdx.x]; }
extern "C" __global__ void freed(int* x) {
    int* p = (int*)malloc(64); p[0] = 1; free(p); x[0] = p[0]; }
extern "C" __global__ void freed_twice(int* x) {
    int* p = (int*)malloc(64); p[0] = 1; free(p); free(p); x[0] = 1; }
extern "C" __global__ void past_heap(int* x) {
    int* p = (int*)malloc(64); p[16] = 1; x[0] = p[16]; free(p); }
extern "C" __global__ void infinite(float* x) {
    x[threadIdx.x] = expf(x[threadIdx.x] + 100.0f); }
extern "C" __global__ void no_number(float* x) {
    x[threadIdx.x] = logf(x[threadIdx.x] - 1.0f); }
extern "C" __global__ void by_zero(int* x, int n) {
    x[threadIdx.x] = threadIdx.x / n; }
extern "C" __global__ void shifted(int* x, int n) {
    x[threadIdx.x] = 1 << (n + 64); }
extern "C" __global__ void overflown(int* x, int n) {
    x[threadIdx.x] = x[(unsigned)((n + 50000) * 100000) & 63]; }
"""
_BLOCK, _GRID = 64, 2


@dataclass(frozen=True, slots=True)
class Told:
    """A finding, as its kernel's author is told of it.

    Attributes:
        advice: with names in braces where languages differ.
    """

    name: str
    kind: str
    message: str
    advice: str
    below_triton: bool


_OTHERS: dict[str, Callable[[], Sequence[Any]]] = {
    "unset_global": lambda: (_zeros(), torch.empty(64, dtype=torch.int32)),
    "unset_local": lambda: (_zeros(), 0),
    "unset_value": lambda: (_zeros(), 0),
    "expanded": lambda: (_zeros(), torch.zeros(1, dtype=torch.int32).expand(64)),
    "shared_outside": lambda: (_zeros(), 1 << 20),
    "next_array": lambda: (_zeros(), 64),
    "stale": lambda: (one := _zeros(), one),
    "infinite": lambda: (torch.zeros(64),),
    "no_number": lambda: (torch.zeros(64),),
    "by_zero": lambda: (_zeros(), 0),
    "shifted": lambda: (_zeros(), 0),
    "overflown": lambda: (_zeros(), 0),
}
_ONE_BLOCK = ("in_a_warp", "in_a_block", "copy", "unset_shared")


def _zeros() -> torch.Tensor:
    return torch.zeros(256, dtype=torch.int32)


@cache
def _module() -> ks.CudaModule:
    return ks.cuda_module(SOURCE)


def names() -> list[str]:
    """Return the names of the kernels."""
    return re.findall(r"__global__ void (\w+)", SOURCE)


def told() -> list[Told]:
    """Return what the checker says of each kernel, and of each wrong barrier of `faults`."""
    return [*(one for name in names() for one in _of(name)), *_of_barriers()]


def _of(name: str) -> list[Told]:
    made = Sanitizer(
        ("race", "barrier", "init", "memory", "numerics"),
        names=source_names,
        promised=constant_parameters,
    )
    with made as sanitizer, ks.virtual_gpu("h200", limit_s=20), suppress(KernelscopeError):
        arguments = _OTHERS.get(name, lambda: (_zeros(),))()
        block = 32 if name == "in_a_warp" else _BLOCK
        _module().kernel(name)[1 if name in _ONE_BLOCK else _GRID, block](*arguments)
    return [_told(name, finding) for finding in sanitizer.findings]


def _of_barriers() -> list[Told]:
    said: list[Told] = []
    wrong = [case for case in of_barriers() if case.faults]
    for made in modules(wrong):
        module = loaded(made)
        for case in made.cases:
            with Sanitizer(("barrier",)) as sanitizer, suppress(KernelscopeError):
                _launch(module.kernel(case.name), case.grid, case.block)
            said += [_told(case.name, finding) for finding in sanitizer.findings]
    return said


def _launch(kernel: Kernel, grid: Any, block: Any) -> None:
    kernel.launch(grid, block, [torch.zeros(size, dtype=torch.int32) for size in SIZES], 4096)


def _told(name: str, finding: Finding) -> Told:
    kind = f"{finding.tool}/{finding.kind}"
    return Told(name, kind, finding.message, finding.advice, finding.below_triton)


def texts() -> Iterator[tuple[str, str]]:
    """Yield the place and the text of all advice of the checker."""
    for module in (
        access_limits,
        barriers,
        faults,
        heap,
        numerics,
        precision,
        uninitialised,
        unwritten,
    ):
        for name, table in vars(module).items():
            if name.endswith("_ADVICE") and isinstance(table, str):
                yield module.__name__.rpartition(".")[2], table
            elif name.endswith("_ADVICE"):
                yield from ((f"{module.__name__.rpartition('.')[2]}, {k}", table[k]) for k in table)
    for near, text in race_words._ADVICE.items():
        yield f"race, {near}", text
    for name in ("REGISTERS", "UNFENCED"):
        yield f"race, {name.lower()}", getattr(race_words, name)[1]
    yield "race, proxy", race_words.PROXY_ADVICE
    yield "race, proxy, overtaken", race_words.OVERTAKING_ADVICE
    yield "race, stages of a pipeline", race_words._PIPELINE
    for sets in (True, False):
        yield "race, mbarrier", race_words.mbarrier_words_of("block", sets=sets)[1]
    for mark, opcode in _ENGINES:
        side = race_words.Side(0, int(mark), opcode)
        yield f"race, {side.engine} {side.does}", race_words.unfinished_words_of(side)[1]
        reader = race_words.Side(32, 0, "ld")
        yield f"race, before {side.engine}", race_words.early_words_of(side, reader, "", "block")[1]
    for kind, now, earlier in _TENSOR_USES:
        for near in ("thread", "block"):
            words = race_words.tensor_words_of(kind, now, earlier, near)
            yield f"tensor memory, {earlier} before {now}, {near}", words[1]
    yield "race, ended block", race_words.ended_words_of(race_words.Side(0, 0, "ld"))[1]


_ENGINES = (
    (Mark.ASYNC | Mark.WRITE | Mark.SHARED, "cp"),
    (Mark.ENGINE | Mark.SHARED, "wgmma"),
    (Mark.ENGINE | Mark.SHARED, "tcgen05.mma"),
    (Mark.ENGINE | Mark.SHARED, "cp"),
    (Mark.ENGINE, "cp"),
    (Mark.ENGINE | Mark.WRITE | Mark.SHARED, "cp"),
    (Mark.ENGINE | Mark.WRITE, "cp"),
)
_TENSOR_USES = (
    ("write-read", "ld", "mma"),
    ("read-write", "mma", "ld"),
    ("write-read", "mma", "st"),
    ("unwritten", "mma", "mma"),
)
