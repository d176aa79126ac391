"""`torch.profiler` in an unmodified script under `kernelscope run`, with no GPU."""

from __future__ import annotations

import gc
import io
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from kernelscope.jobs.run import run  # noqa: E402
from truth.operators import compare  # noqa: E402
from truth.operators.compare import lines  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")
Script = Callable[[str], Any]

H200 = {
    row["name"]: row["activities"]
    for row in lines(Path(compare.__file__).with_name("operators_h200.jsonl.gz"))
    if "activities" in row
}
BEGIN = """
import json, torch
from torch.profiler import ProfilerActivity, profile, record_function, schedule
BOTH = [ProfilerActivity.CPU, ProfilerActivity.CUDA]
x = torch.randn(64, 64, device="cuda")

def shown(prof):
    return [
        dict(name=e.name, device=str(e.device_type).rpartition(".")[2], begin=e.time_range.start,
             end=e.time_range.end, kernels=[(k.name, k.duration) for k in e.kernels],
             parent=e.cpu_parent.name if e.cpu_parent else None, annotation=e.is_user_annotation,
             shapes=[list(s) for s in e.input_shapes or []], stack=list(e.stack or []),
             memory=e.device_memory_usage, flops=e.flops,
             python=getattr(e, "is_python_function", False))  # not in PyTorch 2.11
        for e in prof.events()
    ]
"""


@pytest.fixture(autouse=True, scope="module")
def _others_collected() -> Iterator[None]:
    """What other tests left would be freed while a script's memory is watched.

    It is searched once: a search of all that a process of tests holds takes a second.
    """
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Script:
    """Runs a script in this process; what it prints last is JSON, and the result."""
    monkeypatch.chdir(tmp_path)

    def run_it(text: str) -> Any:
        path = tmp_path / "script.py"
        path.write_text(BEGIN + textwrap.dedent(text))
        out = io.StringIO()
        gc.collect()  # what the script before left
        with redirect_stdout(out):
            assert run(str(path), device="virtual:h200").record.exit_code == 0
        return json.loads(out.getvalue().strip().splitlines()[-1])

    return run_it


def named(events: list[Any], name: str, device: str = "CPU") -> list[Any]:
    return [e for e in events if e["name"] == name and e["device"] == device]


