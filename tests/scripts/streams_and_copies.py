# Copies to the device and back: pageable and pinned memory, in GB/s.
import time

import torch

size = 16 << 20
plain, pinned = torch.ones(size), torch.ones(size, pin_memory=True)
on_gpu = torch.empty(size, device="cuda")


def rate(run):
    run()
    torch.cuda.synchronize()
    start = time.perf_counter()
    run()
    torch.cuda.synchronize()
    return size * 4 / (time.perf_counter() - start) / 1e9


print(f"pinned to the device {rate(lambda: on_gpu.copy_(pinned, non_blocking=True)):.0f} GB/s")
print(f"the device to pinned {rate(lambda: pinned.copy_(on_gpu, non_blocking=True)):.0f} GB/s")
side = torch.cuda.Stream()
with torch.cuda.stream(side):
    y = on_gpu * 2
torch.cuda.current_stream().wait_stream(side)
print("right", bool((y == 2).all()))
