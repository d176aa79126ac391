"""The record of `decompile`: PTX written as CUDA C, and the proof that both do the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

ProofStatus = Literal["equal", "different", "unproven"]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The smallest input found for which a kernel and its CUDA text differ.

    Attributes:
        arguments: by parameter: a number, or the size of a buffer and the way it was filled.
        where: the buffer that differs; "" if the run of the text did not finish.
        element: the first element that differs in that buffer.
        original, copy: the value of that element after each run.
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
    """The outcome of running a kernel and its CUDA text on the same inputs.

    Attributes:
        status: "equal" (not one byte differed on any input), "different" (see `counterexample`) or
            "unproven" (see `reason`).
        inputs: the number of inputs on which both ran.
        discarded: the number of further inputs that the kernel itself refused.
        racing: the number of further inputs on which its threads race, so that its result depends
            on their order.
        gpu_inputs: the number of `inputs` on which the real GPU agreed too; 0 without a GPU.
        why_not_on_gpu: the reason why a GPU of this machine ran none or only some of the inputs
            that it was given; "" otherwise.
        coverage: the share of the kernel's basic blocks, sides of branches and sides of guarded
            memory accesses that the inputs reached, 0 … 1; counted.
        blocks, edges, guards: the number reached, and the number of all.
        copy_blocks: the same for the basic blocks of the code that NVRTC made of the text.
        never: the parts that no input reached, with their lines of the PTX.
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
    racing: int = 0
    gpu_inputs: int = 0
    why_not_on_gpu: str = ""


@dataclass(frozen=True, slots=True)
class DecompiledKernel:
    """One kernel, by the name of its entry, and its text in CUDA C."""

    name: str
    cuda: str
    proof: Proof
    frontend: str = "ptx"
    target: str = ""


@dataclass(frozen=True, slots=True)
class Decompilation:
    """The kernels of a subject as CUDA C, each with its proof."""

    subject: str
    kernels: tuple[DecompiledKernel, ...]
    device: str = ""
    environment: dict[str, Any] = field(default_factory=dict[str, Any])
    command: str = ""
    created: str = ""
    schema: int = 1
