"""Small CUDA kernels with random control flow and expressions, for properties."""

from __future__ import annotations

from hypothesis import strategies as st

INTS = ("a", "b", "c", "i")
FLOATS = ("x", "y", "z")
_HEAD = """extern "C" __global__
void random(const int* in, const float* fin, int* out, float* fout, int n) {
  __shared__ int shared[64];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  shared[threadIdx.x & 63] = t * 7;
  __syncthreads();
  if (t >= n) return;
  int a = in[t], b = t, c = 5, i = 0;
  float x = fin[t], y = 1.5f, z = -0.25f;
  unsigned fuel = 60;
"""
_TAIL = """  out[t] = a ^ (b * 3) ^ (c << 1) ^ i;
  fout[t] = x + y * z;
}
"""


@st.composite
def integers(draw: st.DrawFn, depth: int = 2) -> str:
    """An expression of int, without undefined behaviour."""
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        return draw(st.sampled_from([*INTS, "1", "-3", "17", "0x7fffffff", "(int)threadIdx.x"]))
    kind = draw(st.integers(0, 7))
    left = draw(integers(depth - 1))
    if kind == 0:
        return f"shared[({left}) & 63]"
    if kind == 1:
        return f"(({draw(truths(depth - 1))}) ? ({left}) : ({draw(integers(depth - 1))}))"
    if kind == 2:
        return f"(({left}) {draw(st.sampled_from(['>>', '/', '%']))} {draw(st.integers(1, 9))})"
    if kind == 3:
        return f"(int)((unsigned)({left}) {draw(st.sampled_from(['>>', '<<', '/']))} 3u)"
    if kind == 4:
        return f"(int)(signed char)({left})"
    right = draw(integers(depth - 1))
    if kind == 5:
        return f"{draw(st.sampled_from(['min', 'max', '__mulhi']))}({left}, {right})"
    op = draw(st.sampled_from(["+", "-", "*", "&", "|", "^"]))
    return f"(int)((unsigned)({left}) {op} (unsigned)({right}))"


@st.composite
def floats(draw: st.DrawFn, depth: int = 2) -> str:
    """An expression of float."""
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        return draw(st.sampled_from([*FLOATS, "1.0f", "-0.3f", "1e20f"]))
    left, right = draw(floats(depth - 1)), draw(floats(depth - 1))
    kind = draw(st.integers(0, 4))
    if kind == 0:
        return f"(({draw(truths(depth - 1))}) ? ({left}) : ({right}))"
    if kind == 1:
        return f"{draw(st.sampled_from(['fminf', 'fmaxf', '__fmul_rn']))}({left}, {right})"
    if kind == 2:
        return f"(float)({draw(integers(depth - 1))})"
    return f"(({left}) {draw(st.sampled_from('+-*/'))} ({right}))"


@st.composite
def truths(draw: st.DrawFn, depth: int = 1) -> str:
    """A condition."""
    compare = draw(st.sampled_from(["<", "<=", ">", ">=", "==", "!="]))
    kind = draw(st.integers(0, 3 if depth else 1))
    if kind == 0:
        return f"({draw(floats(depth))}) {compare} ({draw(floats(depth))})"
    if kind == 1:
        return f"({draw(integers(depth))}) {compare} ({draw(integers(depth))})"
    op = "&&" if kind == 2 else "||"
    return f"({draw(truths(depth - 1))}) {op} ({draw(truths(depth - 1))})"


@st.composite
def statements(draw: st.DrawFn, depth: int, loops: int) -> str:
    """One statement; inside loops it may leave or continue them."""
    kinds = ["int", "float", "shared", "return"]
    if depth:
        kinds += ["if", "else", "while", "for", "do", "switch", "if", "else"]
    if loops:
        kinds += ["break", "continue"]
    kind = draw(st.sampled_from(kinds))
    match kind:
        case "int":
            return f"{draw(st.sampled_from(INTS))} = {draw(integers())};"
        case "float":
            return f"{draw(st.sampled_from(FLOATS))} = {draw(floats())};"
        case "shared":
            return f"shared[threadIdx.x & 63] = {draw(integers(1))};"
        case "return":
            return f"if ({draw(truths(0))}) {{ out[t] = a; return; }}"
        case "break" | "continue":
            return f"if ({draw(truths(0))}) {kind};"
        case "if":
            return f"if ({draw(truths())}) {{ {draw(blocks(depth - 1, loops))} }}"
        case "else":
            return (
                f"if ({draw(truths())}) {{ {draw(blocks(depth - 1, loops))} }} "
                f"else {{ {draw(blocks(depth - 1, loops))} }}"
            )
        case "while":
            body = draw(blocks(depth - 1, loops + 1))
            return f"while (fuel && ({draw(truths())})) {{ --fuel; {body} }}"
        case "do":
            body = draw(blocks(depth - 1, loops + 1))
            return f"do {{ --fuel; {body} }} while (fuel && fuel < 60 && ({draw(truths())}));"
        case "for":
            body = draw(blocks(depth - 1, loops + 1))
            name = f"k{depth}"
            bound = draw(st.sampled_from(["4", "b & 7", "c"]))
            head = f"for (int {name} = 0; {name} < ({bound}) && fuel; ++{name})"
            return f"{head} {{ --fuel; a += {name}; {body} }}"
        case _:
            ends = st.sampled_from(["break;", ""])
            cases = " ".join(
                f"case {n}: {draw(blocks(depth - 1, loops))} {draw(ends)}"
                for n in range(draw(st.integers(2, 6)))
            )
            return f"switch (({draw(integers(1))}) & 7) {{ {cases} default: c += 1; }}"


@st.composite
def blocks(draw: st.DrawFn, depth: int, loops: int) -> str:
    """A few statements."""
    return " ".join(draw(statements(depth, loops)) for _ in range(draw(st.integers(1, 3))))


@st.composite
def kernels(draw: st.DrawFn) -> str:
    """A whole kernel."""
    return f"{_HEAD}  {draw(blocks(2, 0))}\n  {draw(blocks(2, 0))}\n{_TAIL}"
