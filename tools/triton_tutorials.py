"""Run Triton's tutorials on the virtual H200, with smaller sizes, and say which end well.

    python tools/triton_tutorials.py triton/python/tutorials --triton FOLDER
    python tools/triton_tutorials.py triton/python/tutorials gluon/05-wgmma.py
    python tools/triton_tutorials.py triton/python/tutorials --check     which `check` finds clean

The folder is `python/tutorials` of Triton's repository. Each script runs in a copy of the
folder, in which SMALLER replaces the sizes, and in 09 the configurations.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = (
    *("01-vector-add", "02-fused-softmax", "03-matrix-multiplication", "04-low-memory-dropout"),
    *("05-layer-norm", "06-fused-attention", "07-extern-functions", "08-grouped-gemm"),
    *("09-persistent-matmul", "11-programmatic-dependent-launch", "gluon/01-intro"),
    *("gluon/02-layouts", "gluon/03-async-copy", "gluon/04-tma", "gluon/05-wgmma"),
    *("gluon/07-persistence", "gluon/08-warp-specialization", "gluon/13-conv-im2col"),
    "gluon/14-multicta",
)
_GLUON_SIZES = (
    (r"2 << 30", "2 << 16"),
    (r"32 \* 1024", "512"),
    (r"16 \* 1024|16384|8192", "512"),
    (r"4096", "256"),
)
SMALLER: dict[str, tuple[tuple[str, str], ...]] = {
    "01": ((r"range\(12, 28, 1\)", "range(12, 14, 1)"), (r"98432", "9843")),
    "02": ((r"range\(2, 100\)", "range(2, 4)"), (r"'M': 4096", "'M': 64"), ("1823", "182")),
    "03": ((r"range\(2, 33\)", "range(2, 3)"),),
    "05": (
        (r"range\(2, 32\)", "range(2, 3)"),
        (r"'M': 4096", "'M': 64"),
        (r"test_layer_norm\(1151, 8192", "test_layer_norm(115, 1024"),
    ),
    "06": (
        (r"range\(10, 15\)", "range(8, 9)"),
        (r"BATCH, N_HEADS = 4, 32", "BATCH, N_HEADS = 1, 2"),
    ),
    "07": ((r"98432", "9843"),),
    "08": (
        (r"range\(7, 11\)", "range(7, 8)"),
        (r"\[1024, 512, 256, 128\]", "[256, 128, 256, 128]"),
        (r"8192", "256"),
    ),
    "09": (
        (r"8192", "512"),
        (r"reps=10000, warmup_reps=10000", "reps=1, warmup_reps=1"),
        # of 24 and 48 configurations one and two: each takes a second to compile
        (r"for BN in \[128, 256\]", "for BN in [128]"),
        (r"for BK in \[64, 128\]", "for BK in [64]"),
        (r"for s in \(\[2, 3, 4\]\)", "for s in ([3])"),
        (r"for w in \[4, 8\]", "for w in [8]"),
    ),
    "11": ((r"range\(23, 28, 1\)", "range(14, 16, 1)"),),
    "gluon": _GLUON_SIZES,
}
"""What a script's name begins with → (pattern, text) for its sizes."""


ONE_CONFIGURATION = ("06-fused-attention",)
"""Scripts with a switch of their own, for tests, that leaves the autotuner one configuration."""


@dataclass(frozen=True, slots=True)
class End:
    """How a script ended.

    Attributes:
        name: of the script.
        code: its exit code; None if it took too long.
        words: the last line that it wrote.
        seconds: how long it took.
    """

    name: str
    code: int | None
    words: str
    seconds: float


def smaller(folder: Path, target: Path) -> None:
    """Copy the tutorials with smaller sizes."""
    shutil.copytree(folder, target, dirs_exist_ok=True)
    for name, changes in SMALLER.items():
        for path in target.rglob("*.py"):
            if str(path.relative_to(target)).startswith(name):
                text = path.read_text()
                for pattern, replacement in changes:
                    text = re.sub(pattern, replacement, text)
                path.write_text(text)


def link_libraries(target: Path, triton: Path | None) -> None:
    """Put the compiler's libraries where they are in the repository; tutorial 07 asks for one."""
    found = importlib.util.find_spec("triton") if triton is None else None
    package = triton / "triton" if triton else Path(str(found and found.origin)).parent
    backend = target.parent.parent / "third_party" / "nvidia" / "backend"
    backend.mkdir(parents=True, exist_ok=True)
    if not (backend / "lib").exists():
        (backend / "lib").symlink_to(package / "backends" / "nvidia" / "lib")


def run(folder: Path, name: str, triton: Path | None, limit: float, command: str) -> End:
    """Run one script as a user does, with `kernelscope run` or `kernelscope check`."""
    path = folder / f"{name}.py"
    paths = [str(ROOT / "src"), *([str(triton)] if triton else [])]
    before = os.environ.get("PYTHONPATH", "")
    started = time.monotonic()
    # Some plot, and some import their neighbours.
    more = {"PYTHONPATH": os.pathsep.join([*paths, before]), "MPLBACKEND": "agg"}
    if name in ONE_CONFIGURATION:
        more["PYTEST_VERSION"] = "1"
    words = [sys.executable, "-m", "kernelscope", command, "--device", "virtual:h200", str(path)]
    try:
        done = subprocess.run(
            words, cwd=path.parent, env=os.environ | more, capture_output=True, text=True,
            errors="replace", timeout=limit, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return End(name, None, f"more than {limit:g} s", limit)
    (folder / f"{name}.txt").write_text(done.stdout + done.stderr)
    lines = (done.stderr if done.returncode else done.stdout).strip().splitlines()
    if command == "check":
        last = (line for line in lines[::-1] if " launch" in line and " found" in line)
        lines = [next(last, lines[-1] if lines else "")]
    return End(name, done.returncode, lines[-1] if lines else "", time.monotonic() - started)


def table(ends: Sequence[End]) -> str:
    """Return how each script ended, as Markdown."""
    rows = ["| tutorial | result | seconds | last line |", "|---|---|---|---|"]
    for end in ends:
        result = "runs" if end.code == 0 else "too slow" if end.code is None else "fails"
        words = end.words.replace("|", "\\|")[:200]
        rows.append(f"| {end.name} | {result} | {end.seconds:.0f} | {words} |")
    return "\n".join(rows)


def main() -> int:
    """Run the tutorials, and print the table."""
    parser = argparse.ArgumentParser(description="Run Triton's tutorials on the virtual H200.")
    parser.add_argument("folder", type=Path, help="python/tutorials of Triton's repository")
    parser.add_argument("scripts", nargs="*", help="some of them; left out: all for Hopper")
    parser.add_argument("--triton", type=Path, help="where pip --target put the Triton to test")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one script")
    parser.add_argument(
        "--check", dest="command", action="store_const", const="check", default="run",
        help="run them with `kernelscope check`",
    )  # fmt: skip
    parser.add_argument("--keep", type=Path, help="put the copy with all output here")
    arguments = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory(prefix="triton-tutorials-") as scratch:
        copy = (arguments.keep or Path(scratch)).resolve() / "python" / "tutorials"
        smaller(arguments.folder.resolve(), copy)
        link_libraries(copy, arguments.triton)
        ends: list[End] = []
        names = [name.removesuffix(".py") for name in arguments.scripts] or SCRIPTS
        for name in names:
            if (copy / f"{name}.py").exists():
                limit, command = arguments.limit, arguments.command
                ends.append(run(copy, name, arguments.triton, limit, command))
                sys.stderr.write(table(ends[-1:]).splitlines()[-1] + "\n")
        print(table(ends))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
