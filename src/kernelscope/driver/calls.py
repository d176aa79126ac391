"""What the driver's questions mean (`c/cuda.c`): one method of `Program` for each.

A method gets the question's words, and its bytes if it has any. It returns the answer's words, or
an `Answer` with bytes, and raises `Refused` with an error of CUDA.
"""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from kernelscope import vgpu
from kernelscope._demangle import demangled, written_name
from kernelscope.devices.capture import KernelForm, form_of_ptx
from kernelscope.devices.clock import Timeline
from kernelscope.devices.host_costs import HOST
from kernelscope.devices.virtual import Origin, VirtualGPU
from kernelscope.driver.answers import (
    ASSERT,
    FAILED,
    ILLEGAL_ADDRESS,
    INVALID_HANDLE,
    INVALID_PTX,
    INVALID_VALUE,
    MISALIGNED,
    NO_BINARY,
    NOT_FOUND,
    NOT_READY,
    NOT_SUPPORTED,
    OUT_OF_MEMORY,
    OUT_OF_RESOURCES,
    TIMEOUT,
    TOO_LARGE_TOGETHER,
    UNKNOWN,
    Answer,
    Refused,
    Stream,
)
from kernelscope.driver.attributes import device_attribute
from kernelscope.driver.device_launches import COPY, LIMIT, Work, queued, with_runtime
from kernelscope.driver.fatbin import ptx_texts
from kernelscope.driver.linking import linked, undefined
from kernelscope.driver.memory import bytes_at
from kernelscope.driver.memory_calls import MemoryCalls
from kernelscope.driver.places import Places, ptx_in_script
from kernelscope.driver.sources import Sources, asked_by_us
from kernelscope.errors import (
    DeviceAssertError,
    KernelscopeError,
    LaunchError,
    MemoryAccessError,
    PtxError,
    TimeLimitError,
)
from kernelscope.frontends.cuda.declarations import with_declaration
from kernelscope.frontends.cuda.source import kernel_line
from kernelscope.frontends.cuda.tensor_maps import DRIVER_SWIZZLES, DRIVER_TYPES
from kernelscope.hardware.residency import occupancy
from kernelscope.machine_code.assemble import assembled, resources_of_ptx
from kernelscope.machine_code.cubin import KernelResources
from kernelscope.vgpu.printing import HOST_FUNCTIONS
from kernelscope.vgpu.ptx.entries import only_entry
from kernelscope.vgpu.runtime.address_space import SPACE, pointed_at
from kernelscope.vgpu.tensor_map import BYTES as TENSOR_MAP_BYTES
from kernelscope.vgpu.tensor_map import COLUMNS, WIDE, TensorMap, decode, from_hardware
from kernelscope.vgpu.types import TYPES

_COOPERATIVE, _EARLY = 1, 2
_MAX_DYNAMIC_SHARED, _CARVE_OUT, _LARGE_CLUSTERS = 8, 9, 14
_STREAM_OF_LAUNCH = 8
_SIGN = 1 << 63
_NON_BLOCKING, _HIGHEST_PRIORITY = 1, -5
_HEAP_LIMIT = 2
# `CUjitInputType`: what can be linked. Objects and libraries are the host's, with PTX in them.
_PTX_TEXT, _FAT_BINARY, _OBJECT, _LIBRARY = 1, 2, 3, 4
_LINKED_FORMS = (_PTX_TEXT, _FAT_BINARY, _OBJECT, _LIBRARY)
# `call.uni (retval0), __cudaCDP2LaunchDeviceV2, (param0, param1)`, which nvcc writes for `<<<>>>`.
_DEVICE_RUNTIME = re.compile(r"\bcall[^;]*?\b((?:__)?cuda[A-Z]\w*)")
_LAUNCHES = "it calls {}, which the virtual GPU does not know in a kernel: call it on the host"


@dataclass(slots=True)
class _Module:
    ptx: str
    loaded: vgpu.Module
    files: dict[str, str]
    functions: dict[str, _Function] = field(default_factory=dict[str, "_Function"])


@dataclass(slots=True)
class _Linking:
    """What a program links: PTX texts, and then the whole."""

    texts: list[str] = field(default_factory=list)
    whole: str = ""


