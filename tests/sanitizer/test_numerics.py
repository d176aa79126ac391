"""`numerics`: a NaN or an infinity out of finite values is found where it arises, if it is used."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
import triton
import triton.language as tl

import kernelscope as ks
from kernelscope.cli import main
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu import load_ptx

LINES = Path(__file__).read_text().splitlines()

FAULTS = r"""
extern "C" __global__ void divide(float* o, const float* x) {
    float part = 1.0f / x[threadIdx.x];                                          // line divide
    o[threadIdx.x] = part * 2;
}
extern "C" __global__ void root(float* o, const float* x) {
    float r = sqrtf(x[threadIdx.x] - 3.5f);                                      // line root
    o[threadIdx.x] = r + 1;
}
extern "C" __global__ void overflow(float* o, const float* x) {
    float big = x[threadIdx.x] * 3e38f;                                          // line overflow
    o[threadIdx.x] = __shfl_xor_sync(-1u, big, 1);
}
extern "C" __global__ void twice(double* o, const float* x) {
    double a = (double)x[threadIdx.x] * 1e308;                                   // line twice
    double b = a - a;
    o[threadIdx.x] = b;
}
extern "C" __global__ void integer(int* o, const int* x) {
    int q = 100 / x[threadIdx.x];                                                // line integer
    o[threadIdx.x] = q + 1;
}
extern "C" __global__ void remainder_(float* o, const int* x) {
    unsigned place = threadIdx.x % (unsigned)x[threadIdx.x];                     // line remainder_
    o[place & 31] = 1;
}
extern "C" __global__ void shifted(int* o, const int* x) {
    int s = 1 << (x[threadIdx.x] + 31);                                          // line shifted
    o[threadIdx.x] = s;
}
extern "C" __global__ void diverged(float* o, const float* x) {
    float v = 0;
    if (threadIdx.x < 4)
        v = 1.0f / (x[threadIdx.x] * 0.0f);                                      // line diverged
    o[threadIdx.x] = v;
}
extern "C" __global__ void added(float* o, const float* x) {
    float part = 1.0f / x[threadIdx.x];                                          // line added
    atomicAdd(o, part);
}
"""
# name: kind, lanes of a warp of 0, 1, … 31 in which what came of it is used
FOUND = {
    "divide": ("infinity", 1),
    "root": ("nan", 4),
    "overflow": ("infinity", 30),
    "twice": ("infinity", 30),
    "integer": ("division-by-zero", 1),
    "remainder_": ("division-by-zero", 1),
    "shifted": ("shift", 31),
    "diverged": ("infinity", 4),
    "added": ("infinity", 1),
}


def line(marker: str) -> str:
    """Return the place "file:line" of the line that ends with a marker."""
    (place,) = (
        n
        for n, text in enumerate(LINES, 1)
        if text.endswith((f"// line {marker}", f"# line {marker}"))
    )
    return f"{__file__}:{place}"


def found(launch: Callable[[], object], notes: bool = False) -> list[Finding]:
    """Return what is found in a launch on the virtual GPU."""
    with ks.virtual_gpu("h200"), Sanitizer(("numerics",)) as sanitizer:
        launch()
    assert sanitizer.launches
    assert bool(sanitizer.notes) == notes
    return sanitizer.findings


def run(source: str, name: str, *arguments: object) -> None:
    """Launch one block of a warp of a CUDA kernel."""
    ks.cuda_kernel(source, name)[1, 32](*arguments)


def numbers(kernel: str) -> torch.Tensor:
    kind = torch.int32 if kernel in ("integer", "remainder_", "shifted") else torch.float32
    return torch.arange(32, dtype=kind)


def output(kernel: str) -> torch.Tensor:
    kinds = {"twice": torch.float64, "integer": torch.int32, "shifted": torch.int32}
    return torch.zeros(32, dtype=kinds.get(kernel, torch.float32))


@pytest.mark.parametrize("kernel", FOUND)
def test_found_at_its_line(kernel: str) -> None:
    (finding,) = found(lambda: run(FAULTS, kernel, output(kernel), numbers(kernel)))
    assert (finding.kind, finding.count) == FOUND[kernel]
    assert finding.place.source == line(kernel)
    assert finding.other is not None


def test_division_by_zero_is_said() -> None:
    (finding,) = found(lambda: run(FAULTS, "divide", output("divide"), numbers("divide")))
    assert "division by zero" in finding.message
    assert finding.thread == (0, 0, 0)


@pytest.mark.parametrize("kernel", ["divide", "root", "overflow", "twice"])
def test_what_was_not_finite_before_is_silent(kernel: str) -> None:
    for value in (np.inf, -np.inf, np.nan):
        x = torch.full((32,), value)
        assert found(lambda x=x: run(FAULTS, kernel, output(kernel), x)) == []


SILENT = r"""
extern "C" __global__ void chosen(float* o, const float* x) {
    float v = x[threadIdx.x];
    float part = 1.0f / v;
    o[threadIdx.x] = v == 0 ? 0 : part;
}
extern "C" __global__ void sigmoid(float* o, const float* x) {
    o[threadIdx.x] = 1 / (1 + expf(-100 * x[threadIdx.x] + 1000));
}
extern "C" __global__ void clamped(float* o, const float* x) {
    o[threadIdx.x] = fminf(1 / x[threadIdx.x], 10);
}
extern "C" __global__ void masked(float* o, const float* x) {
    float most = -INFINITY;
    for (int i = 0; i < 4; i++)
        most = fmaxf(most, x[4 * threadIdx.x / 4 + i]);
    o[threadIdx.x] = expf(most - 100 + -INFINITY) + most;
}
extern "C" __global__ void compared(int* o, const float* x) {
    o[threadIdx.x] = 1 / x[threadIdx.x] > 3;
}
"""


@pytest.mark.parametrize("kernel", ["chosen", "sigmoid", "clamped", "masked", "compared"])
def test_silent(kernel: str) -> None:
    out = torch.zeros(32, dtype=torch.int32 if kernel == "compared" else torch.float32)
    source = SILENT.replace("INFINITY", "__int_as_float(0x7f800000)")
    assert found(lambda: run(source, kernel, out, torch.arange(64, dtype=torch.float32))) == []


@triton.jit
def reciprocals(x, y, n, block: tl.constexpr):  # pyright: ignore[reportMissingParameterType]
    i = tl.arange(0, block)
    v = tl.load(x + i, mask=i < n, other=0.0).to(tl.float32)
    a = tl.log(v) + 1.0 / v  # line reciprocals
    tl.store(y + i, a.to(y.dtype.element_ty), mask=i < n)


@pytest.mark.triton
@pytest.mark.parametrize(
    "kind",
    [torch.float32, torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2],
)
def test_padding_is_silent(kind: torch.dtype) -> None:
    """Also if it is converted in pairs, of which one half is an element."""
    numbers = torch.arange(101) + 1.0
    y = torch.zeros(101, dtype=kind)
    assert found(lambda: reciprocals[(1,)](numbers.to(kind), y, 101, block=128)) == []
    numbers[7] = torch.nan
    assert found(lambda: reciprocals[(1,)](numbers.to(kind), y, 101, block=128)) == []
    numbers[7] = 0
    x = numbers.to(kind)
    findings = found(lambda: reciprocals[(1,)](x, y, 101, block=128))
    assert {(f.kind, f.place.source) for f in findings} <= {
        ("infinity", line("reciprocals")),
        ("nan", line("reciprocals")),
    }
    assert findings


def test_shared_memory_is_noted() -> None:
    source = r"""
