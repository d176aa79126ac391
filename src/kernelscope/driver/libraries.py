"""`libcuda.so.1`, `libcudart.so`, and what stands before NVIDIA's compilers.

They are built from `c/` with the machine's C compiler, and kept. A wheel has the driver and the
runtime built (`setup.py`): a machine without a compiler has these alone, and one with a compiler
adds what depends on the machine. That is what stands before the compilers, and a library with the
functions of those of machine code (cuBLAS, cuDNN, …) that are installed, under the names of all of
them, so that a program that links one starts.
"""

from __future__ import annotations

import csv
import hashlib
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from kernelscope._cache import building_for, cache_folder, source_key
from kernelscope._cuda_headers import include_paths
from kernelscope.errors import UnavailableError

_HERE = Path(__file__).parent
RUNTIME = "libkernelscope_cudart.so.13"
"""The runtime for what is built here to be loaded into Python. NVIDIA's may be there already, in
front of all that is loaded later (Numba's import loads it so): names and versions of its functions
would lead there."""
_RUNTIMES: dict[str, tuple[str, ...]] = {
    "libcudart.so.13": (),
    "libcudart.so.12": ("cudart12.c",),
    RUNTIME: (),
}
"""The runtime libraries, and the files in which one differs from today's."""
# The names that today's functions have in CUDA 12, where an older one has the plain name; "": none.
_NAMES_12 = {
    **dict.fromkeys(
        (
            "cudaGraphAddDependencies", "cudaGraphAddNode", "cudaGraphGetEdges",
            "cudaGraphNodeGetDependencies", "cudaGraphNodeGetDependentNodes",
            "cudaGraphRemoveDependencies", "cudaMemAdvise", "cudaMemPrefetchAsync",
            "cudaStreamUpdateCaptureDependencies",
        ),
        "_v2",
    ),
    "cudaStreamGetCaptureInfo": "_v3",
    **dict.fromkeys(
        (
            "cudaGetDeviceProperties", "cudaRuntimeGetVersion",
            "cudaGraphKernelNodeCopyAttributes",
        ),
        "",
    ),
}  # fmt: skip
_COMPILER = re.compile(r"lib(nvrtc|nvJitLink)\.so\.\d+")
# The functions of NVIDIA's compilers that are not passed on as they are, by those of `compilers.c`.
_OWN = {
    "nvrtcCreateProgram": "nvrtc_create",
    "nvrtcCompileProgram": "nvrtc_compile",
    "nvrtcGetCUBINSize": "nvrtc_cubin_size",
    "nvrtcGetCUBIN": "nvrtc_cubin_bytes",
    "nvJitLinkCreate": "link_create",
    "nvJitLinkAddData": "link_add",
    "nvJitLinkAddFile": "link_add_file",
    "nvJitLinkDestroy": "link_destroy",
    "nvJitLinkGetLinkedCubinSize": "link_cubin_size",
    "nvJitLinkGetLinkedCubin": "link_cubin_bytes",
}
_DRIVER = ("cuda.c", "arrays.c", "graphs.c", "capture.c")
_RUNTIME = ("cudart.c", "cudart_arrays.c", "cudart_graphs.c")
_OPTIONS = (
    "-std=gnu11",
    "-O2",
    "-fPIC",
    "-shared",
    "-fvisibility=hidden",
    "-pthread",
    "-Wall",
    "-Wno-unused-parameter",
)
_COMPILERS = ("cc", "gcc", "clang")
WHEELS = _HERE / "built"
"""The folder of the libraries that came with the wheel; it is not there in a clone."""
_NEXT = "-Wl,-rpath,$ORIGIN"
_WORDS = re.compile(r"(Status|Error)\w*(String|Name)$")
_HANDLE = re.compile(r"(?:cublas|cublasLt|cusparse|cudnn)(Create|Destroy|Set\w+)(?:_v2)?")
_DATA = ("cublasSetVector", "cublasSetMatrix")
_DECLARED = re.compile(r"(?:CUDAAPI|CUDARTAPI)\s+(\w+)\s*\(")
_NAMED = re.compile(
    r"^ *#define +(cu\w+) +(?:__CUDA(?:RT)?_API_(PTSZ|PTDS)\()?(cu\w+)\)? *$", re.MULTILINE
)
_PROTOTYPE = r"(?:CUDAAPI|CUDARTAPI)\s+{}\s*\(([^;]*?)\)\s*;"
_DEFAULT = re.compile(r"__dv\(\w+\)|= ?\w+")
# Of each header: the result of its functions, a launch's configuration and its stream.
_TYPES = {
    "cuda.h": ("CUresult", "CUlaunchConfig", "hStream"),
    "cuda_runtime_api.h": ("cudaError_t", "cudaLaunchConfig_t", "stream"),
}
_OWN_ARGUMENTS = {
    "hStream": "OWN_STREAM(hStream)",
    "stream": "OWN_STREAM(stream)",
    "dStream": "OWN_STREAM(dStream)",
    "config": "&own",
}
_ERROR = re.compile(
    r"^\s*(CUDA_(?:SUCCESS|ERROR_\w+)|cuda(?:Success|Error\w+))\s*=\s*(\d+)", re.MULTILINE
)


