# A trace, stacks and a timeline of memory, written to files and read again.
import json
import tempfile
from pathlib import Path

import torch
from torch.profiler import ProfilerActivity, profile

folder = Path(tempfile.mkdtemp())
model = torch.nn.Sequential(
    torch.nn.Linear(256, 512), torch.nn.ReLU(), torch.nn.Linear(512, 10)
).cuda()
x = torch.randn(32, 256, device="cuda")
with profile(
    activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA],
    record_shapes=True,
    profile_memory=True,
    with_stack=True,
) as prof:
    model(x).sum().backward()
prof.export_chrome_trace(str(folder / "trace.json"))
events = json.loads((folder / "trace.json").read_text())["traceEvents"]
kinds = {event.get("cat") for event in events}
print("kernels in the trace", sum(event.get("cat") == "kernel" for event in events) > 5)
print("kinds", sorted(kind for kind in ("kernel", "cpu_op", "cuda_runtime") if kind in kinds))
table = prof.key_averages(group_by_stack_n=3).table(sort_by="self_cuda_time_total", row_limit=3)
print("table has memory", "CUDA Mem" in table)
