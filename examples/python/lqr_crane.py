"""LQR from the linear machine: hold the load's place while it swings, with the lever as the only way to act.

    ./bramah python examples/python/lqr_crane.py [picture.png]

The crane is made linear at rest with its valve a little open (a shut valve has no slope). The gain comes from
the discrete Riccati equation, solved by iterating it: numpy is enough.
"""
import sys

import numpy as np

import bramah

H = 0.02  # of the controller [s]
model = bramah.load(bramah.model_path("chrono_crane"), step="5ms", controls=True)
wanted = ["lift.length", "theta2.angle"]
linear = bramah.linearize(model, at=0.0, state={"lift_valve.U": 0.05}, outputs=wanted)
A, B = linear.A, linear.B
print("states:", ", ".join(linear.states))
print("slowest poles [1/s]:", np.round(sorted(linear.poles, key=abs)[:4], 2))

# Scaled states, then exact sampling: exp of [[A, B], [0, 0]] h by squaring.
scale = np.array([1e6 if name.endswith(".p") else 1.0 for name in linear.states])
n = len(A)
block = np.zeros((n + 1, n + 1))
block[:n, :n], block[:n, n:] = A * scale[None] / scale[:, None], B / scale[:, None]
power = np.eye(n + 1) + block * H / 2**24
for _ in range(24):
    power = power @ power
F, G = power[:n, :n], power[:n, n:]

# What matters: the length of the cylinder and the load's angle against straight down; little lever.
angle = np.zeros(n)
angle[linear.states.index("theta1.angle")] = angle[linear.states.index("theta2.angle")] = 1.0
swing = np.zeros(n)
swing[linear.states.index("theta1.rate")] = swing[linear.states.index("theta2.rate")] = 1.0
length = linear.C[0] * scale
Q = 400 * np.outer(length, length) + 20 * np.outer(angle, angle) + 3 * np.outer(swing, swing)
P = Q.copy()
for _ in range(20_000):
    K = np.linalg.solve(G.T @ P @ G + 1.0, G.T @ P @ F)
    P = Q + F.T @ P @ (F - G @ K)
print("gain:", dict(zip(linear.states, np.round(K[0], 2))))
print("closed loop, largest |pole| per sample:", np.abs(np.linalg.eigvals(F - G @ K)).max().round(4))

# Against the real machine: the load is pulled 12 degrees aside and let go.
swinging = bramah.load(bramah.model_path("chrono_crane"), step="5ms", controls=True,
                       set={"theta2.start": "(270 - 30 + 12) deg"})
x0 = np.array([linear.operating_point[name] for name in linear.states])


def control(t, state):
    x = (np.array([float(state[name]) for name in linear.states]) - x0) / scale
    x[linear.states.index("lift_valve.U")] = float(state["lift_valve.U"])
    return [float(np.clip(-K @ x, -1, 1)[0])]


left_alone = bramah.run(swinging, until=12.0, inputs=[0.0])
damped = bramah.run(swinging, until=12.0, inputs=control)
for name, result in (("left alone", left_alone), ("with LQR", damped)):
    late = result.time > 8
    aside = np.degrees(result["theta1.angle"] + result["theta2.angle"]) - 270
    off = 1e3 * (result["lift.length"] - linear.operating_point["lift.length"])
    print(f"{name:>10}: swing {np.ptp(aside[late]) / 2:5.2f} deg after 8 s, cylinder off by {np.abs(off[late]).max():.1f} mm")
if len(sys.argv) > 1:
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(2, 1, sharex=True, figsize=(8, 5), constrained_layout=True)
    for name, result in (("left alone", left_alone), ("with LQR", damped)):
        axes[0].plot(result.time, np.degrees(result["theta1.angle"] + result["theta2.angle"]) - 270, label=name)
        axes[1].plot(result.time, 1e3 * result["lift.length"], label=name)
    axes[0].set(ylabel="load from straight down [deg]", title="LQR from linearize: the lever takes the swing out")
    axes[1].set(ylabel="lift.length [mm]", xlabel="time [s]")
    axes[0].legend()
    figure.savefig(sys.argv[1], dpi=100)
