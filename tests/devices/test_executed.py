"""What a program's Python costs follows from what it executes, not from a clock."""

from __future__ import annotations

import argparse
import dis
import importlib.util
import inspect
import io
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from each import each  # noqa: E402
from kernelscope._collection import paused_collection  # noqa: E402
from kernelscope.devices import executed  # noqa: E402
from kernelscope.devices.executed import Executed  # noqa: E402
from kernelscope.jobs.run import run as run_script  # noqa: E402
from truth.operators.python_costs import STRETCHES  # noqa: E402

Run = Callable[[], Any]


def followed(run: Run) -> Executed:
    counter = Executed(time.thread_time)
    with paused_collection():  # hypothesis is told of each collection, by a function of Python
        counter.start()
        try:
            run()
        finally:
            counter.stop()
    return counter


def instructions(run: Run) -> int:
    """Return the instructions that a call executes, seen one by one."""
    count = 0

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(None)
    return count


@pytest.fixture
def each_costs_one(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(executed, "_INSTRUCTION_US", dict.fromkeys(dis.opname, 1.0))
    monkeypatch.setattr(executed.HOST, "frame_us", 0.0)
    executed._costs_by_offset.cache_clear()
    yield
    executed._costs_by_offset.cache_clear()


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


@pytest.mark.parametrize("module", [argparse, inspect, torch.serialization])
def test_instructions_and_their_jumps_are_those_that_python_shows(module: Any) -> None:
    for code in _codes(compile(inspect.getsource(module), "module", "exec")):
        found = executed._instructions(code.co_code)
        shown = list(dis.get_instructions(code))
        assert [one[:2] for one in found] == [(one.offset, one.opname) for one in shown]
        for (_, name, distance), one, then in zip(found, shown, shown[1:], strict=False):
            if name == "JUMP_FORWARD":
                assert then.offset + distance == one.argval
            elif name == "JUMP_BACKWARD":
                assert then.offset - distance == one.argval


@pytest.mark.usefixtures("each_costs_one")
def test_code_may_end_with_a_jump_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.13 and later tell of the jump, so that its target's costs are added to it."""

    def endless(call: Callable[[], None]) -> None:
        while True:
            call()

    *_, jump = dis.get_instructions(endless)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version_info", (3, 13))
        costs = executed._costs_by_offset(endless.__code__)
    assert jump.opname == "JUMP_BACKWARD"
    assert costs[jump.offset] == 1 + costs[jump.argval]


@pytest.mark.usefixtures("each_costs_one")
@pytest.mark.parametrize("name", STRETCHES)
def test_lines_give_the_number_of_instructions(name: str) -> None:
    run = STRETCHES[name]
    run()
    # Lines that branch in the middle are the difference: `n if n < 2 else f(n - 1) + f(n - 2)`.
    bound = 0.6 if name == "recursion" else 0.25
    assert followed(run).us == pytest.approx(instructions(run), rel=bound, abs=20)


@each("name", STRETCHES)
def test_the_same_code_costs_the_same(name: str) -> None:
    run = STRETCHES[name]
    run()
    if name in ("random_numbers", "sampled"):
        return  # what they do follows from the numbers drawn
    assert followed(run).us == pytest.approx(followed(run).us, rel=1e-9)


def test_rounds_of_a_loop_add_up() -> None:
    def rounds(count: int) -> Run:
        def run() -> int:
            total = 0
            for i in range(count):
                if i % 3:
                    total += i
            return total

        return run

    one, three = followed(rounds(300)).us, followed(rounds(900)).us
    assert three == pytest.approx(3 * one, rel=0.02)


def test_a_stretch_that_is_too_long_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executed, "MOST_LINES", 100)

    def run() -> None:
        for _ in range(1000):
            pass

    counter = followed(run)
    assert counter.lines == 100
    assert counter.ended is not None
    assert sys.gettrace() is None


def test_errors_and_generators_are_followed_to_their_end() -> None:
    def numbers() -> Any:
        yield 1
        yield 2

    def run() -> int:
        try:
            return sum(numbers()) // 0
        except ZeroDivisionError:
            return 1

    assert followed(run).us > 0
    assert run() == 1


