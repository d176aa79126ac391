"""A builder of LLVM's textual IR that writes each instruction as it is made.

It has the names of llvmlite's `ir`, as far as the compilers here use them. llvmlite makes an object
for each instruction and prints them all at the end, which was a third of a kernel's compilation;
here a value is the name of its result, and a block is a list of lines. Nothing is checked: LLVM
reads the text, and refuses what is wrong with the line.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ClassVar


class Type:
    """A type; one object for each, so that equal types are identical."""

    __slots__ = ("text",)
    _made: ClassVar[dict[tuple[Any, ...], Any]] = {}

    def __new__(cls, *parts: Any) -> Any:
        """Return the type of these parts, made on first use."""
        key = (cls, *(tuple(part) if isinstance(part, list) else part for part in parts))
        made: Any = Type._made.get(key)
        if made is None:
            made = Type._made[key] = object.__new__(cls)
            made.build(*key[1:])
        return made

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> Any:
        raise TypeError(f"{self.text} is a type of this process")

    def constant(self, value: Any) -> str:
        """Return a constant of this type as LLVM writes it."""
        if value is None:
            return "zeroinitializer"
        return str(value).lower() if isinstance(value, bool) else str(value)

    def _build(self, text: str) -> None:
        self.text = text


class IntType(Type):
    """An integer of `width` bits."""

    __slots__ = ("width",)

    def build(self, width: int) -> None:
        """Set what the type has."""
        self.width = width
        self._build(f"i{width}")

    def constant(self, value: Any) -> str:
        """Return an integer; None is 0."""
        return "0" if value is None else Type.constant(self, value)


class _Float(Type):
    __slots__ = ()
    _name, _format = "", ""

    def build(self) -> None:
        """Set what the type has."""
        self._build(self._name)

    def constant(self, value: Any) -> str:
        """Return a number, rounded to this type, by the bits that it has as a double."""
        number = 0.0 if value is None else float(value)  # -0.0 is false, too
        (rounded,) = struct.unpack(self._format, struct.pack(self._format, number))
        (bits,) = struct.unpack("<Q", struct.pack("<d", rounded))
        return f"0x{bits:016x}"


class HalfType(_Float):
    """A float of 16 bits."""

    __slots__ = ()
    _name, _format = "half", "<e"


class FloatType(_Float):
    """A float of 32 bits."""

    __slots__ = ()
    _name, _format = "float", "<f"


class DoubleType(_Float):
    """A float of 64 bits."""

    __slots__ = ()
    _name, _format = "double", "<d"


class PointerType(Type):
    """A pointer; `pointee` is the type of a function that is called through it, or None."""

    __slots__ = ("pointee",)

    def build(self, pointee: FunctionType | None = None) -> None:
        """Set what the type has."""
        self.pointee = pointee
        self._build("ptr")

    def constant(self, value: Any) -> str:
        """Return the null pointer."""
        return "null" if value is None else Type.constant(self, value)


class VoidType(Type):
    """No value."""

    __slots__ = ()

    def build(self) -> None:
        """Set what the type has."""
        self._build("void")


class MetaDataType(Type):
    """A note to LLVM that is an operand."""

    __slots__ = ()

    def build(self) -> None:
        """Set what the type has."""
        self._build("metadata")


class VectorType(Type):
    """`count` elements side by side."""

    __slots__ = ("count", "element")
    element: Any

    def build(self, element: Type, count: int) -> None:
        """Set what the type has."""
        self.element, self.count = element, count
        self._build(f"<{count} x {element.text}>")

    def constant(self, value: Any) -> str:
        """Return the elements, which are constants or their Python values."""
        if value is None or value is Undefined:
            return Type.constant(self, value)
        element = self.element
        texts = [lane.ref if isinstance(lane, Value) else element.constant(lane) for lane in value]
        return "<" + ", ".join([f"{element.text} {text}" for text in texts]) + ">"


class FunctionType(Type):
    """A function's result and its arguments."""

    __slots__ = ("args", "return_type")

    def build(self, result: Type, args: tuple[Type, ...]) -> None:
        """Set what the type has."""
        self.return_type, self.args = result, args
        self._build(f"{result.text} ({', '.join(type_.text for type_ in args)})")

    def as_pointer(self) -> PointerType:
        """Return a pointer to such a function."""
        return PointerType(self)


