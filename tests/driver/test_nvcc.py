"""The words that the toolkit's nvcc gives to NVIDIA's."""

from __future__ import annotations

import pytest

from kernelscope.driver.nvcc import rewritten

ENDING = ["--cudart=shared", "-L/ours/lib64", "-isystem=/ours/include"]


def ptx(architecture: str) -> str:
    return f"-gencode=arch=compute_{architecture},code=compute_{architecture}"


@pytest.mark.parametrize(
    ("given", "becomes"),
    [
        ("-O3 k.cu", f"-O3 k.cu {ptx('90')} -lineinfo"),
        ("-arch=sm_80 k.cu", f"k.cu {ptx('80')} -lineinfo"),
        ("-arch sm_80 -G k.cu", f"-G k.cu {ptx('80')}"),
        ("-arch=native k.cu", f"k.cu {ptx('90')} -lineinfo"),
        ("-gencode arch=compute_80,code=sm_80 k.cu", f"k.cu {ptx('80')} -lineinfo"),
        (
            "-gencode=arch=compute_80,code=[sm_80,compute_80] -lineinfo k.cu",
            f"-lineinfo k.cu {ptx('80')}",
        ),
        (
            "-arch=sm_75 -gencode=arch=compute_90a,code=sm_90a -gencode=arch=compute_120 k.cu",
            f"k.cu {ptx('90a')} -lineinfo",
        ),
        ("-arch=compute_100a -code=sm_100a k.cu", f"k.cu {ptx('100a')} -lineinfo"),
        ("-dlto -gencode=arch=compute_80,code=lto_80 k.cu", f"k.cu {ptx('80')} -lineinfo"),
        ("-gencode arch=compute_35,code=sm_35 -arch=sm_60 k.cu", f"k.cu {ptx('75')} -lineinfo"),
        ("-cubin -arch=sm_80 a/k.cu", f"-fatbin -o=k.cubin a/k.cu {ptx('80')} -lineinfo"),
        ("--cubin k.cu -o x.bin", f"-fatbin k.cu -o x.bin {ptx('90')} -lineinfo"),
        ("-cudart static --cudart=none k.cu", f"k.cu {ptx('90')} -lineinfo"),
    ],
)
def test_each_program_has_ptx_and_the_shared_runtime(given: str, becomes: str) -> None:
    assert rewritten(given.split(), "/ours", "90", "75") == [*becomes.split(), *ENDING]