class TestEvents:
    """What `events()` has: PyTorch's operators on the host, the kernels on the device."""

    def test_an_operator_has_its_kernel_its_launch_and_its_parents(self, script: Script) -> None:
        events = script("""
            layer = torch.nn.Linear(64, 64, device="cuda")
            with profile(activities=BOTH, record_shapes=True, with_flops=True) as prof:
                with record_function("forward"):
                    layer(x)
            print(json.dumps(shown(prof)))
        """)
        (addmm,) = named(events, "aten::addmm")
        (launch,) = named(events, "cudaLaunchKernel")
        (kernel,) = [e for e in events if e["device"] == "CUDA" and not e["annotation"]]
        (linear,) = named(events, "aten::linear")
        assert (launch["parent"], addmm["parent"]) == ("aten::addmm", "aten::linear")
        assert linear["parent"] == "forward"
        assert addmm["shapes"][:3] == [[64], [64, 64], [64, 64]]
        assert addmm["flops"] == 2 * 64**3
        assert addmm["kernels"] == [[kernel["name"], kernel["end"] - kernel["begin"]]]
        assert addmm["begin"] < launch["begin"] <= kernel["begin"] < kernel["end"]
        assert launch["end"] <= addmm["end"]
        (annotation,) = named(events, "forward", "CUDA")
        assert annotation["annotation"]
        assert (annotation["begin"], annotation["end"]) == (kernel["begin"], kernel["end"])

    def test_times_are_those_that_the_scripts_own_clocks_show(self, script: Script) -> None:
        told = script("""
            import time
            a = torch.randn(2048, 2048, device="cuda")
            a @ a
            torch.cuda.synchronize()
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            with profile(activities=BOTH) as prof:
                with record_function("first"):
                    torch.cuda.synchronize()
                with record_function("all"):
                    before = time.perf_counter()
                    begin.record(); a @ a; end.record()
                    torch.cuda.synchronize()
                    wall = time.perf_counter() - before
            print(json.dumps([shown(prof), begin.elapsed_time(end) * 1e3, wall * 1e6]))
        """)
        events, by_event, wall = told
        (kernel,) = [e for e in events if e["device"] == "CUDA" and "gemm" in e["name"]]
        (whole,) = named(events, "all")
        assert kernel["end"] - kernel["begin"] == pytest.approx(by_event, abs=60)
        assert whole["end"] - whole["begin"] == pytest.approx(wall, rel=0.2)
        assert wall < 2000  # the CPU of this machine needs far longer for it

    def test_backward_of_a_network_is_under_autograds_own_functions(self, script: Script) -> None:
        events = script("""
            model = torch.nn.Sequential(torch.nn.Linear(64, 8), torch.nn.ReLU()).to("cuda")
            with profile(activities=BOTH) as prof:
                model(x).sum().backward()
            print(json.dumps(shown(prof)))
        """)
        (relu,) = named(events, "aten::threshold_backward")
        assert relu["parent"] == "ReluBackward0"
        (product,) = named(events, "aten::mm")
        assert product["parent"] == "AddmmBackward0"
        assert len(named(events, "aten::add_")) == 0
        kernels = [e["name"] for e in events if e["device"] == "CUDA"]
        fills = kernels.count("Memset (Device)")
        assert fills == len(named(events, "cudaMemsetAsync"))
        assert len(kernels) - fills == len(named(events, "cudaLaunchKernel"))
        # The emulation of these operators takes views of its own, and detaches tensors.
        assert not named(events, "aten::detach_")
        assert all(e["parent"] != "aten::mm" for e in named(events, "aten::as_strided"))

    def test_composed_operators_show_what_they_are_composed_of(self, script: Script) -> None:
        events = script("""
            import torch.nn.functional as F
            with profile(activities=BOTH) as prof:
                F.softmax(x + x, dim=-1)
                F.gelu(x + x)
                torch.cdist(x, x)
            print(json.dumps(shown(prof)))
        """)
        (softmax,) = named(events, "aten::_softmax")
        assert softmax["parent"] == "aten::softmax"
        assert len(softmax["kernels"]) == 1
        (product,) = named(events, "aten::mm")
        assert product["parent"] == "aten::matmul"
        assert len(named(events, "aten::add")) == 2
        (gelu,) = named(events, "aten::gelu")
        assert len(gelu["kernels"]) == 1

    def test_waits_and_copies_are_cudas_own_functions(self, script: Script) -> None:
        events = script("""
            event = torch.cuda.Event()
            with profile(activities=BOTH) as prof:
                x.sum().item()
                torch.nonzero(x)
                torch.ones(4).to("cuda")
                torch.cuda.current_stream().synchronize()
                event.record(); event.synchronize()
                torch.cuda._sleep(1_000_000)
            print(json.dumps(shown(prof)))
        """)
        waits = [e["parent"] for e in named(events, "cudaStreamSynchronize")]
        assert waits == ["aten::_local_scalar_dense", "aten::nonzero", "aten::copy_", None]
        assert len(named(events, "cudaEventSynchronize")) == 1
        copies = [copy["parent"] for copy in named(events, "cudaMemcpyAsync")]
        assert copies == ["aten::_local_scalar_dense", "aten::nonzero", "aten::copy_"]
        assert len(named(events, "Memcpy HtoD (Pageable -> Device)", "CUDA")) == 1
        (last,) = named(events, "cudaDeviceSynchronize")  # the profiler's own, as on a GPU
        (spin,) = [e for e in events if "spin_kernel" in e["name"]]
        assert last["end"] >= spin["end"]
        assert spin["end"] - spin["begin"] == pytest.approx(1e6 / 1980, rel=0.01)  # 1,980 MHz

    def test_memory_belongs_to_the_operator_that_allocated(self, script: Script) -> None:
        events = script("""
            with profile(activities=BOTH, profile_memory=True) as prof:
                y = x + x
                z = torch.empty(1 << 20, device="cuda")
                del y
                torch.ones(128, device="cuda")
            print(json.dumps(shown(prof)))
        """)
        (add,) = named(events, "aten::add")
        empty = named(events, "aten::empty")
        freed = [e["memory"] for e in named(events, "[memory]") if e["memory"]]
        assert (add["memory"], [e["memory"] for e in empty]) == (64 * 64 * 4, [4 << 20, 512])
        assert sum(freed) in (-64 * 64 * 4, -64 * 64 * 4 - 512)

    def test_the_timeline_of_memory_adds_up_to_what_tensors_hold(self, script: Script) -> None:
        held, raw, (begin, end) = script("""
            import gzip, warnings
            warnings.simplefilter("ignore", FutureWarning)
            model = torch.nn.Linear(64, 1024, device="cuda")
            held = [torch.cuda.memory_allocated()]
            with profile(activities=BOTH, profile_memory=True, record_shapes=True,
                         with_stack=True) as prof:
                model(x[:8]).sum().backward()  # its result is smaller than its weight
                y = torch.empty(1 << 20, device="cuda")
                held.append(torch.cuda.memory_allocated())
                del y
                x + 1
            prof.export_memory_timeline("memory.raw.json.gz")
            raw = json.load(gzip.open("memory.raw.json.gz"))
            prof.export_memory_timeline("memory.json")
            prof.export_chrome_trace("trace.json")
            trace = json.load(open("trace.json"))
            base = trace["baseTimeNanoseconds"]
            times = [base + 1e3 * e["ts"] for e in trace["traceEvents"] if e.get("cat") == "cpu_op"]
            print(json.dumps([held, raw, [min(times), max(times)]]))
        """)
        sums: dict[int, int] = {}
        total = 0
        for moment, action, size, _ in raw:
            assert moment == -1 or begin - 1000 <= moment <= end + 1000
            total += -abs(size) if action == 4 else size
            sums[moment] = total
        assert sums[-1] == held[0]
        assert max(sums.values()) == held[1]
        parameter, gradient = 0, 5  # by the order of PyTorch's colours
        categories = [category for _, _, size, category in raw if size == 64 * 1024 * 4]
        assert (categories.count(parameter), categories.count(gradient)) == (1, 1)


