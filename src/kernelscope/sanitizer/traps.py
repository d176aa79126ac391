"""Code that the compiler has replaced or removed: a `trap`, and stores that nothing reads.

    __constant__ int table[32];
    __global__ void k(int i) { table[i] = 1; }      PTX: trap;

A compiler puts `trap` in place of code that it has proven undefined. A `call` through a pointer
that is no function of the module is one, too.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from kernelscope._demangle import written_name
from kernelscope.sanitizer.buffers import plain_name
from kernelscope.sanitizer.findings import Place
from kernelscope.vgpu import LaunchRequest

_CONSTANT = re.compile(r"^[ \t]*(?:\.\w+\s+)*?\.const\b[^;=]*?([\w$]+)\s*(?:\[|;|=)", re.M)


@dataclass(frozen=True, slots=True)
class Trap:
    """The cause of a trap.

    Attributes:
        kind: of the finding.
        place: the line of the source that is at fault; None: that of the instruction.
    """

    kind: str
    message: str
    advice: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """The CUDA C++ of a kernel.

    `text`: "" if it is not known. `first`: the number of its first line in the file.
    """

    text: str
    file: str
    first: int

    @classmethod
    def of(cls, request: LaunchRequest) -> Source:
        """Return the source of a launch's kernel."""
        form = getattr(request.origin, "form", None)
        made = form() if getattr(request.origin, "frontend", "") == "cuda" and form else None
        if made is None:
            return cls("", "", 0)
        return cls(made.texts.get("source", ""), made.source_file, made.source_line)


def cause_of(kernel: str, ptx: str, line: int, source: Source) -> Trap:
    """Return what a trap is about.

    `kernel`: its name, as in C++. `ptx`: the module's text. `line`: the trap's, in it.
    """
    lines = ptx.splitlines()
    if "trap" not in lines[line - 1]:
        return Trap(
            "null-function",
            "calls a function through a pointer that is not a function of its type: it is null, or "
            "was never set",
            "set the pointer to a `__device__` function before the launch, and take its address "
            "in device code",
        )
    if re.search(r"\btrap\b|\b__trap\b|\bassert\b", source.text):
        return Trap("trap", _OWN, "find out why the kernel reaches its `trap`")
    body, before = _body_of(kernel, source.text)
    names = [*map(plain_name, _CONSTANT.findall(ptx))]
    # A function that the kernel calls may write it, too.
    places = ((body, before), (source.text, 0))
    for (text, skipped), name in itertools.product(places, names):
        written = _write_to(name, text)
        if written:
            said = f"writes to `{name}`, which is `__constant__`: {_PUT_IN}"
            where = Place(f"{source.file}:{source.first + skipped + written - 1}", line)
            return Trap("constant-written", said, _TO_CONSTANT, where)
    return Trap("trap", f"executes `trap`: {_PUT_IN if source.text else _EITHER}", _UNDEFINED)


_OWN = "executes the `trap` of its source (`__trap()`, or an assertion without a text)"
_PUT_IN = "the compiler has put `trap` in place of code that it has proven undefined"
_EITHER = f"it is the source's own, or {_PUT_IN}"
_TO_CONSTANT = (
    "only the host writes constants (`cudaMemcpyToSymbol`, `variable(…).set`): make it `__device__`"
)
_UNDEFINED = (
    "look for a call through a null pointer, a write to a constant, a missing `return`, or an "
    "index that is always outside its array"
)


# Worked case: `__shared__ int a; a = threadIdx.x;`, which every thread writes and none reads.
#
#     the PTX     has no variable `a`: no tool sees a store that races
def removed_stores(request: LaunchRequest) -> str:
    """Return as a note which shared variables a kernel writes that its PTX lacks; "" for none."""
    source = Source.of(request)
    body, before = _body_of(written_name(request.kernel.name), source.text)
    kept = {plain_name(name) for name in request.kernel.shared_variables}
    gone: list[str] = []
    for name in dict.fromkeys(_SHARED.findall(body)):
        line = _write_to(name, body)
        if line and name not in kept:
            gone.append(f"`{name}` ({source.file}:{source.first + before + line - 1})")
    if not gone:
        return ""
    return (
        f"the compiler has removed the stores to {', '.join(gone)}: they were not checked; the "
        "option `-G` keeps them"
    )


_INDEX = r"\[(?:[^\[\];=]|\[[^\[\];=]*\])*\]"
_DECLARED = re.compile(r"__(?:constant|shared)__[^;]*;")
_SHARED = re.compile(r"__shared__[^;=(]*?([A-Za-z_]\w*)\s*(?:\[[^;]*\])?\s*[;=]")


def _body_of(kernel: str, source: str) -> tuple[str, int]:
    """Return the body of a kernel, and the lines before it; "" if it is not in the source."""
    name = re.match(r"[\w:]*?(\w+)(?=[<(]|$)", kernel)
    head = name and re.search(rf"__global__[^;{{]*\b{name[1]}\s*\([^;{{]*\{{", source)
    if not head:
        return "", 0
    depth, end = 1, head.end()
    while depth and end < len(source):
        depth += {"{": 1, "}": -1}.get(source[end], 0)
        end += 1
    return source[head.end() : end], source.count("\n", 0, head.end())


def _write_to(name: str, source: str) -> int:
    """Return the first line that assigns to a variable after its declaration; 0 if none does."""
    place = rf"\b{re.escape(name)}\s*(?:{_INDEX}|\.\w+)*\s*"
    after, step = r"(?:[-+*/%|&^]|<<|>>)?=(?!=)", r"(?:\+\+|--)"
    write = re.compile(rf"{place}(?:{after}|{step})|{step}\s*{place}")
    lines = enumerate(source.splitlines(), 1)
    return next((n for n, text in lines if write.search(_DECLARED.sub("", text))), 0)
