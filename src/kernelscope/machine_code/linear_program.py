"""Least cost of a linear program: an interior-point method on the groups of its rows.

The method is Mehrotra's predictor-corrector (Nocedal and Wright, Numerical Optimization, second
edition, algorithm 14.3). Each step solves equations between the rows. Most rows share variables
with few others, as a basic block does with those before and after it: so the rows are put into
groups, one after the other, of which each shares variables with its neighbours alone, and the
equations of one group are solved after another. Code of 167 basic blocks has 957 rows in groups of
64 at most: 0.4 s instead of 8.
"""

from __future__ import annotations

import itertools

import numpy as np

_MOST_STEPS = 100
_TOLERANCE = 1e-10
_ALLOWED = 1e-6
# Below it, steps no longer make the point better but worse: the weights of its zeros are too far
# from those of the others.
_EXHAUSTED = 1e-14
# Steps end this far before a variable would be zero (Nocedal and Wright, section 14.2).
_TO_THE_BORDER = 0.995
# Rows that follow from others make the matrix of a step singular; this much of its largest entry
# on the diagonal makes it regular again. With the second, steps come nearer to the least where many
# rows are alike: 11 calls of one function, that each return to a place of their own.
_REGULAR, _MORE_REGULAR = 1e-13, 1e-11
_GROUP = 64
"""Rows that are solved together at least: fewer cost more in calls than they save."""


def least_cost(costs: np.ndarray, matrix: np.ndarray, values: np.ndarray) -> np.ndarray | None:
    """Return x ≥ 0 with matrix @ x = values and the least costs @ x; None if none was found.

    If several have the least cost, a point between them is returned, not a corner. Costs are not
    negative; rows of the matrix, [rows, variables], may follow from each other.
    """
    scale = float(np.abs(values).max(initial=0.0)) or 1.0
    chain = _Chain(matrix)
    for exact, regular in ((False, _REGULAR), (True, _REGULAR), (True, _MORE_REGULAR)):
        best, error = _least(chain, values / scale, costs, regular, exact=exact)
        if error < _ALLOWED:
            return best * scale
    return None


def _least(
    chain: _Chain, b: np.ndarray, costs: np.ndarray, regular: float, *, exact: bool
) -> tuple[np.ndarray, float]:
    """Return the best point that was come to, and how far it is from the least.

    regular: what is added to the diagonal, as a part of its largest entry.
    exact: whether solutions of the steps are corrected by the matrix, or by its products as
        rounded. Of rows that follow from others, the first may be noise, and the second wrong.
    """
    chain.exact = exact
    x, y, s = _start(chain, b, costs)
    best, best_error = x, np.inf
    for _ in range(_MOST_STEPS):
        primal, dual = b - chain.rows(x), costs - chain.columns(y) - s
        gap = float(x @ s) / (1 + float(costs @ x))
        error = max(gap, float(np.abs(primal).max()))
        if error < best_error:
            best, best_error = x, error
        if error < _TOLERANCE or gap < _EXHAUSTED:
            break
        step = _step(chain, (x, s), primal, dual, regular)
        if step is None:
            break
        x, y, s = x + step[0], y + step[1], s + step[2]
    return best, best_error


class _Chain:
    """The equations between the rows of a matrix: matrix @ diag(weights) @ matrix.T @ y = right.

    Groups of rows have blocks on the diagonal and next to it; those are eliminated from first
    to last (a block tridiagonal matrix: Golub and Van Loan, Matrix Computations, section 4.5).
    """

    def __init__(self, matrix: np.ndarray) -> None:
        self._size = matrix.shape
        # A row has about five entries: a product with all its zeros takes 50 times as long.
        self._rows, self._columns = np.nonzero(matrix)
        self._entries = matrix[self._rows, self._columns]
        self.exact = False
        self._groups = _groups(matrix)
        self._parts: list[tuple[np.ndarray, np.ndarray]] = []
        self._beside: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        columns = [np.flatnonzero(matrix[group].any(axis=0)) for group in self._groups]
        for group, own in zip(self._groups, columns, strict=True):
            self._parts.append((own, matrix[np.ix_(group, own)]))
        for number, (first, second) in enumerate(itertools.pairwise(columns)):
            own = np.intersect1d(first, second, assume_unique=True)
            here, behind = (matrix[np.ix_(self._groups[number + n], own)] for n in (0, 1))
            self._beside.append((own, here, behind))

    def rows(self, x: np.ndarray) -> np.ndarray:
        """Return matrix @ x."""
        return np.bincount(self._rows, self._entries * x[self._columns], self._size[0])

    def columns(self, y: np.ndarray) -> np.ndarray:
        """Return matrix.T @ y."""
        return np.bincount(self._columns, self._entries * y[self._rows], self._size[1])

    def factor(self, weights: np.ndarray, regular: float) -> None:
        """Prepare to solve with these weights. Raises LinAlgError if the equations are singular.

        regular: what is added to the diagonal, as a part of its largest entry.
        """
        self._own = own = [(part * weights[columns]) @ part.T for columns, part in self._parts]
        self._weights = weights
        self._added = added = regular * max(float(block.diagonal().max()) for block in own)
        self._ways = [(behind * weights[c]) @ here.T for c, here, behind in self._beside]
        self._inverses: list[np.ndarray] = []
        for number, block in enumerate(own):
            block[np.diag_indices_from(block)] += added
            left = block
            if number:
                way = self._ways[number - 1]
                left = block - way @ self._inverses[-1] @ way.T
            self._inverses.append(np.linalg.inv(left))

    def solve(self, right: np.ndarray) -> np.ndarray:
        """Return y; it is refined once by what is left over."""
        y = self._solved(right)
        return y + self._solved(right - self._product(y))

    def _product(self, y: np.ndarray) -> np.ndarray:
        if self.exact:
            return self.rows(self._weights * self.columns(y)) + self._added * y
        product = np.empty_like(y)
        for group, block in zip(self._groups, self._own, strict=True):
            product[group] = block @ y[group]
        for (first, second), way in zip(itertools.pairwise(self._groups), self._ways, strict=True):
            product[second] += way @ y[first]
            product[first] += way.T @ y[second]
        return product

    def _solved(self, right: np.ndarray) -> np.ndarray:
        parts = [right[group] for group in self._groups]
        for number, way in enumerate(self._ways):
            parts[number + 1] -= way @ (self._inverses[number] @ parts[number])
        y = np.empty_like(right)
        for number in reversed(range(len(parts))):
            if number + 1 < len(parts):
                parts[number] -= self._ways[number].T @ y[self._groups[number + 1]]
            y[self._groups[number]] = self._inverses[number] @ parts[number]
        return y


