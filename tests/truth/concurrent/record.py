"""Records what the programs give on a GPU: each 20 times, and all runs must agree.

    cd tests
    python -m truth.concurrent.record compile        make ptx/ of the .cu files (nvcc; no GPU)
    python -m truth.concurrent.record                run all, write results_h200.json
    python -m truth.concurrent.record run NAME...    run some in this process, print their results

Needs NumPy, and cuda-python for the runs. Each program has a process of its own, so that one which
never ends costs its time alone. `compute-sanitizer` can run the last form.
"""

from __future__ import annotations

import argparse
import ctypes
import datetime
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from truth.concurrent.program import HERE, RESULTS, Program, summary
from truth.concurrent.programs import PROGRAMS

TESTS = HERE.parents[1]
SECONDS = 20  # for one program; they take well below one


def compile_all() -> None:
    """Compile every `.cu` file; keep the PTX without its comments."""
    (HERE / "ptx").mkdir(exist_ok=True)
    for source in sorted(HERE.glob("*.cu")):
        target = HERE / "ptx" / f"{source.stem}.ptx"
        options = ["-ptx", "-arch=sm_90a", "-diag-suppress=20054", "-o", str(target)]
        command = ["nvcc", *options, source.name]
        subprocess.run(command, check=True, cwd=HERE)
        lines = (line.rstrip() for line in target.read_text().splitlines())
        target.write_text(
            "\n".join(x for x in lines if x and not x.lstrip().startswith("//")) + "\n"
        )
        print(target.name, target.stat().st_size)


class Gpu:
    """The first GPU, by the driver's interface."""

    def __init__(self) -> None:
        from cuda.bindings import driver

        self.driver = driver
        self._do(driver.cuInit(0))
        self.device = self._do(driver.cuDeviceGet(0))
        self._modules: dict[str, Any] = {}
        self._do(driver.cuCtxSetCurrent(self._do(driver.cuDevicePrimaryCtxRetain(self.device))))

    def _do(self, answer: tuple[Any, ...]) -> Any:
        if answer[0] != self.driver.CUresult.CUDA_SUCCESS:
            raise SystemExit(str(self.driver.cuGetErrorString(answer[0])[1]))
        return answer[1] if len(answer) == 2 else answer[1:]

    def named(self) -> str:
        """Return the device's name."""
        return self._do(self.driver.cuDeviceGetName(64, self.device)).decode().rstrip("\0 ")

    def driver_version(self) -> str:
        """Return the driver's version."""
        query = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
        return subprocess.run(query, capture_output=True, text=True, check=True).stdout.strip()

    def run(self, program: Program) -> list[np.ndarray]:
        """Run a program once, with buffers of its own."""
        d = self.driver
        module = self._module(program)
        for name, value in program.variables.items():
            address, size = self._do(d.cuModuleGetGlobal(module, name.encode()))
            self._do(d.cuMemcpyHtoD(address, value.ctypes.data, min(size, value.nbytes)))
        arguments = program.fresh()
        places: list[Any] = []
        for argument in arguments:
            places.append(argument)
            if isinstance(argument, np.ndarray):
                places[-1] = self._do(d.cuMemAlloc(argument.nbytes))
                self._do(d.cuMemcpyHtoD(places[-1], argument.ctypes.data, argument.nbytes))
        for kernel in program.kernels:
            self._launch(self._do(d.cuModuleGetFunction(module, kernel.encode())), program, places)
        self._do(d.cuCtxSynchronize())
        for argument, place in zip(arguments, places, strict=True):
            if isinstance(argument, np.ndarray):
                self._do(d.cuMemcpyDtoH(argument.ctypes.data, place, argument.nbytes))
                self._do(d.cuMemFree(place))
        results = program.results(arguments)
        for name in program.read:
            results.append(np.zeros(1, np.int32))
            address, _ = self._do(d.cuModuleGetGlobal(module, name.encode()))
            self._do(d.cuMemcpyDtoH(results[-1].ctypes.data, address, 4))
        return results

    def _module(self, program: Program) -> Any:
        """Return the program's module: a new one if it has variables that a run changes."""
        if program.read or program.topic not in self._modules:
            text = ctypes.create_string_buffer(program.ptx.encode())
            module = self._do(self.driver.cuModuleLoadData(ctypes.addressof(text)))
            self._modules[program.topic] = module
        return self._modules[program.topic]

    def _launch(self, function: Any, program: Program, places: list[Any]) -> None:
        d = self.driver
        config = d.CUlaunchConfig()
        attributes = self._attributes(program)
        for axis, blocks, threads in zip("XYZ", program.grid, program.block, strict=True):
            setattr(config, f"gridDim{axis}", blocks)
            setattr(config, f"blockDim{axis}", threads)
        for name, value in (
            ("sharedMemBytes", program.shared),
            ("attrs", attributes),
            ("numAttrs", len(attributes)),
        ):
            setattr(config, name, value)
        kinds = tuple(ctypes.c_int if isinstance(p, int) else None for p in places)
        self._do(d.cuLaunchKernelEx(config, function, (tuple(places), kinds), 0))

    def _attributes(self, program: Program) -> list[Any]:
        kinds = self.driver.CUlaunchAttributeID
        attributes: list[Any] = []
        if program.cluster is not None:
            cluster = self.driver.CUlaunchAttribute()
            cluster.id = kinds.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
            size = cluster.value.clusterDim
            size.x, size.y, size.z = program.cluster
            attributes.append(cluster)
        if program.cooperative:
            cooperative = self.driver.CUlaunchAttribute()
            cooperative.id = kinds.CU_LAUNCH_ATTRIBUTE_COOPERATIVE
            cooperative.value.cooperative = 1
            attributes.append(cooperative)
        return attributes