@dataclass(eq=False)
class _Function:
    """A kernel of a module.

    Attributes:
        most_dynamic: the bytes of dynamic shared memory that it may be launched with.
    """

    module: _Module
    name: str
    kernel: vgpu.Kernel
    target: str
    most_dynamic: int
    carve_out: int = -1
    handle: int = 0

    @cached_property
    def _ptx(self) -> str:
        return only_entry(self.module.ptx, self.name)

    @cached_property
    def _assembled(self) -> tuple[KernelResources, int | None] | None:
        return resources_of_ptx(self._ptx, self.name, self.target)

    @property
    def _resources(self) -> KernelResources | None:
        return self._assembled[0] if self._assembled else None

    @property
    def _spills(self) -> int | None:
        return self._assembled[1] if self._assembled else None

    @property
    def registers(self) -> int:
        """The registers of a thread; 0 if nothing can assemble the PTX."""
        return self._resources.registers if self._resources else 0

    @property
    def local_bytes(self) -> int:
        """The local memory of a thread, in bytes."""
        return self._resources.local_bytes if self._resources else 0

    @cached_property
    def origin(self) -> Origin:
        """The origin of its launches."""
        known, form = self._resources, self._form
        line = kernel_line(form.texts.get("source", ""), written_name(self.name))
        place = f"{form.source_file}:{line}" if form.source_file else None
        return Origin(
            "cuda",
            registers=known.registers if known else None,
            local_bytes=known.local_bytes if known else None,
            spill_bytes=self._spills,
            kernel_source=place,
            form=lambda: form,
            parameters=form.parameters,
        )

    @cached_property
    def _form(self) -> KernelForm:
        form = form_of_ptx(self.kernel, "cuda")
        cubin = assembled(self._ptx, self.name, self.target)
        form = replace(form, cubin=cubin, spill_bytes=self._spills, texts={"ptx": self._ptx})
        return with_declaration(form, self.module.files)


@dataclass(slots=True)
class _Event:
    flags: int
    moment: float | None = None


