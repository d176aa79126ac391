"""Memory that changes each time that some work is repeated: by a tuner's trials, by a benchmark.

    tl.store(x + i, tl.load(x + i) * 0.5)      an autotuner on a GPU runs this some thousand times

A GPU's tuner and benchmarks repeat work on the program's own memory for as long as they need for a
time that they trust. If each repetition changes what the next one reads, nobody can say what is
left. Here work is repeated once more where it writes to memory that it reads, and the memory is
compared: a kernel that restores what it uses (`restore_value`, a hook, a semaphore that returns to
zero) leaves it as the first run did.
"""

from __future__ import annotations

import ctypes
import hashlib
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary, ref

import numpy as np

from kernelscope._demangle import written_name
from kernelscope.devices.callsite import caller_source
from kernelscope.devices.sampling import LaunchMemory, counts_for_all
from kernelscope.devices.virtual import Origin, VirtualGPU, origin_of
from kernelscope.sanitizer.findings import Finding, Place, takers
from kernelscope.sanitizer.unwritten import last_store
from kernelscope.vgpu import Kernel, LaunchRequest
from kernelscope.vgpu.runtime.address_space import region_of, region_of_storage
from kernelscope.vgpu.runtime.overlap import MOST_BYTES
from kernelscope.vgpu.runtime.registry import REGISTRY, Region

LEFT_BY_TRIALS, LEFT_BY_OTHERS = "left-by-trials", "left-by-other-trials"
LEFT_BY_BENCHMARK, CHANGED_BY_BENCHMARK = "left-by-benchmark", "changed-by-benchmark"


Bytes = np.ndarray[Any, np.dtype[np.bool_]]
"""A mark for each byte of an allocation."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Memory that each repetition changes.

    Attributes:
        name: the argument's in the kernel's source; for an operator of PyTorch, the tensor's form.
        kernel: the name of the kernel or operator.
        place: the instruction that writes it; for an operator, the program's line.
        ptx: the kernel's text.
    """

    region: Region
    name: str
    kernel: str
    place: Place
    ptx: str = ""


@dataclass(slots=True)
class _Use:
    """What some work did with an allocation.

    Attributes:
        owner: refers to the owner of the memory, which may be freed and be another's later.
        changed: makes the finding's part, if something has written to it.
    """

    owner: Any
    is_read: bool = False
    changed: Callable[[], Changed] | None = None


@contextmanager
def put_back(arguments: Iterable[Any]) -> Generator[None]:
    """Run what is inside, and leave the memory of some arguments as it was."""
    # A descriptor's tensor is its `base`.
    values = [part for value in arguments for part in (value, getattr(value, "base", None))]
    places = [place for value in values if (place := region_of(value)) is not None]
    held = {region: ctypes.string_at(*region) for region, _ in places}
    try:
        yield
    finally:
        for region, data in held.items():
            ctypes.memmove(region.base, data, region.size)


