"""`kernelscope run`: an unmodified script for `device="cuda"`, with no GPU."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

from kernelscope.errors import UsageError
from kernelscope.jobs import run as job
from kernelscope.jobs.run import run
from kernelscope.record import Finding, ScriptRun, load

SCRIPTS = Path(__file__).parent.parent / "scripts"


@dataclass
class Outcome:
    """What a run left behind."""

    code: int
    out: str
    err: str
    record: dict[str, Any]


@pytest.fixture
def script(tmp_path: Path):
    """Writes a script; `script(text)` is its path."""

    def write(text: str) -> str:
        path = tmp_path / "script.py"
        path.write_text(text)
        return str(path)

    return write


def in_process(path: str, *argv: str, **options: Any) -> ScriptRun:
    return run(path, argv, device="virtual:h200", **options).record


def shell(folder: Path, *words: str) -> Outcome:
    """`kernelscope run` in a process of its own, in `folder`."""
    code = (
        "import sys; from kernelscope.jobs.run import run;"
        "r = run(sys.argv[1], sys.argv[2:], device='virtual:h200'); r.save('record.json');"
        "sys.exit(r.exit_code)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ended = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        timeout=240,
        check=False,
    )
    file = folder / "record.json"
    record = json.loads(file.read_text()) if file.exists() else {}
    return Outcome(ended.returncode, ended.stdout, ended.stderr, record)


def line_of(path: Path, text: str) -> int:
    return next(i for i, line in enumerate(path.read_text().splitlines(), 1) if text in line)


class TestTheScriptIsItself:
    """A script sees what it would see under `python SCRIPT`."""

    def test_it_is_main_with_its_own_arguments_and_folder(self, script, capsys) -> None:
        path = script("import sys\nprint(__name__, __file__, sys.argv, sys.path[0])\n")
        argv, folders = list(sys.argv), list(sys.path)
        record = in_process(path, "--json", "x")
        expected = f"__main__ {path} {[path, '--json', 'x']} {Path(path).parent}\n"
        assert capsys.readouterr().out == expected
        assert record.exit_code == 0
        assert (sys.argv, sys.path) == (argv, folders)

    @pytest.mark.parametrize(
        ("end", "code"),
        [("", 0), ("sys.exit()", 0), ("sys.exit(7)", 7), ("sys.exit('why')", 1), ("1/0", 1)],
    )
    def test_its_exit_code_is_its_own(self, script, end: str, code: int) -> None:
        assert in_process(script(f"import sys\n{end}\n")).exit_code == code

    def test_its_traceback_is_its_own(self, script, capsys) -> None:
        path = script(
            "import torch\ndef f():\n    torch.zeros(2, device='cuda') + torch.ones(2)\nf()\n"
        )
        assert in_process(path).exit_code == 1
        error = capsys.readouterr().err
        assert error.count("Traceback (most recent call last)") == 1
        assert f'File "{path}", line 4' in error
        assert f'File "{path}", line 3, in f' in error
        assert "kernelscope/" not in error.split("Traceback")[1].replace(path, "")
        assert error.rstrip().endswith("found at least two devices, cuda:0 and cpu!")

    @pytest.mark.slow
    def test_the_code_that_inductor_wrote_runs_as_a_script(self, script, tmp_path: Path) -> None:
        """It imports Inductor's runtime alone, not its compiler; a reset imports CUDA graphs'."""
        write = f"""
            import torch
            from torch._inductor.utils import run_and_get_code
            torch._dynamo.reset()
            x = torch.randn(64, 128, device="cuda")
            code = run_and_get_code(torch.compile(lambda x: x.softmax(-1)), x)[1][0]
            test = "y = call(get_args())[0]; assert torch.allclose(y.sum(-1), y.new_ones(64))"
            open({str(tmp_path / "written.py")!r}, "w").write(code.split("if __name__")[0] + test)
        """
        first = shell(tmp_path, script(textwrap.dedent(write)))
        assert first.code == 0, first.err
        second = shell(tmp_path, str(tmp_path / "written.py"))
        assert second.code == 0, second.err
        assert second.record["launches"][-1]["kernel"].startswith("triton_per_fused")

    def test_a_missing_script_is_one_line(self) -> None:
        with pytest.raises(UsageError, match=r"nowhere\.py: there is no such file"):
            in_process("nowhere.py")

    def test_a_folder_is_not_a_script(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="is a folder"):
            in_process(str(tmp_path))

    def test_a_syntax_error_names_its_place(self, script) -> None:
        path = script("x = 1\ny = (1 +\n")
        with pytest.raises(UsageError, match=rf"{path}:2:\d+: not valid Python"):
            in_process(path)

    def test_a_module_runs_by_its_name(self, tmp_path: Path, monkeypatch, capsys) -> None:
        (tmp_path / "some_module_to_run.py").write_text("import sys; print(__name__, sys.argv[1:])")
        monkeypatch.chdir(tmp_path)
        assert in_process("some_module_to_run", "a", module=True).exit_code == 0
        assert capsys.readouterr().out == "__main__ ['a']\n"

    def test_it_is_told_once_that_times_are_estimated(self, script, capsys) -> None:
        in_process(script("import time; time.time()\n"))
        lines = capsys.readouterr().err.splitlines()
        assert [line for line in lines if "estimated" in line] == lines
        assert len(lines) == 1
        assert "NVIDIA H200" in lines[0]

    def test_what_it_leaves_running_is_waited_for(self, script, capsys) -> None:
        path = script(
            "import threading, time, torch\n"
            "def late():\n"
            "    time.sleep(0.3)\n"
            "    print(torch.ones(2, device='cuda').sum().item())\n"
            "threading.Thread(target=late).start()\n"
        )
        assert in_process(path).exit_code == 0
        assert capsys.readouterr().out == "2.0\n"


class TestTheClock:
    """Python's clocks follow the estimate, unless they are asked not to."""

    SCRIPT = (
        "import time, torch\n"
        "x = torch.ones(1 << 26, device='cuda')\n"
        "torch.cuda.synchronize(); start = time.perf_counter()\n"
        "torch.tanh(x); torch.cuda.synchronize()\n"
        "print(time.perf_counter() - start)\n"
    )

    def test_a_synchronised_call_shows_the_gpus_time(self, script, capsys) -> None:
        record = in_process(script(self.SCRIPT))
        tanh = next(one for one in record.operators if "tanh" in one.name)
        assert tanh.time_us is not None
        assert tanh.time_us.value * 1e-6 <= float(capsys.readouterr().out)

    def test_the_real_clock_shows_this_machines(self, script, capsys) -> None:
        start = time.perf_counter()
        in_process(script(self.SCRIPT), real_clock=True)
        passed = time.perf_counter() - start
        shown = float(capsys.readouterr().out)
        assert 0.002 < shown < passed  # 512 MiB do not pass through a CPU in 2 ms


