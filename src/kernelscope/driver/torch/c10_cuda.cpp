/* What an extension of PyTorch calls of `libc10_cuda.so` and `libtorch_cuda.so`, on the runtime of
 * this folder's neighbour. It is compiled with the headers of the PyTorch at hand, whose C++ names
 * and classes change from version to version.
 *
 * A stream's number in PyTorch is its handle; 0 is the default stream. The current one is the
 * process's, as `torch.cuda.stream` sets it.
 */
#include <ATen/cuda/CUDAContextLight.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAStream.h>
#include <c10/util/Exception.h>
#include <cuda_runtime_api.h>

extern "C" {
uint64_t ks_torch_stream(void);
void ks_set_torch_stream(uint64_t stream);
int ks_missing(const char *name);
}

namespace {

constexpr c10::DeviceIndex only = 0;

void check_device(c10::DeviceIndex device) {
    TORCH_CHECK(device == -1 || device == only, "CUDA error: invalid device ordinal: ", static_cast<int>(device));
}

c10::cuda::CUDAStream stream_of(uint64_t handle) {
    using c10::cuda::CUDAStream;
    return CUDAStream(CUDAStream::UNCHECKED, c10::Stream(c10::Stream::UNSAFE, c10::Device(c10::DeviceType::CUDA, only),
                                                        static_cast<c10::StreamId>(handle)));
}

} // namespace

namespace c10::cuda::CUDACachingAllocator {

namespace {

[[noreturn]] void not_there(const char *name) {
    TORCH_CHECK(false, "kernelscope: c10::cuda::CUDACachingAllocator::", name, " is not there on the virtual GPU");
}

/* Memory that an extension allocates itself; tensors are PyTorch's own. */
struct Allocator final : CUDAAllocator {
    static void release(void *p) { C10_CUDA_CHECK(cudaFree(p)); }
    c10::DataPtr allocate(size_t bytes) override {
        void *p = raw_alloc(bytes);
        return {p, p, &release, c10::Device(c10::DeviceType::CUDA, only)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }
    void copy_data(void *to, const void *from, size_t bytes) const override {
        C10_CUDA_CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice));
    }
    void *raw_alloc(size_t bytes) override {
        void *p = nullptr;
        if (bytes)
            C10_CUDA_CHECK(cudaMalloc(&p, bytes));
        return p;
    }
    void *raw_alloc_with_stream(size_t bytes, cudaStream_t) override { return raw_alloc(bytes); }
    void raw_delete(void *p) override { release(p); }
    void init(int) override {}
    bool initialized() override { return true; }
    void emptyCache(c10::MempoolId_t) override {}
    void enable(bool) override {}
    bool isEnabled() const override { return true; }
    void recordStream(const c10::DataPtr &, c10::cuda::CUDAStream) override {} /* work is done when it is queued */
    std::string name() override { return "kernelscope"; }
#include "missing_of_allocator.inc"
};

Allocator only_allocator;

} // namespace

std::atomic<CUDAAllocator *> allocator{&only_allocator};

} // namespace c10::cuda::CUDACachingAllocator

namespace c10::cuda {

void c10_cuda_check_implementation(const int32_t error, const char *file, const char *function, const uint32_t line, const bool) {
    if (C10_LIKELY(error == cudaSuccess))
        return;
    (void)cudaGetLastError();
    auto code = static_cast<cudaError_t>(error);
    std::string words = std::string("CUDA error: ") + cudaGetErrorString(code) + "\n" + cudaGetErrorName(code);
    throw c10::AcceleratorError({function, file, line}, error, words);
}

std::string get_cuda_error_help(cudaError_t) noexcept { return ""; }
const char *get_cuda_check_suffix() noexcept { return ""; }
const char *get_cuda_async_error_suffix(cudaError_t) noexcept { return ""; }

std::mutex *getFreeMutex() {
    static std::mutex mutex;
    return &mutex;
}

DeviceIndex device_count() noexcept { return 1; }
DeviceIndex device_count_ensure_non_zero() { return 1; }
DeviceIndex current_device() { return only; }
void set_device(DeviceIndex device, const bool) { check_device(device); }
void device_synchronize() { C10_CUDA_CHECK(cudaDeviceSynchronize()); }
void warn_or_error_on_sync() {}
cudaError_t GetDeviceCount(int *count) { return *count = 1, cudaSuccess; }
cudaError_t GetDevice(DeviceIndex *device) { return *device = only, cudaSuccess; }
cudaError_t SetDevice(DeviceIndex device, const bool) { return device == only ? cudaSuccess : cudaErrorInvalidDevice; }
cudaError_t MaybeSetDevice(DeviceIndex device) { return SetDevice(device, false); }
DeviceIndex ExchangeDevice(DeviceIndex device) { return check_device(device), only; }
DeviceIndex MaybeExchangeDevice(DeviceIndex device) { return check_device(device), only; }
void SetTargetDevice() {}
bool hasPrimaryContext(DeviceIndex device) { return device == only; }
std::optional<DeviceIndex> getDeviceIndexWithPrimaryContext() { return only; }

cudaStream_t CUDAStream::stream() const { return reinterpret_cast<cudaStream_t>(id()); }

bool CUDAStream::query() const {
    cudaError_t error = cudaStreamQuery(stream());
    if (error != cudaErrorNotReady)
        C10_CUDA_CHECK(error);
    return error == cudaSuccess;
}

void CUDAStream::synchronize() const { C10_CUDA_CHECK(cudaStreamSynchronize(stream())); }

CUDAStream getStreamFromPool(const int priority, DeviceIndex device) {
    check_device(device);
    cudaStream_t made;
    C10_CUDA_CHECK(cudaStreamCreateWithPriority(&made, cudaStreamNonBlocking, priority));
    return stream_of(reinterpret_cast<uint64_t>(made));
}

CUDAStream getStreamFromPool(const bool is_high, DeviceIndex device) { return getStreamFromPool(is_high ? -1 : 0, device); }

CUDAStream getStreamFromExternal(cudaStream_t stream, DeviceIndex device) {
    check_device(device);
    return stream_of(reinterpret_cast<uint64_t>(stream));
}

CUDAStream getDefaultCUDAStream(DeviceIndex device) {
    check_device(device);
    return stream_of(0);
}

CUDAStream getCurrentCUDAStream(DeviceIndex device) {
    check_device(device);
    return stream_of(ks_torch_stream());
}

void setCurrentCUDAStream(CUDAStream stream) { ks_set_torch_stream(static_cast<uint64_t>(stream.id())); }

std::ostream &operator<<(std::ostream &stream, const CUDAStream &s) { return stream << s.unwrap(); }

} // namespace c10::cuda

namespace at::cuda {

cudaDeviceProp *getDeviceProperties(c10::DeviceIndex device) {
    check_device(device);
    static cudaDeviceProp properties = [] {
        cudaDeviceProp known;
        C10_CUDA_CHECK(cudaGetDeviceProperties(&known, only));
        return known;
    }();
    return &properties;
}

cudaDeviceProp *getCurrentDeviceProperties() { return getDeviceProperties(only); }
int warp_size() { return getCurrentDeviceProperties()->warpSize; }
bool canDeviceAccessPeer(c10::DeviceIndex, c10::DeviceIndex) { return false; }

} // namespace at::cuda