extern "C" __global__ void shared(float* o, const float* x) {
    __shared__ float kept[32];
    kept[threadIdx.x] = 1 / x[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = kept[31 - threadIdx.x];
}"""
    assert found(lambda: run(source, "shared", *floats()), notes=True) == []


def floats() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.zeros(32), torch.arange(32, dtype=torch.float32)


OPERATIONS: dict[str, Callable[..., np.ndarray]] = {
    "add.rn.f32": np.add,
    "sub.rn.f32": np.subtract,
    "mul.rn.f32": np.multiply,
    "div.rn.f32": np.divide,
    "max.f32": np.fmax,
}


@pytest.mark.parametrize("seed", range(8))
def test_random_expressions(seed: int) -> None:
    """NumPy calculates each result; the first odd one of each lane is named."""
    random = np.random.default_rng(seed)
    sizes = np.array([0, 1, -2, 3e38, -3e38, 1e-30, np.inf, np.nan], np.float32)
    x = random.choice(sizes, (4, 32), p=[0.15, 0.2, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05])
    values = list(x)
    origins = [np.zeros(32, int) for _ in values]
    lines: list[str] = []
    with np.errstate(all="ignore"):
        for step in range(12):
            name = str(random.choice(list(OPERATIONS)))
            first, second = (int(n) for n in random.integers(len(values), size=2))
            result = OPERATIONS[name](values[first], values[second]).astype(np.float32)
            lines.append(f"{name} %f{len(values)}, %f{first}, %f{second};")
            finite = np.isfinite(values[first]) & np.isfinite(values[second])
            carried = np.where(origins[first] > 0, origins[first], origins[second])
            origin = np.where(carried > 0, carried, np.where(finite, step + 1, 0))
            origins.append(np.where(np.isfinite(result), 0, origin))
            values.append(result)
    count = len(values)
    # Of two odd sources, the first is named.
    stores = [f"st.global.f32 [%rd5+{128 * n}], %f{n};" for n in range(count)]
    loads = [f"ld.global.f32 %f{n}, [%rd3+{128 * n}];" for n in range(4)]
    text = f""".version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 o, .param .u64 x)
{{
.reg .f32 %f<{count}>; .reg .b32 %r<4>; .reg .b64 %rd<8>;
mov.u32 %r1, %tid.x;
ld.param.u64 %rd1, [x];
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
ld.param.u64 %rd4, [o];
add.s64 %rd5, %rd4, %rd2;
{chr(10).join(loads)}
{chr(10).join(lines)}
{chr(10).join(stores)}
ret;
}}
"""
    first_line = text[: text.index(lines[0])].count("\n") + 1
    out, given = torch.zeros(count, 32), torch.from_numpy(x.copy())
    findings = found(lambda: load_ptx(text, gpu="h200").kernel("k")[1, 32](out, given))
    wanted: dict[tuple[int, str], int] = {}
    for stored in origins:
        for lane, origin in enumerate(stored):
            if origin:
                kind = "nan" if np.isnan(values[3 + origin][lane]) else "infinity"
                key = first_line + int(origin) - 1, kind
                wanted[key] = wanted.get(key, 0) + 1
    got: dict[tuple[int, str], int] = {}
    for finding in findings:
        key = finding.place.ptx_line, finding.kind
        got[key] = got.get(key, 0) + finding.count
    assert got == wanted


def fits(value: int, kind: str) -> int:
    """Return what 32 bits hold of an integer, as s32 or u32."""
    low = value & 0xFFFFFFFF
    return low - (low >> 31 << 32) if kind == "s32" else low


@pytest.mark.parametrize("seed", range(12))
def test_random_indices(seed: int) -> None:
    """Python's integers say where a chain of 32-bit instructions first leaves its range."""
    random = np.random.default_rng(seed)
    edges = [0, 1, 5, -1, 1000, 70000, 2**30, 2**31 - 1, -(2**31), -70000]
    x = random.choice(edges, (3, 32)).astype(np.int32)
    steps: list[tuple[str, int, int]] = []
    for _ in range(6):
        name = str(random.choice(["add.s32", "sub.s32", "mul.lo.s32", "mad.lo.s32", "shl", "and"]))
        steps.append((name, int(random.integers(3)), int(random.choice([1, 3, -1, 4, 31]))))
    kind = str(random.choice(["s32", "u32"]))
    wide = str(
        random.choice([f"cvt.{kind[0]}64.{kind} %rd6, %r9;", f"mul.wide.{kind} %rd6, %r9, 4;"])
    )
    lines: list[str] = []
    for name, other, literal in steps:
        match name:
            case "mad.lo.s32":
                lines.append(f"mad.lo.s32 %r9, %r9, %r{other}, {literal};")
            case "shl":
                lines.append(f"shl.b32 %r9, %r9, {abs(literal)};")
            case "and":
                lines.append(f"and.b32 %r9, %r9, {2**31 - 1 - abs(literal)};")
            case _ if literal % 2:
                lines.append(f"{name} %r9, %r9, %r{other};")
            case _:
                lines.append(f"{name} %r9, %r9, {literal};")
    text = f""".version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 o, .param .u64 x)
{{
.reg .b32 %r<12>; .reg .b64 %rd<9>;
mov.u32 %r10, %tid.x;
ld.param.u64 %rd1, [x];
mul.wide.u32 %rd2, %r10, 4;
add.s64 %rd3, %rd1, %rd2;
ld.param.u64 %rd4, [o];
ld.global.u32 %r0, [%rd3];
ld.global.u32 %r1, [%rd3+128];
ld.global.u32 %r2, [%rd3+256];
mov.u32 %r9, %r0;
{chr(10).join(lines)}
{wide}
mul.lo.s64 %rd7, %rd6, 0;
add.s64 %rd8, %rd4, %rd7;
st.global.u32 [%rd8], 1;
ret;
}}
"""
    first_line = text[: text.index("mov.u32 %r9")].count("\n") + 2
    wanted: dict[int, int] = {}
    for lane in range(32):
        place = overflow_of(steps, [int(v) for v in x[:, lane]], kind)
        if place is not None:
            wanted[first_line + place] = wanted.get(first_line + place, 0) + 1
    out, given = torch.zeros(1, dtype=torch.int32), torch.from_numpy(x)
    findings = found(lambda: load_ptx(text, gpu="h200").kernel("k")[1, 32](out, given))
    assert {finding.kind for finding in findings} <= {"overflow"}
    assert {finding.place.ptx_line: finding.count for finding in findings} == wanted


