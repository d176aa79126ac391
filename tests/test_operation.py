"""Operations, cases and how the user names them."""

from __future__ import annotations

import itertools
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import kernelscope as ks
from kernelscope.operation import (
    DISTRIBUTIONS,
    LAYOUTS,
    Case,
    Operation,
    axis_values,
    load_operation,
    load_operation_file,
    operation_names,
)

DESIGN_TABLE = {
    "vector-add": "torch compile triton cuda numba",
    "square": "naive torch compile triton cuda numba",
    "gelu": "naive torch compile triton triton-coarsened cuda cuda-file load-inline",
    "gelu-erf": "naive torch compile triton cuda",
    "softmax": "naive torch compile triton triton-online cuda",
    "matmul": "torch compile triton cuda",
    "matmul-gelu": "naive torch compile triton",
    "mlp": "torch compile triton",
}
DEFAULTS = {
    "vector-add": "n=16777216, dtype=float32",
    "square": "n=4096, dtype=float32",
    "gelu": "n=4096, dtype=float32",
    "gelu-erf": "n=4096, dtype=float32",
    "softmax": "rows=4096, n=1024, dtype=float32",
    "matmul": "n=512, dtype=bfloat16",
    "matmul-gelu": "n=512, dtype=bfloat16",
    "mlp": "dim=256, layers=4, batch=256, dtype=float32",
}


def silu() -> Operation:
    """The operation of the user's guide."""
    return Operation(
        "silu",
        axes={"n": 64, "dtype": torch.float32, "alpha": 1.0, "causal": False, "mode": "fast"},
        inputs=lambda case: (case.normal(case.n, case.n),),
        reference=lambda x: x * torch.sigmoid(x),
        work=lambda case: ks.Work(read=case.n**2 * case.itemsize, written=case.n**2 * 4, flops=1),
    )


def test_the_operations_are_those_of_the_design() -> None:
    """Our operations are exactly the designed ones."""
    assert set(operation_names()) == set(DESIGN_TABLE)


@pytest.mark.parametrize("name", DESIGN_TABLE)
def test_an_operation_has_its_designed_implementations_and_default_case(name: str) -> None:
    """Each operation has every designed implementation, with a sentence, and its default case."""
    operation = load_operation(name)
    assert set(DESIGN_TABLE[name].split()) <= set(operation.implementations)
    assert str(operation.default) == DEFAULTS[name]
    for implementation in operation.select(None):
        assert implementation.description.endswith("."), implementation.name
        assert implementation.style != "other"


def test_listing_operations_imports_neither_torch_nor_triton() -> None:
    """The names come from the files, so that a command which lists them starts at once."""
    program = (
        "import sys, kernelscope.operations\n"
        "from kernelscope.operation import operation_names\n"
        "assert 'gelu' in operation_names()\n"
        "assert not {'torch', 'triton', 'numba'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env=_environment())


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(Path(ks.__file__).parent.parent)}


# --- what the user types -------------------------------------------------------------------------


def test_values_take_the_type_of_their_axis() -> None:
    """Text becomes an int, float, bool, string or dtype, as the default case has it."""
    case = silu().case("n=2^10,dtype=bf16,alpha=0.5,causal=true,mode=slow")
    assert (case.n, case.dtype, case.alpha, case.causal, case.mode) == (
        1024,
        torch.bfloat16,
        0.5,
        True,
        "slow",
    )
    assert case.itemsize == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("m=3", r"axis 'm' is unknown \(there are n, dtype"),
        ("n", "'n' is not axis=value"),
        ("n=", "is not axis=value"),
        ("n=1,n=2", "given twice"),
        ("n=many", "axis n: 'many' is not a whole number, as in n=64"),
        ("n=-4", "a size is 0 or more"),
        ("n=1.5", "not a whole number"),
        ("n=2^99", "beyond 2^63"),
        ("dtype=float31", "dtype 'float31' is unknown: did you mean `float32`.*there are bfloat16"),
        ("causal=maybe", "axis causal: 'maybe' is not true or false, as in causal=false"),
        ("layout=diagonal", "there are contiguous, transposed"),
        ("values=odd", "there are normal, large"),
    ],
)
def test_a_mistyped_case_is_named_with_what_is_valid(text: str, said: str) -> None:
    """A usage error quotes the offending part and lists the remedy."""
    with pytest.raises(ks.UsageError, match=said.replace("^", r"\^")):
        silu().case(text)


