"""A session on a virtual GPU: what is recorded, how front ends come and go, nesting."""

from __future__ import annotations

import inspect
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope._patching import Patches
from kernelscope.devices import front_ends as front_end_registry
from kernelscope.devices import launch_times
from kernelscope.devices.front_ends import FrontEnd, register
from kernelscope.devices.virtual import Origin, VirtualGPU, current_gpu, virtual_gpu
from kernelscope.errors import LaunchError, UsageError
from kernelscope.hardware.timing import EVENT_US, estimate_launch
from kernelscope.record import LaunchRecord, OperatorRecord
from kernelscope.vgpu.runtime import kernel as kernel_module

COPY = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry copy(.param .u64 from, .param .u64 to)
{
    .reg .b32 %r<3>;
    .reg .b64 %d<6>;
    ld.param.u64 %d1, [from];
    ld.param.u64 %d2, [to];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %d3, %r1, 4;
    add.s64 %d4, %d1, %d3;
    add.s64 %d5, %d2, %d3;
    ld.global.b32 %r2, [%d4];
    st.global.b32 [%d5], %r2;
    ret;
}
"""
SUMS, FACTORS = "{%f, %f, %f, %f}", "{%r2, %r2, %r2, %r2}, {%r2, %r2}"
PRODUCT = f"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {SUMS}, {FACTORS}, {SUMS};"
PAIR = "{%r2, %r2}"
SPARSE = (
    "mma.sp::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"
    f" {SUMS}, {PAIR}, {PAIR}, {SUMS}, %r2, 0;"
)
LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"


@pytest.fixture
def front_ends(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """Only the front ends that the test registers."""
    registered: dict[str, object] = {}
    monkeypatch.setattr(front_end_registry, "_registered", registered)
    return registered


def _copy(origin: Origin | None = None) -> vgpu.LaunchCounts:
    source, target = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    kernel = vgpu.load_ptx(COPY).kernel("copy")
    counts = kernel.launch(1, 64, [source, target], origin=origin)
    assert np.array_equal(source, target)
    return counts


def test_ptx_launched_by_hand_is_recorded_with_its_line_counts_and_estimated_time():
    with virtual_gpu("h200") as gpu:
        _copy()
    (launch,) = gpu.launches
    assert (launch.kernel, launch.grid, launch.block) == ("copy", (1, 1, 1), (64, 1, 1))
    assert launch.frontend == "ptx"
    assert launch.counters[LOADS] == 64 * 4 / 32
    assert launch.source is not None
    file, line = launch.source.rsplit(":", 1)
    assert Path(file) == Path(__file__)
    assert "kernel.launch(" in inspect.getsource(_copy).splitlines()[int(line) - _first_line(_copy)]
    expected = estimate_launch(
        "h200",
        grid=1,
        block=64,
        registers=None,
        shared_bytes=0,
        counters=launch.counters,
        simulated=launch.simulated,
    )
    assert launch.time_us == expected.time_us
    assert launch.time_us is not None
    assert launch.time_us.provenance == "estimated"
    assert gpu.device_time_us == pytest.approx(launch.time_us.value - EVENT_US)


def test_a_launch_is_recorded_once_with_the_origin_that_its_front_end_gave():
    with virtual_gpu("h200") as gpu:
        _copy(Origin("cuda", registers=40, source="a.py:3", kernel_source="a.cu:1"))
        _copy()
    first, second = gpu.launches
    assert (first.frontend, first.registers, first.kernel_source) == ("cuda", 40, "a.cu:1")
    assert first.source == "a.py:3"
    assert second.frontend == "ptx"


def test_events_hold_launches_and_operators_in_the_order_they_ran():
    heard: list[object] = []
    with virtual_gpu("h200") as gpu:
        gpu.listeners.append(heard.append)
        _copy()
        gpu.record_operator(OperatorRecord("aten.mul.Tensor"))
        _copy()
    assert [type(event).__name__ for event in gpu.events] == [
        "LaunchRecord",
        "OperatorRecord",
        "LaunchRecord",
    ]
    assert heard == gpu.events
    assert len(gpu.launches) == 2


@pytest.mark.parametrize(
    ("instruction", "gpu", "kind"),
    [
        ("add.f32 %f, %f, %f;", "h200", None),
        ("sqrt.rn.f32 %f, %f;", "h200", None),
        ("ex2.approx.ftz.f32 %f, %f;", "h200", "within PTX's bound"),
        (PRODUCT, "h200", None),
        (PRODUCT, "a100", "as published, not measured"),
        (SPARSE, "a100", "assumed, neither published nor measured"),
    ],
)
def test_a_launch_says_what_its_results_rest_on(
    instruction: str, gpu: str, kind: str | None
) -> None:
    """The instructions that a GPU may calculate otherwise, each once, by PTX's names."""
    used = f"mov.b32 %f, %r2;\n    {instruction * 2}\n    mov.b32 %r2, %f;\n    st.global"
    text = COPY.replace("st.global", used).replace(".reg .b32", ".reg .f32 %f; .reg .b32")
    with virtual_gpu(gpu) as device:
        values = [np.ones(32, np.float32), np.zeros(32, np.float32)]
        vgpu.load_ptx(text, gpu).kernel("copy").launch(1, 32, values)
    (launch,) = device.launches
    assert launch.inexact == ({kind: (instruction.partition(" ")[0],)} if kind else {})


