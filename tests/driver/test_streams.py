"""Streams of a C++ program: the default ones, priorities, what waits for what."""

from __future__ import annotations

import pytest

from cuda_program import NEEDED, kernelscope

pytestmark = [*NEEDED, pytest.mark.long("nvcc takes seconds")]

NOT_READY = (
    "cudaEventElapsedTime(&ms, begin, end): cudaErrorNotReady",
    "cudaEventQuery(end): cudaErrorNotReady",
)

ENTRY_POINT = (
    'cudaGetDriverEntryPointByVersion("cuMemAlloc", &launch, 13000, cudaEnableDefault, &found): '
    "cudaSuccess"
)


@pytest.mark.parametrize("own", [False, True])
def test_a_program_with_streams_runs(own: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The legacy default stream waits for blocking ones; a thread's own default stream does not."""
    if own:
        monkeypatch.setenv("NVCC_APPEND_FLAGS", "--default-stream=per-thread")
    ended = kernelscope("run", "streams.cu")
    assert ended.stdout.splitlines() == [
        "priorities 0 to -5, urgent -5, flags 1",
        *(() if own else NOT_READY),
        f"the default stream waits for a blocking one: {int(not own)}",
        "cudaStreamQuery(other): cudaErrorNotReady",
        "and not for another one: 1",
        "cudaStreamQuery(other): cudaSuccess",
        "cudaEventElapsedTime(&ms, begin, untimed): cudaErrorInvalidResourceHandle",
        "a stream waits for an event: 1",
        "write 0, wait 0, 64 bits 0, never 801",
        "high word 256",
        "cudaLaunchKernelEx(&config, follow, x): cudaSuccess",
        "dependent -1",
        f"default streams of two threads: {'two' if own else 'one'}",
        "of a thread 1, today's form 1, none 1 1",
        ENTRY_POINT,
    ], ended.stderr
    assert "wait for a value that comes later is not there" in ended.stderr
