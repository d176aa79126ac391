#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAException.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <vector>

#define CHECK_CUDA(x) TORCH_CHECK(x.device().is_cuda(), #x " must be a CUDA tensor")
#define CHECK_CONTIGUOUS(x) TORCH_CHECK(x.is_contiguous(), #x " must be contiguous")
#define CHECK_INPUT(x) CHECK_CUDA(x); CHECK_CONTIGUOUS(x)

template <typename scalar_t>
__global__ void gelu_kernel(const scalar_t* __restrict__ in, scalar_t* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = static_cast<float>(in[i]);
        out[i] = static_cast<scalar_t>(0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x))));
    }
}

torch::Tensor gelu(torch::Tensor x) {
    CHECK_INPUT(x);
    const c10::cuda::CUDAGuard guard(x.device());
    auto y = torch::empty_like(x);
    int n = x.numel(), threads = 256;
    auto stream = at::cuda::getCurrentCUDAStream();
    AT_DISPATCH_FLOATING_TYPES_AND2(at::ScalarType::Half, at::ScalarType::BFloat16, x.scalar_type(), "gelu", ([&] {
        gelu_kernel<scalar_t><<<(n + threads - 1) / threads, threads, 0, stream>>>(
            x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), n);
    }));
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return y;
}

__global__ void half_kernel(const __half* in, __half* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __hadd(in[i], __float2half(1.0f));
}
torch::Tensor half_add(torch::Tensor x) {
    auto y = torch::empty_like(x);
    half_kernel<<<(x.numel() + 255) / 256, 256>>>(reinterpret_cast<const __half*>(x.data_ptr<at::Half>()),
                                                  reinterpret_cast<__half*>(y.data_ptr<at::Half>()), x.numel());
    return y;
}

template <typename scalar_t>
__global__ void softmax_kernel(torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> x,
                               torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> y) {
    __shared__ float shared[32];
    int row = blockIdx.x;
    float most = -INFINITY;
    for (int i = threadIdx.x; i < x.size(1); i += blockDim.x) most = fmaxf(most, x[row][i]);
    for (int o = 16; o; o >>= 1) most = fmaxf(most, __shfl_xor_sync(~0u, most, o));
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = most;
    __syncthreads();
    most = shared[0];
    for (int i = 1; i < blockDim.x / 32; i++) most = fmaxf(most, shared[i]);
    __syncthreads();
    float sum = 0;
    for (int i = threadIdx.x; i < x.size(1); i += blockDim.x) sum += expf(x[row][i] - most);
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int i = 0; i < blockDim.x / 32; i++) sum += shared[i];
    for (int i = threadIdx.x; i < x.size(1); i += blockDim.x) y[row][i] = expf(x[row][i] - most) / sum;
}
torch::Tensor softmax(torch::Tensor x) {
    auto y = torch::zeros_like(x);
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "softmax", [&] {
        softmax_kernel<scalar_t><<<x.size(0), 128>>>(x.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(),
                                                    y.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>());
    });
    C10_CUDA_CHECK(cudaGetLastError());
    return y;
}

#define TILE 16
__global__ void matmul_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
        as[threadIdx.y][threadIdx.x] = row < m && t * TILE + threadIdx.x < k ? a[row * k + t * TILE + threadIdx.x] : 0;
        bs[threadIdx.y][threadIdx.x] = t * TILE + threadIdx.y < k && col < n ? b[(t * TILE + threadIdx.y) * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = sum;
}
torch::Tensor matmul(torch::Tensor a, torch::Tensor b) {
    CHECK_INPUT(a); CHECK_INPUT(b);
    int m = a.size(0), k = a.size(1), n = b.size(1);
    TORCH_CHECK(k == b.size(0), "Size mismatch!");
    auto c = torch::zeros({m, n}, a.options());
    dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    matmul_kernel<<<grid, block>>>(a.data_ptr<float>(), b.data_ptr<float>(), c.data_ptr<float>(), m, n, k);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return c;
}

__global__ void rgb_to_grayscale_kernel(unsigned char* x, unsigned char* out, int w, int h) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < w && r < h) {
        int i = r * w + c, n = w * h;
        out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
    }
}
torch::Tensor rgb_to_grayscale(torch::Tensor input) {
    CHECK_INPUT(input);
    int h = input.size(1), w = input.size(2);
    auto output = torch::empty({h, w}, input.options());
    dim3 tpb(16, 16);
    dim3 blocks((w + 15) / 16, (h + 15) / 16);
    rgb_to_grayscale_kernel<<<blocks, tpb>>>(input.data_ptr<unsigned char>(), output.data_ptr<unsigned char>(), w, h);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return output;
}

