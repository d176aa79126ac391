"""Hold what the virtual GPU launches for each call against what the H200 launched.

    python -m truth.operators.compare here HERE.jsonl [SECONDS [FAMILY]]     (in tests/)
    python -m truth.operators.compare table operators_h200.jsonl.gz HERE.jsonl
    python -m truth.operators.compare fit fresh_h200.jsonl.gz HERE.jsonl
    python -m truth.operators.compare held fresh_h200.jsonl.gz HERE.jsonl
    python -m truth.operators.compare figures figures_h200.jsonl HERE.jsonl
    python -m truth.operators.compare clocks again_h200.jsonl.gz fresh_h200.jsonl.gz HERE.jsonl

`here` runs each call once on the virtual H200, with its full shapes, on this machine's CPU, which
needs minutes for some: such a call ends the process. Started again on the same file it goes on
behind it. `table` needs no GPU and no PyTorch; `fit` is the table of the half of the fresh calls to
learn from, `held` the summary alone of the other half. `figures` compares what `figures.py` printed
on the H200 and under `kernelscope run`; `clocks` each two files' times of the same calls.
"""

from __future__ import annotations

import gzip
import itertools
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SECONDS_PER_CALL = 20
SECONDS_OF_MANY = 0.05
NEAR = 0.25


@dataclass(frozen=True)
class Side:
    """The device's activities of one call: names in order, and their time in µs."""

    names: tuple[str, ...]
    us: float


@dataclass(frozen=True)
class Compared:
    """One call on both sides; None: it was not run, or failed."""

    name: str
    there: Side | None
    here: Side | None
    why: str = ""

    @property
    def same_count(self) -> bool:
        return bool(self.there and self.here) and len(self.there.names) == len(self.here.names)

    @property
    def ratio(self) -> float:
        """The time here by the time there; infinite if only one side did something."""
        if not (self.there and self.here):
            return float("nan")
        if not self.there.us or not self.here.us:
            return 1.0 if self.there.us == self.here.us else float("inf")
        return self.here.us / self.there.us

    @property
    def near(self) -> bool:
        return 1 - NEAR <= self.ratio <= 1 + NEAR


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file of JSON lines, packed or not; half a line at its end is left out."""
    packed = path.suffix == ".gz"
    with gzip.open(path, "rt", encoding="utf-8") if packed else path.open(encoding="utf-8") as file:
        for line in file:
            if line.endswith("}\n"):
                yield json.loads(line)


def recorded(rows: Iterable[dict[str, Any]]) -> dict[str, Side | str]:
    """Return each call of the H200's file, or its error. L2 was emptied, as an estimate has it."""
    found: dict[str, Side | str] = {}
    for row in rows:
        name = row.get("name")
        if not name:
            continue
        if "activities" not in row:
            found[name] = row.get("error") or row.get("profile_error", "no profile")
            continue
        activities = row["activities"]
        us = sum(activity["cold"] for activity in activities) / 1000
        found[name] = Side(tuple(activity["name"] for activity in activities), us)
    return found


def estimated(rows: Iterable[dict[str, Any]]) -> dict[str, Side | str]:
    """Return each call of the file that `here` wrote, or its error."""
    found: dict[str, Side | str] = {}
    for row in rows:
        if "error" in row:
            found[row["name"]] = row["error"]
            continue
        us = sum(us for _, _, us in row["spans"])
        found[row["name"]] = Side(tuple(name for name, _, _ in row["spans"]), us)
    return found


def compared(there: dict[str, Side | str], here: dict[str, Side | str]) -> list[Compared]:
    rows: list[Compared] = []
    for name in dict.fromkeys((*there, *here)):
        one, other = there.get(name, "not recorded"), here.get(name, "not run here")
        why = "; ".join(side for side in (one, other) if isinstance(side, str))
        rows.append(
            Compared(
                name,
                one if isinstance(one, Side) else None,
                other if isinstance(other, Side) else None,
                why,
            )
        )
    return rows


