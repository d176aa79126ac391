"""The concurrent programs: what is launched, on which data, and which arrays are results.

Each has one possible result, whatever the order in which its threads run. The comment above a
kernel in its `.cu` file says why it is legal and what must hold.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from truth.concurrent.program import (
    Buffer,
    Dim3,
    Program,
    changed,
    filled,
    numbers,
    program,
    result,
    scratch,
)


def _lanes() -> list[Program]:
    one = (
        (64, "shuffle_on_both_sides ballot_on_both_sides shuffle_on_three_sides"),
        (64, "ballot_in_eight_cases match_any_on_both_sides syncwarp_exchange half_masks"),
        (64, "quarters_with_two_sides loop_of_different_lengths left_a_loop_early"),
        (64, "two_loops_in_step after_a_return returns_while_others_wait"),
        (64, "function_called_on_both_sides scan_across_a_branch groups_of_equal_keys"),
        (64, "nested_sides one_side_meets_it_later"),
        (32, "syncwarp_ping_pong"),
    )
    plain = [
        program("lanes", name, 1, n, numbers(n), result(n))
        for n, names in one
        for name in names.split()
    ]
    return [
        *plain,
        program("lanes", "any_and_all_on_both_sides", 1, 64, result(64)),
        program("lanes", "match_all_on_both_sides", 1, 64, result(64, np.uint32)),
        program("lanes", "redux_on_both_sides", 1, 64, numbers(64), result(192)),
        program("lanes", "one_is_elected_on_both_sides", 1, 64, result(64)),
    ]


def _barriers() -> list[Program]:
    one = (
        (128, "barrier_on_both_sides counted_barrier_on_both_sides lanes_leave_round_by_round"),
        (128, "votes_on_both_sides barrier_of_the_lanes_that_stay"),
        (64, "rounds_on_both_sides"),
        (176, "syncthreads_count_and_or"),
        (256, "barrier_after_warps_have_ended parts_of_the_block numbers_in_registers"),
    )
    plain = [
        program("barriers", name, 1, n, numbers(n), result(n))
        for n, names in one
        for name in names.split()
    ]
    return [
        *plain,
        program("barriers", "producers_and_consumers", 1, 128, numbers(768), result(64)),
        program("barriers", "chain_of_fifteen_barriers", 1, 512, result()),
        program("barriers", "two_barriers_in_turn", 1, 64, result(64)),
    ]


def _carry_and_time() -> list[Program]:
    words = numbers(128, 0, 1 << 32, np.uint32)
    edges = np.array([0, 1, 2**32 - 1, 2**31, 5, 2**31 - 1, 10, 2**32 - 2] * 16, np.uint32)
    wide = numbers(64, 0, 1 << 63, np.uint64)
    ends = np.array([0, 1, 2**64 - 1, 2**63, 5, 2**63 - 1, 10, 2**64 - 2] * 8, np.uint64)
    other, others = (
        Buffer(np.roll(edges, 3)),
        Buffer(np.where(np.arange(64) & 4, np.roll(ends, 5), ends)),
    )
    return [
        program(
            "carry", "difference_of_64_bits", 1, 64, words, Buffer(edges), result(192, np.uint32)
        ),
        program("carry", "sums_of_128_bits", 1, 32, wide, others, result(192, np.uint64)),
        program(
            "carry",
            "sums_of_128_bits",
            1,
            32,
            Buffer(ends),
            others,
            result(192, np.uint64),
            name="sums_of_128_bits_at_the_ends",
        ),
        program(
            "carry", "difference_then_sum", 1, 128, Buffer(edges), other, result(512, np.uint32)
        ),
        program("carry", "product_of_64_bits", 1, 64, words, Buffer(edges), result(256, np.uint32)),
        program("time", "waits_for_ticks", 2, 64, result(64)),
        program("time", "waits_for_ticks_of_32_bits", 1, 64, result(64)),
        program("time", "clock_never_goes_back", 1, 64, numbers(64), result(64)),
        program("time", "global_timer_advances", 1, 32, result(32)),
        program(
            "time", "global_timer_is_one_for_all", 2, 1, scratch(1, np.uint64), scratch(), result()
        ),
        program("time", "sleeps_until_a_time", 1, 64, result(64)),
        program("time", "gives_up_after_a_time", 1, 64, scratch(), result(64)),
    ]


def _locks() -> list[Program]:
    return [
        program("locks", "lock_taken_inside_a_loop", 1, 32, scratch(), result()),
        program(
            "locks",
            "lock_taken_inside_a_loop",
            8,
            96,
            scratch(),
            result(),
            name="lock_taken_inside_a_loop_by_all_blocks",
        ),
        program("locks", "lock_taken_before_going_on", 1, 32, scratch(), result()),
        program(
            "locks",
            "lock_of_each_bucket",
            4,
            128,
            numbers(512),
            scratch(16),
            result(16),
            result(16),
        ),
        program("locks", "ticket_lock", 3, 64, scratch(), result(), result()),
        program("locks", "mutex_by_exchange", 40, 64, scratch(), result(10)),
        program("locks", "philosophers", 2, 16, scratch(32), result(32), 32),
        program(
            "locks",
            "transfers",
            4,
            64,
            numbers(256, 0, 12),
            Buffer(numbers(257, 0, 12).data[1:]),
            scratch(12),
            result(12),
        ),
        program("locks", "lock_in_shared_memory", 1, 160, result(2)),
        program("locks", "lock_with_acquire_and_release", 4, 32, scratch(), result()),
        program(
            "locks",
            "stack_by_compare_and_swap",
            4,
            64,
            scratch(1, np.uint32),
            scratch(257, np.uint32),
            scratch(1, np.uint32),
            result(2, np.uint32),
        ),
        program("locks", "sequence_lock", 4, 32, scratch(1, np.uint32), scratch(2), result(96)),
        program("locks", "semaphore_of_two", 2, 32, filled(2), scratch(), result(), result()),
    ]


_twice_of_grid = np.uint64
_floats_of_grid = np.random.default_rng(7).standard_normal(256 + 2048, dtype=np.float32)
_queue_of_grid = np.zeros(256, np.int32)
_queue_of_grid[0] = 61
_GRID = [
    program(
        "grid",
        "grid_barrier_by_a_counter",
        24,
        64,
        changed(numbers(1536)),
        result(1536),
        scratch(),
    ),
    program(
        "grid",
        "grid_barrier_on_every_multiprocessor",
        132,
        32,
        scratch(1, np.uint32),
        scratch(1, np.uint32),
        result(3, np.uint32),
        result(132, np.uint32),
    ),
    program(
        "grid", "first_waits_for_last", 64, 64, numbers(64), scratch(64), scratch(), result(64)
    ),
    program("grid", "chain_against_the_order", 64, 32, scratch(64), result(64)),
    program(
        "grid",
        "split_k_with_semaphores",
        (4, 4, 1),
        32,
        Buffer(_floats_of_grid[:256]),
        Buffer(_floats_of_grid[256:]),
        result(128, np.float32),
        scratch(4),
    ),
    program("grid", "stream_k", 5, 64, numbers(768), scratch(320), scratch(5), result(192)),
    program(
        "grid",
        "look_back_scan",
        100,
        64,
        numbers(6400),
        result(6400),
        scratch(),
        scratch(100, _twice_of_grid),
    ),
    program(
        "grid",
        "look_back_scan",
        4500,
        64,
        numbers(288000),
        result(288000),
        scratch(),
        scratch(4500, _twice_of_grid),
        name="look_back_scan_of_more_blocks_than_fit",
        long=True,
    ),
    program(
        "grid",
        "look_back_by_a_warp",
        150,
        32,
        numbers(4800),
        result(4800),
        scratch(),
        scratch(150, _twice_of_grid),
    ),
    program(
        "grid",
        "last_block_adds",
        48,
        128,
        numbers(6144),
        scratch(48),
        scratch(1, np.uint32),
        result(),
    ),
    program(
        "grid",
        "ring_between_two_blocks",
        2,
        64,
        numbers(1920),
        scratch(256),
        scratch(64),
        result(64),
        30,
    ),
    program("grid", "two_blocks_in_turn", 2, 32, scratch(), result()),
    program("grid", "work_by_ticket", 20, 32, numbers(90), scratch(), result(2880), 90),
    program(
        "grid",
        "work_that_makes_work",
        6,
        32,
        Buffer(_queue_of_grid),
        filled(1),
        scratch(),
        filled(1),
        result(),
    ),
    program(
        "grid",
        "one_block_feeds_the_others",
        9,
        32,
        numbers(100),
        scratch(3200),
        scratch(),
        scratch(),
        result(3200),
        100,
    ),
    program("grid", "wave_front", (9, 7, 1), 32, numbers(63), result(63), scratch(63)),
    program("grid", "tree_from_the_leaves", 4, 64, numbers(256), result(512), scratch(256), 256),
    program(
        "grid",
        "every_ticket_once",
        4,
        64,
        scratch(2, np.uint32),
        result(256, np.uint32),
        result(7, np.uint32),
    ),
    program("grid", "message_by_a_volatile_flag", 2, 64, scratch(8), scratch(), result(64)),
    program(
        "cooperative",
        "grid_sync",
        40,
        64,
        changed(numbers(2560)),
        result(2560),
        cooperative=True,
    ),
    program(
        "cooperative",
        "grid_reduction",
        24,
        32,
        numbers(768),
        scratch(24),
        result(24),
        cooperative=True,
    ),
    program(
        "cooperative",
        "grid_arrive_and_wait",
        16,
        64,
        numbers(1024),
        scratch(1024),
        result(1024),
        cooperative=True,
    ),
    program("cooperative", "tiles_of_a_warp", 1, 64, numbers(64), result(64)),
    program("cooperative", "labelled_partition", 1, 64, numbers(64), result(64)),
]


def _messages() -> list[Program]:
    return [
        program("messages", "chain_of_warps", 1, 256, result(8)),
        program("messages", "chain_of_lanes", 1, 32, result(32)),
        program("messages", "two_lanes_in_turn", 1, 32, result()),
        program("messages", "lanes_pass_values_round", 1, 64, numbers(64), result(64)),
        program("messages", "barrier_built_by_hand", 1, 256, numbers(256), result(256)),
        program("messages", "ring_between_two_warps", 1, 64, numbers(640), result(32)),
        program("messages", "warps_wait_for_work", 1, 256, numbers(64), result(2048)),
        program("messages", "lanes_count_each_other", 1, 32, result(32)),
        program(
            "messages", "one_side_waits_for_the_other", 1, 32, scratch(32), scratch(), result(32)
        ),
    ]


def row(
    kernel: str, grid: int | Dim3, block: int, cluster: Dim3, *rest: Buffer, **more: Any
) -> Program:
    return program("clusters", kernel, grid, block, *rest, cluster=cluster, **more)


def same(kernel: str, grid: int, block: int, size: int, **more: Any) -> Program:
    n = grid * block
    return row(kernel, grid, block, (size, 1, 1), numbers(n), result(n), **more)


def groups(kernel: str, grid: int, size: int, **more: Any) -> Program:
    rest = numbers(grid * 32, 0, 1000), result(grid * 32)
    return program("cluster_groups", kernel, grid, 32, *rest, cluster=(size, 1, 1), **more)


_CLUSTERS = [
    row("cluster_registers", (4, 4, 2), 32, (2, 2, 1), result(17 * 32, np.uint32)),
    row(
        "cluster_registers",
        (8, 2, 2),
        32,
        (4, 1, 2),
        result(17 * 32, np.uint32),
        name="cluster_registers_in_z",
    ),
    program("clusters", "cluster_of_one", 5, 64, result(5, np.uint32)),
    same("reads_from_the_neighbour", 8, 64, 2),
    same("reads_from_the_neighbour", 16, 64, 8, name="reads_from_the_neighbour_of_eight"),
    same("stores_round_the_ring", 12, 32, 4),
    row(
        "stores_round_the_ring",
        (2, 8, 1),
        32,
        (1, 4, 1),
        numbers(512),
        result(512),
        name="stores_round_the_ring_in_y",
    ),
    row(
        "stores_round_the_ring",
        (4, 4, 1),
        32,
        (2, 2, 1),
        numbers(512),
        result(512),
        name="stores_round_the_ring_in_x_and_y",
    ),
    program("clusters", "ring_of_a_fixed_cluster", 6, 32, numbers(192), result(192)),
    row("sum_of_a_cluster", (2, 8, 1), 64, (1, 4, 1), numbers(1024), result(16)),
    same("arrives_and_waits_later", 4, 64, 4),
    row("histogram_of_a_cluster", 16, 64, (8, 1, 1), numbers(4096, 0, 1 << 20), result(272)),
    same("cluster_barrier_on_both_sides", 4, 64, 2),
    same("cluster_barrier_without_ended_warps", 8, 64, 4),
    same("asynchronous_stores", 8, 64, 4),
    row("asynchronous_stores_in_phases", 4, 32, (2, 1, 1), numbers(512), result(512)),
    row(
        "asynchronous_reductions",
        8,
        64,
        (4, 1, 1),
        numbers(512, 0, 1000),
        result(128, np.uint32),
    ),
    same("bulk_copy_to_the_neighbour", 8, 128, 4),
    row("multicast_copies", 8, 128, (4, 1, 1), numbers(2048), result(1024)),
    row("producer_in_another_block", 4, 32, (2, 1, 1), numbers(640), result(64)),
    row("polls_another_block", 8, 32, (4, 1, 1), result(8)),
    same("generic_addresses", 8, 32, 4),
    same("stencil_over_a_cluster", 16, 32, 8),
    groups("map_shared_rank", 16, 8),
    groups("atomics_on_mapped_pointers", 8, 4, shared=128),
    groups("cluster_arrive_and_wait", 8, 4),
]


def _copies() -> list[Program]:
    def row(kernel: str, grid: int, block: int, *rest: Buffer | int, **more: Any) -> Program:
        return program("copies", kernel, grid, block, *rest, **more)

    return [
        row("pipeline_of_three_stages", 1, 64, numbers(12 * 256), result(64)),
        row("copies_that_fill_with_zeros", 1, 64, numbers(64), result(64)),
        row("copies_arrive_at_an_mbarrier", 1, 64, numbers(6 * 256), result(64)),
        row("bulk_load_with_an_mbarrier", 4, 256, numbers(1024), result(1024)),
        row("bulk_stores_in_groups", 1, 64, numbers(512), result(512)),
        row("bulk_store_and_read_back", 4, 64, numbers(256), changed(scratch(256)), result(256)),
        row(
            "bulk_reductions",
            12,
            64,
            numbers(768),
            result(64),
            result(64),
            result(64),
            result(64, np.uint32),
        ),
        row("warps_that_load_and_warps_that_use", 3, 160, numbers(3 * 13 * 128), result(384), 13),
        row("phases_polled_with_test_wait", 1, 64, numbers(64), result(64)),
        row("arrivals_with_tokens", 1, 64, numbers(64), result(65)),
        row("registers_change_hands", 2, 384, numbers(384), result(384)),
        row("prefetch_then_load", 1, 64, numbers(64), result(64)),
        row("lanes_wait_on_both_sides", 1, 128, numbers(256), result(128)),
    ]


def _standard_and_modules() -> list[Program]:
    factors = {"factors": np.array([3, -1, 7, 2], np.int32)}
    return [
        program("standard", "standard_barrier", 1, 96, numbers(96), result(96)),
        program("standard", "standard_copy_with_a_barrier", 1, 64, numbers(1024), result(64)),
        program("standard", "standard_copy_by_the_block", 3, 64, numbers(768), result(768)),
        program("standard", "standard_pipeline", 1, 32, numbers(1024), result(32)),
        program("standard", "makes_a_semaphore standard_semaphore", 2, 64, scratch(16), result()),
        program(
            "standard",
            "makes_a_latch standard_latch",
            2,
            32,
            scratch(16),
            numbers(64),
            scratch(64),
            result(64),
        ),
        program("standard", "standard_atomic_wait", 2, 1, scratch(), result()),
        program(
            "modules",
            "sets_the_variables reads_the_variables",
            1,
            64,
            numbers(64),
            result(64),
            variables=factors,
            read=("counter",),
        ),
        program(
            "modules", "dynamic_memory_after_a_gap", 1, 64, numbers(64), result(65), shared=256
        ),
        program("modules", "recursion", 1, 64, numbers(64), result(64)),
        program("modules", "memory_from_the_stack", 1, 32, numbers(32), result(32)),
        program("modules", "recursion_on_both_sides", 1, 64, numbers(64), result(64)),
    ]


PROGRAMS: dict[str, Program] = {
    program.name: program
    for programs in (
        _lanes(), _barriers(), _carry_and_time(), _locks(), _GRID, _messages(), _CLUSTERS,
        _copies(), _standard_and_modules(),
    )
    for program in programs
}  # fmt: skip
