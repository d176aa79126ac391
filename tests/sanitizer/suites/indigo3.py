"""Prints what the checker finds in Indigo3's programs: `python -m sanitizer.suites.indigo3 FOLDER`.

FOLDER is a clone of burtscher/Indigo3Suite. Its generator makes the programs, with and without the
bugs `RaceBug` and `SyncBug`; more words choose some of them (sample.py). What a program does on the
host is translated to Python: it allocates, copies, launches, and repeats until nothing changes.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch

import kernelscope as ks
from kernelscope.errors import KernelscopeError
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from sanitizer.suites.sample import Traits, chosen

_SECONDS = 30.0
_ROUNDS = 4  # of a loop of launches
_NODES, _NODES_OF_TWO_BLOCKS, _NODES_OF_TWO_TURNS = 100, 600, 2100
_THREADS = 2048  # of a persistent grid
_PLANTED = "RaceBug"
_RACES = frozenset((_PLANTED, "SyncBug"))
_COMPILED_BEFORE = "compiled_before.h"
"""What all programs include: NVRTC keeps it, and compiles each in a quarter of the time."""
_OTHER_BUGS = (
    "Field Bounds NbrBounds NborBounds ExcessThreads Livelock Overflow Uninitialized Precedence"
)
_SIZES = {"int": 4, "float": 4, "bool": 1, "char": 1, "double": 8, "long": 8}
_TYPES = {
    "float": torch.float32, "double": torch.float64, "long": torch.int64, "bool": torch.bool,
    "char": torch.uint8,
}  # fmt: skip


def main(folder: Path, words: list[str]) -> None:
    """Print a line for each program, then counts."""
    counts = Counter[tuple[str, str]]()
    with tempfile.TemporaryDirectory() as place:
        for path in chosen(generated(folder, Path(place)), words, traits):
            expected = traits(path).label
            findings, error = check(path, folder / "lib")
            verdict = verdict_of(path, findings, error)
            counts[expected, verdict] += 1
            shown = sorted({f"{f.tool}/{f.kind} {_lines(f)}" for f in findings})
            print(f"{expected:5} {verdict:7} {path.name} | {', '.join(shown)} {error}", flush=True)
    for (expected, verdict), count in sorted(counts.items()):
        print(f"{expected} by the authors, {verdict}: {count}")


def verdict_of(path: Path, findings: list[Finding], error: str) -> str:
    """Return what is to be said of a program.

    "planted": a race at a line that the authors have marked; "found": another race; "as clean": a
    racy program has only the races that clean programs have, too; "by PTX": so has a clean program;
    "other": only findings that are not races; "not run" and "silent".
    """
    races = [finding for finding in findings if finding.tool == "race"]
    own = _own_races(path, findings)
    if _PLANTED in _bugs(path) and any(_is_planted(path, race) for race in own):
        return "planted"
    if own:
        return "found"
    if races:
        return "as clean" if is_racy(path) else "by PTX"
    return "other" if findings else "not run" if error else "silent"


def generated(folder: Path, place: Path) -> list[Path]:
    """Return the programs whose only bugs are races, made by the suite's own generator."""
    for name in ("codeGen", "scripts"):
        shutil.copytree(folder / name, place / name)
    for name in ("copyright.txt", "generate_all_codes.py"):
        shutil.copy(folder / name, place)
    config = place / "codeGen" / "configure.txt"
    without = ", ".join(f"~{name}Bug" for name in _OTHER_BUGS.split())
    text = config.read_text().replace("{nobug}", "{all}")
    text = text.replace("option:     {all}", f"option:     {{all, {without}}}")
    config.write_text(text.replace("{IntType, FloatType}", "{all}"))
    command = [sys.executable, "generate_all_codes.py", "CUDA"]
    subprocess.run(command, cwd=place, check=True, capture_output=True)
    return sorted((place / "generatedCodes").rglob("*.cu"))


def is_racy(path: Path) -> bool:
    """Return whether the authors have put a race into a program."""
    return bool(_bugs(path))


def _bugs(path: Path) -> frozenset[str]:
    return _RACES & set(path.stem.split("_"))


def traits(path: Path) -> Traits:
    """Return what chooses a program; its kind is the algorithm and the bugs."""
    bugs = sorted(_bugs(path))
    algorithm = path.name.partition("_")[0]
    return Traits("race" if bugs else "clean", path.name, " ".join((algorithm, *bugs)))


