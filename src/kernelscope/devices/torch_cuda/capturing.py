"""A CUDA graph while it is captured: the work is noted, and its memory is put back at the end.

On a GPU, captured work does not run; the shapes of its results are known all the same. Here, an
operation's CPU kernel has to run before the shape of its result is known, and it must not run on
values that nothing has computed: an index out of bounds would be an error. So work runs while it is
captured, without a record and without device time, and at the end every byte that it may have
written is as it was before.

    static.add_(1)               # outside: static is 1
    with torch.cuda.graph(g):
        static.add_(1)           # runs: 2; the graph keeps a node
    static                       # 1 again, as on a GPU
    g.replay()                   # 2
"""

from __future__ import annotations

import ctypes
import itertools
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NoReturn
from weakref import WeakValueDictionary

import torch

from kernelscope import vgpu
from kernelscope.devices.callsite import caller_source
from kernelscope.devices.clock import Timeline
from kernelscope.devices.library.tensors import distinct_bytes, operands, tensors_in
from kernelscope.devices.operators import launches_kernel
from kernelscope.devices.torch_cuda import generators
from kernelscope.devices.torch_cuda.generators import GpuGenerator, default_generator
from kernelscope.devices.torch_cuda.internals import C, aten
from kernelscope.devices.torch_cuda.tensor import Block, Unused, allocations, as_host, on_block
from kernelscope.devices.virtual import VirtualGPU, current_gpu, origin_of
from kernelscope.vgpu import LaunchCounts, LaunchRequest, Proceed
from kernelscope.vgpu.runtime.address_space import region_of_storage
from kernelscope.vgpu.runtime.arguments import TensorMapArgument, pack_arguments
from kernelscope.vgpu.runtime.registry import REGISTRY, Region

Handle = tuple[int, int]
Body = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]
_SEARCH = (
    "Search for `{}' in https://docs.nvidia.com/cuda/cuda-runtime-api/"
    "group__CUDART__TYPES.html for more information."
)


def cuda_error(text: str, name: str) -> Exception:
    """Return the exception that PyTorch raises for an error of CUDA's runtime."""
    exception: Any = getattr(torch, "AcceleratorError", RuntimeError)  # since PyTorch 2.8
    return exception(f"CUDA error: {text}\n{_SEARCH.format(name)}")


class Pool:
    """The memory of the graphs that share a pool: it is not given to other tensors.

    Attributes:
        blocks: the memory that captured work allocated, by address, while a graph keeps it.
        unused: what of it captured work has freed, by its bytes: other captured work gets it.
    """

    _handles = itertools.count(1)

    def __init__(self, handle: Handle) -> None:
        self.handle = handle
        self.blocks: WeakValueDictionary[int, Block] = WeakValueDictionary()
        self.unused: Unused = {}


_pools: WeakValueDictionary[Handle, Pool] = WeakValueDictionary()
_handles = itertools.count(1)


def new_handle() -> Handle:
    """Return the number of a pool that no graph has used."""
    return 0, next(_handles)


def pool_of(handle: Handle | None) -> Pool:
    """Return the pool of a handle; a new one if no graph has it yet."""
    key = new_handle() if handle is None else (int(handle[0]), int(handle[1]))
    pool = _pools.get(key)
    if pool is None:
        pool = _pools[key] = Pool(key)
    return pool


@dataclass(frozen=True, slots=True)
class Operation:
    """A node that is one of PyTorch's operations."""

    op: Any
    body: Body
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    results: tuple[torch.Tensor, ...]
    source: str | None

    @property
    def name(self) -> str:
        """The operation's name."""
        return str(self.op)

    def run(self) -> None:
        """Run it on the values that its operands have now, into the memory of its results."""
        for kept, new in zip(
            self.results, tensors_in(self.body(self.op, self.args, self.kwargs)), strict=True
        ):
            if kept.data_ptr() != new.data_ptr():
                _move(new, kept)


def _move(new: torch.Tensor, kept: torch.Tensor) -> None:
    """Copy a result to where the graph has it; one that was left out is left out there, too."""
    gpu = current_gpu()
    sampling = gpu.sampling if gpu is not None else None
    if sampling is not None and (what := sampling.what_of((new,))):
        sampling.leave_out_tensors((kept,), what)
        return
    aten.copy_.default(as_host(kept), as_host(new))
    if sampling is not None:
        sampling.overwritten(kept, distinct_bytes(kept))


