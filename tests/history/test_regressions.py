"""What got worse between two records is said in one line, with its place and its cause."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernelscope as ks
from history.records import (
    BARRIERS,
    READ,
    SECTORS,
    VARIANT,
    changed_counters,
    comparison,
    estimated,
    launch,
    row,
    with_access,
)
from kernelscope.cli import main
from kernelscope.errors import UsageError
from kernelscope.history.limits import DEFAULT, FAMILIES, parse_limits
from kernelscope.history.regressions import compare_records
from kernelscope.quantity import METRICS, Quantity
from kernelscope.record import Access, Comparison, FigureChange, save

BEFORE = comparison()


def changes(limits: str = DEFAULT, **launched: Any) -> tuple[FigureChange, ...]:
    """What changes if the launch is another one."""
    return compare_records(BEFORE, comparison(row(launch(**launched))), limits).changes


def test_equal_records_have_no_change() -> None:
    assert not changes()
    assert compare_records(BEFORE, BEFORE).figures > 20


def test_more_sectors_are_a_regression_at_the_line_that_has_them() -> None:
    more = changed_counters(**{SECTORS: 1600})
    (found,) = changes("sectors=0", counters=more, accesses=with_access(1, sectors=1200))
    assert (found.verdict, found.where) == ("worse", "k.py:14")
    assert "sectors worse: 1,000 sector → 1,600 sector, +60 % at k.py:14" in found.text


def test_one_sector_more_counts_and_is_within_a_limit_of_one() -> None:
    more = changed_counters(**{SECTORS: 1001})
    assert [one.verdict for one in changes("sectors=0", counters=more)] == ["worse"]
    assert not changes("sectors=1", counters=more)
    assert not changes("sectors=0.1%", counters=more)
    assert changes("sectors=0.09%", counters=more)


def test_less_of_it_is_said_too() -> None:
    (found,) = changes("registers=+8", registers=16)
    assert found.verdict == "better"
    assert not changes("registers=+8", registers=40)
    assert changes("registers=+8", registers=41)[0].verdict == "worse"


def test_an_estimate_within_the_interval_cannot_be_told() -> None:
    """4 µs ± 20 % and 5 µs ± 20 % overlap; 8 µs does not."""
    slower = comparison(row(launch(time_us=estimated(5.0))))
    found = compare_records(BEFORE, slower, "time=3%").changes
    assert {one.verdict for one in found} == {"cannot tell"}
    assert "cannot be told apart: 4.00 µs → 5.00 µs, +25 %, estimated" in found[0].text
    worse = compare_records(BEFORE, comparison(row(launch(time_us=estimated(8.0)))), "time=3%")
    assert [one.verdict for one in worse.regressions] == ["worse"]
    faster = comparison(row(launch(time_us=estimated(2.0))))
    assert {one.verdict for one in compare_records(BEFORE, faster).changes} == {"better"}


def test_a_measured_time_is_held_to_its_own_interval() -> None:
    def measured(value: float, error: float) -> Comparison:
        low, high = value * (1 - error), value * (1 + error)
        return comparison(row(time_ms=Quantity(value, "ms", "measured", low, high), launches=()))

    narrow = compare_records(measured(1.0, 0.005), measured(1.05, 0.005), "time=3%")
    assert [one.verdict for one in narrow.changes] == ["worse"]
    wide = compare_records(measured(1.0, 0.05), measured(1.05, 0.05), "time=3%")
    assert [one.verdict for one in wide.changes] == ["cannot tell"]
    assert not compare_records(measured(1.0, 0.001), measured(1.029, 0.001), "time=3%").changes


def test_a_narrower_access_is_a_regression_with_its_line() -> None:
    (found,) = changes("vector=0", accesses=with_access(0, lane_bytes=4))
    assert (found.verdict, found.where) == ("worse", "k.py:12")
    assert "load of 16 → 4 bytes a lane at k.py:12" in found.cause


def test_a_narrower_access_fails_without_limits_of_ones_own() -> None:
    (found,) = changes(accesses=with_access(0, lane_bytes=4))
    assert (found.verdict, found.limit) == ("worse", "vector")


def test_a_line_above_changes_no_access() -> None:
    """Two lines more in the file: every access has another line, and none is another one."""
    moved = tuple(
        dataclasses.replace(a, source=f"k.py:{int(a.source[5:]) + 2}") for a in launch().accesses
    )
    assert not changes(DEFAULT, accesses=moved, kernel_source="k.py:12")


def test_one_access_more_is_compared_by_the_narrowest() -> None:
    wide = (*launch().accesses, Access("k.py:11", "load", 16, requests=1, sectors=1))
    assert not changes("vector=0", accesses=wide)
    narrow = (*launch().accesses, Access("k.py:11", "load", 2, requests=1, sectors=1))
    (found,) = changes("vector=0", accesses=narrow)
    assert (found.verdict, found.where) == ("worse", "k.py:11")


def test_a_smaller_tile_is_paired_by_the_kernels_name_and_is_the_cause() -> None:
    smaller = VARIANT | {"BLOCK": "512"}
    (found,) = changes("barriers=0", variant=smaller, counters=changed_counters(**{BARRIERS: 128}))
    assert found.cause.startswith("BLOCK 1024 → 512")
    assert found.subject == "triton: kernel(BLOCK=512, num_warps=4)"


def test_a_template_argument_is_a_constant_too() -> None:
    one, other = (
        comparison(row(launch(kernel=f"_Z6matmulILi{n}EEvPf", variant={}, registers=n)))
        for n in (16, 32)
    )
    found = compare_records(one, other, "registers=0").regressions
    assert [(c.before and c.before.value, c.after and c.after.value) for c in found] == [(16, 32)]


def test_a_row_that_is_wrong_or_gone_is_a_regression() -> None:
    wrong = comparison(dataclasses.replace(row(), status="wrong", reason="off by one"))
    assert "triton: wrong: off by one" in [c.text for c in compare_records(BEFORE, wrong).changes]
    gone = compare_records(BEFORE, comparison(row(name="other"))).regressions
    assert [one.text for one in gone] == ["triton: has no GPU time of one call any more"]


def test_a_kernel_that_explains_its_row_is_told_once() -> None:
    more = launch(registers=64)
    both = compare_records(
        comparison(row(launch(), launch(kernel="b"))), comparison(row(more, launch(kernel="b")))
    )
    assert [one.subject for one in both.regressions] == ["triton: kernel(BLOCK=1024, num_warps=4)"]


def test_other_versions_are_a_note() -> None:
    newer = comparison(environment={"kernelscope": "0.1", "triton": "3.7.0"})
    assert compare_records(BEFORE, newer).notes == ("triton 3.6.0 → 3.7.0",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("time=3%,bites=0", "column 9: limit 'bites' is unknown: did you mean `bytes`?"),
        ("time=3%,bytes", "column 9: 'bytes' is not NAME=LIMIT"),
        ("time=3", "column 1: 'time=3' needs a unit"),
        ("bytes=3kg", "column 1: 'kg' is not a unit of bytes"),
        ("time=3%, time=4%", "column 10: time is given twice"),
        ("", "column 1: '' is not NAME=LIMIT"),
        ("registers=-8", "column 1: 'registers=-8' is not NAME=LIMIT"),
    ],
)
def test_a_misspelt_limit_names_its_column(text: str, words: str) -> None:
    with pytest.raises(UsageError, match="--fail-over") as error:
        parse_limits(text)
    assert words in str(error.value)


def test_limits_take_units_of_time_and_names_of_metrics() -> None:
    micro, own = parse_limits(f"time=0.5us,{READ}=2")
    (time,) = (f for f in _figures("time_us") if f.metric == "time_us")
    (whole,) = (f for f in _figures("time_ms") if f.metric == "time_ms")
    assert micro.allowed(time) == pytest.approx(0.5)
    assert micro.allowed(whole) == pytest.approx(0.0005)
    assert own.family.metrics == (READ,)


def _figures(metric: str) -> list[Any]:
    from kernelscope.history.figures import figures_of

    return [one for one in figures_of(BEFORE) if one.metric == metric]


def test_every_family_holds_registered_metrics() -> None:
    from kernelscope.history.figures import FIGURES

    assert all(m in METRICS or m in FIGURES for f in FAMILIES.values() for m in f.metrics)


@given(growth=st.floats(0.5, 2), limit=st.floats(0, 50))
def test_a_counter_is_worse_exactly_above_its_limit(growth: float, limit: float) -> None:
    after = changed_counters(**{SECTORS: 1000 * growth})
    found = changes(f"sectors={limit:.6f}%", counters=after)
    moved = 100 * (growth - 1)
    if abs(abs(moved) - limit) > 1e-4:
        verdicts = {"worse"} if moved > limit else {"better"} if -moved > limit else set()
        assert {one.verdict for one in found} == verdicts


def test_the_command_fails_with_a_line_and_passes_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a, b = (str(tmp_path / name) for name in ("a.json", "b.json"))
    save(BEFORE, a)
    save(comparison(row(launch(registers=64))), b)
    assert main(["compare", a, b]) == 1
    assert "registers worse: 32 → 64, +100 % at k.py:10" in " ".join(
        capsys.readouterr().out.split()
    )
    assert main(["diff", a, b, "--fail-over", "registers=+32"]) == 0
    assert main(["compare", b, a, "--json", str(tmp_path / "c.json")]) == 0
    assert [one.verdict for one in ks.load(tmp_path / "c.json").record.changes] == ["better"]
    assert ks.changes(b, a).improvements
    assert ks.changes(a, b).regressions == ks.load(b).against(a).regressions


@pytest.mark.parametrize("words", [["compare"], ["diff"]])
def test_records_that_do_not_fit_are_one_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a, b, no = (str(tmp_path / name) for name in ("a.json", "b.json", "no.json"))
    save(BEFORE, a)
    save(comparison(gpu={"name": "a100"}), b)
    assert main([*words, a, b]) == 2
    assert "their GPUs differ: h200 and a100" in capsys.readouterr().err
    assert main([*words, a, no]) == 2
    Path(no).write_text('{"schema": 99, "kind": "compare"}')
    assert main([*words, a, no]) == 2
    assert capsys.readouterr().err.count("\n") == 2
    assert main(["compare", "gelu", "--fail-over", "time=3%"]) == 2


def test_diff_holds_b_to_limits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """.version 8.0
.target sm_80
.address_size 64
.visible .entry twice(.param .u64 p) {
    .reg .b64 %rd<4>; .reg .b32 %r<4>;
    ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r2, [%rd3]; MORE
    st.global.u32 [%rd3], %r2; ret;
}
"""
    sides = [tmp_path / "a.ptx", tmp_path / "b.ptx"]
    for path, more in zip(sides, ("", "bar.sync 0;"), strict=True):
        path.write_text(text.replace("MORE", more))
    result = ks.diff(*sides, device="virtual:h200", fail_over="shared=0,registers=0")
    assert result.record.limits == "shared=0,registers=0"
    assert not result.regressions
    assert "within the limits" in result.table()
    with pytest.raises(UsageError, match="column 1"):
        ks.diff(*sides, device="virtual:h200", fail_over="tme=3%")
