"""Kernels compiled with no GPU, as a front end hands them over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kernelscope.devices.capture import KernelForm
from kernelscope.frontends.cuda.nvrtc import compile_kernel


def triton_form(
    kernel: Any,
    types: Mapping[str, str],
    constants: Mapping[str, object],
    divisible: Sequence[str] = (),
    capability: int = 90,
    **options: object,
) -> KernelForm:
    """A Triton kernel compiled for these types; `divisible` arguments are multiples of 16."""
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    names = kernel.arg_names
    signature = {name: types.get(name, "constexpr") for name in names}
    attributes = {(names.index(name),): [["tt.divisibility", 16]] for name in divisible}
    source = ASTSource(kernel, signature, constexprs=dict(constants), attrs=attributes)
    made = triton.compile(source, target=GPUTarget("cuda", capability, 32), options=options)
    texts = {stage: text for stage, text in made.asm.items() if isinstance(text, str)}
    texts["source"] = "".join(kernel.raw_src)
    return KernelForm(
        made.metadata.name,
        "triton",
        f"sm_{capability}{'a' if capability >= 90 else ''}",
        texts,
        made.asm["cubin"],
        kernel.fn.__code__.co_filename,
        kernel.fn.__code__.co_firstlineno,
        (*(name for name in names if name in types), "", ""),
        dict(types),
        dict.fromkeys(divisible, ("divisible by 16",)),
        {name: getattr(made.metadata, name) for name in ("num_warps", "num_stages", "shared")},
    )


def cuda_form(source: str, name: str, target: str = "sm_90a") -> KernelForm:
    """A CUDA C++ kernel compiled by NVRTC."""
    made = compile_kernel(source, name, target)
    signature = source[source.index(name + "(") :]
    inside = signature[signature.index("(") + 1 : signature.index(")")]
    return KernelForm(
        made.entry,
        "cuda",
        target,
        {"source": source, "ptx": made.ptx},
        made.cubin,
        "kernel.cu",
        1,
        tuple(part.split()[-1].lstrip("*") for part in inside.split(",")),
    )
