"""Measure what the host pays for launches and for Python, in µs, and write them as JSON.

    python host_costs.py OUT.json [GROUP ...]

Without a group they are those of `GROUPS`; the others are `MORE`.
`host` is the cost of a call in a loop that does not wait for the GPU; `wall` is a call and a
synchronize. Without a GPU only the pure Python programs run: their ratio on two machines is the
ratio of the two processors.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import platform
import re
import signal
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

Run = Callable[[], Any]
SECONDS = float(os.environ.get("HOST_COSTS_SECONDS", "100"))  # nothing is begun after this
LOOP = int(os.environ.get("HOST_COSTS_LOOP", "100"))  # calls of a round


# Pure Python: seconds of one run, the least of seven.


class Point:
    def __init__(self, x: int) -> None:
        self.x = x
        self.y = x

    def total(self) -> int:
        return self.x + self.y


def integer_loop() -> int:
    total = 0
    for i in range(200_000):
        total += i * 3 ^ 5
    return total


def attributes() -> int:
    point = Point(1)
    for _ in range(100_000):
        point.x = point.y + 1
        point.y = point.x - 1
    return point.x


def function_calls() -> int:
    def add(a: int, b: int = 1) -> int:
        return a + b

    total = 0
    for _ in range(100_000):
        total = add(total, b=2)
    return total


def method_calls() -> int:
    point, total = Point(1), 0
    for _ in range(100_000):
        total += point.total()
    return total


def containers() -> int:
    found: dict[str, list[tuple[int, int]]] = {}
    for i in range(30_000):
        found.setdefault(f"k{i % 100}", []).append((i, i + 1))
    return sum(len(v) for v in found.values())


def strings() -> int:
    return sum(len(f"{i:>8d} {i / 7:.3f} {'x' * (i % 5)}") for i in range(30_000))


def json_text() -> int:
    data = {"rows": [{"name": f"n{i}", "value": i / 3, "more": [i, i + 1]} for i in range(1500)]}
    return len(json.dumps(data)) + len(json.loads(json.dumps(data)))


def numpy_small() -> float:
    x, y = np.ones(16, dtype=np.float32), np.ones(16, dtype=np.float32)
    for _ in range(10_000):
        y = x * 0.5 + y
    return float(y.sum())


def torch_small() -> float:
    x, y = torch.ones(16), torch.ones(16)
    for _ in range(5_000):
        y = x * 0.5 + y
    return float(y.sum())


def torch_autograd_small() -> float:
    w = torch.ones(4, 4, requires_grad=True)
    x = torch.ones(4, 4)
    for _ in range(500):
        w.grad = None
        (x @ w).relu().sum().backward()
    return float(w.sum())


def regular_expressions() -> int:
    pattern = re.compile(r"(\w+)\[(\d+)\]\s*=\s*(.*);")
    text = "value[12] = other[3] + 4;"
    return sum(1 for _ in range(40_000) if pattern.match(text))


def sorting() -> int:
    return sorted(((i * 7919) % 100_003 for i in range(60_000)), key=lambda v: -v)[0]


def exceptions() -> int:
    caught = 0
    for i in range(40_000):
        try:
            if i % 2:
                raise KeyError(i)
        except KeyError:
            caught += 1
    return caught


def floats() -> float:
    return sum(math.sin(i) * math.sqrt(i) for i in range(100_000))


PROGRAMS: tuple[Run, ...] = (
    integer_loop, attributes, function_calls, method_calls, containers, strings, json_text,
    numpy_small, torch_small, torch_autograd_small, regular_expressions, sorting, exceptions,
    floats,
)  # fmt: skip


def seconds_of(program: Run) -> float:
    program()
    taken: list[float] = []
    for _ in range(7):
        begin = time.perf_counter()
        program()
        taken.append(time.perf_counter() - begin)
    return min(taken)


# The GPU's side.


def measure(run: Run, loop: int) -> dict[str, float]:
    """Return µs of a call: `host` and `event` in a loop, `wall` with a synchronize."""
    for _ in range(5):
        run()
    rounds: list[float] = []
    for _ in range(5):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(loop):
            run()
        rounds.append((time.perf_counter() - start) / loop)
    torch.cuda.synchronize()
    walls: list[float] = []
    for _ in range(min(30, loop)):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        run()
        torch.cuda.synchronize()
        walls.append(time.perf_counter() - begin)
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(loop):
        run()
    end.record()
    torch.cuda.synchronize()
    return {
        "event": round(begin.elapsed_time(end) * 1e3 / loop, 3),
        "host": round(statistics.median(rounds) * 1e6, 3),
        "wall": round(statistics.median(walls) * 1e6, 3),
    }


Costs = Iterator[tuple[str, Run]]


def triton_launches() -> Costs:
    from truth.operators import empty_kernels as k

    x = torch.zeros(1024, device="cuda")
    yield "triton 3 arguments", lambda: k.three[(1,)](x, x, 7)
    yield "triton 10 arguments", lambda: k.ten[(1,)](x, x, x, x, x, 2, 3, 4, 5, 6)
    twenty = [x] * 10 + list(range(2, 12))
    yield "triton 20 arguments", lambda: k.twenty[(1,)](*twenty)
    yield "triton constexpr", lambda: k.constants[(1,)](x, x, 7, A=64, B=128)
    yield "triton grid function", lambda: k.constants[lambda m: (m["A"] // 64,)](x, x, 7, A=64, B=1)
    yield "triton autotuned", lambda: k.tuned[(1,)](x, x, 7)
    yield "triton heuristics", lambda: k.heuristic[(1,)](x, x, 1)
    warmed = k.three.warmup(x, x, 7, grid=(1,))
    yield "triton warmed kernel", lambda: warmed[(1, 1, 1)](x, x, 7)


def eager() -> Costs:
    x, y = torch.randn(64, 64, device="cuda"), torch.randn(64, 64, device="cuda")
    half = x.half()
    yield "add", lambda: x + y
    yield "add in place", lambda: x.add_(0.0)
    yield "add scalar", lambda: x + 1
    yield "mm", lambda: x @ y
    yield "mm half", lambda: half @ half
    yield "addmm", lambda: torch.addmm(x, x, y)
    yield "gelu", lambda: F.gelu(x)
    yield "softmax", lambda: x.softmax(-1)
    yield "sum", x.sum
    yield "layer_norm", lambda: F.layer_norm(x, (64,))
    yield "view", lambda: x.view(-1)
    yield "transpose", x.t
    yield "slice", lambda: x[:, 1:]
    yield "cat", lambda: torch.cat([x, y])
    yield "empty", lambda: torch.empty(64, 64, device="cuda")
    yield "empty_like", lambda: torch.empty_like(x)
    yield "zeros", lambda: torch.zeros(64, 64, device="cuda")
    yield "randn", lambda: torch.randn(64, 64, device="cuda")
    yield "to half", x.half
    host = torch.randn(64, 64)
    yield "to cuda", lambda: host.to("cuda")
    yield "to cpu", x.cpu
    yield "item", x[0, 0].item
    yield "shape", lambda: x.shape
    yield "data_ptr", x.data_ptr
    with torch.no_grad():
        yield "add without grad", lambda: x + y


def gradients() -> Costs:
    x = torch.randn(64, 64, device="cuda", requires_grad=True)
    y = torch.randn(64, 64, device="cuda")
    grad = torch.ones(64, 64, device="cuda")
    for name, result in (("add", x + y), ("mm", x @ y), ("gelu", F.gelu(x))):
        yield (
            f"{name} backward",
            lambda result=result: torch.autograd.grad(result, x, grad, retain_graph=True),
        )
    yield "mm with grad", lambda: x @ y
    yield "gelu forward and backward", lambda: torch.autograd.grad(F.gelu(x), x, grad)

    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, value: torch.Tensor) -> torch.Tensor:
            ctx.save_for_backward(value)
            return value * 2

        @staticmethod
        def backward(ctx: Any, *grads: torch.Tensor) -> torch.Tensor:
            return grads[0] * 2

    yield "autograd.Function forward", lambda: Double.apply(x)
    yield "autograd.Function both", lambda: torch.autograd.grad(Double.apply(x), x, grad)
    identity = nn.Identity()
    yield "Module call", lambda: identity(y)
    linear = nn.Linear(64, 64, device="cuda")
    yield "Linear", lambda: linear(y)
    chain = nn.Sequential(*[nn.Identity() for _ in range(10)])
    yield "Sequential of 10", lambda: chain(y)


def model(layers: int = 4) -> nn.Module:
    return nn.Sequential(*[m for _ in range(layers) for m in (nn.Linear(64, 64), nn.GELU())]).cuda()


def optimizers() -> Costs:
    kinds: dict[str, Any] = {
        "SGD": torch.optim.SGD, "Adam": torch.optim.Adam, "AdamW": torch.optim.AdamW
    }  # fmt: skip
    ways: tuple[dict[str, bool], ...] = (
        {}, {"foreach": False}, {"foreach": True}, {"fused": True}
    )  # fmt: skip
    for layers in (4, 12):
        parameters = list(model(layers).parameters())
        for parameter in parameters:
            parameter.grad = torch.ones_like(parameter)
        for name, kind in kinds.items():
            for how in ways:
                words = " ".join(f"{k}={v}" for k, v in how.items())
                title = f"{name} {words or 'usual'} {len(parameters)} parameters"
                yield title, kind(parameters, lr=1e-4, **how).step
        yield (
            f"clip_grad_norm_ {len(parameters)}",
            lambda p=parameters: nn.utils.clip_grad_norm_(p, 1.0),
        )
        zero = torch.optim.SGD(parameters, lr=1e-4)
        yield (
            f"zero_grad to zeros {len(parameters)}",
            lambda zero=zero: zero.zero_grad(set_to_none=False),
        )


def more_optimizers() -> Costs:
    """Yield the steps of PyTorch's other optimizers, and of the first three's other forms."""
    o = torch.optim
    kinds: dict[str, Callable[[Any], torch.optim.Optimizer]] = {
        "SGD momentum": lambda p: o.SGD(p, lr=1e-4, momentum=0.9),
        "SGD momentum for loop": lambda p: o.SGD(p, lr=1e-4, momentum=0.9, foreach=False),
        "SGD nesterov": lambda p: o.SGD(p, lr=1e-4, momentum=0.9, nesterov=True),
        "SGD decayed": lambda p: o.SGD(p, lr=1e-4, weight_decay=0.01),
        "Adam amsgrad": lambda p: o.Adam(p, amsgrad=True),
        "Adam decayed": lambda p: o.Adam(p, weight_decay=0.01),
        "AdamW amsgrad": lambda p: o.AdamW(p, amsgrad=True),
    }
    for name in ("Adagrad", "RMSprop", "NAdam", "RAdam", "Adadelta", "Adamax", "ASGD", "Rprop"):
        kind: Any = getattr(o, name)
        kinds[name] = kind
        kinds[f"{name} for loop"] = lambda p, kind=kind: kind(p, foreach=False)
    kinds["Adafactor"] = o.Adafactor
    kinds["SparseAdam"] = o.SparseAdam
    x = torch.randn(64, 64, device="cuda")
    yield "add", lambda: x + x
    for layers in (4, 12):
        parameters = list(model(layers).parameters())
        for parameter in parameters:
            parameter.grad = torch.ones_like(parameter)
        for name, make in kinds.items():
            yield f"{name} {len(parameters)} parameters", make(parameters).step


def modules() -> Costs:
    """Yield layers whose own Python costs, without gradients and with them."""
    half: dict[str, Any] = {"device": "cuda", "dtype": torch.float16}
    x = torch.randn(4, 16, 64, device="cuda")
    xh, flat = x.half(), torch.randn(64, 64, device="cuda")
    picture = torch.randn(2, 8, 16, 16, device="cuda")
    labels = torch.randint(0, 64, (64,), device="cuda")
    yield "add", lambda: flat + flat
    attention = nn.MultiheadAttention(64, 4, batch_first=True, device="cuda")
    halves = nn.MultiheadAttention(64, 4, batch_first=True, **half)
    encoder = nn.TransformerEncoderLayer(64, 4, 128, batch_first=True, device="cuda")
    halved = nn.TransformerEncoderLayer(64, 4, 128, batch_first=True, **half)
    decoder = nn.TransformerDecoderLayer(64, 4, 128, batch_first=True, device="cuda")
    block = nn.Sequential(
        nn.Conv2d(8, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 8, 3, padding=1)
    ).cuda()
    layers: dict[str, tuple[nn.Module, tuple[torch.Tensor, ...]]] = {
        "MultiheadAttention": (attention, (x, x, x)),
        "MultiheadAttention half": (halves, (xh, xh, xh)),
        "TransformerEncoderLayer": (encoder, (x,)),
        "TransformerEncoderLayer half": (halved, (xh,)),
        "TransformerDecoderLayer": (decoder, (x, x)),
        "BatchNorm1d": (nn.BatchNorm1d(64).cuda(), (flat,)),
        "BatchNorm2d": (nn.BatchNorm2d(8).cuda(), (picture,)),
        "LayerNorm": (nn.LayerNorm(64).cuda(), (flat,)),
        "RMSNorm": (nn.RMSNorm(64).cuda(), (flat,)),
        "GroupNorm": (nn.GroupNorm(4, 8).cuda(), (picture,)),
        "Conv2d": (nn.Conv2d(8, 8, 3, padding=1).cuda(), (picture,)),
        "convolutions": (block, (picture,)),
        "MaxPool2d": (nn.MaxPool2d(2), (picture,)),
        "Embedding": (nn.Embedding(100, 64).cuda(), (labels,)),
        "Dropout": (nn.Dropout(0.1), (flat,)),
        "CrossEntropyLoss": (nn.CrossEntropyLoss(), (flat, labels)),
        "MSELoss": (nn.MSELoss(), (flat, flat)),
        "LSTM": (nn.LSTM(64, 64, batch_first=True).cuda(), (x,)),
        "GRU": (nn.GRU(64, 64, batch_first=True).cuda(), (x,)),
        "Linear": (nn.Linear(64, 64).cuda(), (flat,)),
    }
    for name, (layer, given) in layers.items():
        yield f"{name} training", lambda layer=layer, given=given: layer(*given)
        layer.eval()
        with torch.no_grad():
            yield f"{name} evaluation", lambda layer=layer, given=given: layer(*given)
        layer.train()


def passes() -> Costs:
    """Yield forward and backward passes of growing graphs, and what belongs to a step."""
    x = torch.randn(64, 64, device="cuda", requires_grad=True)
    labels = torch.randint(0, 64, (64,), device="cuda")
    y = x.detach()
    yield "add", lambda: y + y

    def chain(count: int) -> torch.Tensor:
        value = x
        for _ in range(count):
            value = torch.tanh(value)
        return value.sum()

    def loss_of(layers: nn.Module) -> torch.Tensor:
        return F.cross_entropy(layers(y), labels)

    for count in (1, 4, 16, 64):
        yield f"forward {count} tanh", lambda count=count: chain(count)
        yield f"forward and backward {count} tanh", lambda count=count: chain(count).backward()
    for count in (1, 2, 4, 12):
        layers = model(count)
        yield f"MLP {count} loss", lambda layers=layers: loss_of(layers)
        yield f"MLP {count} backward", lambda layers=layers: loss_of(layers).backward()
    layers = model(4)
    optimizer = torch.optim.AdamW(layers.parameters())
    scaler = torch.amp.GradScaler()

    def step() -> None:
        optimizer.zero_grad()
        loss_of(layers).backward()
        optimizer.step()

    def scaled() -> None:
        optimizer.zero_grad()
        with torch.autocast("cuda", torch.float16):
            loss = loss_of(layers)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()

    def cast() -> torch.Tensor:
        with torch.autocast("cuda", torch.bfloat16):
            return loss_of(layers)

    picture = torch.randn(2, 8, 16, 16, device="cuda")
    block = nn.Sequential(
        nn.Conv2d(8, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2)
    ).cuda()
    encoder = nn.TransformerEncoderLayer(64, 4, 128, batch_first=True, device="cuda")
    sequence = torch.randn(4, 16, 64, device="cuda")
    yield "step", step
    yield "autocast forward", cast
    yield "step with a scaler", scaled
    yield "convolutions backward", lambda: block(picture).sum().backward()
    yield "encoder backward", lambda: encoder(sequence).sum().backward()
    yield "clip_grad_norm_ 8", lambda: nn.utils.clip_grad_norm_(layers.parameters(), 1.0)


def waits() -> Costs:
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    end.record()
    torch.cuda.synchronize()
    side = torch.cuda.Stream()

    def switch() -> None:
        with torch.cuda.stream(side):
            pass

    yield "synchronize", torch.cuda.synchronize
    yield "event", lambda: torch.cuda.Event(enable_timing=True)
    yield "elapsed_time", lambda: begin.elapsed_time(end)
    yield "event record", begin.record
    yield "event synchronize", end.synchronize
    yield "stream switch", switch
    yield "current_stream", torch.cuda.current_stream
    yield "perf_counter", time.perf_counter
    yield "record_function", lambda: torch.profiler.record_function("x").__enter__()
    yield "nvtx", lambda: (torch.cuda.nvtx.range_push("x"), torch.cuda.nvtx.range_pop())


def graphs() -> Costs:
    x = torch.zeros(64, 64, device="cuda")
    for nodes in (1, 10, 100):
        graph = torch.cuda.CUDAGraph()
        x.add_(1)
        torch.cuda.synchronize()
        with torch.cuda.graph(graph):
            for _ in range(nodes):
                x.add_(1)
        yield f"graph replay {nodes}", graph.replay


def other_launches() -> Costs:
    source = 'extern "C" __global__ void empty(float* x, float* y, int n) {}'
    x = torch.zeros(1024, device="cuda")
    with contextlib.suppress(Exception):
        kernel = torch.cuda._compile_kernel(source, "empty")
        yield (
            "_compile_kernel",
            lambda: kernel(grid=(1, 1, 1), block=(32, 1, 1), args=[x, x, 1]),
        )
    with contextlib.suppress(Exception):
        import cupy

        raw, z = cupy.RawKernel(source, "empty"), cupy.zeros(1024, dtype=cupy.float32)
        yield "cupy RawKernel", lambda: raw((1,), (32,), (z, z, cupy.int32(1)))
        yield "cupy add", lambda: z + z
    with contextlib.suppress(Exception):
        from numba import cuda

        @cuda.jit
        def empty(a, b, n):
            pass

        d = cuda.to_device(np.zeros(1024, dtype=np.float32))
        empty[1, 32](d, d, 1)
        yield "numba 3 arguments", lambda: empty[1, 32](d, d, 1)
        configured = empty[1, 32]
        yield "numba configured", lambda: configured(d, d, 1)
        yield "numba torch tensors", lambda: empty[1, 32](x, x, 1)


def compiled() -> Costs:
    x = torch.randn(64, 64, device="cuda")
    plain = torch.compile(lambda a: F.gelu(a + 1))
    yield "compiled 1 input", lambda: plain(x)
    layers = torch.compile(model())
    yield "compiled MLP", lambda: layers(x)
    with_grad = torch.compile(lambda a: F.gelu(a + 3).sum())
    y = torch.randn(64, 64, device="cuda", requires_grad=True)
    yield "compiled forward and backward", lambda: with_grad(y).backward()
    four = torch.compile(lambda a, b, c, d: a + b * c - d)
    yield "compiled 4 inputs", lambda: four(x, x + 0, x, x)
    inputs = [torch.randn(64, 64, device="cuda") for _ in range(12)]
    twelve = torch.compile(lambda *all_of_them: sum(all_of_them))
    yield "compiled 12 inputs", lambda: twelve(*inputs)
    modes = ("reduce-overhead", "max-autotune-no-cudagraphs")
    for mode in modes:
        moded = torch.compile(lambda a: F.gelu(a + 2), mode=mode)
        yield f"compiled {mode}", lambda moded=moded: moded(x)


def profiled() -> Costs:
    from torch.profiler import ProfilerActivity, profile

    x = torch.randn(64, 64, device="cuda")
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]):
        yield "add under the profiler", lambda: x + x
        yield "mm under the profiler", lambda: x @ x
    with profile(activities=[ProfilerActivity.CUDA]):
        yield "add under the profiler of CUDA", lambda: x + x


GROUPS: tuple[Callable[[], Costs], ...] = (
    eager, triton_launches, waits, gradients, graphs, other_launches, optimizers, profiled, compiled
)  # fmt: skip
MORE: tuple[Callable[[], Costs], ...] = (modules, passes, more_optimizers)


@contextlib.contextmanager
def seconds_at_most(seconds: float) -> Iterator[None]:
    """Raise TimeoutError if the block takes longer."""

    def stop(*_: Any) -> None:
        raise TimeoutError(f"more than {seconds:.0f} s")

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.1))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def cost(run: Run, loop: int) -> dict[str, Any]:
    """Return the costs of a call and of the very first one, or why there are none."""
    try:
        begin = time.perf_counter()
        run()
        torch.cuda.synchronize()
        first = time.perf_counter() - begin
        return measure(run, loop) | {"first": round(first * 1e6, 1)}
    except TimeoutError:
        raise
    except Exception as error:  # noqa: BLE001
        return {"error": f"{type(error).__name__}: {error}"[:300]}


def on_gpu(
    groups: Sequence[Callable[[], Costs]], found: dict[str, Any], save: Callable[[], None]
) -> None:
    """Add each group's costs to `found`; a group that fails says why and ends there."""
    begin = time.monotonic()
    for group in groups:
        name = ""
        try:
            with seconds_at_most(min(70.0, SECONDS - (time.monotonic() - begin))):
                for name, run in group():
                    found["costs"][name] = cost(run, min(LOOP, 50) if "graph" in name else LOOP)
        except Exception as error:  # noqa: BLE001
            text = f"{type(error).__name__}: {error}"[:300]
            found["errors"][f"{group.__name__} after {name!r}"] = text
        save()


def main(path: Path, names: Sequence[str]) -> None:
    groups = [group for group in (*GROUPS, *MORE) if group.__name__ in names] or GROUPS
    warnings.simplefilter("ignore")
    found: dict[str, Any] = {
        "python": platform.python_version(),
        "torch": torch.__version__,
        "numpy": np.__version__,
        "cpu": next(
            (
                line.partition(":")[2].strip()
                for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
                if line.startswith("model name")
            ),
            "",
        ),
        "cpus": os.cpu_count(),
        "load": os.getloadavg(),
        "date": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime()),
        "programs": {},
        "costs": {},
        "errors": {},
    }

    def save() -> None:
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")

    torch.set_num_threads(1)
    for program in PROGRAMS:
        found["programs"][program.__name__] = round(seconds_of(program), 7)
    save()
    if torch.cuda.is_available():
        found["gpu"] = torch.cuda.get_device_name(0)
        on_gpu(groups, found, save)
    save()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
