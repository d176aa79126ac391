/* What today's header of the runtime declares and `cudart.c` has not: it says its name once. */
#include "link.h"

#define MISSING(function)                                                                          \
    __attribute__((visibility("default"))) int function(void) { return ks_missing(#function); }
#include "missing_cudart.inc"