# Worked cases: a block looks at one node after another, and adds up what has changed.
#
#     if (lane == 0) updated[warp] = false; __syncwarp(); …; __syncwarp();
#     if (updated[warp]) …                     and on to the next node: a slow lane may read `false`
#
#     if (threadIdx.x == 0) atomicAdd_block(&local_diff, error);
#     atomicAdd(diff, local_diff);             all threads read it, with no barrier between
#
#     scores[src] = value;                     in place: others read `scores[dst]` meanwhile
_RACY_AS_WRITTEN = (
    "updated", "atomicAdd_block(&local_diff", "atomicAdd(diff, local_diff)", "scores[",
)  # fmt: skip


def _own_races(path: Path, findings: list[Finding]) -> list[Finding]:
    """Return the races without those of a flag or a sum that clean programs use with no barrier."""
    lines = path.read_text().splitlines()
    return [
        finding
        for finding in findings
        if finding.tool == "race"
        and not all(any(w in lines[at - 1] for w in _RACY_AS_WRITTEN) for at in _lines(finding))
    ]


def _is_planted(path: Path, finding: Finding) -> bool:
    """Return whether a side of a race is below a comment that says where the bug is."""
    lines = path.read_text().splitlines()
    return any(f"// {_PLANTED} here" in lines[at - 2] for at in _lines(finding) if at > 1)


def check(path: Path, library: Path) -> tuple[list[Finding], str]:
    """Return the faults of a program, and the error that ended it.

    A racy program ends at its first race at a marked line, if it has one. A race that the compiler
    has removed with a load that nothing needs is there with `-G`.
    """
    findings, error = _check(path, library, ())
    if is_racy(path) and not _own_races(path, findings) and not error:
        more, error = _check(path, library, ("-G",))
        findings += more
    return findings, error


def _check(path: Path, library: Path, options: tuple[str, ...]) -> tuple[list[Finding], str]:
    text = path.read_text()
    begin = re.search(r"^ *(?:static )?double (?:GPU|PR_GPU)\w*\((.*)\)\n", text, re.M)
    if begin is None:
        return [], "(its host code is not known)"
    headers = Path(_headers(library).name)
    device = headers / path.name  # NVRTC keeps what it has compiled for files of one folder
    device.write_text(text[: begin.start()].replace("static __global__", "__global__"))
    error = ""
    with Sanitizer() as sanitizer:

        def is_over() -> bool:
            races = _own_races(path, _faults(sanitizer))
            marked = _PLANTED in _bugs(path)
            return is_racy(path) and any(not marked or _is_planted(path, race) for race in races)

        try:
            host = Host(device, text, options, is_over)
            host.run(begin[1], text[begin.end() :])
        except KernelscopeError as raised:
            error = f"({' '.join(str(raised).split())[:120]})"
        except Exception as raised:  # noqa: BLE001 - host code that is not understood
            error = f"({type(raised).__name__}: {raised})"
    return _faults(sanitizer), error


def _faults(sanitizer: Sanitizer) -> list[Finding]:
    return [finding for finding in sanitizer.findings if not finding.note]


@cache
def _headers(library: Path) -> tempfile.TemporaryDirectory[str]:
    """Write the suite's headers without what is for the host, once for all programs."""
    folder = tempfile.TemporaryDirectory()
    place = Path(folder.name)
    (place / _COMPILED_BEFORE).write_text("#include <climits>\n#include <cuda/atomic>\n")
    shutil.copy(library / "cuda_atomic.h", place)
    graph = re.search(
        r"typedef struct ECLgraph \{.*?\} ECLgraph;", (library / "ECLgraph.h").read_text(), re.S
    )
    assert graph is not None
    for header in library.glob("indigo_*_cuda.h"):
        text = header.read_text().replace("static __global__", "__global__")
        constants = re.findall(
            r"^(?:static )?const [^()\n]*=[^\n]*;|^#define MAX.*|^#define MIN.*", text, re.M
        )
        functions = re.findall(r"^[^\n]*__(?:device|global)__[^\n]*\n\{.*?^\}", text, re.S | re.M)
        lines = ["#include <climits>", graph[0], '#include "cuda_atomic.h"', *constants, *functions]
        (place / header.name).write_text("\n".join(lines) + "\n")
    return folder


def _lines(finding: Finding) -> list[int]:
    """Return the lines of a finding's sides that are known."""
    places = (finding.place, finding.other) if finding.other is not None else (finding.place,)
    lines = (place.source.rpartition(":")[2] for place in places)
    return sorted({int(line) for line in lines if line.isdigit()})


