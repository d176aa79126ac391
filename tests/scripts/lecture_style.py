# Timing in the way of a lecture: host clock around a call and a synchronisation.
import time

import torch


def time_ms(run, repeats=3):
    run()
    torch.cuda.synchronize()
    times = []
    for _ in range(repeats):
        start = time.time()
        run()
        torch.cuda.synchronize()
        times.append(1000 * (time.time() - start))
    return sum(times) / len(times)


x = torch.randn(4096, 4096, device="cuda")
naive = time_ms(lambda: 0.5 * x * (1 + torch.tanh(0.79788456 * (x + 0.044715 * x * x * x))))
fused = time_ms(lambda: torch.nn.functional.gelu(x, approximate="tanh"))
print(f"naive {naive:.3f} fused {fused:.3f} ratio {naive / fused:.2f}")
