"""Expressions over the lanes of a warp: `%r3 > 7 and lane == 5`, `out[%r1 + 4]`, `f32[%rd2]`.

The grammar is Python's, of which numbers, names, tuples, indices and operators are taken. A name
gives one value or one for each of the 32 lanes; operators work lane by lane.
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
from kernelscope.vgpu.types import TYPES, ScalarType

LANES = 32
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
    """What can be indexed: memory that begins somewhere, and what it holds.

    Attributes:
        space: `global`, `shared` or `generic`, where the base is an address of any space.
        base: of element 0: one address, or one a lane.
        scalar: what an element is; None where nobody said.
        step: bytes from one element to the next that an index counts; 1 for plain addresses.
    """

    name: str
    space: str
    base: int | tuple[int, ...]
    scalar: ScalarType | None
    step: int


@dataclass(frozen=True, slots=True)
class Lanes:
    """A value for each lane.

    Attributes:
        written: the lanes that have one, as a mask: others never wrote the register.
    """

    values: tuple[Number, ...]
    scalar: ScalarType | None = None
    written: int = (1 << LANES) - 1


@dataclass(frozen=True, slots=True)
class Run:
    """Elements of memory one after another, the first of them number `start`."""

    start: int
    values: tuple[Number, ...]
    scalar: ScalarType | None = None


Value = Number | tuple[Any, ...] | Lanes | Run | Memory


class Names(Protocol):
    """What an expression's names stand for where it is evaluated."""

    def register(self, name: str) -> Value:
        """A register or special register, its `%` included."""
        ...

    def variable(self, name: str) -> Value:
        """Any other name."""
        ...

    def is_parameter(self, name: str) -> bool:
        """Whether a parameter is called so: `x`, `x.shape[0]`."""
        ...

    def elements(self, memory: Memory, indices: Sequence[int]) -> tuple[Number, ...]:
        """Elements of memory."""
        ...

    def by_lane(self, memory: Memory, indices: Sequence[int]) -> tuple[Number, ...]:
        """Each lane's element."""
        ...


@dataclass(frozen=True, slots=True)
class Expression:
    """What a user wrote, parsed.

    Attributes:
        names: the variables in it.
        registers: the registers in it.
    """

    text: str
    tree: ast.expr
    names: frozenset[str]
    registers: frozenset[str]

    def value(self, names: Names) -> Value:
        """What it is worth.

        Raises:
            UsageError: an unknown name, an operation that its values do not have, bad memory.
        """
        try:
            return _plain(_Evaluation(names).of(self.tree))
        except (TypeError, ZeroDivisionError, ValueError, OverflowError) as problem:
            raise UsageError(f"`{self.text}`: {problem}") from problem

    def parts(self) -> list[Expression]:
        """What `and` joins, outermost."""
        if isinstance(self.tree, ast.BoolOp) and isinstance(self.tree.op, ast.And):
            return [_expression(self.text, tree) for tree in self.tree.values]
        return [self]

    def indexed(self) -> tuple[Expression, Expression]:
        """Of `out[5]` the memory and the index.

        Raises:
            UsageError: it is nothing of the kind.
        """
        if not isinstance(self.tree, ast.Subscript) or isinstance(self.tree.slice, ast.Slice):
            raise UsageError(f"`{self.text}` is no element of memory, as `out[5]` is")
        return _expression(self.text, self.tree.value), _expression(self.text, self.tree.slice)


def parse(text: str) -> Expression:
    """Parse an expression.

    Raises:
        UsageError: what is no expression, with its column.
    """
    source = _REGISTER.sub(lambda found: _PREFIX + found[0].encode().hex(), text.strip())
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError) as problem:
        reason = problem.msg if isinstance(problem, SyntaxError) else problem
        raise UsageError(f"`{text}` is no expression: {reason}") from None
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED) or (
            isinstance(node, ast.Constant) and not isinstance(node.value, int | float)
        ):
            part = ast.get_source_segment(source, node) or type(node).__name__
            raise UsageError(f"`{text}`: `{part}` is not possible here; {_POSSIBLE}")
    return _expression(text.strip(), tree)


_POSSIBLE = "numbers, names, %registers, [ ], ( , ), arithmetic, comparisons, and, or, not are"
_ALLOWED = (
    ast.Constant, ast.Name, ast.Load, ast.Tuple, ast.Subscript, ast.Slice, ast.Attribute,
    ast.BinOp, ast.UnaryOp, ast.USub, ast.Not, ast.Invert, ast.BoolOp, ast.And, ast.Or,
    ast.Compare, *_BINARY, *_COMPARISONS,
)  # fmt: skip


