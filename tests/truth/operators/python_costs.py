"""Measure what Python between two calls costs the host of a GPU, in µs, and write it as JSON.

    python -m truth.operators.python_costs OUT.json [SECONDS]      (in tests/)

Each stretch is what programs do between two operators. `beside` is its cost in a loop with an
addition on the GPU, less the loop of the addition alone: caches hold what a launch leaves in them.
`alone` is a loop of the stretch by itself, the only figure without a GPU. The stretches were
written, and divided into halves by `fresh.half` of their names, before any was measured.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import functools
import json
import logging
import math
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch import nn

Run = Callable[[], Any]
ROUNDS, LOOP = 7, 100
STRETCHES: dict[str, Run] = {}


def stretch(make: Callable[[], Run]) -> Callable[[], Run]:
    """Enter what the function returns in the table."""
    STRETCHES[make.__name__] = make()
    return make


@dataclasses.dataclass
class Sample:
    name: str
    value: float
    tags: list[str] = dataclasses.field(default_factory=list)

    @property
    def twice(self) -> float:
        return 2 * self.value

    def scaled(self, by: float) -> Sample:
        return Sample(self.name, self.value * by, [*self.tags, "scaled"])


class Meter:
    """The running mean that training loops keep."""

    def __init__(self) -> None:
        self.total, self.count, self.history = 0.0, 0, collections.deque[float](maxlen=20)

    def update(self, value: float, count: int = 1) -> None:
        self.total += value * count
        self.count += count
        self.history.append(value)

    @property
    def mean(self) -> float:
        return self.total / max(self.count, 1)


@stretch
def nothing() -> Run:
    return lambda: None


@stretch
def formatted_words() -> Run:
    return lambda: ",".join([f"{i % 7}:{i * 3}" for i in range(100)])


@stretch
def formatted_words_long() -> Run:
    return lambda: ",".join([f"{i % 7}:{i * 3}" for i in range(1000)])


@stretch
def squares() -> Run:
    return lambda: sum([i * i for i in range(200)])


@stretch
def loop_of_floats() -> Run:
    def run() -> float:
        total = 0.0
        for i in range(300):
            if i % 3 == 0:
                total += i * 0.5
            else:
                total -= 1.0
        return total

    return run


@stretch
def counted_words() -> Run:
    words = ("the quick brown fox jumps over the lazy dog " * 8).split()

    def run() -> int:
        found: dict[str, int] = {}
        for word in words:
            found[word] = found.get(word, 0) + 1
        return len(found)

    return run


@stretch
def split_and_parse() -> Run:
    line = ",".join(str(i / 7)[:6] for i in range(40))
    return lambda: [float(part) for part in line.split(",")]


@stretch
def dataclasses_made() -> Run:
    def run() -> float:
        samples = [Sample(f"s{i}", float(i)) for i in range(20)]
        return sum(sample.scaled(2.0).twice for sample in samples)

    return run


@stretch
def meters() -> Run:
    found = {name: Meter() for name in ("loss", "accuracy", "time")}

    def run() -> dict[str, float]:
        for name, meter in found.items():
            meter.update(len(name) * 0.25, 4)
        return {name: meter.mean for name, meter in found.items()}

    return run


@stretch
def training_log() -> Run:
    def run() -> str:
        epoch, step, loss, rate = 3, 1250, 0.12345, 3e-4
        text = f"epoch {epoch:>3d} step {step:>6d} loss {loss:.4f} lr {rate:.2e}"
        return text + f" | {100.0 * step / 5000:5.1f} %"

    return run


@stretch
def logging_disabled() -> Run:
    logger = logging.getLogger("kernelscope.truth")
    logger.setLevel(logging.WARNING)

    def run() -> None:
        for i in range(5):
            logger.debug("step %d of %s", i, "five")

    return run


@stretch
def schedule() -> Run:
    def rate(step: int, warm: int = 100, total: int = 1000, top: float = 3e-4) -> float:
        if step < warm:
            return top * step / warm
        done = (step - warm) / max(1, total - warm)
        return 0.5 * top * (1 + math.cos(math.pi * min(1.0, done)))

    return lambda: [rate(step) for step in range(0, 1000, 50)]


@stretch
def identity_module() -> Run:
    module = nn.Identity()
    return lambda: module(1)


@stretch
def sequence_of_modules() -> Run:
    module = nn.Sequential(*[nn.Identity() for _ in range(12)])
    return lambda: module(1)


class Block(nn.Module):
    def __init__(self, inner: nn.Module, scale: float) -> None:
        super().__init__()
        self.inner, self.norm, self.scale = inner, nn.Identity(), scale

    def forward(self, x: float, *, residual: bool = True) -> float:
        y = self.inner(self.norm(x)) * self.scale
        return x + y if residual else y


@stretch
def blocks_of_modules() -> Run:
    blocks = nn.ModuleList([Block(nn.Identity(), 0.5) for _ in range(6)])

    def run() -> float:
        x = 1.0
        for block in blocks:
            x = block(x, residual=True)
        return x

    return run


@stretch
def parameters_walked() -> Run:
    model = nn.Sequential(*[nn.Linear(4, 4) for _ in range(8)])
    return lambda: sum(1 for parameter in model.parameters() if parameter.requires_grad)


@stretch
def shapes_computed() -> Run:
    x = torch.zeros(4, 16, 64)

    def run() -> tuple[int, ...]:
        batch, length, width = x.shape
        heads = 8
        assert width % heads == 0
        size = (batch, length, heads, width // heads)
        return size if x.dim() == 3 and x.is_contiguous() else ()

    return run


@stretch
def grid_computed() -> Run:
    def cdiv(a: int, b: int) -> int:
        return (a + b - 1) // b

    def run() -> tuple[int, ...]:
        options = {"M": 64, "N": 128, "K": 32}
        return (cdiv(4096, options["M"]) * cdiv(4096, options["N"]), 1, cdiv(4096, options["K"]))

    return run


@stretch
def closures_called() -> Run:
    def scaled(by: float) -> Callable[[float], float]:
        return lambda x: x * by

    functions = [scaled(i) for i in range(30)]
    return lambda: [function(2.0) for function in functions]


@stretch
def arguments_passed_on() -> Run:
    def inner(a: int, b: int = 2, *rest: int, c: int = 3, **more: int) -> int:
        return a + b + c + len(rest) + len(more)

    def outer(*args: int, **named: int) -> int:
        return inner(*args, **named)

    def run() -> int:
        total = 0
        for i in range(15):
            total += outer(i, 1, 2, c=4, d=5)
        return total

    return run


@stretch
def recursion() -> Run:
    def fibonacci(n: int) -> int:
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

    return lambda: fibonacci(9)


@stretch
def tree_walked() -> Run:
    tree = {"a": [1, 2, {"b": (3, 4)}], "c": {"d": [5, 6], "e": 7}, "f": [[8], [9, [10]]]}

    def leaves(node: Any) -> Iterator[Any]:
        if isinstance(node, dict):
            for value in node.values():
                yield from leaves(value)
        elif isinstance(node, (list, tuple)):
            for value in node:
                yield from leaves(value)
        else:
            yield node

    return lambda: list(leaves(tree))


@stretch
def exceptions_caught() -> Run:
    def run() -> int:
        missing = 0
        known = {"a": 1}
        for key in ("a", "b", "c", "a", "d"):
            try:
                known[key]
            except KeyError:
                missing += 1
        return missing

    return run


@stretch
def managers_entered() -> Run:
    @contextlib.contextmanager
    def scope(name: str) -> Iterator[str]:
        yield name

    def run() -> int:
        count = 0
        for name in ("forward", "backward", "step"):
            with scope(name) as entered:
                count += len(entered)
        return count

    return run


@stretch
def sorted_pairs() -> Run:
    pairs = [((i * 37) % 101, f"n{i}") for i in range(60)]
    return lambda: sorted(pairs, key=lambda pair: -pair[0])[:5]


@stretch
def grouped() -> Run:
    lengths = [(i * 13) % 29 for i in range(80)]

    def run() -> dict[int, list[int]]:
        found: collections.defaultdict[int, list[int]] = collections.defaultdict(list)
        for place, length in enumerate(lengths):
            found[length // 8].append(place)
        return {key: found[key] for key in sorted(found)}

    return run


@stretch
def zipped_batches() -> Run:
    xs, ys = list(range(64)), [i % 10 for i in range(64)]
    return lambda: [(list(xs[i : i + 8]), ys[i : i + 8]) for i in range(0, 64, 8)]


@stretch
def random_numbers() -> Run:
    source = random.Random(1)
    return lambda: [source.random() < 0.5 for _ in range(40)]


@stretch
def sampled() -> Run:
    source, values = random.Random(2), list(range(100))
    return lambda: source.sample(values, 8)


@stretch
def json_written() -> Run:
    row = {"step": 12, "loss": 0.25, "name": "run", "tags": ["a", "b"], "more": {"x": 1}}
    return lambda: json.dumps(row)


@stretch
def text_cleaned() -> Run:
    text = "  The Quick  brown Fox, jumps over: the lazy dog.  " * 3

    def run() -> list[str]:
        plain = text.strip().lower().replace(",", "").replace(":", "")
        return [word for word in plain.split() if len(word) > 3]

    return run


@stretch
def cached_function() -> Run:
    @functools.cache
    def known(n: int) -> int:
        return n * n

    return lambda: sum(known(i) for i in range(50))


@stretch
def beams_kept() -> Run:
    def run() -> list[tuple[float, tuple[int, ...]]]:
        beams: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
        for step in range(4):
            grown = [
                (score - 0.1 * token * (step + 1), (*tokens, token))
                for score, tokens in beams
                for token in range(4)
            ]
            beams = sorted(grown, reverse=True)[:4]
        return beams

    return run


@stretch
def strings_built() -> Run:
    def run() -> str:
        text = ""
        for i in range(60):
            text += chr(97 + i % 26)
            if i % 10 == 9:
                text += "\n"
        return text

    return run


@stretch
def nested_lists() -> Run:
    return lambda: [[i * j for j in range(12)] for i in range(12)]


def loops(run: Run, times: int = LOOP) -> float:
    """Return the median µs of a call in a loop."""
    for _ in range(5):
        run()
    taken: list[float] = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for _ in range(times):
            run()
        taken.append((time.perf_counter() - begin) / times)
        if torch.cuda.is_available():
            torch.cuda.synchronize()
    return statistics.median(taken) * 1e6


def measure(seconds: float) -> dict[str, Any]:
    """Return the costs of each stretch, until the time is up."""
    end, found = time.monotonic() + seconds, dict[str, Any]()
    gpu = torch.cuda.is_available()
    x = torch.ones(64, 64, device="cuda" if gpu else "cpu")
    for name, run in STRETCHES.items():
        if time.monotonic() > end:
            break
        found[name] = {"alone": round(loops(run), 3)}
        if gpu:

            def both(run: Run = run) -> None:
                run()
                x + x

            lone = loops(lambda: x + x)
            found[name] |= {"beside": round(loops(both) - lone, 3), "addition": round(lone, 3)}
    return found


def main(path: Path, seconds: float) -> None:
    torch.set_num_threads(1)
    found = {
        "python": platform.python_version(),
        "torch": torch.__version__,
        "gpu": torch.cuda.get_device_name(0) if torch.cuda.is_available() else "",
        "date": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime()),
        "us": measure(seconds),
    }
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 100.0)
