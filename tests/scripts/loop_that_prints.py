# A training loop that prints its loss at every step: each print waits for the GPU.
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(1024, 1024), nn.GELU(), nn.Linear(1024, 1024)).to("cuda")
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(2048, 1024, device="cuda")
target = x.roll(1, dims=0)
for step in range(6):
    loss = nn.functional.mse_loss(model(x), target)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    print(step, loss)
