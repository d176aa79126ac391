"""CuTe DSL in front of the virtual GPU.

Its compiler makes a host function, which calls CUDA through a library that carries NVIDIA's static
runtime. The wheel has the same functions as an archive without the runtime; linked with ours, they
are the library here. The machine code in the host function's module becomes the PTX that it was
made from.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from kernelscope._cache import cache_folder
from kernelscope._files import write_whole
from kernelscope._patching import Patches
from kernelscope.driver.fatbin import MAGIC, with_ptx
from kernelscope.driver.libraries import RUNTIME, host_compiler, libraries
from kernelscope.errors import UnavailableError

_ARCHIVE = "libcuda_dialect_runtime_static.a"
_MADE_BY = re.compile(r"cute-to-nvvm\{(?=.*cubin-chip=(\w+))")
_KEPT = re.compile(r"dump-ptx-path='([^']*)'")
_CUBIN = re.compile(r"dump-cubin-path='([^']*)'")
_FAT_BINARY = MAGIC.to_bytes(4, "little")


def offer(undo: Patches) -> None:
    """Let CuTe DSL reach the virtual GPU once a program imports it."""
    undo.when_imported(
        "cutlass.base_dsl.env_manager",
        lambda module, patches: patches.around(module, "get_prefix_dsl_libs", _with_ours),
    )
    undo.when_imported(
        "cutlass.base_dsl.compiler",
        lambda module, patches: patches.around(module.Compiler, "compile", _compile),
    )


def _with_ours(original: Callable[[str], str | None], prefix: str) -> str | None:
    """Return the libraries that host functions call, ours in front of NVIDIA's."""
    named = original(prefix)
    archive = Path((named or "").split(os.pathsep)[0]).parent / _ARCHIVE
    with suppress(UnavailableError):  # the driver's line says what NVIDIA's library cannot do
        if named and archive.exists():
            return os.pathsep.join((str(_library(archive)), named))
    return named


def _library(archive: Path) -> Path:
    """Return the archive's functions as a library that calls our runtime; it is linked once."""
    folder = libraries()
    key = hashlib.sha256(archive.read_bytes() + f"{folder}".encode()).hexdigest()[:16]
    made = cache_folder("cute_dsl") / key / "libcute_dsl_runtime.so"
    if made.exists():
        return made
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / made.name
        ended = subprocess.run(
            [*shlex.split(host_compiler()), "-shared", "-o", str(out), "-Wl,--whole-archive",
             str(archive), "-Wl,--no-whole-archive", f"-L{folder}", f"-l:{RUNTIME}",
             f"-Wl,-rpath,{folder}"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if ended.returncode:
            raise UnavailableError(f"CuTe DSL's library cannot be linked: {ended.stderr[:300]}")
        return write_whole(made, out.read_bytes())


def _compile(
    original: Callable[..., Any], compiler: Any, module: Any, pipeline: str, *more: Any, **by: Any
) -> Any:
    """Compile a module, and put the PTX of its kernels in the place of their machine code."""
    chip = _MADE_BY.search(pipeline)
    with tempfile.TemporaryDirectory() as folder:
        if chip is None:
            return original(compiler, module, pipeline, *more, **by)
        if _KEPT.search(pipeline) is None:
            before, after = pipeline[: chip.end()], pipeline[chip.end() :]
            pipeline = f"{before}dump-ptx-path='{folder}/kernels' {after}"
        result = original(compiler, module, pipeline, *more, **by)
        ptx = Path(f"{_KEPT.findall(pipeline)[0]}.{chip[1]}.ptx")
        binaries = _binaries(result)
        if len(binaries) == 1 and ptx.exists():
            text = ptx.read_bytes().rstrip(b"\0")
            _put(binaries[0], text + b"\0")
            for path in _CUBIN.findall(pipeline):  # a program may load it by itself
                cubin = Path(f"{path}.{chip[1]}.cubin")
                write_whole(cubin, with_ptx(cubin.read_bytes(), text))
    return result


def _binaries(module: Any) -> list[Any]:
    """Return the constants of a module that are fat binaries."""
    constants = [op for op in module.body.operations if op.operation.name == "llvm.mlir.global"]
    texts = [op for op in constants if "value" in op.attributes]
    return [
        op
        for op in texts
        if getattr(op.attributes["value"], "value_bytes", b"").startswith(_FAT_BINARY)
    ]


def _put(constant: Any, data: bytes) -> None:
    ir = import_module("cutlass._mlir.ir")
    with constant.operation.context:
        constant.attributes["value"] = ir.StringAttr.get(data)
        array = ir.Type.parse(f"!llvm.array<{len(data)} x i8>")
        constant.attributes["global_type"] = ir.TypeAttr.get(array)
