"""The command line: exit codes, one-line errors, what goes to which stream, files written."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from kernelscope import __version__
from kernelscope.cli import main
from kernelscope.cli.app import app
from kernelscope.errors import UsageError
from kernelscope.hardware import GPUS

OPERATION = """
import kernelscope as ks, torch

double = ks.Operation(
    "double",
    axes={"n": 64, "dtype": torch.float32},
    inputs=lambda case: (case.normal(case.n, 8),),
    reference=lambda x: 2 * x,
    work=lambda case: ks.Work(read=case.n * 32, written=case.n * 32),
)

@double.implementation("naive")
def naive(x):
    return x + x
"""
WRONG = (
    OPERATION
    + """
@double.implementation("torch")
def other(x):
    return x * 3
"""
)
UNAVAILABLE = (
    OPERATION
    + """
@double.implementation("cuda")
def other(x):
    raise ks.UnavailableError("needs nvcc")
"""
)


@pytest.fixture
def script(tmp_path: Path):
    """Writes a Python file and returns its path as text."""

    def write(source: str, name: str = "mine.py") -> str:
        path = tmp_path / name
        path.write_text(source)
        return str(path)

    return write


def test_help_names_every_command(capsys):
    """`kernelscope` alone and `--help` list the commands, and end well."""
    for words in ([], ["--help"]):
        assert main(words) == 0
        out = capsys.readouterr().out
        assert all(name in out for name in ("compare", "run", "gpus", "doctor"))


def test_the_help_shows_whole_summaries(capsys, monkeypatch):
    """A summary wraps at the terminal's width, and not where its docstring did."""
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = [*typer.main.get_group(app).commands]
    shown = [line for line in lines if line.startswith("│ ") and line.split()[1] in names]
    assert len(shown) == len(names)
    assert all(line.rstrip(" │").endswith(".") for line in shown)


def test_version(capsys):
    """`--version` says the package's version."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"kernelscope {__version__}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["frobnicate"], "frobnicate"),
        (["compare"], "Missing argument"),
        (["compare", "nope"], "nope is not an operation, an example or a file (operations: gelu"),
        (["compare", "gelu", "--device", "virtual:h9000"], "h9000"),
        (["compare", "gelu", "--case", "n"], "not axis=value"),
        (["compare", "/no/such.py"], "no such file"),
        (["gpus", "--bogus"], "--bogus"),
        (["run", "/no/such.py"], "/no/such.py"),
    ],
)
def test_a_mistake_is_one_line_on_stderr_and_exit_code_2(words, said, capsys):
    """What the user must mend: one line that names it, no traceback, nothing on stdout."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("kernelscope: ")
    assert err.count("\n") == 1
    assert said in err


def test_traceback_shows_where_an_error_comes_from():
    """With `--traceback` the error is raised as Python raises it."""
    with pytest.raises(UsageError, match="nope"):
        main(["compare", "nope", "--traceback"])


def test_compare_ends_with_0_if_rows_are_ok_or_unavailable(script, capsys):
    """What a machine cannot do is no failure."""
    assert main(["compare", script(UNAVAILABLE), "--device", "virtual"]) == 0
    out = capsys.readouterr().out
    assert "cuda: unavailable: needs nvcc" in out
    assert "✓ ok" in out


def test_compare_ends_with_1_if_a_row_is_wrong(script, tmp_path):
    """Wrong is wrong: the exit code says so, and the record is still written."""
    path = tmp_path / "out.json"
    assert main(["compare", script(WRONG), "--device", "virtual", "--json", str(path)]) == 1
    data = json.loads(path.read_text())
    assert {row["implementation"]: row["status"] for row in data["rows"]} == {
        "naive": "ok",
        "torch": "wrong",
    }