def summary(rows: list[Compared]) -> list[str]:
    """Return a line a family, and one for all: shares of the same count and of near times."""
    both = [row for row in rows if row.there and row.here]
    families = sorted({row.name.partition("/")[0] for row in both})
    found = ["| family | calls | same count | within 25 % | median here / there |"]
    found.append("|---|---|---|---|---|")
    for family in (*families, ""):
        chosen = [row for row in both if row.name.startswith(f"{family}/" if family else "")]
        if not chosen:
            continue
        count = sum(row.same_count for row in chosen) / len(chosen)
        near = sum(row.near for row in chosen) / len(chosen)
        middle = statistics.median(row.ratio for row in chosen)
        title = family or "all"
        found.append(f"| {title} | {len(chosen)} | {count:.0%} | {near:.0%} | {middle:.2f} |")
    found.append("")
    found.append(f"{len(rows) - len(both)} of {len(rows)} calls are on one side alone.")
    return found


def shown(names: tuple[str, ...]) -> str:
    """Return the names, each cut before its arguments, equal neighbours counted."""
    parts: list[list[Any]] = []
    for name in names:
        plain = name.removeprefix("void ")
        for namespace in ("at::native::", "(anonymous namespace)::"):
            plain = plain.replace(namespace, "")
        short = plain.partition("(")[0].partition("<")[0]
        if parts and parts[-1][0] == short:
            parts[-1][1] += 1
        else:
            parts.append([short, 1])
    return (
        ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in parts) or "nothing"
    )


def table(rows: list[Compared]) -> list[str]:
    """Return a line for each call that differs in count or by more than 25 %, the worst first."""

    def off(row: Compared) -> float:
        return max(row.ratio, 1 / row.ratio) if row.ratio > 0 else float("inf")

    both = [row for row in rows if row.there and row.here]
    found = ["| call | launches there | here | µs there | here | ratio | there | here |"]
    found.append("|---|---|---|---|---|---|---|---|")
    for row in sorted(both, key=off, reverse=True):
        if row.there and row.here and not (row.same_count and row.near):
            found.append(
                f"| {row.name} | {len(row.there.names)} | {len(row.here.names)} | "
                f"{row.there.us:.1f} | {row.here.us:.1f} | {row.ratio:.2f} | "
                f"{shown(row.there.names)} | {shown(row.here.names)} |"
            )
    found += [f"- {row.name}: {row.why}" for row in rows if row.why]
    return found


def figures(there: Iterable[dict[str, Any]], here: Iterable[dict[str, Any]]) -> list[str]:
    """Return how many printed times agree, for each way to time, and then those that do not."""
    theirs, ours = (
        {(row["method"], row["name"]): row["ms"] for row in rows if "ms" in row}
        for rows in (there, here)
    )
    ratios = {key: ours[key] / theirs[key] for key in theirs if key in ours}
    found = ["| method | figures | within 25 % | median here / there |", "|---|---|---|---|"]
    for method in (*sorted({method for method, _ in ratios}), ""):
        chosen = [ratio for (way, _), ratio in ratios.items() if method in ("", way)]
        if chosen:
            near = sum(1 - NEAR <= ratio <= 1 + NEAR for ratio in chosen) / len(chosen)
            middle = statistics.median(chosen)
            found.append(f"| {method or 'all'} | {len(chosen)} | {near:.0%} | {middle:.2f} |")
    found += ["", f"{len(theirs) - len(ratios)} of {len(theirs)} figures are not there here.", ""]
    for (method, name), ratio in sorted(ratios.items(), key=lambda pair: pair[1]):
        if not 1 - NEAR <= ratio <= 1 + NEAR:
            there_ms, here_ms = theirs[method, name], ours[method, name]
            found.append(f"- {name}, {method}: {there_ms:.4f} ms there, {here_ms:.4f} here")
    return found


CLOCKS = ("host", "wall", "event_loop", "do_bench")


def clocks_here(run: Callable[[], Any], now: Callable[[], float]) -> dict[str, float]:
    """Return the µs of a call on the clocks of `record_h200.clocks`, on the virtual GPU."""
    import torch
    from triton.testing import do_bench

    torch.cuda.synchronize()
    started, begin = time.perf_counter(), now()
    run()
    host = now() - begin
    torch.cuda.synchronize()
    wall = now() - begin
    # There they are 20, and the events' own time is in the first.
    calls = 20 if time.perf_counter() - started < SECONDS_OF_MANY else 5
    events = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
    events[0].record()
    for _ in range(calls):
        run()
    events[1].record()
    torch.cuda.synchronize()
    loop = events[0].elapsed_time(events[1]) / calls / 1e3
    seconds = (host, wall, loop, float(do_bench(run)) / 1e3)
    return {name: round(1e6 * value, 3) for name, value in zip(CLOCKS, seconds, strict=True)}


