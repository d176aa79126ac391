"""Record what each call of the table launches on a GPU, and how long it takes on each clock.

    python -m truth.operators.record_h200 OUT.jsonl [SECONDS [FAMILY]]      (in tests/)

A line a call, written at once: a run that ends early has lost one. Started again on the same file,
the recorder goes on behind the last call; the call that ended the process is an error of its own.
FAMILY is how the names begin; without it all are recorded but those that begin as `APART` has it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import json
import os
import platform
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch.profiler import ProfilerActivity, profile, record_function

from truth.operators.calls import CALLS, Call, set_for

SECONDS_PER_CALL = 12
SECONDS_TO_RETURN = 20
WARM, COLD = 6, 4  # profiled repetitions with L2 as the call left it, and emptied
APART = ("unseen-", "fresh-", "probe-")
DEVICE_KINDS = ("kernel", "gpu_memcpy", "gpu_memset")
Run = Callable[[], Any]
Event = dict[str, Any]


@contextlib.contextmanager
def seconds_at_most(seconds: int) -> Iterator[None]:
    """Raise TimeoutError if the block takes longer; a call into C is left at its return.

    If that does not return either, the process ends.
    """

    def stop(*_: Any) -> None:
        raise TimeoutError(f"more than {seconds} s")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    faulthandler.dump_traceback_later(seconds + SECONDS_TO_RETURN, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.alarm(0)


def command(*words: str) -> str:
    try:
        return subprocess.run(
            words, capture_output=True, text=True, timeout=20, check=False
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError) as error:
        return repr(error)


def cpu_model() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def machine() -> dict[str, Any]:
    """Return what the figures were taken on."""
    try:
        import triton

        triton_version = str(triton.__version__)
    except ImportError:
        triton_version = ""
    query = "name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem,power.limit"
    return {
        "header": True,
        "calls": len(CALLS),
        "gpu": torch.cuda.get_device_name(0),
        "nvidia_smi": command("nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader"),
        "torch": torch.__version__,
        "triton": triton_version,
        "cuda": torch.version.cuda,
        "cudnn": torch.backends.cudnn.version(),
        "python": platform.python_version(),
        "cpu": cpu_model(),
        "cpus": os.cpu_count(),
        "date": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime()),
    }


def ordered(family: str = "") -> list[Call]:
    """Return a family's calls, each function's first one first: a run cut short has some of each.

    Without a family they are all but those whose records are files of their own.
    """
    chosen = [
        name
        for name in CALLS
        if (name.startswith(family) if family else not name.startswith(APART))
    ]
    seen: Counter[str] = Counter()
    rank: dict[str, int] = {}
    for name in chosen:
        function = name.split()[0]
        rank[name] = seen[function]
        seen[function] += 1
    return sorted((CALLS[name] for name in chosen), key=lambda call: rank[call.name])


# The profile.


def profiled(run: Run, flush: torch.Tensor) -> list[Event]:
    """Return the trace's events of WARM and COLD repetitions, each in a range of its own."""
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as found:
        run()
        torch.cuda.synchronize()
        for place in range(WARM + COLD):
            if place >= WARM:
                flush.zero_()
                torch.cuda.synchronize()
            with record_function(f"repetition {place}"):
                run()
                torch.cuda.synchronize()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        found.export_chrome_trace(str(path))
        # A kernel's name may hold a byte that is no UTF-8.
        return json.loads(path.read_text(encoding="utf-8", errors="replace"))["traceEvents"]


def ranges(events: list[Event]) -> list[tuple[float, float]]:
    """Return begin and end of each repetition on the host's clock, in µs."""
    found: dict[int, tuple[float, float]] = {}
    for event in events:
        if event.get("cat") == "user_annotation" and event["name"].startswith("repetition "):
            begin = float(event["ts"])
            found[int(event["name"].split()[1])] = (begin, begin + float(event["dur"]))
    return [found[place] for place in sorted(found)]