class Work:
    """The launches and operators of some work, and what they do to memory.

    Attributes:
        by_block: whether some blocks of each launch tell what all of them would do to memory.
    """

    def __init__(self) -> None:
        self.by_block = True
        self._uses: dict[Region, _Use] = {}

    @contextmanager
    def noted(self, gpu: VirtualGPU) -> Generator[None]:
        """Note what runs on a GPU inside the block."""
        gpu.on_launch.append(self._launched)
        gpu.on_operator.append(self._operated)
        try:
            yield
        finally:
            gpu.on_launch.remove(self._launched)
            gpu.on_operator.remove(self._operated)

    @property
    def reused(self) -> list[Region]:
        """The memory that it both read and wrote, if it is still there."""
        return self._written(read=True)

    def _written(self, *, read: bool) -> list[Region]:
        return [
            region
            for region, use in self._uses.items()
            if use.is_read == read and use.changed is not None and self._is_there(region)
        ]

    def changed(self, again: Callable[[], object]) -> list[Changed]:
        """Do the work again, and return the memory that it has changed once more.

        read: look at memory that it both reads and writes; False: at what it only writes.
        """
        before = {region: _digest(region) for region in self.reused}
        again()
        return [
            use.changed()
            for region, digest in before.items()
            if (use := self._uses[region]).changed is not None
            and self._is_there(region)
            and _digest(region) != digest
        ]

    def left(self, again: Callable[[], object]) -> list[tuple[Changed, Bytes]]:
        """Do other work and then the same again, and return the memory that it only writes, with
        the bytes that the other work has left there.
        """
        before = {
            region: ctypes.string_at(*region)
            for region in self._written(read=False)
            if region.size <= MOST_BYTES
        }
        again()
        left: list[tuple[Changed, Bytes]] = []
        for region, data in before.items():
            after, use = ctypes.string_at(*region), self._uses[region]
            if use.changed is not None and after != data:
                differs = np.frombuffer(data, np.uint8) != np.frombuffer(after, np.uint8)
                left.append((use.changed(), differs))
        return left

    def _is_there(self, region: Region) -> bool:
        owner = self._uses[region].owner
        return owner is not None and owner() is not None and REGISTRY.is_alive(region)

    def _use(self, region: Region) -> _Use:
        known, owner = self._uses.get(region), REGISTRY.owner_of(region)
        if known is None or known.owner is not owner:
            known = self._uses[region] = _Use(owner)
        return known

    def _launched(self, request: LaunchRequest) -> None:
        memory, steering = LaunchMemory(request), request.kernel.steering
        self.by_block &= counts_for_all(request.kernel, memory)
        for region in memory.of(steering.read):
            self._use(region).is_read = True
        for parameter, region in memory.by_parameter(steering.written):
            use = self._use(region)
            if use.changed is None:
                use.changed = _by_launch(region, request.kernel, origin_of(request), parameter)

    def _operated(self, op: Any, arguments: Sequence[Any], result: Any) -> None:
        read, written = _operands(op, arguments, result)
        for region, _ in read:
            self._use(region).is_read = True
        for region, tensor in written:
            use = self._use(region)
            if use.changed is None:
                dtype, shape = str(tensor.dtype).removeprefix("torch."), tuple(tensor.shape)
                name = f"a {dtype} tensor of shape {shape}"
                place = Place(caller_source() or "", 0)
                made = Changed(region, name, op.name().partition(".")[0], place)
                use.changed = lambda made=made: made


_leftovers: WeakKeyDictionary[VirtualGPU, Leftovers] = WeakKeyDictionary()


def leftovers_of(gpu: VirtualGPU) -> Leftovers:
    """Return what benchmarks have changed on a GPU."""
    return _leftovers.setdefault(gpu, Leftovers(gpu))


@dataclass(slots=True)
class _Leftover:
    """Memory whose contents are of repetitions.

    Attributes:
        owner: refers to the owner of the memory.
        fault: makes the kind, message and advice of a read of it, from the reader's line.
        findings: what those who take findings keep of it.
        part: which of its bytes are meant; None: all, also if a kernel reads it.
    """

    owner: Any
    changed: Changed
    fault: Callable[[str], tuple[str, str, str]]
    findings: list[Finding]
    part: Bytes | None = None


class Leftovers:
    """Memory that repetitions have changed, until something reads it or writes to it.

    A benchmark of work in place is right as long as nobody reads what it leaves: gradients that add
    up, an optimizer's step. Configurations may write different parts of a workspace. So before
    that, it is a note, and only of kernels.
    """

    def __init__(self, gpu: VirtualGPU) -> None:
        self._of = ref(gpu)
        self._known: dict[Region, _Leftover] = {}
        self._is_paused = False

    def add(self, changed: Iterable[Changed]) -> None:
        """Report memory, and watch for reads of it."""
        where = caller_source() or ""
        for each in changed:
            findings: list[Finding] = []
            if each.ptx and takers:
                findings = report(
                    each,
                    CHANGED_BY_BENCHMARK,
                    f"the benchmark at {where} repeats `{written_name(each.kernel)}`, and each run "
                    f"changes {each.name} again (it is read and written)",
                    "nothing, if no one reads it later; else give the benchmark a copy",
                    note="nothing has read it since",
                )
            self.watch(each, partial(_of_benchmark, each, where), findings)

    def watch(
        self,
        changed: Changed,
        fault: Callable[[str], tuple[str, str, str]],
        findings: list[Finding],
        part: Bytes | None = None,
    ) -> None:
        """Watch for reads of some memory (`_Leftover`)."""
        gpu, region = self._of(), changed.region
        owner = REGISTRY.owner_of(region)
        self._known[region] = _Leftover(owner, changed, fault, findings, part)
        if gpu is not None and self._launched not in gpu.on_launch:
            gpu.on_launch.append(self._launched)
            gpu.on_operator.append(self._operated)

    @contextmanager
    def paused(self) -> Generator[None]:
        """Let what a timer repeats inside the block read such memory: it reads no result."""
        before, self._is_paused = self._is_paused, True
        try:
            yield
        finally:
            self._is_paused = before

    @property
    def _is_idle(self) -> bool:
        """Whether there is nothing to look for now: a benchmark's own reads do not count."""
        gpu = self._of()
        return not self._known or gpu is None or gpu.trial or self._is_paused

    def _launched(self, request: LaunchRequest) -> None:
        if self._is_idle:
            return
        memory, steering = LaunchMemory(request), request.kernel.steering
        for region in {*memory.of(steering.read)}:
            self._read(region)
        for region in memory.of(steering.written):
            self._known.pop(region, None)

    def _operated(self, op: Any, arguments: Sequence[Any], result: Any) -> None:
        if self._is_idle:
            return
        read, written = _operands(op, arguments, result)
        for region, tensor in read:
            self._read(region, tensor)
        for region, _ in written:
            self._known.pop(region, None)

    def _read(self, region: Region, tensor: Any = None) -> None:
        left = self._known.get(region)
        if left is None or (left.part is not None and not _reaches(tensor, left.part)):
            return
        del self._known[region]
        if left.owner is None or left.owner() is None:
            return
        fault, message, advice = left.fault(caller_source() or "the program")
        if not left.findings:
            report(left.changed, fault, message, advice)
        for finding in left.findings:
            if finding.note:  # else it is of other memory, with a read of its own
                finding.kind, finding.note = fault, ""
                finding.message, finding.advice = message, advice


