"""Values that show where they went: a few levels, drawn at random in several runs.

An element of a tensor is given one of 16 levels in each run. After six runs its levels are a number
of 24 bits, which few other elements have. A result with the same number is that element, moved. It
may have been rounded on the way: the nearest level counts.

    source, run by run:  3 15 0 7 7 2      result:  3.01 15 0.02 7 6.99 2     → moved
                                           result:  9.3 121 …                 → calculated
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import torch

RUNS = 6
_LEVELS = 16
_NEAR = 0.25  # of the distance of two levels: what roundings on the way may add
_FEWEST = 8  # with fewer levels many elements have one number: only the same place counts
_SAME_SCALE = 1e-2  # of the values, for a factor that was fitted to results in few bits
_VARIES = 1e-12
_PERMUTED_FROM = 64  # elements from which on a result has the least and the largest level


@dataclass(frozen=True, slots=True)
class Levels:
    """Evenly spaced values, ascending, as float64."""

    values: torch.Tensor

    def draw(self, count: int, generator: torch.Generator) -> torch.Tensor:
        """Return the numbers of as many random levels."""
        most = len(self.values)
        return torch.randint(0, most, (count,), generator=generator, device="cpu")

    def nearest(self, values: torch.Tensor) -> torch.Tensor:
        """Return the number of the level that each value is near to; -1 if there is none."""
        known = self.values
        above = torch.searchsorted(known, values.contiguous()).clamp(1, len(known) - 1)
        upper = (known[above] - values).abs() < (values - known[above - 1]).abs()
        index = torch.where(upper, above, above - 1)
        near = _NEAR * (known[-1] - known[0]) / (len(known) - 1)
        return torch.where((known[index] - values).abs() <= near, index, -1)


def levels_of(values: Sequence[torch.Tensor], dtype: torch.dtype) -> Levels | None:
    """Return the levels of a type between the least and the largest of some values.

    Of integers they stay between these, so that an index stays valid. None: there are fewer than
    two.
    """
    finite = [value.double()[value.double().isfinite()] for value in values]
    flat = torch.cat([value.reshape(-1) for value in finite] or [torch.zeros(0, device="cpu")])
    least, most = (float(flat.min()), float(flat.max())) if flat.numel() else (-1.0, 1.0)
    if dtype.is_floating_point and most - least <= _VARIES * max(abs(least), abs(most)):
        around = abs(least) or 1.0
        least, most = least - around, most + around
    spaced = torch.linspace(least, most, _LEVELS, dtype=torch.float64, device="cpu")
    if not dtype.is_floating_point:
        spaced = spaced.round()
    spaced = spaced.to(dtype).double().unique()
    return Levels(spaced) if len(spaced) > 1 else None


@dataclass(frozen=True, slots=True)
class Affine:
    """The same factor and summand for all elements: `factor * x + summand`."""

    factor: float
    summand: float

    @classmethod
    def fitted(cls, x: torch.Tensor, y: torch.Tensor) -> Affine | None:
        """Return the least squares' scale from x to y, float64; None if x does not vary."""
        spread = x - x.mean()
        power = float((spread * spread).sum())
        factor = float((spread * (y - y.mean())).sum()) / power if power else 0.0
        return cls(factor, float(y.mean()) - factor * float(x.mean())) if factor else None

    def near(self, other: Affine, size: float) -> bool:
        """Return whether it does nearly the same to values of this size."""
        apart = abs(self.factor - other.factor) * size + abs(self.summand - other.summand)
        return apart <= _SAME_SCALE * abs(other.factor) * size


@dataclass(slots=True)
class Marked:
    """Elements that were given levels in each run, in the order of the runs."""

    levels: Levels
    codes: torch.Tensor | None = None
    _drawn: list[torch.Tensor] = field(default_factory=list[torch.Tensor])

    def draw(self, count: int, generator: torch.Generator) -> torch.Tensor:
        """Return new values, as float64, for further elements of this run."""
        index = self.levels.draw(count, generator)
        self._drawn.append(index)
        return self.levels.values[index]

    def end_run(self) -> None:
        """All elements have their level of this run."""
        if not self._drawn:
            return
        index = torch.cat(self._drawn)
        self._drawn.clear()
        self.codes = index if self.codes is None else self.codes * _LEVELS + index

    def moved(
        self, results: Sequence[torch.Tensor], known: Iterable[Affine] = ()
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return which elements of a result are moved elements, and which are moved and scaled.

        results: in each run. Scaled: the same factor and summand for all of them, unless these are
        known.
        """
        if self.codes is None:
            nothing = torch.zeros_like(results[0], dtype=torch.bool)
            return nothing, nothing
        plain = self._matches(results, Affine(1.0, 0.0))
        scaled = torch.zeros_like(plain)
        if bool(plain.all()):
            return plain, scaled
        size = float(self.levels.values.abs().max())
        for scale in self._scales(results):
            if not any(scale.near(other, size) for other in known):
                scaled |= self._matches(results, scale)
        return plain, scaled & ~plain

    def _matches(self, results: Sequence[torch.Tensor], scale: Affine) -> torch.Tensor:
        assert self.codes is not None  # a run has ended
        code = torch.zeros_like(results[0], dtype=torch.int64)
        valid = torch.ones_like(code, dtype=torch.bool)
        for result in results:
            index = self.levels.nearest((result.double() - scale.summand) / scale.factor)
            valid &= index >= 0
            code = code * _LEVELS + index
        if code.shape == self.codes.shape and bool((valid & (code == self.codes)).all()):
            return valid
        if len(self.levels.values) < _FEWEST:
            same = code.shape == self.codes.shape
            return valid & (code == self.codes) if same else torch.zeros_like(valid)
        return valid & torch.isin(code, self.codes)

    def _scales(self, results: Sequence[torch.Tensor]) -> Iterator[Affine]:
        """Yield the scales that all elements may have been given."""
        all_runs = torch.stack([result.double() for result in results])
        varying = all_runs[:, (all_runs != all_runs[0]).any(0)]
        varying = varying[varying.isfinite()]
        if varying.numel() < 2 or float(varying.max()) == float(varying.min()):
            return
        least, most = float(varying.min()), float(varying.max())
        first, last = float(self.levels.values[0]), float(self.levels.values[-1])
        if results[0].shape == self.codes.shape:  # type: ignore[union-attr]
            yield from self._fitted(all_runs)
        if varying.numel() >= RUNS * _PERMUTED_FROM:
            factor = (most - least) / (last - first)
            yield Affine(factor, least - factor * first)
            yield Affine(-factor, most + factor * first)

    def _fitted(self, results: torch.Tensor) -> Iterator[Affine]:
        """Yield the scale that fits best if each element stays in its place."""
        assert self.codes is not None
        shifts = torch.arange(RUNS - 1, -1, -1, device="cpu") * 4
        given = self.levels.values[(self.codes[None] >> shifts[:, None]) & (_LEVELS - 1)]
        good = results.isfinite()
        scale = Affine.fitted(given[good], results[good])
        if scale is not None:
            yield scale