def activities(events: list[Event]) -> list[list[Event]]:
    """Return the device's activities of each repetition, in order of time.

    An activity belongs to the repetition in which the host asked for it: the two clocks differ by
    microseconds.
    """
    asked = {
        event["args"]["correlation"]: float(event["ts"])
        for event in events
        if event.get("cat") in ("cuda_runtime", "cuda_driver")
        and "correlation" in event.get("args", {})
    }
    device = [event for event in events if event.get("cat") in DEVICE_KINDS]
    device.sort(key=lambda event: float(event["ts"]))
    bounds = ranges(events)
    found: list[list[Event]] = [[] for _ in bounds]
    for event in device:
        at = asked.get(event.get("args", {}).get("correlation"), float(event["ts"]))
        for place, (begin, end) in enumerate(bounds):
            if begin <= at < end:
                found[place].append(event)
    return found


def described(event: Event) -> dict[str, Any]:
    """Return an activity without its times."""
    args = event.get("args", {})
    if event["cat"] != "kernel":
        return {"name": event["name"], "bytes": args.get("bytes")}
    return {
        "name": event["name"],
        "grid": args.get("grid"),
        "block": args.get("block"),
        "registers": args.get("registers per thread"),
        "shared": args.get("shared memory"),
    }


def median_ns(values: list[float]) -> int:
    return round(statistics.median(values) * 1000)


def device_side(repetitions: list[list[Event]]) -> dict[str, Any]:
    """Return the activities with the median of their times in ns: `warm`, `cold`, `span`.

    Of repetitions that launch different things the most frequent sequence is taken.
    """
    if not repetitions:
        return {"activities": [], "sequences": 0}
    sequences = [tuple(event["name"] for event in events) for events in repetitions]
    usual = Counter(sequences).most_common(1)[0][0]
    warm = [r for r, s in zip(repetitions[:WARM], sequences[:WARM], strict=True) if s == usual]
    cold = [r for r, s in zip(repetitions[WARM:], sequences[WARM:], strict=True) if s == usual]
    warm, cold = warm or cold, cold or warm
    rows: list[dict[str, Any]] = []
    for place in range(len(usual)):
        row = described(warm[0][place])
        row["warm"] = median_ns([float(r[place]["dur"]) for r in warm])
        row["cold"] = median_ns([float(r[place]["dur"]) for r in cold])
        rows.append(row)
    spans = [float(r[-1]["ts"]) + float(r[-1]["dur"]) - float(r[0]["ts"]) for r in warm if r]
    return {
        "activities": rows,
        "sequences": len(set(sequences)),
        "span": median_ns(spans) if spans else 0,
    }


def host_side(events: list[Event], category: str) -> list[list[Any]]:
    """Return name and median ns of the outermost events of a category, of the warm repetitions."""
    chosen = [e for e in events if e.get("cat") == category and "dur" in e]
    chosen.sort(key=lambda event: (float(event["ts"]), -float(event["dur"])))
    lists: list[list[tuple[str, float]]] = []
    for begin, end in ranges(events)[:WARM]:
        outermost: list[tuple[str, float]] = []
        until: dict[Any, float] = {}
        for event in chosen:
            at = float(event["ts"])
            if begin <= at < end and at >= until.get(event["tid"], 0.0):
                until[event["tid"]] = at + float(event["dur"])
                outermost.append((event["name"], float(event["dur"])))
        lists.append(outermost)
    if not lists:
        return []
    usual = Counter(tuple(n for n, _ in found) for found in lists).most_common(1)[0][0]
    same = [found for found in lists if tuple(n for n, _ in found) == usual]
    return [
        [name, median_ns([found[place][1] for found in same])] for place, name in enumerate(usual)
    ]


# The clocks.


def wall_clock(run: Run, repetitions: int) -> float:
    """Return the median seconds of one call with a synchronize behind it."""
    taken: list[float] = []
    for _ in range(repetitions):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        run()
        torch.cuda.synchronize()
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


def host_clock(run: Run, repetitions: int) -> float:
    """Return the mean seconds of a call in a loop, the GPU's work behind it not waited for."""
    torch.cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(repetitions):
        run()
    taken = time.perf_counter() - begin
    torch.cuda.synchronize()
    return taken / repetitions