def overflow_of(steps: list[tuple[str, int, int]], x: list[int], kind: str) -> int | None:
    """Return the step at which the index goes wrong; None if what comes out is exact.

    What goes wrong is that neither exact value is the one that the widening reads, of `kind`.
    """
    exact = {form: fits(x[0], form) for form in ("s32", "u32")}
    place: int | None = None
    for number, (name, other, literal) in enumerate(steps):
        for form, before in list(exact.items()):
            operand = fits(x[other], form) if literal % 2 else literal
            exact[form] = {
                "add.s32": before + operand,
                "sub.s32": before - operand,
                "mul.lo.s32": before * operand,
                "mad.lo.s32": before * fits(x[other], form) + literal,
                "shl": before << abs(literal),
                "and": fits(before & (2**31 - 1 - abs(literal)), form),
            }[name]
        is_wrong = all(value != fits(value, kind) for value in exact.values())
        place = (number if place is None else place) if is_wrong else None
    return place


INDICES = r"""
extern "C" __global__ void wide(float* o, int row, int width) {
    o[(long long)row * width * 0 + threadIdx.x] = 1;
}
extern "C" __global__ void hashed(int* o, const int* x) {
    unsigned h = x[threadIdx.x] * 2654435761u;
    h = (h ^ (h >> 13)) * 0x85ebca6bu;
    o[h % 32] = h;
}
extern "C" __global__ void remainder_of_hash(int* o, const int* x) {
    unsigned h = x[threadIdx.x] * 2654435761u;
    int signed_h = x[threadIdx.x] * 1540483477;
    o[h % 29] = o[h - h / 31 * 31] = h;
    o[abs(signed_h % 23)] = o[__umulhi(h, 32)] = h;
}
extern "C" __global__ void generator(int* o, const int* x) {
    unsigned state = x[threadIdx.x];
    for (int i = 0; i < 5; i++) {
        state = state * 1664525u + 1013904223u;
        o[state % 27] = o[state >> 27] = i;
    }
}
extern "C" __global__ void unsigned_rows(char* o, unsigned row, unsigned width) {
    o[row * width] = 1;
}
extern "C" __global__ void backwards(float* o, unsigned n) {
    for (unsigned i = n - 1; i + 1 != 0; i--)
        o[i] = 1;
}
extern "C" __global__ void behind(float* o, int row, int width) {
    if (threadIdx.x < 8)
        o[threadIdx.x] = 2;
    else if (width < 0)
        o[row * width + threadIdx.x] = 1;
}
"""
INDEX_ARGUMENTS = {
    "wide": (1 << 20, 1 << 20),
    "hashed": (torch.arange(32, dtype=torch.int32),),
    "remainder_of_hash": (torch.arange(32, dtype=torch.int32),),
    "generator": (torch.arange(32, dtype=torch.int32),),
    "unsigned_rows": (524289, 4096),
    "backwards": (32,),
    "behind": (1 << 20, 1 << 20),
}