def test_compare_writes_the_agreed_json(script, tmp_path):
    """The fields that scripts read, as the design fixes them."""
    path = tmp_path / "out.json"
    words = ["compare", script(OPERATION), "--device", "virtual:h200", "--case", "n=32"]
    assert main([*words, "--json", str(path)]) == 0
    data = json.loads(path.read_text())
    assert data["schema"] == 1
    assert (data["device"], data["operation"]) == ("virtual:h200", "double")
    assert data["case"] == {"n": 32, "dtype": "float32"}
    (row,) = data["rows"]
    assert set(row) >= {"implementation", "status", "reason", "error", "time_ms", "launches"}
    assert set(row) >= {"bytes", "percent_of_limit", "findings"}
    assert set(row["error"]) >= {"max_abs", "max_rel"}
    assert set(row["time_ms"]) >= {"value", "low", "high", "provenance"}
    assert row["time_ms"]["provenance"] == "estimated"
    assert isinstance(row["percent_of_limit"], float)


def test_compare_leaves_a_report_in_the_folder_asked_for(script, tmp_path, capsys):
    """`--output` writes every view and says where the page is."""
    folder = tmp_path / "report"
    words = ["compare", script(OPERATION) + ":double", "--device", "virtual"]
    assert main([*words, "--axis", "n=32..64", "--output", str(folder)]) == 0
    assert f"report: {folder / 'double.html'}" in capsys.readouterr().out
    names = {path.name for path in folder.iterdir()}
    assert names >= {"double.html", "double.json", "double.csv", "double.png", "double-sweep.png"}


def test_results_fit_80_columns_when_piped(script, capsys):
    """Where there is no terminal to ask, 80 columns."""
    main(["compare", script(OPERATION), "--device", "virtual"])
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_a_path_that_cannot_be_written_is_one_line(script, capsys):
    """The folder of `--json` is a file."""
    words = ["gpus", "--json", f"{script('')}/x.json"]
    assert main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_ctrl_c_ends_with_130(script, capsys):
    """Interrupted is neither wrong nor a mistake."""
    source = OPERATION.replace("return x + x", "raise KeyboardInterrupt")
    assert main(["compare", script(source), "--device", "virtual"]) == 130


def test_gpus_shows_every_gpu_and_its_sources(capsys):
    """The tables have a column a GPU, and each GPU's sources stand below them."""
    assert main(["gpus"]) == 0
    out = capsys.readouterr().out
    heads = [words for line in out.splitlines() if (words := line.split()) and {*words} <= {*GPUS}]
    assert [name for words in heads for name in words] == list(GPUS)
    assert "132" in out
    assert all(spec.full_name in out for spec in GPUS.values())
    assert max(map(len, out.splitlines())) <= 80


def test_gpus_json_holds_the_specifications(tmp_path, capsys):
    """`--device` narrows it to one; the JSON has its figures."""
    path = tmp_path / "gpus.json"
    assert main(["gpus", "--device", "virtual:a100", "--json", str(path)]) == 0
    (spec,) = json.loads(path.read_text())["gpus"]
    assert (spec["name"], spec["sms"], spec["dram_gb_per_s"]) == ("a100", 108, 2039.0)


def test_gpus_explains_one_gpu_with_its_own_figures(capsys):
    """Threads and memory, from the smallest to the largest, with the numbers of that GPU."""
    assert main(["gpus", "--device", "virtual:h200"]) == 0
    out = capsys.readouterr().out
    explained = out[out.index("Execution") :]
    order = (
        "thread",
        "warp",
        "block",
        "cluster",
        "grid",
        "registers",
        "shared",
        "L1",
        "L2",
        "DRAM",
    )
    places = [explained.index(f"\n{word} ") for word in order]
    assert places == sorted(places)
    for figure in ("8,448", "256 KiB an SM", "60.0 MiB", "287 measured", "4.28 TB/s measured"):
        assert figure in explained
    assert max(map(len, out.splitlines())) <= 80


def test_gpus_says_what_a_gpu_has_not_and_what_was_not_measured(capsys):
    """No clusters before Hopper; a latency that nobody measured is a dash."""
    assert main(["gpus", "--device", "virtual:a100"]) == 0
    out = capsys.readouterr().out
    assert "7.22 TB/s specified" in out  # 5,120 bytes a clock at 1410 MHz
    assert "from compute" in out
    assert "667" not in out


