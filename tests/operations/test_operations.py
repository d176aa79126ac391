"""Our operations: each implementation right on the virtual GPU, in every dtype and layout."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import kernelscope as ks
from families import by_kind, exhaustive
from kernelscope.devices.operators import OperatorRecorder
from kernelscope.measure.check import Checker
from kernelscope.operation import Case, Implementation, Operation, load_operation, operation_names
from kernelscope.operations._shared import assemble_as_workers_do

# Inductor takes seconds for each layout: its rows are checked by the comparison's own tests.
ON_THE_SPOT = ("naive", "torch", "triton", "cuda", "numba")
ELEMENTWISE = ("square", "gelu", "gelu-erf")


def _small(operation: Operation, **axes: Any) -> Case:
    sizes = dict.fromkeys(operation.sizes, 100)
    if operation.name == "vector-add":
        sizes = {"n": 3000}
    return operation.case(device="cpu", **(sizes | axes))


def _run_on(gpu: ks.VirtualGPU) -> Callable[..., Any]:
    """Run implementations as `compare` does: PyTorch's CPU operators in the GPU's precision.

    Some give other results by themselves: AMX pads bf16 with 61 columns, and inf becomes NaN.
    """

    def run(function: Callable[..., Any], *inputs: Any) -> Any:
        with OperatorRecorder(gpu):
            return function(*inputs)

    return run


def _names(
    styles: tuple[str, ...],
    like_another: frozenset[str] = frozenset(),
    apart: Sequence[tuple[str, str]] = (),
) -> list[Any]:
    """Return each implementation of the styles, but those `apart`; Triton's have its mark.

    like_another: operations and implementations (`gelu-erf/cuda`) that only `make test-exhaustive`
    runs: their code is that of another one here, with another formula.
    """
    found: list[Any] = []
    for name in operation_names():
        for implementation in load_operation(name).select(None):
            if implementation.style in styles and (name, implementation.name) not in apart:
                marks = [pytest.mark.triton] if implementation.style == "triton" else []
                if {name, f"{name}/{implementation.name}"} & like_another:
                    marks.append(pytest.mark.exhaustive)
                found.append(pytest.param(name, implementation.name, marks=marks))
    return found


# matmul-gelu and mlp launch matmul's Triton kernel, which takes seconds to compile for each layout:
# its layouts are checked once, through matmul.
SAME_KERNEL = [("matmul-gelu", "triton"), ("mlp", "triton")]


@pytest.mark.long("Triton compiles a product anew for each layout, and each is another path")
@pytest.mark.parametrize(
    ("name", "implementation"),
    _names(ON_THE_SPOT, frozenset({"gelu-erf", "square/triton", "gelu/cuda-file"}), SAME_KERNEL),
)
def test_an_implementation_is_right_on_every_nasty_case(name: str, implementation: str) -> None:
    """Sizes, values and layouts: nothing wrong, and nothing refused but what has no such shape."""
    operation = load_operation(name)
    with ks.virtual_gpu("h200") as gpu:
        checker = Checker(operation, _small(operation), run=_run_on(gpu), virtual=True)
        verdict = checker.verdict(operation.implementations[implementation])
    assert (verdict.status, verdict.reason) == ("ok", "")
    assert not [check for check in verdict.checks if check.reason.startswith("refused")]
    assert verdict.error is not None
    assert not verdict.error.zeros_would_pass


@pytest.mark.triton
@pytest.mark.parametrize(("name", "implementation"), [SAME_KERNEL[0], exhaustive(*SAME_KERNEL[1])])
def test_the_tiled_product_with_bias_and_epilogue_is_right(name: str, implementation: str) -> None:
    """The case asked for, with sizes that no tile divides."""
    operation = load_operation(name)
    with ks.virtual_gpu("h200"):
        checker = Checker(operation, _small(operation), virtual=True, nasty=False)
        verdict = checker.verdict(operation.implementations[implementation])
    assert (verdict.status, verdict.reason) == ("ok", "")


# Those that launch the kernel of another with another formula or epilogue compute as that does.
@pytest.mark.parametrize(
    ("name", "implementation"),
    _names(
        ("triton", "cuda"),
        frozenset({"gelu-erf", "matmul-gelu", "mlp", "gelu/cuda-file", "gelu/triton-coarsened"}),
    ),
)
def test_float16_is_computed_in_fp32(name: str, implementation: str) -> None:
    """Magnitudes of 1e4, whose cubes no fp16 holds, and infinities where they belong."""
    operation = load_operation(name)
    with ks.virtual_gpu("h200"):
        for values in ("large", "inf"):
            case = _small(operation, dtype="float16", values=values)
            checker = Checker(operation, case, virtual=True, nasty=False)
            verdict = checker.verdict(operation.implementations[implementation])
            assert (verdict.status, verdict.reason) == ("ok", ""), values


@pytest.mark.triton
@pytest.mark.parametrize("name", by_kind(ELEMENTWISE, lambda _: "elementwise"))
@given(data=st.data())
@settings(max_examples=8)
def test_elementwise_operations_take_any_rank(name: str, data: st.DataObject) -> None:
    """From a number to four dimensions, permuted, with empty ones among them."""
    operation = load_operation(name)
    shape = data.draw(st.lists(st.integers(0, 7), max_size=4).map(tuple))
    order = data.draw(st.permutations(range(len(shape))))
    x = torch.randn(shape).permute(order)
    expected = operation.expected((x,)).float()
    with ks.virtual_gpu("h200"):
        for implementation in operation.select(None):
            if implementation.style in ("triton", "cuda"):
                assert torch.allclose(implementation(x), expected, atol=1e-6), implementation.name


@pytest.mark.triton
@pytest.mark.parametrize("implementation", ["naive", "triton", "triton-online", "cuda"])
@pytest.mark.parametrize("n", [exhaustive(1), 33, exhaustive(257), 9000])
def test_softmax_is_right_for_short_and_long_rows(implementation: str, n: int) -> None:
    """Shorter than a warp, a little longer, a prime, more than one block of the online form."""
    operation = load_operation("softmax")
    case = operation.case(rows=3, n=n, device="cpu")
    with ks.virtual_gpu("h200"):
        checker = Checker(operation, case, virtual=True, nasty=False)
        verdict = checker.verdict(operation.implementations[implementation])
    assert (verdict.status, verdict.reason) == ("ok", "")


@pytest.mark.triton
def test_softmax_of_a_row_that_begins_with_minus_infinity_is_right() -> None:
    """The online form's first block is all -inf: the running maximum must not make a NaN of it."""
    x = torch.full((2, 9000), float("-inf"))
    x[0, 8500:] = torch.randn(500)
    operation = load_operation("softmax")
    with ks.virtual_gpu("h200"):
        got = operation.implementations["triton-online"](x)
    assert torch.allclose(got[0], torch.softmax(x[0], 0), atol=1e-6)
    assert got[1].isnan().all()


