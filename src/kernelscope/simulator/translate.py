"""Python functions on arrays of records, as LLVM text.

The simulator is written in the part of Python that this translates: 64-bit integers, floats and
truth values; records of NumPy arrays and their fields; `if`, `while`, loops over a range, tuples of
results. All else is refused with its line, as is a variable that changes its type.

    def add(core, place):                            define internal i64 @add(ptr %core, i64 %place)
        core.warps[place].age += 1
        return core.warps[place].age
"""

from __future__ import annotations

import ast
import inspect
import math
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

INT, FLOAT, BOOL = "i64", "double", "i1"
STATE = "state"
"""The type of the named tuple that holds all arrays: a pointer to (address, length) of each."""


@dataclass(frozen=True, slots=True)
class Record:
    """The type of a pointer to a record."""

    dtype: np.dtype[Any]


@dataclass(frozen=True, slots=True)
class Array:
    """The type of a pointer to elements: of the state's array of that name, or of a record."""

    dtype: np.dtype[Any]
    name: str = ""


Type = str | Record | Array | tuple["Type", ...]


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the translated function: what LLVM calls it, and its type."""

    text: str
    type: Type
    parts: tuple[Value, ...] = ()


def _llvm(type_: Type) -> str:
    """Return LLVM's name of a type."""
    if isinstance(type_, tuple):
        return "{" + ", ".join(map(_llvm, type_)) + "}"
    return type_ if isinstance(type_, str) and type_ != STATE else "ptr"


_ARITHMETIC: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
_BITS: dict[type[ast.operator], str] = {
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.RShift: "ashr",
    ast.LShift: "shl",
}
_COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("eq", "oeq"),
    ast.NotEq: ("ne", "une"),
    ast.Lt: ("slt", "olt"),
    ast.LtE: ("sle", "ole"),
    ast.Gt: ("sgt", "ogt"),
    ast.GtE: ("sge", "oge"),
}


class Unit:
    """The functions that one calls, each translated once for the types of its arguments.

    Args:
        state: the type of the elements of each array of the state, in order.
    """

    def __init__(self, state: Mapping[str, np.dtype[Any]]) -> None:
        self.state = state
        self.places = {name: 2 * place for place, name in enumerate(state)}
        self._texts: list[str] = []
        self._known: dict[tuple[object, tuple[Type, ...]], tuple[str, Type | None]] = {}

    def text(self, entry: Callable[..., Any], name: str) -> str:
        """Return a module whose function `name` calls `entry` with the state.

        Its argument is a pointer to the table of the arrays; the result goes behind them.
        """
        called, type_ = self.function(entry, (STATE,))
        if type_ != INT:
            raise TypeError(f"{entry.__name__} must return an integer")
        return "\n".join(
            [
                "declare double @llvm.ceil.f64(double)",
                *self._texts,
                f"define void @{name}(ptr %state) {{",
                f"  %result = call i64 @{called}(ptr %state)",
                f"  %place = getelementptr i64, ptr %state, i64 {2 * len(self.state)}",
                "  store i64 %result, ptr %place",
                "  ret void",
                "}",
                "!0 = !{}",
            ]
        )

    def function(
        self, function: Callable[..., Any], types: tuple[Type, ...]
    ) -> tuple[str, Type | None]:
        """Return the name and the type of the result of a function for these arguments."""
        key = function, types
        if key not in self._known:
            made = _Function(self, function, f"{function.__name__}.{len(self._known)}", types)
            self._texts.append(made.text())
            self._known[key] = made.name, made.result
        return self._known[key]


