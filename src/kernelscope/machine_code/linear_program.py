"""Least cost of a linear program: an interior-point method on dense matrices.

The method is Mehrotra's predictor-corrector (Nocedal and Wright, Numerical Optimization, second
edition, algorithm 14.3). The programs here have some hundreds of rows, so dense matrices are fast
enough, and no other package is needed.
"""

from __future__ import annotations

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
# on the diagonal makes it regular again.
_REGULAR = 1e-13


def least_cost(costs: np.ndarray, matrix: np.ndarray, values: np.ndarray) -> np.ndarray | None:
    """Return x ≥ 0 with matrix @ x = values and the least costs @ x; None if none was found.

    If several have the least cost, a point between them is returned, not a corner.

    Args:
        costs: [variables] not negative.
        matrix: [rows, variables]; rows may follow from each other.
        values: [rows]
    """
    scale = float(np.abs(values).max(initial=0.0)) or 1.0
    a, b = matrix, values / scale
    x, y, s = _start(a, b, costs)
    best, best_error = x, np.inf
    for _ in range(_MOST_STEPS):
        primal, dual = b - a @ x, costs - a.T @ y - s
        gap = float(x @ s) / (1 + float(costs @ x))
        error = max(gap, float(np.abs(primal).max()))
        if error < best_error:
            best, best_error = x, error
        if error < _TOLERANCE or gap < _EXHAUSTED:
            break
        step = _step(a, x, s, primal, dual)
        if step is None:
            break
        x, y, s = x + step[0], y + step[1], s + step[2]
    return best * scale if best_error < _ALLOWED else None


def _step(
    a: np.ndarray, x: np.ndarray, s: np.ndarray, primal: np.ndarray, dual: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Return the changes of x, y and s; None if there is nothing more to gain in these numbers."""
    weights = x / s
    normal = (a * weights) @ a.T
    normal[np.diag_indices_from(normal)] += _REGULAR * normal.diagonal().max()
    try:
        inverse = np.linalg.inv(normal)
    except np.linalg.LinAlgError:
        return None

    def newton(product: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the step after which the products x * s are less by `product`."""
        right = primal + a @ (weights * dual + product / s)
        dy = inverse @ right
        dy += inverse @ (right - normal @ dy)
        ds = dual - a.T @ dy
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
    a: np.ndarray, b: np.ndarray, c: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a point to start from (Nocedal and Wright, section 14.2)."""
    normal = a @ a.T
    normal[np.diag_indices_from(normal)] += 1e-9
    x = a.T @ np.linalg.solve(normal, b)
    y = np.linalg.solve(normal, a @ c)
    s = c - a.T @ y
    x += max(0.0, -1.5 * float(x.min())) + 1e-3
    s += max(0.0, -1.5 * float(s.min())) + 1e-3
    product = float(x @ s)
    return x + 0.5 * product / float(s.sum()), y, s + 0.5 * product / float(x.sum())


def _length(values: np.ndarray, change: np.ndarray) -> float:
    """Return the part of a change, at most 1, that keeps all values positive."""
    falling = change < 0
    return min(1.0, float((-values[falling] / change[falling]).min(initial=np.inf)))
