"""The table and the flame graph of a profile, from records made by hand."""

from __future__ import annotations

import pytest

from kernelscope.record import DeviceUse, Idle, OperatorTotal, Profile, Stretch
from kernelscope.report.drawing import Bar
from kernelscope.report.profile import flame
from kernelscope.report.profile.text import headline
from kernelscope.results.files import result_of
from report.drawn import Box, boxes

LONG = "void at::native::vectorized_elementwise_kernel<4, at::native::gelu_functor<float>>(int)"


def record(**fields: object) -> Profile:
    base = {
        "stretches": (Stretch("step 0", 10.0, 0.2, 0.1),),
        "operators": (
            OperatorTotal("aten::mm", 2, ((2048, 2048), (2048, 2048)), 0.1, 0.9, ("sm90_gemm",)),
            OperatorTotal("aten::add", 1, (), 0.3, 0.1, (LONG,)),
        ),
    }
    return Profile(device="virtual:h200", target="train.py", **{**base, **fields})


def text(record: Profile, width: int | None = None) -> str:
    return result_of(record).table(width)


def _call(implementation: str, device_ms: float) -> Stretch:
    return Stretch(implementation, 1.0, device_ms, implementation=implementation)


def test_a_program_whose_device_idles_is_the_cpus() -> None:
    assert headline(record()) == (
        "10.0 ms, the GPU works for 0.200 ms of it: 98 % of the time is the CPU's"
    )


def test_a_program_whose_device_works_says_how_long_the_cpu_waited() -> None:
    busy = record(stretches=(Stretch("step 0", 2.0, 1.0, 0.5), Stretch("step 1", 2.0, 2.0, 1.5)))
    assert headline(busy) == (
        "4.00 ms, the GPU works for 3.00 ms of it (75 %); the CPU waits for it for 2.00 ms"
    )


def test_what_is_done_once_is_named_and_in_no_share() -> None:
    """150 ms, of which 144 compile: of the 6 ms that each run would take the GPU works for 0.6."""
    idle = (
        Idle("compile", "a.py:10", 140.0),
        Idle("import", "a.py:9", 4.0),
        Idle("program", "", 5),
    )
    shown = text(
        record(
            stretches=(Stretch("a.py", 150.0, 0.6),),
            use=DeviceUse(span_ms=150.0, busy_ms=0.6, idle=idle),
        )
    )
    assert "6.00 ms, the GPU works for 0.600 ms of it: 90 % of the time is the CPU's" in shown
    assert "only once: 140 ms of compiling, 4.00 ms of importing" in shown
    assert "(6.00 ms without 144 ms of one-time work) the GPU is busy for 10 %" in shown


def test_each_implementation_has_its_sentence_and_its_rows() -> None:
    two = record(
        stretches=(_call("naive", 0.9), _call("torch", 0.1)),
        operators=(
            OperatorTotal("aten::mul", 6, device_ms=0.9, implementation="naive"),
            OperatorTotal("aten::gelu", 1, device_ms=0.1, implementation="torch"),
        ),
    )
    shown = text(two)
    assert shown.index("naive: 1.00 ms") < shown.index("aten::mul") < shown.index("torch: 1.00 ms")
    assert shown.index("torch: 1.00 ms") < shown.index("aten::gelu")


def test_an_implementation_without_operations_still_has_its_sentence() -> None:
    assert "sleep: 1.00 ms" in text(record(stretches=(_call("sleep", 0),), operators=()))


def test_a_row_has_calls_times_shares_shapes_and_kernels() -> None:
    lines = text(record()).splitlines()
    row = next(line for line in lines if line.startswith("aten::mm"))
    assert row.split()[:5] == ["aten::mm", "2048×2048", "2048×2048", "2", "0.100"]
    assert row.split()[5:] == ["25", "%", "0.900", "90", "%"]
    assert lines[lines.index(row) + 1].strip() == "→ sm90_gemm"