class _Function:
    """One function and its text."""

    def __init__(
        self, unit: Unit, function: Callable[..., Any], name: str, types: tuple[Type, ...]
    ) -> None:
        self.unit, self.name, self.result = unit, name, None
        self._of = function
        self._globals = function.__globals__
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self._tree, self._first = tree, function.__code__.co_firstlineno
        self._types = types
        self._state = ""
        self._lines: list[str] = []
        self._slots: list[str] = []
        self._variables: dict[str, Value] = {}
        self._loops: list[str] = []
        self._numbers = 0
        self._ended = False

    # ---- text ------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the definition of the function."""
        names = [argument.arg for argument in self._tree.args.args]
        arguments: list[str] = []
        for name, type_ in zip(names, self._types, strict=True):
            arguments.append(f"{_llvm(type_)} %{name}")
            if type_ == STATE:
                self._state = f"%{name}"
            self._assign_name(name, Value(f"%{name}", type_))
        self._block(self._tree.body)
        if not self._ended:
            if self.result is not None:
                self._refuse(self._tree, "a path returns nothing")
            self._end("ret void")
        returned = "void" if self.result is None else _llvm(self.result)
        return "\n".join(
            [
                f"define internal {returned} @{self.name}({', '.join(arguments)}) {{",
                *(f"  {line}" for line in self._slots),
                *self._lines,
                "}",
            ]
        )

    def _refuse(self, node: ast.AST, why: str) -> NoReturn:
        line = self._first + getattr(node, "lineno", 1) - 1
        raise TypeError(f"{self._of.__code__.co_filename}:{line}: {why}: {ast.unparse(node)[:80]}")

    def _new(self) -> int:
        self._numbers += 1
        return self._numbers

    def _emit(self, text: str, type_: Type) -> Value:
        name = f"%v{self._new()}"
        self._lines.append(f"  {name} = {text}")
        return Value(name, type_)

    def _do(self, text: str) -> None:
        self._lines.append(f"  {text}")

    def _end(self, text: str) -> None:
        """End the basic block."""
        self._do(text)
        self._ended = True

    def _label(self, name: str) -> None:
        """Begin a basic block; the one before goes on to it, if it has not ended."""
        if not self._ended:
            self._do(f"br label %{name}")
        self._lines.append(f"{name}:")
        self._ended = False

    # ---- statements ------------------------------------------------------------------------------

    def _block(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            if self._ended:
                self._refuse(statement, "never reached")
            translate = _STATEMENTS.get(type(statement))
            if translate is None:
                self._refuse(statement, "not translated")
            translate(self, statement)

    def do_expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self._any(node.value)

    def do_assign(self, node: ast.Assign) -> None:
        value = self._value(node.value)
        for target in node.targets:
            self._assign(target, value)

    def do_aug_assign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            before, place = self._value(node.target), None
        else:
            place = self._place(node.target)
            before = self._load(place)
        after = self._binary(node, node.op, before, self._value(node.value))
        if place is None:
            self._assign(node.target, after)
        else:
            self._store(node, place, after)

    def do_if(self, node: ast.If) -> None:
        number = self._new()
        self._branch(self._truth(node.test), f"then{number}", f"else{number}")
        ends: list[bool] = []
        for label, body in ((f"then{number}", node.body), (f"else{number}", node.orelse)):
            self._label(label)
            self._block(body)
            ends.append(self._ended)
            if not self._ended:
                self._end(f"br label %end{number}")
        if not all(ends):
            self._label(f"end{number}")

    def do_while(self, node: ast.While) -> None:
        number = self._new()
        self._label(f"test{number}")
        self._branch(self._truth(node.test), f"body{number}", f"end{number}")
        self._loop(node.body, number, f"test{number}")
        self._label(f"end{number}")

    def do_for(self, node: ast.For) -> None:
        call = node.iter
        if not (isinstance(call, ast.Call) and ast.unparse(call.func) == "range"):
            self._refuse(node, "a loop over what is not a range")
        limits = [self._value(argument) for argument in call.args]
        first, last = (Value("0", INT), limits[0]) if len(limits) == 1 else limits[:2]
        step = limits[2].text if len(limits) == 3 else "1"
        if step not in ("1", "-1"):
            self._refuse(node, "a range whose step is neither 1 nor -1")
        number = self._new()
        counter = f"%counter{number}"
        self._slots.append(f"{counter} = alloca i64")
        self._do(f"store i64 {first.text}, ptr {counter}")
        self._label(f"test{number}")
        at = self._emit(f"load i64, ptr {counter}", INT)
        compared = "slt" if step == "1" else "sgt"
        goes_on = self._emit(f"icmp {compared} i64 {at.text}, {last.text}", BOOL)
        self._branch(goes_on, f"body{number}", f"end{number}")
        self._label(f"body{number}")
        self._assign(node.target, at)
        self._loop(node.body, number, f"next{number}", begun=True)
        self._label(f"next{number}")
        after = self._emit(f"add i64 {at.text}, {step}", INT)
        self._do(f"store i64 {after.text}, ptr {counter}")
        self._end(f"br label %test{number}")
        self._label(f"end{number}")

    def _loop(
        self, body: Sequence[ast.stmt], number: int, following: str, begun: bool = False
    ) -> None:
        """Translate the body of a loop, after which it goes on at `following`."""
        if not begun:
            self._label(f"body{number}")
        self._loops.append(following)
        self._block(body)
        self._loops.pop()
        if not self._ended:
            self._end(f"br label %{following}")

    def do_continue(self, _: ast.Continue) -> None:
        self._end(f"br label %{self._loops[-1]}")

    def do_return(self, node: ast.Return) -> None:
        if node.value is None:
            self._returns(node, None)
            self._end("ret void")
            return
        value = self._whole(self._value(node.value))
        self._returns(node, value.type)
        self._end(f"ret {_llvm(value.type)} {value.text}")

    def _returns(self, node: ast.Return, type_: Type | None) -> None:
        if self.result not in (None, type_):
            self._refuse(node, f"returns {type_}, and elsewhere {self.result}")
        self.result = type_

    # ---- places ----------------------------------------------------------------------------------

    def _assign(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Tuple):
            parts = value.parts
            if len(parts) != len(target.elts):
                self._refuse(target, f"takes {len(parts)} values")
            for one, part in zip(target.elts, parts, strict=True):
                self._assign(one, part)
        elif isinstance(target, ast.Name):
            if not self._assign_name(target.id, value):
                before = self._variables[target.id].type
                self._refuse(target, f"was {before} and is given {value.type}")
        else:
            self._store(target, self._place(target), value)

    def _assign_name(self, name: str, value: Value) -> bool:
        """Give a variable its value; whether its type is that of the one before."""
        if name not in self._variables:
            self._slots.append(f"%{name}.slot = alloca {_llvm(value.type)}")
            self._variables[name] = Value(f"%{name}.slot", value.type)
        place = self._variables[name]
        self._do(f"store {_llvm(value.type)} {value.text}, ptr {place.text}")
        return place.type == value.type

    def _place(self, node: ast.expr) -> Value:
        """Return the place of a field or of an element, a record or an array if it is one."""
        if isinstance(node, ast.Attribute):
            return self._field(node)
        if not isinstance(node, ast.Subscript):
            self._refuse(node, "not a place")
        array = self._value(node.value)
        if not isinstance(array.type, Array):
            self._refuse(node, f"{array.type} has no elements")
        index = self._value(node.slice)
        size = array.type.dtype.itemsize
        offset = self._emit(f"mul i64 {index.text}, {size}", INT)
        at = self._emit(f"getelementptr i8, ptr {array.text}, i64 {offset.text}", INT)
        return Value(at.text, Record(array.type.dtype))

    def _field(self, node: ast.Attribute) -> Value:
        owner = self._value(node.value)
        if owner.type == STATE:
            if node.attr not in self.unit.places:
                self._refuse(node, "no array of the state")
            return self._of_state(node.attr)
        fields = dict(owner.type.dtype.fields or {}) if isinstance(owner.type, Record) else {}
        if node.attr not in fields:
            self._refuse(node, f"no field of {owner.type}")
        dtype, offset = fields[node.attr][:2]
        at = self._emit(f"getelementptr i8, ptr {owner.text}, i64 {offset}", INT)
        if dtype.subdtype is not None:
            return Value(at.text, Array(dtype.subdtype[0]))
        return Value(at.text, Record(dtype))

    def _of_state(self, name: str, length: bool = False) -> Value:
        """Return an array of the state, or its length. The table of them never changes."""
        place = self.unit.places[name] + length
        at = self._emit(f"getelementptr i64, ptr {self._state}, i64 {place}", INT)
        type_: Type = INT if length else Array(self.unit.state[name], name)
        return self._emit(f"load {_llvm(type_)}, ptr {at.text}, !invariant.load !0", type_)

    def _load(self, place: Value) -> Value:
        """Return what is at a place: a number, or the place of a record or of an array."""
        if isinstance(place.type, Array):
            return place
        assert isinstance(place.type, Record)
        kind = place.type.dtype
        if kind.fields:
            return place
        if kind == np.float64:
            return self._emit(f"load double, ptr {place.text}", FLOAT)
        stored = self._emit(f"load i{8 * kind.itemsize}, ptr {place.text}", INT)
        if kind == np.int64:
            return stored
        return self._emit(f"sext i{8 * kind.itemsize} {stored.text} to i64", INT)

    def _store(self, node: ast.AST, place: Value, value: Value) -> None:
        kind = place.type.dtype if isinstance(place.type, Record) else None
        if kind == np.float64:
            self._do(f"store double {self._as_float(value).text}, ptr {place.text}")
        elif kind == np.int64 and value.type in (INT, BOOL):
            self._do(f"store i64 {self._as_int(value).text}, ptr {place.text}")
        else:
            self._refuse(node, f"a {value.type} is stored as {kind}")

    # ---- values ----------------------------------------------------------------------------------

    def _any(self, node: ast.expr) -> Value | None:
        """Return the value of an expression; None for a call that returns nothing."""
        translate = _EXPRESSIONS.get(type(node))
        if translate is None:
            self._refuse(node, "not translated")
        return translate(self, node)

    def _value(self, node: ast.expr) -> Value:
        value = self._any(node)
        if value is None:
            self._refuse(node, "has no value")
        return value

    def of_constant(self, node: ast.Constant) -> Value:
        return self._constant(node, node.value)

    def _constant(self, node: ast.AST, value: object) -> Value:
        if isinstance(value, bool):
            return Value(str(value).lower(), BOOL)
        if isinstance(value, int):
            return Value(str(value), INT)
        if isinstance(value, float):
            return Value(f"0x{np.float64(value).view(np.uint64):016X}", FLOAT)
        return self._refuse(node, "no number")

    def of_name(self, node: ast.Name) -> Value:
        if node.id in self._variables:
            place = self._variables[node.id]
            return self._emit(f"load {_llvm(place.type)}, ptr {place.text}", place.type)
        if node.id not in self._globals:
            self._refuse(node, "an unknown name")
        return self._constant(node, self._globals[node.id])

    def of_attribute(self, node: ast.Attribute | ast.Subscript) -> Value:
        return self._load(self._place(node))

    def of_tuple(self, node: ast.Tuple) -> Value:
        parts = tuple(self._value(part) for part in node.elts)
        return Value("", tuple(part.type for part in parts), parts)

    def _whole(self, value: Value) -> Value:
        """Return a tuple as one value of LLVM's."""
        whole = Value("undef", value.type)
        for place, part in enumerate(value.parts):
            text = f"{_llvm(value.type)} {whole.text}, {_llvm(part.type)} {part.text}, {place}"
            whole = self._emit(f"insertvalue {text}", value.type)
        return whole if value.parts else value

    def of_unary_op(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self._emit(f"xor i1 {self._truth(node.operand).text}, true", BOOL)
        if not isinstance(node.op, ast.USub):
            self._refuse(node, "not translated")
        if isinstance(node.operand, ast.Constant):
            return self._constant(node, -node.operand.value)  # type: ignore[operator]
        value = self._value(node.operand)
        if value.type == FLOAT:
            return self._emit(f"fneg double {value.text}", FLOAT)
        return self._emit(f"sub i64 0, {self._as_int(value).text}", INT)

    def of_bin_op(self, node: ast.BinOp) -> Value:
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            return self._constant(node, eval(ast.unparse(node)))  # such as 2.0**20
        return self._binary(node, node.op, self._value(node.left), self._value(node.right))

    def _binary(self, node: ast.AST, op: ast.operator, left: Value, right: Value) -> Value:
        is_float = FLOAT in (left.type, right.type) or isinstance(op, ast.Div)
        if isinstance(op, ast.Div) or (is_float and type(op) in _ARITHMETIC):
            name = "fdiv" if isinstance(op, ast.Div) else f"f{_ARITHMETIC[type(op)]}"
            a, b = self._as_float(left), self._as_float(right)
            return self._emit(f"{name} double {a.text}, {b.text}", FLOAT)
        if is_float:
            self._refuse(node, "not an operation of floats here")
        a, b = self._as_int(left), self._as_int(right)
        name = _ARITHMETIC.get(type(op)) or _BITS.get(type(op))
        if name:
            return self._emit(f"{name} i64 {a.text}, {b.text}", INT)
        if not isinstance(op, (ast.FloorDiv, ast.Mod)):
            self._refuse(node, "not translated")
        return self._floored(isinstance(op, ast.Mod), a, b)

    def _floored(self, is_rest: bool, a: Value, b: Value) -> Value:
        """Return the quotient rounded down, or the rest that has the divisor's sign."""
        rest = self._emit(f"srem i64 {a.text}, {b.text}", INT)
        signs = self._emit(f"xor i64 {rest.text}, {b.text}", INT)
        differ = self._emit(f"icmp slt i64 {signs.text}, 0", BOOL)
        some = self._emit(f"icmp ne i64 {rest.text}, 0", BOOL)
        wrong = self._emit(f"and i1 {differ.text}, {some.text}", BOOL)
        if is_rest:
            more = self._emit(f"select i1 {wrong.text}, i64 {b.text}, i64 0", INT)
            return self._emit(f"add i64 {rest.text}, {more.text}", INT)
        quotient = self._emit(f"sdiv i64 {a.text}, {b.text}", INT)
        less = self._emit(f"sext i1 {wrong.text} to i64", INT)
        return self._emit(f"add i64 {quotient.text}, {less.text}", INT)

    def _as_float(self, value: Value) -> Value:
        if value.type == FLOAT:
            return value
        return self._emit(f"sitofp i64 {self._as_int(value).text} to double", FLOAT)

    def _as_int(self, value: Value) -> Value:
        if value.type == BOOL:
            return self._emit(f"zext i1 {value.text} to i64", INT)
        if value.type != INT:
            raise TypeError(
                f"{self._of.__code__.co_filename}: in {self.name}: {value} is no integer"
            )
        return value

    # ---- tests -----------------------------------------------------------------------------------

    def _branch(self, test: Value, yes: str, no: str) -> None:
        self._end(f"br i1 {test.text}, label %{yes}, label %{no}")

    def _truth(self, node: ast.expr) -> Value:
        """Return whether a value is true."""
        if isinstance(node, ast.BoolOp):
            return self.of_bool_op(node)
        value = self._value(node)
        if value.type == BOOL:
            return value
        if value.type != INT:
            self._refuse(node, f"the truth of {value.type}")
        return self._emit(f"icmp ne i64 {value.text}, 0", BOOL)

    def of_bool_op(self, node: ast.BoolOp) -> Value:
        number, is_and = self._new(), isinstance(node.op, ast.And)
        slot = f"%all{number}"
        self._slots.append(f"{slot} = alloca i1")
        for place, operand in enumerate(node.values):
            value = self._truth(operand)
            self._do(f"store i1 {value.text}, ptr {slot}")
            if place < len(node.values) - 1:
                following, end = f"and{number}.{place}", f"all{number}.end"
                self._branch(value, *((following, end) if is_and else (end, following)))
                self._label(following)
        self._label(f"all{number}.end")
        return self._emit(f"load i1, ptr {slot}", BOOL)

    def of_compare(self, node: ast.Compare) -> Value:
        left = self._value(node.left)
        whole: Value | None = None
        for op, other in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, (ast.In, ast.NotIn)):
                result = self._within(node, left, other)
                if isinstance(op, ast.NotIn):
                    result = self._emit(f"xor i1 {result.text}, true", BOOL)
            else:
                right = self._value(other)
                result = self._compared(node, op, left, right)
                left = right
            both = whole and self._emit(f"and i1 {whole.text}, {result.text}", BOOL)
            whole = both or result
        assert whole is not None
        return whole

    def _compared(self, node: ast.AST, op: ast.cmpop, left: Value, right: Value) -> Value:
        if type(op) not in _COMPARED:
            self._refuse(node, "not translated")
        of_int, of_float = _COMPARED[type(op)]
        if FLOAT in (left.type, right.type):
            a, b = self._as_float(left), self._as_float(right)
            return self._emit(f"fcmp {of_float} double {a.text}, {b.text}", BOOL)
        a, b = self._as_int(left), self._as_int(right)
        return self._emit(f"icmp {of_int} i64 {a.text}, {b.text}", BOOL)

    def _within(self, node: ast.AST, left: Value, among: ast.expr) -> Value:
        if not isinstance(among, ast.Tuple):
            self._refuse(node, "a search in what is no tuple")
        result = Value("false", BOOL)
        for other in among.elts:
            equal = self._compared(node, ast.Eq(), left, self._value(other))
            result = self._emit(f"or i1 {result.text}, {equal.text}", BOOL)
        return result

    def of_if_exp(self, node: ast.IfExp) -> Value:
        number = self._new()
        self._branch(self._truth(node.test), f"then{number}", f"else{number}")
        slot, type_ = f"%either{number}", None
        for label, part in ((f"then{number}", node.body), (f"else{number}", node.orelse)):
            self._label(label)
            value = self._value(part)
            if type_ not in (None, value.type):
                self._refuse(node, f"is {type_} or {value.type}")
            type_ = value.type
            self._do(f"store {_llvm(type_)} {value.text}, ptr {slot}")
            self._end(f"br label %end{number}")
        assert type_ is not None
        self._slots.append(f"{slot} = alloca {_llvm(type_)}")
        self._label(f"end{number}")
        return self._emit(f"load {_llvm(type_)}, ptr {slot}", type_)

    # ---- calls -----------------------------------------------------------------------------------

    def of_call(self, node: ast.Call) -> Value | None:
        name = ast.unparse(node.func)
        if node.keywords:
            self._refuse(node, "arguments by name")
        if name == "len":
            array = self._value(node.args[0])
            if not isinstance(array.type, Array) or not array.type.name:
                self._refuse(node, f"the length of {array.type}")
            return self._of_state(array.type.name, length=True)
        arguments = [self._value(argument) for argument in node.args]
        if name in ("min", "max"):
            return self._extreme(name, arguments)
        if name == "float":
            return self._as_float(arguments[0])
        if name == "math.ceil" and self._globals.get("math") is math:
            value = self._as_float(arguments[0])
            whole = self._emit(f"call double @llvm.ceil.f64(double {value.text})", FLOAT)
            return self._emit(f"fptosi double {whole.text} to i64", INT)
        called = self._globals.get(name)
        if not inspect.isfunction(called):
            self._refuse(node, "no function of the simulator")
        return self._call(called, [self._whole(argument) for argument in arguments])

    def _extreme(self, name: str, values: Sequence[Value]) -> Value:
        """Return the least or the greatest; of equal ones the first, as Python's."""
        best, *others = values
        if any(value.type == FLOAT for value in values):
            best, *others = map(self._as_float, values)
        for other in others:
            is_float = best.type == FLOAT
            test = {"min": ("olt", "slt"), "max": ("ogt", "sgt")}[name][not is_float]
            type_ = _llvm(best.type)
            compared = "fcmp" if is_float else "icmp"
            better = self._emit(f"{compared} {test} {type_} {other.text}, {best.text}", BOOL)
            chosen = f"select i1 {better.text}, {type_} {other.text}, {type_} {best.text}"
            best = self._emit(chosen, best.type)
        return best

    def _call(self, function: Callable[..., Any], arguments: Sequence[Value]) -> Value | None:
        name, type_ = self.unit.function(function, tuple(one.type for one in arguments))
        given = ", ".join(f"{_llvm(one.type)} {one.text}" for one in arguments)
        if type_ is None:
            self._do(f"call void @{name}({given})")
            return None
        whole = self._emit(f"call {_llvm(type_)} @{name}({given})", type_)
        if not isinstance(type_, tuple):
            return whole
        parts = (
            self._emit(f"extractvalue {_llvm(type_)} {whole.text}, {place}", part)
            for place, part in enumerate(type_)
        )
        return Value(whole.text, type_, tuple(parts))


_STATEMENTS: dict[type[ast.stmt], Callable[[_Function, Any], None]] = {
    ast.Expr: _Function.do_expr,
    ast.Assign: _Function.do_assign,
    ast.AugAssign: _Function.do_aug_assign,
    ast.If: _Function.do_if,
    ast.While: _Function.do_while,
    ast.For: _Function.do_for,
    ast.Continue: _Function.do_continue,
    ast.Return: _Function.do_return,
}
_EXPRESSIONS: dict[type[ast.expr], Callable[[_Function, Any], Value | None]] = {
    ast.Attribute: _Function.of_attribute,
    ast.BinOp: _Function.of_bin_op,
    ast.BoolOp: _Function.of_bool_op,
    ast.Call: _Function.of_call,
    ast.Compare: _Function.of_compare,
    ast.Constant: _Function.of_constant,
    ast.IfExp: _Function.of_if_exp,
    ast.Name: _Function.of_name,
    ast.Subscript: _Function.of_attribute,
    ast.Tuple: _Function.of_tuple,
    ast.UnaryOp: _Function.of_unary_op,
}