@pytest.mark.slow
@pytest.mark.triton
class TestScripts:
    """Scripts written for a GPU, each in a process of its own."""

    def test_a_vector_add_report(self, tmp_path: Path) -> None:
        path = SCRIPTS / "vector_add_report.py"
        ended = shell(tmp_path, str(path), "18", ".")
        assert ended.code == 0, ended.err
        assert (tmp_path / "vector-add.png").stat().st_size > 1000
        rows = [line.split() for line in ended.out.splitlines() if line[:1].isdigit()]
        rates = [float(row[2]) for row in rows]
        assert rates == sorted(rates)
        assert 0 < rates[0] < rates[-1] < 4814
        launches = ended.record["launches"]
        assert [one["kernel"] for one in launches[:1]] == ["add_kernel"]
        first = launches[0]
        assert first["source"] == f"{path}:{line_of(path, 'add_kernel[lambda')}"
        assert first["grid"] == [97, 1, 1]
        # 98,432 elements are 12,304 sectors of 32 bytes; two inputs
        sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
        assert first["counters"][sectors] == 2 * 98432 * 4 / 32
        assert not first["trial"]
        assert all(one["trial"] for one in launches[1:])

    def test_the_lectures_way_of_timing_shows_the_naive_gelu_lose(self, tmp_path: Path) -> None:
        # An H200: 5.3 to 5.7 in three runs (0.39 against 0.07 ms); at 4096^2 the host shows, here
        # more or less as the machine is loaded. Without it the traffic of nine kernels makes 11.
        # What the program's own Python takes counts as it runs here, so that a machine with more
        # processes than cores once made 0.8, and once 23: one of three runs must be right.
        ratios: list[float] = []
        while len(ratios) < 3 and not any(3.2 < ratio < 11 for ratio in ratios):
            ended = shell(tmp_path, str(SCRIPTS / "lecture_style.py"))
            assert ended.code == 0, ended.err
            ratios.append(float(ended.out.split()[-1]))
        assert any(3.2 < ratio < 11 for ratio in ratios), ratios

    def test_a_fused_softmax_after_the_tutorial(self, tmp_path: Path) -> None:
        ended = shell(tmp_path, str(SCRIPTS / "fused_softmax.py"))
        assert ended.code == 0, ended.err
        assert ended.out == "right True\n"

    def test_an_autotuned_matmul(self, tmp_path: Path) -> None:
        ended = shell(tmp_path, str(SCRIPTS / "autotuned_matmul.py"))
        assert ended.code == 0, ended.err
        launches = ended.record["launches"]
        assert [one["trial"] for one in launches].count(False) == 1
        assert not launches[-1]["trial"]

    def test_training_through_torch_compile(self, tmp_path: Path) -> None:
        ended = shell(tmp_path, str(SCRIPTS / "training.py"))
        assert ended.code == 0, ended.err
        assert "loss" in ended.out
        assert any(one["frontend"] == "inductor" for one in ended.record["launches"])
        record = load(tmp_path / "record.json")
        assert isinstance(record, ScriptRun)
        assert record.exit_code == 0


