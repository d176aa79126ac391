"""`memory`: a kernel uses an address in memory of a tensor that the program has freed."""

from __future__ import annotations

from pathlib import Path

import pytest

import kernelscope as ks

SCRIPT = r'''
import torch
import kernelscope as ks

kernel = ks.cuda_kernel(r"""
extern "C" __global__ void gather(float** table, float* o) {
    o[threadIdx.x] = table[0][threadIdx.x + 3];
}
""", "gather")
N = SIZE
x = torch.ones(N, device="cuda")
o = torch.zeros(32, device="cuda")
table = torch.tensor([x.data_ptr()], device="cuda")                    # taken
kernel[1, 32](table, o)
'''
MORE = "y = [torch.full((N,), 7.0, device='cuda') for _ in '12345']\n"


def _check(folder: Path, size: int, lines: str) -> tuple[ks.CheckResult, str]:
    path = folder / "script.py"
    text = SCRIPT.replace("SIZE", str(size))
    path.write_text(text + lines)
    line = next(n for n, one in enumerate(text.splitlines(), 1) if one.endswith("# taken"))
    return ks.check(path), f"{path}:{line}"


@pytest.mark.parametrize("size", [64, 1 << 20])
@pytest.mark.parametrize("more", ["", MORE])
def test_a_kept_address_of_a_freed_tensor(tmp_path: Path, size: int, more: str):
    """Large blocks are used again at once: without the tool the kernel reads another tensor."""
    result, taken = _check(tmp_path, size, f"del x\n{more}kernel[1, 32](table, o)\n")
    (found,) = result.findings
    assert (found.tool, found.kind, found.kernel) == ("memory", "freed-tensor", "gather")
    assert "byte 12 of a tensor that was freed" in found.message
    assert taken in found.message
    assert found.thread == (0, 0, 0)
    assert result.record.exit_code == 1


def test_a_tensor_that_a_view_keeps(tmp_path: Path):
    """The storage lives as long as one view of it."""
    result, _ = _check(tmp_path, 1 << 20, "v = x[5:]\ndel x\nkernel[1, 32](table, o)\n")
    assert result.findings == ()
    assert result.record.exit_code == 0


def test_an_address_that_another_tensor_has_now(tmp_path: Path):
    """The program has asked for the new tensor's address, too."""
    lines = (
        "del x\ny = torch.full((N,), 7.0, device='cuda')\n"
        "table[0] = y.data_ptr()\nkernel[1, 32](table, o)\nassert o.sum().item() == 7 * 32\n"
    )
    result, _ = _check(tmp_path, 1 << 20, lines)
    assert result.findings == ()
    assert result.record.exit_code == 0
