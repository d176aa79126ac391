"""The figures of a record have names that stay the same from run to run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import kernelscope as ks
from history.records import VARIANT, changed_counters, comparison, estimated, launch, row, stable
from kernelscope.history.figures import figures_of, metric_of
from kernelscope.history.identity import identity_of, mismatch
from kernelscope.record import (
    KINDS,
    Candidate,
    Comparison,
    Record,
    TunedKernel,
    Tuning,
)

KERNEL = "triton: kernel(BLOCK=1024, num_warps=4)"


def by_name(record: Record) -> dict[tuple[str, str], float]:
    return {(one.subject, one.metric): one.value for one in figures_of(record)}


def test_a_row_has_its_own_figures_and_those_of_each_kernel_and_access() -> None:
    found = by_name(comparison())
    assert found["triton", "time_ms"] == 0.004
    assert found["triton", "read"] == found[KERNEL, "read"] == 32_000
    assert found["triton", "registers"] == found[KERNEL, "registers"] == 32
    assert found[KERNEL, "time_us"] == 4
    assert found[f"{KERNEL}, load 1", "sectors"] == 400
    assert found[f"{KERNEL}, load 2", "lane_bytes"] == 16
    assert found[f"{KERNEL}, store 1", "lane_bytes"] == 16
    narrowest = min(v for (name, metric), v in found.items() if metric == "lane_bytes")
    assert found[KERNEL, "lane_bytes"] == narrowest  # what `history show` has of a kernel
    assert (f"{KERNEL}, load 3", "sectors") not in found  # of shared memory


def test_two_launches_of_one_kernel_are_told_apart_by_their_constants_alone() -> None:
    """The name of each does not depend on the other's being there."""
    other = launch(variant=VARIANT | {"BLOCK": "512"})
    alone = by_name(comparison(row(launch())))
    both = by_name(comparison(row(launch(), other, launch())))
    assert {key for key in alone if key[0] == KERNEL} <= set(both)
    assert both[KERNEL, "launches"] == 2
    assert both[KERNEL, "time_us"] == 8
    assert both["triton: kernel(BLOCK=512, num_warps=4)", "launches"] == 1
    assert both["triton", "launches"] == 3


def test_kernels_that_differ_in_their_types_alone_have_two_names() -> None:
    wide = launch(variant=VARIANT | {"x": "*fp64"})
    names = {one.subject for one in figures_of(comparison(row(launch(), wide)))}
    assert len([name for name in names if ": " in name and ", load" not in name
                and ", store" not in name]) == 2  # fmt: skip


def test_trials_are_not_counted() -> None:
    tried = comparison(row(launch(), launch(trial=True)))
    assert by_name(tried)["triton", "launches"] == 1


def test_a_counter_of_some_blocks_is_an_estimate() -> None:
    found = figures_of(comparison(row(launch(sampled=True))))
    (sectors,) = (f for f in found if (f.subject, f.metric) == (KERNEL, "sectors"))
    assert sectors.provenance == "estimated"


def test_every_figure_is_unique_and_its_metric_is_registered_in_its_unit() -> None:
    found = figures_of(comparison(row(), row(name="other")))
    assert len({(one.subject, one.metric) for one in found}) == len(found)
    assert all(metric_of(one.metric).unit in (one.unit, "") for one in found)


def test_compile_seconds_are_no_figure_and_no_part_of_what_is_stable() -> None:
    slower = row(timings={"compile": ks.Quantity(999.0, "ms", "measured")})
    one, other = comparison(), comparison(slower, created="2027-01-01T00:00:00Z", command="x")
    assert one != other
    assert figures_of(one) == figures_of(other)
    assert stable(one) == stable(other)
    assert stable(one) != stable(comparison(row(launch(registers=33))))


def test_a_tuned_kernel_has_a_time_for_each_configuration_and_for_the_chosen_one() -> None:
    candidates = tuple(Candidate({"BLOCK": b}, estimated(float(b)), registers=8) for b in "48")
    tuned = TunedKernel("kernel", "k.py:3", {}, True, candidates, chosen=0)
    found = by_name(Tuning("virtual:h200", "softmax/triton", (tuned,)))
    assert found["kernel, the chosen one", "time_us"] == 4
    assert found["kernel(BLOCK=8)", "time_us"] == 8


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("gpu", {"name": "a100"}, "GPUs differ: h200 and a100"),
        ("case", {"n": 128, "dtype": "float32"}, "cases differ: n=64 and n=128"),
        ("operation", "gelu", "subjects differ: softmax and gelu"),
        ("schema", 2, "schemas differ: 1 and 2"),
    ],
)
def test_records_of_other_things_do_not_match(field: str, value: object, words: str) -> None:
    other = replace(comparison(), **{field: value})
    assert words in mismatch(identity_of(comparison()), identity_of(other))


def test_versions_may_differ_and_machines_do_not_count() -> None:
    newer = comparison(environment={"kernelscope": "0.2", "cpu": "other"})
    assert not mismatch(identity_of(comparison()), identity_of(newer))
    assert identity_of(newer).versions == {"kernelscope": "0.2"}


def test_every_kind_of_record_has_an_identity(tmp_path: Path) -> None:
    """The fields that name a subject are there in the class of each kind."""
    from kernelscope.history import identity

    subjects: dict[str, str] = vars(identity)["_SUBJECT"]
    for kind, field in subjects.items():
        assert field in KINDS[kind].__dataclass_fields__


def test_real_records_of_two_runs_have_equal_figures() -> None:
    """`inspect` of one file twice: nothing but dates differs."""
    one, other = (
        ks.compare("square", device="virtual:h200", only="naive,triton", n=256, nasty=False)
        for _ in range(2)
    )
    assert isinstance(one.record, Comparison)
    assert figures_of(one.record) == figures_of(other.record)
    assert stable(one.record) == stable(other.record)
    assert not one.against(other, "time=0,bytes=0,registers=0,instructions=0").record.changes


def test_counters_add_up_over_launches() -> None:
    twice = by_name(comparison(row(launch(), launch(counters=changed_counters()))))
    assert twice["triton", "sectors"] == 2000