class TestActivities:
    """Every choice of what to record."""

    def test_the_device_alone_has_kernels_and_calls_but_no_operators(self, script: Script) -> None:
        events = script("""
            with profile(activities=[ProfilerActivity.CUDA]) as prof:
                x + x
            print(json.dumps(shown(prof)))
        """)
        on_host = [e["name"] for e in events if e["device"] == "CPU"]
        assert on_host == ["cudaLaunchKernel", "cudaDeviceSynchronize"]
        assert len(events) == 3

    def test_the_host_alone_has_operators_on_the_virtual_clock(self, script: Script) -> None:
        events, table = script("""
            a = torch.randn(2048, 2048, device="cuda")
            with profile(activities=[ProfilerActivity.CPU]) as prof:
                a @ a
            print(json.dumps([shown(prof), prof.key_averages().table()]))
        """)
        assert {e["name"] for e in events} == {"aten::matmul", "aten::mm"}
        (product,) = named(events, "aten::mm")
        assert product["end"] - product["begin"] < 1000
        assert "CUDA" not in table

    def test_without_a_word_both_are_recorded(self, script: Script) -> None:
        events = script("""
            with profile() as prof:
                x + x
            print(json.dumps(shown(prof)))
        """)
        assert {e["device"] for e in events} == {"CPU", "CUDA"}

    def test_the_profiler_without_kineto_gives_operators_their_device_time(
        self, script: Script
    ) -> None:
        table, total = script("""
            a = torch.randn(4096, 4096, device="cuda")
            with torch.autograd.profiler.profile(use_device="cuda") as prof:
                a @ a
            averages = prof.key_averages()
            mm = next(e for e in averages if e.key == "aten::mm")
            print(json.dumps([averages.table(sort_by="cuda_time_total"), mm.device_time_total]))
        """)
        assert "Self CUDA" in table
        assert 2 * 4096**3 / 67e12 * 1e6 <= total < 10_000  # 67 TFLOP/s of fp32 at the most

    def test_ranges_for_nsight_change_nothing(self, script: Script) -> None:
        assert script("""
            with torch.cuda.profiler.profile(), torch.autograd.profiler.emit_nvtx():
                with torch.cuda.nvtx.range("part"):
                    torch.cuda.nvtx.mark("here")
                    y = x + x
            print(json.dumps((y == 2 * x).all().item()))
        """)


