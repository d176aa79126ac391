"""The fuzzer notices what it is there for: deaths, damaged memory, errors without a reason."""

from __future__ import annotations

import ctypes
import importlib
import os
import signal
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent

KERNEL = """.version 8.4
.target sm_90a
.address_size 64
.entry k(.param .u64 out) {
.reg .b32 %t; .reg .b64 %p;
ld.param.u64 %p, [out]; mov.u32 %t, %tid.x;
st.global.u32 [%p], %t;
ret;
}
"""


@pytest.fixture(name="tools")
def _tools(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    names = ("fuzz", "fuzz_launches", "fuzz_memory", "fuzz_mutations")
    return {name: importlib.import_module(name) for name in names}


@pytest.mark.parametrize(("size", "align"), [(100, 16), (4000, 1024), (65, 64)])
def test_a_byte_next_to_a_buffer_is_reported(tools: dict[str, Any], size: int, align: int) -> None:
    """Between a buffer and its guard pages are canaries."""
    for place, where in ((-1, "before"), (size, "after")):
        block = tools["fuzz_memory"].Block(size, align, "it")
        assert block.bytes.ctypes.data % align == 0
        block.bytes[:] = 0
        assert not block.damage()
        ctypes.memset(block.bytes.ctypes.data + place, 0, 1)
        assert block.damage() == f"memory {where} it changed"


def test_a_case_follows_from_its_name(tools: dict[str, Any]) -> None:
    """So that a finding can be run again from the number in the report."""
    case_of, one = tools["fuzz_mutations"].case_of, tools["fuzz_launches"].Program(KERNEL)
    assert case_of(7, 1, [one]) == case_of(7, 1, [one])
    step = tools["fuzz_mutations"].LAUNCHES
    assert len({case_of(7, step * n, [one]).text for n in range(40)}) > 20
    launches = [case_of(7, n, [one]) for n in range(step)]
    assert len({case.text for case in launches}) == 1
    assert len({repr(case.launch) for case in launches}) > step // 2


def test_what_is_changed_has_clusters_copies_and_recursion(tools: dict[str, Any]) -> None:
    """The concurrent programs are there with their launches, one kernel to a text."""
    known = [p for p in tools["fuzz_mutations"].corpus(ROOT) if p.launch is not None]
    assert all(p.text.count(".entry") == 1 for p in known)
    assert any(p.launch.cluster and "mapa" in p.text for p in known)
    assert any("cp.async.bulk" in p.text for p in known)
    assert any(p.kernel == "recursion" for p in known)
    assert any(p.launch.cooperative for p in known)


def test_each_end_of_a_case_is_told_from_the_others(tools: dict[str, Any], tmp_path: Path) -> None:
    """A result, a refusal, an access out of bounds, an endless loop and a death."""
    made = tools["fuzz_launches"].Made(0, 1)
    launch = tools["fuzz_launches"].Launch((1, 1, 1), (32, 1, 1), 0, (made,))
    case = tools["fuzz_mutations"].Case(KERNEL, launch, "k", 0)
    endless = case.with_text(KERNEL.replace("ret;", "AGAIN: bra AGAIN;"))
    runner = tools["fuzz"].Runner(str(tmp_path))
    try:
        ends = {
            KERNEL: "result",
            KERNEL.replace("mov.u32", "move.u32"): "refused",
            KERNEL.replace("[%p], %t", "[%p+99999996], %t"): "MemoryAccessError",
            endless.text: "TimeLimitError",
        }
        assert [runner.run(case.with_text(text)).kind for text in ends] == list(ends.values())
        runner.start(endless)
        os.kill(runner.process.pid, signal.SIGSEGV)
        runner.process.join()
        assert runner.ended() == tools["fuzz"].Outcome("death", "exit code -11")
        assert runner.run(case).kind == "result"
    finally:
        runner.stop()
