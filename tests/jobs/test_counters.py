"""`kernelscope profile --counters`: on the virtual GPU, and with a stand-in for `ncu`."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from kernelscope.devices.resolve import Device  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import virtual_gpu  # noqa: E402
from kernelscope.errors import UsageError  # noqa: E402
from kernelscope.hardware import gpu  # noqa: E402
from kernelscope.jobs import counted_call, counters  # noqa: E402
from kernelscope.jobs.counters import count_target  # noqa: E402
from kernelscope.jobs.profile import (  # noqa: E402
    Options,
    ProfileResult,
    result_of,
)
from kernelscope.jobs.runs import NamedCall  # noqa: E402
from kernelscope.profiling.captured import Captured  # noqa: E402
from kernelscope.profiling.counters import sections as at  # noqa: E402
from kernelscope.quantity import Quantity  # noqa: E402
from kernelscope.report.profile import counters as view  # noqa: E402
from kernelscope.report.tables import plain  # noqa: E402
from profiling.ncu_reports import DENIED, stand_in  # noqa: E402

OTHERS = ("naive", "torch", "compile", "triton", "numba")
SECTORS = at.GLOBAL.format("sectors", "ld")


@pytest.mark.triton
@pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")
class TestVirtual:
    """Counted, computed and estimated."""

    def test_the_square_study_counts_in_proportion_to_its_grid(self) -> None:
        found = count_target("square-grids", device="virtual:h200").record.kernels
        assert [one.grid for one in found] == [(n, 1, 1) for n in (1, 8, 64, 512)]
        assert [one.metrics[SECTORS].value for one in found] == [n * 512 for n in (1, 8, 64, 512)]
        assert {one.metrics[SECTORS].provenance for one in found} == {"counted"}
        times = [one.metrics[at.DURATION].value for one in found]
        assert times == sorted(times)
        # 512 times the work takes far less than 512 times as long: one block leaves 131 SMs idle.
        assert times[3] < 10 * times[0]
        memory = [one.metrics[at.MEMORY].value for one in found]
        assert memory == sorted(memory)
        assert memory[3] > 50 * memory[0]

    def test_an_operations_kernels_carry_their_implementation(self) -> None:
        options = Options(case="n=64")
        record = count_target("square", device="virtual:h200", options=options).record
        found = {one.implementation: one for one in record.kernels}
        assert {"triton", "cuda", "compile"} <= set(found)
        assert found["cuda"].kernel == "square"
        assert found["cuda"].demangled.startswith("void square<float>(")
        assert found["cuda"].block == (16, 16, 1)
        (note,) = (note for note in record.notes if "PyTorch's own kernels" in note)
        assert "(naive, torch)" in note

    def test_a_script_that_fails_keeps_what_ran(self, tmp_path: Path) -> None:
        script = tmp_path / "script.py"
        script.write_text(
            "import torch\n"
            "from kernelscope.operations.square import square_triton\n"
            "square_triton(torch.ones(4, 256, device='cuda'))\n"
            "raise SystemExit(5)\n"
        )
        record = count_target(str(script), device="virtual:h200").record
        assert record.exit_code == 5
        assert [one.kernel for one in record.kernels] == ["square_kernel"]
        assert any("exit code 5" in note for note in record.notes)


@pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")
def test_the_watched_program_compiles_unwatched_and_calls_once_watched(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each implementation but those already begun, in a range of its name; one fails alone."""
    log = tmp_path / "log.txt"
    ours = counted_call.calls_of
    broken = NamedCall("broken", _fails)
    monkeypatch.setattr(counted_call, "calls_of", lambda *a: lambda: [broken, *ours(*a)()])
    marks: list[tuple[str, int]] = []
    session = virtual_gpu("h200")
    with pretend_cuda(session):
        for name in ("start", "stop"):
            monkeypatch.setattr(
                torch.cuda.profiler, name, lambda n=name: marks.append((n, len(session.launches)))
            )
        names: list[str] = []
        monkeypatch.setattr(
            torch.cuda.nvtx, "range", lambda name: names.append(name) or nullcontext()
        )
        counted_call.main("square", "n=64", str(log), *OTHERS)
    assert names == ["kernelscope<cuda>"]
    assert marks[1:] == [("start", 1), ("stop", 2)]
    assert log.read_text().splitlines() == ["broken", "failed: ValueError: never", "cuda"]


def _fails(*_: object) -> None:
    raise ValueError("never\nand more")


def test_arguments_are_a_scripts() -> None:
    with pytest.raises(UsageError, match="takes no arguments"):
        count_target("square-grids", ["--fast"], device="virtual")