@pytest.mark.triton
def test_one_row_a_program_refuses_rows_past_its_limit() -> None:
    """The refusal names the implementation that has no limit."""
    with pytest.raises(ks.UnavailableError, match="at most 65536 columns, not 65537; triton-on"):
        load_operation("softmax").implementations["triton"](torch.zeros(1, 65537))


@pytest.mark.triton
@pytest.mark.parametrize("implementation", ["triton", "cuda"])
@pytest.mark.parametrize(("m", "n", "k"), [(5, 130, 17), (64, 64, 0)])
def test_matmul_is_right_for_rectangles(implementation: str, m: int, n: int, k: int) -> None:
    """Edges in every dimension; a product over nothing is zeros."""
    a, b = torch.randn(m, k), torch.randn(k, n)
    with ks.virtual_gpu("h200"):
        got = load_operation("matmul").implementations[implementation](a, b)
    assert torch.allclose(got, a @ b, atol=1e-4)


@pytest.mark.triton
def test_an_fp32_matmul_is_not_tf32() -> None:
    """1 + 2^-12 is no tf32 number: its square shows whether it was rounded to one."""
    a = torch.full((64, 64), 1 + 2.0**-12)
    with ks.virtual_gpu("h200"):
        got = load_operation("matmul").implementations["triton"](a, a)
    assert torch.allclose(got, a @ a, rtol=1e-6, atol=0)


