// CUDA arrays, textures and surfaces. What is printed follows from the programming guide: "Texture Fetching" has the
// formulas (a linear filter's fraction has 8 bits), "Texture and Surface Memory" what lies outside.
#include <cstdio>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t code = (call);                                                                 \
        if (code != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorString(code));              \
    } while (0)

template <typename T> struct Results {
    T *values;
    Results() { CHECK(cudaMallocManaged(&values, 64 * sizeof(T))); }
    ~Results() { CHECK(cudaFree(values)); }
    void show(const char *name, int count) {
        CHECK(cudaDeviceSynchronize());
        printf("%s:", name);
        for (int i = 0; i < count; i++) printf(" %g", double(values[i]));
        printf("\n");
    }
};

struct Read {
    cudaTextureFilterMode filter = cudaFilterModePoint;
    cudaTextureAddressMode mode = cudaAddressModeClamp;
    bool normalized = false, fraction = false;
    float border = 0;
};

cudaTextureObject_t texture(const cudaResourceDesc &resource, Read read = {}) {
    cudaTextureDesc how = {};
    for (auto &mode : how.addressMode) mode = read.mode;
    how.filterMode = read.filter;
    how.readMode = read.fraction ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    how.normalizedCoords = read.normalized;
    how.borderColor[0] = read.border;
    cudaTextureObject_t made = 0;
    CHECK(cudaCreateTextureObject(&made, &resource, &how, nullptr));
    return made;
}

cudaResourceDesc of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

template <typename T> cudaArray_t filled(const T *values, cudaExtent extent, unsigned flags = 0) {
    cudaArray_t array;
    cudaChannelFormatDesc texel = cudaCreateChannelDesc<T>();
    CHECK(cudaMalloc3DArray(&array, &texel, extent, flags));
    cudaMemcpy3DParms copy = {};
    size_t height = extent.height ? extent.height : 1, depth = extent.depth ? extent.depth : 1;
    copy.srcPtr = make_cudaPitchedPtr((void *)values, extent.width * sizeof(T), extent.width, height);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(extent.width, height, depth);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    return array;
}

__global__ void read_1d(cudaTextureObject_t t, float first, float step, float *y) { y[threadIdx.x] = tex1D<float>(t, first + step * threadIdx.x); }
__global__ void read_2d(cudaTextureObject_t t, float x, float y0, float step, float *y) { y[threadIdx.x] = tex2D<float>(t, x + step * threadIdx.x, y0); }
__global__ void read_3d(cudaTextureObject_t t, float *y) { y[threadIdx.x] = tex3D<float>(t, 0.5f + 0.5f * threadIdx.x, 1, 1); }
__global__ void read_layers(cudaTextureObject_t line, cudaTextureObject_t plane, float *y) {
    y[threadIdx.x] = threadIdx.x < 4 ? tex1DLayered<float>(line, 1.5f, threadIdx.x) : tex2DLayered<float>(plane, 0.5f, 1.5f, threadIdx.x - 4);
}
__global__ void read_cube(cudaTextureObject_t t, float *y) {
    float s = threadIdx.x % 2 ? -1 : 1;
    int axis = threadIdx.x / 2;
    y[threadIdx.x] = texCubemap<float>(t, axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0);
}
__global__ void gather(cudaTextureObject_t t, float *y) {
    float4 four = tex2Dgather<float4>(t, 1, 1);
    y[0] = four.x, y[1] = four.y, y[2] = four.z, y[3] = four.w;
}
__global__ void level(cudaTextureObject_t t, float *y) { *y = tex2DLod<float>(t, 1.5f, 0.5f, 0); }
__global__ void fetch(cudaTextureObject_t t, int *y) { y[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x); }
__global__ void channels(cudaTextureObject_t t, float *y) {
    float4 texel = tex2D<float4>(t, 1.5f, 0.5f);
    y[0] = texel.x, y[1] = texel.y, y[2] = texel.z, y[3] = texel.w;
}
__global__ void write(cudaSurfaceObject_t s, int width) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < width) surf2Dwrite(10.0f * y + x, s, x * 4, y);
}
__global__ void load(cudaSurfaceObject_t s, float *y) {
    y[0] = surf2Dread<float>(s, 4, 1);
    y[1] = surf2Dread<float>(s, 100, 1, cudaBoundaryModeClamp);
    y[2] = surf2Dread<float>(s, -4, 1, cudaBoundaryModeZero);
}

