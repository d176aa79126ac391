"""Print the errors of estimated times: by kind of kernel, of the fitted and the held-out programs.

    python -m truth.times.errors      (in tests/)

makes the tables of docs/time.md of the estimates that are kept (`estimates_GPU.jsonl`, which
`ours.py` writes), and the lines of `known_error.HELD_OUT`. An error is estimated / measured - 1, of
the median of a GPU's times with a cold L2.
"""

from __future__ import annotations

import itertools
import json
import math
import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kernelscope.hardware.known_error import HELD_OUT, HeldOut, group_of
from kernelscope.profiling.counters import sections as at
from truth.times import choices, parts_errors
from truth.times.ours import measured
from truth.times.programs import PROGRAMS, held_out

HERE = Path(__file__).parent
GROUPS = ("launch", "dram", "l2", "tensor", "other")
OUTSIDE = 0.03  # the part of another kernel's launches that an interval leaves out on each side


def estimates(gpu: str) -> list[dict[str, Any]]:
    """Return the lines of the kept estimates."""
    lines = (HERE / f"estimates_{gpu}.jsonl").read_text().splitlines()
    return [row for line in lines if "cold" in (row := json.loads(line))]


def errors(gpu: str) -> dict[str, float]:
    """Return the error of each launch that has an estimate, by its key."""
    real = measured(gpu)
    return {
        row["key"]: row["cold"] / statistics.median(real[row["key"]]["cold"]) - 1
        for row in estimates(gpu)
    }


def group(row: dict[str, Any]) -> str:
    """Return the row of `HELD_OUT` that an estimate belongs to; "" if it was not simulated, or has
    several kernels.
    """
    if row["unsimulated"] or len(row["bounds"]) != 1:
        return ""
    return group_of(row["bounds"][0], tensor=row["tensor"])


def held_out_errors() -> dict[str, HeldOut]:
    """Return the table `HELD_OUT` as the kept estimates have it."""
    found, apart = errors("h200"), held_out()
    groups: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in estimates("h200"):
        program = row["key"].split()[0]
        if program in apart:
            groups[group(row)][program].append(-math.log1p(found[row["key"]]))
    pools: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    times = choices.measured()
    for row in choices.estimated().values():
        ratio = times[row["pool"]][row["key"]] / row["us"]
        pools[group_of(row["bound"], tensor=row["tensor"])][row["pool"]].append(math.log(ratio))
    return {name: _held_out(groups[name], pools[name]) for name in GROUPS}


def _held_out(
    launches: Mapping[str, Sequence[float]], pools: Mapping[str, Sequence[float]]
) -> HeldOut:
    """Return a group's row, of the logarithms of measured over estimated time of each program's
    launches, and of the configurations of each pool.

    The interval is that in which a launch of another program is expected: programs differ from
    their mean, launches from their program's, each program counts as much, and Student's t allows
    for their number. A pool is a program with good and bad configurations.
    """
    every = [one for values in launches.values() for one in values]
    programs = [*launches.values(), *(pool for pool in pools.values() if len(pool) > 1)]
    means = [statistics.fmean(values) for values in programs]
    within = statistics.fmean(statistics.pvariance(values) for values in programs)
    spread = statistics.variance(means) * (1 + 1 / len(means)) + within
    half = _student(len(means) - 1) * math.sqrt(spread)
    middle = statistics.fmean(means)
    mean = statistics.fmean(abs(math.expm1(-one)) for one in every)
    low, high = math.exp(middle - half), math.exp(middle + half)
    return HeldOut(len(every), len(means), round(mean, 3), round(low, 2), round(high, 2))


def _student(freedom: int) -> float:
    """Return what Student's t exceeds with probability `OUTSIDE`.

    Abramowitz and Stegun, 26.7.5.
    """
    z = statistics.NormalDist().inv_cdf(1 - OUTSIDE)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def held_share() -> float:
    """Return how many of the held-out launches on an H200 are inside their intervals."""
    found, apart = errors("h200"), held_out()
    rows = [(row, group(row)) for row in estimates("h200") if row["key"].split()[0] in apart]
    return statistics.fmean(
        HELD_OUT[name].low <= 1 / (1 + found[row["key"]]) <= HELD_OUT[name].high
        for row, name in rows
        if name
    )


def summary(values: list[float]) -> str:
    """Return the row of a table: launches, mean and largest error, parts within 10 and 25 %."""
    sizes = sorted(abs(v) for v in values)
    within = [sum(s <= bound for s in sizes) / len(sizes) for bound in (0.1, 0.25)]
    mean, middle = statistics.fmean(sizes), statistics.median(values)
    return (
        f"{len(sizes)} | {mean:.0%} | {middle:+.0%} | {min(values):+.0%} … {max(values):+.0%} | "
        f"{within[0]:.0%} | {within[1]:.0%}"
    )


