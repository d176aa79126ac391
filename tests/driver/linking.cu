// What is linked when the program runs: PTX with the PTX of an object, a file that is not whole, and logs.
#include <cstdio>
#include <cstring>
#include <cuda.h>

static const char caller[] = R"(
.version 7.8
.target sm_80
.address_size 64
.extern .func (.param .b32 r) of_other (.param .b32 x);
.global .align 4 .u32 own = 5;
.visible .global .align 4 .u32 shared = 3;
.visible .entry ask(.param .u64 out) {
    .reg .b32 %r<4>; .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    ld.global.u32 %r1, [own];
    { .param .b32 p; .param .b32 q;
      st.param.b32 [p], %r1;
      call (q), of_other, (p);
      ld.param.b32 %r2, [q]; }
    st.global.u32 [%rd1], %r2;
    ret;
})";
static const char other[] = R"(
.version 7.8
.target sm_75
.address_size 64
.global .align 4 .u32 own = 100;
.visible .func (.param .b32 r) of_other (.param .b32 x) {
    .reg .b32 %r<4>;
    ld.param.b32 %r1, [x];
    ld.global.u32 %r2, [own];
    add.u32 %r3, %r1, %r2;
    st.param.b32 [r], %r3;
    ret;
})";

static void say(const char *what, CUresult code) {
    const char *name;
    cuGetErrorName(code, &name);
    printf("%s: %s\n", what, name);
}

int main() {
    CUcontext context;
    CUlinkState state;
    char log[400] = "untouched";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)sizeof log}, *cubin;
    size_t size;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);

    say("create", cuLinkCreate(2, options, values, &state));
    say("add", cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)caller, sizeof caller, "caller", 0, 0, 0));
    say("alone", cuLinkComplete(state, &cubin, &size));
    printf("%s\n", log);
    say("destroy", cuLinkDestroy(state));

    values[1] = (void *)sizeof log;
    cuLinkCreate(2, options, values, &state);
    say("malformed", cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)"nonsense", 9, "bad", 0, 0, 0));
    printf("log begins with error: %d\n", !strncmp(log, "error", 5));
    cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)caller, sizeof caller, "caller", 0, 0, 0);
    cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)other, sizeof other, "other", 0, 0, 0);
    say("file", cuLinkAddFile(state, CU_JIT_INPUT_OBJECT, "no-such-file.o", 0, 0, 0));
    say("both", cuLinkComplete(state, &cubin, &size));
    CUmodule module;
    CUfunction ask;
    say("load", cuModuleLoadData(&module, cubin));
    cuLinkDestroy(state);
    say("function", cuModuleGetFunction(&ask, module, "ask"));
    CUdeviceptr out;
    cuMemAlloc(&out, 4);
    void *arguments[] = {&out};
    say("launch", cuLaunchKernel(ask, 1, 1, 1, 1, 1, 1, 0, 0, arguments, 0));
    unsigned sum;
    cuMemcpyDtoH(&sum, out, 4);
    printf("sum %u\n", sum);
    CUdeviceptr variable;
    cuModuleGetGlobal(&variable, &size, module, "shared");
    cuMemcpyDtoH(&sum, variable, 4);
    printf("shared %u of %zu bytes\n", sum, size);
}