def _groups(matrix: np.ndarray) -> list[np.ndarray]:
    """Return the rows in groups, of which each shares variables with its neighbours alone.

    They are the rows that are as far from one at the end of the longest way.
    """
    rows, columns = np.nonzero(matrix)
    if len(matrix) <= _GROUP:
        return [np.arange(len(matrix))]
    of_row: list[list[int]] = [[] for _ in matrix]
    of_column: list[list[int]] = [[] for _ in range(matrix.shape[1])]
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        of_row[row].append(column)
        of_column[column].append(row)
    left = set(range(len(matrix)))
    groups: list[list[int]] = []
    while left:
        end = _levels(min(left), of_row, of_column)[-1][0]
        for level in _levels(end, of_row, of_column):
            left.difference_update(level)
            if groups and len(groups[-1]) + len(level) <= _GROUP:
                groups[-1] += level
            else:
                groups.append(level)
    return [np.array(sorted(group)) for group in groups]


def _levels(
    start: int, of_row: list[list[int]], of_column: list[list[int]]
) -> list[list[int]]:  # fmt: skip
    """Return the rows that are 0, 1, 2, … shared variables away from a row."""
    seen, levels = {start}, [[start]]
    while True:
        behind = {c for row in levels[-1] for c in of_row[row]}
        level = sorted({row for c in behind for row in of_column[c]} - seen)
        if not level:
            return levels
        seen.update(level)
        levels.append(level)


def _step(
    chain: _Chain,
    at: tuple[np.ndarray, np.ndarray],
    primal: np.ndarray,
    dual: np.ndarray,
    regular: float,
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Return the changes of x, y and s; None if there is nothing more to gain in these numbers."""
    x, s = at
    weights = x / s
    try:
        chain.factor(weights, regular)
    except np.linalg.LinAlgError:
        return None

    def newton(product: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the step after which the products x * s are less by `product`."""
        dy = chain.solve(primal + chain.rows(weights * dual + product / s))
        ds = dual - chain.columns(dy)
        return -product / s - weights * ds, dy, ds

    gap = float(x @ s)
    dx, _, ds = newton(x * s)
    ahead = float((x + _length(x, dx) * dx) @ (s + _length(s, ds) * ds))
    centre = (ahead / gap) ** 3 * gap / len(x)
    dx, dy, ds = newton(x * s + dx * ds - centre)
    own, other = _TO_THE_BORDER * _length(x, dx), _TO_THE_BORDER * _length(s, ds)
    change = own * dx, other * dy, other * ds
    return change if all(np.isfinite(part).all() for part in change) else None


def _start(
    chain: _Chain, b: np.ndarray, c: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a point to start from (Nocedal and Wright, section 14.2)."""
    chain.factor(np.ones(len(c)), 1e-9)
    x = chain.columns(chain.solve(b))
    y = chain.solve(chain.rows(c))
    s = c - chain.columns(y)
    x += max(0.0, -1.5 * float(x.min())) + 1e-3
    s += max(0.0, -1.5 * float(s.min())) + 1e-3
    product = float(x @ s)
    return x + 0.5 * product / float(s.sum()), y, s + 0.5 * product / float(x.sum())


def _length(values: np.ndarray, change: np.ndarray) -> float:
    """Return the part of a change, at most 1, that keeps all values positive."""
    falling = change < 0
    with np.errstate(over="ignore"):  # a change of 1e-310 is none: any length will do
        return min(1.0, float((-values[falling] / change[falling]).min(initial=np.inf)))
