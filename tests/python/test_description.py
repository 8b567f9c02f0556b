"""A machine described in Python is the machine of the file."""
import numpy as np
import pytest

import bramah


def tipper(**more):
    """examples/own_machine.cpp."""
    machine = bramah.Description("Tipper", gravity=[0, -9.81], ground={"points": {"foot": [1.2, -0.3]}},
                                 fluid={"preset": "hlp46"}, solver={"step": 1e-3, "until": "4 s"}, **more)
    machine.body("bed", mass=800, com=["150 cm", 0.2], inertia=600, points={"lug": ["1.6 m", 0]})
    machine.joint("hinge", type="revolute", between=["ground", "bed"], start=0.0875)
    machine.source("tank", pressure="1 bar").source("engine", speed=150.0)
    machine.volume("line", volume="1 l", start=4e6)
    machine.component("pump", type="fixed_pump", S="tank", P="line", shaft="engine", displacement=2.5e-6 * 2 * np.pi,
                      leakage=1e-12)
    machine.component("relief", type="relief_valve", P="line", T="tank", cracking="180 bar", flow=1e-3)
    machine.valve("valve", type="4/3", P="line", T="tank", A="lift.A", B="lift.B",
                  nominal={"flow": 4e-4, "drop": 3.5e6, "at": 1}, spool={"bandwidth": 20}, signal="lever")
    machine.cylinder("lift", from_="ground.foot", to="bed.lug", bore="63 mm", rod=0.036, closed=0.5, stroke=0.9,
                     start_A=3.8e6, start_B="5 bar", friction={"viscous": 4e3})
    machine.signal("lever", steps=[["0 s", 0], ["0.5 s", 0.8], ["3 s", 0]])
    return machine


def test_the_tipper_tips():
    model = tipper().build()
    result = bramah.run(model, every="0.1s")
    assert result["hinge.angle"][-1] > 0.3 and model.step_size == 1e-3
    assert np.abs(result["energy.residual"]).max() < 1.0


def test_problems_are_told_all_at_once():
    machine = tipper()
    machine.data["cylinders"]["lift"]["bore"] = "63 s"
    machine.body("cup", mass=-3, inertia="1 kg m2")
    with pytest.raises(bramah.InputError) as caught:
        machine.build()
    assert len(caught.value.problems) >= 2
    assert "expected a length" in str(caught.value) and "cup" in str(caught.value)


def test_what_cannot_be_said():
    for call, text in ((lambda: bramah.Description("A", bodie={}).build(), "bodies"),
                       (lambda: bramah.Description().add("bodie", "x").build(), "bodies"),
                       (lambda: tipper().body("bed", mass=1), "already"),
                       (lambda: bramah.Description().body("x", mass=float("nan")), "finite"),
                       (lambda: bramah.Description().body("x", mass=object()), "expected text with a unit")):
        with pytest.raises(bramah.InputError, match=text):
            call()