int main() {
    Results<float> y;
    Results<int> whole;
    const float line[4] = {0, 10, 20, 30};
    cudaArray_t one;
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&one, &floats, 4));
    CHECK(cudaMemcpy2DToArray(one, 0, 0, line, sizeof line, sizeof line, 1, cudaMemcpyHostToDevice));
    auto each = [&](const char *name, Read read, float first, float step, int count) {
        cudaTextureObject_t t = texture(of(one), read);
        read_1d<<<1, count>>>(t, first, step, y.values);
        y.show(name, count);
        CHECK(cudaDestroyTextureObject(t));
    };
    each("point", {}, -0.5f, 1, 6);
    each("border", {cudaFilterModePoint, cudaAddressModeBorder, false, false, 7}, -0.5f, 1, 6);
    each("linear", {cudaFilterModeLinear}, 0.5f, 0.5f, 4);
    each("fraction of 8 bits", {cudaFilterModeLinear}, 0.5f + 1.0f / 1024, 0.25f, 2);
    each("wrap", {cudaFilterModePoint, cudaAddressModeWrap, true}, -0.125f, 0.25f, 6);
    each("mirror", {cudaFilterModePoint, cudaAddressModeMirror, true}, -0.125f, 0.25f, 6);
    each("wrap of texels is clamp", {cudaFilterModePoint, cudaAddressModeWrap}, -0.5f, 1, 6);

    const float plane[2][3] = {{1, 2, 3}, {4, 5, 6}};
    cudaArray_t two = filled(&plane[0][0], make_cudaExtent(3, 2, 0), cudaArraySurfaceLoadStore);
    cudaTextureObject_t t = texture(of(two), {cudaFilterModeLinear});
    read_2d<<<1, 3>>>(t, 1, 1, 0.5f, y.values);
    y.show("plane", 3);
    level<<<1, 1>>>(t, y.values);
    y.show("level", 1);
    gather<<<1, 1>>>(t, y.values);
    y.show("gather", 4);
    cudaTextureDesc how;
    cudaResourceDesc what;
    CHECK(cudaGetTextureObjectTextureDesc(&how, t));
    CHECK(cudaGetTextureObjectResourceDesc(&what, t));
    printf("described: %d %d\n", how.filterMode == cudaFilterModeLinear, what.res.array.array == two);

    cudaSurfaceObject_t s;
    cudaResourceDesc resource = of(two);
    CHECK(cudaCreateSurfaceObject(&s, &resource));
    write<<<2, 32>>>(s, 3);
    load<<<1, 1>>>(s, y.values);
    y.show("surface", 3);
    float back[2][2];
    CHECK(cudaMemcpy2DFromArray(back, 8, two, 4, 0, 8, 2, cudaMemcpyDeviceToHost));
    printf("back: %g %g %g %g\n", back[0][0], back[0][1], back[1][0], back[1][1]);
    read_2d<<<1, 3>>>(t, 0.5f, 1.5f, 1, y.values);
    y.show("a texture sees what a surface wrote", 3);
    CHECK(cudaDestroySurfaceObject(s));

    float cube[8] = {0, 1, 2, 3, 4, 5, 6, 7}, copied[8];
    cudaArray_t three = filled(cube, make_cudaExtent(2, 2, 2)), other = filled(plane[0], make_cudaExtent(3, 0, 0));
    read_3d<<<1, 3>>>(texture(of(three), {cudaFilterModeLinear}), y.values);
    y.show("volume", 3);
    cudaMemcpy3DParms copy = {};
    copy.srcArray = three;
    copy.srcPos = make_cudaPos(1, 0, 1);
    copy.dstPtr = make_cudaPitchedPtr(copied, 8, 2, 2);
    copy.extent = make_cudaExtent(1, 2, 1);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy));
    printf("part: %g %g\n", copied[0], copied[2]);
    CHECK(cudaMemcpy2DArrayToArray(other, 4, 0, two, 0, 1, 8, 1));
    CHECK(cudaMemcpy2DFromArray(copied, 12, other, 0, 0, 12, 1, cudaMemcpyDeviceToHost));
    printf("between arrays: %g %g %g\n", copied[0], copied[1], copied[2]);

    std::vector<float> layers(24);
    for (int i = 0; i < 24; i++) layers[i] = i;
    cudaArray_t lines = filled(layers.data(), make_cudaExtent(2, 0, 3), cudaArrayLayered);
    cudaArray_t planes = filled(layers.data(), make_cudaExtent(2, 2, 3), cudaArrayLayered);
    read_layers<<<1, 7>>>(texture(of(lines)), texture(of(planes)), y.values);
    y.show("layers", 7);
    cudaArray_t faces = filled(layers.data(), make_cudaExtent(2, 2, 6), cudaArrayCubemap);
    read_cube<<<1, 6>>>(texture(of(faces), {cudaFilterModeLinear, cudaAddressModeClamp, true}), y.values);
    y.show("cube", 6);
    cudaExtent extent;
    unsigned flags;
    cudaChannelFormatDesc texel;
    CHECK(cudaArrayGetInfo(&texel, &extent, &flags, faces));
    printf("array: %zu %zu %zu, %d bits, flags %u\n", extent.width, extent.height, extent.depth, texel.x, flags);

    const uchar4 colours[2] = {{0, 51, 102, 255}, {255, 204, 51, 0}};
    channels<<<1, 1>>>(texture(of(filled(colours, make_cudaExtent(2, 1, 0))), {cudaFilterModePoint, cudaAddressModeClamp, false, true}), y.values);
    y.show("fractions", 4);

    int *memory;
    const int numbers[4] = {5, 6, 7, 8};
    CHECK(cudaMalloc(&memory, 4096));
    CHECK(cudaMemcpy(memory, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = memory;
    linear.res.linear.desc = cudaCreateChannelDesc<int>();
    linear.res.linear.sizeInBytes = sizeof numbers;
    fetch<<<1, 5>>>(texture(linear), whole.values);
    whole.show("fetch", 5);
    cudaResourceDesc pitched = {};
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D.devPtr = memory;
    pitched.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    pitched.res.pitch2D.width = 3, pitched.res.pitch2D.height = 2, pitched.res.pitch2D.pitchInBytes = 512;
    CHECK(cudaMemcpy2D(memory, 512, plane, 12, 12, 2, cudaMemcpyHostToDevice));
    read_2d<<<1, 3>>>(texture(pitched), 0.5f, 1.5f, 1, y.values);
    y.show("pitch", 3);

    cudaTextureDesc wrong = {};
    wrong.filterMode = cudaFilterModeLinear;
    printf("filter of linear memory: %s\n", cudaGetErrorName(cudaCreateTextureObject(&t, &linear, &wrong, nullptr)));
    cudaArray_t integers = filled(numbers, make_cudaExtent(4, 0, 0));
    resource = of(integers);
    printf("filter of integers: %s\n", cudaGetErrorName(cudaCreateTextureObject(&t, &resource, &wrong, nullptr)));
    printf("surface: %s\n", cudaGetErrorName(cudaCreateSurfaceObject(&s, &resource)));
    texel = {8, 8, 8, 0, cudaChannelFormatKindUnsigned};
    printf("three channels: %s\n", cudaGetErrorName(cudaMallocArray(&one, &texel, 4)));
    printf("too large: %s\n", cudaGetErrorName(cudaMallocArray(&one, &floats, 200000)));
    printf("beyond: %s\n", cudaGetErrorName(cudaMemcpy2DToArray(two, 8, 0, plane, 12, 12, 2, cudaMemcpyHostToDevice)));
    cudaMipmappedArray_t levels;
    printf("mipmap: %s\n", cudaGetErrorName(cudaMallocMipmappedArray(&levels, &floats, make_cudaExtent(4, 4, 0), 2)));
    CHECK(cudaFreeArray(two));
    level<<<1, 1>>>(cudaTextureObject_t(y.values), y.values);
    printf("a handle of nothing: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
