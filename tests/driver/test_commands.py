"""inspect, decompile and debug open the kernels that a program in C++ launches."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import kernelscope as ks
from kernelscope.driver.toolkit import built
from kernelscope.errors import CompileError, UsageError
from kernelscope.hardware import gpu
from kernelscope.jobs.debug import debug
from kernelscope.jobs.occupancy import occupancy_of
from kernelscope.jobs.roofline import roofline
from kernelscope.jobs.run import run

pytestmark = [
    pytest.mark.skipif(Path("/dev/nvidiactl").exists(), reason="a real GPU runs its programs"),
    pytest.mark.skipif(shutil.which("g++") is None, reason="apt install g++, which nvcc calls"),
]

PROGRAM = """#include <cstdlib>
#include <vector>

template <typename T>
__global__ void turn(T *data, int n) {
    __shared__ T tile[64];
    int i = threadIdx.x;
    if (i < n) tile[i] = data[i];
    __syncthreads();
    if (i < n) data[i] = tile[n - 1 - i];
}

__global__ void scale(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] * 2.0f + 0.0f * i;
}

__global__ void never(float *x) { *x = 1; }

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 48;
    if (n < 0) return 4;
    float *x;
    cudaMalloc(&x, n * sizeof(float));
    std::vector<float> values(n);
    for (int i = 0; i < n; i++) values[i] = i;
    cudaMemcpy(x, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int i = 0; i < 3 && n; i++) turn<<<1, 64>>>(x, n);
    if (n) scale<<<2, 32>>>(x, n);
    cudaMemcpy(values.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost);
    return n && values[1] != 2 * (n - 2);
}
"""
NAME = "_Z4turnIfEvPT_i"


def line_of(text: str) -> int:
    """Return the line of the program that holds a text."""
    return 1 + next(n for n, line in enumerate(PROGRAM.splitlines()) if text in line)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a program; it is built once."""
    path = tmp_path_factory.mktemp("program") / "turn.cu"
    path.write_text(PROGRAM)
    return path


@pytest.mark.long("nvcc takes seconds")
def test_inspect_shows_the_kernels_that_a_program_launches(program: Path) -> None:
    result = ks.inspect(program, device="virtual:h200", argv=["32"])
    kernel, other = result.kernels
    assert (kernel.name, kernel.shown_name, kernel.launches) == (NAME, "turn<float>", 3)
    assert (other.shown_name, other.types) == ("scale", {"x": "float*", "n": "int"})
    assert kernel.launch
    assert kernel.launch.source == f"{program}:{line_of('turn<<<')}"
    assert kernel.registers
    assert kernel.spill_bytes == 0
    assert kernel.types == {"data": "float*", "n": "int"}
    assert {"source", "ptx", "sass"} <= {*kernel.stages}
    lines = {line for line, file in kernel.stages["sass"].map if file.startswith(str(program))}
    assert lines
    assert result.record.notes == ("never was not launched",)


LOCAL = """#pragma once
#include <cstdio>
#include <string>
#include <vector>
struct Config { std::vector<int> sizes; std::string name; };
static Config everywhere;
inline void hello() { printf("%s\\n", everywhere.name.c_str()); }
__device__ inline float twice(float x) { return 2 * x; }
"""
KERNELS = """#include <cfloat>
#include <vector>
#include "local.cuh"
static int counter = 0;
std::vector<float> values;
void run(const float *x, float *y, uint n);
extern "C" __global__ void most(const float *x, float *y, uint n) {
    float best = -FLT_MAX;
    for (uint j = threadIdx.x; j < n; j += blockDim.x) best = max(best, x[j]);
    y[threadIdx.x] = best == -INFINITY ? 0 : twice(best);
}
template <typename T, int N> __global__ void add(T *x) { x[threadIdx.x] += N; }
template __global__ void add<double, 2>(double *);
void run(const float *x, float *y, uint n) {
    values.push_back(++counter);
    most<<<1, 32>>>(x, y, n);
    add<int, 1><<<1, 32>>>((int *)y);
}
class Runner { std::vector<int> list; public: void go() { run(nullptr, nullptr, 0); } };
"""


@pytest.mark.long("nvcc takes seconds")
def test_a_file_of_kernels_may_be_full_of_host_code(tmp_path: Path) -> None:
    (tmp_path / "local.cuh").write_text(LOCAL)
    path = tmp_path / "kernels.cu"
    path.write_text(KERNELS)
    result = ks.inspect(path, device="virtual:h200")
    kernels = {kernel.shown_name: kernel for kernel in result.kernels}
    assert {*kernels} == {"most", "add<double, 2>", "add<int, 1>"}
    assert [*kernels["most"].types] == ["x", "y", "n"]
    assert kernels["add<int, 1>"].types == {"x": "int*"}
    assert all({"source", "ptx", "sass"} <= {*kernel.stages} for kernel in result.kernels)
    assert result.record.notes == ("nothing was launched: there are no executed counts",)
    path.write_text(KERNELS.replace("++counter", "++count"))
    with pytest.raises(
        CompileError, match=r'kernels.cu:15: error: identifier "count" is undefined'
    ):
        ks.inspect(path)


def test_a_file_whose_main_launches_nothing_is_opened_without_a_launch(program: Path) -> None:
    binary = built(str(program), gpu("h200"))
    with pytest.raises(
        UsageError, match=r"exit code 4 before it ran a kernel: .* pass the arguments"
    ):
        ks.inspect(binary, device="virtual:h200", argv=["-1"])
    with pytest.raises(UsageError, match="launches no kernel: pass the arguments"):
        ks.inspect(binary, device="virtual:h200", argv=["0"])