__global__ void overrun_kernel(float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
}
torch::Tensor overrun(torch::Tensor x) {
    auto y = torch::empty_like(x);
    overrun_kernel<<<x.numel() / 256 + 1, 256>>>(y.data_ptr<float>(), x.numel());
    return y;
}

__global__ void race_kernel(const float* in, float* out) {
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = s[63 - threadIdx.x];
}
torch::Tensor race(torch::Tensor x) {
    auto y = torch::empty_like(x);
    race_kernel<<<1, 64>>>(x.data_ptr<float>(), y.data_ptr<float>());
    return y;
}

__global__ void add_pointers(float** in, float* out, int count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int j = 0; j < count; j++) sum += in[j][i];
        out[i] = sum;
    }
}
torch::Tensor add_all(std::vector<torch::Tensor> xs) {
    std::vector<float*> pointers;
    for (auto& x : xs) pointers.push_back(x.data_ptr<float>());
    float** table;
    C10_CUDA_CHECK(cudaMalloc(&table, pointers.size() * sizeof(float*)));
    C10_CUDA_CHECK(cudaMemcpy(table, pointers.data(), pointers.size() * sizeof(float*), cudaMemcpyHostToDevice));
    auto y = torch::empty_like(xs[0]);
    int n = y.numel();
    add_pointers<<<(n + 255) / 256, 256>>>(table, y.data_ptr<float>(), xs.size(), n);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    C10_CUDA_CHECK(cudaFree(table));
    return y;
}

std::vector<float> to_host(torch::Tensor x) {
    std::vector<float> host(x.numel());
    C10_CUDA_CHECK(cudaMemcpy(host.data(), x.data_ptr<float>(), host.size() * sizeof(float), cudaMemcpyDeviceToHost));
    return host;
}
int64_t memory_kind(torch::Tensor x) {
    cudaPointerAttributes attributes;
    C10_CUDA_CHECK(cudaPointerGetAttributes(&attributes, x.data_ptr()));
    return attributes.type;
}
void clear(torch::Tensor x) { C10_CUDA_CHECK(cudaMemset(x.data_ptr(), 0, x.nbytes())); }

torch::Tensor blob(int64_t n) {
    float* p;
    C10_CUDA_CHECK(cudaMalloc(&p, n * sizeof(float)));
    overrun_kernel<<<1, n>>>(p, n);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return torch::from_blob(p, {n}, [](void* q) { cudaFree(q); }, torch::TensorOptions().device(torch::kCUDA).dtype(torch::kFloat32));
}
void too_many_threads(torch::Tensor x) {
    overrun_kernel<<<1, 2048>>>(x.data_ptr<float>(), x.numel());
    C10_CUDA_KERNEL_LAUNCH_CHECK();
}
torch::Tensor on_other_stream(torch::Tensor x) {
    auto other = at::cuda::getStreamFromPool();
    c10::cuda::CUDAStreamGuard guard(other);
    TORCH_CHECK(at::cuda::getCurrentCUDAStream() == other);
    auto y = ::gelu(x).add(1);
    other.synchronize();
    return y;
}
int64_t stream() { return reinterpret_cast<int64_t>(at::cuda::getCurrentCUDAStream().stream()); }
int64_t sms() { return at::cuda::getCurrentDeviceProperties()->multiProcessorCount; }

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
    m.def("gelu", &gelu, "gelu"); m.def("half_add", &half_add); m.def("softmax", &softmax); m.def("matmul", &matmul);
    m.def("rgb_to_grayscale", &rgb_to_grayscale); m.def("overrun", &overrun); m.def("race", &race);
    m.def("add_all", &add_all); m.def("to_host", &to_host); m.def("memory_kind", &memory_kind); m.def("clear", &clear);
    m.def("blob", &blob); m.def("too_many_threads", &too_many_threads); m.def("on_other_stream", &on_other_stream);
    m.def("stream", &stream); m.def("sms", &sms);
    m.def("gelu_released", &gelu, py::call_guard<py::gil_scoped_release>());
}