def test_operands_that_do_not_fit_are_refused() -> None:
    """A usage error with both shapes."""
    with pytest.raises(ks.UsageError, match=r"not \(2, 3\) torch.float32 and \(4, 5\)"):
        load_operation("matmul").implementations["triton"](torch.ones(2, 3), torch.ones(4, 5))


def test_a_dtype_that_a_kernel_is_not_written_for_is_refused() -> None:
    """Never a float64 silently computed in float32."""
    x = torch.ones(2, 2, dtype=torch.float64)
    softmax, square = load_operation("softmax"), load_operation("square")
    for refusing in (
        softmax.implementations["triton"],
        softmax.implementations["triton-online"],
        softmax.implementations["cuda"],
        square.implementations["cuda"],
    ):
        with pytest.raises(ks.UnavailableError, match="float64"):
            refusing(x)
    with pytest.raises(ks.UnavailableError, match=r"float32 and float64, not torch\.bfloat16"):
        square.implementations["numba"](x.bfloat16())


def test_what_needs_a_gpu_says_so() -> None:
    """Max-autotune is unavailable on a virtual GPU, for the true reason."""
    x = torch.ones(2, 2)
    with ks.virtual_gpu("h200"), pytest.raises(ks.UnavailableError, match="chooses by timing"):
        load_operation("matmul").implementations["compile-max-autotune"](x, x)


@pytest.mark.parametrize(
    ("name", "case", "read", "written", "flops"),
    [
        ("vector-add", "n=1000", 8000, 4000, 1000),
        ("square", "n=10,dtype=bf16", 200, 200, 100),
        ("gelu", "n=16384", 2**30, 2**30, 9 * 2**28),
        ("gelu-erf", "n=10", 400, 400, 500),
        ("softmax", "rows=3,n=5", 60, 60, 75),
        ("matmul", "n=512", 2**20, 2**19, 2**28),
        ("matmul-gelu", "n=512", 2**20, 2**19, 2**28 + 9 * 2**18),
        ("mlp", "dim=4,layers=2,batch=3", 4 * (12 + 2 * 20), 48, 2 * 2 * 3 * 16 + 9 * 12),
    ],
)
def test_the_work_model_counts_each_byte_once(
    name: str, case: str, read: float, written: float, flops: float
) -> None:
    """Fewest bytes and FLOPs, by hand."""
    operation = load_operation(name)
    work = operation.work(operation.case(case))
    assert (work.read, work.written, work.flops) == (read, written, flops)


