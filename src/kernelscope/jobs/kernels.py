"""The kernels of a parsed subject, run on the virtual GPU if it has something to run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kernelscope.devices.capture import CapturedLaunch, KernelForm, form_of_ptx
from kernelscope.devices.resolve import resolve
from kernelscope.devices.virtual import VirtualGPU, current_gpu
from kernelscope.errors import KernelscopeError, UsageError
from kernelscope.frontends import held_kernels, virtual_gpu
from kernelscope.hardware import GPUSpec
from kernelscope.jobs.code_files import cubin_file, cuda_file, ptx_file, ptx_text
from kernelscope.jobs.cuda_programs import is_program, on_gpu, why_not_run
from kernelscope.machine_code.assemble import assembled, resources_of_ptx
from kernelscope.operation import PYTORCH_STYLES, Implementation, Operation
from kernelscope.quantity import Quantity, summed
from kernelscope.record import LaunchRecord
from kernelscope.record.names import launch_words, titles, variant_of
from kernelscope.subjects import (
    CubinFile,
    CudaFile,
    CudaKernelSubject,
    Executable,
    JitFunction,
    LoadedKernel,
    LoadedModule,
    Openable,
    OperationSubject,
    Program,
    PtxFile,
    PtxText,
    PythonFile,
    Script,
    Subject,
    refuse_arguments,
)
from kernelscope.subjects.operations import holds_operation, implementations_of


@dataclass(frozen=True, slots=True)
class FoundKernel:
    """A kernel of a subject, as code and with its launches.

    Attributes:
        launch: its first launch; None if there is only code.
        implementation: the operation's implementation that launched it; "" for other subjects.
        launches: the number of its launches.
        others: of its later launches those that did something else than the first, each once.
        time_us: of all its launches; None if one has no time.
    """

    form: KernelForm
    launch: CapturedLaunch | None = None
    implementation: str = ""
    launches: int = 0
    others: tuple[LaunchRecord, ...] = ()
    time_us: Quantity | None = None


def kernels_of(
    subject: Openable,
    *,
    device: str = "virtual",
    case: str = "",
    argv: Sequence[str] = (),
    copies: bool = False,
    on_code: Callable[[str, bytes], None] | None = None,
    backward: bool = False,
) -> list[FoundKernel]:
    """Return the kernels of a subject, each once, in the order of their first launches.

    They run on the virtual GPU. On a machine with a GPU that is the virtual GPU of its model, for
    which the compilers make the same code.

    `copies` keeps the arguments' contents as they were before each launch. `backward` also sums and
    differentiates an operation's result. `on_code` is called with a kernel's name and machine code
    as soon as they are there. Raises UsageError if there is no such subject, or it launched no
    kernel (the message says what to add), PtxError for malformed PTX, with its line.
    """
    refuse_arguments(subject, argv)
    spec = resolve(device).spec
    match subject:
        case PtxText(text):
            return _not_launched(ptx_text(text))
        case PtxFile(path):
            return _not_launched(ptx_file(Path(path)))
        case CubinFile(path):
            return _not_launched(cubin_file(Path(path)))
        case CudaFile() if not is_program(subject) or why_not_run(subject):
            return _of_cuda_file(subject, spec, argv)
        case LoadedModule(module):
            return _not_launched(ptx_text(module.text))
        case LoadedKernel(kernel):
            return _not_launched([form_of_ptx(kernel)])
        case CudaKernelSubject(kernel):
            return _not_launched([kernel.form(spec.target)])
        case JitFunction(function):
            return _in_hand(function, spec)
        case PythonFile() | OperationSubject() | CudaFile() | Executable():
            gpu = virtual_gpu(spec.name)
            gpu.capture(copies)
            gpu.on_code = on_code
            if isinstance(subject, OperationSubject):
                return _of_operation(gpu, subject, case, backward)
            kernels = _of_script(gpu, subject, argv)
            if kernels or not isinstance(subject, PythonFile):
                return kernels
            return _of_operation(gpu, subject, case, backward)


def _of_cuda_file(subject: CudaFile, spec: GPUSpec, argv: Sequence[str]) -> list[FoundKernel]:
    """Return the kernels of a file that is not run."""
    if argv:
        why = why_not_run(subject) if is_program(subject) else "it has no `main`"
        raise UsageError(f"{subject} takes no arguments (got: {' '.join(argv)}): {why}")
    return _not_launched(cuda_file(Path(subject.path), spec.target))


def titles_of(kernels: Sequence[FoundKernel]) -> list[str]:
    """Return the name of each kernel that tells it from the others of its implementation."""
    named: dict[str, Iterator[str]] = {}
    for implementation in {kernel.implementation for kernel in kernels}:
        own = [kernel.form for kernel in kernels if kernel.implementation == implementation]
        named[implementation] = iter(
            titles([(f.name, variant_of(f.types, f.facts, f.options)) for f in own])
        )
    shown = [next(named[kernel.implementation]) for kernel in kernels]
    # Two sources of CUDA C++ may each have a kernel of one name: `transpose`, `transpose #2`.
    seen: Counter[tuple[str, str]] = Counter()
    for place, (title, kernel) in enumerate(zip(shown, kernels, strict=True)):
        key = title, kernel.implementation
        seen[key] += 1
        shown[place] = f"{title} #{seen[key]}" if seen[key] > 1 else title
    return shown


def _not_launched(forms: Sequence[KernelForm]) -> list[FoundKernel]:
    return [FoundKernel(form) for form in forms]


def _in_hand(function: Any, spec: GPUSpec) -> list[FoundKernel]:
    """Return the kernels of a Triton or Numba function that was launched.

    A kernel comes with its launch if the active session captured one. Raises UsageError if the
    function is not a kernel, or was never launched.
    """
    active = current_gpu()
    captured = (active.captured if active else None) or []
    launches = {id(launch.kernel): launch for launch in captured}
    kernels = [
        FoundKernel(held.form, launches.get(id(held.kernel)))
        for held in held_kernels(function, spec)
    ]
    if not kernels:
        name = getattr(function, "__name__", None) or type(function).__name__
        raise UsageError(
            f"{name} is not a kernel, or was never launched, so that the types of its arguments "
            "are unknown: launch it inside `with kernelscope.virtual_gpu():` first"
        )
    return kernels


def _of_script(
    gpu: VirtualGPU, script: PythonFile | CudaFile | Executable, argv: Sequence[str]
) -> list[FoundKernel]:
    """Return the kernels that a script or program launches; none if it only defines operations.

    A `.cu` file's own, not launched, if it launches none.
    """
    code = run_script(gpu, script, argv)
    if gpu.captured:
        return _captured(gpu, "")
    if isinstance(script, CudaFile) and not argv:
        return _of_cuda_file(script, gpu.spec, argv)
    if code:
        raise UsageError(
            f"{script} ended with exit code {code} before it ran a kernel: fix it, or pass the "
            f"arguments it needs: kernelscope inspect {script} ARGS"
        )
    if not isinstance(script, PythonFile):
        raise UsageError(f"{script} launches no kernel: {_PASS_ARGUMENTS}")
    if not holds_operation(script):
        raise _nothing_launched(f"{script} launches no kernel in its own process", script)
    return []


def _of_operation(
    gpu: VirtualGPU, subject: OperationSubject | PythonFile, case: str, backward: bool
) -> list[FoundKernel]:
    """Return the kernels of an operation's implementations, without those that cannot run."""
    operation, implementations = implementations_of(subject)
    inputs = operation.inputs_of(operation.case(case, device="cpu"))
    if backward:
        inputs = tuple(_differentiable(value) for value in inputs)
    kernels: list[FoundKernel] = []
    with gpu:
        for implementation in implementations:
            try:
                result = implementation(*inputs)
                if backward:
                    _differentiate(operation, implementation, result)
            except KernelscopeError:
                if len(implementations) == 1:
                    raise
            kernels += _captured(gpu, implementation.name, len(kernels))
    if not kernels:
        raise _only_pytorch(subject, operation, [i.name for i in implementations])
    return kernels


