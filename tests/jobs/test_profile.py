"""`kernelscope profile` and `ks.profile` on the virtual GPU."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

import kernelscope as ks  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.errors import UsageError  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402
from kernelscope.jobs.profile import (  # noqa: E402
    Options,
    ProfileResult,
    profile,
    profile_target,
)
from kernelscope.jobs.runs import profilable  # noqa: E402
from kernelscope.operation import load_operation  # noqa: E402
from kernelscope.profiling import examples  # noqa: E402
from kernelscope.profiling.schedule import Schedule  # noqa: E402
from kernelscope.record import OperatorTotal, Profile, load  # noqa: E402
from kernelscope.subjects import PythonFile  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")

DEVICE = "virtual:h200"
Script = Callable[[str], str]

LOOP = """
import torch
weight = torch.ones(64, 64, device="cuda", requires_grad=True)
optimizer = torch.optim.SGD([weight], lr=0.1)
for step in range(6):
    loss = (weight @ weight).sum()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    for _ in range(step):
        torch.cos(weight.detach())
"""


COMPILED = """
import torch
def backend(graph, inputs):
    two = torch.tensor(2.0, device="cuda")
    for _ in range(9):
        two = two * two
    return graph and graph.forward
x = torch.ones(1 << 20, device="cuda")
torch.compile(lambda x: x + 1, backend=backend)(x)
"""


@pytest.fixture
def script(tmp_path: Path) -> Script:
    def write(text: str) -> str:
        path = tmp_path / "script.py"
        path.write_text(text)
        return str(path)

    return write


def by_name(result: ProfileResult) -> dict[str, OperatorTotal]:
    return {one.name: one for one in result.record.operators}


class TestCall:
    """`ks.profile`: the signature and the text."""

    def test_the_table_has_the_operations_by_device_time(self) -> None:
        def run() -> None:
            x = torch.ones(512, 512, device="cuda")
            torch.nn.functional.gelu(x + x)

        text = ks.profile("gelu", run, num_warmups=1, with_stack=False)
        assert text.startswith("gelu  on virtual:h200\n")
        rows = [line for line in text.splitlines() if line.startswith("aten::")]
        assert {row.split()[0] for row in rows} >= {"aten::add", "aten::gelu", "aten::fill_"}
        times = [float(row.split()[-3]) for row in rows]
        assert times == sorted(times, reverse=True)

    def test_warm_ups_run_and_are_not_in_it(self) -> None:
        calls: list[int] = []

        def run() -> None:
            calls.append(1)
            torch.ones(8, device="cuda")

        found = by_name(profile("ones", run, device=DEVICE, num_warmups=3))
        assert len(calls) == 4
        assert found["aten::fill_"].calls == 1

    def test_with_stack_says_where_the_hosts_time_went(self) -> None:
        def run() -> None:
            torch.cuda.synchronize()
            torch.ones(8, device="cuda").sum().item()

        stacks = profile("sum", run, device=DEVICE, with_stack=True).record.stacks
        assert any("run (test_profile.py" in stack for stack in stacks)
        assert profile("sum", run, device=DEVICE).record.stacks == {}

    def test_a_call_without_work_for_the_gpu_says_so(self) -> None:
        assert "nothing ran on the GPU" in ks.profile("idle", lambda: None)

    def test_without_a_gpu_cpu_tensors_count_as_the_gpus(self) -> None:
        x = torch.ones(4096, 512)
        result = profile("gelu", lambda: torch.nn.functional.gelu(x).sum().item())
        found = by_name(result)
        # 2 x 8 MiB at less than 4.8 TB/s take the device more than 3 microseconds.
        assert found["aten::gelu"].device_ms > 0.003
        assert found["aten::gelu"].shapes == ((4096, 512),)
        assert found["wait: item"].calls == 1
        assert result.record.notes == ()

    @pytest.mark.triton
    def test_a_kernel_takes_cpu_tensors_as_in_the_gpus_own_block(self) -> None:
        op = load_operation("square")
        x = torch.full((8, 64), 3.0)
        out: list[torch.Tensor] = []
        result = profile("square", lambda: out.append(op.implementations["triton"](x)))
        assert torch.equal(out[-1], torch.full((8, 64), 9.0))
        (launch,) = result.record.launches
        assert "square" in launch.kernel

    def test_both_kinds_of_tensors_are_counted_once(self) -> None:
        def run() -> None:
            x = torch.ones(64, device="cuda")
            x * 2
            torch.ones(32).cos()

        calls = {one.name: one.calls for one in profile("both", run).record.operators}
        assert (calls["aten::mul"], calls["aten::cos"]) == (1, 1)

    def test_what_run_raises_is_raised(self) -> None:
        def run() -> None:
            raise ZeroDivisionError("mine")

        with pytest.raises(ZeroDivisionError, match="mine"):
            ks.profile("bad", run)

    def test_inside_a_script_it_profiles_the_scripts_gpu(self, script: Script, capsys) -> None:
        path = script(
            "import torch, kernelscope as ks\n"
            "x = torch.ones(64, device='cuda')\n"
            "print(ks.profile('twice', lambda: x * 2))\n"
        )
        result = profile_target(path, device="virtual:a100")
        inner = capsys.readouterr().out
        assert inner.startswith("twice  on virtual:a100")
        assert "aten::mul" in inner
        assert result.record.exit_code == 0


class TestOperation:
    """An operation's implementations."""

    def test_one_implementation_is_named_after_the_slash(self) -> None:
        record = profile_target("square/torch", device=DEVICE, options=Options(case="n=64")).record
        assert {one.implementation for one in record.stretches} == {"torch"}
        assert [one.name for one in record.operators if one.device_ms] == ["aten::square"] or [
            one.name for one in record.operators if one.device_ms
        ] == ["aten::pow"]

    @pytest.mark.triton
    def test_all_are_profiled_with_their_kernels(self) -> None:
        options = Options(case="n=64")
        record = profile_target("square", device=DEVICE, options=options).record
        ran = {one.implementation for one in record.stretches}
        assert ran >= {"naive", "torch", "triton"}
        triton = [one for one in record.operators if one.implementation == "triton"]
        assert any(one.device_ms > 0 and "square" in one.name for one in triton)
        assert any("square" in launch.kernel for launch in record.launches)

    def test_an_implementation_that_fails_is_a_note_and_the_others_stand(
        self, tmp_path: Path
    ) -> None:
        (tmp_path / "ops.py").write_text(
            "import kernelscope as ks, torch\n"
            "op = ks.Operation('twice', axes={'n': 64}, reference=lambda x: x * 2,\n"
            "    inputs=lambda case: (case.normal(case.n),),\n"
            "    work=lambda case: ks.Work(read=1, written=1))\n"
            "op.implementation('naive')(lambda x: x * 2)\n"
            "@op.implementation('broken')\n"
            "def broken(x):\n"
            "    raise ValueError('no luck')\n"
        )
        record = profile_target(f"{tmp_path}/ops.py:twice", device=DEVICE).record
        assert [one.implementation for one in record.stretches] == ["naive"]
        assert record.notes == ("broken: ValueError: no luck",)

    def test_an_interrupt_keeps_what_was_gathered_and_says_so(self, tmp_path: Path) -> None:
        (tmp_path / "ops.py").write_text(
            "import kernelscope as ks, torch\n"
            "op = ks.Operation('twice', axes={'n': 64}, reference=lambda x: x * 2,\n"
            "    inputs=lambda case: (case.normal(case.n),),\n"
            "    work=lambda case: ks.Work(read=1, written=1))\n"
            "calls = []\n"
            "op.implementation('naive')(lambda x: x * 2)\n"
            "@op.implementation('long')\n"
            "def long(x):\n"
            "    calls.append(x)\n"
            "    if len(calls) > 1:\n"
            "        raise KeyboardInterrupt\n"
            "    return x + x\n"
        )
        record = profile_target(f"{tmp_path}/ops.py:twice", device=DEVICE).record
        assert record.exit_code == 130
        assert "naive" in [one.implementation for one in record.stretches]
        assert record.notes == ("interrupted; this is what was gathered until then",)


