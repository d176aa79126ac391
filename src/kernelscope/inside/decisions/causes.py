"""Where a fact that a wide access needs was lost: from the access back to what has to change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from kernelscope.inside.decisions.axis import AxisAnalysis
from kernelscope.inside.decisions.mlir import Operation

_DEPTH = 60
_LONGEST_NAME = 40  # of a file, in characters
_CASTS = frozenset(
    ("arith.extsi", "arith.extui", "arith.trunci", "tt.bitcast", "ttg.convert_layout")
)
_SHIFTS = frozenset(("arith.shrsi", "arith.shrui"))
_DIVISIONS = frozenset(("arith.divsi", "arith.divui", *_SHIFTS))
_REMAINDERS = frozenset(("arith.remsi", "arith.remui"))
_SUMS = frozenset(("tt.addptr", "arith.addi", "arith.subi"))
_PRODUCTS = frozenset(("arith.muli", "arith.shli"))
_BITWISE = frozenset(("arith.andi", "arith.ori", "arith.xori"))
_READS = ("tt.load", "tt.gather", "tt.descriptor", "tt.atomic")
_CHOICES = {
    "arith.select": "tl.where",
    **dict.fromkeys(("arith.minsi", "arith.minui"), "tl.minimum"),
    **dict.fromkeys(("arith.maxsi", "arith.maxui"), "tl.maximum"),
}
_PROMISES = {
    "contiguity": "tl.max_contiguous",
    "divisibility": "tl.multiple_of",
    "constancy": "tl.max_constancy",
}
_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
# How easily a cause can be changed: what is passed, what is written, how it is written.
_PASSED, _WRITTEN, _REWRITTEN, _GIVEN = range(4)


@dataclass(slots=True)
class Cause:
    """The end of a chain: what has to change.

    Attributes:
        kind: alignment, int64 offset, stride, misaligned offset, mask, dtype, layout, gather,
            choice, unknown.
        why: what is the matter; remedy: what to do, "" where nothing is known.
        ease: of several, each of which would do, the least is the one to change.
        chain: the steps from the access to here, each with its place.
    """

    kind: str
    why: str
    remedy: str = ""
    ease: int = _REWRITTEN
    chain: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        """In one sentence."""
        return f"{self.kind}: {self.why}" + (f"; {self.remedy}" if self.remedy else "")


class Blame:
    """Follows what an access needs to the operations and arguments that do not give it.

    Each method takes a value, a dimension and the number that is needed there, and returns the
    causes: one, or several where each has to be mended.
    """

    def __init__(self, axis: AxisAnalysis, values: Mapping[str, int]) -> None:
        self.axis = axis
        self.values = values
        self._here = ""
        self._inside: set[tuple[str, str, int]] = set()

    def contiguity(self, value: str, dim: int, need: int) -> list[Cause]:
        """Why the elements do not count up by one for `need` of them."""
        return self._follow("contiguity", value, dim, need)

    def divisibility(self, value: str, dim: int, need: int) -> list[Cause]:
        """Why the first of each run is not known to be a multiple of `need`."""
        return self._follow("divisibility", value, dim, need)

    def mask(self, value: str, dim: int, need: int) -> list[Cause]:
        """Why `need` elements of a mask one after the other are not known to be equal."""
        found = self._follow("constancy", value, dim, need)
        for cause in found:
            if cause.kind != "mask":
                cause.why = f"it may change within {need} elements: {cause.why}"
                cause.kind = "mask"
        return found

    def _follow(self, fact: str, value: str, dim: int, need: int) -> list[Cause]:
        key = (fact, value, dim)
        if key in self._inside or len(self._inside) > _DEPTH:
            return []
        self._inside.add(key)
        here = self._here
        try:
            return self._one(fact, value, dim, need)
        finally:
            self._here = here
            self._inside.discard(key)

    def _lacking(self, fact: str, values: tuple[str, ...], dim: int, need: int) -> list[Cause]:
        """The causes of those values that do not have what is needed."""
        return [
            cause
            for value in dict.fromkeys(values)
            if getattr(self.axis[value], fact)[dim] % need
            for cause in self._follow(fact, value, dim, need)
        ]

    def _one(self, fact: str, value: str, dim: int, need: int) -> list[Cause]:
        if value in self.axis.arguments:
            return [self._argument(value, need)] if fact == "divisibility" else []
        if value in self.axis.counters:
            loop = self.axis.counters[value]
            return self._lacking("divisibility", (loop.operands[1], loop.operands[3]), 0, need)
        if value in self.axis.sources:
            return self._joined(fact, value, dim, need)
        operation = self.axis.makers.get(value)
        if operation is None:
            return [Cause("unknown", f"nothing is known of {value}")]
        self._here = operation.source or self._here
        found = self._promised(fact, operation, need)
        if found is None:
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

    def _promised(self, fact: str, op: Operation, need: int) -> list[Cause] | None:
        """A promise of less than is needed, which replaces what would be proven; None without."""
        if f"tt.{fact}" not in op.attributes:
            return None
        word = _PROMISES[fact]
        why = f"{word} promises less ({self._at(op)}), and replaces what Triton would prove"
        kind = "alignment" if fact == "divisibility" else "stride"
        return [Cause(kind, why, f"give {word} a multiple of {need}, if it holds", _WRITTEN)]

    def _joined(self, fact: str, value: str, dim: int, need: int) -> list[Cause]:
        found = self._lacking(fact, tuple(self.axis.sources[value]), dim, need)
        made = self.axis.makers.get(value)
        if made is not None and any(name.startswith("tt.") for name in made.attributes):
            for cause in found:
                cause.remedy = "promise it inside the `if` or loop: behind it, Triton overlooks it"
        return found

    def _through(self, fact: str, op: Operation, dim: int, need: int) -> list[Cause] | None:
        """Through operations that only pass a fact on; None for the others."""
        if op.name in _CASTS:
            return self._follow(fact, op.operands[0], dim, need)
        if op.name == "tt.splat" and fact == "divisibility":
            return self.divisibility(op.operands[0], 0, need)
        if op.name == "tt.expand_dims":
            return self._expanded(fact, op, dim, need)
        if op.name == "tt.broadcast":
            if self.axis.types[op.operands[0]].shape[dim] > 1 or fact == "divisibility":
                return self._follow(fact, op.operands[0], dim, need)
            return [self._one_address(op)]
        if op.name in _CHOICES and fact == "divisibility":
            return self._lacking(fact, op.operands[-2:], dim, need) or None
        return None

    def _expanded(self, fact: str, op: Operation, dim: int, need: int) -> list[Cause]:
        added = op.integer("axis") or 0
        same = dim - (dim > added)
        if dim != added:
            return self._follow(fact, op.operands[0], same, need)
        if fact != "divisibility":
            return []
        # The facts of the other dimensions come together in the new one.
        before = self.axis[op.operands[0]].divisibility
        dims = [d for d, divisor in enumerate(before) if divisor % need]
        return self.divisibility(op.operands[0], (dims or [0])[0], need)

    # ---- contiguity ------------------------------------------------------------------------

    def _no_run(self, op: Operation, dim: int, need: int) -> list[Cause]:
        at = self._at(op)
        if op.name in _SUMS:
            return self._sum_run(op, dim, need)
        if op.name in _PRODUCTS:
            return self._product_run(op, dim, need)
        if op.name in _REMAINDERS:
            return self._remainder_run(op, dim, need)
        if op.name == "tt.make_range":
            count = (op.integer("end") or 0) - (op.integer("start") or 0)
            return [Cause("dtype", f"the range has {count} elements ({at}), a wide access {need}")]
        if op.name == "tt.splat":
            return [self._one_address(op)]
        if op.name in _DIVISIONS:
            what = "right shift" if op.name in _SHIFTS else "division"
            why = f"a {what} of the index repeats and skips elements ({at})"
            return [Cause("stride", why, "index with two ranges instead")]
        if op.name in _CHOICES:
            why = f"{_CHOICES[op.name]} chooses an address for each element ({at})"
            return [Cause("choice", why, "leave the index as it is and mask the access")]
        if op.name == "tt.int_to_ptr":
            why = f"the addresses are computed as int64 ({at}), which Triton does not follow"
            return [Cause("int64 offset", why, "add the element's index to the pointer instead")]
        return [self._opaque(op, "follow each other in memory", need)]

    def _one_address(self, op: Operation) -> Cause:
        why = f"neighbouring elements have the same address ({self._at(op)})"
        return Cause("stride", why, "load it once and broadcast the value")

    def _sum_run(self, op: Operation, dim: int, need: int) -> list[Cause]:
        """One side must run, and the other stay the same while it does."""
        a, b = op.operands[:2]
        moving = [v for v in (a, b) if self.axis[v].constancy[dim] % need]
        runs = [v for v in moving if self.axis[v].contiguity[dim] % need == 0]
        if not moving:
            return [self._one_address(op)]
        if op.name == "arith.subi" and b in runs:
            why = f"the index counts down ({self._at(op)})"
            return [Cause("stride", why, "let it count up, and turn the values round if need be")]
        if len(runs) == 2 or (runs and a == b):
            why = f"two indices that count up are added ({self._at(op)}): elements are 2 apart"
            return [Cause("stride", why, "let one of them count in another dimension")]
        if not runs:
            found = [cause for v in moving for cause in self.contiguity(v, dim, need)]
            return sorted(found, key=lambda cause: cause.ease)[:1]
        others = tuple(v for v in moving if v != runs[0])
        unclear = [self._opaque(op, "follow each other in memory", need)]
        return self._lacking("constancy", others, dim, need) or unclear

    def _product_run(self, op: Operation, dim: int, need: int) -> list[Cause]:
        a, b = op.operands[:2]
        if self.axis[a].constancy[dim] % need == 0 and op.name != "arith.shli":
            a, b = b, a
        if self.axis[b].constancy[dim] % need:
            return [self._opaque(op, "follow each other in memory", need)]
        # Nothing is found where a loop multiplies the index itself: then the factor is the cause.
        if self.axis[a].contiguity[dim] % need and (found := self.contiguity(a, dim, need)):
            return found
        factor = self.axis[b].value
        if factor is not None:
            factor = 1 << factor if op.name == "arith.shli" else factor
            why = f"neighbouring elements are {factor} apart ({self._at(op)})"
            return [Cause("stride", why, "make the stride 1, or read the other way round")]
        name, _ = self._named(b)
        given = self.values.get(name)
        told = "" if given is None else f" (at the launch it is {given})"
        why = f"neighbouring elements are `{name}` apart, which is not known to be 1{told}"
        remedy = f"pass {name} = 1 (Triton specialises on it), or make `{name}` a tl.constexpr"
        return [Cause("stride", f"{why} ({self._at(op)})", remedy)]

    def _remainder_run(self, op: Operation, dim: int, need: int) -> list[Cause]:
        a, b = op.operands[:2]
        if self.axis[a].contiguity[dim] % need:
            return self.contiguity(a, dim, need)
        found = self._lacking("divisibility", (b, a), dim, need)
        for cause in found:
            cause.why += f"; with `%`, a run may end at any element ({self._at(op)})"
        return found or [self._opaque(op, "follow each other in memory", need)]

    # ---- divisibility ----------------------------------------------------------------------

    def _not_divisible(self, op: Operation, dim: int, need: int) -> list[Cause]:
        at = self._at(op)
        if op.name in _SUMS:
            scale = max(1, self.axis.types[op.results[0]].bits // 8)
            own = max(1, need // scale) if op.name == "tt.addptr" else need
            a, b = op.operands[:2]
            return self._lacking("divisibility", (a,), dim, need) + self._lacking(
                "divisibility", (b,), dim, own
            )
        if op.name in _PRODUCTS:
            return self._product_divisor(op, dim, need)
        if op.name == "arith.constant":
            why = f"the constant {self.axis[op.results[0]].value} is no multiple of {need} ({at})"
            return [Cause("misaligned offset", why, f"make it a multiple of {need}", _WRITTEN)]
        if op.name == "tt.make_range":
            start = op.integer("start") or 0
            if start % need:
                why = f"the range begins at {start}, no multiple of {need} ({at})"
                return [Cause("misaligned offset", why, f"begin at a multiple of {need}")]
            why = f"the numbers of a range, which are added, are no multiples of {need} ({at})"
            return [Cause("misaligned offset", why, ease=_GIVEN)]
        if op.name in ("tt.get_program_id", "tt.get_num_programs"):
            why = f"program_id, which is added, may be any number ({at})"
            return [Cause("misaligned offset", why, f"multiply it by a multiple of {need}", _GIVEN)]
        return [self._opaque(op, f"begin at a multiple of {need}", need)]

    def _product_divisor(self, op: Operation, dim: int, need: int) -> list[Cause]:
        """One factor is enough: the one that is easiest to change."""
        found = [
            cause
            for value in op.operands[:2]
            # A run times a stride: the stride has to give it.
            if self.axis[value].contiguity[dim] == 1
            for cause in self.divisibility(value, dim, need)
        ]
        found.sort(key=lambda cause: cause.ease)
        return found[:1] or [self._opaque(op, f"begin at a multiple of {need}", need)]

    # ---- constancy -------------------------------------------------------------------------

    def _not_constant(self, op: Operation, dim: int, need: int) -> list[Cause]:
        if op.name == "arith.cmpi":
            return self._comparison(op, dim, need)
        if op.name == "tt.make_range" or op.name in _DIVISIONS:
            why = f"`{self._name(op)}` changes within {need} elements ({self._at(op)})"
            return [Cause("stride", why)]
        lacking = tuple(value for value in op.operands if self.axis.types[value].shape)
        found = [] if op.name in _READS else self._lacking("constancy", lacking, dim, need)
        return found or [self._opaque(op, "are equal", need)]

    def _comparison(self, op: Operation, dim: int, need: int) -> list[Cause]:
        """`run < bound` stays the same for as long as both are multiples of it."""
        a, b = op.operands[:2]
        sign = _SIGNS.get(op.words.split(",")[0].strip()[-2:], "?")
        if self.axis[a].constancy[dim] % need == 0:
            a, b, sign = b, a, _TURNED.get(sign, sign)
        if self.axis[b].constancy[dim] % need:
            return self._lacking("constancy", (b,), dim, need)
        if self.axis[a].contiguity[dim] % need:
            return self._of_values(self.contiguity(a, dim, need))
        if sign not in ("<", ">="):
            why = f"`index {sign} bound` may change at any element ({self._at(op)})"
            remedy = "only `index < bound` and `index >= bound` keep pieces of equal elements"
            return [Cause("mask", why, f"{remedy}, where the bound is a multiple of {need}")]
        return self._lacking("divisibility", (b, a), dim, need)

    def _of_values(self, causes: list[Cause]) -> list[Cause]:
        """A mask that does not compare an index: it may be any at each element."""
        for cause in causes:
            if cause.kind in ("gather", "unknown"):
                at = cause.chain[-1].partition(": ")[0]
                cause.kind, cause.why = "mask", f"it is made of values that may be any ({at})"
                cause.remedy = "access all elements and choose with tl.where"
        return causes

    # ---- ends ------------------------------------------------------------------------------

    def _argument(self, value: str, need: int) -> Cause:
        argument = self.axis.arguments[value]
        name = value.lstrip("%")
        given = self.values.get(name)
        pointer = argument.type.startswith("!tt.ptr")
        if pointer:
            known, remedy = (
                "a multiple of 16 bytes",
                "pass a tensor that begins at one, not a slice",
            )
            told = f" (at the launch, {given} bytes into its allocation)"
        else:
            known = "divisible by 16"
            remedy = (
                f"pass a multiple of 16, or promise it: {name} = tl.multiple_of({name}, {need})"
            )
            told = f" (its value at the launch: {given}, which is not)"
        if given is not None and given % 16 == 0:
            told = " (at the launch it is, but the kernel was compiled without looking at it)"
            remedy = f"leave `{name}` out of do_not_specialize{'_on_alignment' * pointer}"
            remedy += "" if pointer else f", or promise it: tl.multiple_of({name}, {need})"
        shown = f"argument `{name}`" + ("" if pointer else f" ({argument.type})")
        why = f"{shown} is not known to be {known}{told if given is not None else ''}"
        kind = "int64 offset" if argument.type == "i64" else "alignment"
        return Cause(kind, why, remedy, _PASSED)

    def _named(self, value: str) -> tuple[str, Operation | None]:
        """The name of what a value comes from, and the operation, if one makes it."""
        for _ in range(_DEPTH):
            op = self.axis.makers.get(value)
            if op is None or op.name not in (*_CASTS, "tt.splat", "tt.broadcast", "tt.expand_dims"):
                break
            value = op.operands[0]
        op = self.axis.makers.get(value)
        return (self._name(op) if op is not None else value.lstrip("%")), op

    def _opaque(self, op: Operation, what: str, need: int) -> Cause:
        at, name = self._at(op), self._name(op)
        if op.name.startswith(_READS):
            if what.startswith("begin"):
                named = "a value" if name.startswith("%") else f"`{name}`"
                why = f"{named}, loaded from memory ({at}), is not known to be a multiple of {need}"
                promised = "" if name.startswith("%") else f": tl.multiple_of({name}, {need})"
                remedy = f"if it is, promise it{promised or ' with tl.multiple_of'}"
                return Cause("alignment", why, remedy)
            why = f"values loaded from memory ({at}) decide whether {need} of them {what}"
            remedy = "if they do, promise it with tl.max_contiguous and tl.multiple_of"
            return Cause("gather", why, "" if what == "are equal" else remedy)
        if op.name == "tt.int_to_ptr":
            why = f"a pointer made from an integer ({at}) is not known to begin at {need} bytes"
            remedy = "add the offset to a pointer instead, or promise it with tl.multiple_of"
            return Cause("int64 offset", why, remedy)
        shown = "bitwise operations" if op.name in _BITWISE else f"`{op.name}`"
        why = f"behind {shown} ({at}) Triton cannot tell whether {need} elements {what}"
        hint = "where you know it, promise it: tl.multiple_of, tl.max_contiguous, tl.max_constancy"
        return Cause("unknown", why, hint)

    def _step(self, fact: str, op: Operation, dim: int, need: int) -> str:
        kind = self.axis.types[op.results[0]]
        known = min(getattr(self.axis[op.results[0]], fact)[dim], 1 << 20)
        along = f" along dimension {dim}" if len(kind.shape) > 1 else ""
        unit = " bytes" if kind.element.startswith("!tt.ptr") else ""
        words = {
            "contiguity": f"{known} in a row{along}, where {need} are needed",
            "divisibility": f"a multiple of {known}{unit}, where {need} is needed",
            "constancy": f"{known} equal in a row{along}, where {need} are needed",
        }[fact]
        return f"{self._at(op)}: `{self._name(op)}` ({op.name}): {words}"

    def _name(self, op: Operation) -> str:
        return (op.place.name if op.place is not None else "") or op.results[0]

    def _at(self, op: Operation) -> str:
        """Where an operation stands; a constant, which has no place, where it is used."""
        file, _, line = (op.source or self._here or f"ttgir:{op.line}").rpartition(":")
        name = PurePath(file).name
        # torch.compile names its files by a hash: its beginning tells them apart.
        return f"{name if len(name) <= _LONGEST_NAME else name[:8] + '…'}:{line}"
