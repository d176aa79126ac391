// FIX(statement) is the line that each program needs; with -DFIXED it is there.
#ifdef FIXED
#define FIX(...) __VA_ARGS__
#define FAULT(fault, right) right
#else
#define FIX(...)
#define FAULT(fault, right) fault
#endif