class TestExamples:
    """The programs that come with it."""

    def test_add_is_the_hosts_time_and_a_large_matmul_the_gpus(self) -> None:
        add = profile_target("add-2048", device=DEVICE).record
        assert {one.name for one in add.operators} == {"aten::add", "wait: explicit"}
        assert add.operators[0].shapes == ((2048, 2048), (2048, 2048))

    def test_sleep_is_all_host(self) -> None:
        record = profile_target("sleep", device=DEVICE).record
        assert sum(one.wall_ms for one in record.stretches) >= 50
        assert sum(one.device_ms for one in record.stretches) == 0

    @pytest.mark.parametrize(
        ("name", "operations"),
        [
            ("matmul-128", {"aten::mm"}),
            ("gelu-of-sum", {"aten::add", "aten::gelu"}),
            ("softmax-of-sum", {"aten::add", "aten::_softmax"}),
        ],
    )
    def test_each_launches_what_it_is_named_after(self, name: str, operations: set[str]) -> None:
        record = profile_target(name, device=DEVICE).record
        assert {one.name for one in record.operators if one.device_ms} == operations

    def test_cdist_is_one_call_of_several_operations(self) -> None:
        record = profile_target("cdist", device=DEVICE).record
        assert len([one for one in record.operators if one.device_ms]) >= 3

    def test_the_mlp_runs_forward_and_backward(self) -> None:
        def run() -> None:
            examples.mlp(dim=64, layers=3, batch=16, steps=2)()

        found = by_name(profile("mlp", run, device=DEVICE, num_warmups=0))
        assert found["aten::addmm"].calls == 6
        assert found["aten::gelu_backward"].calls == 6


