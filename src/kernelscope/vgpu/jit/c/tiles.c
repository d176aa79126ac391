// Tiles of a product in shared memory: where their chunks are, and whether all are there.
#include "access.h"
#include "chunks.h"

// Notes the addresses of a tile's chunks, line by line, if `table` is not null, which has room for
// 32 more; false, after a fault, if a chunk is not inside the block's shared memory.
HELPER_OF(bool) tile_chunks(u64 *context, u64 site, u64 descriptor, u64 first, u64 lines,
                            u64 pieces, bool transposed, u32 *table) {
  Chunks chunks = chunks_of(descriptor, transposed);
  u64 limit = context[CONTEXT_SHARED_BYTES];
  // The bound may be beyond the last chunk: then the chunks themselves decide.
  if (RARELY(bound_of(&chunks, first, lines, pieces) > limit)) {
    for (u64 k = 0; k < lines * pieces; k++) {
      u64 address = chunk_of(&chunks, line_of(&chunks, first + k / pieces), k % pieces);
      Place at = {context, site, 0};
      if (refuse(at, address + CHUNK > limit, FAULT_SHARED_OUT_OF_BOUNDS, address)) return false;
    }
  }
  if (!table) return true;
  Words each = pieces_of(&chunks);
  for (u64 line = 0; line < lines; line++)
    *(WordsAt *)(table + line * pieces) = chunks_at(&chunks, first + line, each);
  return true;
}