@pytest.mark.triton
@pytest.mark.slow
@pytest.mark.long("which module is imported first shows in a new process, which imports Inductor")
def test_graphs_of_compiled_code_are_captured_after_a_reset_of_dynamo(tmp_path: Path) -> None:
    """`torch._dynamo.reset()` imports the module of Inductor's graphs before the compiler."""
    text = textwrap.dedent(
        """
        import torch

        torch._dynamo.reset()
        compiled = torch.compile(lambda x: torch.sin(x) + 1, mode="reduce-overhead")
        x = torch.randn(64, device="cuda")
        for _ in range(3):
            y = compiled(x)
        print(torch.allclose(y, x.sin() + 1, atol=1e-6))
        """
    )
    (tmp_path / "script.py").write_text(text)
    ended = shell(tmp_path, "script.py")
    assert (ended.out.strip(), ended.code) == ("True", 0)


@pytest.mark.parametrize(
    ("call", "named"), [("torch.linalg.svd(x)", "_linalg_svd"), ("x @ x", ""), ("x.sum()", "")]
)
def test_a_factorisation_whose_time_is_not_known_is_named(
    script: Any, capsys: pytest.CaptureFixture[str], call: str, named: str
) -> None:
    """On stderr, once, at the end."""
    in_process(script(f'import torch\nx = torch.ones(8, 8, device="cuda")\n{call}\n{call}\n'))
    told = [line for line in capsys.readouterr().err.splitlines() if "lower bounds" in line]
    assert [named in line for line in told] == ([True] if named else [])


def test_findings_are_looked_for_once_and_only_if_the_record_is_read(
    script: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules may simulate launches again, which takes longer than the run."""
    finding = Finding("launch-bound", "launches take longer than kernels")
    asked: list[object] = []

    def find(evidence: object) -> tuple[Finding, ...]:
        asked.append(evidence)
        return (finding,)

    monkeypatch.setattr(job, "find", find)
    result = run(script("raise SystemExit(3)"), device="virtual:h200")
    assert result.exit_code == 3
    assert not asked
    assert result.record.findings == result.record.findings == (finding,)
    assert len(asked) == 1