class TestNsightCompute:
    """On a GPU, with a stand-in for the program; PyTorch's own profile is a stand-in too."""

    @pytest.fixture(autouse=True)
    def _gpu(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        where = Device("cuda", "cuda", gpu("h200"))
        monkeypatch.setattr(counters, "resolve", lambda _: where)
        monkeypatch.setattr("kernelscope.jobs.environment.describe_cuda", dict)

        def profiled(target: str, *_: object, **__: object) -> ProfileResult:
            return result_of(str(target), where, Captured(notes=("by PyTorch's profiler",)))

        monkeypatch.setattr(counters, "profile_target", profiled)
        monkeypatch.setattr(counters, "_on_virtual_gpu", lambda *_: ())
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    def test_all_implementations_run_under_it_in_one_process(self, tmp_path: Path) -> None:
        asked = stand_in(tmp_path)
        record = count_target("square", options=Options(case="n=64")).record
        (words,) = (line.split() for line in asked.read_text().splitlines())
        assert words[-3:-1] == ["square", "n=64"]
        assert words[words.index("--profile-from-start") + 1] == "off"
        assert words[words.index("--target-processes") + 1] == "application-only"
        assert "--nvtx" in words
        assert [one.implementation for one in record.kernels] == ["cuda", ""]
        assert record.kernels[0].source == "Nsight Compute"

    def test_one_that_takes_the_process_down_leaves_the_others(self, tmp_path: Path) -> None:
        asked = stand_in(tmp_path, names=("naive", "torch", "compile"), crashes_at="torch", code=9)
        record = count_target("square").record
        first, second = (line.split() for line in asked.read_text().splitlines())
        assert first[-2:][0] == "square"
        assert second[-2:] == ["naive", "torch"]  # begun before, and left out
        assert len(record.kernels) == 4
        assert any(
            note.startswith("torch: under Nsight Compute it ended with 9") for note in record.notes
        )

    def test_the_rules_look_at_what_was_measured(self, tmp_path: Path) -> None:
        """Both throughputs are low; and the kernel's share is by the measured time."""
        stand_in(tmp_path)
        record = count_target("square").record
        named = {one.rule: one for one in record.findings}
        assert named["latency-bound"].provenance == "measured"
        assert [one.time_us for one in record.launches] == [
            Quantity(5.824, "us", "measured"),
            Quantity(2.144, "us", "measured"),
        ]
        assert "latency-bound" in plain(view.renderable(record, 100), 100)

    def test_a_scripts_arguments_and_exit_code_are_its_own(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = stand_in(tmp_path, code=4)
        monkeypatch.chdir(tmp_path)
        (tmp_path / "train.py").touch()
        record = count_target("train.py", ["--epochs", "3"]).record
        words = asked.read_text().split()
        assert words[-3:] == ["train.py", "--epochs", "3"]
        assert words[words.index("--target-processes") + 1] == "all"
        assert record.exit_code == 4

    def test_where_it_is_refused_pytorchs_profiler_follows_and_the_reason_stays(
        self, tmp_path: Path
    ) -> None:
        stand_in(tmp_path, log=DENIED, report=False)
        record = count_target("square/cuda").record
        assert any("ERR_NVGPUCTRPERM" in note for note in record.notes)
        assert "by PyTorch's profiler" in record.notes


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
class TestReal:
    """What a real GPU says, by Nsight Compute or by CUPTI."""

    def test_the_table_of_the_square_study(self) -> None:
        record = count_target("square-grids", device="cuda").record
        assert [one.grid[0] for one in record.kernels] == [1, 8, 64, 512]
        assert all(one.metrics[at.DURATION].provenance == "measured" for one in record.kernels)
        sectors = [one.metrics[SECTORS].value for one in record.kernels]
        assert sectors == [n * 512 for n in (1, 8, 64, 512)]

    def test_what_ncu_measures_is_in_every_section(self) -> None:
        from kernelscope.profiling.counters import ncu

        if ncu.refusal():
            pytest.skip(ncu.refusal())
        (one,) = count_target("square/cuda", device="cuda").record.kernels
        assert one.source == "Nsight Compute"
        assert one.kernel == "square"
        for metric in (at.COMPUTE, at.MEMORY, at.L2_HITS, at.ACHIEVED, at.LATENCY, at.STALLS[0]):
            assert one.metrics[metric].provenance == "measured"

    def test_without_ncu_the_time_is_cuptis_and_the_counts_the_virtual_gpus(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kernelscope.profiling.counters.ncu.refusal", lambda: "not today")
        record = count_target("square/cuda", device="cuda").record
        (one,) = record.kernels
        assert (one.source, one.source_of(SECTORS)) == ("CUPTI", "virtual GPU")
        assert one.metrics[at.DURATION].provenance == "measured"
        assert "not today" in record.notes