def test_light_commands_import_neither_torch_nor_triton():
    """Commands that need neither start at once."""
    code = (
        "import sys; from kernelscope.cli import main; main(['gpus']); main(['--help']);"
        "print([m for m in ('torch', 'triton', 'numpy', 'matplotlib') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_run_gives_the_script_its_own_arguments_and_exit_code(script, capfd):
    """Everything after the script is the script's, also what looks like an option of ours."""
    path = script("import sys; print(sys.argv[1:]); sys.exit(7)")
    words = ["run", "--device", "virtual", path, "--device", "mine", "--", "-m", "--help"]
    assert main(words) == 7
    assert "['--device', 'mine', '--', '-m', '--help']" in capfd.readouterr().out


@pytest.mark.parametrize("name", ["my_module", "a_folder.another_folder.my_module"])
def test_run_takes_a_module(tmp_path, monkeypatch, capfd, name):
    """`-m NAME ARGS`, as Python's own; folders need no `__init__.py`."""
    file = tmp_path / (name.replace(".", "/") + ".py")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("import sys; print(__name__, sys.argv[1:])")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main(["run", "--device", "virtual", "-m", name, "-x"]) == 0
    assert "__main__ ['-x']" in capfd.readouterr().out


def test_run_shows_the_scripts_own_traceback(script, capfd):
    """An error in the script is the script's: its traceback, its exit code, our record."""
    path = script("raise RuntimeError('mine')")
    assert main(["run", "--device", "virtual", path]) == 1
    err = capfd.readouterr().err
    assert "Traceback" in err
    assert "jobs/run.py" not in err
    assert "RuntimeError: mine" in err


@pytest.mark.parametrize("name", sorted(typer.main.get_group(app).commands))
def test_help_shows_every_word_at_80_columns(name, capsys, monkeypatch):
    """Nothing is cut off, taken for markup, or broken within a line of the text."""
    monkeypatch.setenv("COLUMNS", "80")
    assert main([name, "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    shown = " ".join(" ".join(lines).replace("│", " ").split())
    command = typer.main.get_group(app).commands[name]
    _, *paragraphs = inspect.cleandoc(command.help).split("\n\n")
    for line in "\n".join(paragraphs).splitlines():
        assert line in [text.strip() for text in lines]
    for parameter in command.params:
        if parameter.param_type_name == "option" and parameter.name != "help":
            assert parameter.opts[-1] in shown
        for word in (parameter.help or "").split():
            assert word in shown


ENDS = """
import sys, types
sys.modules["triton"] = types.ModuleType("triton")
sys.modules["triton"].__version__ = "{version}"
from kernelscope.cli import main

class Bound:
    def __init__(self):
        self.own = self
    def __del__(self):
        print("freed")

bound = Bound()
main(["gpus"])
"""


@pytest.mark.parametrize(("version", "is_freed"), [("3.7.1", False), ("3.9.0", True)])
def test_objects_are_freed_at_the_end_if_tritons_bindings_report_the_others(
    version: str, is_freed: bool
) -> None:
    """From Triton 3.9 on, what is alive at the end is printed as `nanobind: leaked`."""
    program = ENDS.replace("{version}", version)
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ended.stdout.endswith("freed\n") == is_freed


WAITS = """
import atexit, sys, types
compiling = sys.modules["torch._inductor.async_compile"] = types.ModuleType("async_compile")
compiling.shutdown_compile_workers = lambda: print("waited for the workers")
atexit.register(compiling.shutdown_compile_workers)
from kernelscope.cli import main
main(["gpus"])
"""


def test_the_end_does_not_wait_for_inductors_workers() -> None:
    """They end by themselves; to wait for them takes a second."""
    ended = subprocess.run(
        [sys.executable, "-c", WAITS], capture_output=True, text=True, check=True
    )
    assert ended.stdout
    assert "waited" not in ended.stdout