def ranked_rightly(found: dict[str, float], gpu: str) -> tuple[int, int]:
    """Return of how many pairs of one kind, over 10 % apart on the H200, the faster one is named
    right, and how many there are.
    """
    real = {key: statistics.median(row["cold"]) for key, row in measured(gpu).items()}
    right = total = 0
    for one, other in itertools.combinations(found, 2):
        if PROGRAMS[one.split()[0]].kind != PROGRAMS[other.split()[0]].kind:
            continue
        if max(real[one], real[other]) > 1.1 * min(real[one], real[other]):
            ours = [real[key] * (1 + found[key]) for key in (one, other)]
            right += (ours[0] < ours[1]) == (real[one] < real[other])
            total += 1
    return right, total


def tables(gpu: str) -> str:
    """Return the tables of one GPU, in Markdown."""
    found, apart = errors(gpu), held_out()
    simulated = {row["key"] for row in estimates(gpu) if not row["unsimulated"]}
    kinds: dict[str, list[float]] = defaultdict(list)
    sides: dict[str, list[float]] = {"fit": [], "held out": []}
    for key, error in found.items():
        name = key.split()[0]
        kinds[PROGRAMS[name].kind].append(error)
        sides["held out" if name in apart else "fit"].append(error)
    head = "launches | mean | median | range | within 10 % | within 25 % |"
    lines = [f"| kind | {head}", f"|---|{'---|' * 6}"]
    lines += [f"| {kind} | {summary(values)} |" for kind, values in sorted(kinds.items())]
    lines += [f"| **all, {side}** | {summary(values)} |" for side, values in sides.items()]
    lines += ["", f"{len(simulated)} of {len(found)} launches are simulated. The ten worst:", ""]
    worst = sorted(found.items(), key=lambda item: -abs(item[1]))[:10]
    lines += [f"- `{key}`: {error:+.0%}{reason(key, gpu)}" for key, error in worst]
    right, total = ranked_rightly(found, gpu)
    share = f"{right} of {total} ({right / total:.0%})"
    return "\n".join(
        [*lines, "", f"Of pairs of one kind, over 10 % apart, {share} are ranked rightly."]
    )


def reason(key: str, gpu: str) -> str:
    """Return which of an instruction's waits is furthest from Nsight Compute's, in words.

    Its parts were counted on the H200 alone, and of launches of one kernel.
    """
    real, ours = parts_errors.measured().get(key), parts_errors.estimated().get(key)
    if gpu != "h200" or real is None or ours is None:
        return ""
    apart = {one: ours.get(one, 0.0) - real[one] for one in parts_errors.STALLS if one in real}
    which = max(apart, key=lambda one: abs(apart[one]))
    name = which.removeprefix(at.STALLED).removesuffix("_per_issue_active.ratio")
    whole = f"{ours[at.LATENCY]:.3g} cycles an instruction, {real[at.LATENCY]:.3g} on the GPU"
    return f": {whole}; of these `{name}` {ours.get(which, 0.0):.3g} and {real[which]:.3g}"


def graph_errors() -> dict[str, float]:
    """Return the error of each launch in a CUDA graph on an H200, by its key.

    A GPU's figure is a twentieth of a graph of 20 calls, and has a twentieth of the graph's own
    launch: what the shortest launches of the fit half take more than their estimates, half of them.
    """
    real = {key: statistics.median(row["graph"]) for key, row in measured("h200").items()}
    ours = {row["key"]: row["graph"] for row in estimates("h200") if row.get("graph")}
    apart = held_out()
    short = [key for key in ours if real[key] < 2 and key.split()[0] not in apart]
    launch = statistics.median(real[key] - ours[key] for key in short)
    return {key: (us + launch) / real[key] - 1 for key, us in ours.items()}


def graph_table() -> str:
    """Return the table of the errors in CUDA graphs, of the fit and the held-out programs."""
    all_errors, apart = graph_errors(), held_out()
    lines = ["| | launches | mean | within 25 % | over 50 % |", "|---|---|---|---|---|"]
    for name, is_held_out in (("fit", False), ("held out", True)):
        of = [abs(e) for key, e in all_errors.items() if (key.split()[0] in apart) is is_held_out]
        within = sum(error <= 0.25 for error in of) / len(of)
        over = sum(error > 0.5 for error in of)
        lines.append(f"| {name} | {len(of)} | {statistics.mean(of):.1%} | {within:.0%} | {over} |")
    return "\n".join(lines)


def main() -> None:
    print(f"### In CUDA graphs, on an H200\n\n{graph_table()}\n")
    for gpu, name in (("h200", "an H200"), ("h100", "an H100")):
        print(f"### On {name}\n\n{tables(gpu)}\n")
    print("HELD_OUT = {")
    for group, row in held_out_errors().items():
        figures = (row.launches, row.programs, row.mean, row.low, row.high)
        print(f'    "{group}": HeldOut({", ".join(map(str, figures))}),')
    print("}")
    print(f"# with the present table, {held_share():.0%} of the held-out launches are inside")


if __name__ == "__main__":
    main()