class TestScript:
    """An unmodified script, whatever becomes of it."""

    def test_all_of_it_is_profiled(self, script: Script) -> None:
        record = profile_target(script(LOOP), device=DEVICE).record
        assert record.exit_code == 0
        cos = next(one for one in record.operators if one.name == "aten::cos")
        assert cos.calls == 0 + 1 + 2 + 3 + 4 + 5

    def test_a_schedule_keeps_the_active_steps_alone(self, script: Script) -> None:
        options = Options(schedule=Schedule(wait=1, warmup=1, active=2, repeat=1))
        record = profile_target(script(LOOP), device=DEVICE, options=options).record
        found = {one.name: one.calls for one in record.operators if one.name == "aten::cos"}
        # Steps 2 and 3 begin after the optimizer's step, before the cosines of steps 1 and 2.
        assert found == {"aten::cos": 1 + 2}
        assert [one.name for one in record.stretches] == ["step 2", "step 3"]

    def test_nsys_on_a_virtual_gpu_is_the_built_in_timeline_and_says_so(
        self, script: Script
    ) -> None:
        path = script("import torch\ntorch.ones(4, device='cuda')\n")
        record = profile_target(path, device=DEVICE, options=Options(nsys=True)).record
        assert "aten::fill_" in {one.name for one in record.operators}
        assert record.notes == ("nsys needs a real GPU: this is the built-in timeline",)

    def test_a_schedule_that_is_never_reached_is_a_note(self, script: Script) -> None:
        options = Options(schedule=Schedule(wait=5))
        record = profile_target(script("print(1)"), device=DEVICE, options=options).record
        assert "no step of the schedule was reached" in record.notes[0]

    def test_a_crash_keeps_what_was_gathered_and_the_exit_code(
        self, script: Script, capsys
    ) -> None:
        path = script("import torch\nx = torch.ones(64, device='cuda')\n1 / 0\n")
        record = profile_target(path, device=DEVICE).record
        assert record.exit_code == 1
        assert "aten::fill_" in {one.name for one in record.operators}
        assert "ended with exit code 1" in record.notes[0]
        assert "ZeroDivisionError" in capsys.readouterr().err

    def test_an_interrupt_keeps_what_was_gathered(self, script: Script, capsys) -> None:
        path = script("import torch\nx = torch.ones(64, device='cuda')\nraise KeyboardInterrupt\n")
        record = profile_target(path, device=DEVICE).record
        assert record.exit_code == 130
        assert "aten::fill_" in {one.name for one in record.operators}

    def test_the_host_runs_ahead_of_the_device(self, script: Script) -> None:
        path = script(
            "import torch\nx = torch.ones(2048, 2048, device='cuda')\n"
            "for _ in range(10): y = x @ x\n"
        )
        spans = profile_target(path, device=DEVICE).spans
        work = [span for span in spans if "gemm" in span.name and span.lane == "device"]
        late = [span.start_us - (span.submitted_us or 0) for span in work]
        assert late[-1] > late[0] + 5 * work[0].duration_us


