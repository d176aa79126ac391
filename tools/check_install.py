"""Install a wheel into a new environment outside the checkout, and use it there.

python tools/check_install.py dist/kernelscope-….whl
python tools/check_install.py --python python3.12 --with torch==2.11.0 --with triton==3.6.0 WHEEL
python tools/check_install.py --uv WHEEL        uv installs, and takes PyTorch's CPU build

Prints a line for each step with its seconds: installing, a demo and its page where there is no
compiler, a test with the pytest plugin, and a program in CUDA C++ (if there is g++); the last line
sums up. The exit code is 1 if a step fails, and its output is shown. Without `--with` the versions
are those of constraints.txt.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE_LIMIT = 1 << 20  # bytes

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


def install(folder: Path, asked: argparse.Namespace) -> Path:
    """Make the environment; return the folder of its commands."""
    environment = folder / "env"
    commands = environment / "bin"
    limits = asked.versions or ["-c", ROOT / "constraints.txt"]
    wheel = f"{Path(asked.wheel).resolve()}[nvcc,pytest]"
    if asked.uv:
        step(["uv", "venv", "-q", "--python", asked.python, environment], folder)
        options = ["-q", "--python", commands / "python", "--torch-backend", "cpu"]
        step(["uv", "pip", "install", *options, *limits, wheel], folder)
    else:
        step([asked.python, "-m", "venv", environment], folder)
        step([commands / "python", "-m", "pip", "install", "-q", *limits, wheel], folder)
    return commands


def use(commands: Path, folder: Path) -> None:
    """Do what its users do first."""
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
    (folder / "test_doubled.py").write_text(TEST)
    expect(step([commands / "pytest", "-q", "test_doubled.py"], folder, bare), "1 passed")
    if shutil.which("g++"):
        (folder / "square.cu").write_text(PROGRAM)
        expect(step([kernelscope, "run", "square.cu"], folder), "900")
    else:
        print("          no g++: the program in CUDA C++ is left out")


def main() -> int:
    """Run all steps."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("wheel")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--uv", action="store_true")
    parser.add_argument("--with", dest="versions", action="append", metavar="REQUIREMENT")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        os.environ["KERNELSCOPE_CACHE"] = str(folder / "cache")
        os.environ["TRITON_CACHE_DIR"] = str(folder / "triton")
        try:
            began = time.perf_counter()
            commands = install(folder, asked)
            size = size_of(folder / "env") / 1e9
            use(commands, folder)
        except StepError as error:
            print(error, file=sys.stderr)
            return 1
        print(f"{time.perf_counter() - began:.0f} s in all, {size:.2f} GB installed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