# ---- the host's side --------------------------------------------------------------------------


class _Stop(Exception):
    """Ends a program's host code."""


class Host:
    """Runs what a program does on the host: memory is tensors of bytes on a virtual GPU."""

    def __init__(
        self, path: Path, text: str, options: tuple[str, ...], is_over: Callable[[], bool]
    ) -> None:
        self._path = path
        before = ("-pch", "-include", str(path.with_name(_COMPILED_BEFORE)))
        self._options = (*options, f"-I{path.parent}", *before)
        self._is_over = is_over
        self._names_of = {name: name for name in _SIZES}
        for name, new in re.findall(r"^typedef (.*?) (\w+);", text, re.M):
            self._names_of[new] = self._type(name)
        included = re.findall(r'^#include "(indigo_\w+\.h)"', text, re.M)
        kernels = "\n".join([text, *(path.with_name(name).read_text() for name in included)])
        self._signatures = {
            name: [parameter.strip() for parameter in parameters.split(",")]
            for name, parameters in re.findall(r"__global__ void (\w+)\((.*?)\)\n", kernels, re.S)
        }
        self._kernels: dict[str, Any] = {}

    def run(self, parameters: str, body: str) -> None:
        """Run the host function on each graph."""
        code = compile(translated(body), str(self._path), "exec")
        for edges in _graphs(self._path.stem):
            if self._is_over():
                return
            names = self._names(edges)
            for parameter in parameters.split(","):
                assert parameter.split()[-1].strip("*&") in names, parameter
            with ks.virtual_gpu("h200", limit_s=_SECONDS), suppress(_Stop):
                exec(code, names)

    def _names(self, edges: list[tuple[int, int]]) -> dict[str, Any]:
        nodes = max(max(edge) for edge in edges) + 1
        both = sorted({*edges, *((b, a) for a, b in edges)})
        counts = np.bincount([a for a, _ in both], minlength=nodes)
        index = torch.tensor([0, *np.cumsum(counts)], dtype=torch.int32)
        lists = torch.tensor([b for _, b in both], dtype=torch.int32)
        weights = torch.tensor([(a * b) % 17 + 1 for a, b in both], dtype=torch.int32)
        graph = _Graph(nodes, len(both), index, lists, weights)
        single = torch.tensor([a for a, _ in both], dtype=torch.int32)
        return {
            "h": self, "g": graph, "nodes": nodes, "edges": len(both), "nindex": index,
            "nlist": lists, "sp": single, "src": 0, "dist": None, "label": None, "included": 1,
            "priority": None, "status": np.zeros(nodes, np.int32), "count": [0],
            "scores": self._scores(nodes), "degree": index[1:] - index[:-1],
            "true": True, "false": False,
            "undecided": 0, "excluded": 2, "WarpSize": 32, "WS": 32, "MAX_ITER": 100, "kDamp": 0.85,
            "EPSILON": 0.0001, "INT_MAX": 2**31 - 1, "MAX": max, "MIN": min, "Device": 0,
            "GPUinfo": lambda *_: _THREADS, "ThreadsPerBlock": self._threads(), "Stop": _Stop,
            "rounds": Counter[str](), "maxval": 2**31 - 1, **self._size_names(),
        }  # fmt: skip

    def _scores(self, nodes: int) -> torch.Tensor:
        return torch.full(
            (nodes,), 1 / nodes, dtype=_TYPES.get(self._type("data_type"), torch.int32)
        )

    def _size_names(self) -> dict[str, int]:
        return {f"sizeof_{name}": _SIZES[type_] for name, type_ in self._names_of.items()}

    def _type(self, name: str) -> str:
        """Return the type of C that a name stands for."""
        bare = re.sub(r"cuda::atomic<(.*)>", r"\1", name)
        bare = re.sub(r"\b(?:unsigned|const|volatile|static)\b", "", bare)
        return self._names_of.get(" ".join(bare.replace("long long", "long").split()), "int")

    def _threads(self) -> int:
        found = re.search(r"ThreadsPerBlock = (\d+)", self._path.read_text())
        return int(found[1]) if found else 512

    def malloc(self, size: float) -> torch.Tensor:
        """Return memory that nothing has written."""
        return torch.empty(max(int(size), 1), dtype=torch.uint8)

    def copy(self, to: Any, source: Any, size: float) -> Any:
        """Copy bytes of the device's memory, or from the host; return what a host variable gets."""
        count = int(size)
        if isinstance(to, torch.Tensor) and isinstance(source, torch.Tensor):
            to.view(torch.uint8)[:count] = source.view(torch.uint8)[:count]
        elif isinstance(to, torch.Tensor):
            value = source[0] if isinstance(source, list) else source
            is_float = isinstance(value, float) and count >= 4
            dtype = np.dtype(f"{'f' if is_float else 'i'}{count}")
            to[:count] = torch.from_numpy(np.array([value], dtype).view(np.uint8))
        elif isinstance(source, torch.Tensor) and count <= 8:
            dtype = np.dtype(f"{'f' if isinstance(to, float) else 'i'}{count}")
            return source[:count].numpy().view(dtype)[0].item()
        return to

    def memset(self, memory: torch.Tensor, value: int, size: float) -> None:
        """Fill bytes."""
        memory[: int(size)] = value

    def launch(self, name: str, grid: int, block: int, *arguments: Any) -> None:
        """Launch a kernel."""
        if name not in self._kernels:
            self._kernels[name] = ks.cuda_kernel(self._path, name, options=self._options)
        typed = [
            self._argument(parameter, value)
            for parameter, value in zip(self._signatures[name], arguments, strict=True)
        ]
        self._kernels[name][int(grid), int(block)](*typed)
        if self._is_over():
            raise _Stop

    def _argument(self, parameter: str, value: Any) -> Any:
        if isinstance(value, _Graph):
            return value.record()
        if not isinstance(value, torch.Tensor):
            return value
        type_ = _TYPES.get(self._type(parameter.partition("*")[0]), torch.int32)
        return value.view(torch.uint8).view(type_)


