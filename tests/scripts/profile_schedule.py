# A schedule, steps, and a handler that prints what each cycle recorded.
import torch
from torch.profiler import ProfilerActivity, profile, record_function, schedule

model = torch.nn.Sequential(
    torch.nn.Linear(512, 1024), torch.nn.GELU(), torch.nn.Linear(1024, 512)
).cuda()
x = torch.randn(64, 512, device="cuda")
cycles = []


def ready(prof):
    cycles.append(prof)
    rows = {row.key: row.count for row in prof.key_averages()}
    print(
        f"cycle {len(cycles)}: linear {rows.get('aten::linear', 0)}, forward {rows.get('forward', 0)}"
    )


with profile(
    activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA],
    schedule=schedule(wait=1, warmup=1, active=2, repeat=2),
    on_trace_ready=ready,
    record_shapes=True,
) as prof:
    for _ in range(8):
        with record_function("forward"):
            model(x)
        prof.step()
print("cycles", len(cycles))
by_shape = prof.key_averages(group_by_input_shape=True)
print("shapes", sorted({str(row.input_shapes) for row in by_shape if row.key == "aten::addmm"}))
