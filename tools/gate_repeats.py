"""Count the false alarms of the gate: its tests again and again, with nothing changed.

    python tools/gate_repeats.py --repeats 1000 --workers 16 --seconds 240 --out repeats.json

One process writes the baselines. Then processes repeat the tests, each with other numbers of
threads and cores, with the vector extensions of the processor as they are, without AVX-512, or
without AVX, with or without other work on the same cores, and in another order of the tests.
A repeat is one run of all tests of `tests/scripts/gate`; a test that fails is a false alarm.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

LEVELS = ("native", "avx2", "sse")
_LATER = ("avx512", "avx10", "amx")
_AVX = (*_LATER, "avx", "fma", "f16c", "vaes", "vpclmulqdq", "gfni", "xop")
# Per level: of LLVM and Numba the processor, of PyTorch and oneDNN the widest extension.
_NAMES = {"avx2": ("x86-64-v3", "avx2", "AVX2"), "sse": ("x86-64-v2", "default", "SSE41")}


def limit_extensions(level: str) -> None:
    """Let the virtual GPU's compiler see a processor with fewer extensions."""
    if level == "native":
        return
    from llvmlite import binding

    features = binding.get_host_cpu_features()
    for name in features:
        if name.startswith(_LATER if level == "avx2" else _AVX):
            features[name] = False
    binding.get_host_cpu_features = lambda: features
    binding.get_host_cpu_name = lambda: _NAMES[level][0]


def numpy_features(level: str) -> str:
    """Return the extensions that NumPy is not to use, for NPY_DISABLE_CPU_FEATURES."""
    if level == "native":
        return ""
    umath = import_module("numpy._core._multiarray_umath")
    used = [name for name in umath.__cpu_dispatch__ if umath.__cpu_features__.get(name)]
    return " ".join(name for name in used if level == "sse" or name.startswith("AVX512"))


def environment(config: dict[str, Any]) -> dict[str, str]:
    """Return the environment of a process of this configuration."""
    threads, level = str(config["threads"]), config["level"]
    variables = {**os.environ, "OMP_NUM_THREADS": threads, "MKL_NUM_THREADS": threads}
    if level != "native":
        cpu, torch_level, dnn = _NAMES[level]
        variables |= {"ATEN_CPU_CAPABILITY": torch_level, "ONEDNN_MAX_CPU_ISA": dnn}
        variables |= {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": ""}
        variables["NPY_DISABLE_CPU_FEATURES"] = numpy_features(level)
    return variables


def child(config: dict[str, Any]) -> dict[str, Any]:
    """Repeat the tests in this process as a configuration says."""
    cores = sorted(os.sched_getaffinity(0))
    order = random.Random(config["seed"])
    os.sched_setaffinity(0, order.sample(cores, min(config["cores"], len(cores))))
    busy = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(config["busy"])
    ]
    try:
        limit_extensions(config["level"])
        from gate_project import run_tests

        alarms: list[str] = []
        notes: list[str] = []
        checks = 0
        names = list(config["names"])
        for _ in range(config["repeats"]):
            order.shuffle(names)
            outcome = run_tests(Path(config["folder"]), names)
            checks += len(outcome.passed) + len(outcome.failed)
            alarms += [f"{name}: {text}" for name, text in outcome.failed.items()]
            notes += outcome.notes
    finally:
        for process in busy:
            process.kill()
    return {**config, "alarms": alarms, "notes": notes, "tests": checks}


def configurations(repeats: int, each: int, names: list[str], folder: Path) -> list[dict[str, Any]]:
    """Return one configuration a process, in an order that mixes them."""
    drawn = random.Random(14)
    made: list[dict[str, Any]] = []
    for seed in range(-(-repeats // each)):
        level = LEVELS[seed % len(LEVELS)]
        made.append(
            {
                "seed": seed,
                "level": level,
                "threads": drawn.choice((1, 2, 3, 4, 8, 16)),
                "cores": drawn.choice((1, 2, 3, 4, 8, 16)),
                "busy": drawn.choice((0, 0, 1)),
                "repeats": min(each, repeats - seed * each),
                "names": names,
                "folder": str(folder),
            }
        )
    return made


def in_process(config: dict[str, Any], deadline: float) -> dict[str, Any] | None:
    """Run a configuration in a process of its own; None if there is no time left."""
    if time.monotonic() > deadline:
        return None
    words = [sys.executable, __file__, "--child", json.dumps(config)]
    run = subprocess.run(
        words, env=environment(config), capture_output=True, text=True, check=False
    )
    if run.returncode:
        return {**config, "alarms": [f"the process failed: {run.stderr[-2000:]}"], "tests": 0}
    return json.loads(run.stdout.splitlines()[-1])


def main() -> None:
    """Run all, print the table, and write the figures."""
    parser = argparse.ArgumentParser(description="Count the false alarms of the gate.")
    parser.add_argument("--repeats", type=int, default=1000)
    parser.add_argument("--each", type=int, default=8, help="repeats of one process")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=3600, help="begin no process after this")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        print(json.dumps(child(json.loads(given.child))))
        return
    from gate_project import copy_project, run_tests

    start = time.monotonic()
    folder = copy_project(Path(tempfile.mkdtemp(prefix="gate-")) / "project")
    first = run_tests(folder, update=True)
    if first.failed:
        sys.exit("\n".join(first.failed.values()))
    names = [name.rpartition("::")[2] for name in first.passed]
    print(f"baselines of {len(names)} tests after {time.monotonic() - start:.0f} s", flush=True)
    made = configurations(given.repeats, given.each, names, folder)
    deadline = start + given.seconds
    with ThreadPoolExecutor(given.workers) as pool:
        done = [one for one in pool.map(lambda c: in_process(c, deadline), made) if one]
    report(done, time.monotonic() - start, given.out)


def report(done: list[dict[str, Any]], seconds: float, out: Path | None) -> None:
    """Print what was counted, and write it."""
    repeats, alarms = Counter[str](), Counter[str]()
    for one in done:
        words = (one["level"], f"{one['threads']} threads", f"{one['cores']} cores")
        for word in (*words, "other work" if one["busy"] else "no other work", "all"):
            repeats[word] += one["repeats"]
            alarms[word] += len(one["alarms"])
    for word in sorted(repeats):
        print(f"{word:>15}: {repeats[word]:5} repeats, {alarms[word]} false alarms")
    tests = sum(one["tests"] for one in done)
    print(f"{len(done)} processes, {tests} tests, {seconds:.0f} s")
    for one in done:
        for alarm in one["alarms"]:
            print(f"ALARM {one['level']}, {one['threads']} threads: {alarm}")
    if out is not None:
        out.write_text(json.dumps({"seconds": seconds, "processes": done}, indent=1) + "\n")


if __name__ == "__main__":
    main()
