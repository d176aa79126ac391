# Children by subprocess and by spawn use the GPU too.
import subprocess
import sys

import torch
import torch.multiprocessing as mp


def child(rank, results):
    results.put((rank, torch.full((8,), float(rank), device="cuda").sum().item()))


if __name__ == "__main__":
    code = "import torch; print(torch.ones(5, device='cuda').sum().item())"
    print(
        "subprocess",
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip(),
    )
    context = mp.get_context("spawn")
    results = context.Queue()
    workers = [context.Process(target=child, args=(rank, results)) for rank in (1, 2)]
    for worker in workers:
        worker.start()
    print("spawned", sorted(results.get() for _ in workers))
    for worker in workers:
        worker.join()