@given(first=st.integers(1, 5000), factor=st.integers(1, 4000))
def test_a_sweep_has_both_ends_and_grows(first: int, factor: int) -> None:
    """A doubling sweep begins and ends as asked and each point is at most twice the last."""
    last = first * factor
    name, points = axis_values(f"n={first}..{last}", silu().default.axes)
    assert name == "n"
    assert (points[0], points[-1]) == (first, last)
    assert all(a < b <= 2 * a for a, b in itertools.pairwise(points))


def test_a_sweep_may_be_linear_stepped_or_of_another_factor() -> None:
    """`:linear` takes nine even points, `:512` a step, `:x4` a factor."""
    axes = silu().default.axes
    assert axis_values("n=0001..801:linear", axes)[1] == [1, 101, 201, 301, 401, 501, 601, 701, 801]
    assert axis_values("n=256..1100:512", axes)[1] == [256, 768, 1100]
    assert axis_values("n=1..70:x4", axes)[1] == [1, 4, 16, 64, 70]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("n=5", "not of the form"),
        ("n=9..3", "positive and in order"),
        ("n=0..3", "positive and in order"),
        ("dtype=1..2", "'dtype' is not a size; the sizes are n"),
        ("n=1..2:x1", "factor must be at least 2"),
        ("n=1..100000:1", "more than 1000 points"),
    ],
)
def test_a_mistyped_sweep_is_named(text: str, said: str) -> None:
    """A sweep that cannot be is refused with its form or its reason."""
    with pytest.raises(ks.UsageError, match=said):
        axis_values(text, silu().default.axes)


# --- loading ------------------------------------------------------------------------------------

USER_FILE = """
    import kernelscope as ks, torch

    silu = ks.Operation(
        "silu",
        axes={"n": 4096, "dtype": torch.float32},
        inputs=lambda case: (case.normal(case.n, case.n),),
        reference=lambda x: x * torch.sigmoid(x),
        work=lambda case: ks.Work(read=case.n**2 * 4, written=case.n**2 * 4, flops=5 * case.n**2),
    )

    @silu.implementation("naive")
    def naive(x):
        return x * torch.sigmoid(x)
"""


SECOND = "    two = ks.Operation('two', axes={}, inputs=None, reference=None, work=None)\n"


def _write(folder: Path, text: str, name: str = "my_ops.py") -> str:
    path = folder / name
    path.write_text(textwrap.dedent(text))
    return str(path)


def test_a_users_file_loads_by_path_variable_and_name(tmp_path: Path) -> None:
    """FILE.py and FILE.py:NAME both find the operation of the design's example."""
    path = _write(tmp_path, USER_FILE)
    assert load_operation_file(path).name == "silu"
    assert list(load_operation_file(path, "silu").implementations) == ["naive"]


def test_a_users_file_imports_what_lies_next_to_it(tmp_path: Path) -> None:
    """As Python itself has it for a script, wherever the command was typed."""
    _write(tmp_path, "WIDTH = 48", "my_widths_next_to_my_ops.py")
    text = "from my_widths_next_to_my_ops import WIDTH\n" + textwrap.dedent(USER_FILE)
    assert load_operation_file(_write(tmp_path, text)).name == "silu"


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("x = 1", "", "holds no kernelscope.Operation"),
        (USER_FILE, "relu", r"operation 'relu' is unknown \(there are silu"),
        (USER_FILE + SECOND, "", "say which"),
        ("import torch\n\n    y = tensor(1)", "", r"my_ops.py:4: NameError"),
        ("def broken(:\n", "", r"my_ops.py:2:12: not valid Python: "),
    ],
)  # fmt: skip
def test_a_users_file_that_does_not_serve_is_named(
    tmp_path: Path, text: str, name: str, said: str
) -> None:
    """The error says which file, which line, and what there is instead."""
    path = _write(tmp_path, text if text.startswith("\n") else f"\n    {text}")
    with pytest.raises(ks.UsageError, match=said):
        load_operation_file(path, name)


