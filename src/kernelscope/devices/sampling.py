"""Work that is too large to compute: some blocks of it are run, timed and counted for all.

A launch whose blocks would take a CPU minutes runs a few of them, and an operator is not run at
all, since its time follows from its shapes. What they would have written is *left out*: the memory
is noted with the reason, and whoever reads it gets an error. What is calculated from it is left out
as well.

    y = x @ x                    8.8e12 floating-point operations: left out
    z = y + 1                    left out, since y is
    kernel[grid](z, out)         some blocks; a kernel that branches on z is refused
    print(z)                     NotComputedError, with this line and that of x @ x
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelscope._demangle import written_name
from kernelscope.devices.callsite import caller_source
from kernelscope.errors import NotComputedError
from kernelscope.hardware.constants import Constants
from kernelscope.launch_time.blocks import spread_blocks
from kernelscope.vgpu import STEPS, Stage
from kernelscope.vgpu.analysis.address_sources import Source
from kernelscope.vgpu.clusters import blocks_of
from kernelscope.vgpu.runtime.address_space import pointed_at, region_of, region_of_storage
from kernelscope.vgpu.runtime.arguments import TensorMapArgument, words_of
from kernelscope.vgpu.runtime.launch import sample_of
from kernelscope.vgpu.runtime.registry import Region

if TYPE_CHECKING:
    from kernelscope.vgpu import Kernel, LaunchCounts, LaunchRequest, Proceed
    from kernelscope.vgpu.analysis.steering import Steering

    Watcher = Callable[[bool, int, int], None]
_C = Constants("sampling")

OPERATOR_FLOPS = 1e11
"""Floating-point operations of an operator that is left out: two seconds of two cores."""
_FIRST_ADDRESS = 1 << 32
"""Numbers below it are not addresses of this machine's."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Memory whose contents were not computed.

    Attributes:
        end: the address after it.
        what: the work that would have written it: "aten::mm at train.py:9".
    """

    end: int
    what: str


class Sampling:
    """The part of a session's work that is left out.

    Args:
        everything: whether all of the program's work may be left out; False: only what a benchmark
            repeats, whose results it does not read.

    `everything`: as given. `guessed`: kernels that calculate in one of two ways by values that were
    left out, whose instructions are therefore a guess.
    """

    def __init__(self, everything: bool) -> None:
        self.everything = everything
        self.guessed: dict[str, None] = {}
        self._find_freed: Callable[[], object] = int
        self._benchmarks = 0
        self._left_out: dict[int, LeftOut] = {}
        self._large: dict[object, bool] = {}

    @property
    def is_on(self) -> bool:
        """True if large work is left out now."""
        return self.everything or self._benchmarks > 0

    @property
    def is_idle(self) -> bool:
        """True if nothing is or was left out."""
        return not (self.everything or self._benchmarks or self._left_out)

    @property
    def note(self) -> str:
        """A sentence on the counts that are not certain, or ""."""
        if not self.guessed:
            return ""
        names = ", ".join(f"`{name}`" for name in self.guessed)
        return (
            f"{names}: the instruction counts are a guess, because the control flow depends on "
            "values that were left out; the memory accesses do not depend on them"
        )

    @contextmanager
    def of(self, memory: list[Watcher], find_freed: Callable[[], object]) -> Generator[None]:
        """Look at all memory that is allocated, and at all launches, while the block runs.

        find_freed: tells the watchers of memory what has been freed.
        """
        self._find_freed = find_freed
        memory.append(self.allocated)
        try:
            with STEPS.of(Stage.SAMPLE, self.launch):
                yield
        finally:
            memory.remove(self.allocated)

    @contextmanager
    def benchmark(self) -> Generator[None]:
        """Leave out large work inside: a benchmark repeats it and reads no result."""
        self._benchmarks += 1
        try:
            yield
        finally:
            self._benchmarks -= 1

    # ---- memory ------------------------------------------------------------------------------

    def leave_out(self, base: int, size: int, what: str) -> None:
        """Note that some memory was not computed."""
        if size:
            self._left_out[base] = LeftOut(base + size, what)

    def forget(self, base: int, size: int) -> None:
        """Note that some memory has other contents: it was given away, or computed."""
        for start in [*self._left_out]:
            if start < base + size and base < self._left_out[start].end:
                del self._left_out[start]

    def allocated(self, _is_new: bool, base: int, size: int) -> None:
        """Forget memory that is given to a tensor, or back (`tensor.Watcher`)."""
        if self._left_out:
            self.forget(base, size)

    def left_out(self, base: int, size: int) -> str:
        """Return the work that would have written some memory; "" if it was computed."""
        for start, work in self._left_out.items():
            if start < base + size and base < work.end:
                return work.what
        return ""

    def what_of(self, tensors: Iterable[Any]) -> str:
        """Return the work that would have written the first tensor that was not computed, or ""."""
        if not self._left_out:
            return ""
        return next(filter(None, map(self._of_tensor, tensors)), "")

    def _of_tensor(self, tensor: Any) -> str:
        if not tensor.is_cuda:
            return ""
        return self.left_out(*region_of_storage(tensor.untyped_storage()))

    def overwritten(self, tensor: Any, size: int) -> None:
        """Note that `size` bytes of a tensor were computed: it is known if these are all."""
        if self._left_out and tensor.is_cuda:
            memory = region_of_storage(tensor.untyped_storage())
            if size == memory.size:
                self.forget(*memory)

    def require(self, base: int, size: int) -> None:
        """Raise NotComputedError if some memory was not computed."""
        if what := self.left_out(base, size):
            raise self.error(what, "its value is read")

    def leave_out_tensors(self, tensors: Iterable[Any], what: str) -> None:
        """Note that tensors were not computed."""
        for tensor in tensors:
            self.leave_out(*region_of_storage(tensor.untyped_storage()), what)

    def error(self, what: str, use: str) -> NotComputedError:
        """Return the error for a use of what was not computed.

        use: "its value is read".
        """
        place = caller_source()
        reason = "--sample" if self.everything else "a benchmark ran a sample"
        remedy = (
            "leave --sample out, or use smaller sizes"
            if self.everything
            else "call the function once more, outside the benchmark"
        )
        return NotComputedError(
            f"{f'{place}: ' if place else ''}not computed: {reason}; {what} was left out, and "
            f"{use}: {remedy}"
        )

    # ---- launches ----------------------------------------------------------------------------

    def launch(self, proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
        """Let a launch go on with the blocks that are to run."""
        return proceed(request._replace(blocks=self.blocks(request)))

    def blocks(self, request: LaunchRequest) -> np.ndarray | None:
        """Return the blocks of a launch to run (with clusters: the clusters); None for all.

        Raises NotComputedError if what it does depends on memory that was not computed.
        """
        if self.is_idle:
            return request.blocks
        memory = LaunchMemory(request)
        kernel = request.kernel
        used = self._used(memory, kernel.steering) if self._left_out else ""
        if used:
            self._require_steady(kernel, memory, used)
        elif not self.is_on or request.blocks is not None or not self._is_large(request, memory):
            return request.blocks
        what = f"`{written_name(kernel.name)}` at {caller_source() or kernel.name}"
        for base, size in memory.of(kernel.steering.written):
            self.leave_out(base, size, used or what)
        return request.blocks if request.blocks is not None else _sample(request)

    def _used(self, memory: LaunchMemory, steering: Steering) -> str:
        """Return the work that would have written what a launch reads, or ""."""
        if steering.read is None or not steering.read <= memory.readable:
            self._find_freed()
            return next((work.what for work in self._left_out.values()), "")
        places = memory.of(steering.read)
        return next(filter(None, (self.left_out(*place) for place in places)), "")

    def _require_steady(self, kernel: Kernel, memory: LaunchMemory, used: str) -> None:
        """Raise NotComputedError unless a launch does the same whatever it reads."""
        by, name = kernel.steering.goes_by, written_name(kernel.name)
        if by is None or not counts_for_all(kernel, memory):
            raise self.error(used, f"`{name}` may depend on it")
        for place in memory.of(by):
            if what := self.left_out(*place):
                raise self.error(what, f"`{name}` depends on it")
        if any(self.left_out(*place) for place in memory.of(kernel.steering.leans_on)):
            self.guessed[name] = None

    def _is_large(self, request: LaunchRequest, memory: LaunchMemory) -> bool:
        """Return whether a launch takes long, from one block of it."""
        grid, kernel = request.shape[0], request.kernel
        if math.prod(grid) // blocks_of(request.cluster) < _C.many_blocks or request.cooperative:
            return False
        key = kernel.module.key, kernel.name, request.shape, memory.numbers
        if key not in self._large:
            self._large[key] = counts_for_all(kernel, memory) and self._takes_long(request, memory)
        return self._large[key]

    def _takes_long(self, request: LaunchRequest, memory: LaunchMemory) -> bool:
        """Return whether a launch whose blocks tell of all takes long."""
        if memory.may_run_again(request.kernel.steering):
            return _seconds(request) > _C.launch_s
        # No block can be tried: it would change what it reads.
        (grid, block, _) = request.shape
        return self.everything and math.prod(grid) * math.prod(block) >= _C.very_many_threads


class LaunchMemory:
    """The memory behind a launch's arguments.

    Attributes:
        readable: the parameters that are numbers, or pointers whose memory is known.
        writable: those of them that are numbers or pointers to tensors of the virtual GPU.
        numbers: the arguments that are numbers.
    """

    def __init__(self, request: LaunchRequest) -> None:
        self._places: dict[Source, Region] = {}
        self._numbers: dict[Source, int] = {}
        readable, writable = set[Source](), set[Source]()
        numbers: list[object] = []
        passed = zip(request.kernel.parameters, request.arguments, strict=False)
        for number, (parameter, value) in enumerate(passed):
            self._numbers[parameter.offset] = number
            argument = value.tensor if isinstance(value, TensorMapArgument) else value
            if argument is None or isinstance(argument, int | float):
                numbers.append(argument)
                is_address = False
                if isinstance(argument, int) and argument >= _FIRST_ADDRESS:
                    is_address = True
                    self._places[parameter.offset] = pointed_at(argument) or Region(argument, 1)
            elif (place := region_of(argument)) is not None:
                self._places[parameter.offset] = place[0]
                is_address = not getattr(argument, "is_cuda", False)
            else:
                words = words_of(argument) if isinstance(argument, bytes) else ()
                for place, word in enumerate(words):
                    if (region := pointed_at(word)) is not None:
                        self._places[parameter.offset + 8 * place] = region
                        self._numbers[parameter.offset + 8 * place] = number
                continue
            readable.add(parameter.offset)
            if not is_address:
                writable.add(parameter.offset)
        self.readable, self.writable = frozenset(readable), frozenset(writable)
        self.numbers = tuple(numbers)

    def of(self, sources: frozenset[Source] | None) -> list[Region]:
        """Return the memory of some sources; None: of all."""
        return [region for _, region in self.by_parameter(sources)]

    def by_parameter(self, sources: frozenset[Source] | None) -> list[tuple[int, Region]]:
        """Return the number of its parameter with the memory of some sources; None: of all."""
        chosen = self._places if sources is None else sources & self._places.keys()
        return [(self._numbers[source], self._places[source]) for source in chosen]

    def may_run_again(self, steering: Steering) -> bool:
        """Return whether a block may run twice: nothing is read that is written."""
        assert steering.read is not None
        assert steering.written is not None
        read, written = set(self.of(steering.read)), set(self.of(steering.written))
        return not read & written


def counts_for_all(kernel: Kernel, memory: LaunchMemory) -> bool:
    """Return whether blocks of a kernel tell of all: they do not go by what others write (a lock, a
    counter of tiles), and write only to tensors, whose reads are seen.
    """
    steering = kernel.steering
    if steering.asks_host or steering.goes_by is None:
        return False
    if steering.written is None or steering.read is None or not steering.written <= memory.writable:
        return False
    written = set(memory.of(steering.written))
    return bool(written) and not written & set(memory.of(steering.goes_by))


def _sample(request: LaunchRequest) -> np.ndarray | None:
    return sample_of(request.shape[0], spread_blocks, request.cluster)


def _seconds(request: LaunchRequest) -> float:
    """Return about how long a launch takes one thread of a CPU, from a block in its middle."""
    total = math.prod(request.shape[0]) // blocks_of(request.cluster)
    settings = replace(request.settings, trace=None)
    middle = np.array([total // 2], np.int64)
    counters = request.kernel.run(
        request.shape, request.arguments, middle, settings, cluster=request.cluster
    ).counters
    instructions = counters.get("kernelscope__inst_executed.sum", 0.0)
    macs = sum(value for name, value in counters.items() if "tensor_mac" in name)
    return _C.instruction_s * instructions + _C.mac_s * macs
