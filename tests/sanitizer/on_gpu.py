"""What NVIDIA's compute-sanitizer finds in the corpus: run it on a machine with a GPU and nvcc.

    cd tests && python -m sanitizer.on_gpu compute_sanitizer.json [LOGS [PROGRAM…]]

With names of programs it runs those alone.

The launches go through the driver alone, so that a process under the tool starts quickly. Racy
kernels may hang on a GPU: each process has a time limit, and what ran in one that was stopped runs
again by itself. In the result each name has, by tool, pairs of lines of its own source that a
report names (one line twice if it names one), or "stopped". Of what is not there nothing was said.
"""

from __future__ import annotations

import ctypes
import itertools
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sanitizer.case import SHARED_BYTES, SIZES, Case, modules
from sanitizer.generator import cases
from sanitizer.programs.index import PROGRAMS

ARCH = "sm_90a"
TOGETHER = 12  # launches of a process
WORKERS = 12
LIMIT_S = 60
_RECORD = re.compile(r"^========= (?:Error|Warning|Invalid|Barrier|Uninitialized|.*Race).*", re.M)
_LINE = re.compile(r"\bin (?:\S*/)?([\w.]+\.cu):(\d+)|([\w.]+\.cu):(\d+)")
_CLUSTER = 4  # CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION


@dataclass(frozen=True)
class Launch:
    """One launch of a kernel; its arguments are a number, or an array's bytes as hexadecimals."""

    name: str
    kernels: tuple[str, ...]
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: int
    cluster: tuple[int, int, int] | None
    arguments: tuple[Any, ...]


# ---- the process under the tool ----------------------------------------------------------------


class _Config(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_uint) for name in ("gx", "gy", "gz", "bx", "by", "bz", "shared")),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("count", ctypes.c_uint),
    ]


class _Attribute(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int), ("pad", ctypes.c_int), ("value", ctypes.c_uint * 16)]


def launch_all(cubin: Path, launches: list[dict[str, Any]]) -> None:
    """Launch kernels of a cubin, one after another; a failure of one ends the process."""
    cuda = ctypes.CDLL("libcuda.so.1")

    def must(code: int) -> None:
        if code:
            sys.exit(f"driver error {code}")

    context, module = ctypes.c_void_p(), ctypes.c_void_p()
    must(cuda.cuInit(0))
    must(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0))
    must(cuda.cuCtxSetCurrent(context))
    must(cuda.cuModuleLoad(ctypes.byref(module), str(cubin).encode()))
    for one in launches:
        values: list[Any] = []
        for argument in one["arguments"]:
            if not isinstance(argument, str):
                make: Any = ctypes.c_float if isinstance(argument, float) else ctypes.c_int
                values.append(make(argument))
                continue
            data, place = bytes.fromhex(argument), ctypes.c_uint64()
            must(cuda.cuMemAlloc_v2(ctypes.byref(place), ctypes.c_size_t(len(data))))
            must(cuda.cuMemcpyHtoD_v2(place, data, ctypes.c_size_t(len(data))))
            values.append(place)
        pointers = (ctypes.c_void_p * len(values))(
            *(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values)
        )
        attribute = _Attribute(_CLUSTER, 0)
        attribute.value[:3] = one["cluster"] or (1, 1, 1)
        config = _Config(*one["grid"], *one["block"], one["shared"], None, None, 0)
        if one["cluster"]:
            config.attributes, config.count = ctypes.addressof(attribute), 1
        for name in one["kernels"]:
            function = ctypes.c_void_p()
            must(cuda.cuModuleGetFunction(ctypes.byref(function), module, name.encode()))
            must(cuda.cuLaunchKernelEx(ctypes.byref(config), function, pointers, None))
            must(cuda.cuCtxSynchronize())
        print(f"ran {one['name']}", flush=True)


# ---- the process that starts them --------------------------------------------------------------


