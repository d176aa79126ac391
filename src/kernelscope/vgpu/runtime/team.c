// The code that `#pragma omp parallel` makes of a loop over the arguments (`thread_pool.py`).
//
// Thread n of t takes arguments n, n + t, n + 2t …, because OpenMP may give fewer threads than
// requested: with 2 threads for 4 arguments, thread 0 runs arguments 0 and 2. No thread waits for
// Python's lock.
typedef long i64;

typedef struct {
  void (*work)(i64);
  i64 count;
  int (*number)(void), (*threads)(void);
  i64 arguments[];
} Loop;

__attribute__((used)) void team(Loop *loop) {
  i64 step = loop->threads();
  for (i64 n = loop->number(); n < loop->count; n += step) loop->work(loop->arguments[n]);
}
