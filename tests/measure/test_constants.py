"""The kernels that measure the constants of the time model, run on the virtual GPU."""

import json
from pathlib import Path

import pytest
import torch

import kernelscope as ks
from kernelscope.cli.app import main
from kernelscope.hardware import gpu
from kernelscope.hardware.calibrated import calibration_path, keep_calibration
from kernelscope.hardware.timing import estimate_launch
from kernelscope.measure.ceilings import stream
from kernelscope.measure.constants import kernel, ring
from kernelscope.quantity import Quantity


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KERNELSCOPE_CONFIG", str(tmp_path))
    return tmp_path


def test_a_ring_leads_through_every_line_and_back():
    memory = ring(1 << 14, "cpu")
    at, seen = memory.data_ptr(), set[int]()
    for _ in range(len(memory)):
        seen.add(at)
        at = int(memory[(at - memory.data_ptr()) // 128, 0])
    assert at == memory.data_ptr()
    assert len(seen) == len(memory) == 128


@pytest.mark.parametrize("name", ["chase_l1", "chase_l2"])
def test_a_chase_follows_the_ring_load_by_load(name: str):
    memory, out = ring(1 << 14, "cpu"), torch.zeros(2, dtype=torch.int64)
    expected = memory.data_ptr()
    for _ in range(100):
        expected = int(memory[(expected - memory.data_ptr()) // 128, 0])
    with ks.virtual_gpu() as virtual:
        kernel(name)[1, 1](memory, out, 100)
    assert int(out[1]) == expected
    counters = virtual.launches[0].counters
    assert counters["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"] == 100


def test_the_other_kernels_do_what_their_constants_say():
    words = torch.zeros(1, dtype=torch.int32)
    with ks.virtual_gpu() as virtual:
        kernel("add_together")[16, 256](words)
        kernel("nothing")[3, 32]()
    assert words.item() == 16 * 8
    assert virtual.launches[1].counters["kernelscope__inst_executed.sum"] <= 3


def _of(**measured: float) -> dict[str, Quantity]:
    return {name: Quantity(value, "GB/s", "measured") for name, value in measured.items()}


COPY = {
    "kernelscope__unique_sectors_read.sum": 1 << 24,
    "kernelscope__unique_sectors_written.sum": 1 << 24,
}


def _time(name: str) -> float:
    return estimate_launch(
        gpu(name), grid=1056, block=256, registers=32, shared_bytes=0, counters=COPY
    ).time_us.value


def test_the_calibrated_gpu_is_estimated_with_what_was_measured():
    from dataclasses import replace

    h200 = gpu("h200")
    keep_calibration(replace(h200, measured={}).to_json(), {})
    assert _time("mine") == _time("h200")
    rates = _of(copy=2150, sum=2176, fill=2340)
    keep_calibration(replace(h200, measured=rates).to_json(), {})
    assert _time("mine") == pytest.approx(2 * _time("h200"), rel=0.01)
    assert gpu("mine") is gpu("mine")


def test_a_kernel_runs_and_is_timed_on_the_calibrated_gpu():
    from dataclasses import replace

    slow = _of(copy=430, sum=435, fill=468)
    keep_calibration(replace(gpu("h200"), measured=slow).to_json(), {"created": "today"})
    times: list[float] = []
    for name in ("h200", "mine"):
        with ks.virtual_gpu(name) as virtual:
            x = torch.zeros(1 << 22)
            stream("copy", virtual.spec, x, torch.empty_like(x), 1, loop=False)
        assert virtual.launches[0].time_us is not None
        times.append(virtual.launches[0].time_us.value)
    assert times[1] > 3 * times[0]


@pytest.mark.parametrize("text", ["", "{}", '{"gpu": {"name": "h200"}}', "[1]"])
def test_a_damaged_calibration_is_one_line(
    text: str, config: Path, capsys: pytest.CaptureFixture[str]
):
    calibration_path().parent.mkdir(parents=True, exist_ok=True)
    calibration_path().write_text(text)
    assert main(["gpus", "--device", "virtual:mine"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert str(calibration_path()) in error
    assert "kernelscope calibrate" in error


def test_without_a_gpu_calibrate_is_one_line(capsys: pytest.CaptureFixture[str]):
    assert main(["calibrate", "--device", "virtual:h100"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["gpus", "--device", "virtual:mine"]) == 2
    assert "no GPU was calibrated here" in capsys.readouterr().err


def test_the_file_says_under_which_conditions_it_was_made():
    path = keep_calibration(gpu("h100").to_json(), {"created": "2026-11-24", "driver": "580"})
    data = json.loads(path.read_text())
    assert (data["created"], data["driver"], data["gpu"]["sms"]) == ("2026-11-24", "580", 132)