def under(tool: str, cubin: Path, launches: list[Launch]) -> str:
    """Return what a tool says of launches; "stopped" if they do not end in time."""
    text = json.dumps([asdict(one) for one in launches])
    words = ["compute-sanitizer", "--tool", tool, "--print-limit", "100000"]
    words += [sys.executable, "-m", "sanitizer.on_gpu", "--launch", str(cubin)]
    try:
        done = subprocess.run(
            words, input=text, capture_output=True, text=True, timeout=LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return "stopped"
    return done.stdout + done.stderr


def pairs_in(said: str, file: str) -> list[tuple[int, int]]:
    """Return the lines of a file that each report names: the first two, or one twice."""
    starts = [found.start() for found in _RECORD.finditer(said)]
    pairs: dict[tuple[int, int], None] = {}
    for start, end in itertools.pairwise([*starts, len(said)]):
        found = _LINE.finditer(said[start:end])
        lines = [int(m[2] or m[4]) for m in found if (m[1] or m[3]) == file][:2]
        if lines:
            pairs[min(lines), max(lines)] = None
    return [*pairs]


def compiled(source: Path, *options: str) -> Path:
    """Return a source file as a cubin with line numbers."""
    cubin = source.with_suffix(".cubin")
    words = ["nvcc", "-cubin", "-lineinfo", "-std=c++17", f"-arch={ARCH}", *options]
    subprocess.run([*words, "-o", str(cubin), str(source)], check=True, capture_output=True)
    return cubin


def of_case(case: Case) -> Launch:
    """Return the launch of a generated case."""
    zeros = tuple("00" * (4 * size) for size in SIZES)
    return Launch(case.name, case.kernels, case.grid, case.block, SHARED_BYTES, case.cluster, zeros)


def generated(folder: Path, logs: Path) -> dict[str, Any]:
    """Return what racecheck and synccheck say of the generator's cases."""
    found: dict[str, Any] = {}
    with ThreadPoolExecutor(WORKERS) as pool:
        made = modules(cases())
        for one in made:
            (folder / f"{one.name}.cu").write_text(one.source)
        cubins = [*pool.map(lambda one: compiled(folder / f"{one.name}.cu"), made)]
        jobs: list[tuple[str, Path, list[Case]]] = []
        for one, cubin in zip(made, cubins, strict=True):
            ending = [case for case in one.cases if case.ends and not case.faults]
            alone = [[case] for case in one.cases if case.faults or not case.ends]
            chunks = [ending[n : n + TOGETHER] for n in range(0, len(ending), TOGETHER)]
            jobs += [("racecheck", cubin, chunk) for chunk in chunks]
            jobs += [("synccheck", cubin, chunk) for chunk in alone]
        first = _first_lines(made)

        def run(job: tuple[str, Path, list[Case]]) -> None:
            tool, cubin, group = job
            said = under(tool, cubin, [of_case(case) for case in group])
            (logs / f"{tool}-{group[0].name}.txt").write_text(said)
            ran = {line[4:] for line in said.splitlines() if line.startswith("ran ")}
            left = [case for case in group if case.name not in ran]
            if left and len(group) > 1:
                for case in left:
                    run((tool, cubin, [case]))
            pairs = pairs_in(said, f"{cubin.stem}.cu")
            for case in group:
                if case in left and len(group) > 1:
                    continue
                begin = first[case.name]
                end = begin + case.source.count("\n") + 1
                own = [[a - begin, b - begin] for a, b in pairs if begin < a <= end]
                if own or said == "stopped":
                    found[case.name] = {tool: own or said}

        list(pool.map(run, jobs))
    return found


def _first_lines(made: Any) -> dict[str, int]:
    """Return for each case how many lines are before its source in its file."""
    lines: dict[str, int] = {}
    for one in made:
        place = 0
        for case in one.cases:
            place = one.source.index(case.source, place)
            lines[case.name] = one.source.count("\n", 0, place)
    return lines


def programs(folder: Path, logs: Path, names: list[str]) -> dict[str, Any]:
    """Return what each tool says of the programs of these names, or of all, with their fault and
    without.
    """
    chosen = [program for program in PROGRAMS if not names or program.name in names]
    found: dict[str, Any] = {}

    def run(job: tuple[Any, str]) -> None:
        program, how = job
        source = folder / how / program.path.name
        options = ["-I", str(program.path.parent), *(["-DFIXED"] if how == "fixed" else [])]
        cubin = compiled(source, *options)
        grid, block = _three(program.grid), _three(program.block)
        arguments = tuple(
            a.tobytes().hex() if isinstance(a, np.ndarray) else a for a in program.arguments()
        )
        launch = Launch(program.name, (program.name,), grid, block, 0, None, arguments)
        for tool in ("memcheck", "racecheck", "initcheck", "synccheck"):
            said = under(tool, cubin, [launch])
            (logs / f"{program.name}-{how}-{tool}.txt").write_text(said)
            pairs = "stopped" if said == "stopped" else pairs_in(said, program.path.name)
            if pairs:
                found.setdefault(f"{program.name} {how}", {})[tool] = pairs

    for how in ("faulty", "fixed"):
        (folder / how).mkdir()
        for program in chosen:
            (folder / how / program.path.name).write_text(program.path.read_text())
    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(run, [(p, how) for p in chosen for how in ("faulty", "fixed")]))
    return found


def _three(size: int | tuple[int, int]) -> tuple[int, int, int]:
    x, y = size if isinstance(size, tuple) else (size, 1)
    return x, y, 1


def main() -> None:
    """Run all, and write what was found."""
    if sys.argv[1] == "--launch":
        launch_all(Path(sys.argv[2]), json.load(sys.stdin))
        return
    logs = Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp())
    logs.mkdir(exist_ok=True)
    names = sys.argv[3:]
    with tempfile.TemporaryDirectory() as name:
        found = programs(Path(name), logs, names)
        Path(sys.argv[1]).write_text(json.dumps({"programs": found}))
        if names:
            return
        found = {"programs": found, "cases": generated(Path(name), logs)}
    Path(sys.argv[1]).write_text(json.dumps(found, indent=1, sort_keys=True))


if __name__ == "__main__":
    main()
