"""What is parsed, printed and parsed again is the same tree; and no text makes the parser crash."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelscope.errors import PtxError
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.ptx.parser import parse
from vgpu.ptx_printer import to_text

NOWHERE = syntax.Position(1, 1)
TRUTH = sorted((Path(__file__).parents[1] / "truth" / "ptx").glob("*.ptx"))


def without_positions(node: object) -> object:
    """The tree as nested tuples, with every position left out."""
    if is_dataclass(node):
        kept = [field.name for field in fields(node) if field.name != "position"]
        return (type(node).__name__, *(without_positions(getattr(node, name)) for name in kept))
    return tuple(map(without_positions, node)) if isinstance(node, tuple) else node


# ---- random programs ----------------------------------------------------------------------

words = st.from_regex(r"[A-Za-z][A-Za-z0-9_$]{0,5}|[_$%][A-Za-z0-9_$]{1,5}", fullmatch=True).filter(
    lambda word: word not in ("WARP_SZ", "generic")
)
types = st.sampled_from(["b8", "u16", "s32", "f32", "b64", "f64", "f16x2"])
names = st.builds(syntax.Name, words, st.just(NOWHERE))
integers = st.integers(-(2**63), 2**64 - 1)
literals = st.one_of(
    st.builds(syntax.Literal, integers, st.just(0), st.just(NOWHERE)),
    st.builds(
        syntax.Literal,
        st.floats(allow_nan=False, allow_infinity=False),
        st.just(0),
        st.just(NOWHERE),
    ),
    st.builds(syntax.Literal, st.integers(0, 2**32 - 1), st.just(32), st.just(NOWHERE)),
    st.builds(syntax.Literal, st.integers(0, 2**64 - 1), st.just(64), st.just(NOWHERE)),
)
registers = st.builds(
    syntax.Name, st.from_regex(r"%[a-z]{1,2}[0-9]{0,2}(\.x)?", fullmatch=True), st.just(NOWHERE)
)
symbols = st.builds(syntax.SymbolOffset, names, integers, st.just(NOWHERE))
simple = st.one_of(names, registers, literals, symbols)
vectors = st.builds(
    syntax.Vector, st.lists(simple, min_size=1, max_size=4).map(tuple), st.just(NOWHERE)
)
addresses = st.builds(
    syntax.Address, st.none() | names, integers, st.just(NOWHERE), st.none() | vectors
)
operands = st.one_of(
    simple,
    vectors,
    addresses,
    st.builds(syntax.Negated, names, st.just(NOWHERE)),
    st.builds(syntax.Pair, names, names, st.just(NOWHERE)),
)
arguments = st.builds(syntax.Arguments, st.lists(simple, max_size=3).map(tuple), st.just(NOWHERE))
modifiers = st.lists(
    st.from_regex(r"[a-z][a-z0-9]{0,4}(::[a-z0-9_]{1,4})?|[1-3]d", fullmatch=True), max_size=3
).map(tuple)
places = st.builds(
    syntax.SourceLocation, st.integers(1, 3), st.integers(0, 9), st.integers(0, 9), st.none()
)
locations = st.recursive(
    places,
    lambda inner: st.builds(
        syntax.SourceLocation, st.integers(1, 3), st.integers(0, 9), st.integers(0, 9), inner
    ),
    max_leaves=3,
)


@st.composite
def instructions(draw: st.DrawFn) -> syntax.Instruction:
    """Any opcode with any operands: the parser knows no instruction by name but `call`."""
    opcode = draw(st.sampled_from(["add", "ld", "bar", "call"]))
    choices = operands | arguments if opcode == "call" else operands
    guard = draw(st.none() | st.builds(syntax.Guard, names, st.booleans()))
    written = tuple(draw(st.lists(choices, max_size=3)))
    return syntax.Instruction(opcode, draw(modifiers), written, guard, NOWHERE, draw(locations))


@st.composite
def variables(draw: st.DrawFn, spaces: tuple[str, ...]) -> syntax.Variable:
    """A declaration; where it has values, they are no more than its elements."""
    shape = tuple(draw(st.lists(st.integers(1, 3), max_size=2)))
    initializer = draw(st.none() | simple.map(lambda value: (value,)))
    return syntax.Variable(
        space=draw(st.sampled_from(spaces)),
        type=draw(types),
        name=draw(words),
        shape=shape,
        vector=draw(st.sampled_from([1, 2, 4])),
        align=draw(st.sampled_from([1, 4, 16])),
        initializer=initializer,
        linkage=draw(st.sampled_from(["", "visible", "extern"])),
        position=NOWHERE,
    )


declarations = st.builds(
    syntax.RegisterDeclaration,
    types,
    st.sampled_from([1, 2, 4]),
    st.lists(st.tuples(words, st.integers(0, 9)), min_size=1, max_size=3).map(tuple),
    st.just(NOWHERE),
)
statements = st.recursive(
    st.one_of(
        instructions(),
        st.builds(syntax.Label, words, st.just(NOWHERE)),
        declarations,
        variables(("shared", "local", "param")),
        st.builds(
            syntax.BranchTargets,
            words,
            st.lists(names, min_size=1, max_size=3).map(tuple),
            st.just(NOWHERE),
        ),
        st.builds(syntax.CallPrototype, words, st.just(NOWHERE)),
    ),
    lambda inner: st.builds(syntax.Block, st.lists(inner, max_size=3).map(tuple), st.just(NOWHERE)),
    max_leaves=8,
)


@st.composite
def parameters(draw: st.DrawFn) -> syntax.Variable:
    """A kernel's parameter: no initial value, no linkage."""
    shape = tuple(draw(st.lists(st.integers(1, 9), max_size=1)))
    align = draw(st.sampled_from([4, 8]))
    return syntax.Variable("param", draw(types), draw(words), shape, 1, align, None, "", NOWHERE)


