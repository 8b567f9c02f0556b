"""A study spread over worker processes: Model and State travel, the machine file stays at home.

    apt-get install python3-distributed
    ./bramah python examples/python/dask_study.py [--workers 2] [--picture picture.png]

One State is driven to the middle of a lift here; workers go on from it with loads and bores of their own and send back how
long the load takes to come to rest. The same calls go to a cluster: Client("tcp://scheduler:8786").
"""
import argparse

import numpy as np
from distributed import Client, LocalCluster

import bramah


def settle(model, other, state):
    """Goes on from a State in a machine with other parameters; runs on a worker."""
    mine = other.adopt(model, state)
    swing = []
    while mine.time < state.time + 8.0:
        other.step(mine, [0.0])
        swing.append(other.observe(mine, ["bob.centre.x"])[0] - other.observe(mine, ["boom.tip.x"])[0])
    return float(np.ptp(swing[-400:]) / 2), mine


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--picture")
    options = options.parse_args()
    path, masses = bramah.model_path("chrono_crane"), np.linspace(50, 300, 6)
    model = bramah.load(path, step="5ms", controls=True)
    state = model.initial_state()
    model.step(state, [0.8], ticks=200)
    others = [bramah.load(path, step="5ms", controls=True, set={"bob.mass": mass, "theta2.damping": "10 N m s/rad"})
              for mass in masses]
    with LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        print(f"{len(cluster.workers)} workers")
        futures = client.map(settle, [model] * len(others), others, [state] * len(others), pure=False)
        found = client.gather(futures)
    for mass, (swing, last), other in zip(masses, found, others):
        here = settle(model, other, state)
        same = here[1] == last  # the State that came back is ours to the bit
        print(f"load {mass:5.0f} kg: swings by {1e3 * swing:5.1f} mm after 8 s; computed here: {'the same bits' if same else 'DIFFERS'}")
        assert same
    if options.picture:
        import matplotlib.pyplot as plt
        figure, axis = plt.subplots(figsize=(8, 3.5), constrained_layout=True)
        axis.plot(masses, [1e3 * swing for swing, _ in found], "o-")
        axis.set(xlabel="load [kg]", ylabel="swing after 8 s [mm]", title=f"Six cranes on {options.workers} workers, from one State")
        axis.grid(alpha=0.3)
        figure.savefig(options.picture, dpi=100)


if __name__ == "__main__":
    main()
