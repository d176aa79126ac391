"""The words that the toolkit's nvcc gives to NVIDIA's."""

from __future__ import annotations

import pytest

from kernelscope.driver.nvcc import rewritten

ENDING = ["--cudart=shared", "-L/ours"]
FOR_80 = "-gencode=arch=compute_80,code=sm_80"
NATIVE = "-gencode=arch=compute_90,code=compute_90"


@pytest.mark.parametrize(
    ("given", "becomes"),
    [
        ("-O3 k.cu", f"-O3 k.cu {NATIVE} -lineinfo"),
        ("-arch=sm_80 k.cu", "-arch=sm_80 k.cu -lineinfo"),
        ("-arch sm_80 -G k.cu", "-arch=sm_80 -G k.cu"),
        ("-arch=native k.cu", "-arch=compute_90 k.cu -lineinfo"),
        (
            "-gencode arch=compute_80,code=sm_80 k.cu",
            f"{FOR_80} k.cu {FOR_80.replace('code=sm', 'code=compute')} -lineinfo",
        ),
        (
            "-gencode=arch=compute_80,code=[sm_80,compute_80] -lineinfo k.cu",
            "-gencode=arch=compute_80,code=[sm_80,compute_80] -lineinfo k.cu",
        ),
        ("-cudart static --cudart=none k.cu", f"k.cu {NATIVE} -lineinfo"),
    ],
)
def test_each_program_has_ptx_and_the_shared_runtime(given: str, becomes: str) -> None:
    assert rewritten(given.split(), "/ours", "90") == [*becomes.split(), *ENDING]