def test_nothing_is_recorded_outside_a_block():
    gpu = virtual_gpu("h200")
    _copy()
    with gpu:
        pass
    _copy()
    assert gpu.launches == []
    assert current_gpu() is None
    assert not any(map(vgpu.STEPS.has, vgpu.Stage))


def test_the_innermost_block_records_and_a_block_can_be_entered_again():
    outer, inner = virtual_gpu("h200"), virtual_gpu("a100")
    with outer:
        with inner:
            assert current_gpu() is inner
            _copy()
        assert current_gpu() is outer
        with outer:
            _copy()
        _copy()
    assert (len(outer.launches), len(inner.launches)) == (2, 1)


@pytest.mark.usefixtures("front_ends")
def test_front_ends_enter_in_order_and_are_undone_in_reverse():
    said: list[str] = []

    register(_speaking("a", said))
    register(_speaking("b", said))
    with virtual_gpu("a100"), virtual_gpu("h200"):
        said.append("block")
    assert said == ["a enters", "b enters", "block", "b leaves", "a leaves"]


@pytest.mark.usefixtures("front_ends")
def test_a_front_end_that_is_registered_inside_a_block_enters_at_once():
    said: list[str] = []
    with virtual_gpu("a100"):
        register(_speaking("a", said))
        assert said == ["a enters"]
    assert said == ["a enters", "a leaves"]


@pytest.mark.usefixtures("front_ends")
def test_a_front_end_that_fails_to_enter_leaves_nothing_behind():
    said: list[str] = []

    def fails(_patches: Patches) -> None:
        raise RuntimeError("no compiler")

    register(_speaking("a", said))
    register(FrontEnd("b", "B", "python", fails))
    with pytest.raises(RuntimeError, match="no compiler"), virtual_gpu("h200"):
        pass
    assert said == ["a enters", "a leaves"]
    assert current_gpu() is None


@pytest.mark.usefixtures("front_ends")
def test_an_exception_in_the_block_ends_the_session():
    said: list[str] = []
    register(_speaking("a", said))
    with pytest.raises(ZeroDivisionError), virtual_gpu("h200"):
        _ = 1 / 0
    assert said == ["a enters", "a leaves"]
    assert current_gpu() is None


def test_trials_are_marked_and_their_mark_ends_with_their_block():
    with virtual_gpu("h200") as gpu:
        with gpu.trials(sample_blocks=4):
            assert gpu.sample_blocks == 4
            _copy()
        _copy()
        assert gpu.sample_blocks is None
    assert [launch.trial for launch in gpu.launches] == [True, False]


def test_an_unknown_gpu_is_refused_with_the_names_of_the_known_ones():
    with pytest.raises(UsageError, match="h200"):
        virtual_gpu("h9000")


def _first_line(function: object) -> int:
    return inspect.getsourcelines(function)[1]  # type: ignore[arg-type]


def _speaking(name: str, said: list[str]) -> FrontEnd:
    """A front end that says when it enters and leaves."""

    def enter(patches: Patches) -> None:
        said.append(f"{name} enters")
        patches.callback(said.append, f"{name} leaves")

    return FrontEnd(name, name.upper(), "python", enter)


def test_each_of_eight_threads_with_a_block_of_its_own_gets_its_own_launches():
    names = ["h200", "a100", "h100", "rtx4090"] * 2
    together = threading.Barrier(len(names))
    gpus = [virtual_gpu(name) for name in names]

    def work(gpu: VirtualGPU) -> None:
        together.wait()
        with gpu:
            for _ in range(5):
                assert current_gpu() is gpu
                _copy()

    with ThreadPoolExecutor(len(names)) as pool:
        list(pool.map(work, gpus))
    assert [len(gpu.launches) for gpu in gpus] == [5] * len(names)
    assert [gpu.device_time_us for gpu in gpus[:4]] == [gpu.device_time_us for gpu in gpus[4:]]
    assert current_gpu() is None
    assert not any(map(vgpu.STEPS.has, vgpu.Stage))


