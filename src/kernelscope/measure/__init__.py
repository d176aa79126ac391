"""Right before fast: the check against float64, then the clocks and the statistics of times.

| file | what it is about |
|---|---|
| `tolerance` | how far from the float64 reference a result may be, and why |
| `nasty` | the cases that public kernels fall over |
| `memory` | poisoned outputs, inputs verified unchanged, results that share memory |
| `check` | one implementation against the reference, on every case |
| `statistics` | a median and its interval, with no sample dropped |
| `clocks` | wall, events, CUDA graph; cold and warm; interleaved |
| `suspicion` | times that cannot be, methods that disagree, clocks that moved |
"""
