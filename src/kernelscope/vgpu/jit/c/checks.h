// Tells the host of barriers that may be used wrongly (`layout.Check`), if it asked for that.
#pragma once
#include "access.h"

// about: the number of a barrier, of a meeting (`jit.stops.meetings`) or of a site; lanes: those
// that it is about; table: 32 numbers more, or null.
INLINE void tell(u64 *context, u32 kind, u64 about, u32 lanes, u64 more, void *table) {
  typedef void Told(u64 *, u32, u64, u32, u64, void *);
  Told *told = (Told *)context[CONTEXT_CHECK];
  if (RARELY(told != 0)) told(context, kind, about, lanes, more, table);
}
