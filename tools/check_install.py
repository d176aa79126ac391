"""Install a wheel into a new environment outside the checkout, and use it there.

python tools/check_install.py dist/kernelscope-….whl
python tools/check_install.py --python python3.12 --with torch==2.11.0 --with triton==3.6.0 WHEEL
python tools/check_install.py --by uv WHEEL     uv installs, and takes PyTorch's CPU build
python tools/check_install.py --table ROWS.csv  print rows as docs/install.md has them

Prints a line for each step with its seconds: installing, a demo and its page where there is no
compiler, then with the extras a test with the pytest plugin, and a program in CUDA C++ (if there is
g++). The exit code is 1 if a step fails, and its output is shown. Without `--with` the versions are
those of constraints.txt. `--record ROWS.csv` adds a line on what ran where.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE_LIMIT = 1 << 20  # bytes
EXTRAS = "[nvcc,pytest]"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
VERSIONS = (("2.11", "3.6"), ("2.13", "3.7"), ("2.15", "3.9"))
"""Of PyTorch and Triton: the oldest, those of constraints.txt, and the newest."""
COLUMNS = {
    "python": "Python",
    "torch": "PyTorch",
    "triton": "Triton",
    "by": "installed by",
    "system": "on",
    "compiler": "C++ compiler for the CUDA program",
    "MB": "MB",
    "day": "day",
    "result": "result",
}
"""The fields of a row, and what the table calls them."""

ASK = "import torch, triton; print(torch.__version__, triton.__version__)"

TEST = """
import torch, triton, triton.language as tl

@triton.jit
def double(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)

def doubled(x):
    out = torch.empty_like(x)
    double[(triton.cdiv(x.numel(), 256),)](x, out, x.numel(), BLOCK=256)
    return out

def test_doubled(kernelscope):
    x = torch.randn(4096, device="cuda")
    kernelscope.check(doubled, x).correct(lambda x: 2 * x).moves(at_most=1.01).no_races()
