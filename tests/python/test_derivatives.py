"""Derivatives of a step: against plain central differences, and against the linear machine at rest."""
import numpy as np
import pytest

import bramah
from bramah import _core
from bramah.tangent import differences

TIGHT = ["solver.tolerance=1e-12", "solver.max_iterations=100"]
# name, options, ticks until valves are open, levers
MACHINES = [("chrono_crane", {"controls": True, "step": "5ms"}, 200, 0.3), ("position_servo", {}, 500, 0.0),  # trees
            ("four_bar", {}, 1500, 0.0), ("excavator", {"controls": True}, 100, 0.0), ("quick_return_smooth", {}, 1500, 0.0),  # loops
            ("slider_crank", {}, 100, 0.0), ("n_four_bar_5", {}, 100, 0.0)]
GAMMA = 1 - 1 / np.sqrt(2)  # of sdirk2


def scales(names):
    return np.array([1e7 if name.endswith(".p") else 1.0 for name in names])


def moving(models, name, options, ticks, lever, **more):
    """A machine in motion, its levers held."""
    model = bramah.load(models / f"{name}.yaml", **{"substeps": "off", "set": TIGHT, **options, **more})
    state, inputs = model.initial_state(), model.input_defaults + lever
    model.step(state, inputs, ticks=ticks)
    return model, state, inputs


def apart(found, by_hand, rows, columns):
    """The largest difference, of each row's largest entry, with pressures in 10 MPa."""
    difference, whole = ((m * columns[None, :] / rows[:, None]) for m in (found - by_hand, by_hand))
    return np.abs(difference / np.abs(whole).max(axis=1, keepdims=True)).max()


def inputs_apart(found, by_hand, rows):
    """The same for columns of inputs, of the largest entry of all."""
    difference, whole = ((m / rows[:, None]) for m in (found - by_hand, by_hand))
    return np.abs(difference).max(initial=0.0) / max(np.abs(whole).max(initial=0.0), 1e-300)


@pytest.mark.parametrize("name, options, ticks, lever", MACHINES)
def test_central_differences_agree(models, name, options, ticks, lever):
    """Plain ones of second order, column by column: 1e-6 of each row's largest entry."""
    model, state, inputs = moving(models, name, options, ticks, lever)
    found = model.derivatives(state, inputs)
    assert found.exact == {"state": True, "inputs": True, "parameters": True} and found.why == ""
    size = 5e-6
    numbers, rows = _core.neighbours(model, state, [size, -size])
    places = [at for _, at, _ in numbers]
    ends = []
    for row in rows[:-1]:
        moved = state.copy()
        moved.values[:] = row
        model.step(moved, inputs)
        ends.append(moved.values[places])
    steps = size * np.array([scale for _, _, scale in numbers])
    by_hand = (np.array(ends[::2]) - np.array(ends[1::2])).T / (2 * steps)
    scale = scales(found.names)
    assert apart(found.state, by_hand, scale, scale) < 1e-6
    assert np.abs(by_hand).max() > 0.5


RULES = [("sdirk2", {}), ("trapezoidal", {}), ("gen_alpha", {}), ("sdirk2", {"method": "double_step"}),
         ("trapezoidal", {"method": "double_step"})]


@pytest.mark.parametrize("rule, method", RULES)
@pytest.mark.parametrize("name, options, ticks, lever", MACHINES[:6])
def test_every_implicit_rule(models, name, options, ticks, lever, rule, method):
    """Against differences of fourth order over larger changes, whose own error is 1e-8.

    With loops and projections (not double_step) the step's metric is that of an iterate, not of the solution: 1e-6.
    """
    model, state, inputs = moving(models, name, options, ticks, lever, integrator=rule, **method)
    found = model.derivatives(state, inputs)
    assert found.exact["state"] and found.exact["inputs"]
    many_valves = name == "excavator"  # that bend within 1e-4 of their scale: smaller changes, more round-off
    numbers, by_state, by_inputs = differences(model, state, inputs, part=2e-5 if many_valves else 1e-4)
    assert [name for name, _, _ in numbers] == found.names
    scale = scales(found.names)
    bound = 2e-6 if many_valves else 2e-8 if method or name in ("chrono_crane", "position_servo") else 1e-6
    assert apart(found.state, by_state, scale, scale) < bound
    assert inputs_apart(found.inputs, by_inputs, scale) < bound


@pytest.mark.parametrize("rule", ["euler", "semi_euler", "heun", "rk4"])
def test_explicit_rules(models, rule):
    model, state, inputs = moving(models, "chrono_crane", {"controls": True, "step": "50us"}, 4000, 0.3, integrator=rule)
    found = model.derivatives(state, inputs)
    assert found.exact["state"]
    _, by_state, by_inputs = differences(model, state, inputs, part=1e-4)
    scale = scales(found.names)
    assert apart(found.state, by_state, scale, scale) < 1e-8
    assert inputs_apart(found.inputs, by_inputs, scale) < 1e-8


@pytest.mark.parametrize("more, why", [({"integrator": "rosenbrock"}, "tangent"), ({"coupling": "cosimulation"}, "parts")])
def test_elsewhere_they_are_differences_and_say_so(models, more, why):
    model, state, inputs = moving(models, "chrono_crane", {"controls": True, "step": "1ms", "set": []}, 100, 0.3, **more)
    found = model.derivatives(state, inputs)
    assert not found.exact["state"] and not found.exact["inputs"] and why in found.why
    assert np.isfinite(found.state).all()


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
    ticks = []  # multipliers of a loop are known to their round-off: one tick's slopes scatter by up to 3e-8 around the rule's
    for _ in range(40):
        ticks.append(model.derivatives(state).state)
        model.step(state)
    mean = np.mean(ticks, axis=0)
    z, eye = model.step_size * linear.A, np.eye(len(linear.A))
    rule = np.linalg.solve(eye - GAMMA * z, np.linalg.solve(eye - GAMMA * z, eye + (1 - 2 * GAMMA) * z))
    scale = scales(found.names)
    difference, whole = ((m * scale[None, :] / scale[:, None]) for m in (mean - rule, rule))
    assert np.abs(difference / np.abs(whole).max(axis=1, keepdims=True)).max() < 1e-8


def test_inputs_and_parameters(models):
    model = bramah.load(models / "chrono_crane.yaml", controls=True, step="5ms", substeps="off")
    state = model.initial_state()
    model.step(state, [0.4], ticks=100)
    kept = state.copy()
    found = model.derivatives(state, [0.4], parameters=["bob.mass", "lift.bore"])
    assert state == kept
    assert found.exact == {"state": True, "inputs": True, "parameters": False}
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