def _expression(text: str, tree: ast.expr) -> Expression:
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    registers = {name for name in found if name.startswith(_PREFIX)}
    return Expression(
        text, tree, frozenset(found - registers), frozenset(map(_register_name, registers))
    )


def _register_name(name: str) -> str:
    return bytes.fromhex(name.removeprefix(_PREFIX)).decode()


def _spread(value: Value) -> Any:
    """A value as operators take it: lanes as an array of Python's own exact numbers."""
    if isinstance(value, Lanes):
        array = np.empty(LANES, object)
        array[:] = value.values
        return array
    if isinstance(value, Memory):
        return value.base if isinstance(value.base, int) else _spread(Lanes(value.base))
    if isinstance(value, Run):
        if len(value.values) == 1:
            return value.values[0]
        raise TypeError(f"{len(value.values)} elements are no single value")
    if isinstance(value, tuple):
        return tuple(map(_spread, value))
    return value


def _plain(value: Any) -> Value:
    if isinstance(value, np.ndarray):
        return Lanes(tuple(value.tolist()))
    return value


class _Evaluation:
    """Evaluates the nodes of one expression."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def of(self, node: ast.expr) -> Value:
        """A node's value."""
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
        """An operator on values spread over the lanes."""
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
        for kind, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.spread(right_node)
            total = _truth(np.logical_and, total, _compare(type(kind), left, right))
            left = right
        return total

    def spread(self, node: ast.expr) -> Any:
        return _spread(self.of(node))

    def typed(self, node: ast.Attribute) -> Value:
        """`out.f16`: the same memory as something else; `block.x`: an element of three."""
        memory = self.of(node.value)
        if isinstance(memory, tuple) and node.attr in ("x", "y", "z"):
            return memory["xyz".index(node.attr)]
        if not isinstance(memory, Memory) or node.attr not in TYPES:
            raise TypeError(f"`.{node.attr}` stands after memory and names a type, as in `.f32`")
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
                f"what `{memory.name}` holds is not known: say it, as in `{memory.name}.f32[…]`"
            )
        if isinstance(node.slice, ast.Slice):
            numbers = self.range(node.slice)
            return Run(numbers.start, self.names.elements(memory, numbers), memory.scalar)
        index = _spread(self.of(node.slice))
        if isinstance(index, np.ndarray) or isinstance(memory.base, tuple):
            indices = [int(one) for one in np.broadcast_to(np.array(index, object), (LANES,))]
            return Lanes(self.names.by_lane(memory, indices), memory.scalar)
        number = int(index)
        return Run(number, self.names.elements(memory, (number,)), memory.scalar)

    def range(self, part: ast.Slice) -> range:
        """`4:8`; what begins at 0 may leave it out."""
        if part.upper is None or part.step is not None:
            raise TypeError("elements are listed as [FIRST:END]")
        first = int(self.spread(part.lower)) if part.lower else 0
        last = int(self.spread(part.upper))
        if not 0 <= last - first <= _MOST:
            raise TypeError(f"0 to {_MOST} elements can be listed")
        return range(first, last)


def _picked(value: Lanes | tuple[Any, ...], index: Value) -> Value:
    values = value.values if isinstance(value, Lanes) else value
    if not isinstance(index, int) or not 0 <= index < len(values):
        raise TypeError(f"one of {len(values)} is picked with a number from 0 to {len(values) - 1}")
    return values[index]


def _truth(join: Callable[..., Any], *values: Any) -> Any:
    """`and`, `or`, `not` lane by lane; a plain bool where no lane differs."""
    arrays = [np.array([bool(v) for v in x]) if isinstance(x, np.ndarray) else x for x in values]
    result = join(*arrays)
    return result.astype(object) if isinstance(result, np.ndarray) else bool(result)


def _compare(kind: type[ast.cmpop], left: Any, right: Any) -> Any:
    """Two values; tuples are equal where all their elements are, the shorter filled with zeros, and
    a number is the first of them.
    """
    if not isinstance(left, tuple) and not isinstance(right, tuple):
        return _COMPARISONS[kind](left, right)
    if kind not in (ast.Eq, ast.NotEq):
        raise TypeError("a tuple such as `block` is compared by == or !=; `block.x` is a number")
    left, right = (one if isinstance(one, tuple) else (one,) for one in (left, right))
    length = max(len(left), len(right))
    pairs = zip(*((*t, *(0,) * (length - len(t))) for t in (left, right)), strict=True)
    same: Any = True
    for one, other in pairs:
        same = _truth(np.logical_and, same, one == other)
    return same if kind is ast.Eq else _truth(np.logical_not, same)
