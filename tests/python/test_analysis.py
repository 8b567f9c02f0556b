"""Rest, linear machines, comparisons, studies."""
import numpy as np
import pytest

import bramah


def test_statics_of_the_four_bar(models):
    rest = bramah.statics(models / "four_bar.yaml")
    assert rest.converged and rest.solved["lift.A.p"] > 1e6 and abs(rest.cylinder_forces["lift"]) > 1e3


def test_linear_machine_follows_small_steps(models):
    """The linear crane, integrated by hand, against the machine itself: a push of 0.1 % at an open valve, 20 ms."""
    open_valve = {"lift_command": "{ramps: [[0 s, 0.3], [1 s, 0.3]]}"}
    model = bramah.load(models / "chrono_crane.yaml", controls=True, step="1ms", set=open_valve)
    assert model.input_defaults.tolist() == [0.3]
    linear = bramah.linearize(model, at=1.0, outputs=["lift.length", "lift.rate"])
    n = len(linear.states)
    assert linear.A.shape == (n, n) and linear.B.shape == (n, 1) and linear.C.shape == (2, n) and linear.D.shape == (2, 1)
    assert linear.inputs == ["lift_command"] and linear.units["lift.length"] == "m"
    assert np.sort_complex(np.linalg.eigvals(linear.A)) == pytest.approx(np.sort_complex(linear.poles), rel=1e-6, abs=1e-4)
    rest, pushed = model.initial_state(), None
    model.step(rest, ticks=1000)
    pushed = rest.copy()
    size, h, x = 1e-3, 1e-5, np.zeros(n)
    model.step(pushed, [0.3 + size], ticks=20), model.step(rest, ticks=20)
    advance = np.eye(n) + h * linear.A @ (np.eye(n) + h / 2 * linear.A)
    for _ in range(2000):
        x = advance @ x + h * (linear.B @ [size])
    y = linear.C @ x
    there = model.observe(pushed, linear.outputs) - model.observe(rest, linear.outputs)
    assert y == pytest.approx(there, rel=2e-2)


def test_linearize_refuses_unknown_names(four_bar):
    with pytest.raises(bramah.InputError, match="nothing"):
        bramah.linearize(four_bar, outputs=["nothing.at.all"])
    with pytest.raises(bramah.InputError, match="expected a time"):
        bramah.linearize(four_bar, at="3 m")


def test_compare_and_study(models, tmp_path):
    told = []
    table = bramah.study(models / "chrono_crane.yaml", {"lift.bore": ["80mm", "90mm"], "step": ["2ms", "4ms"]}, until="0.5s",
                         channels=["lift.A.p"], progress=told.append)
    assert len(table) == 4 and told
    assert len(table.to_pandas()) == 4
    table.save(tmp_path / "study.csv")
    assert (tmp_path / "study.csv").read_text().count("\n") >= 5
    model = bramah.load(models / "four_bar.yaml", until="0.2s")
    rows = bramah.compare(model, methods=["semirecursive", "ali3p"], integrators=["sdirk2"], steps=["4ms"], repeats=1).rows
    assert {row["method"] for row in rows} == {"semirecursive", "ali3p"}
    with pytest.raises(bramah.InputError, match="did you mean"):
        bramah.study(models / "chrono_crane.yaml", {"lift.boer": ["80mm"]})
    with pytest.raises(bramah.InputError, match="semirecursiv"):
        bramah.compare(models / "four_bar.yaml", methods=["semirecursiv"])


def test_an_exception_in_the_progress_bar_ends_a_study(models):
    def stop(fraction):
        raise LookupError("enough")
    with pytest.raises(LookupError, match="enough"):
        bramah.study(models / "patu655.yaml", {"step": ["1ms", "2ms", "4ms"]}, until="20s", progress=stop)
