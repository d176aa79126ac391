# A DataLoader with workers and pinned memory feeds the GPU.
import torch
from torch.utils.data import DataLoader, TensorDataset


def main():
    torch.manual_seed(0)
    data = TensorDataset(torch.arange(256, dtype=torch.float32).view(64, 4), torch.arange(64))
    loader = DataLoader(data, batch_size=16, num_workers=2, pin_memory=True, shuffle=True)
    total = torch.zeros((), device="cuda")
    for x, y in loader:
        total += x.to("cuda", non_blocking=True).sum() + y.to("cuda", non_blocking=True).sum()
    print("total", total.item())


if __name__ == "__main__":
    main()
