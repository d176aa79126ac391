"""The check: right implementations pass, and each kind of wrong one is caught and named."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import kernelscope as ks
from kernelscope.measure.check import Checker, Verdict
from kernelscope.measure.nasty import nasty_cases
from kernelscope.operation import LAYOUTS, Case, Operation, load_operation

GIB = 2**30
ROOT = Path(__file__).parents[2]


def gelu_operation(**options: object) -> Operation:
    """GELU on a small matrix, on the CPU."""
    given_options = {"layouts": LAYOUTS, "magnitude": torch.abs} | options
    return Operation(
        "op",
        axes={"n": 97, "dtype": torch.float32},
        inputs=lambda case: (case.normal(case.n, case.n),),
        reference=lambda x: torch.nn.functional.gelu(x, approximate="tanh"),
        work=lambda case: ks.Work(0, 0),
        **given_options,  # type: ignore[arg-type]
    )


def verdict_of(
    function: Callable[..., object], operation: Operation | None = None, *, virtual: bool = False
) -> Verdict:
    """The verdict on one function as an implementation."""
    operation = operation or gelu_operation()
    operation.implementation("mine")(function)
    case = operation.case(device="cpu")
    checker = Checker(operation, case, virtual=virtual)
    return checker.verdict(operation.implementations["mine"])


def exact(x: torch.Tensor) -> torch.Tensor:
    """The right result, into fresh memory that `torch.empty_like` gave."""
    y = torch.empty_like(x)
    return y.copy_(torch.nn.functional.gelu(x, approximate="tanh"))


# --- right ones ----------------------------------------------------------------------------------


def lecture_form(x: torch.Tensor) -> torch.Tensor:
    return 0.5 * x * (1 + torch.tanh(0.79788456 * (x + 0.044715 * x * x * x)))


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("function", [exact, lecture_form])
def test_right_implementations_pass_in_every_dtype_and_case(
    function: Callable[..., torch.Tensor], dtype: str
) -> None:
    """PyTorch's op and the lecture's form are ok on every case that is run."""
    operation = gelu_operation()
    operation.implementation("mine")(function)
    verdict = Checker(operation, operation.case(f"dtype={dtype}", device="cpu")).verdict(
        operation.implementations["mine"]
    )
    assert (verdict.status, verdict.reason, verdict.warnings) == ("ok", "", ())
    run = [check for check in verdict.checks if check.status == "ok"]
    assert len(run) >= 11
    assert verdict.checks[0].case == f"as asked: n=97, dtype={dtype}"
    assert verdict.error is not None
    assert verdict.error.max_ulp < 8


def test_zeros_would_pass_on_empty_inputs_alone() -> None:
    """Each check says whether an output of zeros would have passed it."""
    verdict = verdict_of(exact)
    told = {c.case.split(":")[0]: c.error.zeros_would_pass for c in verdict.checks if c.error}
    assert [name for name, passes in told.items() if passes] == ["empty (n = 0)"]


# --- wrong ones ----------------------------------------------------------------------------------


def off_by_one_at_the_tail(x: torch.Tensor) -> torch.Tensor:
    y = torch.empty_like(x)
    flat = exact(x).reshape(-1)
    y.view(-1)[: x.numel() - 1] = flat[:-1]
    return y


def zeros(x: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(x)


def half_a_percent_off(x: torch.Tensor) -> torch.Tensor:
    return exact(x) * 1.005


def mutates(x: torch.Tensor) -> torch.Tensor:
    y = exact(x)
    x.mul_(2)
    return y


def in_place(x: torch.Tensor) -> torch.Tensor:
    return x.copy_(exact(x))


_buffers: dict[object, torch.Tensor] = {}


def stale_output_buffer(x: torch.Tensor) -> torch.Tensor:
    y = _buffers.setdefault(("buffer", x.shape, x.stride()), torch.empty_like(x))
    return y.copy_(exact(x))


def result_kept_by_shape(x: torch.Tensor) -> torch.Tensor:
    return _buffers.setdefault((x.shape, x.dtype), exact(x)).clone()


def result_kept_by_address(x: torch.Tensor) -> torch.Tensor:
    return _buffers.setdefault((x.data_ptr(), x.shape, x.stride()), exact(x)).clone()


def nan_swallowed(x: torch.Tensor) -> torch.Tensor:
    return exact(x).nan_to_num(0.0)


def overflowing_tanh(x: torch.Tensor) -> torch.Tensor:
    e = torch.exp(2 * 0.79788456 * (x + 0.044715 * x * x * x))
    return 0.5 * x * (1 + (e - 1) / (e + 1))


def ignores_strides(x: torch.Tensor) -> torch.Tensor:
    flat = torch.as_strided(x, (x.numel(),), (1,), x.storage_offset())
    return exact(flat).view(x.shape).clone()


def int32_offsets(x: torch.Tensor) -> torch.Tensor:
    rows = [(row * x.stride(0) + 2**31) % 2**32 - 2**31 for row in range(x.shape[0])]
    y = torch.empty(x.shape, dtype=x.dtype)
    for i, start in enumerate(rows):
        inside = 0 <= start < x.stride(0) * max(1, x.shape[0])
        source = x.as_strided(x.shape[1:], x.stride()[1:], x.storage_offset() + start * inside)
        y[i] = exact(source)
    return y


def writes_too_little(x: torch.Tensor) -> torch.Tensor:
    y = torch.empty(x.shape, dtype=x.dtype)
    y[:-1] = exact(x)[:-1]
    return y


def writes_into_the_gaps(x: torch.Tensor) -> torch.Tensor:
    y = exact(x)
    if x.dim() == 2 and x.numel() and x.stride(-1) == 2:
        x.as_strided((1,), (1,), x.storage_offset() + 1).fill_(3)
    return y


def another_dtype(x: torch.Tensor) -> torch.Tensor:
    return exact(x).double()


def another_shape(x: torch.Tensor) -> torch.Tensor:
    return exact(x)[None]


def nothing(x: torch.Tensor) -> None:
    exact(x)


_calls = {"count": 0}


def wrong_every_second_time(x: torch.Tensor) -> torch.Tensor:
    _calls["count"] += 1
    return exact(x) + (_calls["count"] % 3 == 0)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (off_by_one_at_the_tail, r"1 of 9409 wrong, first at \[96, 96\]: nan for"),
        (zeros, r"wrong, first at \[0, 0\]: 0 for"),
        (half_a_percent_off, "wrong, first at"),
        (mutates, "changes its input x"),
        (in_place, "changes its input x"),
        (stale_output_buffer, "same buffer on every call"),
        (result_kept_by_shape, "wrong, first at"),
        (result_kept_by_address, "wrong, first at"),
        (nan_swallowed, r"^NaN: .*0 for nan"),
        (overflowing_tanh, r"^±1e4: .*nan for"),
        (ignores_strides, r"^transposed: .*wrong"),
        (int32_offsets, r"^offsets past 2\^31: .*wrong"),
        (writes_too_little, r"97 of 9409 wrong, first at \[96, 0\]: nan for"),
        (writes_into_the_gaps, "^sliced: .*changes its input x"),
        (another_dtype, "returns torch.float64, not torch.float32"),
        (another_shape, r"returns shape \(1, 97, 97\), not \(97, 97\)"),
        (nothing, "returns NoneType, not a tensor"),
        (wrong_every_second_time, "second run: .*wrong"),
    ],
)
def test_each_kind_of_wrong_is_caught_and_named(function: Callable[..., object], said: str) -> None:
    """The row is wrong, with the case, the first wrong index and the values."""
    import re

    _buffers.clear()
    _calls["count"] = 0
    verdict = verdict_of(function)
    assert verdict.status == "wrong", verdict
    assert re.search(said, verdict.reason), verdict.reason


@given(
    position=st.integers(0, 97 * 97 - 1),
    factor=st.sampled_from([1.001, 0.0, -1.0, float("nan"), float("inf")]),
)
def test_one_wrong_element_anywhere_is_found_at_its_index(position: int, factor: float) -> None:
    """Whatever its place, the index shown is that of the element."""
    operation = gelu_operation()

    @operation.implementation("mine")
    def damaged(x: torch.Tensor) -> torch.Tensor:
        y = exact(x) + 0.0
        y.view(-1)[position] = y.view(-1)[position] * factor + 0.01
        return y

    checker = Checker(operation, operation.case(device="cpu"), nasty=False)
    verdict = checker.verdict(operation.implementations["mine"])
    assert verdict.error is not None
    assert verdict.error.first_wrong_index == divmod(position, 97)
    assert verdict.error.wrong == 1


NO_ROOM = """
import resource
from pathlib import Path
from tests.measure.test_check import Checker, gelu_operation