class Program(MemoryCalls):
    """One program that uses the virtual GPU: its modules, memory, streams and events.

    Args:
        gpu: the GPU that it runs on, whose block is open.
        timeline: the GPU's clock.
        places: of the program, if it is another process.
    """

    def __init__(
        self,
        gpu: VirtualGPU,
        timeline: Timeline,
        places: Places | None = None,
    ) -> None:
        super().__init__(gpu, timeline, places)
        self._sources = Sources()
        self._limits = {0: 1024, 1: 1 << 20, 2: 8 << 20, 3: 2, 4: 2048, 5: 64, 6: 0}
        self.failed = 0
        self._log = ""

    def move(self, gpu: VirtualGPU, timeline: Timeline) -> None:
        """Go on in another session, on a GPU of the same model."""
        if gpu is not self._gpu:
            self._gpu, self._timeline, self.failed = gpu, timeline, 0

    def release(self, handle: int) -> None:
        """Free memory, or forget a module, a stream or an event, after the session."""
        if not self.memory.free(handle, ("device", "managed", "host")):
            self._things.pop(handle, None)

    def answer(self, name: str, words: tuple[int, ...], data: bytes) -> tuple[int, Answer]:
        """Return the status and the answer of a question."""
        if self.failed and name not in ("reset", "free", "host_free", "note"):
            self._in_graph.clear()
            return self.failed, Answer()
        try:
            method: Callable[..., Any] = getattr(self, f"on_{name}")
            with self._emulated(name, words):
                given = method(*words, data) if data else method(*words)
        except Refused as refused:
            return refused.code, Answer()
        except MemoryError as lacking:
            if str(lacking):
                self._say(str(lacking))
            return OUT_OF_MEMORY, Answer()
        except Exception as problem:  # noqa: BLE001 (the program must get an answer)
            self._say(f"{name} failed: {type(problem).__name__}: {problem}")
            return UNKNOWN, Answer()
        if isinstance(given, Answer):
            return 0, given
        return 0, Answer(() if given is None else given if isinstance(given, tuple) else (given,))

    def _emulated(self, name: str, words: tuple[int, ...]) -> AbstractContextManager[None]:
        """Return the block in which a question is answered, with what it costs the host."""
        if name == "launch" and words[_STREAM_OF_LAUNCH] not in self._in_graph:
            return self._timeline.launch(HOST.cuda_launch_us)
        if name == "graph":
            _, begins, nodes = words
            us = HOST.replay_us + HOST.replay_node_us * max(nodes - 1, 0)
            self._timeline.charge(us if begins else 0.0)
        elif name in ("synchronize", "stream_synchronize"):
            self._timeline.charge(HOST.synchronize_us)
        return self._timeline.emulation()

    # ---- device ----

    def on_init(self, _flags: int) -> None:
        """Begin."""

    def on_device_name(self) -> Answer:
        """Return the GPU's name."""
        return Answer(data=self._gpu.spec.full_name.encode())

    def on_device_uuid(self) -> Answer:
        """Return sixteen bytes that are the same for GPUs of one name."""
        return Answer(data=f"virtual-{self._gpu.spec.name}".encode().ljust(16, b"\0")[:16])

    def on_device_attribute(self, number: int) -> int:
        """Return an attribute of `CUdevice_attribute`."""
        value = device_attribute(self._gpu.spec, number)
        if value is None:
            raise Refused(INVALID_VALUE)
        return value

    def on_limit(self, limit: int) -> int:
        """Return a limit of `CUlimit`."""
        if limit not in self._limits:
            raise Refused(INVALID_VALUE)
        return self._limits[limit]

    def on_set_limit(self, limit: int, value: int) -> None:
        """Set a limit. Only that of the heap is one, which no kernel may have used yet."""
        if limit not in self._limits:
            raise Refused(INVALID_VALUE)
        if limit == _HEAP_LIMIT and not vgpu.HEAP.resize(value):
            raise Refused(INVALID_VALUE)
        self._limits[limit] = value

    def on_profiler(self, begins: int) -> None:
        """Begin or end what a profile shows."""
        log = self._timeline.log
        if log is not None:
            (log.begin if begins else log.end)(self._timeline.now())

    def on_note(self, data: bytes) -> None:
        """Say, and keep, what the library has to say."""
        self._say(data.decode(errors="replace"))

    # ---- modules ----

    def on_keeps_ptx(self) -> int:
        """Return whether the machine code that is made keeps its PTX."""
        return int(self._is_other or not asked_by_us())

    def on_source(self, number: int, data: bytes) -> None:
        """Keep a source that the program may compile."""
        name, _, text = data.decode(errors="replace").partition("\0")
        self._sources.created(number, name, text)

    def on_compiled(self, number: int, data: bytes) -> None:
        """Keep what a source was compiled to."""
        self._sources.compiled(number, data)

    def on_module_load(self, data: bytes) -> int:
        """Load PTX, or the PTX in a fat binary; return the module's handle."""
        spec = self._gpu.spec
        with self._logged("a module", NO_BINARY):
            texts, files = self._texts(data)
        with self._logged("a module", INVALID_PTX):
            text = ptx_in_script(with_runtime(linked(texts)))
            loaded = vgpu.load_ptx(
                text, spec, vgpu.Variables(self.memory.variable, self.memory.managed_variable)
            )
        return self._new(_Module(text, loaded, files))

    def _texts(self, data: bytes) -> tuple[list[str], dict[str, str]]:
        """Return the PTX texts in what the program hands over, and the sources behind them."""
        made = [self._sources.with_lines(text) for text in ptx_texts(data, self._gpu.spec)]
        return [text for text, _ in made], {
            f: text for _, files in made for f, text in files.items()
        }

    @contextmanager
    def _logged(self, what: str, code: int) -> Generator[None]:
        """Refuse what is malformed with an error of CUDA, and keep the reason for its log."""
        self._log = ""
        try:
            yield
        except PtxError as problem:
            self._log = f"error   : {problem}"
            self._say(f"{what} is refused: {problem}")
            raise Refused(code) from None

    def on_link_create(self) -> int:
        """Begin to link; return the handle of what is linked."""
        return self._new(_Linking())

    def on_link_add(self, handle: int, form: int, data: bytes) -> None:
        """Add PTX, a fat binary, or an object or library of the host with some in it."""
        linking = self._thing(handle, _Linking)
        if form not in _LINKED_FORMS:
            self._log = "error   : the virtual GPU links PTX, and neither machine code nor NVVM IR"
            raise Refused(NOT_SUPPORTED)
        with self._logged("a file to link", INVALID_PTX if form == _PTX_TEXT else NO_BINARY):
            texts, _ = self._texts(data)
            for text in texts:
                vgpu.load_ptx(text, self._gpu.spec)  # what is malformed is refused here
            linking.texts += texts

    def on_link_complete(self, handle: int) -> int:
        """Link what was added; return the bytes of the PTX, with the NUL behind it."""
        linking = self._thing(handle, _Linking)
        with self._logged("what is linked", UNKNOWN):
            linking.whole = linked(linking.texts or [""])
            if missing := undefined(linking.whole, HOST_FUNCTIONS):
                names = ", ".join(f"'{name}'" for name in missing)
                raise PtxError(f"Undefined reference to {names}")
        return len(linking.whole.encode()) + 1

    def on_link_result(self, handle: int) -> Answer:
        """Return what was linked."""
        return Answer(data=self._thing(handle, _Linking).whole.encode() + b"\0")

    def on_link_destroy(self, handle: int) -> None:
        """Forget what was linked."""
        self._thing(handle, _Linking)
        del self._things[handle]

    def on_module_log(self) -> Answer:
        """Return what was wrong with the last module."""
        return Answer(data=self._log.encode())

    def on_module_unload(self, handle: int) -> None:
        """Forget a module."""
        self._thing(handle, _Module)
        del self._things[handle]

    def on_function(self, handle: int, data: bytes) -> Answer:
        """Return a kernel's handle and its parameters' bytes, with each one's offset and size."""
        module = self._thing(handle, _Module)
        name = data.decode()
        if name not in module.loaded.kernels:
            raise Refused(NOT_FOUND)
        function = self._function(module, name)
        parameters = function.kernel.parameters
        last = parameters[-1].offset + parameters[-1].size if parameters else 0
        places = b"".join(struct.pack("<II", p.offset, p.size) for p in parameters)
        return Answer((function.handle, last), places)

    def _function(self, module: _Module, name: str) -> _Function:
        """Return a kernel of a module. Refuses one that cannot be executed."""
        known = module.functions.get(name)
        if known is None:
            try:
                kernel = module.loaded.kernel(name)
            except PtxError as problem:
                launches = _DEVICE_RUNTIME.search(only_entry(module.ptx, name))
                why = _LAUNCHES.format(launches[1]) if launches else problem
                self._say(f"kernel {demangled(name)}: {why}")
                raise Refused(NOT_SUPPORTED if launches else INVALID_PTX) from None
            kernel.language = "c++" if self._is_other else "cuda"
            most = 48 * 1024 - kernel.static_shared_bytes
            known = _Function(module, name, kernel, self._gpu.spec.target, most)
            known.handle = self._new(known)
            module.functions[name] = known
        return known

    def on_function_count(self, handle: int) -> int:
        """Return the number of a module's kernels."""
        return len(self._thing(handle, _Module).loaded.kernels)

    def on_function_names(self, handle: int) -> Answer:
        """Return the names of a module's kernels, each with a NUL."""
        names = sorted(self._thing(handle, _Module).loaded.kernels)
        return Answer(data="".join(f"{name}\0" for name in names).encode())

    def on_global(self, handle: int, data: bytes) -> tuple[int, int]:
        """Return the address and the bytes of a variable of a module."""
        placed = self._thing(handle, _Module).loaded.placed()
        region = placed.get(data.decode())
        if region is None:
            raise Refused(NOT_FOUND)
        return SPACE.of_variable(region), region.size

    def on_function_attribute(self, handle: int, attribute: int) -> int:
        """Return an attribute of `CUfunction_attribute`."""
        function = self._thing(handle, _Function)
        sm = self._gpu.spec.sm
        most = min(self._gpu.spec.max_threads_per_block, 65536 // max(function.registers, 1))
        known = {
            0: most // 32 * 32,
            1: function.kernel.static_shared_bytes,
            2: 0,
            3: function.local_bytes,
            4: function.registers,
            5: sm,
            6: sm,
            7: 0,
            8: function.most_dynamic,
            9: function.carve_out,
        }
        return known.get(attribute, 0) & (1 << 64) - 1

    def on_set_function_attribute(self, handle: int, attribute: int, value: int) -> None:
        """Set an attribute: that for more shared memory is obeyed."""
        function = self._thing(handle, _Function)
        value = value - (1 << 64) if value & _SIGN else value
        if attribute == _MAX_DYNAMIC_SHARED:
            most = self._gpu.spec.shared_per_block_bytes - function.kernel.static_shared_bytes
            if not 0 <= value <= most:
                raise Refused(INVALID_VALUE)
            function.most_dynamic = value
        elif attribute == _CARVE_OUT:
            function.carve_out = value
        elif attribute == _LARGE_CLUSTERS:
            function.kernel.non_portable_clusters = bool(value)

    def on_graph(self, stream: int, begins: int, nodes: int) -> None:
        """Begin or end the launch of a graph, whose nodes come one by one in between."""
        self._stream(stream)
        if not begins:
            self._in_graph.discard(stream)
            return
        self._in_graph.add(stream)
        if nodes:
            with self._queued_on(stream):
                self._timeline.pause(HOST.replay_begin_us)

    # ---- tensor maps ----

    def on_tensor_map(
        self, type_: int, rank: int, address: int, interleave: int, swizzle: int, fill: int,
        mode: int, geometry: bytes,
    ) -> Answer:  # fmt: skip
        """Return the 128 bytes of a tensor map; sizes, box, steps, strides and corners are five
        each.
        """
        words = struct.unpack("<20Q10q", geometry)
        known = swizzle < len(DRIVER_SWIZZLES)
        bytes_, atomicity = DRIVER_SWIZZLES[swizzle] if known else (swizzle, 0)
        spatial = 1 if mode >= WIDE else rank - 2
        corners = words[20 : 20 + spatial], words[25 : 25 + spatial]
        made = TensorMap(
            type=DRIVER_TYPES[type_] if type_ < len(DRIVER_TYPES) else "",
            address=0,
            sizes=words[:rank],
            strides=words[15 : 14 + rank],
            box=words[5 : 7 if mode else 5 + rank],
            steps=words[10 : 10 + rank],
            swizzle=bytes_,
            fills_with_nan=bool(fill),
            interleave=interleave,
            corners=corners if mode else None,
            atomicity=atomicity,
            wide=max(mode - COLUMNS, 0),
        )
        return self._tensor_map(made, address)

    def on_tensor_map_address(self, address: int, data: bytes) -> Answer:
        """Return a tensor map of other memory."""
        made = decode(data)
        if made is None:
            raise Refused(INVALID_VALUE)
        return self._tensor_map(made, address)

    def _tensor_map(self, made: TensorMap, address: int) -> Answer:
        region = pointed_at(address)
        if region is None:
            raise Refused(INVALID_VALUE)
        placed = SPACE.address(region, SPACE.host(address))
        try:
            return Answer(data=replace(made, address=placed).encode())
        except LaunchError as problem:
            self._say(str(problem))
            raise Refused(INVALID_VALUE) from None

    # ---- streams, events ----

    def on_stream_create(self, flags: int, priority: int) -> int:
        """Return a new stream's handle."""
        signed = priority - (1 << 64) if priority & _SIGN else priority
        handle = self._new(Stream(flags, min(max(signed, _HIGHEST_PRIORITY), 0)))
        if not flags & _NON_BLOCKING:
            self._blocking.add(handle)
        return handle

    def on_stream_destroy(self, handle: int) -> None:
        """Forget a stream."""
        self._thing(handle, Stream)
        self._blocking.discard(handle)
        del self._things[handle]

    def on_stream_facts(self, handle: int) -> tuple[int, int]:
        """Return a stream's flags and priority."""
        stream = self._stream(handle)
        return (stream.flags, stream.priority & (1 << 64) - 1) if stream else (0, 0)

    def on_torch_stream(self) -> int:
        """Return PyTorch's current stream."""
        return self._timeline.stream

    def on_set_torch_stream(self, handle: int) -> None:
        """Make a stream PyTorch's current one."""
        self._timeline.stream = handle

    def on_stream_synchronize(self, handle: int) -> None:
        """Wait for a stream."""
        self._stream(handle)
        self._follow_default(handle)
        self._timeline.synchronize(stream=handle)

    def on_stream_query(self, handle: int) -> None:
        """Refuse with "not ready" if a stream's work is not done."""
        self._stream(handle)
        self._follow_default(handle)
        if self._timeline.ready(handle) > self._timeline.now():
            raise Refused(NOT_READY)

    def on_stream_wait(self, handle: int, event: int) -> None:
        """Let a stream wait for an event."""
        self._stream(handle)
        moment = self._thing(event, _Event).moment
        if moment is not None:
            self._timeline.hold(handle, moment)

    def on_synchronize(self) -> None:
        """Wait for everything."""
        self._timeline.synchronize()

    def on_event_create(self, flags: int) -> int:
        """Return a new event's handle."""
        return self._new(_Event(flags))

    def on_event_destroy(self, handle: int) -> None:
        """Forget an event."""
        self._thing(handle, _Event)
        del self._things[handle]

    def on_event_record(self, handle: int, stream: int) -> None:
        """Note the moment at which a stream will have done what is queued."""
        event = self._thing(handle, _Event)
        self._stream(stream)
        self._follow_default(stream)
        event.moment = self._timeline.record_event(stream)

    def on_event_query(self, handle: int) -> None:
        """Refuse with "not ready" if an event is not reached."""
        event = self._thing(handle, _Event)
        if event.moment is not None and event.moment > self._timeline.now():
            raise Refused(NOT_READY)

    def on_event_synchronize(self, handle: int) -> None:
        """Wait for an event."""
        event = self._thing(handle, _Event)
        if event.moment is not None:
            self._timeline.wait_until(event.moment)

    def on_event_elapsed(self, begin: int, end: int) -> int:
        """Return the milliseconds between two events, the bits of a float64."""
        first, second = self._thing(begin, _Event), self._thing(end, _Event)
        if first.moment is None or second.moment is None or (first.flags | second.flags) & 2:
            raise Refused(INVALID_HANDLE)
        if max(first.moment, second.moment) > self._timeline.now():
            raise Refused(NOT_READY)
        milliseconds = (second.moment - first.moment) * 1e3
        return struct.unpack("<Q", struct.pack("<d", milliseconds))[0]

    # ---- launches ----

    def on_launch(
        self, handle: int, gx: int, gy: int, gz: int, bx: int, by: int, bz: int,
        shared: int, stream: int, flags: int, cx: int, cy: int, cz: int, *more: Any,
    ) -> None:  # fmt: skip
        """Run a kernel to its end; what stops it is the error of all later calls."""
        *called_from, data = more if more and isinstance(more[-1], bytes) else (*more, b"")
        function = self._thing(handle, _Function)
        self._stream(stream)
        if shared > function.most_dynamic:
            self._say(
                f"{demangled(function.name)}: {shared} bytes of dynamic shared memory, and it may "
                f"have {function.most_dynamic}: cudaFuncSetAttribute with "
                "cudaFuncAttributeMaxDynamicSharedMemorySize allows more"
            )
            raise Refused(INVALID_VALUE)
        try:
            with self._queued_on(stream):
                self._launch(
                    function,
                    (gx, gy, gz),
                    (bx, by, bz),
                    data,
                    dynamic_shared_bytes=shared,
                    origin=self._origin(function, tuple(called_from)),
                    cooperative=bool(flags & _COOPERATIVE),
                    cluster=(cx, cy, cz) if cx else None,
                    early=bool(flags & _EARLY),
                )
        except Refused:
            raise
        except LaunchError as problem:
            code = _code_of(problem)
            if code not in _REFUSALS:
                self.failed = code
            if isinstance(problem, DeviceAssertError) and problem.as_cuda:
                sys.stderr.write(f"{problem.as_cuda}\n")
            self._say(f"{problem}{self._whose(problem)}")
            if code in _REFUSALS:
                raise Refused(code) from None
        except KernelscopeError as problem:
            self._say(f"{problem}")
            self.failed = FAILED

    def _launch(
        self,
        function: _Function,
        grid: tuple[int, ...],
        block: tuple[int, ...],
        data: bytes,
        **more: Any,
    ) -> None:
        """Run a kernel with packed parameters, and then what it has launched itself."""
        kernel = function.kernel
        kernel.registers = function.registers
        values = [_value(p, data[p.offset : p.offset + p.size]) for p in kernel.parameters]
        arguments = [self.memory.seen_by_kernels(value) for value in values]
        kernel.launch(grid, block, arguments, sample_blocks=self._gpu.sample_blocks, **more)
        works, lost = queued(function.module.loaded)
        if lost:
            name = demangled(function.name)
            self._say(
                f"{name} launches {lost} kernels more than the {LIMIT} that can wait: they are lost"
            )
        for work in works:
            self._run_queued(function.module, work)

    def _run_queued(self, module: _Module, work: Work) -> None:
        if not work.function:
            self._move(work)
            return
        function = self._function(module, work.function)
        if work.shared > function.most_dynamic:
            raise LaunchError(f"{demangled(work.function)} is launched with {work.shared} bytes")
        shared, origin = work.shared, function.origin
        grid, block = work.grid, work.block
        self._launch(
            function, grid, block, work.parameters, dynamic_shared_bytes=shared, origin=origin
        )

    def _move(self, work: Work) -> None:
        """Make a copy or a fill that a kernel has asked for."""
        to, other, size = work.words
        sides = [to, other] if work.operation == COPY else [to]
        places = [self._here(side, size) for side in sides]
        if size and None in places:
            raise MemoryAccessError(f"a kernel copies {size} bytes outside of all memory")
        if size:
            target, *source = (bytes_at(place or 0, size) for place in places)
            target[:] = source[0].copy() if source else other & 0xFF

    def _whose(self, problem: LaunchError) -> str:
        """Return a sentence about an address that is not the GPU's, or ""."""
        address = problem.address if isinstance(problem, MemoryAccessError) else 0
        if address <= 0 or address >> 47:
            return ""
        if address < 1 << 16:
            return "; it is a null pointer"
        whose = self._places.whose(address) if self._places else ""
        return (
            f"; it is the host's{whose}: a kernel can access memory of cudaMalloc, "
            "cudaMallocManaged, cudaMallocHost, or of cudaHostRegister"
        )

    def _origin(self, function: _Function, called_from: tuple[int, ...]) -> Origin:
        source = self._places and self._places.source(called_from, function.name)
        return replace(function.origin, source=source or None)

    def on_occupancy(self, handle: int, block: int, shared: int) -> int:
        """Return the blocks of a kernel that an SM holds at once."""
        function = self._thing(handle, _Function)
        return occupancy(
            self._gpu.spec,
            block=block,
            registers=function.registers,
            static_shared_bytes=function.kernel.static_shared_bytes,
            dynamic_shared_bytes=shared,
        ).blocks_per_sm

    def on_dynamic_shared(self, handle: int, blocks: int, block: int) -> int:
        """Return the dynamic shared memory with which an SM still holds so many blocks."""
        best = 0
        for size in range(0, self._thing(handle, _Function).most_dynamic + 1, 128):
            if self.on_occupancy(handle, block, size) >= blocks:
                best = size
        return best

    def on_clusters(self, handle: int, size: int, block: int, shared: int) -> int:
        """Return the clusters of so many blocks that the GPU holds at once."""
        return self.on_occupancy(handle, block, shared) * self._gpu.spec.sms // max(size, 1)

    def on_reset(self) -> None:
        """Forget everything that the program has made."""
        self._things.clear()
        self._blocking.clear()
        self._forget_memory()
        self.failed = 0

    def end(self) -> None:
        """Note what the program leaves behind, if somebody asks, and free its memory."""
        if self._gpu.leaks is not None:
            self._gpu.leaks += self.leaks()
            for what, name in ((Stream, "stream"), (_Event, "event")):
                left = sum(isinstance(thing, what) for thing in self._things.values())
                if left:
                    many = f"{left} {name}{'s' if left > 1 else ''}"
                    self._gpu.leaks.append(f"leaked {many}: no cuda{name.title()}Destroy follows")
        self.memory.close()


_REFUSALS = (INVALID_VALUE, OUT_OF_RESOURCES, TOO_LARGE_TOGETHER, NOT_SUPPORTED)


def _code_of(problem: LaunchError) -> int:
    """Return CUDA's error for a launch that was refused, or that ended with a fault."""
    if isinstance(problem, DeviceAssertError):
        return ASSERT
    if isinstance(problem, TimeLimitError):
        return TIMEOUT
    if isinstance(problem, MemoryAccessError):
        return MISALIGNED if "misaligned" in str(problem) else ILLEGAL_ADDRESS
    if problem.place is not None or problem.problem:
        return FAILED
    return TOO_LARGE_TOGETHER if "cooperative" in str(problem) else INVALID_VALUE


def _value(parameter: Any, data: bytes) -> Any:
    """Return a parameter's bytes as `Kernel.launch` takes them: integers may be addresses."""
    is_integer = parameter.count == 1 and not TYPES[parameter.type].is_float
    if is_integer:
        return int.from_bytes(data, "little")
    made = from_hardware(data) if len(data) == TENSOR_MAP_BYTES else None
    return replace(made, address=_seen(made.address)).encode() if made else data


def _seen(address: int) -> int:
    """Return the address that kernels see for one of the host's; any other one as it is."""
    region = pointed_at(address)
    return address if region is None else SPACE.address(region, SPACE.host(address))
