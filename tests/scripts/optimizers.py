# The step of each optimizer, by the wall clock and by do_bench.
import time

import torch
import triton


def make(optimizer, **options):
    layers = torch.nn.Sequential(*[torch.nn.Linear(512, 512) for _ in range(6)]).cuda()
    for parameter in layers.parameters():
        parameter.grad = torch.ones_like(parameter)
    return optimizer(layers.parameters(), lr=1e-3, **options)


for name, optimizer in {
    "sgd": make(torch.optim.SGD, momentum=0.9),
    "adam": make(torch.optim.Adam),
    "adamw": make(torch.optim.AdamW),
    "adamw fused": make(torch.optim.AdamW, fused=True),
    "adamw loop": make(torch.optim.AdamW, foreach=False),
}.items():
    for _ in range(3):
        optimizer.step()
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(20):
        optimizer.step()
    torch.cuda.synchronize()
    wall = (time.perf_counter() - start) / 20 * 1e6
    print(
        f"{name}: wall {wall:.0f} us, do_bench {1e3 * triton.testing.do_bench(optimizer.step):.0f} us"
    )
