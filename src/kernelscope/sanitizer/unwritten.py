"""Results that no kernel has written: an operation's outputs, and what a program reads on the host.

A program may leave padding unwritten, and copy it along. So a tensor of which a kernel has written
a part counts only where its unwritten elements decide something: in an operation's result, of which
each element must be written, and in a number that the host gets from all of them (`x.sum()`,
`torch.equal`). A copy to the host counts if nothing of what it copies was ever written.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from kernelscope.sanitizer.buffers import Element
from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.sanitizer.fresh import FreshMemory
from kernelscope.vgpu import Kernel, LaunchRequest
from kernelscope.vgpu.analysis.accesses import accesses_of
from kernelscope.vgpu.analysis.address_sources import AddressSources
from kernelscope.vgpu.counting.plan import source_of
from kernelscope.vgpu.layout import Mark
from kernelscope.vgpu.runtime.address_space import region_of_storage
from kernelscope.vgpu.undefined_layout import Tag

_ADVICE = (
    "compare the grid, and the condition of the store ({below}), with the {tensor}'s size; or "
    "begin with zeros ({zeros})"
)
_ADVICE_OF_COPIES = (
    "fill the {tensor} that the kernel reads first ({zeros}), or copy only what was written"
)
# A kernel may store a byte of the pattern that fills fresh memory. In these dtypes a whole element
# of it is a NaN that no program writes.
_TELLING = frozenset(("float16", "bfloat16"))
_WORD = 4
_FEW = 64  # results of operations after which freed ones are forgotten


# Operations that make one value of all elements of a tensor, unless they keep a dimension.
_REDUCTIONS = frozenset(
    (
        *("sum", "mean", "prod", "max", "min", "amax", "amin", "argmax", "argmin", "all", "any"),
        *("norm", "linalg_vector_norm", "std", "var", "dot", "equal", "allclose"),
        "_local_scalar_dense",
    )
)


@dataclass(frozen=True, slots=True)
class _Taker:
    """The last launch that was given a tensor.

    `made`: the number of the allocation in `FreshMemory`, since memory is used again; None if all
    of it was defined before. `names`: returns what the source calls each.
    """

    made: int | None
    kernel: Kernel
    parameter: int
    names: Callable[[], Sequence[str]]

    @property
    def name(self) -> str:
        """What the source calls the parameter, or else its name in PTX."""
        names = self.names()
        own = names[self.parameter] if self.parameter < len(names) else ""
        return own or self.kernel.parameters[self.parameter].name


@dataclass(frozen=True, slots=True)
class _Missing:
    """The elements of a tensor that nothing has written.

    `which`: a bool for each element. `taker`: the launch that could have written them. `made`: the
    line that made the tensor, "" if that is not known.
    """

    which: np.ndarray
    taker: _Taker | None
    made: str


@dataclass
class Results:
    """Looks for results that nothing has written, in tensors that were made without values.

    `memory`: what nothing has written. `report`: takes the findings.
    """

    memory: FreshMemory
    report: Callable[[Finding], object]
    _takers: dict[int, _Taker] = field(default_factory=dict[int, _Taker])
    _derived: dict[int, tuple[Any, _Missing]] = field(
        default_factory=dict[int, tuple[Any, _Missing]]
    )

    def launched(self, request: LaunchRequest, names: Callable[[], Sequence[str]]) -> None:
        """Note which tensors a launch is given."""
        for number, value in enumerate(request.arguments):
            if hasattr(value, "untyped_storage"):
                base = region_of_storage(value.untyped_storage()).base
                self._derived.pop(base, None)
                made = self.memory.number_of(base)
                self._takers[base] = _Taker(made, request.kernel, number, names)

    def require(self, result: Any) -> None:
        """Look at what an operation returned: each element of it must be written."""
        for tensor in _tensors_in(result):
            missing = self._missing(tensor)
            if missing is not None and missing.which.any():
                self._report(missing, "the operation returns it")

    # Worked case: torch.testing.assert_close(out, expected), of which out[90:] was never written.
    #
    #     aten::sub, aten::abs, aten::le …    elements of their results at [90:] are unwritten, too
    #     aten::all                           one value of all of them: a finding about `out`
    def operated(self, op: Any, arguments: Sequence[Any], result: Any) -> None:
        """Look at an operation of PyTorch that has run on the GPU's tensors."""
        unwritten = [part for tensor in _tensors_in(arguments) if (part := self._missing(tensor))]
        written = [n for n, argument in enumerate(op._schema.arguments) if _is_written(argument)]
        ended = [arguments[n] for n in written if n < len(arguments)]
        for tensor in _tensors_in([*ended, result]):
            self._derived.pop(region_of_storage(tensor.untyped_storage()).base, None)
        unwritten = [part for part in unwritten if part.taker is not None and part.which.any()]
        if not unwritten:
            return
        name = op.overloadpacket.__name__
        is_one = not hasattr(result, "numel") or result.numel() == 1
        if name in _REDUCTIONS and is_one:
            use = (
                "the host reads it"
                if name.startswith("_")
                else f"`{name}` is computed from all of it"
            )
            self._report(unwritten[0], use)
        elif name == "copy_":
            self._copied(*arguments[:2])
        elif _is_pointwise(op) and hasattr(result, "untyped_storage"):
            self._derive(result, unwritten)

    def _copied(self, target: Any, source: Any) -> None:
        missing = self._missing(source)
        if missing is None:
            return
        if target.device.type != "cpu":
            self._derive(target, [missing])
        elif missing.which.all():
            self._report(missing, "the host copies it")

    def _derive(self, result: Any, parts: Sequence[_Missing]) -> None:
        """Note the elements of a result that come from unwritten ones."""
        storage, shape = result.untyped_storage(), tuple(result.shape)
        parts = [part for part in parts if part.which.shape == shape]
        if parts and result.is_contiguous() and storage.nbytes() == result.nbytes:
            if len(self._derived) > _FEW:
                known = list(self._derived.items())
                for base in [base for base, (weak, _) in known if weak.expired()]:
                    del self._derived[base]
            which = np.logical_or.reduce([part.which for part in parts])
            kept = _weak_reference(storage), _Missing(which, parts[0].taker, parts[0].made)
            self._derived[region_of_storage(storage).base] = kept

    def _missing(self, tensor: Any) -> _Missing | None:
        """Return which elements of a tensor nothing has written; None if none can be."""
        storage = tensor.untyped_storage()
        region = region_of_storage(storage)
        if region.base in self._derived:
            reference, derived = self._derived[region.base]
            whole = tensor.is_contiguous() and tensor.numel() == derived.which.size
            if reference.expired() or not whole:
                return None
            return _Missing(derived.which.reshape(tuple(tensor.shape)), derived.taker, derived.made)
        made, taker = self.memory.number_of(region.base), self._takers.get(region.base)
        if made is None:
            return None
        tags = self.memory.tags(region)
        if tags is None:
            return None
        which = _unwritten_elements(tensor, tags == Tag.FRESH)
        known = taker if taker is not None and taker.made in (made, None) else None
        return _Missing(which, known, self.memory.made_at(region.base))

    def _report(self, missing: _Missing, use: str) -> None:
        which, taker, made = missing.which, missing.taker, missing.made
        where = tuple(int(at) for at in np.argwhere(which)[0])
        index = int(np.ravel_multi_index(where, which.shape)) if where else 0
        nested = where if len(where) > 1 else ()
        element = Element(taker.name if taker is not None else "the result", index, nested)
        count, total = int(which.sum()), which.size
        is_all = count == total
        which_ones = str(element.buffer) if is_all else f"{element}"
        if taker is not None and taker.made is None:
            said = f"{which_ones} is a copy of memory, made before anything has written that"
            advice = _ADVICE_OF_COPIES
        else:
            said, advice = f"nothing has written {which_ones}", _ADVICE
        if not is_all:
            said += f", and {count:,} of {total:,} elements in all"
        said += f"; {use}" + (f" (it was made at {made})" if made else "")
        place = last_store(taker.kernel, taker.parameter) if taker is not None else None
        self.report(
            Finding(
                tool="memory",
                kind="never-written" if is_all else "partly-written",
                kernel="(no kernel)" if taker is None else taker.kernel.name,
                place=place or Place(made, 0),
                thread=(0, 0, 0),
                block=(0, 0, 0),
                index=index,
                element=element,
                message=said,
                advice=advice,
                ptx="" if taker is None else taker.kernel.module.text,
            )
        )


