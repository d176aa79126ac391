"""Where a fact that a wide access needs was lost: from the access back to what has to change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from kernelscope.stages.decisions.axis import AxisAnalysis
from kernelscope.stages.decisions.mlir import Operation

_DEPTH = 60
_CASTS = frozenset(
    (
        *("arith.extsi", "arith.extui", "arith.trunci", "arith.index_cast", "arith.bitcast"),
        *("tt.bitcast", "tt.ptr_to_int", "tt.int_to_ptr", "ttg.convert_layout"),
    )
)
_DIVISIONS = frozenset(("arith.divsi", "arith.divui", "arith.shrsi", "arith.shrui"))
_REMAINDERS = frozenset(("arith.remsi", "arith.remui"))
_SUMS = frozenset(("tt.addptr", "arith.addi", "arith.subi"))


@dataclass(slots=True)
class Cause:
    """The end of a chain: what has to change.

    Attributes:
        kind: alignment, stride, mask, offset, int64 offset, dtype, layout, gather, unknown.
        text: in one sentence, with what to do.
        chain: the steps from the access to here, each with its place.
        firm: whether somebody who writes or calls the kernel can change it.
    """

    kind: str
    text: str
    chain: list[str] = field(default_factory=list[str])
    firm: bool = True


class Blame:
    """Follows what an access needs to the operations and arguments that do not give it.

    Each method takes a value, a dimension and the number that is needed there, and returns the
    causes: one, or several where each has to be mended.
    """

    def __init__(self, axis: AxisAnalysis, values: Mapping[str, int]) -> None:
        self.axis = axis
        self.values = values
        self._depth = 0
        self._here = ""
        self._inside: set[tuple[str, str, int]] = set()

    # ---- runs ------------------------------------------------------------------------------

    def contiguity(self, value: str, dim: int, need: int) -> list[Cause]:
        """Why the elements do not count up by one for `need` of them."""
        return self._follow("contiguity", value, dim, need)

    def divisibility(self, value: str, dim: int, need: int) -> list[Cause]:
        """Why the first of each run is not known to be a multiple of `need`."""
        return self._follow("divisibility", value, dim, need)

    def constancy(self, value: str, dim: int, need: int) -> list[Cause]:
        """Why `need` elements one after the other are not known to be equal."""
        return self._follow("constancy", value, dim, need)

    def _follow(self, fact: str, value: str, dim: int, need: int) -> list[Cause]:
        key = (fact, value, dim)
        if key in self._inside or self._depth > _DEPTH:
            return []
        self._inside.add(key)
        self._depth += 1
        here = self._here
        try:
            return self._one(fact, value, dim, need)
        finally:
            self._depth -= 1
            self._here = here
            self._inside.discard(key)

    def _one(self, fact: str, value: str, dim: int, need: int) -> list[Cause]:
        if value in self.axis.arguments:
            return [self._argument(value, need)] if fact == "divisibility" else []
        if value in self.axis.counters:
            return self._counter(value, need)
        if value in self.axis.sources:
            return self._joined(fact, value, dim, need)
        operation = self.axis.makers.get(value)
        if operation is None:
            return [Cause("unknown", f"nothing is known of {value}", firm=False)]
        self._here = operation.source or self._here
        found = self._through(fact, operation, dim, need)
        if found is None:
            found = {
                "contiguity": self._no_run,
                "divisibility": self._not_divisible,
                "constancy": self._not_constant,
            }[fact](operation, dim, need)
        step = self._step(fact, operation, dim, need)
        for cause in found:
            cause.chain.insert(0, step)
        return found

    def _joined(self, fact: str, value: str, dim: int, need: int) -> list[Cause]:
        found: list[Cause] = []
        for source in self.axis.sources[value]:
            if getattr(self.axis[source], fact)[dim] % need:
                found += self._follow(fact, source, dim, need)
        return found

    def _counter(self, value: str, need: int) -> list[Cause]:
        loop = self.axis.counters[value]
        found: list[Cause] = []
        for bound in (loop.operands[1], loop.operands[3]):
            if self.axis[bound].divisibility[0] % need:
                found += self.divisibility(bound, 0, need)
        return found

    def _through(self, fact: str, op: Operation, dim: int, need: int) -> list[Cause] | None:
        """Through operations that only pass a fact on; None for the others."""
        if op.name in _CASTS:
            return self._follow(fact, op.operands[0], dim, need)
        if op.name == "tt.splat" and fact == "divisibility":
            return self.divisibility(op.operands[0], 0, need)
        if op.name == "tt.expand_dims":
            axis = op.integer("axis") or 0
            before = self.axis[op.operands[0]]
            if fact == "divisibility":
                # The facts of the other dimensions come together in the new one.
                dims = [d for d, n in enumerate(before.divisibility) if n % need]
                same = dim - (dim > axis)
                inner = same if dim != axis and same in dims else (dims or [0])[0]
                return self.divisibility(op.operands[0], inner, need)
            return (
                [] if dim == axis else self._follow(fact, op.operands[0], dim - (dim > axis), need)
            )
        if op.name == "tt.broadcast":
            if self.axis.types[op.operands[0]].shape[dim] > 1 or fact == "divisibility":
                return self._follow(fact, op.operands[0], dim, need)
            return [self._same_address(op, dim)]
        return None

    def _same_address(self, op: Operation, dim: int) -> Cause:
        text = f"every element along dimension {dim} has the same address ({self._at(op)})"
        return Cause("stride", f"stride: {text}; load it once and broadcast the value", firm=False)

    # ---- contiguity ------------------------------------------------------------------------

    def _no_run(self, op: Operation, dim: int, need: int) -> list[Cause]:
        if op.name in _SUMS:
            return self._sum_run(op, dim, need)
        if op.name in ("arith.muli", "arith.shli"):
            return self._product_run(op, dim, need)
        if op.name in _REMAINDERS:
            return self._remainder_run(op, dim, need)
        if op.name == "tt.make_range":
            count = (op.integer("end") or 0) - (op.integer("start") or 0)
            text = f"dtype: the range has {count} elements, and {need} would fill 128 bits"
            return [Cause("dtype", f"{text} ({self._at(op)})")]
        if op.name == "tt.splat":
            return [self._same_address(op, dim)]
        if op.name in _DIVISIONS:
            text = "stride: a division or right shift of the index repeats and skips elements"
            return [Cause("stride", f"{text} ({self._at(op)}); index with two ranges instead")]
        return [self._opaque(op, "are one after the other in memory", need)]

    def _sum_run(self, op: Operation, dim: int, need: int) -> list[Cause]:
        """One side must run, and the other stay the same while it does."""
        moving = [v for v in op.operands[:2] if self.axis[v].constancy[dim] % need]
        if not moving:
            return [self._same_address(op, dim)]
        if len(moving) == 1:
            return self.contiguity(moving[0], dim, need)
        runs = [v for v in moving if self.axis[v].contiguity[dim] % need == 0]
        if not runs:
            return [cause for v in moving for cause in self.contiguity(v, dim, need)][:1]
        other = next((v for v in moving if v != runs[0]), moving[0])
        return self.constancy(other, dim, need)

    def _product_run(self, op: Operation, dim: int, need: int) -> list[Cause]:
        a, b = op.operands[:2]
        if self.axis[a].constancy[dim] % need == 0 and op.name != "arith.shli":
            a, b = b, a
        runs = self.axis[a].contiguity[dim] % need == 0
        if self.axis[b].constancy[dim] % need:
            return [self._opaque(op, "are one after the other in memory", need)]
        if not runs:
            return self.contiguity(a, dim, need)
        factor = self.axis[b].value
        if factor is not None:
            factor = 1 << factor if op.name == "arith.shli" else factor
            if self._is_address(op):
                return [self._integer_address(op, factor)]
            text = f"stride: neighbouring elements are {factor} apart ({self._at(op)})"
            return [Cause("stride", f"{text}; make the stride 1, or read the other way round")]
        name, _ = self._named(b)
        given = self.values.get(name)
        told = "" if given is None else f" (at the launch it is {given})"
        text = f"neighbouring elements are `{name}` apart, which is not known to be 1{told}"
        advice = f"pass {name} = 1 (Triton specialises on it), or make `{name}` a tl.constexpr"
        return [Cause("stride", f"stride: {text} ({self._at(op)}); {advice}")]

    def _is_address(self, op: Operation) -> bool:
        """Whether this result becomes a pointer as a number: `tl.cast(address, pointer)`."""
        users = [
            other
            for other in dict.fromkeys(self.axis.makers.values())
            if any(value in other.operands for value in op.results)
        ]
        return any(
            other.name == "tt.int_to_ptr" or (other.name in _SUMS and self._is_address(other))
            for other in users
        )

    def _integer_address(self, op: Operation, factor: int) -> Cause:
        text = (
            f"the address is computed in int64, where elements {factor} bytes apart count as a "
            f"stride ({self._at(op)}); add the element's index to the pointer instead"
        )
        return Cause("int64 offset", f"int64 offset: {text}")

    def _remainder_run(self, op: Operation, dim: int, need: int) -> list[Cause]:
        a, b = op.operands[:2]
        if self.axis[a].contiguity[dim] % need:
            return self.contiguity(a, dim, need)
        found: list[Cause] = []
        for value in (b, a):
            if self.axis[value].divisibility[dim] % need:
                found += self.divisibility(value, dim, need)
        for cause in found:
            cause.text += f"; with `%`, a run may end at any element ({self._at(op)})"
        return found or [self._opaque(op, "are one after the other in memory", need)]

    # ---- divisibility ----------------------------------------------------------------------

    def _not_divisible(self, op: Operation, dim: int, need: int) -> list[Cause]:
        if op.name in _SUMS:
            return self._sum_divisor(op, dim, need)
        if op.name in ("arith.muli", "arith.shli"):
            return self._product_divisor(op, dim, need)
        if op.name in ("arith.constant", "tt.make_range"):
            number = self.axis[op.results[0]].value
            number = op.integer("start") if number is None else number
            if number is not None and number % need == 0:  # each row begins at another number
                text = f"the numbers of a range are no multiples of {need} ({self._at(op)})"
                return [Cause("offset", f"misaligned offset: {text}", firm=False)]
            text = f"misaligned offset: {number} is no multiple of {need} ({self._at(op)})"
            return [Cause("offset", f"{text}; begin at a multiple of {need}")]
        if op.name in ("tt.get_program_id", "tt.get_num_programs"):
            text = "misaligned offset: a block may begin at any element, as program_id may be any"
            return [Cause("offset", f"{text} number ({self._at(op)})", firm=False)]
        return [self._opaque(op, f"begin at a multiple of {need}", need)]

    def _sum_divisor(self, op: Operation, dim: int, need: int) -> list[Cause]:
        found: list[Cause] = []
        scale = max(1, self.axis.types[op.results[0]].bits // 8) if op.name == "tt.addptr" else 1
        for value, wanted in ((op.operands[0], need), (op.operands[1], max(1, need // scale))):
            if self.axis[value].divisibility[dim] % wanted:
                found += self.divisibility(value, dim, wanted)
        return found

    def _product_divisor(self, op: Operation, dim: int, need: int) -> list[Cause]:
        """One factor is enough: the one that somebody can change."""
        found: list[Cause] = []
        for value in op.operands[:2]:
            if self.axis[value].contiguity[dim] > 1:
                continue  # a run times a stride: the stride has to give it
            found += self.divisibility(value, dim, need)
        firm = [cause for cause in found if cause.firm]
        return (firm or found)[:1] or [self._opaque(op, f"begin at a multiple of {need}", need)]

    # ---- constancy: masks ------------------------------------------------------------------

    def _not_constant(self, op: Operation, dim: int, need: int) -> list[Cause]:
        if op.name == "arith.cmpi":
            return self._comparison(op, dim, need)
        lacking = [
            value
            for value in op.operands
            if self.axis.types[value].shape and self.axis[value].constancy[dim] % need
        ]
        if op.name in ("tt.load", "tt.make_range", "tt.gather") or not lacking:
            return [self._opaque(op, "are equal", need)]
        return [cause for value in lacking for cause in self.constancy(value, dim, need)]

    def _comparison(self, op: Operation, dim: int, need: int) -> list[Cause]:
        """`run < bound` stays the same for as long as both are multiples of it."""
        a, b = op.operands[:2]
        predicate = op.words.split(",")[0].strip()
        if self.axis[a].constancy[dim] % need == 0:
            a, b, good = b, a, ("gt", "le")
        else:
            good = ("lt", "ge")
        if self.axis[b].constancy[dim] % need:
            return self.constancy(b, dim, need)
        if self.axis[a].contiguity[dim] % need:
            return _as_mask(self.contiguity(a, dim, need), "its index is no run")
        if predicate[1:] not in good:
            text = f"mask: a comparison by `{predicate}` may change within {need} elements"
            return [Cause("mask", f"{text} ({self._at(op)}); write it as `index < bound`")]
        found: list[Cause] = []
        for value in (b, a):
            if self.axis[value].divisibility[dim] % need:
                found += self.divisibility(value, dim, need)
        return _as_mask(found, f"it may change within {need} elements")

    # ---- ends ------------------------------------------------------------------------------

    def _argument(self, value: str, need: int) -> Cause:
        argument = self.axis.arguments[value]
        name, told = self._named(value)
        if argument.type.startswith("!tt.ptr"):
            given = self.values.get(name)
            told = (
                f" (at the launch, {given} bytes into its allocation)" if given is not None else ""
            )
            text = f"alignment: argument `{name}` is not known to be a multiple of 16 bytes{told}"
            return Cause("alignment", f"{text}; pass a tensor that begins at one, not a slice")
        wide = argument.type == "i64"
        kind = "int64 offset" if wide else "alignment"
        text = f"argument `{name}` ({argument.type}) is not known to be divisible by 16{told}"
        hint = f"pass a multiple of 16, or promise it: {name} = tl.multiple_of({name}, {need})"
        return Cause(kind, f"{kind}: {text}; {hint}")

    def _named(self, value: str) -> tuple[str, str]:
        """The name of what a value comes from, and its value at the launch in parentheses."""
        for _ in range(_DEPTH):
            if value in self.axis.arguments:
                name = value.lstrip("%")
                return name, self._told(name)
            op = self.axis.makers.get(value)
            if op is None or op.name not in (*_CASTS, "tt.splat", "tt.broadcast", "tt.expand_dims"):
                break
            value = op.operands[0]
        op = self.axis.makers.get(value)
        named = op.place.name if op is not None and op.place is not None else ""
        return named or value.lstrip("%"), ""

    def _told(self, name: str) -> str:
        given = self.values.get(name)
        if given is None:
            return ""
        if given % 16 == 0:
            return (
                f" (its value at the launch, {given}, is, but the kernel was compiled without "
                "looking at it: do_not_specialize?)"
            )
        return f" (its value at the launch: {given}, which is not)"

    def _opaque(self, op: Operation, what: str, need: int) -> Cause:
        if op.name.startswith(("tt.load", "tt.gather", "tt.descriptor", "tt.atomic")):
            text = f"gather: values loaded at {self._at(op)} decide whether {need} of them {what}"
            hint = "if they do, promise it with tl.max_contiguous and tl.multiple_of"
            return Cause("gather", f"{text}; {hint}")
        text = f"`{op.name}` ({self._at(op)}): Triton cannot tell whether {need} of them {what}"
        hint = "where you know it, say so: tl.multiple_of, tl.max_contiguous, tl.max_constancy"
        return Cause("unknown", f"{text}; {hint}", firm=False)

    def _step(self, fact: str, op: Operation, dim: int, need: int) -> str:
        facts = self.axis[op.results[0]] if op.results else None
        known = min(getattr(facts, fact)[dim], 1 << 20) if facts is not None else 0
        along = f" along dimension {dim}" if len(self.axis.types[op.results[0]].shape) > 1 else ""
        words = {
            "contiguity": f"runs of {known}{along} where {need} are needed",
            "divisibility": f"multiples of {known} where {need} is needed",
            "constancy": f"equal for {known}{along} where {need} are needed",
        }[fact]
        name = op.place.name if op.place is not None and op.place.name else op.results[0]
        return f"{self._at(op)}: `{name}` ({op.name}): {words}"

    def _at(self, op: Operation) -> str:
        """Where an operation stands; a constant, which has no place, where it is used."""
        file, _, line = (op.source or self._here or f"ttgir:{op.line}").rpartition(":")
        return f"{PurePath(file).name}:{line}"


def _as_mask(causes: list[Cause], why: str) -> list[Cause]:
    for cause in causes:
        if cause.kind != "mask":
            cause.text = f"mask: {why}: {cause.text.removeprefix('alignment: ')}"
            cause.kind = "mask"
    return causes
