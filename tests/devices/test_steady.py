"""A steady clock: the same times on every run, whatever this machine does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from kernelscope.devices.clock import Timeline  # noqa: E402
from kernelscope.devices.host_costs import HOST  # noqa: E402
from kernelscope.devices.python_clocks import virtual_clock  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")


@pytest.fixture
def timeline() -> Iterator[Timeline]:
    with pretend_cuda(virtual_gpu("h200"), steady=True) as timeline:
        yield timeline


def seconds(timeline: Timeline, work: Callable[[], Any]) -> float:
    """Return what a call shows, without the emulation of one before it."""
    work()
    begin = timeline.now()
    work()
    return timeline.now() - begin


@pytest.mark.parametrize("seed", [1, 2])
def test_a_machine_that_stops_for_seconds_does_not_show(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clock jumps by up to a second at each look."""
    jumps, clock = Random(seed), [0.0]

    def jumping() -> float:
        clock[0] += jumps.random()
        return clock[0]

    monkeypatch.setattr("kernelscope.devices.clock.HostClock", lambda _ratio: jumping)
    with pretend_cuda(virtual_gpu("h200"), steady=True) as timeline:
        x = torch.ones(64, device="cuda")
        shown = seconds(timeline, lambda: [x.neg_() for _ in range(50)])
    assert 50 * 8.8e-6 < shown < 50 * 9.5e-6


def test_a_loop_of_any_length_costs_its_rounds(timeline: Timeline) -> None:
    """More than a stretch is followed for where it is timed from then on."""

    def rounds(count: int) -> int:
        total = 0
        for i in range(count):
            total += i * 3 ^ 5
        return total

    few, many = (seconds(timeline, lambda n=n: rounds(n)) for n in (10_000, 100_000))
    assert many == pytest.approx(10 * few, rel=0.01)


def test_a_function_of_c_costs_its_call_and_its_line_is_named(timeline: Timeline) -> None:
    values = list(range(1_000_000))

    def work() -> None:
        for _ in range(20):
            sorted(values, reverse=True)

    assert seconds(timeline, work) < 20e-6
    (said,) = timeline.left_out()
    assert f"{__file__}:{work.__code__.co_firstlineno + 2}" in said


def test_a_long_loop_is_not_named(timeline: Timeline) -> None:
    for _ in range(200_000):
        pass
    assert timeline.left_out() == []


def test_sleeping_counts_as_it_was_asked(timeline: Timeline) -> None:
    with virtual_clock(timeline):
        begin = time.perf_counter()
        time.sleep(0.03)
        assert time.perf_counter() - begin == pytest.approx(0.03, abs=5e-6)


def test_an_import_costs_its_modules_and_what_the_programs_own_do(
    timeline: Timeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("steady_a", "steady_b"):
        (tmp_path / f"{name}.py").write_text("import colorsys\n" if name == "steady_a" else "")
    (tmp_path / "steady_c.py").write_text("for i in range(10_000):\n    i += 1\n")
    shown: list[float] = []
    for name in ("steady_a", "steady_b", "steady_c"):
        for known in (name, "colorsys"):
            monkeypatch.delitem(sys.modules, known, raising=False)
        begin = timeline.now()
        __import__(name)
        shown.append(timeline.now() - begin)
    assert shown[0] == pytest.approx(2 * HOST.module_s, abs=1e-5)
    assert shown[1] == pytest.approx(HOST.module_s, abs=1e-5)
    assert shown[2] > HOST.module_s + 100e-6


def test_a_program_with_a_trace_function_is_told(timeline: Timeline) -> None:
    x = torch.ones(4, device="cuda")
    before = sys.gettrace()
    timeline._executed.stop()
    sys.settrace(lambda *_: None)
    try:
        x.neg_()
    finally:
        sys.settrace(before)
    assert "trace function" in timeline.left_out()[0]


def test_another_threads_reading_does_not_move_the_clock(timeline: Timeline) -> None:
    import threading

    def read() -> None:
        for _ in range(1000):
            timeline.read()

    begin = timeline.now()
    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    assert timeline.now() - begin < 50e-6


SCRIPT = """
import json, sys, time
import torch, triton, triton.language as tl
import torch.nn.functional as F
from triton.testing import do_bench

@triton.jit
def double(x, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(x + i, 2 * tl.load(x + i, i < n), i < n)

begin, found = time.perf_counter(), []
def note(): found.append([time.perf_counter() - begin, time.time_ns()])
x, big = torch.randn(64, 64, device="cuda"), torch.randn(1 << 20, device="cuda")
start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
double[(1024,)](big, 1 << 20, B=1024); torch.cuda.synchronize(); note()
model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 8)).cuda()
optimizer = torch.optim.AdamW(model.parameters())
def step():
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), torch.zeros(64, dtype=torch.long, device="cuda"))
    loss.backward()
    optimizer.step()
    return loss.item()
start.record(); step(); end.record(); torch.cuda.synchronize(); note()
found += [start.elapsed_time(end), do_bench(step), do_bench(lambda: (sorted(range(99)), x + 1))]
words = {f"{i}" for i in range(30_000)}; note()
if len(sys.argv) > 1:
    compiled = torch.compile(lambda a: F.gelu(a * 2 + 1).sum(-1))
    for _ in range(2):
        compiled(x); torch.cuda.synchronize(); note()
print(json.dumps(found))
"""


def printed(folder: Path, seed: str, caches: Path, *arguments: str) -> list[Any]:
    path = folder / "script.py"
    path.write_text(SCRIPT)
    kept = {
        "KERNELSCOPE_CACHE": str(caches / "ours"),
        "TRITON_CACHE_DIR": str(caches / "triton"),
        "TORCHINDUCTOR_CACHE_DIR": str(caches / "inductor"),
    }
    python_path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, **kept, "PYTHONPATH": python_path, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-m", "kernelscope", "run", "--steady", "--device", "virtual:h200"]
    ended = subprocess.run(
        [*command, str(path), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ended.returncode == 0, ended.stderr
    assert "--steady: " in ended.stderr
    found = json.loads(ended.stdout)
    # `time.time_ns()` begins at another second.
    first = next(each for each in found if isinstance(each, list))[1] // 10**9 * 10**9
    return [[each[0], each[1] - first] if isinstance(each, list) else each for each in found]


@pytest.mark.triton
@pytest.mark.parametrize("arguments", [(), pytest.param(("compile",), marks=pytest.mark.slow)])
@pytest.mark.long("runs a script in processes with and without caches, which is what it is about")
def test_a_script_shows_the_same_to_the_bit_with_caches_and_without(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    first, second = (printed(tmp_path, seed, tmp_path, *arguments) for seed in ("1", "2"))
    assert first == second
    compiling = HOST.triton_compile_s + (HOST.compile_s if arguments else 0)
    notes = [each[0] for each in first if isinstance(each, list)]
    assert compiling < notes[-1] < compiling + 4