class TestViews:
    """PyTorch's own views of it."""

    def test_the_table_has_the_columns_of_a_gpus(self, script: Script) -> None:
        table = script("""
            with profile(activities=BOTH) as prof:
                x + x
            print(json.dumps(prof.key_averages().table(sort_by="cuda_time_total", row_limit=10)))
        """)
        header = table.splitlines()[1]
        columns = [column.strip() for column in header.split("  ") if column.strip()]
        assert columns == [
            *("Name", "Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg"),
            *("Self CUDA", "Self CUDA %", "CUDA total", "CUDA time avg", "# of Calls"),
        ]
        assert "Self CUDA time total" in table

    def test_stacks_begin_in_the_script_and_have_no_frame_of_ours(self, script: Script) -> None:
        events, folded = script("""
            from torch._C._profiler import _ExperimentalConfig
            model = torch.nn.Linear(64, 64, device="cuda")
            def inner():
                return model(x)
            with profile(activities=BOTH, with_stack=True, with_modules=True,
                         experimental_config=_ExperimentalConfig(verbose=True)) as prof:
                for _ in range(4):
                    with record_function("part"):
                        inner()
            prof.export_stacks("stacks.txt", "self_cuda_time_total")
            print(json.dumps([shown(prof), open("stacks.txt").read()]))
        """)
        assert "kernelscope" not in json.dumps(events).replace("script.py", "")
        addmm = named(events, "aten::addmm")[0]
        functions = [entry.rpartition(": ")[2] for entry in addmm["stack"]]
        assert functions[-2:] == ["inner", "<module>"]
        assert "nn.Module: Linear_0" in addmm["stack"]
        assert all("script.py(" in line.partition(";")[0] for line in folded.splitlines())
        assert len(folded.splitlines()) == 4

    def test_the_chrome_trace_links_each_kernel_with_its_launch(self, script: Script) -> None:
        trace, events = script("""
            with profile(activities=BOTH, record_shapes=True) as prof:
                with record_function("part"):
                    x + x
                prof.add_metadata("written by", "a test")
            prof.export_chrome_trace("trace.json")
            print(json.dumps([json.load(open("trace.json")), shown(prof)]))
        """)
        (kernel,) = [e for e in trace["traceEvents"] if e.get("cat") == "kernel"]
        operator = next(e for e in trace["traceEvents"] if e["name"] == "aten::add" and e["pid"])
        calls = [e for e in trace["traceEvents"] if e.get("cat") == "cuda_runtime"]
        (launch,) = [e for e in calls if e["name"] == "cudaLaunchKernel"]
        assert kernel["args"]["correlation"] == launch["args"]["correlation"]
        assert kernel["args"]["External id"] == operator["args"]["External id"]
        flows = {e["ph"]: e["ts"] for e in trace["traceEvents"] if e.get("cat") == "ac2g"
                 and e["id"] == launch["args"]["correlation"]}  # fmt: skip
        assert flows == {"s": launch["ts"], "f": kernel["ts"]}
        assert operator["args"]["Input Dims"][:2] == [[64, 64], [64, 64]]
        assert trace["written by"] == "a test"
        assert trace["deviceProperties"][0]["name"].startswith("NVIDIA H200")
        (add,) = named(events, "aten::add")
        assert operator["dur"] == pytest.approx(add["end"] - add["begin"], abs=0.01)

    def test_pytorchs_writer_in_python_is_refused_in_one_line(self, script: Script) -> None:
        message = script("""
            with profile(activities=BOTH) as prof:
                x + x
            try:
                prof.export_chrome_trace("trace.json", use_python_export=True)
            except Exception as error:
                print(json.dumps(str(error)))
        """)
        assert message.endswith("leave use_python_export out")

    def test_a_profile_that_is_never_stopped_ends_with_the_script(self, script: Script) -> None:
        assert script("""
            prof = profile(activities=BOTH)
            prof.start()
            x + x
            print(json.dumps(torch.autograd._profiler_enabled()))
        """)
        assert not torch.autograd._profiler_enabled()

    def test_cycles_of_a_schedule_are_written_one_by_one(self, script: Script) -> None:
        steps, files, last = script("""
            import os
            from torch.profiler import tensorboard_trace_handler
            seen = []
            write = tensorboard_trace_handler("traces")
            def ready(prof):
                seen.append([e["name"] for e in shown(prof) if "ProfilerStep" in e["name"]])
                write(prof)
            plan = schedule(skip_first=1, wait=1, warmup=1, active=2, repeat=2)
            with profile(activities=BOTH, schedule=plan, on_trace_ready=ready) as prof:
                for _ in range(10):
                    x + x
                    prof.step()
            kernels = [e for e in shown(prof) if "elementwise_kernel" in e["name"]]
            print(json.dumps([seen, os.listdir("traces"), len(kernels)]))
        """)
        assert [len(names) for names in steps] == [4, 4]  # two steps, on the host and on the device
        assert set(steps[0]) == {"ProfilerStep*"}
        assert (len(files), last) == (2, 2)
        assert all(file.endswith(".pt.trace.json") for file in files)


