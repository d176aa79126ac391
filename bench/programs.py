"""What launches of a program in C++ cost: empty ones beside those from Python, and 1,000 of one
kernel whose arguments differ, with simulated times beside times from the counts.

    python -m bench.programs

Prints a JSON object: processor seconds of a launch, of this process and the program together.
"""

from __future__ import annotations

import json
import resource
import tempfile
from pathlib import Path

import numpy as np

import kernelscope as ks
from kernelscope.jobs.run import run

LAUNCHES = 1000
EMPTY = "__global__ void empty(float *x, int n) {}\n"
PROGRAM = f"""#include <cstdlib>
{EMPTY}
int main(int argc, char **argv) {{
    float *x;
    cudaMalloc(&x, 4096);
    for (int i = 0; i < atoi(argv[1]); i++) empty<<<1, 128>>>(x, 1024);
    return cudaDeviceSynchronize();
}}
"""

BOXES = """#include <cstdlib>
__global__ void box(float *x, int left, int width, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width) return;
    float value = x[left + i];
    for (int n = 0; n < steps; n++) value = value * value + 1;
    x[left + i] = value;
}
int main() {
    float *x;
    cudaMalloc(&x, 1 << 20);
    for (int i = 0; i < 1000; i++) {
        int left = rand() % 4096, width = 1024 + rand() % 4096, steps = 16 + rand() % 48;
        box<<<(width + 127) / 128, 128>>>(x, left, width, steps);
    }
    return cudaDeviceSynchronize();
}
"""


def processor_time() -> float:
    """Return the seconds of this process, and of its children that have ended."""
    every = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in every)


def of_program(path: Path, launches: int) -> float:
    """Return the least processor seconds of three runs."""
    times: list[float] = []
    for _ in range(3):
        began = processor_time()
        result = run(str(path), [str(launches)], device="virtual:h200")
        assert result.exit_code == 0
        assert len(result.record.launches) == launches
        times.append(processor_time() - began)
    return min(times)


def of_python(launches: int) -> float:
    """Return the least processor seconds of three loops, with their records."""
    kernel, x = ks.cuda_kernel(EMPTY, "empty"), np.zeros(1024, np.float32)
    times: list[float] = []
    for _ in range(3):
        with ks.virtual_gpu("h200") as gpu:
            kernel[1, 128](x, 1024)
            assert len(gpu.launches) == 1
            began = processor_time()
            for _ in range(launches):
                kernel[1, 128](x, 1024)
            assert len(gpu.launches) == 1 + launches
            times.append(processor_time() - began)
    return min(times)


def main() -> None:
    """Time both, without what the first launch and the process cost."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.cu"
        path.write_text(PROGRAM)
        of_program(path, 1)  # it is built
        cpp = of_program(path, 1 + LAUNCHES) - of_program(path, 1)
    print(json.dumps({"C++": cpp / LAUNCHES, "Python": of_python(LAUNCHES) / LAUNCHES}))


if __name__ == "__main__":
    main()
