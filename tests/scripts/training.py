# Training steps of a small model through torch.compile.
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(32, 64)
        self.last = torch.nn.Linear(64, 1)

    def forward(self, x):
        assert x.is_cuda and x.device.type == "cuda"
        return self.last(torch.nn.functional.gelu(self.first(x)))


torch.manual_seed(0)
model = torch.compile(Model().to("cuda"))
optimiser = torch.optim.AdamW(model.parameters(), lr=0.02)
x = torch.randn(256, 32, device="cuda")
target = x[:, :4].sum(1, keepdim=True)
losses = []
for _ in range(12):
    loss = torch.nn.functional.mse_loss(model(x), target)
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    optimiser.step()
    losses.append(loss.item())
assert all(p.grad.is_cuda for p in model.parameters())
assert losses[-1] < losses[0] / 2, losses
print(f"loss {losses[0]:.3f} -> {losses[-1]:.3f}")