def run_here(names: list[str], times: int) -> dict[str, Any]:
    """Run programs in this process; return a record for each."""
    gpu = Gpu()
    found: dict[str, Any] = {}
    for name in names:
        runs = [[summary(r) for r in gpu.run(PROGRAMS[name])] for _ in range(times)]
        different = sum(run != runs[0] for run in runs)
        found[name] = {"results": runs[0]} | ({"different": different} if different else {})
        print(f"{name}: {different} of {times} differ from the first", file=sys.stderr)
    return found


def run_apart(name: str, times: int) -> dict[str, Any]:
    """Run one program in a process of its own; return its record, or why it has none."""
    command = [sys.executable, "-m", "truth.concurrent.record", "run", name, "--times", str(times)]
    try:
        done = subprocess.run(
            command, cwd=TESTS, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return {"failed": f"did not end within {SECONDS} s"}
    if done.returncode:
        return {"failed": (done.stderr or done.stdout).strip()[-300:]}
    return json.loads(done.stdout)[name]


def record(times: int) -> None:
    """Run all programs, four at a time, and write the file; those that are not steady stay out."""
    with ThreadPoolExecutor(4) as pool:
        found = dict(
            zip(PROGRAMS, pool.map(lambda name: run_apart(name, times), PROGRAMS), strict=True)
        )
    bad = {name: r for name, r in found.items() if "failed" in r or "different" in r}
    gpu = Gpu()
    about = {
        "device": gpu.named(),
        "driver": gpu.driver_version(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "runs": times,
    }
    rows = [
        f"  {json.dumps(n)}: {json.dumps(r['results'])}" for n, r in found.items() if n not in bad
    ]
    text = ",\n".join(f" {json.dumps(k)}: {json.dumps(v)}" for k, v in about.items())
    RESULTS.write_text("{\n" + text + ',\n "programs": {\n' + ",\n".join(rows) + "\n }\n}\n")
    print(f"{len(rows)} steady; {len(bad)} not: {json.dumps(bad, indent=1)}")


def main() -> None:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("action", nargs="?", default="record", choices=["record", "compile", "run"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--times", type=int, default=20)
    asked = parser.parse_args()
    if asked.action == "compile":
        compile_all()
    elif asked.action == "run":
        names = [n for n, p in PROGRAMS.items() if n in asked.names or p.topic in asked.names]
        json.dump(run_here(names, asked.times), sys.stdout)
    else:
        record(asked.times)


if __name__ == "__main__":
    main()
