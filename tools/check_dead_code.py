"""Fail on code that nothing uses: vulture, told which files answer to another library's names."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from vulture.core import Vulture

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "bench", "tools", "tests")

# Files that take the place of another library's object: that library calls them by its own names.
FOREIGN = {
    "src/kernelscope/devices/torch_cuda/api.py": "torch.cuda",
    "src/kernelscope/devices/torch_cuda/graphs.py": "torch.cuda.CUDAGraph",
    "src/kernelscope/devices/torch_cuda/streams.py": "torch.cuda.Stream and Event",
    "src/kernelscope/devices/torch_cuda/tensor.py": "torch.Tensor on a GPU",
    "src/kernelscope/devices/torch_cuda/profiler/events.py": "PyTorch's events of Kineto",
    "src/kernelscope/devices/torch_cuda/profiler/results.py": "PyTorch's result of Kineto",
    "src/kernelscope/devices/dispatch.py": "torch's dispatch mode",
    "src/kernelscope/devices/operators.py": "torch's dispatch mode",
    "src/kernelscope/evaluation/recorder.py": "torch's dispatch mode",
    "src/kernelscope/devices/torch_cuda/generators.py": "torch.Generator",
    "src/kernelscope/frontends/cuda/driver_textures.py": "the CUDA driver's structures",
    "src/kernelscope/frontends/inductor/cuda_graphs.py": "Inductor's trees of CUDA graphs",
    "src/kernelscope/frontends/inductor/__init__.py": "Inductor's device interface",
    "src/kernelscope/frontends/numba/code.py": "the loaded kernel as Numba keeps one",
    "src/kernelscope/frontends/numba/driver.py": "the driver as Numba calls it",
    "src/kernelscope/frontends/numba/dispatch.py": "Numba's dispatcher",
    "src/kernelscope/profiling/dataflow.py": "torch's dispatch mode",
    "src/kernelscope/frontends/triton/driver.py": "Triton's driver",
    "tests/sanitizer/suites/indigo3.py": "host code that is translated to Python",
    "tests/sanitizer/suites/clean/compiled_models.py": "Inductor's options",
}
DECORATORS = [
    *("@*.implementation", "@*.jit", "@*.autotune", "@*.fixture", "@app.*", "@command"),
    "@calls",  # tests/truth/operators
    "@program",  # tests/truth/times
    "@row",  # devices/library
    "@stretch",  # tests/truth/operators/python_costs.py
]
NAMES = [
    *("__getattr__", "__dir__"),  # the package's lazy names
    *("pytestmark", "pytest_*", "handle_*", "do_*"),  # pytest, html.parser, own dispatch by name
    "on_*",  # the questions of CUDA's driver, by their names
    *("forward", "backward"),  # torch.nn.Module, torch.autograd.Function
    *("volatile", "triple", "data_layout", "calling_convention", "_get_reference"),  # llvmlite
    "wall_s",  # part of what a launch returns
    *("executed", "possible_bits", "question", "decisions"),  # of a record: written, read as JSON
    *("get_filename", "get_data"),  # importlib's loaders
    "row_factory",  # sqlite3.Connection
    "disable_line_info",  # one of Triton's knobs
    *("f_trace_lines", "f_trace_opcodes"),  # of Python's frames
    "__signature__",  # inspect
    "__call__",  # vulture takes it for a function if its parameters are positional only
]

SHARED_WITH_C = {
    ROOT / "src/kernelscope/vgpu" / name
    for name in ("faults.py", "layout.py", "tensor_layout.py", "tensor_map.py")
}
IN_C = ROOT / "src/kernelscope/vgpu/jit/c"


def names_in_c() -> str:
    """Return what the compiler's C says in capitals: CONTEXT_WATCH is `Context.WATCH` there."""
    texts = (path.read_text(encoding="utf-8") for path in IN_C.glob("*.[ch]"))
    return " ".join(word for text in texts for word in re.findall(r"[A-Z][A-Z0-9_]+", text)) + " "


def main() -> int:
    """Print what is unused; the exit code is 1 when there is any."""
    vulture = Vulture(ignore_names=NAMES, ignore_decorators=DECORATORS)
    data = {ROOT / "tests" / "scripts", ROOT / "tests" / "evaluation" / "submissions"}
    files = [
        path
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if not data & set(path.parents)
    ]
    vulture.scavenge(files)
    in_c = names_in_c()
    unused = [
        item
        for item in vulture.get_unused_code(min_confidence=60)
        if item.filename.relative_to(ROOT).as_posix() not in FOREIGN
        and not (item.filename in SHARED_WITH_C and f"{item.name} " in in_c)
    ]
    for item in unused:
        print(f"{item.filename.relative_to(ROOT)}:{item.first_lineno}: {item.message}")
    print(f"{len(unused)} unused names in {len(files)} files")
    return 1 if unused else 0


if __name__ == "__main__":
    sys.exit(main())