def _differentiable(value: Any) -> Any:
    is_float = hasattr(value, "is_floating_point") and value.is_floating_point()
    return value.requires_grad_() if is_float else value


def _differentiate(operation: Operation, implementation: Implementation, result: Any) -> None:
    if not getattr(result, "requires_grad", False):
        name = f"{operation.name}/{implementation.name}"
        raise UsageError(f"{name} has no backward pass that PyTorch knows")
    result.sum().backward()


def _captured(gpu: VirtualGPU, implementation: str, known: int = 0) -> list[FoundKernel]:
    """Return the captured kernels after the first `known`."""
    by_kernel: dict[tuple[str, str], list[LaunchRecord]] = {}
    for launch in gpu.launches:
        if not launch.trial:
            by_kernel.setdefault((launch.kernel, launch.code), []).append(launch)
    return [
        _of_launches(captured, implementation, gpu, by_kernel)
        for captured in (gpu.captured or [])[known:]
    ]


def _of_launches(
    captured: CapturedLaunch,
    implementation: str,
    gpu: VirtualGPU,
    by_kernel: Mapping[tuple[str, str], Sequence[LaunchRecord]],
) -> FoundKernel:
    record = captured.record
    own = by_kernel.get((record.kernel, record.code), (record,))
    first: dict[str, LaunchRecord] = {}
    for words, launch in zip(launch_words(own), own, strict=True):
        first.setdefault(words, launch)
    return FoundKernel(
        captured.form,
        captured,
        implementation,
        gpu.times_launched(captured.kernel),
        tuple(first.values())[1:],
        summed([launch.time_us for launch in own]),
    )


