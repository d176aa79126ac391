"""The main job on small operations made for the purpose, on a virtual H200."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
import torch

import kernelscope as ks
from kernelscope.errors import UnavailableError, UsageError
from kernelscope.jobs.compare import compare
from kernelscope.operation import DISTRIBUTIONS
from kernelscope.record import Comparison, from_json, to_json


def make_operation(*, values=DISTRIBUTIONS, **implementations) -> ks.Operation:
    """2x on n x 64 floats, with the implementations given."""
    double = ks.Operation(
        "double",
        axes={"n": 128, "dtype": torch.float32},
        inputs=lambda case: (case.normal(case.n, 64),),
        reference=lambda x: 2 * x,
        work=lambda case: ks.Work(
            read=case.n * 64 * case.itemsize,
            written=case.n * 64 * case.itemsize,
            flops=case.n * 64,
        ),
        values=values,
    )
    for name, function in implementations.items():
        double.implementation(name)(function)
    return double


def naive(x):
    return torch.maximum(x + x, x * 2)


def fused(x):
    return x * 2


def wrong_in_one_place(x):
    y = x * 2
    if y.numel() > 100:
        y.view(-1)[100] = 0.25
    return y


def forgets_a_tail(x):
    y = torch.zeros_like(x)
    whole = x.shape[0] // 64 * 64
    y[:whole] = 2 * x[:whole]
    return y


def raises(x):
    raise RuntimeError("no luck today\nsecond line")


def refuses(x):
    raise UnavailableError("needs a quantum GPU")


def rows_of(result) -> dict:
    return {row.implementation: row for row in result.record.rows}


def test_counts_every_operator_and_byte_of_a_naive_implementation():
    """Three operators over n x 64 floats; x + x reads its one tensor once."""
    result = compare(make_operation(naive=naive, torch=fused), device="virtual:h200")
    rows, size = rows_of(result), 128 * 64 * 4
    names = [operator.name for operator in rows["naive"].operators]
    assert names == ["aten.add.Tensor", "aten.mul.Tensor", "aten.maximum.default"]
    assert rows["naive"].bytes.read == (1 + 1 + 2) * size
    assert rows["naive"].bytes.written == 3 * size
    assert rows["torch"].bytes.ratio == 1.0
    assert rows["torch"].bytes.provenance == "computed"


def test_times_and_rates_of_a_virtual_gpu_are_estimates():
    """No number computed from an estimated time is called anything but estimated."""
    row = rows_of(compare(make_operation(torch=fused), device="virtual:h200"))["torch"]
    assert {row.time_ms.provenance, row.throughput.provenance, row.percent_of_limit.provenance} == {
        "estimated"
    }
    moved = 2 * 128 * 64 * 4
    assert row.throughput.value == pytest.approx(moved / (row.time_ms.value * 1e-3) / 1e9)
    assert row.percent_of_limit.value == pytest.approx(100 * row.throughput.value / 4282)


def test_the_limit_is_the_measured_one_where_there_is_one():
    """H200: the copy that was measured; A100: the specification's figure."""
    operation = make_operation(torch=fused)
    measured = compare(operation, device="virtual:h200").record.limit
    specified = compare(operation, device="virtual:a100").record.limit
    assert (measured.value, measured.provenance) == (4282.0, "measured")
    assert (specified.value, specified.provenance) == (2039.0, "computed")


def test_a_crash_leaves_the_other_rows():
    """What raises is a failed row with its first line; the others are whole."""
    rows = rows_of(compare(make_operation(bad=raises, torch=fused), device="virtual"))
    assert rows["bad"].status == "failed"
    assert "RuntimeError: no luck today" in rows["bad"].reason
    assert "\n" not in rows["bad"].reason
    assert rows["bad"].time_ms is None
    assert rows["torch"].status == "ok"


def test_a_wrong_result_is_a_row_with_its_first_wrong_index():
    """Element 100 of 128 x 64 is [1, 36]."""
    row = rows_of(compare(make_operation(mine=wrong_in_one_place), device="virtual"))["mine"]
    assert row.status == "wrong"
    assert row.error.first_wrong_index == (1, 36)
    assert row.error.got == 0.25


def test_a_refusal_is_unavailable_with_its_reason():
    """UnavailableError is no failure."""
    result = compare(make_operation(far=refuses, torch=fused), device="virtual")
    assert rows_of(result)["far"].status == "unavailable"
    assert rows_of(result)["far"].reason == "needs a quantum GPU"


