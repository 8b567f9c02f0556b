"""What Python adds to a step, and how many machine-steps a Batch makes.

    ./bramah python benchmarks/python_cost.py [--rounds 30]

Everything in one run and in CPU time of the process, least of several rounds: other programs on the computer disturb it less
than a clock. chrono_crane, 5 ms, a thousand States spread over the ten seconds of its own cycle, each stepped 20 ticks; so all
loops do the same work. The C++ loop is model.step(state, ticks=20), which is bramah::advance().
"""
import argparse
import time

import numpy as np

import bramah

N, TICKS = 1000, 20
CHANNELS = ["lift.length", "lift.rate", "lift.A.p", "lift.B.p", "theta1.angle", "theta2.angle"]


def least(rounds, works):
    """CPU seconds of each in its fastest round; they take turns, so that all meet the same disturbances."""
    found = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            started = time.process_time()
            work()
            found[name].append(time.process_time() - started)
    return {name: min(times) for name, times in found.items()}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=30)
    rounds = options.parse_args().rounds
    model = bramah.load(bramah.model_path("chrono_crane"), step="5ms")
    steps, inputs = N * TICKS, np.zeros(0)
    state = model.initial_state()
    starts = []
    for _ in range(N):
        model.step(state, ticks=2)
        starts.append(state.copy())

    def cpp():
        for start in starts:
            model.step(start.copy(), ticks=TICKS)

    def python():
        step = model.step
        for start in starts:
            one = start.copy()
            for _ in range(TICKS):
                step(one, inputs)

    out, select, values = np.empty((N, len(CHANNELS))), model.select(CHANNELS), np.array([one.values for one in starts])

    def stepping(batch):
        batch.states[:] = values
        batch.step(ticks=TICKS)

    def observing(batch):
        batch.states[:] = values
        for _ in range(TICKS):
            batch.step(None, 1, select, out)

    one, two = (bramah.Batch(model, N, threads) for threads in (1, 2))
    works = {"C++ loop": cpp, "Python loop": python, "Batch, 1 thread": lambda: stepping(one),
             "Batch, 2 threads": lambda: stepping(two), "Batch, 1 thread, observed": lambda: observing(one),
             "Batch, 2 threads, observed": lambda: observing(two)}
    cost = {name: seconds / steps for name, seconds in least(rounds, works).items()}
    base = cost["C++ loop"]
    for name, each in cost.items():
        print(f"{name:27s} {1e6 * each:6.2f} us CPU a step ({1e6 * (each - base):+5.2f}), {1 / each:8.0f} a second and core, "
              f"{100 * base / each:4.0f} % of the C++ loop")


if __name__ == "__main__":
    main()
