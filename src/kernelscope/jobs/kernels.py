"""The kernels behind what the user named: an operation, a file, a script, PTX, a cubin."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from kernelscope import vgpu
from kernelscope.devices.capture import CapturedLaunch, KernelForm, form_of_ptx
from kernelscope.devices.resolve import resolve
from kernelscope.devices.virtual import VirtualGPU, virtual_gpu
from kernelscope.errors import KernelscopeError, PtxError, UsageError
from kernelscope.frontends.c_signature import PROBE
from kernelscope.frontends.cubin import cubin_target, kernel_resources
from kernelscope.frontends.ptx_registers import assembled, resources_of_ptx
from kernelscope.hardware import GPUS
from kernelscope.jobs.subjects import implementations_of
from kernelscope.operation import Implementation, Operation, load_operation


@dataclass(frozen=True, slots=True)
class FoundKernel:
    """A kernel, and its first launch; None where there is only its code.

    Attributes:
        implementation: of the operation that launched it; "" for other subjects.
    """

    form: KernelForm
    launch: CapturedLaunch | None = None
    implementation: str = ""


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
        on_code: called with a Triton kernel's name and machine code as soon as they are there.

    Raises:
        UsageError: there is no such subject, or it launched no kernel; the message says what to
            add.
        PtxError: a PTX file that is malformed, with its line.
    """
    if subject.endswith(".ptx"):
        return _of_ptx(Path(subject), resolve(device).spec.name)
    if subject.endswith(".cubin"):
        return _of_cubin(Path(subject))
    if subject.endswith((".cu", ".cuh")):
        raise UsageError(
            f"{subject} is CUDA C++: make PTX of it (nvcc -ptx -lineinfo {subject}), or launch it "
            "in a script with kernelscope.cuda_kernel"
        )
    gpu = virtual_gpu(resolve(device).spec.name)
    gpu.capture(copies)
    gpu.on_code = on_code
    if subject.endswith(".py") and Path(subject).is_file():
        code = run_script(gpu, subject, argv)
        if code and not gpu.captured:
            raise UsageError(f"{subject} ended with exit code {code} before it launched a kernel")
        if gpu.captured or not holds_operation(subject):
            return _found(gpu, "") or _complain(f"{subject} launches no kernel", subject)
    return _of_operation(gpu, subject, case, backward)


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
    return [FoundKernel(one.form, one, implementation) for one in (gpu.captured or [])[known:]]


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


def _of_ptx(path: Path, gpu: str) -> list[FoundKernel]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text; a cubin's name ends in .cubin"
        raise UsageError(f"{path}: cannot be read: {reason}") from None
    try:
        module = vgpu.load_ptx(text, gpu=_gpu_for(text, gpu))
        target = module.tree.target
    except PtxError as error:
        bare = str(error).removeprefix(f"ptx:{error.line}:{error.column}: ")
        remedy = "is it cut off, or not as nvcc, NVRTC, Triton or Numba write it? Make it again"
        raise PtxError(f"{bare} ({path}: {remedy})", error.line, error.column) from None
    forms = forms_of(module)
    if not forms:
        raise UsageError(f"{path} has no kernel: PTX marks one with .entry")
    return [FoundKernel(replace(form, target=target)) for form in forms]


def forms_of(module: vgpu.Module) -> list[KernelForm]:
    """The kernels of a PTX text.

    Of one that the virtual GPU does not know (it calls itself, for example) there are only its name
    and the text, where others are known; else its PtxError is raised.
    """
    forms: list[KernelForm] = []
    failures: list[PtxError] = []
    for name in module.kernels:
        try:
            forms.append(form_of_ptx(module.kernel(name)))
        except PtxError as error:
            failures.append(error)
            target = module.spec.target
            forms.append(KernelForm(name, "ptx", target, {"ptx": module.text}))
    if failures and len(failures) == len(forms):
        raise failures[0]
    return forms


def _gpu_for(ptx: str, gpu: str) -> str:
    """The GPU, or where the PTX is for a newer one, the first of the table that can run it."""
    wanted = re.search(r"^\.target\s+sm_(\d+)", ptx, re.M)
    least = int(wanted.group(1)) if wanted else 0
    able = [name for name, spec in GPUS.items() if spec.sm >= least]
    return gpu if GPUS[gpu].sm >= least or not able else able[0]


def _of_cubin(path: Path) -> list[FoundKernel]:
    try:
        cubin = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
    try:
        target = cubin_target(cubin)
    except UsageError:
        remedy = "is it cut off, or not what ptxas, nvcc -cubin or Triton write? Make it again"
        raise UsageError(f"{path}: not a cubin that can be read ({remedy})") from None
    names = [name for name in kernel_resources(cubin) if PROBE not in name]
    if not names:
        raise UsageError(f"{path} has no kernel, only functions: link it, and inspect the result")
    return [FoundKernel(KernelForm(name, "ptx", target, {}, cubin)) for name in names]
