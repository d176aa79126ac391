"""`tools/measure_counters.py`, its hardware played by the virtual GPU and by a stand-in for ncu."""

from __future__ import annotations

import importlib.util
import json
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

torch = pytest.importorskip("torch")

from kernelscope.hardware import gpu  # noqa: E402
from kernelscope.operation import load_operation, operation_names  # noqa: E402
from kernelscope.quantity import Quantity  # noqa: E402
from kernelscope.record import KernelCounters  # noqa: E402

H200 = gpu("h200")
LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
STORES = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    path = Path(__file__).resolve().parent.parent / "tools" / "measure_counters.py"
    spec = importlib.util.spec_from_file_location("measure_counters", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["measure_counters"] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


def launch(kernel: str, loads: float, grid: int = 8, stores: float = 4) -> KernelCounters:
    metrics = {
        LOADS: Quantity(loads, "sector", "counted"),
        STORES: Quantity(stores, "sector", "counted"),
    }
    return KernelCounters(kernel, kernel, (grid, 1, 1), (32, 1, 1), 16, metrics, "Nsight Compute")


def test_every_kernel_of_operations_is_in_it(tool: ModuleType) -> None:
    for operation in operation_names():
        found = set(tool.implementations(operation))
        apart = set(load_operation(operation).implementations) - found
        assert apart <= {"naive", "torch", "compile", "compile-max-autotune", "load-inline"}
        for case in tool.cases(operation):
            load_operation(operation).case(case)  # raises where the axes are others


def test_equal_different_and_varying_counters_are_told_apart(tool: ModuleType) -> None:
    ours = launch("f", 100, stores=7)
    where = ("op", "cuda", "n=1")
    same = tool.held(where, ours, [launch("f", 100, stores=7)] * 2)
    assert (same.equal, same.differs, same.varies) == (2, {}, {})
    other = tool.held(where, ours, [launch("f", 90, stores=7)] * 2)
    assert (other.equal, other.differs) == (1, {LOADS: (100, 90)})
    changing = tool.held(where, ours, [launch("f", 90, stores=7), launch("f", 95, stores=7)])
    assert (changing.differs, changing.varies) == ({}, {LOADS: [100, 90, 95]})
    assert not tool.held(where, ours, []).seen


def test_a_launch_that_was_not_seen_leaves_those_after_it(tool: ModuleType) -> None:
    waiting = [launch("copy", 1), launch("f", 2, grid=4), launch("f", 3)]
    assert tool.take(waiting, launch("absent", 0)) is None
    assert tool.take(waiting, launch("f", 0)).metrics[LOADS].value == 3
    assert waiting == []


@pytest.mark.triton
def test_the_whole_run_writes_json_and_a_table(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hardware(operation: str) -> tuple[list[KernelCounters], list[str]]:
        """The virtual GPU's own counts, with one that differs, and one launch missing."""
        rows: list[KernelCounters] = []
        for name in ("triton", "cuda"):
            (one,) = tool.on_virtual_gpu(operation, name, "n=96", H200)
            if name == "cuda":
                odd = replace(one.metrics[LOADS], value=one.metrics[LOADS].value + 1)
                one = replace(one, metrics={**one.metrics, LOADS: odd})
            rows += [one, one]
        return rows, ["square: Nsight Compute: a note"]

    monkeypatch.setattr(tool, "on_hardware", hardware)
    monkeypatch.setattr(tool, "CASES", {"square": ("n=96",)})
    monkeypatch.setattr(tool.ncu, "refusal", lambda: "")
    monkeypatch.setattr(tool, "resolve", lambda _: type("Device", (), {"spec": H200}))
    assert tool.main(str(tmp_path / "out"), ["square"]) == 1
    data = json.loads((tmp_path / "out.json").read_text())
    found = {one["implementation"]: one for one in data["launches"]}
    assert found["triton"]["differs"] == {}
    assert found["triton"]["equal"] >= 4
    assert list(found["cuda"]["differs"]) == [LOADS]
    assert found["triton"]["figures"]["launch__registers_per_thread"][0] > 0
    page = (tmp_path / "out.md").read_text()
    assert "square cuda n=96: `square`" in page
    assert "- square: Nsight Compute: a note" in page
    assert page.count("| square ") == len(data["launches"])