def with_code(form: KernelForm) -> KernelForm:
    """Return the form with machine code, if there is only PTX and an assembler takes it."""
    if form.cubin is not None or "ptx" not in form.texts:
        return form
    ptx = form.texts["ptx"], form.name, form.target
    resources = resources_of_ptx(*ptx)
    return replace(form, cubin=assembled(*ptx), spill_bytes=resources[1] if resources else None)


def _only_pytorch(
    subject: OperationSubject | PythonFile, operation: Operation, chosen: Sequence[str]
) -> UsageError:
    """Return the error for implementations that launch no kernel of their own."""
    file = subject.path if isinstance(subject, PythonFile) else subject.file
    whole = OperationSubject(operation.name, None, file)
    others = [
        f"{whole}/{name}"
        for name, implementation in operation.implementations.items()
        if name not in chosen and implementation.style not in PYTORCH_STYLES
    ]
    instead = (
        f"open another: {', '.join(others)}" if others else "add one that launches its own kernel"
    )
    return UsageError(
        f"{whole}/{','.join(chosen)} runs PyTorch's own kernels, whose source is not known here; "
        f"{instead}"
    )


def _nothing_launched(why: str, subject: Subject) -> UsageError:
    return UsageError(
        f"{why}, so that the types of its arguments are unknown: add a launch to {subject} with "
        'arguments as they will be, such as kernel[grid](x, y, n) on tensors of device="cuda"'
    )


def launched(
    program: CudaFile | Executable, argv: Sequence[str], spec: GPUSpec
) -> tuple[VirtualGPU, int]:
    """Run a program on a virtual GPU, and return that with its launches, and the exit code.

    Raises UsageError if it launches no kernel.
    """
    gpu = virtual_gpu(spec.name)
    code = run_script(gpu, program, argv)
    if not gpu.launches:
        ended = f", and ended with exit code {code}" if code else ""
        raise UsageError(f"{program} launches no kernel{ended}: {_PASS_ARGUMENTS}")
    return gpu, code


_PASS_ARGUMENTS = "pass the arguments with which it does"


def ended_early(code: int) -> tuple[str, ...]:
    """Return a note on a program's exit code."""
    return (f"the program ended with exit code {code}; this is what it launched",) if code else ()


def run_script(gpu: VirtualGPU, script: Program, argv: Sequence[str]) -> int:
    """Run a script on `gpu` as `kernelscope run` does, and return its exit code."""
    from kernelscope.jobs.run import as_main, exit_code, join_threads, on_virtual_gpu
    from kernelscope.jobs.run import without_windows as quiet

    with ExitStack() as stack:
        body: Callable[[], object] = stack.enter_context(as_main(script, list(argv)))
        stack.enter_context(quiet())
        if isinstance(script, Script):
            stack.enter_context(on_virtual_gpu(gpu))
        else:
            stack.enter_context(on_gpu(gpu, script))
        code = exit_code(body)
        join_threads()
    return code
