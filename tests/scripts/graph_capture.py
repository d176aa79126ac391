# A CUDA graph: captured once, replayed with new inputs in the same memory.
import time

import torch

torch.manual_seed(0)
model = torch.nn.Sequential(*[torch.nn.Linear(256, 256) for _ in range(8)]).cuda()
x = torch.randn(32, 256, device="cuda")
side = torch.cuda.Stream()
side.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(side), torch.no_grad():
    for _ in range(3):
        model(x)
torch.cuda.current_stream().wait_stream(side)
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph), torch.no_grad():
    y = model(x)
new = torch.randn(32, 256, device="cuda")
x.copy_(new)
graph.replay()
with torch.no_grad():
    print("same values", torch.allclose(y, model(new), atol=1e-5))


def us(run, repeats=50):
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(repeats):
        run()
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / repeats * 1e6


with torch.no_grad():
    eager = us(lambda: model(x))
replayed = us(graph.replay)
print(f"eager {eager:.1f} us, replayed {replayed:.1f} us")