class TestSynchronisation:
    """A training loop that prints its loss, and the same one without."""

    LOOPS = Path(__file__).parent.parent / "scripts"

    @pytest.fixture
    def loop(self) -> Callable[[str], ProfileResult]:
        options = Options(schedule=Schedule(wait=2, active=3, repeat=1), steady=True)

        def profile(name: str) -> ProfileResult:
            # Its host is faster than this GPU: without a print it runs ahead.
            return profile_target(str(self.LOOPS / name), device="virtual:a100", options=options)

        return profile

    @pytest.mark.slow
    def test_the_print_is_found_and_without_it_the_device_is_kept_busy(self, loop) -> None:
        printing, quiet = loop("loop_that_prints.py"), loop("loop_that_does_not_print.py")
        (sync,) = printing.record.syncs
        path = self.LOOPS / "loop_that_prints.py"
        line = 1 + path.read_text().splitlines().index("    print(step, loss)")
        assert (sync.kind, sync.source) == ("print", f"{path}:{line}")
        assert "loss.detach()" in sync.fix
        assert sync.count % 3 == 0  # turning one tensor into text waits several times
        assert quiet.record.syncs == ()
        # Each print waits for nearly all that its step has queued.
        work = quiet.record.use.busy_ms
        assert 0.6 * work < sync.waited_ms < work
        idle = [one.record.use.span_ms - one.record.use.busy_ms for one in (printing, quiet)]
        assert idle[1] < 0.5 * idle[0]
        assert sync.source in {i.source for i in printing.record.use.idle if i.cause == "wait"}
        assert quiet.record.use.ahead_ms > 2 * printing.record.use.ahead_ms

    def test_the_table_says_where_and_what_to_write_instead(self, script: Script) -> None:
        path = script(
            "import torch\n"
            "weight = torch.ones(64, 64, device='cuda', requires_grad=True)\n"
            "for step in range(3):\n"
            "    loss = (weight @ weight).sum()\n"
            "    print(step, loss)\n"
        )
        shown = " ".join(profile_target(path, device=DEVICE).table().split())
        assert "script.py:5: a tensor is printed" in shown
        assert "instead: collect loss.detach() in a list" in shown


class TestSteady:
    """A profile whose host times are computed."""

    LOOP = """
import torch
x = torch.ones(64, 64, device="cuda")
for step in range(20):
    words = [f"{i}" for i in range(100)]
    x = x @ x
    print(sorted(words)[0], x.sum().item())
"""

    @pytest.mark.long("two processes, which is what it is about")
    def test_two_profiles_are_the_same_to_the_bit(self, script: Script, tmp_path: Path) -> None:
        """Each in a process of its own, as a first profile leaves modules and caches behind."""
        path, records = script(self.LOOP), list[Profile]()
        for name in ("first.json", "second.json"):
            words = ["profile", "--steady", "--device", "virtual:h200", "--json"]
            command = [sys.executable, "-m", "kernelscope", *words, str(tmp_path / name), path]
            subprocess.run(command, check=True, capture_output=True, timeout=300)
            records.append(load(tmp_path / name))
        first, second = records
        assert first.spans == second.spans
        assert first.operators == second.operators
        (note,) = first.notes
        assert "steady" in note
        assert "not measured" in note

    def test_a_profile_inside_a_script_follows_the_scripts_clock(self) -> None:
        with pretend_cuda(virtual_gpu("h200")), pytest.raises(UsageError, match="run --steady"):
            profile("", lambda: None, steady=True)