@dataclass(frozen=True, slots=True)
class Launch:
    """A node that is a kernel of any front end, with its arguments as the graph keeps them."""

    request: LaunchRequest
    source: str | None

    @property
    def name(self) -> str:
        """The kernel's name."""
        return self.request.kernel.name

    def run(self) -> None:
        """Launch it again with the same arguments."""
        request = self.request
        grid, block, shared = request.shape
        request.kernel.launch(
            grid,
            block,
            request.arguments,
            shared,
            origin=replace(origin_of(request), source=self.source),
            cooperative=request.cooperative,
            schedule=request.settings.schedule,
            cluster=request.cluster,
            early=request.early,
        )


Node = Operation | Launch


class Capture:
    """Work that is being captured.

    Args:
        gpu: the GPU whose records leave captured work out.
        timeline: its clock, which refuses to wait until the end.
        pool: the pool of the memory that is allocated until the end.
        origin: the stream that captures.
        current_stream: returns the stream that work goes to now.
        registered: generators that may draw, in addition to the default one.

    `nodes`: the work so far. `blocks`: the memory that it allocated. `streams`: the streams whose
    work is captured: `origin`, and those that waited for one.
    """

    def __init__(
        self,
        gpu: VirtualGPU,
        timeline: Timeline,
        pool: Pool,
        origin: Any,
        current_stream: Callable[[], Any],
        registered: Sequence[GpuGenerator] = (),
    ) -> None:
        self.nodes: list[Node] = []
        self.blocks: list[Block] = []
        self.streams: set[Any] = {origin}
        self._gpu, self._timeline, self._pool, self._origin = gpu, timeline, pool, origin
        self._current_stream = current_stream
        self._thread = threading.get_ident()
        self._invalid = False
        self._inside = False
        self._unjoined: set[Any] = set()
        self._saved: dict[Region, tuple[bytes, object]] = {}
        self._fresh: set[int] = set()
        allowed = (default_generator, *registered)
        self._offsets = [(generator, generator.get_state()) for generator in allowed]

    def begin(self) -> None:
        """Capture from now on."""
        self._timeline.refuse_wait = self.refuse
        allocations.capture = self._keep_block
        allocations.unused = self._unused
        generators.on_draw.append(self._check_generator)
        vgpu.STEPS.add(vgpu.Stage.CAPTURE, self.take)
        REGISTRY.watchers.append(self._found)
        _active.append(self)

    def end(self) -> None:
        """Put memory and random numbers back as they were.

        Raises CUDA's error if the capture was invalidated, or if a stream was not waited for.
        """
        _active.remove(self)
        REGISTRY.watchers.remove(self._found)
        vgpu.STEPS.remove(self.take)
        generators.on_draw.remove(self._check_generator)
        allocations.capture = None
        allocations.unused = allocations.freed
        self._timeline.refuse_wait = None
        self._restore()
        if self._invalid:
            raise _invalidated()
        if self._unjoined:
            raise cuda_error("capturing stream has unjoined work", "cudaErrorStreamCaptureUnjoined")

    def takes(self) -> bool:
        """Return whether work that is launched now is captured."""
        return threading.get_ident() == self._thread and self._current_stream() in self.streams

    def refuse(self) -> NoReturn:
        """Raise CUDA's error for something that must not be done now; the capture is spoilt."""
        self._invalid = True
        text = "operation not permitted when stream is capturing"
        raise cuda_error(text, "cudaErrorStreamCaptureUnsupported")

    def fork(self, stream: Any) -> None:
        """Capture the work of a stream, too: it waits for one that is captured."""
        self.streams.add(stream)

    def join(self, stream: Any, waiting: Any) -> None:
        """Note that captured stream `waiting` waits for the work of captured stream `stream`."""
        if stream != waiting:
            self._unjoined.discard(stream)
        if waiting != self._origin:
            self._unjoined.add(waiting)

    def run(self, op: Any, body: Body, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run one of PyTorch's operations and keep it as a node."""
        if self._inside or not launches_kernel(op):
            return body(op, args, kwargs)
        _, written = operands(op, args, kwargs, None)
        for tensor in written:
            storage = tensor.untyped_storage()
            self._save(region_of_storage(storage), storage)
        with self._executing():
            result = body(op, args, kwargs)
        results = tuple(self._kept(tensor) for tensor in tensors_in(result))
        if results or written:
            given = tuple(map(self._kept, args))
            named = {name: self._kept(value) for name, value in kwargs.items()}
            self._add(Operation(op, body, given, named, results, caller_source()))
        return result

    def take(self, proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
        """Run a launch of a captured stream and keep it as a node; another one goes on its way."""
        if not self.takes():
            return proceed(request)
        if self._gpu.trial:  # a benchmark waits for its events
            self.refuse()
        kernel = request.kernel
        packed = pack_arguments(kernel.name, kernel.parameters, request.arguments)
        variables = kernel.module.place_variables(kernel.header.variables)
        kept = request._replace(arguments=tuple(map(self._kept, request.arguments)))
        for region in (*packed.regions, *variables.values()):
            self._save(region, kept)
        untimed = request._replace(settings=replace(request.settings, trace=None))
        with self._executing():
            counts = untimed.run()
        self._add(Launch(kept, origin_of(request).source or caller_source()))
        return counts

    @contextmanager
    def _executing(self) -> Generator[None]:
        """Run captured work: it is not recorded, and nothing is notified."""
        if self._invalid:
            raise _invalidated()
        self._inside = True
        try:
            with self._gpu.unrecorded():
                yield
        finally:
            self._inside = False

    def _add(self, node: Node) -> None:
        self.nodes.append(node)
        stream = self._current_stream()
        if stream != self._origin:
            self._unjoined.add(stream)

    def _kept(self, value: Any) -> Any:
        """Return an argument as the graph keeps it.

        A tensor in the pool becomes a view of the pool's memory: the graph keeps the memory, and
        PyTorch may count the tensor as freed.
        """
        if isinstance(value, torch.Tensor):
            if not value.is_cuda:  # a number is read now; pinned memory when the graph runs
                return value.clone() if value.dim() == 0 else value.detach()
            block = self._pool.blocks.get(region_of_storage(value.untyped_storage()).base)
            return value.detach() if block is None else on_block(value, block)
        if isinstance(value, (list, tuple)):
            return type(value)(map(self._kept, value))  # pyright: ignore
        if isinstance(value, TensorMapArgument):
            return replace(value, tensor=self._kept(value.tensor))
        return value

    def _keep_block(self, block: Block) -> None:
        if self.takes():
            self.blocks.append(block)
            self._fresh.add(block.base)
            REGISTRY.enter(Region(block.base, block.size), block.storage)
            self._pool.blocks[block.base] = block

    def _unused(self) -> Unused:
        return self._pool.unused if self.takes() else allocations.freed()

    def _found(self, region: Region) -> None:
        """Save the memory of an address that a kernel loaded, before it is written."""
        if self._inside:
            self._save(region, None)

    def _save(self, region: Region, owner: object) -> None:
        """Copy memory that is about to be written; `owner` keeps it alive, None: nothing does."""
        # What was allocated since the beginning is in `blocks`, and has no contents to save.
        if region.size and region not in self._saved and region.base not in self._fresh:
            self._saved[region] = ctypes.string_at(*region), owner

    def _restore(self) -> None:
        for region, (content, owner) in self._saved.items():
            if owner is not None or REGISTRY.is_alive(region):
                ctypes.memmove(region.base, content, region.size)
        for block in self.blocks:  # nothing has been computed there yet
            ctypes.memset(block.base, 0, block.size)
        for generator, state in self._offsets:
            generator.set_state(state)

    def _check_generator(self, generator: GpuGenerator) -> None:
        if self.takes() and not any(generator is allowed for allowed, _ in self._offsets):
            raise RuntimeError(
                "Attempt to increase offset for a CUDA generator not in capture mode."
            )


_active: list[Capture] = []


def underway() -> Capture | None:
    """Return the capture that is underway in this process, or None."""
    return _active[-1] if _active else None


def capturing() -> Capture | None:
    """Return the capture that takes the work of this thread and its current stream, or None."""
    capture = underway()
    return capture if capture is not None and capture.takes() else None


@contextmanager
def below_autograd() -> Generator[None]:
    """Run the bodies of operations as the dispatcher runs them: without gradients and autocast."""
    autocast: Any = torch.autocast
    with torch.no_grad(), C.DisableTorchFunction(), autocast("cpu", enabled=False):
        yield


def _invalidated() -> Exception:
    text = "operation failed due to a previous error during capture"
    return cuda_error(text, "cudaErrorStreamCaptureInvalidated")
