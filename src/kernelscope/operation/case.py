"""One concrete input of an operation: its axes, dtype, layout, distribution of values, seed.

An operation's `inputs(case)` draws its tensors from the case (`case.normal(n, n)`), so that one
function makes the ordinary input and every nasty one: the case decides layout and values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kernelscope.errors import unknown
from kernelscope.operation.axes import parse_assignments, parse_value

if TYPE_CHECKING:
    import torch

LAYOUTS = ("contiguous", "transposed", "sliced", "misaligned", "expanded", "far")
DISTRIBUTIONS = ("normal", "large", "nan", "inf", "zeros")
_FAR = 2**31


class _Draws:
    """The number of tensors drawn so far: each draw has its own stream, so that none repeats."""

    def __init__(self) -> None:
        self.count = 0


def _no_axes() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Case:
    """Sizes and dtype as attributes (`case.n`, `case.dtype`), and the tensors drawn from them.

    Attributes:
        axes: name → value, with the names of the operation's default case.
        seed: the seed of the random values; the same seed gives the same tensors on the same kind
            of device.
        layout: one of `LAYOUTS`: contiguous; transposed (last two dimensions swapped in memory);
            sliced (`x[..., ::2]`); misaligned (begins one element into its storage);
            expanded (stride 0 in the first dimension); far (offsets beyond 2^31 elements).
        values: one of `DISTRIBUTIONS`: normal; large (magnitudes up to exactly 1e4); nan and inf
            (normal, with a few of them and, for inf, one whole row of -inf); zeros.
        device: the device of the tensors; None is the GPU if PyTorch sees one, else the CPU.
    """

    axes: Mapping[str, Any] = field(default_factory=_no_axes)
    seed: int = 0
    layout: str = "contiguous"
    values: str = "normal"
    device: str | None = None
    _draws: _Draws = field(default_factory=_Draws, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "axes", MappingProxyType(dict(self.axes)))
        for what, value, known in (
            ("layout", self.layout, LAYOUTS),
            ("values", self.values, DISTRIBUTIONS),
        ):
            if value not in known:
                raise unknown(what, value, known)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in self.axes:
            return self.axes[name]
        raise AttributeError(f"the case has no axis {name!r}; it has {', '.join(self.axes)}")

    @property
    def dtype(self) -> torch.dtype:
        """The case's dtype: its axis of that name, or float32 if there is none."""
        import torch

        return self.axes.get("dtype", torch.float32)

    @property
    def itemsize(self) -> int:
        """Bytes of one element of the case's dtype."""
        return self.dtype.itemsize

    def with_axes(self, assignments: str | Mapping[str, Any]) -> Case:
        """Return this case with other values: `n=16384,dtype=float16`, or a mapping of them.

        As well as the axes, `seed`, `layout` and `values` may be set. Raises UsageError for a name
        that is not an axis, and for a value of another type than its axis.
        """
        given: Mapping[str, Any] = (
            parse_assignments(assignments) if isinstance(assignments, str) else assignments
        )
        axes, others = dict(self.axes), dict[str, Any]()
        for name, value in given.items():
            if name in axes:
                text = isinstance(value, str)
                axes[name] = parse_value(name, value, axes[name]) if text else value
            elif name == "seed":
                others[name] = parse_value(name, str(value), 0)
            elif name in ("layout", "values"):
                others[name] = value
            else:
                raise unknown("axis", name, [*axes, "seed", "layout", "values"])
        return replace(self, axes=axes, **others)

    def on(self, device: str | None) -> Case:
        """Return this case with its tensors on another device, as PyTorch names it."""
        return replace(self, device=device)

    def afresh(self) -> Case:
        """Return an equal case whose draws begin again: the same seed gives the same tensors."""
        return replace(self)

    def to_json(self) -> dict[str, Any]:
        """Return the case as plain values: every axis, and seed, layout and values."""
        axes = {key: _plain(value) for key, value in self.axes.items()}
        return {**axes, "seed": self.seed, "layout": self.layout, "values": self.values}

    @property
    def shown(self) -> dict[str, Any]:
        """The value of every axis, and an unusual seed, layout or distribution."""
        usual = {"seed": 0, "layout": "contiguous", "values": "normal"}
        return {name: value for name, value in self.to_json().items() if usual.get(name) != value}

    def __str__(self) -> str:
        words = [f"{key}={_plain(value)}" for key, value in self.axes.items()]
        if self.layout != "contiguous":
            words.append(f"layout={self.layout}")
        if self.values != "normal":
            words.append(f"values={self.values}")
        return ", ".join(words)

    # --- tensors -------------------------------------------------------------------------------

    def normal(
        self, *shape: int, mean: float = 0.0, std: float = 1.0, special: bool = True
    ) -> torch.Tensor:
        """Draw normal random values in the case's dtype and layout, or the case's special values.

        Args:
            *shape: of the tensor.
            mean: of the distribution.
            std: its standard deviation.
            special: False keeps the values normal in every case: for parameters, such as weights.
        """

        def draw(size: tuple[int, ...], generator: torch.Generator) -> torch.Tensor:
            import torch

            drawn = torch.randn(
                size, generator=generator, dtype=self._float(), device=self._device()
            )
            return drawn if (mean, std) == (0.0, 1.0) else drawn.mul_(std).add_(mean)

        return self._laid_out(shape, draw, special=special)

    def uniform(self, *shape: int, low: float = 0.0, high: float = 1.0) -> torch.Tensor:
        """Draw values evenly spread over [low, high), in the case's dtype and layout."""

        def draw(size: tuple[int, ...], generator: torch.Generator) -> torch.Tensor:
            import torch

            drawn = torch.rand(
                size, generator=generator, dtype=self._float(), device=self._device()
            )
            return drawn.mul_(high - low).add_(low)

        return self._laid_out(shape, draw)

    def integers(self, *shape: int, low: int = 0, high: int = 2) -> torch.Tensor:
        """Draw int64 values evenly spread over low … high - 1 (indices), in the case's layout."""

        def draw(size: tuple[int, ...], generator: torch.Generator) -> torch.Tensor:
            import torch

            return torch.randint(
                low, max(high, low + 1), size, generator=generator, device=self._device()
            )

        return self._laid_out(shape, draw)

    def full(self, *shape: int, value: float = 0.0) -> torch.Tensor:
        """Return one value everywhere, in the case's dtype and layout, without special values."""
        import torch

        return _lay_out(
            self.layout,
            shape,
            lambda size: torch.full(size, value, dtype=self.dtype, device=self._device()),
        )

    def _device(self) -> str:
        import torch

        return self.device or ("cuda" if torch.cuda.is_available() else "cpu")

    def _float(self) -> torch.dtype:
        """Return the dtype to draw in: the case's own if it is a float, else float32."""
        import torch

        return self.dtype if self.dtype.is_floating_point else torch.float32

    def _laid_out(
        self,
        shape: tuple[int, ...],
        draw: Callable[[tuple[int, ...], Any], torch.Tensor],
        *,
        special: bool = True,
    ) -> torch.Tensor:
        import torch

        generator = torch.Generator(self._device())
        generator.manual_seed(self.seed * 1_000_003 + self._draws.count)
        self._draws.count += 1

        def valued(size: tuple[int, ...]) -> torch.Tensor:
            drawn = draw(size, generator)
            if not drawn.dtype.is_floating_point:
                return drawn
            return _with_values(self.values if special else "normal", drawn).to(self.dtype)

        return _lay_out(self.layout, shape, valued)


