"""PTX written as CUDA C again, and whether running both showed them to be the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

ProofStatus = Literal["equal", "different", "unproven"]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The smallest input found on which a kernel and its CUDA text differ.

    Attributes:
        arguments: by parameter, a number, or the bytes of a buffer and how they were filled.
        where: the buffer that differs; "" where the text's run did not come to an end.
        element: the first element of it that differs; original, copy: what stands there.
    """

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    dynamic_shared_bytes: int
    arguments: dict[str, str]
    where: str
    element: int
    original: str
    copy: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What running a kernel and its CUDA text on the same inputs showed.

    Attributes:
        status: "equal": not one byte differed on any input; "different": see `counterexample`;
            "unproven": see `reason`.
        inputs: both ran on; discarded: others that the kernel itself refused; gpu_inputs: of the
            inputs, those on which the real GPU agreed too, 0 without one; why_not_on_gpu: why a
            real GPU that is there did not run, or not all that it was given; "" otherwise.
        coverage: of the kernel's basic blocks, sides of branches and sides of guarded memory
            accesses the part that the inputs reached, 0 … 1; counted.
        blocks, edges, guards: reached and all; copy_blocks: of what NVRTC made of the text.
        never: what no input reached, by line of the PTX.
    """

    status: ProofStatus
    inputs: int = 0
    coverage: float = 0.0
    counterexample: Counterexample | None = None
    reason: str = ""
    blocks: tuple[int, int] = (0, 0)
    edges: tuple[int, int] = (0, 0)
    guards: tuple[int, int] = (0, 0)
    copy_blocks: tuple[int, int] = (0, 0)
    never: tuple[str, ...] = ()
    discarded: int = 0
    gpu_inputs: int = 0
    why_not_on_gpu: str = ""


@dataclass(frozen=True, slots=True)
class DecompiledKernel:
    """One kernel.

    Attributes:
        name: of its entry; target: the architecture of its PTX.
        cuda: the text.
    """

    name: str
    cuda: str
    proof: Proof
    frontend: str = "ptx"
    target: str = ""


@dataclass(frozen=True, slots=True)
class Decompilation:
    """What `kernelscope decompile` found."""

    subject: str
    kernels: tuple[DecompiledKernel, ...]
    device: str = ""
    environment: dict[str, Any] = field(default_factory=dict[str, Any])
    command: str = ""
    created: str = ""
    schema: int = 1
