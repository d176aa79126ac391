"""The line of each wait on a real GPU, from the marks that follow them in PyTorch's profile."""

from __future__ import annotations

import warnings
from inspect import currentframe

import pytest

torch = pytest.importorskip("torch")

from kernelscope.profiling.sync_sources import marking_waits, with_sources  # noqa: E402
from profiling.spans import host, stretch, wait  # noqa: E402


def mark(word: str, at: float, source: str) -> object:
    return stretch(f"{word}: {source}", "range", at, 1)


def test_a_wait_has_the_line_of_the_mark_after_it_and_the_marks_are_gone() -> None:
    spans = [
        host("aten::item", 0, 60),
        wait("item", 10, 40),
        mark("waited here", 61, "train.py:3"),
        wait("copy-to-host", 100, 10),
        mark("printed here", 120, "train.py:4"),
        wait("free", 200, 10),
    ]
    told = [(s.name, s.kind, s.source) for s in with_sources(spans)]
    assert told == [
        ("aten::item", "", None),
        ("wait: item", "item", "train.py:3"),
        ("wait: print", "print", "train.py:4"),
        ("wait: free", "free", None),
    ]


def test_two_waits_of_one_operation_have_both_their_marks_after_it() -> None:
    """PyTorch shows an operation's warnings when the operation is over."""
    spans = [
        wait("item", 0, 10),
        wait("item", 20, 10),
        *(mark("waited here", 40 + i, "a.py:1") for i in range(2)),
    ]
    assert [span.source for span in with_sources(spans)] == ["a.py:1", "a.py:1"]


def test_another_threads_mark_is_not_taken() -> None:
    spans = [wait("item", 0, 10, row=1), mark("waited here", 20, "a.py:1")]
    assert [span.source for span in with_sources(spans)] == [None]


class TestMarking:
    """With PyTorch's warning raised by hand, on its CPU profiler."""

    @pytest.fixture(autouse=True)
    def debug_mode(self, monkeypatch: pytest.MonkeyPatch) -> list[object]:
        modes: list[object] = []
        monkeypatch.setattr(torch.cuda, "get_sync_debug_mode", lambda: 0)
        monkeypatch.setattr(torch.cuda, "set_sync_debug_mode", modes.append)
        monkeypatch.setattr(torch.cuda, "synchronize", lambda: 7)
        return modes

    def test_a_warning_and_an_explicit_wait_leave_their_line(self, debug_mode) -> None:
        with torch.profiler.profile() as found, marking_waits():
            line = currentframe().f_lineno
            warnings.warn("called a synchronizing CUDA operation", stacklevel=1)
            assert torch.cuda.synchronize() == 7
        names = [event.name for event in found.events()]
        assert names == [
            f"waited here: {__file__}:{line + 1}",
            f"waited here: {__file__}:{line + 2}",
        ]
        assert debug_mode == ["warn", 0]

    def test_other_warnings_are_shown_and_afterwards_all_are(self) -> None:
        with warnings.catch_warnings(record=True) as shown:
            warnings.simplefilter("always")
            with marking_waits():
                warnings.warn("mine", stacklevel=1)
            warnings.warn("called a synchronizing CUDA operation", stacklevel=1)
        assert [str(one.message) for one in shown] == [
            "mine",
            "called a synchronizing CUDA operation",
        ]


@pytest.mark.gpu
def test_on_a_gpu_the_printing_loop_shows_its_print_with_its_line(tmp_path) -> None:
    from pathlib import Path

    from kernelscope.jobs.profile import Options, profile_target
    from kernelscope.profiling.schedule import Schedule

    folder = Path(__file__).parent.parent / "scripts"
    options = Options(schedule=Schedule(wait=1, warmup=1, active=3, repeat=1))
    loud = profile_target(str(folder / "loop_that_prints.py"), device="cuda", options=options)
    quiet = profile_target(
        str(folder / "loop_that_does_not_print.py"), device="cuda", options=options
    )
    prints = [sync for sync in loud.record.syncs if sync.kind == "print"]
    assert [sync.source for sync in prints] == [f"{folder / 'loop_that_prints.py'}:15"]
    assert prints[0].waited_ms > 0
    assert [sync for sync in quiet.record.syncs if sync.kind != "explicit"] == []