def test_a_library_is_known_wherever_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A launch through Triton has a cost, in a checkout of Triton too."""
    for name in ("triton", "mine"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / f"launching_{name}.py").write_text(
            "def launch():\n    for i in range(500):\n        i += 1\n"
        )
        module = f"{name}.launching_{name}"
        spec = importlib.util.spec_from_file_location(module, folder / f"launching_{name}.py")
        assert spec is not None
        assert spec.loader is not None
        monkeypatch.setitem(sys.modules, module, importlib.util.module_from_spec(spec))
        spec.loader.exec_module(sys.modules[module])
    triton = sys.modules["triton.launching_triton"].launch
    mine = sys.modules["mine.launching_mine"].launch
    assert followed(triton).us < 0.1 * followed(mine).us


IN_A_PROGRAM = """
import sys, time, torch
x = torch.ones(64, 64, device="cuda")

def call(rounds, more=lambda: None):
    words = [f"{i}:{i * 3}" for i in range(rounds)]
    more()
    return x + 1, ",".join(words)

def us(rounds, more=lambda: None, calls=20):
    for _ in range(3):
        call(rounds, more)
    torch.cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(calls):
        call(rounds, more)
    torch.cuda.synchronize()
    return round((time.perf_counter() - begin) / calls * 1e6, 2)
"""


def ran(program: str, tmp_path: Path, steady: bool = False) -> list[str]:
    path = tmp_path / "program.py"
    path.write_text(IN_A_PROGRAM + textwrap.dedent(program))
    out = io.StringIO()
    with redirect_stdout(out):
        ended = run_script(str(path), device="virtual:h200", steady=steady).record.exit_code
    assert ended == 0
    return out.getvalue().split()


def test_python_between_two_calls_shows_in_every_clock(tmp_path: Path) -> None:
    words = ran(
        """
        from triton.testing import do_bench
        print(us(0), us(300), us(300), us(600), 1e3 * do_bench(lambda: call(3000)))
        """,
        tmp_path,
        steady=True,
    )
    none, some, again, twice, bench = map(float, words)
    assert some == again
    assert twice - none == pytest.approx(2 * (some - none), rel=0.02)
    assert 0.05 < (some - none) / 300 < 0.6
    assert bench > 2500 / 300 * (some - none)


def test_a_stretch_of_many_lines_goes_on_by_the_clock(tmp_path: Path) -> None:
    words = ran(
        """
        print(us(0), us(18_000, calls=5), us(90_000, calls=5))
        """,
        tmp_path,
    )
    none, followed_whole, let_go = map(float, words)
    # Five times as long; the clock is this machine's, which other programs may slow down.
    assert 2.5 < (let_go - none) / (followed_whole - none) < 10


def test_a_program_keeps_a_trace_function_of_its_own(tmp_path: Path) -> None:
    words = ran(
        """
        def trace(frame, event, argument):
            return None
        sys.settrace(trace)
        us(5)
        print(sys.gettrace() is trace)
        sys.settrace(None)
        """,
        tmp_path,
    )
    assert words == ["True"]


def test_what_a_function_of_c_takes_is_timed(tmp_path: Path) -> None:
    words = ran(
        """
        import random
        values = [random.random() for _ in range(200_000)]
        print(us(0), us(0, lambda: sorted(values)))
        """,
        tmp_path,
    )
    none, sorting = map(float, words)
    assert sorting > none + 5_000


def test_code_of_ours_does_not_count(tmp_path: Path) -> None:
    """Operators in a loop cost what they cost, whatever their emulation executes."""
    words = ran(
        """
        for operation in (lambda: x.add_(1), lambda: torch.softmax(x, -1), lambda: x @ x):
            for _ in range(3):
                operation()
            torch.cuda.synchronize()
            begin = time.perf_counter()
            for _ in range(20):
                operation()
            print((time.perf_counter() - begin) / 20 * 1e6)
        """,
        tmp_path,
        steady=True,
    )
    add, softmax, product = map(float, words)
    assert add == pytest.approx(8.8, rel=0.05)
    assert softmax == pytest.approx(8.8, rel=0.05)
    assert product < 20