def test_a_refusal_after_a_kernel_ran_has_nothing_of_that_kernel():
    only = ["cuda", "compile-max-autotune"]
    record = compare("matmul", device="virtual:h200", n=16, only=only).record
    kernel, refused = record.rows
    assert (kernel.status, len(kernel.launches)) == ("ok", 1)
    assert (refused.status, refused.launches, refused.timings) == ("unavailable", (), {})


@pytest.mark.slow
def test_an_extension_of_pytorch_is_a_row_as_others_are():
    """Numba has loaded NVIDIA's own runtime for all that is loaded later: ours is called."""
    pytest.importorskip("numba.cuda")
    record = compare("gelu", device="virtual:h200", n=64, only=["cuda", "load-inline"]).record
    kernel, extension = record.rows
    assert (extension.status, extension.reason) == ("ok", "")
    assert len(extension.checks) == len(kernel.checks) > 3
    assert len(extension.launches) == 1
    assert "gelu_kernel" in extension.launches[0].kernel
    assert extension.launches[0].registers
    assert extension.launches[0].counters.keys() == kernel.launches[0].counters.keys()
    assert extension.time_ms is not None


def test_nasty_cases_are_part_of_the_row():
    """Each row has the case asked for first, then the nasty ones, with their status."""
    checks = rows_of(compare(make_operation(torch=fused), device="virtual"))["torch"].checks
    names = [check.case for check in checks]
    assert names[0].startswith("as asked: n=128")
    assert any("NaN" in name for name in names)
    assert any("empty" in name for name in names)


def test_values_that_an_operation_is_not_defined_for_are_noted():
    """What was left out is said, in the table too."""
    result = compare(make_operation(values=("normal", "large"), torch=fused), device="virtual")
    (note,) = result.record.notes
    assert note == "not checked with nan, inf, zeros: the operation is not defined for them"
    assert note in result.table(100)
    with pytest.raises(UsageError, match="defined for values normal, large, not nan"):
        compare(make_operation(values=("normal", "large"), torch=fused), case="values=nan")
    assert compare(make_operation(torch=fused), device="virtual").record.notes == ()


def test_only_and_case_choose():
    """`only` takes text or a list; the case takes text, keywords, or both."""
    operation = make_operation(naive=naive, torch=fused)
    result = compare(operation, device="virtual", only="torch", case="n=64", dtype="float16")
    assert list(rows_of(result)) == ["torch"]
    assert result.record.case == {"n": 64, "dtype": "float16"}
    assert list(rows_of(compare(operation, device="virtual", only=["naive"]))) == ["naive"]


def test_a_sweep_is_one_line_an_implementation():
    """Doubling from 64 to 256: three points, with GB/s of the work model."""
    result = compare(make_operation(naive=naive, torch=fused), device="virtual", axis="n=64..256")
    sweep = result.record.sweep
    assert (sweep.axis, sweep.values, sweep.unit, sweep.log) == (
        "n",
        (64.0, 128.0, 256.0),
        "GB/s",
        True,
    )
    assert all(len(series) == 3 for series in sweep.series.values())
    assert sweep.series["torch"][1].value == pytest.approx(
        rows_of(result)["torch"].throughput.value
    )


def test_a_point_of_a_sweep_that_is_wrong_makes_the_row_wrong():
    """Right at the case asked for, wrong at 256: the row says where."""

    def wrong_when_large(x):
        return x * 2 if x.shape[0] < 256 else x * 3

    result = compare(make_operation(mine=wrong_when_large), device="virtual", axis="n=64..256")
    assert rows_of(result)["mine"].status == "wrong"
    assert rows_of(result)["mine"].reason.startswith("n=256: ")
    assert result.record.sweep.series["mine"][2] is None