def events_clock(run: Run, repetitions: int) -> float:
    """Return the seconds of a call between two events, of so many calls."""
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda.synchronize()
    begin.record()
    for _ in range(repetitions):
        run()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) * 1e-3 / repetitions


def clocks(run: Run, launches: int) -> dict[str, Any]:
    """Return a call's time in µs on each clock; the queue of launches is kept from being full."""
    wall = wall_clock(run, 5)
    many = max(5, min(50, 800 // max(1, launches), int(0.25 / max(wall, 1e-6))))
    found: dict[str, Any] = {
        "wall": wall_clock(run, max(5, min(20, int(0.2 / wall)))),
        "host": host_clock(run, many),
        "host_loop": many,
        "event": statistics.median(events_clock(run, 1) for _ in range(7)),
        "event_loop": events_clock(run, max(5, min(20, many))),
    }
    for key in ("wall", "host", "event", "event_loop"):
        found[key] = round(found[key] * 1e6, 3)
    try:
        from triton.testing import do_bench

        taken = do_bench(run, warmup=5, rep=30, return_mode="median")
        found["do_bench"] = round(float(taken) * 1e3, 3)
    except Exception as error:  # noqa: BLE001
        found["do_bench_error"] = repr(error)[:200]
    return found


def measured(call: Call, flush: torch.Tensor) -> dict[str, Any]:
    """Return everything about one call."""
    with set_for(call):
        run = call.make("cuda")
        for _ in range(3):
            run()
        torch.cuda.synchronize()
        found: dict[str, Any] = {"name": call.name}
        launches = 1
        try:
            events = profiled(run, flush)
            found.update(device_side(activities(events)))
            found["operators"] = host_side(events, "cpu_op")
            found["runtime"] = host_side(events, "cuda_runtime")
            found["driver"] = host_side(events, "cuda_driver")
            launches = len(found["activities"])
        except TimeoutError:
            raise
        except Exception as error:  # noqa: BLE001
            found["profile_error"] = repr(error)[:300]
        found["clocks"] = clocks(run, launches)
        return found


def one(call: Call, flush: torch.Tensor) -> dict[str, Any]:
    """Return a call's line: its figures, or why there are none."""
    try:
        with seconds_at_most(SECONDS_PER_CALL):
            return measured(call, flush)
    except Exception as error:  # noqa: BLE001
        return {"name": call.name, "error": f"{type(error).__name__}: {error}"[:300]}
    finally:
        gc.collect()


ENDED = "the process ended in this call"


def ended_in(current: Path) -> set[str]:
    """Return the call in which the process before this one ended, if it did."""
    return {current.read_text(encoding="utf-8")} if current.exists() else set()


def main(path: Path, seconds: float, family: str = "") -> int:
    """Record; return 0 if all is there, 4 if the time was up, 3 if the GPU is lost."""
    end = time.monotonic() + seconds
    warnings.simplefilter("ignore")
    known = {
        json.loads(line).get("name")
        for line in (path.read_text(encoding="utf-8").splitlines() if path.exists() else [])
        if line.endswith("}")
    }
    current = path.with_suffix(".current")
    with path.open("a", encoding="utf-8") as file:

        def write(row: dict[str, Any]) -> None:
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
            file.flush()

        if ended_in(current) - known:
            write({"name": current.read_text(encoding="utf-8"), "error": ENDED})
            known |= ended_in(current)
        write(machine())
        flush = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")
        for call in ordered(family):
            if call.name in known:
                continue
            if time.monotonic() > end:
                current.unlink(missing_ok=True)
                return 4
            current.write_text(call.name, encoding="utf-8")
            write(one(call, flush))
            try:
                torch.cuda.synchronize()
                if torch.cuda.memory_reserved() > 40 << 30:
                    torch.cuda.empty_cache()
            except Exception as error:  # noqa: BLE001 (an illegal access: nothing works now)
                write({"name": "", "error": f"after {call.name}: {error!r}"[:300]})
                return 3
    current.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    words = sys.argv[1:]
    sys.exit(main(Path(words[0]), float(words[1]) if words[1:] else 330.0, "".join(words[2:])))
