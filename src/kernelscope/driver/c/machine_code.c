/* The functions of NVIDIA's libraries of machine code (cuBLAS, cuDNN, …), so that programs that name
 * these libraries link. Each says once that it is not there. */
#include <stdio.h>

#include "link.h"

static void say(const char *name) {
    if (ks_is_first(name))
        fprintf(stderr,
                "kernelscope: %s is machine code, which the virtual GPU does not run: it returns \"not supported\"; "
                "PyTorch's operators are there instead, in a Python script\n",
                name);
}

#define MISSING(function, answer)                                                                  \
    KS_PUBLIC long function(void) {                                                                \
        say(#function);                                                                            \
        return answer;                                                                             \
    }
/* A handle is no machine code: many programs make one and do not use it. */
#define MAKES(function)                                                                            \
    KS_PUBLIC long function(void **handle) {                                                       \
        *handle = &ks_answer_by;                                                                   \
        return 0;                                                                                  \
    }
#define DOES(function)                                                                             \
    KS_PUBLIC long function(void) { return 0; }
#define WORDS(function)                                                                            \
    KS_PUBLIC const char *function(void) { return "not supported"; }
#include "machine_code.inc"