def _of_benchmark(changed: Changed, where: str, reader: str) -> tuple[str, str, str]:
    name = changed.name
    message = (
        f"the benchmark at {where} repeats `{written_name(changed.kernel)}`, and each run changes "
        f"{name} again (it is read and written): what {reader} reads depends on how often a GPU "
        "repeats it"
    )
    copy = f"`{name}.clone()`" if name.isidentifier() else "`.clone()`"
    advice = f"give the benchmark a copy ({copy}), or write {name} again before it is read"
    return LEFT_BY_BENCHMARK, message, advice


def _reaches(tensor: Any, part: Bytes) -> bool:
    """Return whether a tensor has some of the bytes of its memory that are marked."""
    if tensor is None:
        return False
    size = int(tensor.element_size())
    steps = (*(int(step) * size for step in tensor.stride()), 1)
    begin = part[int(tensor.storage_offset()) * size :]
    shape = (*tensor.shape, size)
    return bool(np.lib.stride_tricks.as_strided(begin, shape, steps, writeable=False).any())


def report(changed: Changed, kind: str, message: str, advice: str, note: str = "") -> list[Finding]:
    """Report memory that repetitions change to those who take findings, or else to the user.

    Returns the findings as they are kept; note: why it is no fault of the program.
    """
    finding = Finding(
        tool="memory",
        kind=kind,
        kernel=changed.kernel,
        place=changed.place,
        thread=(0, 0, 0),
        block=(0, 0, 0),
        message=message,
        advice=advice,
        buffer=changed.name,
        note=note,
        ptx=changed.ptx,
    )
    if not takers:
        place = f"{changed.place.source}: " if changed.place.source else ""
        sys.stderr.write(f"kernelscope: {place}{message}; {advice}\n")
    kept = (take(finding) for take in takers)
    return [each for each in kept if each is not None]


def _by_launch(
    region: Region, kernel: Kernel, origin: Origin, parameter: int
) -> Callable[[], Changed]:
    def changed() -> Changed:
        names = origin.form_of(kernel).parameters
        name = (names[parameter] if parameter < len(names) else "") or (
            kernel.parameters[parameter].name
        )
        place = last_store(kernel, parameter) or Place(origin.kernel_source or "", 0)
        return Changed(region, name, kernel.name, place, kernel.module.text)

    return changed


def _operands(
    op: Any, arguments: Sequence[Any], result: Any
) -> tuple[list[tuple[Region, Any]], list[tuple[Region, Any]]]:
    """Return what an operator reads and writes of the GPU's memory, with the tensors."""
    from kernelscope.devices.library.tensors import operands

    read, written = operands(op, arguments, {}, result)
    return [(_region(t), t) for t in read if t.is_cuda], [
        (_region(t), t) for t in written if t.is_cuda
    ]


def _region(tensor: Any) -> Region:
    return region_of_storage(tensor.untyped_storage())


def _digest(region: Region) -> bytes:
    memory = (ctypes.c_char * region.size).from_address(region.base)
    return hashlib.blake2b(memory, digest_size=16).digest()