@pytest.mark.parametrize("kernel", INDEX_ARGUMENTS)
def test_indices_that_are_right_are_silent(kernel: str) -> None:
    bytes_ = {"unsigned_rows": torch.empty((1 << 31) + (1 << 13), dtype=torch.int8)}
    integers = INDEX_ARGUMENTS[kernel][0]
    kind = torch.int32 if isinstance(integers, torch.Tensor) else torch.float32
    out = bytes_.get(kernel, torch.zeros(32, dtype=kind))
    assert found(lambda: run(INDICES, kernel, out, *INDEX_ARGUMENTS[kernel])) == []


SIGNED = r"""
extern "C" __global__ void product(char* o, int row, int width) {
    o[row * width + (int)threadIdx.x] = 1;                                       // line product
}
extern "C" __global__ void shift(char* o, int row, int bits) {
    o[row << bits] = 1;                                                          // line shift
}
extern "C" __global__ void converted(char* o, unsigned row, unsigned width) {
    int index = row * width;                                                     // line converted
    o[index] = 1;
}
extern "C" __global__ void padded(char* o, int i, int width) {
    i += threadIdx.x;
    o[i + i / width * 3] = 1;                                                    // line padded
}
"""


@pytest.mark.parametrize(
    ("kernel", "first", "second"),
    [
        ("product", 524289, 4096),
        ("shift", 524289, 12),
        ("converted", 524289, 4096),
        ("padded", 2**31 - 40, 30),
    ],
)
def test_what_fits_without_a_sign_alone(kernel: str, first: int, second: int) -> None:
    """From 2^31 to 2^32 an index is right as u32, and its sign is extended."""
    memory = torch.empty((1 << 31) + (1 << 30), dtype=torch.int8)
    (finding,) = found(lambda: run(SIGNED, kernel, memory[1 << 31 :], first, second))
    assert (finding.kind, finding.place.source) == ("overflow", line(kernel))
    assert "signed 32-bit integer" in finding.message
    assert "`(int64_t)`" in finding.advice


