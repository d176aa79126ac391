"""A folder that stands in for CUDA's toolkit: what a Makefile's `nvcc` builds links our runtime."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from kernelscope._cache import building_for, cache_folder, source_key
from kernelscope._cuda_headers import include_paths
from kernelscope.driver.libraries import libraries, machine_code
from kernelscope.errors import CompileError, UnavailableError
from kernelscope.hardware import GPUSpec

_HERE = Path(__file__).parent
_NVCC = Path("nvidia", "bin", "nvcc")
"""NVIDIA's nvcc, in the folder of the toolkit."""


@cache
def real_nvcc() -> Path:
    """Return NVIDIA's nvcc: of the pip package, of CUDA_HOME, or on PATH.

    Raises:
        UnavailableError: there is none; the message names the package.
    """
    places = [Path(folder).parent / "bin" / "nvcc" for folder in include_paths()]
    on_path = shutil.which("nvcc")
    places += [Path(on_path)] if on_path else []
    for place in places:
        if place.exists() and not _is_ours(place):
            return place.resolve()
    raise UnavailableError(
        "a CUDA program is compiled with nvcc, which is not installed: pip install "
        "'kernelscope[nvcc]', or set CUDA_HOME"
    )


def _is_ours(nvcc: Path) -> bool:
    with nvcc.open("rb") as file:
        return file.read(2) == b"#!"


def toolkit(spec: GPUSpec) -> Path:
    """Return the folder for programs of a GPU, with `bin/nvcc`, `include` and `lib64`.

    Raises:
        UnavailableError: there is no nvcc, or no C compiler.
    """
    real, built = real_nvcc(), libraries()
    python = shlex.join([sys.executable, "-I", "-S", str(_HERE / "nvcc.py")])
    headers = _headers(real)
    own = source_key(_HERE, ("toolkit.py",)).hex()
    architecture = spec.target.removeprefix("sm_")
    known = f"{python} {real} {built} {architecture} {headers} {own}"
    folder = cache_folder("toolkit") / hashlib.sha256(known.encode()).hexdigest()[:16]
    if folder.exists():
        return folder
    with building_for(folder) as made:
        root = made / "root"
        (root / "bin").mkdir(parents=True)
        (root / "lib64" / "stubs").mkdir(parents=True)
        (root / "lib").symlink_to("lib64")
        home = real.parent.parent
        (root / "nvvm").symlink_to(home / "nvvm")
        (root / "include").mkdir()
        for name, header in headers.items():
            (root / "include" / name).symlink_to(header)
        _link_tools(real, root)
        words = [folder / _NVCC, folder, architecture, _oldest(real)]
        for name, line in (
            ("nvcc", f'exec {python} {shlex.join(map(str, words))} "$@"'),
            ("__nvcc_device_query", f"echo {spec.sm}"),
        ):
            (root / "bin" / name).write_text(f"#!/bin/sh\n{line}\n")
            (root / "bin" / name).chmod(0o755)
        for file in sorted(built.glob("*.so.*")):  # the newest of a library has its plain name
            (root / "lib64" / file.name).symlink_to(file)
            plain = root / "lib64" / f"{file.name.partition('.so')[0]}.so"
            plain.unlink(missing_ok=True)
            plain.symlink_to(file)
        (root / "lib64" / "stubs" / "libcuda.so").symlink_to(built / "libcuda.so.1")
        # A linker script: what asks for the static runtime gets the shared one.
        static = f"/* GNU ld script */\nINPUT({built / 'libcudart.so.13'})\n"
        (root / "lib64" / "libcudart_static.a").write_text(static)
        # An installed toolkit may have both `lib` and `lib64`, of which one is a link.
        for devrt in sorted(home.glob("lib*/libcudadevrt.a"))[:1]:
            (root / "lib64" / devrt.name).symlink_to(devrt)
        try:
            os.rename(root, folder)
        except OSError:  # another process was faster
            if not folder.exists():
                raise
    return folder


def _link_tools(real: Path, root: Path) -> None:
    """Make `bin` without nvcc, and a folder whose nvcc of NVIDIA takes this toolkit for its own.

    nvcc reads the profile next to the name that it is called by. CMake looks for the runtime where
    `nvcc -v` says that the toolkit is: `#$ TOP=/home/me/.cache/kernelscope/toolkit/…`.
    """
    nvcc = root / _NVCC
    nvcc.parent.mkdir(parents=True)
    nvcc.symlink_to(real)
    for tool in real.parent.iterdir():
        if tool.name not in ("nvcc", "nvcc.profile", "__nvcc_device_query"):
            (root / "bin" / tool.name).symlink_to(tool)
            nvcc.with_name(tool.name).symlink_to(tool)
    profile = (real.parent / "nvcc.profile").read_text()
    profile = re.sub(r"^TOP\s*=.*$", "TOP = $(_HERE_)/../..", profile, flags=re.MULTILINE)
    # An installed toolkit has its headers in `targets/x86_64-linux/include`, too.
    nvcc.with_name("nvcc.profile").write_text(profile.replace("$(_TARGET_DIR_)/", ""))


def require_compilers(source: str) -> None:
    """Raise UnavailableError if nvcc, or the compiler that it calls for the host, is not here."""
    real_nvcc()
    if shutil.which("g++") is None and not os.environ.get("NVCC_CCBIN"):
        raise UnavailableError(f"{source}: nvcc needs a C++ compiler for the host: install g++")