operation = gelu_operation()
checker = Checker(operation, operation.case(device="cpu"), virtual=True)
pages = int(Path("/proc/self/statm").read_text().split()[0])
room = pages * resource.getpagesize() + (4 << 30)
resource.setrlimit(resource.RLIMIT_AS, (room, room))
print({case.name: case.not_run for case in checker.cases()}["offsets past 2^31"])
"""


def test_rows_too_far_apart_for_the_address_space_are_not_run_and_say_so() -> None:
    """The tensor needs 8 GiB of addresses, and 4 GiB are left to the process."""
    ended = subprocess.run(  # not in this process, whose `malloc` would remember the limit
        [sys.executable, "-c", NO_ROOM],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert ended.stdout == "8 GiB are refused\n"


# --- what raises ----------------------------------------------------------------------------------


def test_what_raises_on_the_case_asked_for_has_failed_with_its_place() -> None:
    """The message is one line, with the file and line of the user's own code."""

    def broken(x: torch.Tensor) -> torch.Tensor:
        raise RuntimeError("no such kernel\nsecond line")

    verdict = verdict_of(broken)
    assert verdict.status == "failed"
    assert verdict.reason.startswith("RuntimeError: no such kernel (")
    assert "test_check.py:" in verdict.reason
    assert len(verdict.checks) == 1


