"""What would be left of a gain by lanes, if several machines were stepped by one stream of instructions.

    ./bramah python benchmarks/lanes.py

Instances of one machine with levers of their own that jump at their own times. A tick of a group costs as many Newton iterations
as the slowest of it; `kept` is the mean over that. `alone` is the share of ticks in which not all of a group take the same number of
steps: those would leave the common path.
"""
import numpy as np

import bramah

INSTANCES, SECONDS, SEED = 32, 2.0, 1


def iterations(model, rng):
    """Of each instance and tick: Newton iterations, and solves."""
    ticks = round(SECONDS / model.step_size)
    levers = model.inputs
    count = np.zeros((INSTANCES, ticks, 2), int)
    for k in range(INSTANCES):
        state = model.initial_state()
        pause = 0
        for t in range(ticks):
            if t >= pause:
                inputs = {name: rng.uniform(-1.0, 1.0) for name in levers}
                pause = t + round(rng.uniform(0.1, 0.5) / model.step_size)
            report = model.step(state, inputs)
            count[k, t] = report.iterations, report.solves
    return count


def main():
    rng = np.random.default_rng(SEED)
    print("| machine | iterations a tick | lanes of 4: kept | alone | lanes of 8: kept | alone |\n|---|---|---|---|---|---|")
    for name in ("patu655", "excavator", "load_sensing"):
        count = iterations(bramah.load(f"models/{name}.yaml", step="1ms", integrator="gen_alpha", controls=True), rng)
        cells = []
        for width in (4, 8):
            groups = count.reshape(INSTANCES // width, width, -1, 2)
            slowest = groups[..., 0].max(axis=1).mean()
            alone = (groups[..., 1].max(axis=1) != groups[..., 1].min(axis=1)).mean()
            cells += [f"{100 * count[..., 0].mean() / slowest:.0f} %", f"{100 * alone:.0f} %"]
        print(f"| {name} | {count[..., 0].mean():.2f} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
