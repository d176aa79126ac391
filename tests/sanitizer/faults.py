"""Cases with a wrong barrier, mask or mbarrier, and their right twins.

The rules are those of the PTX ISA for `barrier`, `bar.warp.sync`, `shfl.sync`, `vote.sync` and
`mbarrier`, and of the CUDA C++ programming guide for the functions that become them:

- Every thread of the block that has not ended comes to the same `__syncthreads()`. A barrier of a
  count is for that many threads, a multiple of 32.
- The mask of a `.sync` operation of a warp names the caller and only lanes that come to the same
  operation; a shuffle reads a lane of the mask. The mask of all 32 lanes stands for those that have
  not ended: these alone are waited for.
- An mbarrier is initialised once before its first use, gets as many arrivals in a phase as it was
  initialised for, and is waited for only in a phase that ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from sanitizer.case import BarrierFault, Case, line_of
from sanitizer.generator import kernel, twins

KINDS = {
    "divergent": "a barrier that some threads of the block do not come to, or at another place",
    "count": "a barrier whose count is not that of the threads that come",
    "mask": "a mask that leaves out the caller, or names a lane that has ended or never comes",
    "lane": "a shuffle that reads a lane outside the mask",
    "mbarrier": "an mbarrier used before its init, initialised twice, or with too many arrivals",
    "deadlock": "threads that wait for what nothing does",
}


def _case(name: str, body: str, kind: str, ends: bool = True) -> Case:
    """Return a case of one block; kind is "" for a right one."""
    name = f"barrier_{name}"
    source = kernel(name, body)
    faults = (BarrierFault(kind, line_of(source, "A")),) if kind else ()
    compared = () if kind else (0, 2)
    return Case(name, "barriers", source, (name,), faults=faults, compared=compared, ends=ends)


_SHUFFLED = "out[t] = __shfl_sync({}, t, {});  // A"
_INIT = "__shared__ u64 ready;\nif (t == 0) MB_INIT(&ready, {});\n__syncthreads();\n"
_ARRIVE = 'MB_ARRIVE(".shared::cta", &ready);'
_ARRIVE_40 = "MB_ARRIVE_TIMES(&ready, 40);"
_WAIT = 'MB_WAIT(".shared::cta", &ready, {});'

# name, wrong text, kind, whether the wrong one ends, name of the right one, right text
_BLOCKS = (
    ("in_half_a_warp", "if (t < 16) __syncthreads();  // A\nout[t] = t;", "divergent", True,
     "outside", "if (t < 16) out[64 + t] = 1;\n__syncthreads();\nout[t] = t;"),
    ("in_one_warp", "if (t < 32) BAR_SYNC(1, 64);  // A\nout[t] = t;", "deadlock", False,
     "in_both_warps", "if (t < 64) BAR_SYNC(1, 64);\nout[t] = t;"),
    ("other_number", "BAR_SYNC(1 + t / 32, 64);  // A\nout[t] = t;", "deadlock", False,
     "one_number", "BAR_SYNC(1 + t / 64, 64);\nout[t] = t;"),
    ("count_too_high", "BAR_SYNC(1, 96);  // A\nout[t] = t;", "count", False,
     "count", "BAR_SYNC(1, 64);\nout[t] = t;"),
    ("rounds_differ", "for (int i = 0; i <= t / 32; i++) BAR_SYNC(1, 64);  // A\nout[t] = t;",
     "deadlock", False,
     "rounds", "for (int i = 0; i <= 64 / 32; i++) BAR_SYNC(1, 64);\nout[t] = t;"),
    ("arrival_missing", "if (t >= 32) BAR_SYNC(1, 64);  // A\nout[t] = t;", "deadlock", False,
     "arrival", "if (t >= 32) BAR_SYNC(1, 64);\nelse BAR_ARRIVE(1, 64);\nout[t] = t;"),
    ("lanes_of_a_guard",
     "if (t < 50) {\n  s[t] = t;\n  __syncthreads();  // A\n  out[t] = s[49 - t];\n}",
     "divergent", True,
     "guarded_apart", "if (t < 50) s[t] = t;\n__syncthreads();\nif (t < 50) out[t] = s[49 - t];"),
)  # fmt: skip

_WARPS = (
    ("shuffle_without_caller", _SHUFFLED.format("0xfffffffeu", "3"), "mask", True,
     "shuffle_of_all", _SHUFFLED.format("0xffffffffu", "3")),
    ("syncwarp_without_caller", "__syncwarp(0x7fffffffu);  // A\nout[t] = t;", "mask", True,
     "syncwarp_of_all", "__syncwarp(0xffffffffu);\nout[t] = t;"),
    ("shuffle_with_ended_lanes",
     "if (t % 32 >= 16) return;\n" + _SHUFFLED.format("0xffffffu", "3"),
     "mask", True,
     "shuffle_of_the_rest", "if (t % 32 >= 16) return;\n" + _SHUFFLED.format("0xffffu", "3")),
    ("ballot_in_a_branch", "if (t % 32 < 8) out[t] = __ballot_sync(0xffffu, t & 1);  // A", "mask",
     True,
     "ballot_of_a_branch", "if (t % 32 < 8) out[t] = __ballot_sync(0xffu, t & 1);"),
    ("shuffle_reads_outside", "if (t % 32 < 8) " + _SHUFFLED.format("0xffu", "20"), "lane", True,
     "shuffle_reads_inside", "if (t % 32 < 8) " + _SHUFFLED.format("0xffu", "2")),
    ("shuffle_up_outside", "if (t % 32 >= 8) out[t] = __shfl_up_sync(0xffffff00u, t, 4);  // A",
     "lane", True,
     "shuffle_up_inside", "if (t % 32 >= 8) out[t] = __shfl_up_sync(0xffffff00u, t, 4, 8);"),
    ("reduce_in_a_guard",
     "int m = t < 32 ? -1 : 0xffff;\nif (t < 40) out[t] = __reduce_add_sync(m, t);  // A",
     "mask", True,
     "reduce_outside", "int sum = __reduce_add_sync(~0u, t);\nif (t < 40) out[t] = sum;"),
    ("sides_of_other_masks",
     "if (t & 1) __syncwarp(0xaaaaaaaau);\nelse __syncwarp(0x77777777u);  // A\nout[t] = t;",
     "mask", True,
     "sides_of_own_masks",
     "if (t & 1) __syncwarp(0xaaaaaaaau);\nelse __syncwarp(0x55555555u);\nout[t] = t;"),
)  # fmt: skip

_PHASES = (
    ("mbarrier_without_init",
     f"__shared__ u64 ready;\n{_ARRIVE}  // A\nout[t] = t;", "mbarrier", True,
     "mbarrier_with_init", _INIT.format(64) + f"{_ARRIVE}\nout[t] = t;"),
    ("mbarrier_init_twice",
     _INIT.format(64) + "if (t == 32) MB_INIT(&ready, 64);  // A\nout[t] = t;", "mbarrier", True,
     "mbarrier_init_once", _INIT.format(64) + "if (t == 32) out[64] = 1;\nout[t] = t;"),
    ("mbarrier_too_many_arrivals",
     _INIT.format(32) + f"if (t == 0) {_ARRIVE_40}  // A\nout[t] = t;", "mbarrier", True,
     "mbarrier_enough_arrivals", _INIT.format(40) + f"if (t == 0) {_ARRIVE_40}\nout[t] = t;"),
    ("mbarrier_too_few_arrivals",
     _INIT.format(64) + f"if (t < 63) {_ARRIVE}\n{_WAIT.format(0)}  // A\nout[t] = t;",
     "deadlock", False,
     "mbarrier_all_arrive", _INIT.format(64) + f"{_ARRIVE}\n{_WAIT.format(0)}\nout[t] = t;"),
    ("mbarrier_next_phase",
     _INIT.format(64) + f"{_ARRIVE}\n{_WAIT.format(0)}\n{_WAIT.format(1)}  // A\nout[t] = t;",
     "deadlock", False,
     "mbarrier_two_phases",
     _INIT.format(64) + f"{_ARRIVE}\n{_WAIT.format(0)}\n{_ARRIVE}\n{_WAIT.format(1)}\nout[t] = t;"),
)  # fmt: skip


def of_barriers() -> Iterator[Case]:
    """Pair wrong barriers, masks and mbarriers with right ones."""
    for name, bad, kind, ends, right, good in (*_BLOCKS, *_WARPS, *_PHASES):
        yield from twins(_case(name, bad, kind, ends), _case(right, good, ""))