@cache
def libraries() -> Path:
    """Return the folder of the libraries; they are built on first use.

    Raises:
        UnavailableError: there is no C compiler, or it fails.
    """
    if _in_wheel() and not _compiler_of("CC", _COMPILERS):
        return WHEELS
    headers = cuda_headers()
    key = hashlib.sha256(source_key(_HERE, (".c", ".h", ".csv", "libraries.py")))
    key.update((headers / "cuda.h").read_bytes())
    for real in (*compilers().values(), *_machine_code()):
        key.update(f"{real} {real.stat().st_mtime_ns}".encode())
    folder = cache_folder("driver") / key.hexdigest()[:16]
    if not (folder / "libcuda.so.1").exists():
        with building_for(folder) as made:
            _build(headers, made / "out", made / "text")
            try:
                os.rename(made / "out", folder)
            except OSError:  # another process was faster
                if not (folder / "libcuda.so.1").exists():
                    raise
    return folder


def _in_wheel() -> bool:
    return (WHEELS / "libcuda.so.1").exists()


@cache
def compilers() -> dict[str, Path]:
    """Return NVIDIA's own compilers, by the names under which programs ask for them."""
    files = _installed("libnv*.so.*")
    return {f.name: f.resolve() for f in reversed(files) if _COMPILER.fullmatch(f.name)}


@cache
def machine_code() -> list[dict[str, str]]:
    """Return the rows of `machine_code.csv`: NVIDIA's libraries that carry machine code alone."""
    with (_HERE / "machine_code.csv").open() as file:
        return list(csv.DictReader(file))


def _machine_code() -> list[Path]:
    """Return the files of those that are installed."""
    return [file for row in machine_code() for file in _installed(f"lib{row['library']}.so.*[0-9]")]


def _installed(pattern: str) -> list[Path]:
    """Return the libraries of NVIDIA's toolkit and packages with such a name."""
    homes = [Path(folder).parent for folder in include_paths()]
    folders = [home / name for home in homes for name in ("lib", "lib64")]
    for home in homes:
        if "nvidia" in (home.name, home.parent.name):  # CUDA 12, cuDNN: a folder for each library
            folders += home.parent.glob("*/lib")
    return [file for folder in folders for file in folder.glob(pattern)]


def cuda_headers() -> Path:
    """Return the folder of `cuda.h`. Raises UnavailableError if there is none."""
    for folder in map(Path, include_paths()):
        if (folder / "cuda.h").exists() and (folder / "cuda_runtime_api.h").exists():
            return folder
    raise UnavailableError("CUDA's headers are not installed: pip install nvidia-cuda-runtime")


def host_compiler(variable: str = "CC", names: tuple[str, ...] = _COMPILERS) -> str:
    """Return the compiler that the environment names, or the first of `names` that is there; for C
    also that of the package ziglang. Its words are a shell's.

    Raises:
        UnavailableError: there is none.
    """
    compiler = _compiler_of(variable, names)
    if compiler:
        return compiler
    if variable == "CC" and importlib.util.find_spec("ziglang"):
        return shlex.join([sys.executable, "-m", "ziglang", "cc"])
    ways = " or ".join(names[1:]) + (", or pip install ziglang" if variable == "CC" else "")
    raise UnavailableError(
        f"building CUDA's libraries needs a compiler: install {ways}, or set {variable}"
    )


def _compiler_of(variable: str, names: tuple[str, ...]) -> str:
    for name in (os.environ.get(variable, ""), *names):
        if name and shutil.which(shlex.split(name)[0]):
            return name
    return ""


def build_for_wheel(folder: Path) -> None:
    """Build into a folder what does not depend on the machine: the driver and the runtime.

    Raises:
        UnavailableError: there is no C compiler, or it fails.
    """
    shutil.rmtree(folder, ignore_errors=True)  # a folder of a clone has what was built last
    with tempfile.TemporaryDirectory() as made:
        _build(cuda_headers(), folder, Path(made) / "text", for_wheel=True)


