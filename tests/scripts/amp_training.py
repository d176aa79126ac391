# Mixed precision: autocast and GradScaler.
import torch

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Linear(64, 128), torch.nn.ReLU(), torch.nn.Linear(128, 1)
).cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
scaler = torch.amp.GradScaler("cuda")
x = torch.randn(512, 64, device="cuda")
target = x[:, :3].sum(1, keepdim=True)
losses = []
for _ in range(30):
    optimizer.zero_grad(set_to_none=True)
    with torch.autocast("cuda", dtype=torch.float16):
        out = model(x)
        loss = torch.nn.functional.mse_loss(out.float(), target)
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
    losses.append(loss.item())
print("dtype", out.dtype, "scale", scaler.get_scale(), "falls", losses[-1] < losses[0] / 3)
