"""Racing accesses that show nothing new are counted in compiled code, and nothing is lost by it."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

import kernelscope as ks
from kernelscope.sanitizer import pauses
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.races import RaceWatcher
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu.runtime.watching import AccessEvent, BlockWatch

SOURCE = """\
extern "C" __global__ void many(int* o, int rounds, int late) {
    __shared__ volatile int s[64];
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
        if (threadIdx.x >= 32) {
            if (i < late)
                s[threadIdx.x] = i;
            else
                s[threadIdx.x] = -i;
        } else {
            sum += ((int*)s)[threadIdx.x + 32];
        }
        asm volatile("bar.warp.sync 0xffffffff;");
    }
    o[threadIdx.x] = sum;
}
"""


def line(text: str) -> int:
    """Return the number of the line of this file that begins with a text."""
    lines = Path(__file__).read_text().splitlines()
    return next(n for n, one in enumerate(lines, 1) if one.strip().startswith(text))


WRITE, LATE_WRITE, READ = line("s[threadIdx.x] = i;"), line("s[threadIdx.x] = -i;"), line("sum +=")


def find(rounds: int, late: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Finding], int]:
    """Return what is found, and how many accesses were looked at in Python."""
    looks = 0
    notice = RaceWatcher.notice

    def counted(watcher: RaceWatcher, event: AccessEvent, room: BlockWatch) -> None:
        nonlocal looks
        looks += 1
        notice(watcher, event, room)

    monkeypatch.setattr(RaceWatcher, "notice", counted)
    kernel = ks.cuda_kernel(SOURCE, "many")
    with ks.virtual_gpu(), Sanitizer(["race"]) as found:
        kernel[1, 64](torch.zeros(64, dtype=torch.int32), rounds, late)
    return found.findings, looks


def lines(finding: Finding) -> set[int]:
    sides = [finding.place] + ([finding.other] if finding.other else [])
    return {int(side.source.rpartition(":")[2]) for side in sides}


@pytest.mark.long("as many races as it takes to look at few of them")
def test_each_racing_access_is_counted_and_few_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One warp writes 5,000 times and another one reads: fewer than a tenth is looked at."""
    findings, looks = find(5000, 5000, monkeypatch)
    assert [lines(one) for one in findings] == [{WRITE, READ}]
    monkeypatch.setattr(pauses, "_LOOKS", 1 << 60)
    exact, all_looks = find(5000, 5000, monkeypatch)
    assert findings[0].count == exact[0].count == 32 * all_looks
    assert 10 * looks < all_looks


def test_a_second_pair_of_lines_is_found_behind_many_accesses_of_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last of 5,000 writes is another instruction: it is found, though it races once."""
    findings, _ = find(5000, 4999, monkeypatch)
    assert sorted(map(sorted, map(lines, findings))) == [[WRITE, READ], [LATE_WRITE, READ]]
