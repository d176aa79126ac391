# The mean of some trials, a synchronisation in each, as lectures do it.
import time

import torch


def benchmark(run, warmups=1, trials=3):
    for _ in range(warmups):
        run()
    torch.cuda.synchronize()
    times = []
    for _ in range(trials):
        start = time.time()
        run()
        torch.cuda.synchronize()
        times.append((time.time() - start) * 1000)
    return sum(times) / len(times)


for size in (1024, 2048, 4096, 8192):
    a, b = (torch.randn(size, size, device="cuda") for _ in range(2))
    print(f"matmul({size}): {benchmark(lambda: a @ b):.3f} ms")


class MLP(torch.nn.Module):
    def __init__(self, width, layers):
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(width, width) for _ in range(layers))

    def forward(self, x):
        for layer in self.layers:
            x = torch.nn.functional.gelu(layer(x))
        return x


def step(batch, width, layers, steps):
    model = MLP(width, layers).cuda()
    x = torch.randn(batch, width, device="cuda")

    def run():
        for _ in range(steps):
            model(x).mean().backward()

    return run


for batch, width, layers, steps in (
    (128, 256, 4, 2),
    (256, 256, 4, 2),
    (128, 256, 8, 2),
    (128, 256, 4, 5),
):
    print(
        f"mlp {batch} {width} {layers} {steps}: {benchmark(step(batch, width, layers, steps)):.3f} ms"
    )
