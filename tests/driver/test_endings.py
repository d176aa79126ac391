"""Faults of a C++ program, its limits, and how it ends: CUDA's codes, and the record says why."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kernelscope as ks
from cuda_program import HERE, NEEDED, kernelscope

pytestmark = [*NEEDED, pytest.mark.long("nvcc takes seconds")]

AFTER = """cudaGetLastError(): cudaSuccess
cudaDeviceSynchronize(): {0}
cudaMalloc(&out, 4): {0}
cudaGetLastError(): {0}
cudaGetLastError(): {0}
cudaStreamSynchronize(0): {0}
cudaDeviceReset(): cudaSuccess
cudaMalloc(&out, 4): cudaSuccess""".splitlines()


def recorded(path: Path) -> ks.ScriptResult:
    result = ks.load(path)
    assert isinstance(result, ks.ScriptResult)
    return result


def test_limits_and_assertions_are_cudas(tmp_path: Path) -> None:
    """A fault is an error of all later calls (CUDA programming guide, "Error Checking")."""
    record = tmp_path / "limits.json"
    ended = kernelscope("run", "--json", str(record), "limits.cu", "assert")
    lines = ended.stdout.splitlines()
    assert lines[:10] == [
        *(f"block {block} thread {thread}" for block in range(2) for thread in range(2)),
        "cudaDeviceSynchronize(): cudaSuccess",
        "host after",
        "heap 8388608",
        "16 MB of 8: 0",
        "cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20): cudaSuccess",
        "16 MB of 64: 1",
    ], ended.stderr
    codes = ["InvalidValue"] * 3 + ["InvalidConfiguration"] * 2
    assert lines[10:15] == [f"cudaGetLastError(): cudaError{code}" for code in codes]
    assert lines[16:] == [line.format("cudaErrorAssert") for line in AFTER]
    place = f"{HERE}/limits.cu:7: void asserts(int): block: [0,0,0], thread: [3,0,0]"
    assert f"{place} Assertion `threadIdx.x < n` failed." in ended.stderr.splitlines()
    notes = recorded(record).record.notes
    why = ["307200 bytes of dynamic shared", "128 threads", "2048 threads", "grid (0, 1, 1)"]
    assert all(any(words in note for note in notes) for words in [*why, "assertion `threadIdx"])


def test_a_trap_is_an_error_of_all_later_calls() -> None:
    ended = kernelscope("run", "limits.cu", "trap")
    assert ended.stdout.splitlines()[16:] == [x.format("cudaErrorLaunchFailure") for x in AFTER]
    assert "the kernel executed `trap` at" in ended.stderr
    assert "limits.cu:8" in ended.stderr


@pytest.mark.parametrize(("how", "code"), [("crash", 134), ("exit", 7)])
def test_what_ran_before_an_end_is_in_the_record(how: str, code: int, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    ended = kernelscope("run", "--json", str(record), "endings.cu", how)
    assert ended.returncode == code
    first, *others = [launch.kernel for launch in recorded(record).record.launches]
    # The exit may come before the launch that it is in the midst of, or when it has ended.
    assert first == "_Z5firstPi"
    assert others in ([], ["_Z8long_onePi"])


def test_a_child_may_use_cuda_if_its_parent_has_not() -> None:
    """A child forked later gets cudaErrorInitializationError, and the parent goes on."""
    ended = kernelscope("run", "endings.cu", "fork")
    assert ended.stdout.splitlines() == [
        "child cudaSuccess",
        "child without CUDA",
        "child cudaErrorInitializationError",
        "parent cudaSuccess 2",
    ], ended.stderr


def test_a_profile_has_what_the_program_profiles_itself() -> None:
    ended = kernelscope("profile", "endings.cu", "profile")
    assert "second" in ended.stdout, ended.stderr
    assert "first" not in ended.stdout.partition("between its first")[0]
    assert "only what runs between the program's cudaProfilerStart" in ended.stdout


def test_nvml_knows_the_gpu_and_its_memory(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    ended = kernelscope("run", "--json", str(record), "endings.cu", "nvml")
    assert ended.stdout.splitlines() == [
        "before 1, init 0, 1 device, NVIDIA H200 SXM 141GB",
        "short 7, memory 1, used 128, utilization 3, shut down 0 1",
    ], ended.stderr
    (note,) = recorded(record).record.notes
    assert note.startswith("nvmlDeviceGetUtilizationRates is not there")


ENDLESS = """
#include <cstdio>
__global__ void turn(volatile int *x) { while (!x[threadIdx.x]); }
int main() {
  int *x;
  cudaMalloc(&x, 128);
  cudaMemset(x, 0, 128);
  puts("begins");
  fflush(stdout);
  turn<<<1, 32>>>(x);
  return cudaDeviceSynchronize();
}
"""


@pytest.mark.long("nvcc takes seconds")
@pytest.mark.parametrize("command", ["run", "check"])
def test_ctrl_c_ends_a_program_whose_kernel_does_not(command: str, tmp_path: Path) -> None:
    """The program is gone at once, and its memory when the launch has stopped."""
    (tmp_path / "endless.cu").write_text(ENDLESS)
    words = [sys.executable, "-m", "kernelscope", command, "--device", "virtual:h200", "endless.cu"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "begins\n"
            time.sleep(1)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does
            said, problems = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 128 + signal.SIGINT, said + problems
    assert problems.endswith("ended by SIGINT\n")


def test_leaks_are_notes_with_the_line_that_allocated_them() -> None:
    """As compute-sanitizer's --leak-check; a program that exits without cudaFree is no fault."""
    ended = kernelscope("check", "--leak-check", "leaks.cu")
    assert ended.stdout.splitlines()[:2] == [
        "load 0, 2 kernels, first other, variable 3 of 4 bytes, kernel 0, none 500",
        "out 3",
    ], ended.stderr
    notes = " ".join(ended.stdout.split()).split("note: ")[1:]
    assert [note.strip() for note in notes] == [
        f"{HERE}/leaks.cu:23: leaked 1,000 bytes: no cudaFree follows",
        f"{HERE}/leaks.cu:25: leaked 192 bytes in 3 allocations: no cudaFree follows",
        "leaked 1 stream: no cudaStreamDestroy follows",
    ]
    assert ended.returncode == 0
    assert "leaked" not in kernelscope("check", "leaks.cu").stdout