def _oldest(nvcc: Path) -> str:
    """Return the oldest architecture that it compiles for: "75"."""
    words = [str(nvcc), "--list-gpu-arch"]
    listed = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    return min(re.findall(r"compute_(\d+)\b", listed), key=int, default="0")


def _headers(nvcc: Path) -> dict[str, Path]:
    """Return the headers of nvcc's toolkit, and of the packages that are installed next to it."""
    folders = [nvcc.parent.parent / "include"]
    folders += [Path(each) for each in include_paths() if _is_toolkits(each)]
    entries = [entry for folder in reversed(folders) for entry in sorted(folder.iterdir())]
    return {entry.name: entry for entry in entries}


def _is_toolkits(folder: str) -> bool:
    """Return whether a folder of headers is a toolkit's: Triton has a copy of its own version."""
    return folder.endswith("/include") and "triton" not in folder


def built(source: str, gpu: GPUSpec | str, *, optimizes: bool = True) -> Path:
    """Return the program that nvcc makes of a `.cu` file; it is kept until a file of it changes.

    gpu: the virtual GPU that it is for; or the target of this machine's GPU, "sm_90a".
    optimizes: if False, its kernels keep each variable's value, for a debugger.

    Raises:
        CompileError: nvcc's first error, with its place.
        UnavailableError: there is no nvcc, or no compiler for the host.
    """
    require_compilers(source)
    if isinstance(gpu, GPUSpec):
        nvcc, own = toolkit(gpu) / "bin" / "nvcc", ["-lcuda"]
    else:
        nvcc, own = real_nvcc(), ["-lcuda", f"-arch={gpu}", "-lineinfo"]
    path = Path(source).resolve()
    flags = [os.environ.get(name, "") for name in ("NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS")]
    name = hashlib.sha256(
        json.dumps([str(path), str(nvcc), own, optimizes, *flags]).encode()
    ).hexdigest()[:24]
    folder = cache_folder("programs") / name
    if _is_current(folder):
        return folder / path.stem
    with building_for(folder) as made:
        out = made / "out"
        out.mkdir()
        listed = made / "files.d"
        words = [str(nvcc), "-O2", "-g", str(path), "-o", str(out / path.stem)]
        words += [*([] if optimizes else ["-G"]), *own]
        words += [f"-I{path.parent}", "-MD", "-MF", str(listed)]
        ended = subprocess.run(words, capture_output=True, text=True, check=False)
        if "undefined reference to `main'" in ended.stderr:
            raise CompileError(
                f"{source}: it has no `main` to run: open its kernels with `kernelscope inspect "
                f"{source}`, or launch them in a script with kernelscope.cuda_kernel"
            )
        if ended.returncode:
            if len(re.findall(r"\berror\b", ended.stderr)) > 1:
                sys.stderr.write(ended.stderr)
            raise CompileError(_first_error(ended.stderr or ended.stdout, source))
        sys.stderr.write(ended.stderr)  # warnings
        files = {str(path), *_prerequisites(listed)}
        (out / "files.json").write_text(json.dumps({file: _digest(file) for file in sorted(files)}))
        if not _is_current(folder):  # another process may have been faster
            shutil.rmtree(folder, ignore_errors=True)
            with suppress(OSError):
                os.rename(out, folder)
    return folder / path.stem


def ptx_of(source: str, target: str) -> str:
    """Return the PTX that nvcc makes of a `.cu` file for a target such as "sm_90a".

    Raises:
        CompileError: nvcc's first error, with its place.
        UnavailableError: there is no nvcc, or no compiler for the host.
    """
    require_compilers(source)
    path = Path(source).resolve()
    words = ["-ptx", "-lineinfo", f"-arch={target.replace('sm', 'compute')}", f"-I{path.parent}"]
    with tempfile.TemporaryDirectory() as made:
        out = Path(made) / "kernels.ptx"
        words = [str(real_nvcc()), *words, str(path), "-o", str(out)]
        ended = subprocess.run(words, capture_output=True, text=True, check=False)
        if ended.returncode:
            raise CompileError(_first_error(ended.stderr or ended.stdout, source))
        return out.read_text()


def _prerequisites(listed: Path) -> Sequence[str]:
    """Return the files of the user's that a program was made of, from what `-MD` wrote."""
    if not listed.exists():
        return ()
    # `/tmp/out/prog : prog.cu half.cuh \`, or without a blank before the colon
    _, _, files = re.split(r"(\s*:\s)", listed.read_text().replace("\\\n", " "), maxsplit=1)
    home = str(real_nvcc().parent.parent)
    return [file for file in shlex.split(files) if not file.startswith(("/usr/", home))]


def _digest(file: str) -> str:
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except OSError:
        return ""


def _is_current(folder: Path) -> bool:
    try:
        known: dict[str, str] = json.loads((folder / "files.json").read_text())
    except (OSError, ValueError):
        return False
    return all(_digest(file) == digest for file, digest in known.items())


def _first_error(text: str, source: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    first = next((line for line in lines if "error" in line), lines[0] if lines else "nvcc failed")
    first = with_colons(first)
    absent = re.search(r"(\w+)\S*\.h: No such file", first)
    packages = [
        r["package"] for r in machine_code() if absent and absent[1].startswith(r["prefix"])
    ]
    packages += ["nvidia-cuda-profiler-api"] * bool(
        absent and absent[1].startswith("cuda_profiler")
    )
    return first + (f"; pip install {packages[0]}" if packages else "")


def with_colons(line: str) -> str:
    """Return nvcc's `k.cu(2): error: …` as `k.cu:2: error: …`."""
    return re.sub(r"^(.+?)\((\d+)\):", r"\1:\2:", line)
