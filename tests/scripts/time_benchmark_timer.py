# torch.utils.benchmark, which synchronises by itself.
import torch
from torch.utils import benchmark

x = torch.randn(2048, 2048, device="cuda")
for statement in ("x + x", "x @ x", "x.sum()", "x.softmax(-1)"):
    timer = benchmark.Timer(stmt=statement, globals={"x": x})
    print(f"{statement}: {timer.timeit(50).mean * 1e6:.1f} us")