def test_a_thread_belongs_to_the_block_in_which_it_was_started_and_to_none_afterwards():
    seen: list[VirtualGPU | None] = []
    inner, outer = virtual_gpu("a100"), virtual_gpu("h200")
    with ThreadPoolExecutor(1) as pool:
        with outer, inner:
            pool.submit(lambda: seen.append(current_gpu())).result()
            thread = threading.Thread(target=_copy)
            thread.start()
            thread.join()
        pool.submit(lambda: seen.append(current_gpu())).result()
    assert seen == [inner, None]
    assert (len(inner.launches), len(outer.launches)) == (1, 0)


def test_a_thread_of_no_block_beside_blocks_of_several_threads_is_told_so():
    inside, leave = threading.Barrier(3), threading.Event()

    def hold(name: str) -> None:
        with virtual_gpu(name):
            inside.wait()
            leave.wait()

    threads = [threading.Thread(target=hold, args=(name,)) for name in ("h200", "a100")]
    for thread in threads:
        thread.start()
    inside.wait()
    try:
        with pytest.raises(LaunchError, match="no virtual GPU is active in this thread"):
            _copy()
    finally:
        leave.set()
        for thread in threads:
            thread.join()


def test_only_the_first_launch_of_a_kernel_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first launch is traced and the next ones are not, and they have the same counts."""
    built: list[object] = []
    build = kernel_module.build_program
    monkeypatch.setattr(
        kernel_module, "build_program", lambda *a, **k: built.append(a) or build(*a, **k)
    )
    monkeypatch.setattr(kernel_module, "kept_program", lambda *_, **__: None)
    kernel = vgpu.load_ptx(COPY).kernel("copy")
    arrays = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    with virtual_gpu("h200"):
        first, *others = (kernel.launch(1, 64, arrays) for _ in range(3))
    assert len(built) == 1
    assert first.trace is not None
    assert [counts.trace for counts in others] == [None, None]
    assert [counts.counters for counts in others] == [first.counters] * 2


LOOP = COPY.replace(
    "    ret;",
    """    .reg .pred %p;
AGAIN:
    sub.s32 %r2, %r2, 1;
    setp.gt.s32 %p, %r2, 0;
    @%p bra AGAIN;
    ret;""",
)


def _loops(gpu: VirtualGPU) -> list[LaunchRecord]:
    """Launch two kernels; one of them runs its loop as often as its data say."""
    with gpu:
        other = vgpu.load_ptx(COPY).kernel("copy")
        kernel = vgpu.load_ptx(LOOP).kernel("copy")
        target = np.zeros(64, np.int32)
        for times in (3, 3, 500, 3, 40, 500):
            kernel.launch(1, 64, [np.full(64, times, np.int32), target])
            other.launch(1, 64, [target, np.zeros(64, np.int32)])
    return gpu.launches


def test_records_are_the_same_however_late_they_are_made() -> None:
    """A listener wants each record at once. Without one they are made when they are asked for."""
    listening = virtual_gpu("h200")
    heard: list[object] = []
    listening.listeners.append(heard.append)
    at_once = _loops(listening)
    assert heard == at_once
    late = virtual_gpu("h200")
    records = _loops(late)
    assert [one.time_us for one in records] == [one.time_us for one in at_once]
    assert [one.simulated for one in records] == [one.simulated for one in at_once]
    assert any(one.simulated and one.simulated.scaled != 1 for one in records)
    assert late.device_time_us == listening.device_time_us


def test_a_launch_returns_before_its_machine_code_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its record waits for the code, and operators and listeners come after it all the same."""
    goes_on = threading.Event()
    read = launch_times._machine_code  # pyright: ignore[reportPrivateUsage]

    def slowly(*arguments: Any) -> object:
        assert goes_on.wait(60)
        return read(*arguments)

    monkeypatch.setattr(launch_times, "_machine_code", slowly)
    with virtual_gpu("h200") as gpu:
        _copy()
        _copy()
        goes_on.set()
        gpu.record_operator(OperatorRecord("aten.mul.Tensor"))
        assert [type(event).__name__ for event in gpu.events] == [
            "LaunchRecord",
            "LaunchRecord",
            "OperatorRecord",
        ]
        assert all(launch.simulated is not None for launch in gpu.launches)