class TestNames:
    """What the word after the command means."""

    @pytest.mark.parametrize("name", ["cdist", "gelu"])
    def test_a_name_that_is_also_a_file_is_refused_with_how_to_say_either(
        self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / name).touch()
        with pytest.raises(UsageError, match=rf"write \./{name} for the file"):
            profilable(name)
        assert profilable(f"./{name}") == PythonFile(f"./{name}")

    def test_only_a_script_takes_arguments(self) -> None:
        with pytest.raises(UsageError, match=r"takes no arguments \(got: --fast\)"):
            profile_target("cdist", ["--fast"], device=DEVICE)

    def test_only_an_operation_has_cases(self) -> None:
        with pytest.raises(UsageError, match="only an operation has cases"):
            profile_target("cdist", device=DEVICE, options=Options(case="n=3"))

    def test_an_unknown_example_names_the_known_ones(self) -> None:
        with pytest.raises(UsageError, match="add-2048"):
            profile_target("example:nap", device=DEVICE)


class TestFiles:
    """What is written."""

    def test_the_record_comes_back_and_names_its_trace(self, script: Script, tmp_path) -> None:
        result = profile_target(script(LOOP), device=DEVICE)
        record, trace = tmp_path / "deep" / "p.json", tmp_path / "deep" / "p.trace.json"
        written = result.written(trace=trace, record=record)
        assert load(record) == written.record
        data = json.loads(record.read_text())
        assert data["trace"] == str(trace)
        operator = data["operators"][0]
        assert operator.keys() >= {"name", "calls", "shapes", "cpu_ms", "device_ms"}
        assert isinstance(operator["device_ms"], float)
        slices = [e for e in json.loads(trace.read_text())["traceEvents"] if e["ph"] == "X"]
        assert len(slices) == len(result.spans)

    def test_a_folder_gets_all_of_it(self, tmp_path: Path) -> None:
        options = Options(with_stack=True)
        result = profile_target("add-2048", device=DEVICE, options=options)
        result.written(folder=tmp_path)
        names = {path.name for path in tmp_path.iterdir()}
        kinds = ("json", "html", "trace.json", "txt", "timeline.svg", "stacks.svg", "stacks.txt")
        assert names == {f"add-2048.{kind}" for kind in kinds}

    def test_stacks_that_were_not_asked_for_cannot_be_written(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="no stacks"):
            profile_target("sleep", device=DEVICE).to_stacks(tmp_path / "s.svg")


def test_an_import_between_kernels_is_named_and_not_held_against_the_host(
    script: Script, tmp_path: Path
) -> None:
    (tmp_path / "slow_to_import.py").write_text("import time; time.sleep(0.3)")
    path = script(
        """
import torch
x = torch.ones(1 << 24, device="cuda")
for _ in range(5):
    x.mul_(2)
import slow_to_import
for _ in range(5):
    x.mul_(2)
"""
    )
    result = profile_target(path, device=DEVICE)
    (named,) = [s for s in result.spans if s.kind == "import" and "slow" in s.name]
    assert (named.name, named.lane) == ("import slow_to_import", "range")
    assert named.duration_us == pytest.approx(3e5, rel=0.1)
    assert result.record.use is not None
    assert result.record.use.idle[0].cause == "import"
    assert "host-bound" not in {finding.rule for finding in result.record.findings}


def test_what_a_compiler_does_on_the_device_is_no_finding(script: Script) -> None:
    """`COMPILED` ran nine products and a blocking copy there, which were said to be one kernel."""
    compiled = profile_target(script(COMPILED), device=DEVICE).record
    by_hand = profile_target(script(COMPILED + "backend(None, ())\n"), device=DEVICE).record
    rules = {finding.rule for finding in compiled.findings}
    assert "unfused-operators" not in rules
    assert not compiled.syncs
    assert "unfused-operators" in {finding.rule for finding in by_hand.findings}
    assert [sync.kind for sync in by_hand.syncs] == ["blocking-copy"]
