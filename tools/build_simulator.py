"""Compile the simulator's C to LLVM text, or check that the text is current.

    python tools/build_simulator.py           writes src/kernelscope/simulator/sm.ll
    python tools/build_simulator.py --check   compares; without clang only the sources' digest

The text is for no processor: llvmlite makes machine code of it where the simulator first runs.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from build_helpers import CLANG, write_or_check
from kernelscope.simulator import kinds
from kernelscope.simulator.state import TYPES

SOURCE = Path("src/kernelscope/simulator/sm.c")
OPTIONS = (
    *("-target", "spir64", "-std=c23", "-O1", "-ffreestanding", "-ffp-contract=off"),
    *("-fno-strict-aliasing", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"),
    *("-Wall", "-Wextra", "-Werror", "-S", "-emit-llvm"),
)
# What says nothing to llvmlite, or only to a later LLVM than some.
_DROPPED = re.compile(
    r"(?:dso_local|local_unnamed_addr|spir_func|noundef|nonnull|captures\([^)]*\)|readonly|writeonly"
    r"|readnone|nofree|#\d+|nneg|nuw|nsw|samesign|disjoint|range\([^)]*\)|initializes\(\(.*?\)\)) ?"
)
_METADATA = re.compile(r", ![a-z.]+ !\d+")
_C_TYPES = {"f8": "double", "i8": "i64", "i1": "signed char"}


def header() -> str:
    """Return `state.h`: the numbers of `kinds`, the records of `state`, and the table of arrays."""
    numbers = {name: value for name, value in vars(kinds).items() if isinstance(value, int)}
    lines = ["typedef long i64;", "typedef unsigned long u64;"]
    lines += [f"#define {name} {value}l" for name, value in numbers.items()]
    lines += [struct(name, dtype) for name, dtype in TYPES.items() if dtype.names]
    arrays = (f"  {c_type(name, t)} *{name}; i64 {name}_count;" for name, t in TYPES.items())
    return "\n".join([*lines, "typedef struct {", *arrays, "  i64 end;", "} Core;", ""])


def c_type(name: str, dtype: np.dtype) -> str:
    """Return the C type of the elements of an array: `Warp` of `warps`."""
    if not dtype.names:
        return _C_TYPES[dtype.str[1:]]
    return re.sub("(?<=ss)es$|s$", "", name).title()


def struct(name: str, dtype: np.dtype) -> str:
    """Return the declaration of a record, of the size that NumPy has."""
    fields: list[str] = []
    for field in dtype.names or ():
        base, shape = dtype[field].base, dtype[field].shape
        size = "".join(f"[{length}]" for length in shape)
        fields.append(f"  {_C_TYPES[base.str[1:]]} {field}{size};")
    kind = c_type(name, dtype)
    check = f'_Static_assert(sizeof({kind}) == {dtype.itemsize}, "{name}");'
    return "\n".join(["typedef struct {", *fields, f"}} {kind};", check])


def build(sources: list[Path]) -> str:
    """Return the text."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "state.h").write_text(header())
        command = [CLANG, *OPTIONS, "-I", folder, *map(str, sources), "-o", "-"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return "\n".join((f"; {digest(sources)}", *functions(done.stdout))) + "\n"


def functions(text: str) -> list[str]:
    """Return the lines of the definitions and declarations."""
    kept: list[str] = []
    inside = False
    for line in text.splitlines():
        inside = inside or line.startswith(("define ", "declare ", "%struct"))
        if inside and "@llvm.lifetime" not in line:
            line = _METADATA.sub("", line.partition("; preds")[0])
            kept.append(_DROPPED.sub("", line).rstrip())
        inside = inside and line != "}" and not line.startswith(("declare ", "%struct"))
    return kept


def digest(sources: list[Path]) -> str:
    """Return a digest of everything that the text is made of."""
    return hashlib.sha256(
        "\0".join((header(), *OPTIONS, *(path.read_text() for path in sources))).encode()
    ).hexdigest()


if __name__ == "__main__":
    write_or_check({SOURCE.with_suffix(".ll"): [SOURCE]}, build, digest)