class _Graph:
    """A graph in compressed rows, which kernels are given as a struct of pointers."""

    def __init__(self, nodes: int, edges: int, *arrays: torch.Tensor) -> None:
        self.nodes, self.edges = nodes, edges
        self.nindex, self.nlist, self.eweight = arrays

    def copy(self) -> _Graph:
        """Return a struct of its own."""
        return _Graph(self.nodes, self.edges, self.nindex, self.nlist, self.eweight)

    def record(self) -> Any:
        """Return the struct."""
        names = (
            ("nodes", "i4"),
            ("edges", "i4"),
            ("nindex", "u8"),
            ("nlist", "u8"),
            ("eweight", "u8"),
        )
        pointers = (a.data_ptr() for a in (self.nindex, self.nlist, self.eweight))
        return np.array([(self.nodes, self.edges, *pointers)], np.dtype(list(names)))[0]


def _graphs(name: str) -> list[list[tuple[int, int]]]:
    """Return the edges of a ring with chords and of a star, of more nodes than a warp has lanes.

    A program with a node or an edge a thread also gets a ring of more nodes than a block has
    threads, so that two blocks work; if it is persistent, more than all blocks have, so that a
    thread has a second turn.
    """
    star = [(0, n) for n in range(1, _NODES)] + [(n, n + 1) for n in range(1, _NODES - 1)]
    graphs = [_ring(_NODES), star]
    styles = set(name.split("_"))
    if not {"Warp", "Block"} & styles:
        graphs.append(_ring(_NODES_OF_TWO_TURNS if "Persist" in styles else _NODES_OF_TWO_BLOCKS))
    return graphs


def _ring(nodes: int) -> list[tuple[int, int]]:
    edges = [(n, m % nodes) for n in range(nodes) for m in (n + 1, n * 7 + 3)]
    return [edge for edge in edges if edge[0] != edge[1]]


_DROPPED = re.compile(
    r"timeval|gettimeofday|runtime|CheckCuda|cudaDeviceSynchronize|cudaFree|printf|^exit|tv_sec"
)


def translated(body: str) -> str:
    """Return a host function's body in C++ as Python."""
    text = re.sub(r"//[^\n]*", "", body)
    text = re.sub(
        r"if \(cudaSuccess != (cuda\w+\(.*\))\) *(?:\{[^}]*\}|fprintf[^;]*;)", r"\1;", text
    )
    lines, depth = [], 0
    for statement in _statements(text):
        if statement == "}":
            depth -= 1
            if depth == 0:
                break
            continue
        if statement == "{":
            depth += 1
            continue
        if not _DROPPED.search(statement):
            opens = statement.endswith("{")
            made = _line(statement.rstrip("{ "))
            within = depth - 1 + statement.startswith("while")  # the end of a `do` loop
            lines += ["    " * within + line for line in made]
            if opens:
                lines.append("    " * depth + "pass")
        depth += statement.endswith("{")
    return "\n".join(lines)


