"""PTX of the tests, changed at random: values, types, spaces, registers, lines; and launches.

Everything follows from a case's name, so a case can be run again from its number.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from fuzz_launches import (
    Launch,
    Program,
    any_launch,
    changed,
    changed_shape,
    kept_programs,
    only_kernel,
)
from kernelscope import vgpu
from kernelscope.errors import KernelscopeError

# The tests' own kernels for the forms of the table, and their concurrent programs.
forms: Any = import_module("vgpu.forms")
programs: Any = import_module("truth.concurrent.programs")

_VALUES = (
    *("0", "1", "-1", "2", "3", "7", "8", "15", "16", "17", "31", "32", "33", "63", "64", "65"),
    *("127", "255", "256", "1024", "4095", "65535", "1048575", "1048576", "2147483647"),
    *("-2147483648", "4294967295", "4294967296", "9223372036854775807", "-9223372036854775808"),
    *("0xffffffffffffffff", "1099511627776", "8796093022208", "0f7F800000", "0fFFC00000", "1.5"),
)
_INTEGERS = [value for value in _VALUES if value[:2] != "0f" and "." not in value]
_TYPES = "pred b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64"
_SPACES = "global shared shared::cta shared::cluster local const param"
_MODIFIER = re.compile(r"\.[a-zA-Z_][\w:]*")
_NUMBER = re.compile(r"(?<![\w%.$])-?\d\w*(?![\w<])")
_REGISTER = re.compile(r"%[a-zA-Z]\w*(?![\w.<])")
_LABEL = re.compile(r"(?m)^\s*([$\w]+):")
_COUNT = re.compile(r"<\d+>")
LAUNCHES = 8
"""Launches of one text."""
_FORMS_A_KERNEL = 6
_FORMS_SHARE = 0.15


@dataclass(frozen=True, slots=True)
class Case:
    """A PTX text with a launch of one of its kernels: by name, or by number if that is unknown."""

    text: str
    launch: Launch
    kernel: str
    number: int

    def with_text(self, text: str) -> Case:
        """Return the same launch of another text."""
        return replace(self, text=text)


# ---- what is mutated ---------------------------------------------------------------------------


def corpus(root: Path, kept: Path | None = None) -> list[Program]:
    """Return what is mutated: programs with launches, and PTX that the tests hold without.

    The PTX is that of files, of strings, and of strings' kernels with bodies of other strings.

    kept: a folder with launches that `guard_pages` kept.
    """
    texts = [path.read_text() for path in sorted((root / "tests" / "truth" / "ptx").glob("*.ptx"))]
    for path in sorted((root / "tests").rglob("*.py")):
        texts += _kernels_of(path.read_text())
    found = [Program(text) for text in dict.fromkeys(texts) if _loads(text)]
    found += [_with_launch(one) for one in programs.PROGRAMS.values() if len(one.kernels) == 1]
    return found + (kept_programs(kept) if kept else [])


def _with_launch(one: Any) -> Program:
    launch = Launch(
        one.grid, one.block, one.shared, tuple(one.fresh()), one.cluster, one.cooperative
    )
    return Program(only_kernel(one.ptx, one.kernels[0]), one.kernels[0], launch)


def _kernels_of(source: str) -> list[str]:
    """Return the PTX texts that are strings of a file; a template with each of its bodies."""
    strings = [
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    whole = [text for text in strings if ".entry" in text and ".version" in text]
    bodies = [text for text in strings if ";" in text and ".entry" not in text and "%" in text]
    found: list[str] = []
    for text in whole:
        if "{{" not in text:
            found.append(text)
        elif "{body}" in text:
            opened = text.replace("{{", "{").replace("}}", "}").replace("{before}", "")
            found += [opened.replace("{body}", body) for body in ["", *bodies]]
    return found


def _loads(text: str) -> bool:
    try:
        return bool(vgpu.load_ptx(text).kernels)
    except KernelscopeError:
        return False


def _kernel_of_forms(rng: random.Random) -> str:
    """Return a kernel with a few instructions of the table that turn registers into registers."""
    writer = forms.Writer()
    for number in range(_FORMS_A_KERNEL):
        form = rng.choice(rng.choice(_BY_OPCODE))
        writer.instruction(rng.choice(forms.cases_of(form)), number, uniform=rng.random() < 0.3)
    writer.finish()
    return writer.text()


_BY_OPCODE = [
    [form for form in forms.TABLE[opcode] if form.kind in ("pure", "warp")]
    for opcode in sorted({form.opcode for form in forms.lane_by_lane_forms()})
]

# ---- changes -----------------------------------------------------------------------------------


def _replaced(rng: random.Random, text: str, pattern: re.Pattern[str], by: str) -> str:
    """Return the text with one match replaced."""
    found = list(pattern.finditer(text))
    if not found:
        return text
    match = rng.choice(found)
    return text[: match.start()] + by + text[match.end() :]


def _value(rng: random.Random, text: str, _other: str) -> str:
    number = str(rng.getrandbits(rng.choice((4, 8, 16, 32, 64))))
    return _replaced(rng, text, _NUMBER, rng.choice((*_VALUES, number)))


def _type(rng: random.Random, text: str, _other: str) -> str:
    pattern = re.compile(rf"\.({'|'.join(_TYPES.split())})\b")
    return _replaced(rng, text, pattern, f".{rng.choice(_TYPES.split())}")


def _space(rng: random.Random, text: str, _other: str) -> str:
    pattern = re.compile(rf"\.({'|'.join(_SPACES.split())})\b")
    return _replaced(rng, text, pattern, rng.choice(("", *(f".{s}" for s in _SPACES.split()))))


def _register(rng: random.Random, text: str, _other: str) -> str:
    names = _REGISTER.findall(text)
    return _replaced(rng, text, _REGISTER, rng.choice(names)) if names else text


def _label(rng: random.Random, text: str, _other: str) -> str:
    labels = _LABEL.findall(text)
    if not labels:
        return text
    return _replaced(rng, text, re.compile(re.escape(rng.choice(labels))), rng.choice(labels))


def _modifier(rng: random.Random, text: str, other: str) -> str:
    others = _MODIFIER.findall(other)
    return _replaced(rng, text, _MODIFIER, rng.choice(["", *others]))


def _special(rng: random.Random, text: str, _other: str) -> str:
    names = ("%tid.x", "%ctaid.x", "%laneid", "%ntid.x", "%clock", "%warpid", "%lanemask_lt", "_")
    return _replaced(rng, text, _REGISTER, rng.choice(names))


def _count(rng: random.Random, text: str, _other: str) -> str:
    return _replaced(rng, text, _COUNT, f"<{rng.choice((0, 1, 2, 5, 99, 100000))}>")


def _lines(rng: random.Random, text: str, other: str) -> str:
    lines = text.split("\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines[at], lines[to] = lines[to], lines[at]
        case 3:
            lines.insert(to, rng.choice(other.split("\n")))
        case _:
            lines.insert(to, lines.pop(at))
    return "\n".join(lines)


def _guard(rng: random.Random, text: str, _other: str) -> str:
    predicates = re.findall(r"@!?(%\w+)", text)
    guard = f"@{rng.choice(('', '!'))}{rng.choice(predicates)} " if predicates else ""
    pattern = re.compile(r"(?m)^[ \t]*(?:@!?%\w+\s+)?(?=[a-z]+[.\w:]*\s)")
    return _replaced(rng, text, pattern, guard)


def _snippet(rng: random.Random, text: str, _other: str) -> str:
    """Insert an instruction with operands that it may not have."""
    names = _REGISTER.findall(text) or ["%r1"]
    values = [rng.choice((rng.choice(names), rng.choice(_VALUES))) for _ in range(4)]
    a, b, c, d = values
    label = rng.choice(_LABEL.findall(text) or ["L"])
    lines = (
        f"bar.sync {a};", f"bar.sync {a}, {b};", f"barrier.sync {a}, {b};", f"bar.arrive {a}, {b};",
        f"bar.red.popc.u32 {a}, {b}, {c};", f"mbarrier.init.shared.b64 [{a}], {b};",
        f"mbarrier.arrive.shared.b64 {a}, [{b}], {c};", f"ld.shared.u32 {a}, [{b}+{c}];",
        f"st.shared.v4.u32 [{a}], {{{a},{b},{c},{d}}};", f"st.local.u32 [{a}], {b};",
        f"ld.local.u64 {a}, [{b}];", f"ld.u32 {a}, [{b}];", f"st.u64 [{a}], {b};",
        f"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{{a},{b},{c},{d}}}, [{a}];",
        f"atom.shared.add.u32 {a}, [{b}], {c};", f"red.add.u32 [{a}], {b};",
        f"cp.async.ca.shared.global [{a}], [{b}], 16, {c};", "cp.async.wait_all;",
        f"shfl.sync.idx.b32 {a}, {b}, {c}, {d}, -1;", f"bra {label};",
        f"ld.param.u32 {a}, [{b}];", f"nanosleep.u32 {a};", "trap;", "exit;", "ret;",
        f"mov.b64 {a}, {{{b}, {c}}};", f"prefetch.global.L2 [{a}];",
    )  # fmt: skip
    shown = text.split("\n")
    shown.insert(rng.randrange(len(shown)), rng.choice(lines))
    return "\n".join(shown)


def _poison(rng: random.Random, text: str, _other: str) -> str:
    """Change a register's value before an instruction that uses it, in some lanes or in all.

    The text stays legal, so that wild addresses, sizes, descriptors and masks reach compiled code.
    """
    lines = text.split("\n")
    bits = _widths(text)
    places = [
        (number, name)
        for number, line in enumerate(lines)
        if ".reg" not in line
        for name in _REGISTER.findall(line)
        if bits.get(name.rstrip("0123456789"), bits.get(name))
    ]
    if not places:
        return text
    number, name = rng.choice(places)
    width = bits.get(name) or bits[name.rstrip("0123456789")]
    guard = f"@{rng.choice(names)} " if (names := re.findall(r"@!?(%\w+)", text)) else ""
    value = rng.choice((*_INTEGERS, *(str(1 << n) for n in (3, 7, 12, 14, 17, 18, 24, 27, 40))))
    change = rng.choice((f"mov.b{width} {name}, ", f"add.u{width} {name}, {name}, "))
    lines.insert(number, f"{rng.choice(('', guard))}{change}{_cut(value, width)};")
    return "\n".join(lines)


def _widths(text: str) -> dict[str, int]:
    """Return the bits of registers, by their names or, of `%r<5>`, by the names' beginnings."""
    found: dict[str, int] = {}
    for width, names in re.findall(r"\.reg\s+\.[bsuf](16|32|64)\s+([^;]+);", text):
        found |= {name.partition("<")[0].strip(): int(width) for name in names.split(",")}
    return found


def _cut(value: str, width: int) -> int:
    return int(value, 0) & (1 << width) - 1


_CHANGES: tuple[Callable[[random.Random, str, str], str], ...] = (
    *(_value, _value, _type, _space, _register, _register, _label, _modifier, _special, _count),
    *(_lines, _lines, _guard, _snippet, _snippet),
    *(_poison, _poison, _poison, _poison),
)


def case_of(seed: int, number: int, known: list[Program]) -> Case:
    """Return a case; `LAUNCHES` numbers in a row launch the same text."""
    of_text = random.Random(f"{seed}.{number // LAUNCHES}")
    one = of_text.choice(known)
    if of_text.random() < _FORMS_SHARE:
        one = Program(_kernel_of_forms(of_text))
    text, other = one.text, of_text.choice(known).text
    for _ in range(of_text.choice((0, 1, 1, 1, 2, 2, 3, 5))):
        text = of_text.choice(_CHANGES)(of_text, text, other)
    launch = changed_shape(of_text, one.launch or any_launch(of_text))
    kernel = of_text.randrange(4)
    if number % LAUNCHES:
        launch = changed(random.Random(f"{seed}.{number}"), launch)
    return Case(text, launch, one.kernel, kernel)
