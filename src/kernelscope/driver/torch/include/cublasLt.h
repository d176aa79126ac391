#include <library_types_only.h>