@triton.jit
def far_rows(x, y, rows, stride, block: tl.constexpr):  # pyright: ignore[reportMissingParameterType]
    i = tl.arange(0, block)
    row = tl.load(rows + i) * stride  # line far_rows
    tl.store(y + i, tl.load(x + row, mask=i < 100, other=0))


@pytest.mark.triton
def test_triton_index_overflows() -> None:
    """65,536 rows on, of 65,536 elements each, 32 bits hold a 0."""
    x, y = torch.zeros(64, dtype=torch.int32), torch.zeros(128, dtype=torch.int32)
    rows = torch.zeros(128, dtype=torch.int32)
    rows[120] = 65536  # behind the mask
    assert found(lambda: far_rows[(1,)](x, y, rows, 65536, block=128)) == []
    rows[5] = 65536
    (finding,) = found(lambda: far_rows[(1,)](x, y, rows, 65536, block=128))
    assert (finding.kind, finding.count) == ("overflow", 1)
    assert (finding.place.source, finding.thread) == (line("far_rows"), (5, 0, 0))


LOOP = r"""
extern "C" __global__ void loop(float* o, const float* x, int steps) {
    __shared__ float kept[64];
    float v = x[threadIdx.x], sum = 1;
    for (int i = 0; i < steps; i++) {
        kept[threadIdx.x] = v;
        __syncthreads();
        if (threadIdx.x % 2)
            sum = sum * (v + 1e15f);                                             // line loop
        __syncthreads();
    }
    o[threadIdx.x] = sum;
}
"""


@pytest.mark.parametrize("schedule", ["turns", "interleaved", "random:1"])
def test_what_outlives_a_barrier(schedule: str) -> None:
    """Odd lanes overflow f32 at the third of four rounds, in two warps."""
    out, x = torch.zeros(64), torch.ones(64)
    kernel = ks.cuda_kernel(LOOP, "loop")
    with ks.virtual_gpu("h200", schedule=schedule), Sanitizer(("numerics",)) as sanitizer:
        kernel[1, 64](out, x, 4)
    (finding,) = sanitizer.findings
    assert (finding.kind, finding.count, finding.place.source) == ("infinity", 32, line("loop"))


def test_the_flag(tmp_path: Path) -> None:
    path, record = tmp_path / "script.py", tmp_path / "r.json"
    text = f"import torch, kernelscope as ks\nk = ks.cuda_kernel({FAULTS!r}, 'divide')\n"
    text += "k[1, 32](torch.zeros(32, device='cuda'), torch.arange(32., device='cuda'))\n"
    path.write_text(text)
    assert main(["check", str(path)]) == 0
    assert main(["check", str(path), "--numerics", "--json", str(record)]) == 1
    data = json.loads(record.read_text())
    assert data["tools"] == ["race", "barrier", "init", "memory", "numerics"]
    assert [(one["tool"], one["kind"]) for one in data["findings"]] == [("numerics", "infinity")]
