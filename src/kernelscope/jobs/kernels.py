"""The kernels behind what the user named: an operation, a file, a script, PTX, a cubin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from kernelscope.devices.capture import CapturedLaunch, KernelForm
from kernelscope.devices.resolve import resolve
from kernelscope.devices.virtual import VirtualGPU, virtual_gpu
from kernelscope.errors import KernelscopeError, UsageError
from kernelscope.jobs.code_files import cubin_file, ptx_file
from kernelscope.jobs.subjects import implementations_of
from kernelscope.machine_code.assemble import assembled, resources_of_ptx
from kernelscope.operation import Implementation, Operation, load_operation, operation_names


@dataclass(frozen=True, slots=True)
class FoundKernel:
    """A kernel, and its first launch; None where there is only its code.

    Attributes:
        implementation: of the operation that launched it; "" for other subjects.
        launches: how often it was launched.
    """

    form: KernelForm
    launch: CapturedLaunch | None = None
    implementation: str = ""
    launches: int = 0


def kernels_of(
    subject: str,
    *,
    device: str = "virtual",
    case: str = "",
    argv: Sequence[str] = (),
    copies: bool = False,
    on_code: Callable[[str, bytes], None] | None = None,
    backward: bool = False,
) -> list[FoundKernel]:
    """The kernels of a subject, each once, in the order of their first launches.

    They run on the virtual GPU; on a machine with a GPU, on the virtual one of its model, which
    makes of them the same code.

    Args:
        subject: `gelu/triton`, `gelu` (every implementation), `FILE.py:NAME[/IMPL]`, a script (run
            as `kernelscope run` does), `FILE.ptx`, `FILE.cubin`.
        device: cuda, virtual, virtual:NAME.
        case: other values of an operation's axes, as text.
        argv: the script's own arguments.
        copies: with the arguments' contents as they were before each launch.
        backward: an operation's result is summed and differentiated, too.
        on_code: called with a kernel's name and machine code as soon as they are there.

    Raises:
        UsageError: there is no such subject, or it launched no kernel; the message says what to
            add.
        PtxError: a PTX file that is malformed, with its line.
    """
    if argv and not subject.endswith(".py"):
        raise UsageError(f"{subject} is no script and takes no arguments: {' '.join(argv)}")
    if subject.endswith(".ptx"):
        return [FoundKernel(form) for form in ptx_file(Path(subject))]
    if subject.endswith(".cubin"):
        return [FoundKernel(form) for form in cubin_file(Path(subject))]
    if subject.endswith((".cu", ".cuh")):
        raise UsageError(
            f"{subject} is CUDA C++: make PTX of it (nvcc -ptx -lineinfo {subject}), or launch it "
            "in a script with kernelscope.cuda_kernel"
        )
    if subject not in operation_names() and _is_other_file(Path(subject)):
        raise UsageError(f"{subject} is none of .py, .ptx and .cubin, whose kernels can be found")
    gpu = virtual_gpu(resolve(device).spec.name)
    gpu.capture(copies)
    gpu.on_code = on_code
    if subject.endswith(".py") and Path(subject).is_file():
        code = run_script(gpu, subject, argv)
        if code and not gpu.captured:
            raise UsageError(
                f"{subject} ended with exit code {code} before it ran a kernel: mend it, or "
                f"give the arguments that it needs: kernelscope inspect {subject} ARGS"
            )
        if gpu.captured or not holds_operation(subject):
            what = f"{subject} launches no kernel in its own process"
            return _found(gpu, "") or _complain(what, subject)
    return _of_operation(gpu, subject, case, backward)


def _is_other_file(path: Path) -> bool:
    return path.suffix != ".py" and path.is_file()


def _of_operation(gpu: VirtualGPU, subject: str, case: str, backward: bool) -> list[FoundKernel]:
    """The kernels of an operation's implementations; one that cannot run is passed over."""
    operation, implementations = implementations_of(subject)
    import_module("kernelscope.frontends")  # registers them with the session to come
    inputs = operation.inputs_of(operation.case(case, device="cpu"))
    if backward:
        inputs = tuple(_differentiable(value) for value in inputs)
    found: list[FoundKernel] = []
    with gpu:
        for one in implementations:
            try:
                result = one(*inputs)
                if backward:
                    _differentiate(operation, one, result)
            except KernelscopeError:
                if len(implementations) == 1:
                    raise
            found += _found(gpu, one.name, len(found))
    return found or _complain(_none_launched(operation, implementations), subject)


def _differentiable(value: Any) -> Any:
    is_float = hasattr(value, "is_floating_point") and value.is_floating_point()
    return value.requires_grad_() if is_float else value


def _differentiate(operation: Operation, one: Implementation, result: Any) -> None:
    if not getattr(result, "requires_grad", False):
        raise UsageError(f"{operation.name}/{one.name} has no backward pass: PyTorch knows none")
    result.sum().backward()


def _none_launched(operation: Operation, implementations: Sequence[Implementation]) -> str:
    names = ", ".join(one.name for one in implementations)
    return f"{operation.name}/{names} launches no kernel of its own: PyTorch's run instead"


def _found(gpu: VirtualGPU, implementation: str, known: int = 0) -> list[FoundKernel]:
    """What was captured, after the first `known`."""
    return [
        FoundKernel(one.form, one, implementation, gpu.times_launched(one.kernel))
        for one in (gpu.captured or [])[known:]
    ]


def with_code(form: KernelForm) -> KernelForm:
    """With machine code, where there is only PTX and something assembles it."""
    if form.cubin is not None or "ptx" not in form.texts:
        return form
    what = form.texts["ptx"], form.name, form.target
    found = resources_of_ptx(*what)
    return replace(form, cubin=assembled(*what), spill_bytes=found[1] if found else None)


def _complain(what: str, subject: str) -> list[FoundKernel]:
    raise UsageError(
        f"{what}, so that the types of its arguments are unknown: add a launch to {subject} with "
        'arguments as they will be, such as kernel[grid](x, y, n) on tensors of device="cuda"'
    )


def run_script(gpu: VirtualGPU, script: str, argv: Sequence[str]) -> int:
    """Run a script as `kernelscope run` does, its GPU being `gpu`; its exit code."""
    from kernelscope.jobs.run import as_main, exit_code, join_threads, on_virtual_gpu
    from kernelscope.jobs.run import without_windows as quiet

    with ExitStack() as stack:
        body: Callable[[], object] = stack.enter_context(as_main(script, list(argv), False))
        stack.enter_context(quiet())
        stack.enter_context(on_virtual_gpu(gpu))
        code = exit_code(body)
        join_threads()
    return code


def holds_operation(file: str) -> bool:
    """Whether a file defines an operation."""
    try:
        load_operation(file)
    except UsageError:
        return False
    return True
