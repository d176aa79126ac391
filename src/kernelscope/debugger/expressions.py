"""Expressions over the lanes of a warp: `%r3 > 7 and lane == 5`, `out[%r1 + 4]`, `f32[%rd2]`.

In: text, and the `Names` of a place. Out: a `Value`: a number, a tuple, one value a lane, elements
of memory, or memory itself.

The grammar is a part of Python's: numbers, names, tuples, indices and operators. Operators work
lane by lane. `%r3 > 7 and lane == 5` is parsed as `_register_257233 > 7 and lane == 5` (the
register's name in hexadecimal, since `%` is an operator in Python). `%r3` gives 32 values, `> 7`
compares each of them, and `and` joins lane by lane. The result is 32 truth values, and a breakpoint
with this condition stops if one of them is true for an active lane. Python's own `and` would ask
for the truth of 32 values at once, which has no answer.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from kernelscope.debugger.values import Number
from kernelscope.errors import UsageError
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import TYPES, ScalarType

_MOST = 4096  # elements at a time

_REGISTER = re.compile(r"%[A-Za-z_$][\w$.]*")
_PREFIX = "_register_"

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt,
    ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory that can be indexed; `name` is what the expression calls it.

    Attributes:
        space: `global`, `shared` or `generic`; a generic base is an address of any space.
        base: the address of element 0: one for all lanes, or one a lane.
        scalar: the type of an element; None if unknown.
        step: bytes from one element to the next; 1 if indices are plain addresses.
    """

    name: str
    space: str
    base: int | tuple[int, ...]
    scalar: ScalarType | None
    step: int

    def start(self, lane: int) -> int:
        """Return the address of element 0 for a lane."""
        return self.base if isinstance(self.base, int) else self.base[lane]