def test_a_place_in_the_current_folder_is_named_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """An absolute path makes a line long, and differs from machine to machine."""

    def broken(x: torch.Tensor) -> torch.Tensor:
        raise RuntimeError("no such kernel")

    monkeypatch.chdir(Path(__file__).parent)
    assert re.fullmatch(
        r"RuntimeError: no such kernel \(test_check\.py:\d+\)", verdict_of(broken).reason
    )


@pytest.mark.parametrize("error", [ks.UsageError, AssertionError, ValueError, RuntimeError])
def test_refusing_a_layout_is_no_fault(error: type[Exception]) -> None:
    """A clear error for a non-contiguous input is recorded as refused; the row is ok."""

    def contiguous_only(x: torch.Tensor) -> torch.Tensor:
        if not x.is_contiguous():
            raise error("contiguous input only")
        return exact(x)

    verdict = verdict_of(contiguous_only)
    assert verdict.status == "ok"
    refused = [check for check in verdict.checks if check.reason.startswith("refused")]
    assert {check.case.split(":")[0] for check in refused} >= {"transposed", "sliced", "expanded"}
    assert all(check.status == "unavailable" for check in refused)


def test_a_crash_of_the_gpu_is_a_fault_in_any_layout() -> None:
    """An address outside every allocation is not a way to refuse."""

    def out_of_bounds(x: torch.Tensor) -> torch.Tensor:
        if not x.is_contiguous():
            raise ks.MemoryAccessError("address 0x10 is outside every argument")
        return exact(x)

    assert verdict_of(out_of_bounds).status == "failed"


def test_an_unavailable_implementation_keeps_its_reason() -> None:
    """The row is unavailable, not failed."""

    def elsewhere(x: torch.Tensor) -> torch.Tensor:
        raise ks.UnavailableError("needs a toolkit")

    verdict = verdict_of(elsewhere)
    assert (verdict.status, verdict.reason) == ("unavailable", "needs a toolkit")


def test_a_layout_that_an_operation_does_not_promise_is_a_warning() -> None:
    """A user's contiguous-only kernel is ok where it is used, and told where it misreads."""
    promised = gelu_operation(layouts=("contiguous",))
    verdict = verdict_of(ignores_strides, promised)
    assert verdict.status == "ok"
    assert any("sliced" in warning for warning in verdict.warnings)


def causal_attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """The textbook's form: a mask of -inf before the softmax. It multiplies masked values by 0."""
    later = torch.ones(q.shape[0], q.shape[0], dtype=torch.bool).triu(1)
    return torch.softmax((q @ k.T).masked_fill(later, float("-inf")), -1) @ v


