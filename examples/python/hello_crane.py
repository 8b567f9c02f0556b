"""A crane in a loop of your own: lift, hold, look at what the oil did.

    ./bramah python examples/python/hello_crane.py [picture.png]
"""
import sys

import numpy as np

import bramah

# The crane's lever becomes an input; every number of the file could be changed with set={...}.
model = bramah.load(bramah.model_path("chrono_crane"), step="5ms", controls=True, set={"bob.mass": "150 kg"})
print(model, "with inputs", model.inputs)

# The two-line loop: a State is everything the future depends on.
state = model.initial_state()
rows = []
while state.time < 6.0:
    lever = 0.5 if 0.5 < state.time < 2.0 else 0.0
    model.step(state, [lever])
    rows.append([state.time, *model.observe(state, ["lift.length", "lift.A.p", "bob.centre.x", "boom.tip.x"])])
time, length, pressure, load, tip = np.array(rows).T

print(f"the cylinder went from {1e3 * length[0]:.0f} to {1e3 * length[-1]:.0f} mm")
print(f"the piston side saw {1e-5 * pressure.min():.1f} to {1e-5 * pressure.max():.1f} bar")
print(f"the load still swings by {1e3 * np.ptp((load - tip)[time > 4]):.0f} mm after 4 s")

# The same as one call, with all channels, units and a plot.
result = bramah.run(model, until=6.0, inputs=lambda t, s: [0.5 if 0.5 < t < 2.0 else 0.0])
assert result["lift.length"][-1] == length[-1]  # to the bit
if len(sys.argv) > 1:
    axes = result.plot(["lift.length", "lift.A.p", "lift.B.p", "lift_valve.U"])
    axes[0].set_title("A crane lifts for 1.5 s")
    axes[0].figure.savefig(sys.argv[1], dpi=100)
