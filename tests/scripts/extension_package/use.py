"""What extensions do, each against PyTorch: `use.py`, or `use.py FAULT` for one that fails."""

import sys

import torch

import kinds


def near(result, expected, tolerance=1e-5):
    torch.testing.assert_close(result, expected, atol=tolerance, rtol=tolerance)


def refused(call, *arguments):
    try:
        call(*arguments)
    except (RuntimeError, TypeError) as error:
        print(f"{type(error).__name__}: {str(error).splitlines()[0]}")
    else:
        raise SystemExit(f"{call} was not refused")


torch.manual_seed(0)
x = torch.randn(1000, device="cuda")
gelu = torch.nn.functional.gelu(x, approximate="tanh")
if sys.argv[1:]:
    getattr(kinds, sys.argv[1])(torch.randn(64, device="cuda"))
    torch.cuda.synchronize()
    raise SystemExit

for dtype, tolerance in (
    (torch.float32, 1e-5), (torch.float64, 1e-5), (torch.float16, 2e-3), (torch.bfloat16, 2e-2),
):
    typed = x.to(dtype)
    near(kinds.gelu(typed), torch.nn.functional.gelu(typed, approximate="tanh"), tolerance)
near(kinds.gelu_released(x), gelu)
near(kinds.half_add(x.half()), x.half() + 1)

m = torch.randn(33, 200, device="cuda")
near(kinds.softmax(m), m.softmax(1))
near(kinds.softmax(m.double()), m.double().softmax(1))
a, b = torch.randn(70, 50, device="cuda"), torch.randn(50, 33, device="cuda")
near(kinds.matmul(a, b), a @ b, 1e-4)
image = torch.randint(0, 255, (3, 20, 30), dtype=torch.uint8, device="cuda")
grey = 0.2989 * image[0].float() + 0.587 * image[1].float() + 0.114 * image[2].float()
assert (kinds.rgb_to_grayscale(image).float() - grey).abs().max() <= 1.01

for wrong in (x.cpu(), x.reshape(10, 100).t(), x.int(), 3):
    refused(kinds.gelu, wrong)
refused(kinds.matmul, a, a)
refused(kinds.too_many_threads, x)

stream = torch.cuda.Stream()
with torch.cuda.stream(stream):
    assert kinds.stream() == stream.cuda_stream
    near(kinds.gelu(x), gelu)
near(kinds.on_other_stream(x), gelu + 1)
assert kinds.stream() == 0
assert kinds.sms() == torch.cuda.get_device_properties(0).multi_processor_count

near(kinds.add_all([x, x, x]), 3 * x)
assert kinds.to_host(x) == x.tolist()
assert kinds.memory_kind(x) == 2  # cudaMemoryTypeDevice
cleared = x.clone()
kinds.clear(cleared)
assert not cleared.any()
made = kinds.blob(64)
near(made, torch.arange(64.0, device="cuda"))
near(made + made, 2 * torch.arange(64.0, device="cuda"))

compiled = torch.compile(lambda x: kinds.gelu(x * 2) + 1)
near(compiled(x), torch.nn.functional.gelu(x * 2, approximate="tanh") + 1)
print("right")