def test_an_unknown_operation_is_answered_with_those_there_are() -> None:
    """A name of nothing, or a path to nothing, is a usage error that lists or locates."""
    with pytest.raises(ks.UsageError, match="there are gelu, gelu-erf, matmul"):
        load_operation("gleu")
    with pytest.raises(ks.UsageError, match="no such file"):
        load_operation_file("nowhere.py", "silu")


def test_an_unknown_implementation_is_answered_with_those_there_are() -> None:
    """`--only` names what exists."""
    with pytest.raises(
        ks.UsageError, match=r"implementation 'magic' is unknown \(there are naive, torch"
    ):
        load_operation("square").select("naive,magic")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"axes": {"seed": 3}}, "axis cannot be called seed"),
        ({"axes": {"n": 3}, "sizes": ("m",)}, "sizes names m"),
        ({"axes": {"n": 3}, "layouts": ("round",)}, "layout round is unknown"),
        ({"axes": {"n": 3}, "values": ("normal", "odd")}, "value odd is unknown; there are normal"),
        ({"axes": {"n": 3}, "values": ("large",)}, "values must name normal"),
    ],
)
def test_an_operation_that_cannot_be_is_refused(options: dict[str, object], said: str) -> None:
    """Mistakes in the definition are found when the file is read."""
    with pytest.raises(ks.UsageError, match=said):
        Operation("o", inputs=None, reference=None, work=None, **options)  # type: ignore[arg-type]


def test_two_implementations_of_one_name_are_refused() -> None:
    """The second would silently replace the first."""
    operation = silu()
    operation.implementation("naive")(torch.sigmoid)
    with pytest.raises(ks.UsageError, match="'naive' exists already"):
        operation.implementation("naive")


def test_inputs_that_are_no_tuple_are_refused() -> None:
    """The forgotten comma of a one-tuple is the usual mistake."""
    operation = Operation(
        "o", axes={}, inputs=lambda case: case.normal(2), reference=torch.exp, work=None
    )  # type: ignore[arg-type]
    with pytest.raises(ks.UsageError, match="a trailing comma makes one"):
        operation.inputs_of(operation.default)


def test_float64_is_refused_where_the_formula_is_not_that_exact() -> None:
    """GELU's constants have eight digits."""
    with pytest.raises(ks.UsageError, match="defined for float32, float16, bfloat16"):
        load_operation("gelu").case("dtype=float64")


def test_values_for_which_the_reference_is_not_defined_are_refused() -> None:
    """There would be nothing to hold a result against."""
    operation = Operation(
        "o",
        axes={"n": 3},
        inputs=None,  # type: ignore[arg-type]
        reference=None,  # type: ignore[arg-type]
        work=None,  # type: ignore[arg-type]
        values=("normal", "large"),
    )
    assert operation.case("values=large").values == "large"
    with pytest.raises(ks.UsageError, match="operation o is defined for values normal, large, not"):
        operation.case("values=nan")


# --- tensors ------------------------------------------------------------------------------------

SHAPES = st.lists(st.integers(0, 5), min_size=0, max_size=3).map(tuple)
NEAR_LAYOUTS = [layout for layout in LAYOUTS if layout != "far"]


@given(
    shape=SHAPES,
    layout=st.sampled_from(NEAR_LAYOUTS),
    values=st.sampled_from(DISTRIBUTIONS),
    dtype=st.sampled_from([torch.float32, torch.float16, torch.bfloat16, torch.float64]),
    seed=st.integers(0, 99),
)
def test_a_drawn_tensor_has_the_shape_dtype_and_bits_that_its_case_says(
    shape: tuple[int, ...], layout: str, values: str, dtype: torch.dtype, seed: int
) -> None:
    """Any layout and distribution gives the shape and dtype, and the same seed the same bits."""
    case = Case({"dtype": dtype}, seed=seed, layout=layout, values=values, device="cpu")
    first, again = case.afresh().normal(*shape), case.afresh().normal(*shape)
    assert (tuple(first.shape), first.dtype) == (shape, dtype)
    assert torch.equal(first.nan_to_num(7.0), again.nan_to_num(7.0))
    if values in ("normal", "large", "zeros"):
        assert first.isfinite().all()


