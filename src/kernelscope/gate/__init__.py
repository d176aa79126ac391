"""A gate for kernels in tests: requirements on a call, checked without a GPU.

    def test_softmax(kernelscope):
        kernelscope.check(softmax, x).moves(at_most=1.01).vectorized().no_spills()

| file | content |
|---|---|
| `plugin` | the pytest plugin: the fixture, the marker, the options |
| `checked` | a call, and what can be asked of it |
| `baselines` | the records that later runs are held to, as files next to the tests |
| `changes` | what is different between a baseline and a call, line by line |
| `failures` | problems as a compiler prints them |

pytest loads `plugin` in every project that has Kernelscope installed, so that it imports nothing
but pytest and the standard library before a test asks for the fixture.
"""