"""

PROGRAM = r"""
#include <cstdio>
__global__ void square(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= x[i];
}
int main() {
    float *x, host[1000];
    for (int i = 0; i < 1000; i++) host[i] = i;
    cudaMalloc(&x, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    square<<<4, 256>>>(x, 1000);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%g\n", host[30]);
    return cudaGetLastError() != cudaSuccess;
}
"""


class StepError(Exception):
    """A step that did not do what it should."""


def step(words: Sequence[object], folder: Path, path: str | None = None) -> str:
    """Run a command in a folder and return what it printed.

    path: the PATH it gets; None for ours. Nothing of the checkout is on its way.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    if path is not None:
        environment["PATH"] = path
    began = time.perf_counter()
    ended = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    shown = " ".join(Path(str(word)).name for word in words)
    print(f"{time.perf_counter() - began:6.1f} s  {shown[:80]}", flush=True)
    if ended.returncode:
        raise StepError(f"exit code {ended.returncode}\n{ended.stdout[-4000:]}")
    return ended.stdout


def expect(text: str, *words: str) -> None:
    """Raise StepError if a word is not in the text."""
    for word in words:
        if word not in text:
            raise StepError(f"{word!r} is not in what it printed:\n{text[-4000:]}")


def size_of(folder: Path) -> int:
    """Return the bytes of a folder's files."""
    return sum(file.lstat().st_size for file in folder.rglob("*") if not file.is_symlink())


class Environment:
    """A new environment in a folder, and who installs into it.

    Attributes:
        commands: the folder of its commands.
    """

    def __init__(self, folder: Path, asked: argparse.Namespace) -> None:
        self._folder, self._asked = folder, asked
        where = "env/venvs/kernelscope/bin" if asked.by == "pipx" else "env/bin"
        self.commands = folder / where
        self._limits = ROOT / "constraints.txt"
        if asked.versions:
            self._limits = folder / "versions.txt"
            self._limits.write_text("\n".join(asked.versions) + "\n")

    def install(self) -> None:
        """Make it, and install the wheel alone."""
        wheel, python = str(Path(self._asked.wheel).resolve()), self._asked.python
        if self._asked.by == "pipx":
            os.environ |= {
                "PIPX_HOME": str(self._folder / "env"),
                "PIPX_BIN_DIR": str(self._folder / "bin"),
                "PIPX_MAN_DIR": str(self._folder / "man"),
            }
            limits = f"--pip-args=-c {self._limits}"
            step(["pipx", "install", "-q", "--python", python, limits, wheel], self._folder)
            return
        maker = [python, "-m", "venv"]
        if self._asked.by == "uv":
            maker = ["uv", "venv", "-q", "--python", python]
        step([*maker, self._folder / "env"], self._folder)
        self.add(wheel)

    def add(self, requirement: str) -> None:
        """Install into it."""
        python = self.commands / "python"
        words: list[object] = [python, "-m", "pip", "install", "-q"]
        if self._asked.by == "uv":
            words = ["uv", "pip", "install", "-q", "--python", python]
            words += [] if self._asked.cuda else ["--torch-backend", "cpu"]
        elif self._asked.by == "pipx":
            words = ["pipx", "runpip", "kernelscope", "install", "-q"]
        step([*words, "-c", self._limits, requirement], self._folder)


def use(commands: Path, folder: Path) -> None:
    """Ask for a verdict, where there is no compiler."""
    kernelscope, bare = commands / "kernelscope", str(commands)
    printed = step(
        [commands / "python", "-c", "import kernelscope as k; print(k.__file__)"], folder
    )
    expect(printed, str(folder / "env"))
    step([kernelscope, "--version"], folder, bare)
    printed = step([kernelscope, "compare", "gelu", "--output", "page"], folder, bare)
    expect(printed, "triton", "cuda")
    pages = list((folder / "page").glob("*.html"))
    if not pages or max(page.stat().st_size for page in pages) > PAGE_LIMIT:
        raise StepError(f"no page, or one of more than {PAGE_LIMIT} bytes: {pages}")


def use_extras(commands: Path, folder: Path) -> str:
    """Run a test, and a program in CUDA C++; return the compiler that the program had."""
    (folder / "test_doubled.py").write_text(TEST)
    expect(step([commands / "pytest", "-q", "test_doubled.py"], folder, str(commands)), "1 passed")
    if not shutil.which("g++"):
        print("          no g++: the program in CUDA C++ is left out")
        return "none"
    (folder / "square.cu").write_text(PROGRAM)
    expect(step([commands / "kernelscope", "run", "square.cu"], folder), "900")
    return f"g++ {step(['g++', '-dumpfullversion'], folder).strip()}"


def check(folder: Path, asked: argparse.Namespace, row: dict[str, str]) -> None:
    """Do all steps; what they tell about the row of the table is put into it.

    Raises:
        StepError: of the step that fails.
    """
    row["python"] = step([asked.python, "--version"], folder).split()[1]
    environment = Environment(folder, asked)
    began = time.perf_counter()
    environment.install()
    size = size_of(folder / "env") / 1e6
    versions = step([environment.commands / "python", "-c", ASK], folder).split()
    row |= dict(zip(("torch", "triton"), versions, strict=True)) | {"MB": f"{size:.0f}"}
    use(environment.commands, folder)
    print(f"{time.perf_counter() - began:.0f} s from nothing to a verdict, {size:.0f} MB")
    environment.add(f"{Path(asked.wheel).resolve()}{EXTRAS}")
    row["compiler"] = use_extras(environment.commands, folder)
    size = size_of(folder / "env") / 1e6
    print(f"{time.perf_counter() - began:.0f} s, {size:.0f} MB with {EXTRAS}")


def here() -> str:
    """Return the name of this system and its machine."""
    return f"{platform.freedesktop_os_release()['PRETTY_NAME']}, {platform.machine()}"


def record(file: Path, row: dict[str, str]) -> None:
    """Add a row to a file of rows."""
    new = not file.exists()
    with file.open("a", newline="") as stream:
        writer = csv.DictWriter(stream, list(COLUMNS), lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerow(row)


def table(rows: list[dict[str, str]]) -> str:
    """Return rows as a table in Markdown; what is promised and in none of them says so."""
    untried = [
        {"python": python, "torch": torch, "triton": triton, "result": "not tried"}
        for python in PYTHONS
        for torch, triton in VERSIONS
        if not any(
            row["python"].startswith(f"{python}.")
            and row["torch"].startswith(f"{torch}.")
            and row["triton"].startswith(f"{triton}.")
            for row in rows
        )
    ]

    def order(row: dict[str, str]) -> list[list[int]]:
        parts = (re.findall(r"\d+", row[name]) for name in ("python", "torch", "triton"))
        python, torch, triton = ([int(part) for part in version] for version in parts)
        return [python[:2], torch, triton, python]

    shown = sorted([*rows, *untried], key=order)
    lines = ["| " + " | ".join(row.get(name, "") for name in COLUMNS) + " |" for row in shown]
    head = ["| " + " | ".join(COLUMNS.values()) + " |", "|" + "---|" * len(COLUMNS)]
    return "\n".join([*head, *lines]) + "\n"


def main() -> int:
    """Run all steps, or print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("wheel", nargs="?")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--by", choices=("pip", "uv", "pipx"), default="pip")
    parser.add_argument("--cuda", action="store_true", help="uv, too, takes PyPI's PyTorch")
    parser.add_argument("--with", dest="versions", action="append", metavar="REQUIREMENT")
    parser.add_argument("--record", type=Path, metavar="ROWS.csv")
    parser.add_argument("--table", type=Path, nargs="+", metavar="ROWS.csv")
    asked = parser.parse_args()
    if asked.table:
        print(table([row for file in asked.table for row in csv.DictReader(file.open())]), end="")
        return 0
    if not asked.wheel:
        parser.error("a wheel is needed")
    row = dict.fromkeys(COLUMNS, "") | {"by": asked.by, "system": here()}
    row |= {"day": datetime.date.today().isoformat(), "result": "runs"}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        os.environ["KERNELSCOPE_CACHE"] = str(folder / "cache")
        os.environ["TRITON_CACHE_DIR"] = str(folder / "triton")
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(folder / "inductor")
        try:
            check(folder, asked, row)
        except StepError as error:
            print(error, file=sys.stderr)
            row["result"] = "fails"
    if asked.record:
        record(asked.record, row)
    return 1 if row["result"] == "fails" else 0


if __name__ == "__main__":
    sys.exit(main())
