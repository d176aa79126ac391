"""Host time by stack."""

from __future__ import annotations

from kernelscope.devices.activity import StackSample
from kernelscope.profiling.stacks import fold_samples, text
from profiling.spans import stretch


def sample(
    end: float, duration: float, *frames: str, inside: str = "op", row: int = 0
) -> StackSample:
    return StackSample(end, duration, frames, inside, row)


STEP = stretch("step 0", "step", 0, 1000)


def test_an_operations_time_is_its_stacks_and_the_time_between_is_what_both_share() -> None:
    samples = [
        sample(15, 5, "main", "forward"),
        sample(40, 10, "main", "backward", inside="mm"),
    ]
    assert fold_samples(samples, [STEP]) == {
        "main;forward": 10,  # before the first operation
        "main;forward;op": 5,
        "main": 15,  # from 15 to 30
        "main;backward;mm": 10,
    }


def test_a_wait_inside_an_operation_is_counted_once() -> None:
    samples = [sample(40, 30, "main", inside="wait: item"), sample(50, 50, "main", inside="item")]
    folded = fold_samples(samples, [STEP])
    assert folded == {"main": 10, "main;wait: item": 30, "main;item": 10}
    assert sum(folded.values()) == 50


def test_time_between_two_steps_that_are_kept_is_nobodys() -> None:
    steps = [stretch("step 1", "step", 0, 20), stretch("step 3", "step", 500, 20)]
    samples = [sample(10, 10, "main"), sample(512, 10, "main")]
    assert fold_samples(samples, steps) == {"main;op": 20, "main": 2}


def test_imports_and_compiling_are_left_out() -> None:
    once = [
        stretch("import a", "import", 20, 400),
        stretch("import b", "import", 30, 100),
        stretch("torch.compile compiles", "compile", 420, 50),
    ]
    samples = [
        sample(10, 10, "main"),
        sample(445, 5, "main", inside="made by the compiler"),
        sample(490, 10, "main"),
    ]
    assert fold_samples(samples, [STEP], once) == {"main;op": 20, "main": 20}


def test_another_thread_has_a_root_of_its_own_and_no_time_between() -> None:
    samples = [sample(10, 10, row=1, inside="mul"), sample(100, 10, row=1, inside="mul")]
    assert fold_samples(samples, [STEP]) == {"thread 1;mul": 20}


def test_text_has_a_line_a_stack_in_whole_microseconds() -> None:
    assert text({"b": 2.4, "a;x y": 1.6, "tiny": 0.2}) == "a;x y 2\nb 2\n"