def _unwritten_elements(tensor: Any, fresh: np.ndarray) -> np.ndarray:
    """Return which elements of a tensor are unwritten, by the bytes of its storage."""
    size = int(tensor.element_size())
    if size < _WORD and str(tensor.dtype).removeprefix("torch.") not in _TELLING:
        end = len(fresh) // _WORD * _WORD
        fresh[:end] = np.repeat(fresh[:end].reshape(-1, _WORD).all(axis=1), _WORD)
    steps = (*(int(step) * size for step in tensor.stride()), 1)
    begin = fresh[int(tensor.storage_offset()) * size :]
    shape = (*tensor.shape, size)
    each = np.lib.stride_tricks.as_strided(begin, shape, steps, writeable=False)
    return np.asarray(each.all(axis=-1))


def last_store(kernel: Kernel, parameter: int) -> Place | None:
    """Return the last of a kernel's instructions that write to what a parameter points to."""
    function = kernel.lowered()
    sources = AddressSources(function)
    offset = kernel.parameters[parameter].offset
    place = None
    for inst in function.instructions():
        for access in accesses_of(inst):
            if access.marks & Mark.WRITE and access.space != "shared":
                reached = sources.of_address(access.address)
                if reached is not None and offset in reached:
                    place = Place(source_of(function, inst.location), inst.position.line)
    return place


def _tensors_in(value: Any) -> Iterator[Any]:
    """Yield the tensors with memory of their own layout, also those inside lists and tuples."""
    if hasattr(value, "untyped_storage"):
        if str(value.layout).endswith(".strided") and not value.is_meta:
            yield value
    elif isinstance(value, list | tuple):
        for item in cast("Sequence[Any]", value):
            yield from _tensors_in(item)


def _is_written(argument: Any) -> bool:
    return argument.alias_info is not None and argument.alias_info.is_write


def _is_pointwise(op: Any) -> bool:
    return any(str(tag).endswith("pointwise") for tag in op.tags)


def _weak_reference(storage: Any) -> Any:
    reductions = importlib.import_module("torch.multiprocessing.reductions")
    return reductions.StorageWeakRef(storage)