class TestOtherKernels:
    """Kernels that are not PyTorch's own."""

    def test_pytorchs_kernels_have_the_names_that_an_h200_shows(self, script: Script) -> None:
        """In order, as recorded for each alone; operators with one template are rows apart."""
        shown, keys = script("""
            a, b = torch.randn(4096, 1024, device="cuda"), torch.randn(4096, 1024, device="cuda")
            c = torch.randn(128, 128, device="cuda")
            with profile(activities=BOTH) as prof:
                torch.nn.functional.gelu(a + b).softmax(-1)
                c @ c
            kernels = [e.name for e in prof.events() if str(e.device_type).endswith("CUDA")]
            print(json.dumps([kernels, [row.key for row in prof.key_averages()]]))
        """)
        calls = (
            "pointwise/add 4096x4096",
            "pointwise/gelu 4096x4096",
            "softmax/softmax 4096x1024",
            "product/matmul 128x128x128",
        )
        recorded = [H200[f"{call} fp32"][0]["name"] for call in calls]
        assert shown == recorded
        assert set(recorded) <= set(keys)

    def test_a_triton_kernel_has_its_name(self, script: Script) -> None:
        pytest.importorskip("triton")
        events = script("""
            import triton, triton.language as tl
            @triton.jit
            def double(x, y, B: tl.constexpr):
                i = tl.program_id(0) * B + tl.arange(0, B)
                tl.store(y + i, 2 * tl.load(x + i))
            y = torch.empty_like(x)
            double[(4,)](x, y, B=1024)
            with profile(activities=BOTH, with_stack=True) as prof:
                double[(4,)](x, y, B=1024)
            print(json.dumps(shown(prof)))
        """)
        (kernel,) = [e for e in events if e["device"] == "CUDA"]
        (launch,) = named(events, "cuLaunchKernelEx")
        assert kernel["name"] == "double"
        assert launch["begin"] <= kernel["begin"]
        assert "kernelscope" not in json.dumps(events)


