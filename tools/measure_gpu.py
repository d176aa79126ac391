"""Write a record of this machine's GPU: `python tools/measure_gpu.py FOLDER [PART …]`.

Each part is a list of commands, which are run one after the other, so that none disturbs another's
clock. What a command printed is kept as NAME.txt, its record as NAME.json; `index.txt` says of each
how it ended and how long it took. Nothing is installed, and no setting of the GPU is touched.

    python3 tools/measure_gpu.py out/record doctor compare large sweep virtual counters tests
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OPERATIONS = (
    "gelu",
    "softmax",
    "square",
    "vector-add",
    "gelu-erf",
    "matmul",
    "matmul-gelu",
    "mlp",
)
LARGE = {
    "gelu-16384-fp32": "gelu --case n=16384",
    "gelu-16384-bf16": "gelu --case n=16384,dtype=bfloat16",
    "softmax-65536x4096-bf16": "softmax --case rows=65536,n=4096,dtype=bfloat16",
    "matmul-4096-bf16": "matmul --case n=4096",
}
SWEEPS = {
    "sweep-vector-add": "vector-add --axis n=4096..134217728",
    "sweep-square": "square --axis n=256..16384",
}

SCRIPTS = ROOT / "tests" / "scripts"
PROFILES = {
    "profile-gelu": "gelu",
    "profile-softmax": "softmax",
    "profile-add-2048": "add-2048",
    "profile-matmul-2048": "matmul-2048",
    "profile-matmul-128": "matmul-128",
    "profile-mlp-steps": "mlp-steps",
    "loop-that-prints": f"{SCRIPTS / 'loop_that_prints.py'}",
    "loop-that-does-not-print": f"{SCRIPTS / 'loop_that_does_not_print.py'}",
}
COUNTED = {
    "counters-gelu": "gelu",
    "counters-softmax": "softmax",
    "counters-square-grids": "square-grids",
}

INSIDE = {  # what looks inside kernels: NAME.txt and NAME.json each
    "inspect-gelu": "inspect gelu --why all",
    "inspect-matmul": "inspect matmul/triton --why all",
    "diff-gelu-warps": "diff gelu/triton@num_warps=4 gelu/triton@num_warps=8",
    "diff-gelu-styles": "diff gelu/triton gelu/cuda",
    **{f"decompile-{name}": f"decompile {name}" for name in OPERATIONS},
}

Command = tuple[str, list[str]]  # a name for its files, and the words


def compare(name: str, words: str, device: str, folder: Path) -> Command:
    """Return a comparison whose record and views are kept."""
    record = ["--json", str(folder / f"{name}.json")]
    if "--axis" in words:
        record += ["--output", str(folder / name)]
    return name, [*kernelscope(), "compare", *words.split(), "--device", device, *record]


def profile(name: str, words: list[str], folder: Path) -> Command:
    """Return a profile on the GPU whose record, trace and views are kept."""
    record = ["--json", str(folder / f"{name}.json")]
    return name, [*kernelscope(), "profile", *words, "--device", "cuda", *record]


def inside(name: str, words: str, folder: Path) -> Command:
    """Return a look inside kernels on the GPU, whose record is kept."""
    record = ["--json", str(folder / f"{name}.json")]
    return name, [*kernelscope(), *words.split(), "--device", "cuda", *record]


def kernelscope() -> list[str]:
    """Return the program, from the source tree."""
    return [sys.executable, "-m", "kernelscope"]


def commands(part: str, folder: Path) -> list[Command]:
    """Return the commands of a part. Raises KeyError for an unknown part."""

    def each(words: dict[str, str], device: str, ending: str = "") -> list[Command]:
        return [compare(f"{name}{ending}", text, device, folder) for name, text in words.items()]

    plain = {name: name for name in OPERATIONS}
    tests = [sys.executable, "-m", "pytest", "-q", "-m", "gpu", "--durations=0", "tests"]
    measure = str(ROOT / "tools" / "measure_counters.py")
    counters = [sys.executable, measure, str(folder / "counters")]
    profiles = [
        profile(name, [word, "--timeline", str(folder / f"{name}.svg")], folder)
        for name, word in PROFILES.items()
    ]
    counted = [
        profile(name, [word, "--counters", "--csv", str(folder / f"{name}.csv")], folder)
        for name, word in COUNTED.items()
    ]
    rules = [sys.executable, str(ROOT / "tools" / "measure_rules.py"), str(folder / "rules.json")]
    roofs = ["roofline", "gelu", "--device", "cuda", "--measure", "--plot"]
    return {
        "profile": [*profiles, *counted],
        "rules": [("rules", rules)],
        "inside": [inside(name, words, folder) for name, words in INSIDE.items()],
        "roofline": [("roofline", [*kernelscope(), *roofs, str(folder / "roofline.png")])],
        "doctor": [(name, [*kernelscope(), name]) for name in ("doctor", "gpus")],
        "compare": each(plain, "cuda", "-cuda"),
        "virtual": each(plain, "virtual:h200", "-virtual"),
        "large": each(LARGE, "cuda", "-cuda"),
        "sweep": each(SWEEPS, "cuda"),
        "counters": [("counters", counters)],
        "tests": [("tests", tests)],
    }[part]


def run(command: Command, folder: Path, limit: float) -> str:
    """Run one command for at most `limit` seconds; a line that says how it ended."""
    name, words = command
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "160"}
    start = time.monotonic()
    with (folder / f"{name}.txt").open("w") as log:
        log.write(f"$ {shlex.join(words)}\n")
        log.flush()
        try:
            done = subprocess.run(
                words, cwd=ROOT, env=environment, stdout=log, stderr=log, timeout=limit, check=False
            )
            ended = f"exit {done.returncode}"
        except subprocess.TimeoutExpired:
            ended = f"stopped after {limit:.0f} s"
    return f"{name:28} {ended:22} {time.monotonic() - start:6.1f} s"


def main() -> None:
    """Run the parts asked for until their time is over."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("parts", nargs="+")
    parser.add_argument("--only", default="", metavar="NAME,…", help="these commands alone")
    parser.add_argument("--limit", type=float, default=180, help="seconds for one command")
    parser.add_argument("--total", type=float, default=3600, help="seconds for all commands")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + given.total
    for part in given.parts:
        for command in commands(part, given.folder.resolve()):
            if given.only and command[0] not in given.only.split(","):
                continue
            left = end - time.monotonic()
            line = f"{command[0]:28} not run: the time was over"
            if left > 5:
                line = run(command, given.folder, min(given.limit, left))
            print(line, flush=True)
            with (given.folder / "index.txt").open("a") as index:
                index.write(f"{line}\n")


if __name__ == "__main__":
    main()
