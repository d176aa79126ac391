// Accesses of memory: checked, found on the host, and counted.
#pragma once
#include "access.h"

bool global_hosts(u64 *context, u64 site, Longs addresses, u32 lanes, u64 *devices, u64 *hosts,
                  u64 width);
void count_global(u64 *context, u64 site, Longs devices, u32 lanes, u64 marks);