def test_a_row_that_is_wrong_on_a_nasty_case_leaves_a_sweep_by_name():
    """It has no line, and the sweep says why; so does one that cannot run here."""

    def forgets_the_tail(x):
        return torch.cat([2 * x[: len(x) // 4 * 4], x[len(x) // 4 * 4 :]])

    result = compare(
        make_operation(mine=forgets_the_tail, far=refuses, torch=fused),
        device="virtual",
        axis="n=64..128",
    )
    sweep = result.record.sweep
    assert list(sweep.series) == ["torch"]
    mine, far = sweep.notes
    assert mine.startswith("mine is not swept: it is wrong: prime sizes: n=61")
    assert far == "far is not swept: it is unavailable: needs a quantum GPU."
    shown = " ".join(result.table().split())
    assert "mine is not swept" in shown
    assert "mine is not swept" in result.page()


def test_a_row_that_a_sweep_found_wrong_is_not_among_the_fastest():
    """One wrong point is enough."""

    def wrong_when_large(x):
        return x * 2 if x.shape[0] < 4096 else x * 3

    def slow(x):
        for _ in range(8):
            x = x * 1.0
        return x * 2

    result = compare(
        make_operation(mine=wrong_when_large, slow=slow), device="virtual", axis="n=1024..4096:x4"
    )
    assert result.record.sweep.series["mine"][0] is not None
    assert not any("Fastest" in note and "mine" in note for note in result.record.sweep.notes)


def test_the_record_survives_its_json():
    """What is saved is what is loaded, through real JSON text."""
    record = compare(
        make_operation(naive=naive, bad=raises), device="virtual", axis="n=64..128"
    ).record
    again = from_json(json.loads(json.dumps(to_json(record), allow_nan=False)))
    assert again == record


def test_every_view_is_written(tmp_path: Path):
    """`write_all` leaves JSON, CSV, HTML and the pictures; the JSON loads."""
    result = compare(make_operation(naive=naive), device="virtual", axis="n=64..128")
    written = {path.name for path in result.write_all(tmp_path / "new" / "folder")}
    assert written >= {"double.json", "double.csv", "double.html", "double.png", "double-sweep.png"}
    loaded = ks.load(tmp_path / "new" / "folder" / "double.json")
    assert isinstance(loaded.record, Comparison)
    assert loaded == result


def test_mistakes_of_the_user_are_one_line():
    """Unknown device, axis, implementation, plot ending; an operation with nothing in it."""
    operation = make_operation(torch=fused)
    for arguments, said in (
        ({"device": "virtual:h9000"}, "h9000"),
        ({"case": "m=3"}, "'m'"),
        ({"only": "nope"}, "'nope'"),
        ({"axis": "n=9"}, "n=9"),
    ):
        with pytest.raises(UsageError, match=said):
            compare(operation, **{"device": "virtual", **arguments})
    with pytest.raises(UsageError, match="no implementation yet"):
        compare(make_operation(), device="virtual")
    with pytest.raises(UsageError, match=r"\.png"):
        compare(operation, device="virtual", nasty=False).plot("x.bmp")


def test_an_operation_whose_own_reference_fails_is_the_users_to_mend():
    """Nothing can be compared with it: an error, not a row."""
    operation = make_operation(torch=fused)
    operation.reference = raises
    with pytest.raises(UsageError, match="no luck today"):
        compare(operation, device="virtual")


def dies(x):
    os.kill(os.getpid(), signal.SIGKILL)


def test_an_implementation_that_dies_takes_no_other_one_along():
    rows = rows_of(compare(make_operation(naive=naive, dies=dies), device="virtual"))
    assert rows["naive"].status == "ok"
    assert (rows["dies"].status, rows["dies"].reason) == ("failed", "its process died of SIGKILL")


def test_what_implementations_print_is_printed(capsys):
    def prints(x):
        print("here")
        return x * 2

    compare(make_operation(naive=naive, prints=prints), device="virtual", nasty=False)
    assert capsys.readouterr().out.count("here") >= 1


def test_rows_are_those_of_implementations_alone():
    """Side by side, each in a process of its own, they show what they show alone."""
    both = rows_of(compare(make_operation(naive=naive, fused=fused), device="virtual"))
    alone = rows_of(compare(make_operation(fused=fused), device="virtual"))
    assert both["fused"] == alone["fused"]


def test_quick_checks_five_nasty_cases_and_says_which():
    result = compare(
        make_operation(fused=fused, wrong=forgets_a_tail), device="virtual", quick=True
    )
    rows = rows_of(result)
    assert [check.case.partition(":")[0] for check in rows["fused"].checks] == [
        "as asked", "prime sizes", "empty (n = 0)", "NaN", "transposed", "misaligned",
    ]  # fmt: skip
    assert rows["wrong"].status == "wrong"
    (note,) = [note for note in result.record.notes if note.startswith("--quick")]
    assert "prime sizes, empty (n = 0), NaN, transposed, misaligned" in note


def test_progress_ends_at_its_total():
    """Steps never go back, and the last one is the total."""
    seen: list[tuple[int, int]] = []
    compare(
        make_operation(naive=naive, bad=raises),
        device="virtual",
        progress=lambda _, done, total: seen.append((done, total)),
    )
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]