def _plain(value: Any) -> Any:
    name = str(value)
    return name.removeprefix("torch.") if name.startswith("torch.") else value


def _with_values(values: str, drawn: torch.Tensor) -> torch.Tensor:
    """Give `drawn` (contiguous, floating) the values of a distribution, in place, and return it."""
    count = drawn.numel()
    if values == "normal" or count == 0:
        return drawn
    if values == "zeros":
        return drawn.zero_()
    if values == "large":  # a third of them exactly ±1e4, the others of every magnitude below
        return drawn.clamp_(-1, 1).mul_(1e4)
    flat = drawn.view(-1)
    if values == "nan":
        flat[[count // 3, count // 2, count - 1]] = float("nan")
        return drawn
    flat[count // 3] = float("inf")
    flat[count // 2] = float("-inf")
    if drawn.dim() > 1:
        drawn[..., -1, :] = float("-inf")
    return drawn


def _lay_out(
    layout: str, shape: tuple[int, ...], make: Callable[[tuple[int, ...]], torch.Tensor]
) -> torch.Tensor:
    """Return a tensor of `shape` in a layout; `make(shape)` returns a contiguous one.

    If the rank does not allow the layout (a transposed vector), the tensor is contiguous.
    """
    if layout == "transposed" and len(shape) >= 2:
        return make((*shape[:-2], shape[-1], shape[-2])).transpose(-1, -2)
    if layout == "sliced" and shape:
        return make((*shape[:-1], 2 * shape[-1]))[..., ::2]
    if layout == "misaligned":
        count = 1
        for length in shape:
            count *= length
        return make((count + 1,))[1:].view(shape)
    if layout == "expanded" and shape and shape[0]:
        return make((1, *shape[1:])).expand(shape)
    if layout == "far" and shape and shape[0] > 1:
        return _far_apart(make(shape))
    return make(shape)


def _far_apart(near: torch.Tensor) -> torch.Tensor:
    """Return a copy whose last index of the first dimension lies beyond 2^31 elements.

    Only the pages that hold elements are touched, so the gaps cost no memory on a CPU.
    """
    import torch

    rows = near.shape[0]
    row = near[0].numel()
    stride = max(row, -(-_FAR // (rows - 1)))
    storage = torch.empty(stride * (rows - 1) + row, dtype=near.dtype, device=near.device)
    strides = (stride, *near.stride()[1:])
    far = storage.as_strided(near.shape, strides)
    far.copy_(near)
    return far