def reading_no_later_rows(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """What fused kernels do: masked values are not read, and 0 times NaN does not arise."""
    rows = [torch.softmax(q[i] @ k[: i + 1].T, -1) @ v[: i + 1] for i in range(q.shape[0])]
    return torch.stack(rows) if rows else torch.empty_like(v)


def attention_operation(**options: object) -> Operation:
    return Operation(
        "attention",
        axes={"n": 97},
        inputs=lambda case: tuple(case.normal(case.n, 8) for _ in range(3)),
        reference=causal_attention,
        accumulated=lambda q, k, v: causal_attention(q, k, v.abs()) * 16,
        work=lambda case: ks.Work(0, 0),
        layouts=LAYOUTS,
        **options,  # type: ignore[arg-type]
    )


def test_values_for_which_the_reference_is_not_defined_are_not_run() -> None:
    """Causal attention was wrong for every implementation, PyTorch's included."""
    blamed = verdict_of(reading_no_later_rows, attention_operation())
    assert blamed.status == "wrong"
    assert "nan" in blamed.reason.lower()
    declared = attention_operation(values=("normal", "large"))
    verdict = verdict_of(reading_no_later_rows, declared)
    assert (verdict.status, verdict.reason) == ("ok", "")
    left_out = {
        check.case.partition(":")[0]: check.reason
        for check in verdict.checks
        if check.status == "unavailable" and "defined" in check.reason
    }
    assert left_out == dict.fromkeys(
        ("NaN", "±inf"),
        "not run: the operation is not defined for these values, only for normal, large",
    )
    assert "±1e4" in {check.case.partition(":")[0] for check in verdict.checks}


def test_a_fault_in_the_values_that_are_defined_is_still_wrong() -> None:
    """Leaving NaN out hides no other fault."""

    def forgets_the_mask(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        return torch.softmax(q @ k.T, -1) @ v

    declared = attention_operation(values=("normal", "large"))
    assert verdict_of(forgets_the_mask, declared).status == "wrong"


def test_a_reference_that_fails_on_the_case_asked_for_is_the_users_error() -> None:
    """There is nothing to hold anything against."""
    operation = Operation(
        "op",
        axes={"n": 32},
        inputs=lambda case: (case.normal(case.n),),
        reference=lambda x: x.nonsense(),
        work=lambda case: ks.Work(0, 0),
    )
    with pytest.raises(ks.UsageError, match="inputs or reference fail on n=32: AttributeError"):
        verdict_of(exact, operation)


def test_a_case_that_the_reference_itself_refuses_is_not_run() -> None:
    """The maximum of nothing does not exist: no implementation is blamed for it."""
    operation = Operation(
        "op",
        axes={"n": 32},
        inputs=lambda case: (case.normal(case.n),),
        reference=lambda x: x.max(),
        work=lambda case: ks.Work(0, 0),
    )
    verdict = verdict_of(lambda x: x.max(), operation)
    assert verdict.status == "ok"
    empty = next(check for check in verdict.checks if check.case.startswith("empty"))
    assert empty.reason.startswith("not run: the reference itself fails there")


# --- other kinds of operation -------------------------------------------------------------------


def test_an_in_place_operation_may_change_what_it_names() -> None:
    """mutates=("x",): the input changes, the other input must not; None stands for the input."""
    operation = Operation(
        "axpy",
        axes={"n": 100},
        inputs=lambda case: (case.normal(case.n), case.normal(case.n)),
        reference=lambda x, y: x + 2 * y,
        work=lambda case: ks.Work(0, 0),
        mutates=("x",),
    )

    def right(x: torch.Tensor, y: torch.Tensor) -> None:
        x.add_(y, alpha=2)

    def greedy(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        y.mul_(2)
        return x.add_(y)

    assert verdict_of(right, operation).status == "ok"
    operation.implementation("greedy")(greedy)
    checker = Checker(operation, operation.case(device="cpu"))
    verdict = checker.verdict(operation.implementations["greedy"])
    assert (verdict.status, verdict.reason) == ("wrong", "changes its input y")


def test_several_outputs_and_whole_numbers_are_checked_each() -> None:
    """A tuple's second output, of integers, is compared exactly."""
    operation = Operation(
        "max",
        axes={"n": 50},
        inputs=lambda case: (case.normal(case.n, case.n),),
        reference=lambda x: (x.amax(1), x.argmax(1)),
        work=lambda case: ks.Work(0, 0),
    )
    assert verdict_of(lambda x: (x.amax(1), x.argmax(1)), operation).status == "ok"
    operation.implementation("late")(lambda x: (x.amax(1), x.argmax(1) + (x[:, 0] > 1)))
    checker = Checker(operation, operation.case(device="cpu"))
    assert checker.verdict(operation.implementations["late"]).status == "wrong"
    operation.implementation("one")(lambda x: x.amax(1))
    verdict = checker.verdict(operation.implementations["one"])
    assert verdict.reason == "returns 1 values, not 2"


def test_a_view_of_the_input_is_right_where_the_reference_gives_one() -> None:
    """A transpose shares memory by its nature."""
    operation = Operation(
        "transpose",
        axes={"n": 33},
        inputs=lambda case: (case.normal(case.n, case.n),),
        reference=lambda x: x.T,
        work=lambda case: ks.Work(0, 0),
    )
    assert verdict_of(lambda x: x.T, operation).status == "ok"


def test_a_result_that_shares_its_inputs_memory_is_wrong() -> None:
    """Where the reference makes a new tensor, an implementation must too."""
    operation = Operation(
        "identity",
        axes={"n": 33},
        inputs=lambda case: (case.normal(case.n),),
        reference=lambda x: x * 1.0,
        work=lambda case: ks.Work(0, 0),
    )
    assert "belongs to an input" in verdict_of(lambda x: x, operation).reason


@pytest.mark.parametrize("virtual", [False, True])
def test_a_result_that_varies_within_its_tolerance_is_a_warning(virtual: bool) -> None:
    """Atomic sums are not the same twice, and not wrong."""
    state = {"call": 0}

    def varying(x: torch.Tensor) -> torch.Tensor:
        state["call"] += 1
        return exact(x) * (1 + 2.0**-23 * (state["call"] % 2))

    verdict = verdict_of(varying, virtual=virtual)
    assert verdict.status == "ok"
    assert any("not bit for bit the same" in warning for warning in verdict.warnings)


def test_torchs_cpu_operator_is_not_blamed_for_the_gpus_nan() -> None:
    """On a virtual GPU, PyTorch's operators run on the CPU, whose NaN says nothing of the GPU's."""
    operation = gelu_operation()
    operation.implementation("torch")(nan_swallowed)
    case = operation.case(device="cpu")
    implementation = operation.implementations["torch"]
    assert Checker(operation, case).verdict(implementation).status == "wrong"
    verdict = Checker(operation, case, virtual=True).verdict(implementation)
    assert verdict.status == "ok"
    nan = next(check for check in verdict.checks if check.case.startswith("NaN"))
    assert "CPU operator replaces the GPU's here" in nan.reason


def test_runs_go_through_the_callers_own_run() -> None:
    """A device runs implementations its own way, on the inputs themselves."""
    operation = gelu_operation()
    operation.implementation("mine")(exact)
    seen: list[tuple[int, ...]] = []

    def run(function: Callable[..., torch.Tensor], *inputs: torch.Tensor) -> torch.Tensor:
        seen.append(tuple(inputs[0].shape))
        return function(*inputs)

    Checker(operation, operation.case(device="cpu"), run=run).verdict(
        operation.implementations["mine"]
    )
    assert seen[0] == (97, 97)
    assert {(1, 1), (0, 0), (61, 61)} <= set(seen)


def test_the_same_input_is_given_to_every_implementation() -> None:
    """The case and its seed decide the tensors."""
    case = Case({"n": 5, "dtype": torch.float32}, seed=1, device="cpu")
    operation = gelu_operation()
    (one,), (other,) = operation.inputs_of(case), operation.inputs_of(case)
    assert torch.equal(one, other)


@pytest.mark.parametrize(("free", "kept"), [(120, True), (105, False)])
def test_large_cases_are_kept_for_the_next_implementation_if_there_is_room(
    free: int, kept: bool
) -> None:
    """Rows far apart want 10 GiB, 2^31 elements 96: all of them, or one at a time."""
    gelu = load_operation("gelu")
    cases = nasty_cases(gelu, gelu.case("n=97", device="cpu"), float(free * GIB))
    gigabytes = [one for one in cases if one.needs]
    assert [one.not_run for one in gigabytes] == ["", ""]
    assert [one.large for one in gigabytes] == [not kept] * 2


def test_inputs_of_more_than_two_to_the_31_elements_are_not_run_on_a_virtual_gpu(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They would take minutes there; on a real GPU only too little memory keeps them out."""
    operation = Operation(
        "op",
        axes={"n": 97, "dtype": torch.float32},
        inputs=lambda case: (torch.zeros(case.n),),
        reference=torch.relu,
        work=lambda case: ks.Work(8 * case.n, 0),
        huge={"n": 1 << 32},
    )
    monkeypatch.setattr("kernelscope.measure.check.free_bytes", lambda: 8.0 * GIB)
    reasons: dict[bool, str] = {}
    for virtual in (True, False):
        checker = Checker(operation, operation.case(device="cuda"), virtual=virtual)
        (huge,) = [case for case in checker.cases() if case.name.startswith("more than 2^31")]
        reasons[virtual] = huge.not_run
    assert reasons[True] == "takes minutes on the virtual GPU"
    assert reasons[False] != reasons[True]