class _Undefined:
    def __str__(self) -> str:
        return "undef"


Undefined = _Undefined()
"""The constant that may be anything."""
_VOID, _I1, _I32, _PTR = VoidType(), IntType(1), IntType(32), PointerType()


class Value:
    """A value that an instruction computes, by its name."""

    __slots__ = ("ref", "type")

    def __init__(self, kind: Type, ref: str) -> None:
        self.type: Any = kind  # whose kind the code that uses the value knows
        self.ref = ref

    def __str__(self) -> str:
        return f"{self.type.text} {self.ref}"


class Constant(Value):
    """A constant of a type: a Python number, elements of a vector, None for 0, `Undefined`."""

    __slots__ = ("constant",)

    def __init__(self, kind: Type, value: Any) -> None:
        self.type = kind
        self.constant = value
        self.ref = "undef" if value is Undefined else kind.constant(value)


class MetaDataString(Value):
    """A text as an operand of an intrinsic."""

    __slots__ = ()

    def __init__(self, text: str) -> None:
        super().__init__(MetaDataType(), f'!"{text}"')


class Argument(Value):
    """An argument of a function."""

    __slots__ = ("attributes",)

    def __init__(self, kind: Type, ref: str) -> None:
        super().__init__(kind, ref)
        self.attributes: list[str] = []

    def add_attribute(self, name: str) -> None:
        """Promise something of it: `noalias`."""
        self.attributes.append(name)

    def declared(self) -> str:
        """Return it as the function's head has it."""
        return " ".join([self.type.text, *self.attributes, self.ref])


class Alloca(Value):
    """A place on the stack. `align` may still be set."""

    __slots__ = ("_what", "align")

    def __init__(self, ref: str, what: str) -> None:
        super().__init__(_PTR, ref)
        self._what = what
        self.align: int | None = None

    def line(self) -> str:
        """Return the instruction."""
        align = "" if self.align is None else f", align {self.align}"
        return f"  {self.ref} = alloca {self._what}{align}"


class Store:
    """A store to a place on the stack, which is dropped if nothing loads it."""

    __slots__ = ("_text", "place")

    def __init__(self, text: str, place: Value) -> None:
        self._text = text
        self.place = place

    def line(self) -> str:
        """Return the instruction."""
        return self._text


class Phi(Value):
    """A value that depends on where control comes from."""

    __slots__ = ("_incoming",)

    def __init__(self, kind: Type, ref: str) -> None:
        super().__init__(kind, ref)
        self._incoming: list[str] = []

    def add_incoming(self, value: Value, block: Block) -> None:
        """Say its value if control comes from a block."""
        self._incoming.append(f"[{value.ref}, {block.ref}]")

    def line(self) -> str:
        """Return the instruction."""
        return f"  {self.ref} = phi {self.type.text} {', '.join(self._incoming)}"