def test_names_have_up_to_80_columns() -> None:
    line = next(line for line in text(record()).splitlines() if "vectorized" in line)
    assert line == "  → " + LONG[:75] + "…"


@pytest.mark.parametrize("width", [80, 100, 132])
def test_lines_fit_the_width(width: int) -> None:
    assert max(map(len, text(record(), width).splitlines())) <= width


def test_ten_rows_are_shown_and_the_rest_summed() -> None:
    many = tuple(OperatorTotal(f"op{i}", 1, (), 0.5, 13.0 - i) for i in range(13))
    shown = text(record(operators=many))
    assert [f"op{i} " in shown for i in range(13)] == [True] * 10 + [False] * 3
    assert "3 more: CPU 1.50 ms, GPU 6.00 ms" in shown


def test_notes_and_provenance_are_told() -> None:
    told = text(record(notes=("no ncu",), host_provenance="estimated", model_error="off by 9 %"))
    assert "note: no ncu" in told
    assert "off by 9 %" in told
    assert "meas. measured, est. estimated (docs/results.md)" in told


STACKS = {"main": 100.0, "main;nn.Module: Linear;aten::addmm": 250.0, "main;wait: item": 50.0}


def frames(stacks: dict[str, float]) -> dict[str, Box]:
    """The frames by name."""
    found = boxes(flame.to_svg(record(stacks=stacks)))
    return {hint.rpartition(": ")[0]: box for hint, box in found.items()}


def test_a_frames_width_is_its_share_of_the_time_and_it_lies_under_its_caller() -> None:
    found = frames(STACKS)
    assert found["aten::addmm"].width / found["main"].width == pytest.approx(250 / 400)
    rows = ("train.py", "main", "nn.Module: Linear", "aten::addmm")
    heights = [found[name].y for name in rows]
    assert heights == sorted(heights)
    assert len(set(heights)) == 4


@pytest.mark.parametrize("stacks", [{"main": 1.0}, STACKS, {";".join("abcdefghi"): 1.0}])
def test_a_flame_graph_is_as_high_as_its_deepest_stack(stacks: dict[str, float]) -> None:
    """With a margin below the last frame, the same for every depth."""
    drawing = flame.draw(record(stacks=stacks))
    bars = [mark for mark in drawing.marks if isinstance(mark, Bar) and mark.hint]
    assert len({bar.y for bar in bars}) == 1 + max(len(stack.split(";")) for stack in stacks)
    below = drawing.height - max(bar.y + bar.height for bar in bars)
    assert 10 < below < 20


def test_colours_tell_what_a_frame_is_and_there_is_a_dark_one() -> None:
    kinds = {name: box.role.split()[0] for name, box in frames(STACKS).items()}
    assert kinds == {
        "train.py": "program",
        "main": "program",
        "nn.Module: Linear": "module",
        "aten::addmm": "operation",
        "wait: item": "wait",
    }
    assert "prefers-color-scheme:dark" in flame.to_svg(record(stacks=STACKS))


def test_frames_that_nobody_could_see_are_left_out_and_names_are_escaped() -> None:
    found = frames({"<module> (a.py:1)": 1e6, "tiny": 1.0})
    assert "<module> (a.py:1)" in found
    assert "tiny" not in found


def test_a_record_that_does_not_hold_all_spans_says_so() -> None:
    assert "keeps the longest 0 of 90,000" in text(record(span_count=90_000))


def test_a_frame_too_narrow_to_see_waits_for_the_zoom() -> None:
    """A thousandth of a 1,200 pixel drawing is seen, a ten-thousandth only after a click."""
    stacks = {"main": 1e4, "narrow": 10.0, "thin": 1.0}
    found = frames(stacks)
    assert "thin" not in found["narrow"].role.split()
    assert "thin" in found["thin"].role.split()
    assert found["thin"].width / found["train.py"].width == pytest.approx(1 / 10011, rel=1e-2)
    drawn = flame.to_svg(record(stacks=stacks))
    assert "svg .thin,i.thin{display:none}" in drawn
    assert 'addEventListener("click"' in drawn