def _statements(text: str) -> list[str]:
    """Return the statements: heads of blocks end in `{`, ends of blocks are `}`."""
    result, begin, inside = [], 0, 0
    for at, letter in enumerate(text):
        inside += (letter == "(") - (letter == ")")
        if inside or letter not in ";{}":
            continue
        statement = " ".join(text[begin:at].split())
        if letter == "{":
            result.append(f"{statement} {{" if statement else "{")
        elif statement:
            result.append(statement)
        if letter == "}":
            result.append("}")
        begin = at + 1
    return result


def _line(text: str) -> list[str]:
    """Return a statement as lines of Python; the end of a `do` loop is within its block."""
    if text == "do":
        return ["while True:"]
    if match := re.fullmatch(r"while \((.*)\)", text):
        return [
            f"rounds[{text!r}] += 1", f"if rounds[{text!r}] >= {_ROUNDS}: raise Stop",
            f"if not ({_expression(match[1])}): break",
        ]  # fmt: skip
    if match := re.fullmatch(r"if \((.*?)\) (\w.*)", text):
        return [f"if {_expression(match[1])}:", *(f"    {line}" for line in _line(match[2]))]
    if match := re.fullmatch(r"(?:else )?if \((.*)\)", text):
        return [f"{'el' * text.startswith('else')}if {_expression(match[1])}:"]
    if text == "else":
        return ["else:"]
    if match := re.fullmatch(r"for \(int (\w+) = (.*?); \w+ < (.*?); \w+\+\+\)", text):
        return [f"for {match[1]} in range({_expression(match[2])}, {_expression(match[3])}):"]
    if text.startswith("return"):
        return ["raise Stop"]
    if match := re.fullmatch(r"(\w+)<<<(.*)>>>\((.*)\)", text):
        shape, values = (", ".join(map(_expression, _parts(t))) for t in match.groups()[1:])
        return [f"h.launch({match[1]!r}, {shape}, {values})"]
    if match := re.fullmatch(r"(cuda\w+|(?:std::)?swap|SWAP)\((.*)\)", text, re.I):
        return _call(match[1], _parts(match[2]))
    return _assignment(text)


def _call(name: str, parts: list[str]) -> list[str]:
    values = [_expression(part) for part in parts]
    match name:
        case "cudaMalloc":
            return [f"{values[0]} = h.malloc({values[1]})"]
        case "cudaMemset":
            return [f"h.memset({', '.join(values)})"]
        case "cudaMemcpy":
            copied = f"h.copy({', '.join(values[:3])})"
            return [f"{values[0]} = {copied}" if parts[0].startswith("&") else copied]
        case _:
            return [f"{values[0]}, {values[1]} = {values[1]}, {values[0]}"]


def _assignment(text: str) -> list[str]:
    if match := re.fullmatch(r"(\w+)\+\+", text):
        return [f"{match[1]} += 1"]
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        declared = [part.split()[-1].strip("*") for part in name.split(",")]
        is_pointer = "*" in name
        zero = "0.0" if "data_type" in name and not is_pointer else "0"
        return [f"{' = '.join(declared)} = {None if is_pointer else zero}"]
    target = name.split()[-1]
    pointed = target.startswith("*") and " " not in name
    value = "g.copy()" if value == "g" else value
    return [f"{target.strip('*')}{'[0]' * pointed} = {_expression(value)}"]


def _parts(text: str) -> list[str]:
    """Return what commas outside parentheses separate."""
    parts, inside = [""], 0
    for letter in text:
        inside += (letter == "(") - (letter == ")")
        if letter == "," and not inside:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _expression(text: str) -> str:
    text = re.sub(r"cuda::atomic<(\w+)>", r"\1", text.strip().lstrip("&"))
    text = re.sub(r"sizeof\((\w+)\)", r"sizeof_\1", text)
    text = re.sub(r"\((?:long|void ?\*\*|data_type|float|(?:unsigned )?int)\) ?", "", text).lstrip(
        "&"
    )
    text = re.sub(r"\b([\d.]+)f\b", r"\1", text).replace("&&", " and ").replace("||", " or ")
    return text if re.search(r"\d\.\d", text) else text.replace("/", "//")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