def _build(headers: Path, out: Path, text: Path, *, for_wheel: bool = False) -> None:
    out.mkdir(parents=True)
    text.mkdir()
    (text / "crt").mkdir()  # the headers' own is in a package that only nvcc needs
    (text / "crt" / "host_defines.h").symlink_to(_HERE / "c" / "host_defines.h")
    _write_tables(headers, text)
    compiler = host_compiler()

    def compiled(library: str, sources: tuple[str, ...], *options: str) -> None:
        files = [str(_HERE / "c" / source) for source in sources]
        places = [f"-I{text}", f"-I{headers}", f"-I{_HERE / 'c'}"]
        stripped = ["-Wl,-s"] if for_wheel else []
        words = [
            *shlex.split(compiler),
            *_OPTIONS,
            *stripped,
            *places,
            *files,
            "-o",
            str(out / library),
            *options,
        ]
        ended = subprocess.run(words, capture_output=True, text=True, check=False)
        if ended.returncode:
            first = next(
                (line for line in ended.stderr.splitlines() if "error" in line), ended.stderr
            )
            raise UnavailableError(f"{compiler} cannot build {library}: {first.strip()[:300]}")

    if for_wheel or not _in_wheel():
        _build_driver(compiled, out, text)
    else:
        shutil.copytree(WHEELS, out, dirs_exist_ok=True)
    if not for_wheel:
        (out / "libcuda.so").symlink_to("libcuda.so.1")
        _build_stand_ins(compiled, out, text)


def _build_driver(compiled: Callable[..., None], out: Path, text: Path) -> None:
    """Build the driver and the runtimes: what a wheel has."""
    compiled(
        "libcuda.so.1",
        (*_DRIVER, "link.c", "missing_cuda.c", f"{text}/per_thread_cuda.c"),
        "-Wl,-z,defs,-soname,libcuda.so.1",
        "-ldl",
    )
    for name, others in _RUNTIMES.items():
        versions = text / f"{name}.map"
        versions.write_text(f"{name} {{ global: cuda*; __cuda*; local: *; }};\n")
        compiled(
            name,
            (*_RUNTIME, *others, "missing_cudart.c", f"{text}/per_thread_cudart.c"),
            *(_renamed(text) if others else ()),
            f"-Wl,-z,defs,-soname,{name}",
            f"-Wl,--version-script,{versions}",
            f"-L{out}",
            "-l:libcuda.so.1",
            _NEXT,
        )
    name = "libnvidia-ml.so.1"
    compiled(name, ("nvml.c",), f"-Wl,-soname,{name}", f"-L{out}", "-l:libcuda.so.1", _NEXT)


def _renamed(text: Path) -> list[str]:
    """Return the compiler's options that give today's functions the names of CUDA 12."""
    names = {name: name + ending if ending else f"ks_{name}" for name, ending in _NAMES_12.items()}
    lines = [f'extern __typeof__({name}) {name} __asm__("{new}");' for name, new in names.items()]
    (text / "renamed.inc").write_text("\n".join(lines) + "\n")
    of_thread = [f"-D{name}_ptsz={new}_ptsz" for name, new in names.items()]
    return ['-DKS_RENAMED="renamed.inc"', *of_thread, "-DcudaGetDeviceProperties_v2=ks_properties"]


def _build_stand_ins(compiled: Callable[..., None], out: Path, text: Path) -> None:
    """Build what stands before NVIDIA's libraries that are installed."""
    (text / "machine_code.inc").write_text("\n".join(_missing_machine_code()))
    name = "libmachine_code.so.1"
    options = (f"-Wl,-soname,{name}", f"-L{out}", "-l:libcuda.so.1", _NEXT)
    compiled(name, ("machine_code.c",), *options)
    for row in machine_code():
        (out / f"lib{row['library']}.so.{row['major']}").symlink_to(name)
    for name, real in compilers().items():
        functions, versions = text / f"{name}.inc", text / f"{name}.map"
        functions.write_text(_passed_on(real))
        versions.write_text(f"{name} {{ global: nv*; __nv*; local: *; }};\n")
        compiled(
            name,
            ("compilers.c",),
            f'-DKS_REAL="{real}"',
            f'-DKS_NEEDED="{_needed(real)}"',
            f'-DKS_FUNCTIONS="{functions.name}"',
            f"-Wl,-soname,{name}",
            f"-Wl,--version-script,{versions}",
            f"-L{out}",
            "-l:libcuda.so.1",
            _NEXT,
        )


def _needed(real: Path) -> str:
    """Return the library that NVRTC loads, "" for another compiler."""
    parts = real.parent.glob("libnvrtc-builtins.so.*[0-9]") if "nvrtc" in real.name else ()
    return min(map(str, parts), key=len, default="")


