"""CUDA C in a terminal: the code, and what the proof found in words."""

from __future__ import annotations

from kernelscope.record import Counterexample, Decompilation, DecompiledKernel, Proof
from kernelscope.report import decompilation
from kernelscope.report.tables import plain

CUDA = """extern "C" __global__ void scale(float* x) {
    x[threadIdx.x] *= 2.0f;  // the line is longer than a narrow terminal, which does not break it
}
"""


def shown(proof: Proof, width: int = 80) -> list[str]:
    kernel = DecompiledKernel("scale", CUDA, proof)
    return plain(
        decompilation.renderable(Decompilation("k.py", (kernel,))), width, crop=False
    ).splitlines()


def test_the_code_is_there_as_it_is_and_the_verdict_after_it() -> None:
    """No line of the code is broken or cut, and the verdict says what ran."""
    proof = Proof(
        "equal", 40, 1.0, blocks=(12, 12), edges=(13, 14), guards=(0, 0), gpu_inputs=3,
        never=tuple(f"the branch at line {line}" for line in range(6)),
    )  # fmt: skip
    lines = shown(proof, width=60)
    assert lines[:3] == CUDA.splitlines()
    said = " ".join(" ".join(lines[3:]).split())
    assert said.startswith("equal scale 40 inputs (3 of them on the GPU too), not one byte differs")
    assert "they reached all of 12 blocks, 13 of 14 sides of branches (counted)" in said
    assert "the branch at line 3 and 2 more that no input reached" in said


def test_every_path_is_named_if_they_are_few() -> None:
    """Four are named; there is nothing more to count."""
    never = tuple(f"line {line}" for line in range(4))
    lines = shown(Proof("equal", 1, 1.0, blocks=(1, 2), never=never))
    assert [line.strip() for line in lines[-5:-1]] == list(never)
    assert "1 input, not one byte differs" in "\n".join(lines)
    assert "more that no input" not in "\n".join(lines)


def test_a_difference_comes_with_the_input_that_shows_it() -> None:
    """The launch, its arguments, the place and both values."""
    example = Counterexample(
        (2, 1, 1), (32, 1, 1), 64, {"n": "33", "x": "128 B of ones"}, "x", 7, "2.0", "4.0"
    )
    lines = [line.strip() for line in shown(Proof("different", 1, counterexample=example))]
    assert "different  scale  found after 1 input" in lines
    assert lines[-5:-1] == [
        "grid 2×1×1, block 32×1×1, 64 B dynamic shared memory",
        "n = 33",
        "x = 128 B of ones",
        "x[7] is 2.0, and 4.0 by the text",
    ]


def test_a_run_that_does_not_end_is_told_of_both() -> None:
    """No buffer differs, because one of the two did not finish."""
    example = Counterexample((1, 1, 1), (32, 1, 1), 0, {}, "", 0, "finishes", "does not")
    assert "  the kernel finishes, the text: does not" in shown(
        Proof("different", 2, counterexample=example)
    )


def test_what_is_not_proved_says_why() -> None:
    """The reason instead of numbers."""
    assert "unproven  scale  it needs two GPUs" in shown(
        Proof("unproven", reason="it needs two GPUs")
    )


def test_what_the_gpu_did_not_run_has_its_reason() -> None:
    """It ran some of the inputs, or none."""
    why = "no GPU here"
    none = shown(Proof("equal", 2, why_not_on_gpu=why))
    some = shown(Proof("equal", 2, gpu_inputs=1, why_not_on_gpu=why))
    assert "  not compared on the GPU: no GPU here" in none
    assert "  not compared on the GPU on more inputs: no GPU here" in some


def test_one_file_holds_every_kernel_and_each_helper_once() -> None:
    """A second kernel of one name gets a number, also where it is defined."""
    helper = "__device__ float twice(float x) { return 2 * x; }"
    bodies = ("void scale(float* x) { x[0] = twice(x[0]); }", "void scale(int* x) { x[0] *= 2; }")
    kernels = [DecompiledKernel("scale", f"{helper}\n\n{body}", Proof("equal")) for body in bodies]
    kernels.append(DecompiledKernel("shift", f"{helper}\n\nvoid shift() {{}}", Proof("equal")))
    assert decompilation.cuda_file(Decompilation("k.py", tuple(kernels))) == (
        f"{helper}\n\n{bodies[0]}\n\nvoid scale_2(int* x) {{ x[0] *= 2; }}\n\nvoid shift() {{}}\n"
    )