def test_decompile_proves_a_kernel_on_the_memory_of_its_launch(program: Path) -> None:
    binary = built(str(program), gpu("h200"))
    result = ks.decompile(binary, device="virtual:h200", inputs=8, name="turn")
    (kernel,) = result.record.kernels
    assert kernel.proof.status == "equal", kernel.proof
    assert "__syncthreads();" in kernel.cuda
    assert "float *data" in kernel.cuda


@pytest.mark.long("nvcc takes seconds")
def test_a_program_is_kept_until_one_of_its_files_changes(tmp_path: Path) -> None:
    (tmp_path / "code.h").write_text("#define CODE 3\n")
    path = tmp_path / "ends.cu"
    path.write_text('#include "code.h"\nint main() { return CODE; }\n')
    first = built(str(path), gpu("h200")).stat()
    assert built(str(path), gpu("h200")).stat() == first
    (tmp_path / "code.h").write_text("#define CODE 4\n")
    assert run(str(path), device="virtual:h200").exit_code == 4


def test_a_program_that_is_built_differs_from_itself_in_nothing(program: Path) -> None:
    binary = str(built(str(program), gpu("h200")))
    result = ks.diff(binary, binary, device="virtual:h200")
    assert [kernel.changes for kernel in result.record.kernels] == [(), ()]


def test_roofline_places_each_kernel_by_the_flops_that_it_executed(
    program: Path, tmp_path: Path
) -> None:
    binary = str(built(str(program), gpu("h200")))
    result = roofline(binary, ["48"], device="virtual:h200")
    turn, scale = result.record.rows
    assert (turn.implementation, len(turn.launches)) == ("turn<float>", 3)
    assert turn.work
    assert scale.work
    assert (turn.work.flops, scale.work.flops, scale.work.roof) == (0, 3 * 48, "fp32")
    dram = next(
        p for p in result.record.points if (p["implementation"], p["level"]) == ("scale", "dram")
    )
    assert dram["intensity"] == 3 * 48 / (2 * 48 * 4)
    assert "scale: " in result.table()
    record = result.save(tmp_path / "roofline.json")
    assert ks.load(record).table() == result.table()
    with pytest.raises(UsageError, match="kernel 'scal' is unknown: did you mean `scale`"):
        roofline(binary, device="virtual:h200", only="scal")
    with pytest.raises(UsageError, match="launches no kernel, and ended with exit code 4"):
        roofline(binary, ["-1"], device="virtual:h200")


def test_occupancy_studies_each_different_launch(program: Path) -> None:
    binary = str(built(str(program), gpu("h200")))
    result = occupancy_of(binary, device="virtual:h200")
    assert [(s.kernel, s.block, s.grid) for s in result.studies] == [
        ("turn<float>", 64, 1),
        ("scale", 32, 2),
    ]


def test_a_script_may_run_many_programs_one_after_the_other(program: Path, tmp_path: Path) -> None:
    binary = built(str(program), gpu("h200"))
    script = tmp_path / "all.sh"
    script.write_text(f"#!/bin/sh\nfor n in 1 2 3 4 5 6 7 8; do {binary} || exit 1; done\n")
    script.chmod(0o755)
    result = run(str(script), device="virtual:h200")
    assert (result.exit_code, len(result.record.launches)) == (0, 8 * 4)


def test_debug_stops_in_a_program_and_quit_ends_it(
    program: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    commands = iter(["break turn.cu:10", "continue", "print i", "print n", "print tile[0]", "quit"])
    shown: list[str] = []
    code = debug(
        str(program), ["40"], device="virtual:h200", read=lambda: next(commands), write=shown.append
    )
    text = "\n".join(shown)
    assert code == 0
    assert text.startswith("turn<float>: grid (1,1,1), (64,1,1) threads a block")
    assert "breakpoint 1 at turn.cu:10" in text
    assert "lane  8:  8  9 10 11" in text
    assert "n = 40" in text
    assert "SIGKILL" not in capfd.readouterr().err


@pytest.mark.long("nvcc takes seconds")
def test_debug_of_a_program_without_optimisation_keeps_its_variables(program: Path) -> None:
    commands = iter(["break turn.cu:10 if warp == 1", "continue", "print i", "quit"])
    shown: list[str] = []
    debug(
        str(program),
        device="virtual:h200",
        optimizes=False,
        read=lambda: next(commands),
        write=shown.append,
    )
    assert "lane  8: 40 41" in "\n".join(shown)


def test_a_program_that_is_built_cannot_be_built_for_the_debugger(program: Path) -> None:
    binary = built(str(program), gpu("h200"))
    with pytest.raises(UsageError, match="is built already: build it with nvcc -G"):
        debug(str(binary), device="virtual:h200", optimizes=False, write=print)


def test_without_a_host_compiler_the_kernels_of_a_program_are_still_opened(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "g++" else which(name))
    result = ks.inspect(program, device="virtual:h200")
    assert [kernel.name for kernel in result.kernels] == ["_Z5neverPf", NAME] or result.kernels
    assert any("install g++" in note for note in result.record.notes)
    with pytest.raises(UsageError, match=r"takes no arguments \(got: 3\): .*install g\+\+"):
        ks.inspect(program, device="virtual:h200", argv=["3"])