def _passed_on(real: Path) -> str:
    """Return a line of C for each function of a library: where its calls go."""
    lines: list[str] = []
    for symbol in _functions_of(real):
        # `nvJitLinkCreate`, and `__nvJitLinkCreate_13_0` behind it
        own = _OWN.get(re.sub(r"_\d+_\d+$", "", symbol.removeprefix("__")))
        lines.append(f"MEANS({symbol}, {own})" if own else f"PASS({symbol})")
    return "\n".join(lines)


def _missing_machine_code() -> list[str]:
    """Return a line of C for each function of machine code: its answer is "not supported"."""
    answers = {row["prefix"]: row["not_supported"] for row in machine_code()}
    lines: list[str] = []
    for name in sorted({name for real in _machine_code() for name in _functions_of(real)}):
        prefix = max((each for each in answers if name.startswith(each)), key=len, default="")
        handle = _HANDLE.fullmatch(name)
        if handle and not name.startswith(_DATA):
            lines.append(f"{'MAKES' if handle[1] == 'Create' else 'DOES'}({name})")
        elif _WORDS.search(name):
            lines.append(f"WORDS({name})")
        elif prefix:
            lines.append(f"MISSING({name}, {answers[prefix]})")
    return lines


def _functions_of(library: Path) -> list[str]:
    """Return the names of a shared library's functions."""
    with library.open("rb") as file:
        table = ELFFile(file).get_section_by_name(".dynsym")
        assert isinstance(table, SymbolTableSection)  # it is a shared library
        defined = (s for s in table.iter_symbols() if s["st_shndx"] != "SHN_UNDEF")
        return sorted({s.name for s in defined if s["st_info"]["type"] == "STT_FUNC"})


def _write_tables(headers: Path, text: Path) -> None:
    """Write what the headers say: the names of errors, and functions that are missing here."""
    with (_HERE / "errors.csv").open() as file:
        words = {int(row["code"]): row["words"] for row in csv.DictReader(file)}
    for header, errors, missing in (
        ("cuda.h", "errors.inc", "missing_cuda.inc"),
        ("driver_types.h", "runtime_errors.inc", ""),
        ("cuda_runtime_api.h", "", "missing_cudart.inc"),
    ):
        content = (headers / header).read_text()
        if errors:
            rows = [(int(code), name) for name, code in _ERROR.findall(content)]
            lines = [f'ERROR({c}, "{n}", "{words.get(c, n)}")' for c, n in rows]
            (text / errors).write_text("\n".join(lines))
        if missing:
            library = missing.removeprefix("missing_").removesuffix(".inc")
            (text / f"per_thread_{library}.c").write_text(_per_thread(header, content))
            declared = {*_DECLARED.findall(content), *(symbol for _, symbol, _ in _names(content))}
            lines = [f"MISSING({name})" for name in sorted(declared)]
            (text / missing).write_text("\n".join(lines))
    names = _names((headers / "cuda.h").read_text())
    lines = [f'SYMBOL("{name}", "{symbol}", "{ending}")' for name, symbol, ending in names]
    (text / "symbols.inc").write_text("\n".join(lines))


def _names(content: str) -> list[tuple[str, str, str]]:
    """Return a header's names of functions, their symbols, and "_ptsz" or "_ptds" if they have one.

    `#define cuMemcpyDtoH __CUDA_API_PTDS(cuMemcpyDtoH_v2)`, `#define cuLinkCreate cuLinkCreate_v2`
    """
    every = {name: (form, symbol) for name, form, symbol in _NAMED.findall(content)}
    return [(n, symbol, f"_{form.lower()}" if form else "") for n, (form, symbol) in every.items()]


def _per_thread(header: str, content: str) -> str:
    """Return the C of the functions of a thread's own default stream, which call the others."""
    lines = [f"#include <{header}>", '#include "per_thread.h"']
    result, configuration, field = _TYPES[header]
    for name, symbol, ending in _names(content):
        declared = re.search(_PROTOTYPE.format(name), content) if ending else None
        if declared is None:
            continue
        parameters = [" ".join(part.split()) for part in _DEFAULT.sub("", declared[1]).split(",")]
        given = [part.split()[-1].lstrip("*") for part in parameters]
        before = ""
        if "config" in given:
            before = f"{configuration} own = *config; own.{field} = OWN_STREAM(own.{field}); "
        called = ", ".join(_OWN_ARGUMENTS.get(each, each) for each in given)
        if "DriverEntryPoint" in name:
            called = called.replace("flags", "OWN_FLAGS(flags)")
        head = f"API {result} {symbol}{ending}({', '.join(parameters)})"
        lines.append(f"{head} {{ {before}return {name}({called}); }}")
    return "\n".join(lines) + "\n"