@st.composite
def functions(draw: st.DrawFn) -> syntax.Function:
    """A kernel or a device function, with or without a body."""
    is_entry = draw(st.booleans())
    return syntax.Function(
        name=draw(words),
        is_entry=is_entry,
        linkage=draw(st.sampled_from(["", "visible", "weak"])),
        results=() if is_entry else tuple(draw(st.lists(parameters(), max_size=1))),
        parameters=tuple(draw(st.lists(parameters(), max_size=3))),
        directives=draw(
            st.dictionaries(
                st.sampled_from(["reqntid", "maxnreg", "noreturn"]),
                st.lists(st.integers(0, 1024), max_size=3).map(tuple),
            )
        ),
        body=draw(st.none() | st.lists(statements, max_size=5).map(tuple)),
        position=NOWHERE,
    )


modules = st.builds(
    syntax.Module,
    version=st.tuples(st.integers(1, 9), st.integers(0, 12)),
    target=st.sampled_from(["sm_80", "sm_90a"]),
    address_size=st.just(64),
    files=st.dictionaries(st.integers(1, 3), st.sampled_from(["a.py", "/tmp/b c.cu"])),
    variables=st.lists(variables(("global", "const")), max_size=3).map(tuple),
    functions=st.lists(functions(), max_size=2).map(tuple),
)


@given(modules)
def test_any_tree_is_read_back_as_it_was_printed(module: syntax.Module) -> None:
    """Printing loses nothing but positions, and parsing finds all that was printed."""
    assert without_positions(parse(to_text(module))) == without_positions(module)


@pytest.mark.parametrize("path", TRUTH, ids=lambda path: path.stem)
def test_the_kernels_of_the_truth_make_the_round_trip(path: Path) -> None:
    """Triton's own PTX, printed and read again, is the same tree."""
    module = parse(path.read_bytes())
    assert without_positions(parse(to_text(module))) == without_positions(module)


@given(modules)
def test_an_instruction_stands_where_its_position_says(module: syntax.Module) -> None:
    """At line and column of every instruction the text holds its guard or its opcode."""
    text = to_text(module)
    lines = text.splitlines()
    for function in parse(text).functions:
        for instruction in _instructions(function.body or ()):
            place = instruction.position
            rest = lines[place.line - 1][place.column - 1 :]
            assert rest.startswith("@" if instruction.guard else instruction.opcode)


def _instructions(body: tuple[syntax.Statement, ...]) -> list[syntax.Instruction]:
    found: list[syntax.Instruction] = []
    for statement in body:
        if isinstance(statement, syntax.Instruction):
            found.append(statement)
        elif isinstance(statement, syntax.Block):
            found += _instructions(statement.body)
    return found


# ---- damaged programs ---------------------------------------------------------------------

SAMPLE = """.version 8.7
.target sm_90a
.address_size 64
.extern .shared .align 16 .b8 smem[];
.visible .entry k(.param .u64 .ptr .global .align 1 p, .param .u32 n)
.reqntid 128
{
    .reg .pred %p<2>;
    .loc 1 9 0
    @!%p1 ld.global.v2.b32 {%r1, %r2}, [%rd1+-4];
$L1:
    call.uni (r0), f, (a, 0f3F800000);
    { .reg .b32 t; mov.u32 t, (1 << 4) | 3; }
    setp.lt.s32 %p1|%p0, %r1, WARP_SZ;
    ret; /* end */
}
"""
TOKENS = re.findall(r"[\w.%$]+|\s+|\S", SAMPLE)


@given(st.data())
def test_damaged_ptx_is_an_error_with_a_place_and_never_a_crash(data: st.DataObject) -> None:
    """Tokens dropped, doubled or exchanged: the text parses, or the error names its line."""
    tokens = list(TOKENS)
    for _ in range(data.draw(st.integers(1, 4))):
        index = data.draw(st.integers(0, len(tokens) - 1))
        tokens[index] = data.draw(
            st.sampled_from(["", tokens[index] * 2, "\0", "é", '"', "/*", "0x", "{", *TOKENS])
        )
    text = "".join(tokens)
    error = refusal(text)
    if error is not None:
        assert 1 <= error.line <= text.count("\n") + 1
        assert error.column >= 1
        assert "\n" not in str(error)


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_with_an_error(noise: bytes) -> None:
    """Noise after a valid header is refused at a place behind the header, whatever its encoding."""
    error = refusal(b".version 8.7\n.target sm_90\n" + noise)
    assert error is None or (error.line, error.column) >= (2, 13)


def refusal(text: str | bytes) -> PtxError | None:
    """The parser's error, or None where it accepts the text."""
    try:
        parse(text)
    except PtxError as error:
        return error
    return None
