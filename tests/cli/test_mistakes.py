"""Mistakes of the user: one line that says where, what and what to do, before any work."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kernelscope.cli import main

OPERATION = """
import kernelscope as ks, torch

double = ks.Operation(
    "double",
    axes={"n": 64},
    inputs=lambda case: (case.normal(case.n, 8),),
    reference=lambda x: 2 * x,
    work=lambda case: ks.Work(read=case.n * 32, written=case.n * 32),
)

@double.implementation("naive")
def naive(x):
    return x + x
"""
FAILS = OPERATION.replace("return x + x", "raise SystemExit('it ran')")
WITHOUT = """
import importlib.util, runpy, sys

class Without:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name in {names!r} else find(name, *more)
sys.meta_path.insert(0, Without())
sys.argv = ["kernelscope", "doctor"]
runpy.run_module("kernelscope", run_name="__main__", alter_sys=True)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: an operation, one that ends the program if it runs, a file, a folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ops.py").write_text(OPERATION)
    (tmp_path / "fails.py").write_text(FAILS)
    (tmp_path / "broken.py").write_text("import torch\nx = = 3\n")
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    return tmp_path


def complaint(words: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that is refused, and return the only line that it prints."""
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err.removeprefix("kernelscope: ").rstrip("\n")


def without(names: set[str]) -> subprocess.CompletedProcess[str]:
    """Run `python -m kernelscope doctor` where some modules are not installed."""
    program = WITHOUT.format(names=names)
    words = [sys.executable, "-c", program]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_an_interpreter_without_typer_is_given_the_command_that_installs_it() -> None:
    done = without({"typer"})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"kernelscope: the module typer is missing: {sys.executable} -m pip install typer\n"
    )


def test_doctor_reports_on_an_interpreter_without_the_other_dependencies() -> None:
    done = without({"numpy", "llvmlite", "numba", "torch", "triton", "jinja2", "pygments"})
    assert (done.returncode, done.stderr) == (1, "")
    assert "PyTorch: pip install torch" in done.stdout


@pytest.mark.parametrize("command", ["run", "check", "profile", "tune"])
@pytest.mark.parametrize("name", ["nope", "nope.mod", "json.nope", "json.decoder.nope", "a..b"])
def test_a_module_that_is_not_there_is_refused(
    command: str, name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint(f"{command} --device virtual -m {name}", capsys) == (
        f"{name}: there is no such module: run this in the folder that contains it, or set "
        "PYTHONPATH"
    )


def test_a_module_whose_own_import_fails_shows_its_traceback(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "package").mkdir()
    (folder / "package" / "__init__.py").write_text("")
    (folder / "package" / "program.py").write_text("import not_installed\n")
    assert main(["run", "--device", "virtual", "-m", "package.program"]) == 1
    err = capfd.readouterr().err
    assert "Traceback" in err
    assert "No module named 'not_installed'" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--json folder", "folder: cannot be written: it is a folder: name a file"),
        ("--output file", "file: cannot be written: it is a file: name a folder"),
        ("--annotate junit=folder", "folder: cannot be written: it is a folder: name a file"),
    ],
)
def test_compare_refuses_a_path_before_it_runs(
    words: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint(f"compare fails.py --device virtual {words}", capsys) == said


@pytest.mark.parametrize(
    "words",
    [
        "run {} --json",
        "profile {} --trace",
        "profile {} --csv",
        "profile {} --stacks",
        "profile {} --timeline",
        "roofline {} --plot",
        "decompile {} --output",
        "check {} --json",
        "tune {} --json",
        "inspect {} --json",
    ],
)
def test_every_option_that_writes_a_file_is_checked_first(
    words: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command, _, option = words.partition(" {} ")
    said = complaint(f"{command} {option} file/x.svg fails.py", capsys)
    assert said.startswith("file/x.svg: cannot be written: ")
    assert said.endswith("file is a file where a folder should be: name another folder")


@pytest.mark.parametrize("command", ["roofline fails.py", "occupancy fails.py"])
def test_a_plot_of_an_unknown_ending_is_refused_first(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = complaint(f"{command} --plot x.gif", capsys)
    assert said == "x.gif: a plot ends in .png, .svg, .pdf"


@pytest.fixture
def record(folder: Path) -> Path:
    """A record of `ops.py`, n=64."""
    path = folder / "ops.json"
    assert main(["compare", "ops.py", "--device", "virtual", "--json", str(path)]) == 0
    return path


def test_a_baseline_that_does_not_fit_is_refused_before_the_run(
    record: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["gpus", "--json", "gpus.json"]) == 0
    capsys.readouterr()
    command = "compare fails.py --device virtual --baseline"
    assert "cases differ: n=64 and n=32" in complaint(f"{command} ops.json --case n=32", capsys)
    assert "kinds differ: gpus and compare" in complaint(f"{command} gpus.json", capsys)
    other = command.replace("virtual", "virtual:a100")
    assert "GPUs differ: h200 and a100" in complaint(f"{other} ops.json", capsys)


def test_a_baseline_that_fits_is_taken(record: Path) -> None:
    assert main(["compare", "ops.py", "--device", "virtual", "--baseline", str(record)]) == 0


@pytest.mark.parametrize(
    "command",
    ["compare", "fusion", "occupancy", "roofline", "check", "evaluate softmax", "run", "profile"],
)
def test_a_file_that_is_not_python_is_named_with_line_and_column(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = complaint(f"{command} --device virtual broken.py", capsys)
    assert said == "broken.py:2:5: not valid Python: invalid syntax"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("profile empty.py --case n=4", "empty.py is a script; only an operation has cases"),
        (
            "profile empty.py --case n=4 --counters",
            "empty.py is a script; only an operation has cases",
        ),
        (
            "occupancy --block 256 --case nonsense",
            "--case needs an operation, such as gelu/triton",
        ),
        (
            "occupancy gelu --registers 32",
            "name an operation, or give --block, --registers, --shared and --grid; not both",
        ),
        (
            "inspect ops.py --stage ptx --why vectorize",
            "use one of --stage, --why and --explain",
        ),
        ("inspect ops.py --explain --why all", "use one of --stage, --why and --explain"),
    ],
)
def test_options_that_would_have_no_effect_are_refused(
    words: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint(f"{words} --device virtual", capsys) == said


def test_a_group_of_commands_alone_shows_only_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history"]) == 0
    out, err = capsys.readouterr()
    assert "backfill" in out
    assert err == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "compare gelu triton",
            (
                "gelu is an operation, not a record: choose implementations with `kernelscope "
                "compare gelu --only triton`, or compare with an earlier record by "
                "--baseline FILE.json"
            ),
        ),
        (
            "compare gelu/triton gelu/cuda",
            (
                "gelu/triton is one implementation, not a record: compare two implementations with "
                "`kernelscope ab gelu/triton gelu/cuda`"
            ),
        ),
        (
            "report softmax",
            (
                "softmax is an operation, not a record: make one with `kernelscope compare softmax "
                "--json softmax.json`"
            ),
        ),
        (
            "report other.json",
            (
                "other.json: not a Kernelscope record (it has no known schema): name a file that "
                "the --json of a command wrote"
            ),
        ),
        (
            "report newer.json",
            (
                "newer.json: made by a newer Kernelscope (its schema is 99, this one reads 1): "
                "upgrade, or make the record again"
            ),
        ),
        ("compare folder", "folder is a folder: name a file in it"),
        (
            "report folder",
            "folder: no record is in this folder; a command's --json or --output writes one",
        ),
        (
            "compare ops.py --case n=abc",
            "axis n: 'abc' is not a whole number, as in n=64",
        ),
        (
            "compare ops.py --case n=-1",
            "axis n: -1 is below 0, and a size is 0 or more",
        ),
        (
            "occupancy --block 256 --grid -5",
            (
                "Invalid value for '--grid': -5 is not in the range x>=1; see `kernelscope "
                "occupancy --help`"
            ),
        ),
        (
            "occupancy --block -3",
            (
                "Invalid value for '--block': -3 is not in the range x>=1; see `kernelscope "
                "occupancy --help`"
            ),
        ),
        ("copare", "No such command 'copare'. Did you mean 'compare'? See `kernelscope --help`"),
        (
            "inspect gelu/torch --device virtual --case n=64",
            (
                "gelu/torch runs PyTorch's own kernels, whose source is not known here; open "
                "another: gelu/compile, gelu/triton, gelu/triton-coarsened, gelu/cuda, "
                "gelu/cuda-file, gelu/load-inline"
            ),
        ),
        (
            "calibrate --device virtual",
            (
                "calibrate needs a real GPU, and virtual:h200 is not one: run it with --device "
                "cuda on a machine that has one"
            ),
        ),
    ],
)
def test_a_mistake_is_named_with_what_to_do(
    words: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "other.json").write_text('{"a": 1}')
    (folder / "newer.json").write_text('{"schema": 99}')
    assert complaint(words, capsys) == said


def test_a_script_is_run_as_on_an_nvidia_gpu(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--device", "virtual", "empty.py"]) == 0
    assert "estimated times of an NVIDIA H200" in capsys.readouterr().err
