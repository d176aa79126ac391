/* What today's header of the driver declares, each of which says once that it is not there. They are weak:
 * a function that is there takes the name. */
#include "link.h"

#define MISSING(function)                                                                          \
    __attribute__((visibility("default"), weak)) int function(void) { return ks_missing(#function); }
#include "missing_cuda.inc"
