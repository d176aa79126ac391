"""How well estimates choose among configurations, and the table of it in docs/time.md."""

import pytest

from truth.times.choices import DOCS, choice, estimated, in_docs, measured, table


def test_the_table_of_the_docs_is_that_of_the_kept_estimates():
    text = DOCS.read_text()
    begin, end = in_docs(text)
    assert text[begin:end] == table()


def test_every_estimate_is_of_a_measured_configuration():
    times = measured()
    assert {pool: len(one) for pool, one in times.items()} == {
        "product 4096x4096x4096": 300,
        "product 8192x1024x1024": 300,
        "product 512x4096x8192": 300,
        "softmax 8192x4096": 267,
        "attention 32x2048x64": 244,
    }
    assert estimated().keys() <= {key for one in times.values() for key in one}


def test_what_a_choice_costs():
    """40 configurations of 10, 11, … µs; the estimate is right but for the fastest two."""
    times = {f"c{n}": 10.0 + n for n in range(40)}
    ours = {key: {"us": us, "low": 0.9 * us, "high": 1.1 * us} for key, us in times.items()}
    ours["c0"] = {"us": 30.0, "low": 29.0, "high": 31.0}
    ours["c1"] = {"us": 40.0, "low": 10.0, "high": 50.0}
    found = choice("pool", times, ours)
    assert (found.pairs, found.missing, found.best_us) == (40, 0, 10.0)
    assert found.first == pytest.approx(0.2)
    assert found.best_of_top == pytest.approx(0.2)  # of the first two
    assert found.inside == pytest.approx(39 / 40)
    assert found.mean == pytest.approx((2.0 + 29 / 11) / 40)
    assert 0.9 < found.ranked < 1


def test_configurations_without_an_estimate_are_counted():
    times = {"a": 1.0, "b": 2.0, "c": 3.0}
    ours = {key: {"us": times[key], "low": 0.0, "high": 9.0} for key in ("b", "c")}
    found = choice("pool", times, ours)
    assert (found.pairs, found.missing, found.best_us, found.first) == (2, 1, 2.0, 0.0)