class Branch:
    """A branch to one of two blocks."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def set_weights(self, weights: Sequence[int]) -> None:
        """Say how often it goes each way."""
        self._text += f", !prof !{_WEIGHTS.index(tuple(weights))}"

    def line(self) -> str:
        """Return the instruction."""
        return self._text


_WEIGHTS = ((99, 1), (1, 99), (999, 1), (1, 999))
"""How often branches go each way. The numbers are the same in every module, so that a function's
text is, too."""
METADATA = "".join(
    f'!{number} = !{{!"branch_weights", i32 {yes}, i32 {no}}}\n'
    for number, (yes, no) in enumerate(_WEIGHTS)
)
"""What a module ends with."""


class Switch:
    """A branch to one of many blocks."""

    __slots__ = ("_cases", "_head")

    def __init__(self, head: str) -> None:
        self._head = head
        self._cases: list[str] = []

    def add_case(self, value: Value, block: Block) -> None:
        """Go to a block for a value."""
        self._cases.append(f"{value} , label {block.ref}")

    def line(self) -> str:
        """Return the instruction."""
        return f"{self._head} [{' '.join(self._cases)}]"


class Block:
    """A basic block: its instructions as lines, or as objects that give their line at the end."""

    __slots__ = ("function", "instructions", "is_terminated", "name", "ref")

    def __init__(self, function: Function, name: str) -> None:
        self.function = function
        self.name = name
        self.ref = f'%"{name}"'
        self.instructions: list[Any] = []
        self.is_terminated = False

    def __str__(self) -> str:
        lines = (inst if isinstance(inst, str) else inst.line() for inst in self.instructions)
        return "\n".join((f'"{self.name}":', *lines))


class Function(Value):
    """A function of a module: declared, and defined as soon as it has a block."""

    __slots__ = (
        "_names", "args", "attributes", "blocks", "function_type", "linkage", "module", "name"
    )  # fmt: skip

    def __init__(self, module: Module, kind: FunctionType, name: str) -> None:
        super().__init__(PointerType(kind), f'@"{name}"')
        self.module = module
        self.name = name
        self.function_type = kind
        self.args = tuple(Argument(type_, f"%a{place}") for place, type_ in enumerate(kind.args))
        self.blocks: list[Block] = []
        self.attributes: set[str] = set()
        self.linkage = ""
        self._names = 0
        module.globals[name] = self

    @property
    def is_declaration(self) -> bool:
        """True if it has no code."""
        return not self.blocks

    def append_basic_block(self, name: str = "") -> Block:
        """Return a new block after the others."""
        # Numbered, as values are: two blocks may have the same name.
        block = Block(self, f"{name or 'block'}.{self.new_number()}")
        self.blocks.append(block)
        return block

    def new_number(self) -> int:
        """Return a number that names one value or block of this function."""
        self._names += 1
        return self._names

    def declaration(self) -> str:
        """Return the line that declares it."""
        kinds = ", ".join(type_.text for type_ in self.function_type.args)
        return f"declare {self.function_type.return_type.text} {self.ref}({kinds})\n"

    def text(self) -> str:
        """Return its definition."""
        args = ", ".join(argument.declared() for argument in self.args)
        result = self.function_type.return_type.text
        head = " ".join(filter(None, ("define", self.linkage, result, f"{self.ref}({args})")))
        head = " ".join((head, *sorted(self.attributes)))
        return "\n".join((head + " {", *map(str, self.blocks), "}\n"))


class Module:
    """Functions that refer to each other."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.globals: dict[str, Function] = {}

    @property
    def functions(self) -> Iterable[Function]:
        """The functions, in the order in which they were first named."""
        return self.globals.values()

    def __str__(self) -> str:
        texts = (f.declaration() if f.is_declaration else f.text() for f in self.functions)
        return "".join((*texts, METADATA))


_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def _integer_comparison(prefix: str, how: str) -> str:
    word = _COMPARISONS[how]
    return f"icmp {word if word in ('eq', 'ne') else prefix + word}"


def _float_comparison(prefix: str, how: str) -> str:
    return f"fcmp {how if how in ('ord', 'uno') else prefix + _COMPARISONS[how]}"


def _binary(name: str) -> Callable[[IRBuilder, Value, Value], Value]:
    def build(self: IRBuilder, first: Value, second: Value) -> Value:
        type_ = first.type
        return self.emit(type_, f"{name} {type_.text} {first.ref}, {second.ref}")

    return build


def _cast(name: str) -> Callable[[IRBuilder, Value, Type], Value]:
    def build(self: IRBuilder, value: Value, kind: Type) -> Value:
        if value.type is kind:
            return value
        return self.emit(kind, f"{name} {value.type.text} {value.ref} to {kind.text}")

    return build