def test_a_seed_gives_the_same_tensors_in_every_version() -> None:
    """A record names the seed alone: a million and three to each seed, and one more each draw."""
    case = Case(seed=3, device="cpu")
    for begin in (3_000_009, 3_000_010, 3_000_011):
        drawn = torch.randn(64, generator=torch.Generator().manual_seed(begin))
        assert torch.equal(case.normal(64), drawn)


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("1", True), ("False", False), ("0", False)],
)
def test_a_switch_is_a_word_or_a_digit(text: str, value: bool) -> None:
    assert silu().case(f"causal={text}").causal is value


def test_two_draws_of_a_case_differ_and_so_do_two_seeds() -> None:
    """Each draw has a random stream of its own."""
    case = Case(seed=3, device="cpu")
    one, two = case.normal(64), case.normal(64)
    assert not torch.equal(one, two)
    assert not torch.equal(one, Case(seed=4, device="cpu").normal(64))


@pytest.mark.parametrize(
    ("layout", "stride", "offset"),
    [
        ("contiguous", (6, 1), 0),
        ("transposed", (1, 4), 0),
        ("sliced", (12, 2), 0),
        ("misaligned", (6, 1), 1),
        ("expanded", (0, 1), 0),
    ],
)
def test_layouts_lie_in_memory_as_their_names_say(
    layout: str, stride: tuple[int, int], offset: int
) -> None:
    """Strides and storage offset of a 4×6 matrix."""
    x = Case(layout=layout, device="cpu").normal(4, 6)
    assert (x.stride(), x.storage_offset()) == (stride, offset)


def test_the_far_layout_reaches_past_2_31_elements_without_touching_the_pages_between() -> None:
    """Three rows of int8-sized numbers span more than 2^31 elements."""
    x = Case({"dtype": torch.float16}, layout="far", device="cpu").normal(3, 5)
    assert 2 * x.stride(0) >= 2**31
    assert torch.equal(x, Case({"dtype": torch.float16}, device="cpu").normal(3, 5))


@pytest.mark.parametrize(("values", "has"), [("nan", torch.isnan), ("inf", torch.isinf)])
def test_nasty_values_are_there_and_leave_ordinary_ones(values: str, has: object) -> None:
    """A few NaN, or infinities of both signs, among normal values."""
    x = Case(values=values, device="cpu").normal(8, 9)
    assert has(x).any()  # type: ignore[operator]
    assert x.isfinite().any()


def test_large_values_reach_exactly_1e4() -> None:
    """Both ends, and magnitudes between."""
    x = Case(values="large", device="cpu").normal(1000)
    assert (x.max(), x.min()) == (1e4, -1e4)


def test_parameters_stay_ordinary_in_a_nasty_case() -> None:
    """special=False is for weights, which a NaN would turn the whole result into."""
    assert Case(values="nan", device="cpu").normal(50, special=False).isfinite().all()


# --- the source that a report shows ---------------------------------------------------------------


def test_the_code_of_an_implementation_brings_its_kernel_and_leaves_the_others() -> None:
    """A Triton kernel, a string of CUDA C++ and a .cu file come along with their function."""
    gelu = load_operation("gelu")
    triton = gelu.implementations["triton"].code
    assert "@triton.jit" in triton
    assert "gelu_of" in triton
    assert "__global__" not in triton
    cuda = gelu.implementations["cuda"].code
    assert "__global__ void gelu" in cuda
    assert "load_inline" not in cuda
    assert "struct alignas(16) Vector" in gelu.implementations["cuda-file"].code
    assert "@triton.jit" in load_operation("matmul").implementations["triton"].code


def test_lines_of_code_leave_out_blanks_comments_and_docstrings() -> None:
    """Naive GELU is a decorator, a def and a formula."""
    assert load_operation("gelu").implementations["naive"].lines_of_code == 3
    assert load_operation("gelu").implementations["triton"].lines_of_code > 10
