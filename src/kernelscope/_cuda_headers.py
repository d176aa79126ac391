"""Where CUDA's headers are: a wheel's build asks, too, and has few of our packages."""

from __future__ import annotations

import importlib.util
import os
from functools import cache
from pathlib import Path


@cache
def include_paths() -> tuple[str, ...]:
    """Return folders with cuda_fp16.h and CCCL: of pip packages, a toolkit, or Triton's copy.

    CUDA 13 packages share `nvidia/cu13/include` (CCCL below it); each CUDA 12 package
    has its own folder: `nvidia/cuda_runtime/include`, `nvidia/cuda_cccl/include`.
    """
    roots: list[Path] = []
    spec = importlib.util.find_spec("nvidia")
    for location in (spec.submodule_search_locations or ()) if spec else ():
        nvidia = Path(location)
        layouts = sorted(nvidia.glob("cu1[0-9]"), reverse=True)
        roots += [layout / "include" for layout in layouts]
        roots += [nvidia / "cuda_runtime/include", nvidia / "cuda_cccl/include"]
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        if os.environ.get(variable):
            roots.append(Path(os.environ[variable]) / "include")
    roots.append(Path("/usr/local/cuda/include"))
    triton = importlib.util.find_spec("triton")
    for location in (triton.submodule_search_locations or ()) if triton else ():
        roots.append(Path(location) / "backends/nvidia/include")
    folders = [path for root in roots for path in (root, root / "cccl") if path.is_dir()]
    return tuple(str(path) for path in dict.fromkeys(folders))