class IRBuilder:
    """Writes instructions at the end of a block."""

    __slots__ = ("block",)

    def __init__(self, block: Block) -> None:
        self.block = block

    @property
    def function(self) -> Function:
        """The function of the block."""
        return self.block.function

    @property
    def module(self) -> Module:
        """The module of the function."""
        return self.block.function.module

    def emit(self, kind: Type, text: str) -> Value:
        """Write an instruction that computes a value of this type."""
        block = self.block
        ref = f"%v{block.function.new_number()}"
        block.instructions.append(f"  {ref} = {text}")
        return Value(kind, ref)

    def _end(self, instruction: Any) -> None:
        self.block.instructions.append(instruction)
        self.block.is_terminated = True

    def position_at_end(self, block: Block) -> None:
        """Go on at the end of a block."""
        self.block = block

    def append_basic_block(self, name: str = "") -> Block:
        """Return a new block of the function."""
        return self.function.append_basic_block(name)

    @contextmanager
    def goto_entry_block(self) -> Generator[None]:
        """Write into the function's first block, before its end."""
        before, self.block = self.block, self.function.blocks[0]
        entry = self.block
        end = [entry.instructions.pop()] if entry.is_terminated else []
        try:
            yield
        finally:
            entry.instructions += end
            self.block = before

    @contextmanager
    def _inside(self, block: Block, following: Block) -> Generator[None]:
        self.block = block
        yield
        if not self.block.is_terminated:
            self.branch(following)

    @contextmanager
    def if_then(self, condition: Value, likely: bool | None = None) -> Generator[Block]:
        """Write what runs if a condition holds; yields the block after it."""
        inside, following = self.append_basic_block("if"), self.append_basic_block("endif")
        self._branch_by(condition, inside, following, likely)
        with self._inside(inside, following):
            yield following
        self.block = following

    @contextmanager
    def if_else(
        self, condition: Value, likely: bool | None = None
    ) -> Generator[tuple[AbstractContextManager[None], AbstractContextManager[None]]]:
        """Write what runs if a condition holds, and what runs if not: yields a context for each."""
        names = ("if", "else", "endif")
        inside, otherwise, following = map(self.append_basic_block, names)
        self._branch_by(condition, inside, otherwise, likely)
        yield self._inside(inside, following), self._inside(otherwise, following)
        self.block = following

    def _branch_by(self, condition: Value, yes: Block, no: Block, likely: bool | None) -> None:
        branch = self.cbranch(condition, yes, no)
        if likely is not None:
            branch.set_weights((99, 1) if likely else (1, 99))

    add, sub, mul = _binary("add"), _binary("sub"), _binary("mul")
    udiv, sdiv, urem, srem = _binary("udiv"), _binary("sdiv"), _binary("urem"), _binary("srem")
    and_, or_, xor = _binary("and"), _binary("or"), _binary("xor")
    shl, lshr, ashr = _binary("shl"), _binary("lshr"), _binary("ashr")
    fadd, fsub, fmul, fdiv = _binary("fadd"), _binary("fsub"), _binary("fmul"), _binary("fdiv")

    trunc, zext, sext = _cast("trunc"), _cast("zext"), _cast("sext")
    fptrunc, fpext, bitcast = _cast("fptrunc"), _cast("fpext"), _cast("bitcast")
    uitofp, sitofp, fptosi = _cast("uitofp"), _cast("sitofp"), _cast("fptosi")
    ptrtoint, inttoptr = _cast("ptrtoint"), _cast("inttoptr")

    def not_(self, value: Value) -> Value:
        """Return a value with every bit changed."""
        type_ = value.type
        ones = "splat (" + f"{type_.element} -1)" if isinstance(type_, VectorType) else "-1"
        return self.emit(type_, f"xor {type_.text} {value.ref}, {ones}")

    def neg(self, value: Value) -> Value:
        """Return an integer's negative."""
        zero = "zeroinitializer" if isinstance(value.type, VectorType) else "0"
        return self.emit(value.type, f"sub {value.type.text} {zero}, {value.ref}")

    def fneg(self, value: Value) -> Value:
        """Return a float's negative."""
        return self.emit(value.type, f"fneg {value.type.text} {value.ref}")

    def _compare(self, words: str, first: Value, second: Value) -> Value:
        type_ = first.type
        result = VectorType(_I1, type_.count) if isinstance(type_, VectorType) else _I1
        return self.emit(result, f"{words} {type_.text} {first.ref}, {second.ref}")

    def icmp_unsigned(self, how: str, first: Value, second: Value) -> Value:
        """Compare integers without a sign, or pointers; how: "==", "<" and so on."""
        return self._compare(_integer_comparison("u", how), first, second)

    def icmp_signed(self, how: str, first: Value, second: Value) -> Value:
        """Compare integers with a sign."""
        return self._compare(_integer_comparison("s", how), first, second)

    def fcmp_ordered(self, how: str, first: Value, second: Value) -> Value:
        """Compare floats, false with a NaN; how: also "ord"."""
        return self._compare(_float_comparison("o", how), first, second)

    def fcmp_unordered(self, how: str, first: Value, second: Value) -> Value:
        """Compare floats, true with a NaN; how: also "uno"."""
        return self._compare(_float_comparison("u", how), first, second)

    def select(self, condition: Value, yes: Value, no: Value) -> Value:
        """Return one of two values by a condition, in each lane if it has lanes."""
        return self.emit(yes.type, f"select {condition}, {yes}, {yes.type.text} {no.ref}")

    def alloca(self, kind: Type, size: int | Value | None = None, name: str = "") -> Alloca:
        """Return a place on the stack for a value, or for `size` of them."""
        if size is not None:
            size = size if isinstance(size, Value) else Constant(_I32, size)
        what = kind.text if size is None else f"{kind.text}, {size}"
        place = Alloca(f'%"{name or "place"}.{self.function.new_number()}"', what)
        self.block.instructions.append(place)
        return place

    def load(
        self, place: Value, *, typ: Type, align: int | None = None, volatile: bool = False
    ) -> Value:
        """Load a value of type `typ`."""
        suffix = "" if align is None else f", align {align}"
        how = "volatile " * volatile
        return self.emit(typ, f"load {how}{typ.text}, ptr {place.ref}{suffix}")

    def store(
        self, value: Value, place: Value, align: int | None = None, *, volatile: bool = False
    ) -> None:
        """Store a value."""
        suffix = "" if align is None else f", align {align}"
        how = "volatile " * volatile
        text = f"  store {how}{value.type.text} {value.ref}, ptr {place.ref}{suffix}"
        self.block.instructions.append(Store(text, place) if type(place) is Alloca else text)

    def load_atomic(self, place: Value, ordering: str, align: int, *, typ: Type) -> Value:
        """Load a value that other threads write."""
        return self.emit(typ, f"load atomic {typ.text}, ptr {place.ref} {ordering}, align {align}")

    def atomic_rmw(self, how: str, place: Value, value: Value, ordering: str) -> Value:
        """Change a value in memory; returns what it was."""
        return self.emit(value.type, f"atomicrmw {how} ptr {place.ref}, {value} {ordering}")

    def gep(self, base: Value, indices: Sequence[Value], *, source_etype: Type) -> Value:
        """Return the address of an element; source_etype: the elements' type."""
        places = ", ".join(map(str, indices))
        counts = (v.type.count for v in (base, *indices) if isinstance(v.type, VectorType))
        count = next(counts, 0)
        result_type = VectorType(_PTR, count) if count else _PTR
        return self.emit(result_type, f"getelementptr {source_etype.text}, {base}, {places}")

    def extract_element(self, vector: Value, place: Value) -> Value:
        """Return one lane."""
        return self.emit(vector.type.element, f"extractelement {vector}, {place}")

    def insert_element(self, vector: Value, value: Value, place: Value) -> Value:
        """Return a vector with one lane changed."""
        return self.emit(vector.type, f"insertelement {vector}, {value}, {place}")

    def shuffle_vector(self, first: Value, second: Value, order: Value) -> Value:
        """Return elements of two vectors by a constant vector of places."""
        result_type = VectorType(first.type.element, order.type.count)
        return self.emit(result_type, f"shufflevector {first}, {second}, {order}")

    def phi(self, kind: Type) -> Phi:
        """Return a value that depends on where control comes from."""
        phi = Phi(kind, f"%v{self.function.new_number()}")
        self.block.instructions.append(phi)
        return phi

    def call(self, function: Value, args: Sequence[Value]) -> Value:
        """Call a function, or a pointer to one."""
        function_type = function.type.pointee
        given = ", ".join([f"{argument.type.text} {argument.ref}" for argument in args])
        text = f"call {function_type.return_type.text} {function.ref}({given})"
        if function_type.return_type is _VOID:
            self.block.instructions.append("  " + text)
            return Value(_VOID, "")
        return self.emit(function_type.return_type, text)

    def branch(self, block: Block) -> None:
        """Go to a block."""
        self._end(f"  br label {block.ref}")

    def cbranch(self, condition: Value, yes: Block, no: Block) -> Branch:
        """Go to one of two blocks."""
        branch = Branch(f"  br i1 {condition.ref}, label {yes.ref}, label {no.ref}")
        self._end(branch)
        return branch

    def switch(self, value: Value, default: Block) -> Switch:
        """Go to one of many blocks."""
        switch = Switch(f"  switch {value}, label {default.ref}")
        self._end(switch)
        return switch

    def ret(self, value: Value) -> None:
        """Return a value."""
        self._end(f"  ret {value}")

    def ret_void(self) -> None:
        """Return."""
        self._end("  ret void")