@dataclass(frozen=True, slots=True)
class Lanes:
    """A value for each lane, of one type; None if it is unknown.

    `written`: a mask of the lanes that have a value; the others never wrote the register.
    """

    values: tuple[Number, ...]
    scalar: ScalarType | None = None
    written: int = (1 << LANES) - 1


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive elements of memory, the first of them number `start`."""

    start: int
    values: tuple[Number, ...]
    scalar: ScalarType | None = None


Value = Number | tuple[Any, ...] | Lanes | Run | Memory


class Names(Protocol):
    """The meaning of an expression's names at the place where it is evaluated."""

    def register(self, name: str) -> Value:
        """Return a register or special register; the name includes its `%`."""
        ...

    def variable(self, name: str) -> Value:
        """Return the value of any other name."""
        ...

    def is_parameter(self, name: str) -> bool:
        """Return whether a parameter has this name: `x`, `x.shape[0]`."""
        ...

    def elements(self, memory: Memory, indices: Sequence[int]) -> tuple[Number, ...]:
        """Return elements of memory."""
        ...

    def by_lane(self, memory: Memory, indices: Sequence[int]) -> tuple[Number, ...]:
        """Return each lane's element."""
        ...


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression: its text as the user wrote it, and the variables and registers in it."""

    text: str
    tree: ast.expr
    names: frozenset[str]
    registers: frozenset[str]

    def value(self, names: Names) -> Value:
        """Return its value. Raises UsageError if a name is unknown, its values do not support an
        operation, or an address is invalid.
        """
        try:
            return _plain(_Evaluation(names).of(self.tree))
        except (TypeError, ZeroDivisionError, ValueError, OverflowError) as problem:
            raise UsageError(f"`{self.text}`: {problem}") from problem

    def parts(self) -> list[Expression]:
        """Return the operands of the outermost `and`."""
        if isinstance(self.tree, ast.BoolOp) and isinstance(self.tree.op, ast.And):
            return [_expression(self.text, tree) for tree in self.tree.values]
        return [self]

    def indexed(self) -> tuple[Expression, Expression]:
        """Return the memory and the index of an expression such as `out[5]`.

        Raises UsageError if it is not an element of memory.
        """
        if not isinstance(self.tree, ast.Subscript) or isinstance(self.tree.slice, ast.Slice):
            raise UsageError(f"`{self.text}` is not an element of memory such as `out[5]`")
        return _expression(self.text, self.tree.value), _expression(self.text, self.tree.slice)


def parse(text: str) -> Expression:
    """Parse an expression. Raises UsageError if the text is not an expression, or uses a part of
    Python that is not supported.
    """
    source = _REGISTER.sub(lambda match: _PREFIX + match[0].encode().hex(), text.strip())
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError) as problem:
        reason = problem.msg if isinstance(problem, SyntaxError) else problem
        raise UsageError(f"`{text}` is not a valid expression: {reason}") from None
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED) or (
            isinstance(node, ast.Constant) and not isinstance(node.value, int | float)
        ):
            part = ast.get_source_segment(source, node) or type(node).__name__
            raise UsageError(f"`{text}`: `{part}` is not possible here; use {_POSSIBLE}")
    return _expression(text.strip(), tree)


_POSSIBLE = "numbers, names, %registers, [ ], ( , ), arithmetic, comparisons, and, or, not"
_ALLOWED = (
    ast.Constant, ast.Name, ast.Load, ast.Tuple, ast.Subscript, ast.Slice, ast.Attribute,
    ast.BinOp, ast.UnaryOp, ast.USub, ast.Not, ast.Invert, ast.BoolOp, ast.And, ast.Or,
    ast.Compare, *_BINARY, *_COMPARISONS,
)  # fmt: skip


def _expression(text: str, tree: ast.expr) -> Expression:
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    registers = {name for name in names if name.startswith(_PREFIX)}
    return Expression(
        text, tree, frozenset(names - registers), frozenset(map(_register_name, registers))
    )


def _register_name(name: str) -> str:
    return bytes.fromhex(name.removeprefix(_PREFIX)).decode()


def _spread(value: Value) -> Any:
    """Return a value in the form that operators take: lanes as an array of Python numbers.

    Python's integers are exact. NumPy's 32-bit ones would wrap around in `%r3 * 4`, and a 64-bit
    address plus a negative offset would become a float.
    """
    if isinstance(value, Lanes):
        array = np.empty(LANES, object)
        array[:] = value.values
        return array
    if isinstance(value, Memory):
        return value.base if isinstance(value.base, int) else _spread(Lanes(value.base))
    if isinstance(value, Run):
        if len(value.values) == 1:
            return value.values[0]
        raise TypeError(f"{len(value.values)} elements are not a single value")
    if isinstance(value, tuple):
        return tuple(map(_spread, value))
    return value


def _plain(value: Any) -> Value:
    if isinstance(value, np.ndarray):
        return Lanes(tuple(value.tolist()))
    return value


class _Evaluation:
    """The evaluation of one expression, node by node."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def of(self, node: ast.expr) -> Value:
        """Return a node's value."""
        match node:
            case ast.Constant(value=int() | float() as value):
                return value
            case ast.Name():
                return self.name(node.id)
            case ast.Tuple():
                return tuple(self.of(element) for element in node.elts)
            case ast.Attribute() | ast.Subscript() if self.names.is_parameter(ast.unparse(node)):
                return self.names.variable(ast.unparse(node))
            case ast.Attribute():
                return self.typed(node)
            case ast.Subscript():
                return self.subscript(node)
            case _:
                return _plain(self.operation(node))

    def name(self, name: str) -> Value:
        if name.startswith(_PREFIX):
            return self.names.register(_register_name(name))
        if name in TYPES:
            return Memory(name, "generic", 0, TYPES[name], 1)
        return self.names.variable(name)

    def operation(self, node: ast.expr) -> Any:
        """Apply an operator to values spread over the lanes."""
        match node:
            case ast.BinOp():
                return _BINARY[type(node.op)](self.spread(node.left), self.spread(node.right))
            case ast.UnaryOp(op=ast.USub()):
                return -self.spread(node.operand)
            case ast.UnaryOp(op=ast.Invert()):
                return ~self.spread(node.operand)
            case ast.UnaryOp():
                return _truth(np.logical_not, self.spread(node.operand))
            case ast.BoolOp():
                join = np.logical_and if isinstance(node.op, ast.And) else np.logical_or
                total = self.spread(node.values[0])
                for other in node.values[1:]:
                    total = _truth(join, total, self.spread(other))
                return total
            case ast.Compare():
                return self.comparison(node)
            case _:
                raise TypeError(f"{type(node).__name__} is not possible here")

    def comparison(self, node: ast.Compare) -> Any:
        total: Any = True
        left = self.spread(node.left)
        for comparison, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.spread(right_node)
            total = _truth(np.logical_and, total, _compare(type(comparison), left, right))
            left = right
        return total

    def spread(self, node: ast.expr) -> Any:
        return _spread(self.of(node))

    def typed(self, node: ast.Attribute) -> Value:
        """Evaluate `out.f16`, the same memory with another type, or `block.x`, one of three."""
        memory = self.of(node.value)
        if isinstance(memory, tuple) and node.attr in ("x", "y", "z"):
            return memory["xyz".index(node.attr)]
        if not isinstance(memory, Memory) or node.attr not in TYPES:
            raise TypeError(f"`.{node.attr}` must follow memory and name a type, as in `.f32`")
        scalar = TYPES[node.attr]
        return Memory(memory.name, memory.space, memory.base, scalar, max(scalar.bits // 8, 1))

    def subscript(self, node: ast.Subscript) -> Value:
        memory = self.of(node.value)
        if isinstance(memory, Lanes | tuple):
            return _picked(memory, self.of(node.slice))
        if not isinstance(memory, Memory):
            raise TypeError("only memory, lanes and tuples have elements")
        if memory.scalar is None:
            raise TypeError(
                f"the type of `{memory.name}` is not known: name it, as in `{memory.name}.f32[…]`"
            )
        if isinstance(node.slice, ast.Slice):
            numbers = self.range(node.slice)
            return Run(numbers.start, self.names.elements(memory, numbers), memory.scalar)
        index = _spread(self.of(node.slice))
        if isinstance(index, np.ndarray) or isinstance(memory.base, tuple):
            indices = [int(each) for each in np.broadcast_to(np.array(index, object), (LANES,))]
            return Lanes(self.names.by_lane(memory, indices), memory.scalar)
        number = int(index)
        return Run(number, self.names.elements(memory, (number,)), memory.scalar)

    def range(self, part: ast.Slice) -> range:
        """Evaluate `4:8`; a first element of 0 may be left out."""
        if part.upper is None or part.step is not None:
            raise TypeError("elements are listed as [FIRST:END]")
        first = int(self.spread(part.lower)) if part.lower else 0
        last = int(self.spread(part.upper))
        if not 0 <= last - first <= _MOST:
            raise TypeError(
                f"at most {_MOST} elements can be listed, and END must not be below FIRST"
            )
        return range(first, last)


def _picked(value: Lanes | tuple[Any, ...], index: Value) -> Value:
    values = value.values if isinstance(value, Lanes) else value
    if not isinstance(index, int) or not 0 <= index < len(values):
        raise TypeError(f"the index must be a number from 0 to {len(values) - 1}")
    return values[index]


def _truth(join: Callable[..., Any], *values: Any) -> Any:
    """Apply `and`, `or` or `not` lane by lane; return a plain bool if no operand has lanes."""
    arrays = [np.array([bool(v) for v in x]) if isinstance(x, np.ndarray) else x for x in values]
    result = join(*arrays)
    return result.astype(object) if isinstance(result, np.ndarray) else bool(result)


def _compare(comparison: type[ast.cmpop], left: Any, right: Any) -> Any:
    """Compare two values.

    Tuples are equal if all elements are; the shorter one is filled with zeros, and a number counts
    as a tuple of one. So `block == 3` is the same as `block == (3,0,0)`, as in CUDA's `dim3(3)`.
    """
    if not isinstance(left, tuple) and not isinstance(right, tuple):
        return _COMPARISONS[comparison](left, right)
    if comparison not in (ast.Eq, ast.NotEq):
        raise TypeError(
            "compare a tuple such as `block` by == or !=, or a number such as `block.x`"
        )
    left, right = (side if isinstance(side, tuple) else (side,) for side in (left, right))
    length = max(len(left), len(right))
    pairs = zip(*((*t, *(0,) * (length - len(t))) for t in (left, right)), strict=True)
    same: Any = True
    for side, right_element in pairs:
        same = _truth(np.logical_and, same, side == right_element)
    return same if comparison is ast.Eq else _truth(np.logical_not, same)
