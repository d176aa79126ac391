"""Nsight Compute's report becomes counters; what stands in its way is one clear line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kernelscope.profiling.counters import ncu
from kernelscope.profiling.counters import sections as at
from profiling.ncu_reports import CRASHED, DEMANGLED, DENIED, DETAILS, RAW, stand_in

SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that comes first on PATH."""
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


class TestReport:
    """The pages of a report."""

    def test_a_launch_has_names_sizes_and_figures_in_the_registrys_units(self) -> None:
        square, gelu = ncu.read(RAW, DEMANGLED, DETAILS)
        assert (square.kernel, square.grid, square.block) == ("square", (63, 63, 1), (16, 16, 1))
        assert square.demangled == "void square<float>(const float *, float *, long, long)"
        assert square.registers == 16
        assert square.metrics[at.DRAM_READ].value == 4_012_032
        assert square.metrics[at.DURATION].value == 5_824
        assert square.metrics[SECTORS].value == 125_504
        assert {q.provenance for n, q in square.metrics.items() if n in (at.DURATION, SECTORS)} == {
            "measured"
        }
        assert (gelu.kernel, gelu.demangled, gelu.registers) == ("gelu_kernel", "gelu_kernel", None)

    def test_what_ncu_has_no_value_for_is_missing_with_the_reason(self) -> None:
        square, gelu = ncu.read(RAW, DEMANGLED, DETAILS)
        assert at.L1_HITS not in square.metrics  # "n/a"
        assert at.L1_HITS not in gelu.metrics  # "nan"
        assert at.REGISTERS not in gelu.metrics  # an empty cell
        assert at.THEORETICAL not in square.metrics  # no such column
        assert "no value" in square.missing[at.L1_HITS]
        assert "no value" in square.missing[at.THEORETICAL]

    def test_a_column_that_the_registry_does_not_know_is_left_out(self) -> None:
        assert all("future__metric" not in one.metrics for one in ncu.read(RAW, DEMANGLED, DETAILS))

    def test_the_estimated_speedup_is_the_largest_of_its_rules(self) -> None:
        square, gelu = ncu.read(RAW, DEMANGLED, DETAILS)
        gain = square.metrics[at.SPEEDUP]
        assert (gain.value, gain.provenance) == (25, "estimated")
        assert "LaunchConfiguration" in gain.note
        assert square.metrics[at.IMPROVEMENT].value == pytest.approx(0.25 * 5_824)
        assert "none of Nsight Compute's rules" in gelu.missing[at.SPEEDUP]

    def test_of_equally_good_rules_the_first_of_the_report_is_named(self) -> None:
        details = DETAILS.replace('"local","12.5"', '"local","25"')
        gain = ncu.read(RAW, DEMANGLED, details)[0].metrics[at.SPEEDUP]
        assert gain.value == 25
        assert gain.note == "Nsight Compute's rule TheoreticalOccupancy, local"

    @pytest.mark.parametrize(
        ("unit", "text", "nanoseconds"),
        [("us", "5.82", 5_820), ("msecond", "1.5", 1.5e6), ("second", "2.0e-05", 2e4)],
    )
    def test_times_in_other_units_are_nanoseconds(
        self, unit: str, text: str, nanoseconds: float
    ) -> None:
        raw = RAW.replace('"ns"', f'"{unit}"').replace('"5,824"', f'"{text}"')
        assert ncu.read(raw, raw, "")[0].metrics[at.DURATION].value == pytest.approx(nanoseconds)

    def test_a_value_in_an_unknown_unit_is_no_value(self) -> None:
        raw = RAW.replace('"ns"', '"fortnight"')
        assert at.DURATION not in ncu.read(raw, raw, "")[0].metrics

    def test_text_without_a_table_has_no_launches(self) -> None:
        assert ncu.read("==ERROR== hello\n", "", "") == ()

    @pytest.mark.parametrize(
        ("text", "value"),
        [("1,215,000.50", 1_215_000.5), ("0", 0), ("", None), ("n/a", None), (None, None)],
    )
    def test_numbers_have_commas_between_thousands(
        self, text: str | None, value: float | None
    ) -> None:
        assert ncu.number(text) == value


class TestRun:
    """The command, with a program that stands in for `ncu`."""

    def test_the_counters_of_the_table_are_asked_for_and_the_clocks_left_alone(
        self, path: Path
    ) -> None:
        asked = stand_in(path)
        found = ncu.gather(["python", "train.py"], path)
        assert [one.kernel for one in found.kernels] == ["square", "gelu_kernel"]
        words = asked.read_text().split()
        assert words[-2:] == ["python", "train.py"]
        assert words[words.index("--clock-control") + 1] == "none"
        metrics = words[words.index("--metrics") + 1].split(",")
        wanted = {name for name in at.shown() if not name.startswith("kernelscope__")}
        assert wanted | {SECTORS} <= set(metrics)
        assert not any(name.startswith("kernelscope__") for name in metrics)
        assert "WarpStateStats" in words

    def test_metrics_that_this_ncu_does_not_know_are_left_out(self, path: Path) -> None:
        asked = stand_in(path, unknown=(at.L1_HITS, at.LATENCY))
        found = ncu.gather(["true"], path)
        assert len(found.kernels) == 2
        assert found.notes == ()
        words = asked.read_text().split()
        metrics = words[words.index("--metrics") + 1].split(",")
        assert at.L2_HITS in metrics
        assert not {at.L1_HITS, at.LATENCY} & set(metrics)

    def test_a_refusal_at_run_time_says_what_to_do(self, path: Path) -> None:
        stand_in(path, log=DENIED, report=False, code=1)
        found = ncu.gather(["true"], path)
        assert found.kernels == ()
        (note,) = found.notes
        assert "ERR_NVGPUCTRPERM" in note
        assert "run as root" in note

    def test_of_a_kernel_that_fails_half_way_what_was_read_is_kept(self, path: Path) -> None:
        stand_in(path, log=CRASHED, code=9)
        found = ncu.gather(["true"], path)
        assert len(found.kernels) == 2
        assert found.notes[0] == 'Nsight Compute: Failed to profile "gelu_kernel" in process 42'
        assert found.exit_code == 9

    def test_a_program_that_fails_without_a_word_of_ncus_is_said(self, path: Path) -> None:
        stand_in(path, report=False, code=3)
        assert ncu.gather(["true"], path, quiet=True).notes == (
            "under Nsight Compute it ended with 3",
        )


class TestRefusal:
    """What is looked up before anything runs."""

    def test_no_ncu(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "")
        assert "put its `ncu` on PATH" in ncu.refusal()

    @pytest.mark.parametrize(
        ("admin_only", "user", "refused"), [(1, 1000, True), (1, 0, False), (0, 1000, False)]
    )
    def test_the_drivers_parameter_and_the_user(
        self,
        path: Path,
        monkeypatch: pytest.MonkeyPatch,
        admin_only: int,
        user: int,
        refused: bool,
    ) -> None:
        stand_in(path)
        parameters = path / "params"
        parameters.write_text(f"ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: {admin_only}\n")
        monkeypatch.setattr(os, "geteuid", lambda: user)
        told = ncu.refusal(parameters)
        assert bool(told) == refused
        assert not refused or "RmProfilingAdminOnly is 1" in told

    def test_a_driver_that_says_nothing_is_asked_by_ncu_itself(self, path: Path) -> None:
        stand_in(path)
        assert ncu.refusal(path / "none") == ""
