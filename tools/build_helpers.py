"""Compile the package's C to LLVM text, or check that the text is current.

    python tools/build_helpers.py           writes src/kernelscope/vgpu/jit/c/helpers.ll and others
    python tools/build_helpers.py --check   compares; without clang only the sources' digest

The text is for no processor: vectors stay whole, and the JIT chooses instructions where it runs.
"""

from __future__ import annotations

import argparse
import enum
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from kernelscope.vgpu import faults, layout, tensor_layout, tensor_map, undefined_layout
from kernelscope.vgpu.jit.text import METADATA

FOLDER = Path("src/kernelscope/vgpu/jit/c")
PACKAGE = Path("src/kernelscope")
SOURCES = {
    FOLDER / "helpers.ll": sorted(FOLDER.glob("*.[ch]")),
    **{
        alone.with_suffix(".ll"): [alone]
        for alone in (
            PACKAGE / "devices/torch_cuda/philox.c",
            PACKAGE / "frontends/cuda/native_launch.c",
            PACKAGE / "vgpu/runtime/team.c",
        )
    },
}
"""The files that each text is made of."""
CLANG = "clang-22"
MISSING = f"{CLANG} is missing: apt-get install {CLANG}"
# SPIR-V passes vectors of any length as they are, and has no cost model: nothing is split.
OPTIONS = (
    *("-target", "spir64", "-std=c23", "-O2", "-ffreestanding", "-fno-strict-aliasing"),
    *("-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-fomit-frame-pointer"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers", "-S", "-emit-llvm"),
)
# What says nothing to the JIT, or only to a later LLVM than some.
_DROPPED = re.compile(
    r"\b(?:dso_local|zeroext|signext|internal|fastcc|unnamed_addr|local_unnamed_addr|spir_func"
    r"|noundef|tail|nonnull|mustprogress|readonly|writeonly|readnone|nofree|nneg|nuw|nsw|samesign"
    r"|disjoint|dead_on_return|captures\([^)]*\)|dereferenceable\(\d+\)|range\([^)]*\)"
    r"|initializes\(\(.*?\)\)) ?|#\d+ ?"
)
# Masked accesses say their alignment as LLVM did before 22, which 22 still reads, as Python's do.
_ALIGNED = re.compile(r"(@llvm\.masked\..*?ptr>?) align (\d+) ([^ ,]+),")
_UNALIGNED = re.compile(r"(declare .*@llvm\.masked\..*?ptr>?)[^,]*,")
_METADATA = re.compile(r", !(?!prof )[a-z.]+ !\d+")
# How often branches go each way: clang numbers that, and the builder of other code does
# (`text.METADATA`), for "nearly always" and "nearly never".
_WEIGHTS = re.compile(r'(?m)^!(\d+) = !\{!"branch_weights", !"expected", i32 (\d+), i32 (\d+)\}$')
_OFTEN, _RARELY = 2, 3
_WEIGHED = re.compile(r", !prof !(\d+)")


def header() -> str:
    """Return `layout.h`: every number of `vgpu.layout`, its parts and `vgpu.faults`, and
    `CLASS_NAME` of their enumerations; of `vgpu.tensor_map` the numbers, and how long its lists
    are.
    """
    lines: list[str] = []
    for name, value in vars(tensor_map).items():
        if name.isupper() and isinstance(value, int):
            lines.append(f"#define TENSOR_MAP_{name} {literal(value)}")
        elif name.isupper() and isinstance(value, tuple):
            lines.append(f"#define TENSOR_MAP_{name}_COUNT {len(value)}")
    for name, value in {
        **vars(layout),
        **vars(tensor_layout),
        **vars(undefined_layout),
        **vars(faults),
    }.items():
        if isinstance(value, enum.EnumMeta) and issubclass(value, enum.IntEnum | enum.IntFlag):
            prefix = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()
            lines += [
                f"#define {prefix}_{one} {literal(member)}"
                for one, member in value.__members__.items()
            ]
        elif isinstance(value, int) and name.isupper():
            lines.append(f"#define {name} {literal(value)}")
    return "\n".join(lines) + "\n"


def literal(value: int) -> str:
    """Return a number in C, unsigned if it needs 64 bits."""
    return f"{int(value)}ul" if value >= 1 << 31 else f"({int(value)})"


def compiled(source: Path, folder: Path) -> str:
    """Return the LLVM text of a file's functions."""
    command = [CLANG, *OPTIONS, "-I", str(folder), "-I", str(FOLDER), str(source), "-o", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


# Clang 22 scales the places of a scatter by the size of an index: `getelementptr i64` for 32-bit
# values. Gathers are right.
_SCATTER = re.compile(r"@llvm\.masked\.scatter\.v32(\w+)\.v32p0\(.*?<32 x ptr>.*? (%\d+),")


def with_scatters(text: str) -> str:
    """Return the text of a file with the right places of scatters."""
    bodies = re.split(r"(?m)^(?=define )", text)
    return "".join(map(_with_scatters, bodies))


def _with_scatters(body: str) -> str:
    for kind, pointers in set(_SCATTER.findall(body)):
        body = re.sub(rf"({pointers} = getelementptr )\w+,", rf"\1{kind},", body)
    return body


def functions(text: str) -> list[str]:
    """Return the lines of a file's definitions and declarations."""
    for name, structure in re.findall(r"(?m)^(%struct\.\w+) = type (.*)$", text):
        text = re.sub(rf"{re.escape(name)}\b", structure, text)
    weights = {
        number: f", !prof !{_OFTEN if int(yes) > int(no) else _RARELY}"
        for number, yes, no in _WEIGHTS.findall(text)
    }
    kept: list[str] = []
    inside = False
    for line in text.splitlines():
        inside = inside or line.startswith(("define ", "declare "))
        if inside and "@llvm.lifetime" not in line:
            line = _DROPPED.sub("", _METADATA.sub("", line.partition("; preds")[0]))
            line = _WEIGHED.sub(lambda weighed: weights.get(weighed[1], ""), line)
            line = _ALIGNED.sub(r"\1 \3, i32 \2,", _UNALIGNED.sub(r"\1, i32,", line))
            line = re.sub(r"@([\w.]+)", _named, line)
            kept.append(line.replace("define ", "define weak_odr ").rstrip())
        inside = inside and line != "}" and not line.startswith("declare ")
    return kept


def _named(found: re.Match[str]) -> str:
    name = found[1]
    return f'@"{name}"' if name.startswith(("llvm.", "Py")) else f'@"ks.{name}"'


def build(sources: list[Path]) -> str:
    """Return the text of some files."""
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "layout.h").write_text(header())
        parts = [
            functions(with_scatters(compiled(source, Path(name))))
            for source in sources
            if source.suffix == ".c"
        ]
    lines = dict.fromkeys(line for part in parts for line in part if line.startswith("declare "))
    bodies = (line for part in parts for line in part if not line.startswith("declare "))
    return "\n".join((f"; {digest(sources)}", *lines, *bodies, METADATA))


def digest(sources: list[Path]) -> str:
    """Return a digest of everything that a text is made of."""
    texts = (path.read_text() for path in sources)
    return hashlib.sha256("\0".join((header(), *OPTIONS, *texts)).encode()).hexdigest()


def write_or_check(
    sources_of: Mapping[Path, list[Path]],
    build: Callable[[list[Path]], str],
    digest: Callable[[list[Path]], str],
) -> None:
    """Write texts, or say whether they are current, as the command line asks.

    Args:
        sources_of: the files that each text is made of.
        build: returns what a text of these files holds; its first line is "; " and the digest.
        digest: returns a digest of everything that it is made of.
    """
    tool = f"python {sys.argv[0]}"
    parser = argparse.ArgumentParser(description="Compile the package's C to LLVM text.")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    check = parser.parse_args().check
    has_clang = shutil.which(CLANG) is not None
    if not has_clang and not check:
        sys.exit(MISSING)
    for text, sources in sources_of.items():
        if not check:
            text.write_text(build(sources))
            continue
        stale = f"{text} is older than its sources: run {tool}"
        if text.read_text().partition("\n")[0] != f"; {digest(sources)}":
            sys.exit(stale if has_clang else f"{stale} ({MISSING})")
        if not has_clang:
            print(f"only the digest of {text} was checked; {MISSING}")
        elif text.read_text() != build(sources):
            sys.exit(f"{text} is not what {CLANG} makes of it: {tool}")


if __name__ == "__main__":
    write_or_check(SOURCES, build, digest)
