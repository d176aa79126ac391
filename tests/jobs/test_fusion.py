"""Fusion accounting end to end: a function's, an operation's, the record and its table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import torch

import kernelscope as ks
from kernelscope.cli.app import main
from kernelscope.errors import UsageError
from kernelscope.hardware.timing import EVENT_US
from kernelscope.jobs.fusion import fusion_of
from kernelscope.record import Fusion, from_json, to_json
from kernelscope.report import fusion as view
from kernelscope.report.tables import plain


def silu(x):
    return x * torch.sigmoid(x)


@pytest.fixture(scope="module")
def of_function() -> Fusion:
    return ks.fusion(silu, torch.ones(1024, 1024), device="virtual:h200").record


def test_a_function_is_called_once_and_accounted_for(of_function: Fusion) -> None:
    size = 4 * 2**20
    assert of_function.target == "silu"
    assert [one.name for one in of_function.operators] == [
        "aten.sigmoid.default",
        "aten.mul.Tensor",
    ]
    assert of_function.bytes is not None
    assert (of_function.bytes.read, of_function.bytes.written) == (3 * size, 2 * size)
    assert (of_function.fused_read, of_function.fused_written) == (size, size)


def test_the_fused_time_is_the_estimate_of_its_bytes_and_less_than_the_sum(
    of_function: Fusion,
) -> None:
    assert of_function.time_ms is not None
    assert of_function.fused_ms is not None
    parts = [one.time_us.value for one in of_function.operators if one.time_us]
    events = (len(parts) - 1) * EVENT_US  # two around all of them, not around each
    assert of_function.time_ms.value == pytest.approx((sum(parts) - events) / 1e3)
    size = 4 * 2**20
    alone = ks.hardware.timing.estimate_operator("h200", bytes_read=size, bytes_written=size)
    assert of_function.fused_ms.value == pytest.approx(alone.time_us.value / 1e3)
    assert of_function.fused_ms.value < of_function.time_ms.value


def test_the_record_is_the_same_from_its_json(of_function: Fusion) -> None:
    data = to_json(of_function)
    assert data["kind"] == "fusion"
    assert from_json(data) == of_function


def test_the_table_fits_80_columns_and_says_what_fusing_is_worth(of_function: Fusion) -> None:
    text = plain(view.renderable(of_function))
    assert max(map(len, text.splitlines())) <= 80
    assert "2 operations move 21.0 MB, 2.50× the fewest; one kernel would move 8.39 MB" in text
    assert "In passes over 4.19 MB, the largest value between them: 3.00 read, 2.00" in text


def test_what_a_function_raises_is_raised() -> None:
    with pytest.raises(RuntimeError, match="size of tensor"):
        ks.fusion(torch.add, torch.ones(2), torch.ones(3), device="virtual:h200")


def test_a_function_without_operations_says_so() -> None:
    record = ks.fusion(lambda x: x.T, torch.ones(2, 2), device="virtual:h200").record
    assert record.operators == ()
    assert "no PyTorch operation ran" in plain(view.renderable(record))


@pytest.mark.triton
def test_an_operations_implementations_stand_beside_each_other() -> None:
    """What is naive moves more than the fewest and hands it on; what is fused does not."""
    record = fusion_of("softmax", device="virtual:h200", case="rows=64,n=256").record
    assert record.target == "softmax/naive"
    rows = {row.implementation: row for row in record.traffic}
    naive, triton = rows["naive"].bytes, rows["triton"].bytes
    assert naive is not None
    assert triton is not None
    size = 64 * 256 * 4
    assert (naive.provenance, naive.moved) == ("computed", 8 * size + 4 * 64 * 4 + 64 * 8)
    assert (triton.provenance, triton.moved) == ("counted", 2 * size)
    assert (rows["naive"].launches, rows["naive"].kernels) == (5, 1)
    assert (rows["triton"].launches, rows["triton"].kernels) == (1, 0)
    assert max(map(len, plain(view.renderable(record)).splitlines())) <= 80


def test_an_implementation_that_fails_is_a_row_with_its_reason(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import kernelscope as ks, torch\n"
        "mine = ks.Operation('mine', axes={'n': 64}, inputs=lambda c: (torch.ones(c.n),),\n"
        "    reference=lambda x: x + 1, work=lambda c: ks.Work(4 * c.n, 4 * c.n))\n"
        "mine.implementation('naive')(lambda x: (x * 2 + 2) / 2)\n"
        "mine.implementation('broken')(lambda x: x + torch.ones(3))\n"
    )
    record = fusion_of(f"{file}:mine", device="virtual:a100").record
    assert (record.device, record.target) == ("virtual:a100", "mine/naive")
    broken = record.traffic[1]
    assert (broken.status, broken.bytes) == ("failed", None)
    assert "RuntimeError: The size of tensor" in broken.reason


def test_unknown_names_are_refused_with_those_that_exist() -> None:
    with pytest.raises(UsageError, match="softmax"):
        fusion_of("softmin")
    with pytest.raises(UsageError, match="naive"):
        fusion_of("square/nope", device="virtual:h200")


def test_the_command_prints_the_table_and_writes_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "square.json"
    words = ["fusion", "square/naive", "--case", "n=64", "--device", "virtual:h200"]
    assert main([*words, "--json", str(path)]) == 0
    assert re.search(
        r"1 operation moves 32\.8 KB, 1\.00× the fewest; no two", capsys.readouterr().out
    )
    assert isinstance(ks.load(path).record, Fusion)


def test_inside_a_script_it_is_the_scripts_gpu(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Tensors there lie on the virtual GPU already, which records them once more for itself."""
    script = tmp_path / "script.py"
    script.write_text(
        "import torch, kernelscope as ks\n"
        "x = torch.ones(64, 64, device='cuda')\n"
        "print(ks.fusion(lambda x: torch.relu(x * 2), x).table())\n"
    )
    assert main(["run", "--device", "virtual:a100", str(script)]) == 0
    told = capfd.readouterr().out
    assert "on virtual:a100" in told
    assert "2 operations move 65.5 KB, 2.00× the fewest; one kernel would move 32.8 KB" in told


@pytest.mark.gpu
def test_on_a_real_gpu_the_bytes_are_the_same() -> None:
    """The accounts of tensors on it are those of tensors on the CPU."""
    x = torch.ones(256, 256)
    there = ks.fusion(silu, x.cuda(), device="cuda").record
    here = ks.fusion(silu, x, device="virtual:h200").record
    assert there.bytes == here.bytes
    assert [kernel.operators for kernel in there.kernels] == [(0, 1)]