@pytest.mark.slow  # a process that profiles, whose streams are what it is about
def test_nothing_is_on_stderr_but_our_line(tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text(
        BEGIN
        + textwrap.dedent("""
            with profile(activities=BOTH, profile_memory=True, with_stack=True) as prof:
                del x
                y = torch.ones(100_000, device="cuda")
                y + y
            prof.export_chrome_trace("trace.json")
            print(prof.key_averages().table(sort_by="cuda_time_total"))
        """)
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    code = "import sys; from kernelscope.jobs.run import run; run(sys.argv[1], device='virtual')"
    ended = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        timeout=240,
        check=False,
    )
    assert "aten::add" in ended.stdout
    (line,) = ended.stderr.splitlines()
    assert line.startswith("kernelscope: no GPU is used")


@pytest.mark.triton
class TestProton:
    """Triton's profiler."""

    def test_kernels_are_in_the_scopes_that_launched_them(self, script: Script) -> None:
        pytest.importorskip("triton")
        (root, devices), total = script("""
            import triton.profiler as proton
            with profile(activities=BOTH) as prof:
                session = proton.start("mine")
                for _ in range(2):
                    with proton.scope("outer", {"flops": 100}):
                        x @ x
                        with proton.scope("inner"):
                            x + x
                proton.deactivate(session)
                x * x
                proton.activate(session)
                proton.finalize()
            total = sum(e["end"] - e["begin"] for e in shown(prof) if "gemm" in e["name"]
                        and e["device"] == "CUDA")
            print(json.dumps([json.load(open("mine.hatchet")), total]))
        """)
        (outer,) = root["children"]
        assert (outer["frame"]["name"], outer["metrics"]) == ("outer", {"flops": 200})
        product, inner = outer["children"]
        assert product["metrics"]["count"] == 2
        assert product["metrics"]["time (ns)"] == pytest.approx(1e3 * total, abs=2)
        (kernel,) = [kernel["frame"]["name"] for kernel in inner["children"]]
        assert kernel == H200["pointwise/add 4096x4096 fp32"][0]["name"]
        assert devices["CUDA"]["0"]["arch"] == "90"

    def test_what_is_not_there_is_refused_in_one_line(self, script: Script) -> None:
        pytest.importorskip("triton")
        message = script("""
            import triton.profiler as proton
            try:
                proton.start("mine", data="trace")
            except Exception as error:
                print(json.dumps(str(error)))
        """)
        assert message == "Proton on the virtual GPU has no data 'trace': leave it at 'tree'"


class TestMemoryHistory:
    """`torch.cuda.memory._record_memory_history` and what it is read with."""

    def test_pinned_memory_is_refused(self, script: Script) -> None:
        """As PyTorch 2.15 asks for it; 2.13 has no words for that yet."""
        message = script("""
            try:
                rest = (10, False, False, False, [], True, True)
                torch._C._cuda_record_memory_history("all", "all", "all", *rest)
            except Exception as error:
                print(json.dumps(str(error)))
        """)
        assert message.endswith("leave out record_pinned_host_memory and record_cuda")

    def test_a_dump_tells_where_live_memory_was_allocated(self, script: Script) -> None:
        snapshot = script("""
            import pickle
            before = torch.ones(100, device="cuda")
            torch.cuda.memory._record_memory_history(max_entries=1000)
            def make():
                return torch.empty(1000, device="cuda")
            first = make()
            first = None
            second = make()
            torch.cuda.memory._dump_snapshot("memory.pickle")
            torch.cuda.memory._record_memory_history(enabled=None)
            unseen = make()
            dump = pickle.load(open("memory.pickle", "rb"))
            ours = [before.data_ptr(), second.data_ptr()]
            dump["segments"] = [s for s in dump["segments"] if s["address"] in ours]
            print(json.dumps(dump))
        """)
        blocks = [segment["blocks"][0] for segment in snapshot["segments"]]
        assert [(b["size"], b["requested_size"]) for b in blocks] == [(512, 400), (4096, 4000)]
        names = [[frame["name"] for frame in block["frames"]] for block in blocks]
        assert names == [[], ["make", "<module>"]]
        (entries,) = snapshot["device_traces"]
        first, second = (entry for entry in entries if entry["action"] == "alloc")
        assert second["addr"] == blocks[1]["address"]
        (freed,) = [
            entry
            for entry in entries
            if entry["action"] == "free_completed" and entry["addr"] == first["addr"]
        ]
        assert freed["size"] == first["size"] == 4096
        assert first["time_us"] <= freed["time_us"]

    def test_statistics_count_allocations_and_bytes(self, script: Script) -> None:
        before, after = script("""
            before = torch.cuda.memory_stats()
            a = torch.empty(1000, device="cuda")
            b = torch.empty(1000, device="cuda")
            del a
            print(json.dumps([before, torch.cuda.memory_stats()]))
        """)
        grown = {name: after[name] - before[name] for name in after}
        names = ("current", "allocated", "freed")
        assert [grown[f"allocated_bytes.all.{name}"] for name in names] == [4096, 8192, 4096]
        assert [grown[f"allocation.all.{name}"] for name in names] == [1, 2, 1]
