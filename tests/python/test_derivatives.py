"""Derivatives of a step: against plain central differences, and against the linear machine at rest."""
import numpy as np
import pytest

import bramah
from bramah import _core

TIGHT = ["solver.tolerance=1e-12", "solver.max_iterations=100"]
MACHINES = [("chrono_crane", {"controls": True, "step": "5ms"}, 200), ("position_servo", {}, 500),  # trees
            ("four_bar", {}, 300), ("excavator", {"controls": True}, 100), ("quick_return_smooth", {}, 100),  # loops
            ("slider_crank", {}, 100), ("n_four_bar_5", {}, 100)]
GAMMA = 1 - 1 / np.sqrt(2)  # of sdirk2


def scales(names):
    return np.array([1e7 if name.endswith(".p") else 1.0 for name in names])


@pytest.mark.parametrize("name, options, ticks", MACHINES)
def test_central_differences_agree(models, name, options, ticks):
    """Of second order, with changes of another size: 1e-6 of each row's largest entry."""
    model = bramah.load(models / f"{name}.yaml", substeps="off", set=TIGHT, **options)
    state = model.initial_state()
    model.step(state, ticks=ticks)
    found = model.derivatives(state)
    size = 5e-6
    numbers, rows = _core.neighbours(model, state, [size, -size])
    places = [at for _, at, _ in numbers]
    ends = []
    for row in rows[:-1]:
        moved = state.copy()
        moved.values[:] = row
        model.step(moved)
        ends.append(moved.values[places])
    steps = size * np.array([scale for _, _, scale in numbers])
    by_hand = (np.array(ends[::2]) - np.array(ends[1::2])).T / (2 * steps)
    scale = scales(found.names)
    difference, whole = ((m * scale[None, :] / scale[:, None]) for m in (found.state - by_hand, by_hand))
    assert np.abs(difference / np.abs(whole).max(axis=1, keepdims=True)).max() < 1e-6
    assert np.abs(whole).max() > 0.5


def at_rest(models, name):
    """A machine of the file, left alone until it hangs still."""
    model = bramah.load(models / f"{name}.yaml", integrator="sdirk2", substeps="off", controls=True, set=TIGHT)
    linear = bramah.linearize(model, equilibrium=True, at=0.0)
    assert linear.converged, linear.message
    return model, linear


@pytest.mark.parametrize("name", ["four_bar", "crane_single", "pendulum"])
def test_at_rest_a_step_is_the_rule_s_function_of_the_linear_machine(models, name):
    """dx1 = R(h A) dx0, R(z) = (1 + (1 - 2 gamma) z)/(1 - gamma z)²: A comes from the exact tangent of linearize()."""
    model, linear = at_rest(models, name)
    state = model.initial_state()
    for one, value in linear.operating_point.items():
        if one in linear.states:
            state[one] = value
    found = model.derivatives(state)
    assert found.names == linear.states
    z, eye = model.step_size * linear.A, np.eye(len(linear.A))
    rule = np.linalg.solve(eye - GAMMA * z, np.linalg.solve(eye - GAMMA * z, eye + (1 - 2 * GAMMA) * z))
    scale = scales(found.names)
    difference, whole = ((m * scale[None, :] / scale[:, None]) for m in (found.state - rule, rule))
    shut = [name.endswith(".U") for name in found.names]  # the flow of a shut valve has no slope by its spool: another each way
    difference[:, shut] = 0.0
    assert np.abs(difference / np.abs(whole).max(axis=1, keepdims=True)).max() < 1e-6


def test_inputs_and_parameters(models):
    model = bramah.load(models / "chrono_crane.yaml", controls=True, step="5ms", substeps="off")
    state = model.initial_state()
    model.step(state, [0.4], ticks=100)
    kept = state.copy()
    found = model.derivatives(state, [0.4], parameters=["bob.mass", "lift.bore"])
    assert state == kept
    assert found.input_names == ["lift_command"] and found.parameter_names == ["bob.mass", "lift.bore"]

    def slope(ends, by):
        return (ends[0] - ends[1]) / (2 * by)
    ends = []
    for command in (0.401, 0.399):
        moved = state.copy()
        model.step(moved, [command])
        ends.append(np.array([float(moved[name]) for name in found.names]))
    assert found.inputs[:, 0] == pytest.approx(slope(ends, 1e-3), rel=1e-4, abs=1e-7 * np.abs(found.inputs).max())
    ends = []
    for mass in (100.1, 99.9):
        other = bramah.load(models / "chrono_crane.yaml", controls=True, step="5ms", substeps="off", set={"bob.mass": mass})
        moved = other.initial_state()
        moved.values[:] = state.values
        other.step(moved, [0.4])
        ends.append(float(moved["theta1.rate"]))
    assert found.parameters[found.names.index("theta1.rate"), 0] == pytest.approx(slope(ends, 0.1), rel=1e-4)


def test_bad_input(crane, four_bar, models):
    state = crane.initial_state()
    natural = bramah.load(models / "four_bar.yaml", method="ali3p")
    for call, text in ((lambda: crane.derivatives(four_bar.initial_state()), "expected a State"),
                       (lambda: crane.derivatives(state, [1, 2]), "expected 1 numbers"),
                       (lambda: crane.derivatives(state, [np.nan]), "finite"),
                       (lambda: crane.derivatives(state, parameters=["bob.mas"]), "none of model.parameters"),
                       (lambda: crane.derivatives(state, parameters=["name"]), "."),
                       (lambda: natural.derivatives(natural.initial_state()), "joint coordinates"),
                       (lambda: crane.derivatives(state, {"up": 1}), "no input")):
        with pytest.raises(bramah.InputError, match=text):
            call()