@pytest.mark.triton
def test_coarsening_gives_each_thread_eight_elements() -> None:
    """1024 elements a program: 256 threads in the simple kernel, 128 in the coarsened one."""
    x = torch.randn(4096)
    gelu = load_operation("gelu")
    with ks.virtual_gpu("h200") as gpu:
        gelu.implementations["triton"](x)
        gelu.implementations["triton-coarsened"](x)
    threads = [launch.block[0] for launch in gpu.launches]
    assert [1024 // count for count in threads] == [4, 8]


@pytest.mark.triton
def test_the_square_kernels_use_blocks_of_16_by_16() -> None:
    """Both the CUDA and the Numba kernel."""
    pytest.importorskip("numba.cuda")
    x = torch.randn(40, 50)
    square = load_operation("square")
    with ks.virtual_gpu("h200") as gpu:
        square.implementations["cuda"](x)
        square.implementations["numba"](x)
    assert [launch.block for launch in gpu.launches] == [(16, 16, 1)] * 2
    assert [launch.grid for launch in gpu.launches] == [(4, 3, 1)] * 2


@pytest.mark.triton
def test_the_fused_epilogue_is_one_launch() -> None:
    """What fusing saves is visible in what runs."""
    a = torch.randn(100, 100)
    with ks.virtual_gpu("h200") as gpu:
        load_operation("matmul-gelu").implementations["triton"](a, a)
    assert len(gpu.launches) == 1


@pytest.mark.triton
def test_torch_compile_of_the_mlp_copies_no_parameter() -> None:
    """Each is an input of its own; of slices of one tensor each layer would be another problem."""
    mlp = load_operation("mlp")
    inputs = mlp.inputs_of(mlp.case("dim=64,batch=64", device="cpu"))
    with ks.virtual_gpu("h200") as gpu, OperatorRecorder(gpu):
        mlp.implementations["compile"](*inputs)
    # The products are the library's; between the four layers are three kernels. Trials aside.
    assert sum(not launch.trial for launch in gpu.launches) == 3


def test_while_torch_compile_compiles_it_uses_the_ptxas_of_inductors_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under its version, too; before and after, Triton's own kernels get Triton's own."""
    import torch._dynamo
    from torch._dynamo.callback import callback_handler
    from triton.backends.nvidia.compiler import get_ptxas_version

    ptxas = tmp_path / "ptxas"
    ptxas.write_text("#!/bin/sh\necho Cuda compilation tools, release 99.0, V99.0.1\n")
    ptxas.chmod(0o755)
    monkeypatch.delenv("TRITON_PTXAS_PATH", raising=False)
    monkeypatch.setattr(callback_handler, "start_callbacks", [])
    monkeypatch.setattr(callback_handler, "end_callbacks", [])
    versions = [get_ptxas_version(90)]

    def backend(graph: Any, _: Any) -> Any:
        versions.append(get_ptxas_version(90))
        return graph

    assemble_as_workers_do(ptxas)
    torch.compile(lambda x: x + 1, backend=backend)(torch.ones(3))
    versions.append(get_ptxas_version(90))
    assert "release 99.0" in versions[1]
    assert versions[0] == versions[2] != versions[1]
    assert "TRITON_PTXAS_PATH" not in os.environ


@pytest.mark.gpu
@pytest.mark.parametrize("name", operation_names())
def test_every_implementation_is_right_on_a_real_gpu(name: str) -> None:
    """All nasty cases in the three usual dtypes, on the GPU.

    Of the candidates of max-autotune three take part: with all 20 it compiles for minutes, and
    which one a small case gets is the clock's choice.
    """
    from torch._inductor import config

    operation = load_operation(name)
    for dtype in ("float32", "float16", "bfloat16"):
        case = _small(operation, dtype=dtype).on("cuda")
        checker = Checker(operation, case)
        for implementation in operation.select(None):
            with config.patch({"test_configs.max_mm_configs": 3}):
                verdict = checker.verdict(implementation)
            assert verdict.status in ("ok", "unavailable"), (implementation.name, verdict.reason)


def test_a_long_rows_softmax_is_held_against_its_sum_too() -> None:
    """PyTorch's own sum of 131,072 terms is off by up to 8 eps; a term left out is found."""
    softmax = load_operation("softmax")
    case = softmax.case("rows=64,n=131072", device="cpu")
    checker = Checker(softmax, case, virtual=True, nasty=False)
    assert checker.verdict(softmax.implementations["torch"]).status == "ok"
    short = Checker(
        softmax, softmax.case("rows=64,n=4096", device="cpu"), virtual=True, nasty=False
    )

    def without_the_last_term(x: torch.Tensor) -> torch.Tensor:
        return torch.exp(x - torch.logsumexp(x[:, :-1], -1, keepdim=True))

    assert short.verdict(Implementation("short", "other", without_the_last_term)).status == "wrong"


@pytest.mark.parametrize(("dtype", "status"), [("float32", "ok"), ("float64", "wrong")])
def test_a_sum_of_doubles_is_held_against_double_precision(dtype: str, status: str) -> None:
    """Added up in fp32 it is right for floats, and wrong for doubles."""
    for name, in_fp32 in (
        ("softmax", lambda x: torch.softmax(x.float(), -1).to(x.dtype)),
        ("matmul", lambda a, b: (a.float() @ b.float()).to(a.dtype)),
    ):
        operation = load_operation(name)
        checker = Checker(operation, _small(operation, dtype=dtype), virtual=True, nasty=False)
        assert checker.verdict(Implementation("in fp32", "other", in_fp32)).status == status