def clocks(*paths: Path) -> list[str]:
    """Return how far each two files agree on a call's clocks.

    Hosts differ by a factor of two, so "scaled" leaves out the median of the ratios.
    """
    sides = [
        {row["name"]: row["clocks"] for row in lines(path) if "clocks" in row} for path in paths
    ]
    found = ["| clock | first | second | calls | within 25 % | scaled | median |"]
    found.append("|---|---|---|---|---|---|---|")
    for clock in CLOCKS:
        for (one, first), (two, second) in itertools.combinations(enumerate(sides), 2):
            ratios = [
                second[name][clock] / first[name][clock]
                for name in first.keys() & second.keys()
                if first[name].get(clock) and second[name].get(clock)
            ]
            middle = statistics.median(ratios)
            near, scaled = (
                sum(1 - NEAR <= ratio / by <= 1 + NEAR for ratio in ratios) / len(ratios)
                for by in (1.0, middle)
            )
            found.append(
                f"| {clock} | {paths[one].name} | {paths[two].name} | {len(ratios)} | {near:.0%} | "
                f"{scaled:.0%} | {middle:.2f} |"
            )
    return found


def run_here(path: Path, seconds: float, family: str) -> None:
    """Write the activities of each call on the virtual H200, a line a call."""
    from kernelscope.devices.activity import ActivityLog
    from kernelscope.devices.torch_cuda.facade import pretend_cuda
    from kernelscope.frontends import virtual_gpu
    from truth.operators.calls import set_for
    from truth.operators.record_h200 import ENDED, ended_in, ordered, seconds_at_most

    gpu = virtual_gpu("h200")
    known = {row["name"] for row in lines(path)} if path.exists() else set[str]()
    current = path.with_suffix(".current")
    end = time.monotonic() + seconds
    with path.open("a", encoding="utf-8") as file, pretend_cuda(gpu) as timeline:
        for name in ended_in(current) - known:
            file.write(json.dumps({"name": name, "error": ENDED}) + "\n")
            known.add(name)
        for call in ordered(family):
            if call.name in known:
                continue
            if time.monotonic() > end:
                break
            row: dict[str, Any] = {"name": call.name}
            current.write_text(call.name, encoding="utf-8")
            try:
                with seconds_at_most(SECONDS_PER_CALL), set_for(call):
                    run = call.make("cuda")
                    run()  # the first one makes an optimizer's state, or gradients to add to
                    row["clocks"] = clocks_here(run, timeline.now)
                    gpu.l2.empty()
                    timeline.log = log = ActivityLog()
                    run()
                    row["spans"] = [
                        [span.name, span.lane, round(span.duration_us, 4)]
                        for span in log.spans
                        if span.lane in ("device", "copy")
                    ]
            except Exception as error:  # noqa: BLE001
                row["error"] = f"{type(error).__name__}: {error}"[:300]
            finally:
                timeline.log = None
            file.write(json.dumps(row) + "\n")
            file.flush()
    current.unlink(missing_ok=True)


def main(words: list[str]) -> None:
    match words:
        case ["here", path, *rest]:
            run_here(Path(path), float(rest[0]) if rest else 600.0, "".join(rest[1:]))
        case ["table", record, here]:
            there, ours = lines(Path(record)), lines(Path(here))
            rows = compared(recorded(there), estimated(ours))
            print("\n".join([*summary(rows), "", *table(rows)]))
        case ["fit" | "held" as part, record, here]:
            from truth.operators.fresh import half

            there, ours = recorded(lines(Path(record))), estimated(lines(Path(here)))
            rows = [row for row in compared(there, ours) if half(row.name) == part]
            print("\n".join([*summary(rows), *(["", *table(rows)] if part == "fit" else [])]))
        case ["clocks", *paths]:
            print("\n".join(clocks(*map(Path, paths))))
        case ["figures", there, here]:
            print("\n".join(figures(lines(Path(there)), lines(Path(here)))))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
