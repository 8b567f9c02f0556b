"""Will the hose burst? A Monte-Carlo of a boom that is stopped too fast, with pandas.

    ./bramah python examples/python/hose_burst.py [--cranes 600] [--picture picture.png]

Every crane has a load, an oil, a friction and a supply of its own, and an operator who lets the lever snap back after a while.
The aged hose of the piston side bursts at a pressure that scatters too: a Weibull distribution around 160 bar. Seeds are given.
"""
import argparse

import numpy as np
import pandas

import bramah

VARY = {"bob.mass": (80.0, 320.0), "fluid.bulk": (0.9e9, 1.6e9), "lift.friction.viscous": (1e4, 1e5), "pump.pressure": (7e6, 14e6)}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--cranes", type=int, default=600)
    options.add_argument("--picture")
    options = options.parse_args()
    n, random = options.cranes, np.random.default_rng(4)
    model = bramah.load(bramah.model_path("chrono_crane"), step="2ms", controls=True)
    batch = bramah.Batch(model, n, vary=VARY)
    batch.reset(seeds=range(n))
    lever, until = random.uniform(-1.0, -0.3, n), random.uniform(0.3, 0.8, n)

    peak = np.zeros((n, 2))
    for _ in range(1000):  # 2 s; down, then the lever snaps back
        batch.step(np.where(batch.time < until, lever, 0.0)[:, None])
        peak = np.maximum(peak, batch.observe(["lift.A.p", "lift.B.p"]))
    print(f"{batch.failed.sum()} of {n} cranes could not be stepped on")

    table = pandas.DataFrame([{key: float(text.split()[0]) for key, text in one.items()} for one in batch.drawn])
    table["lever"], table["held [s]"] = lever, until
    table["peak A [bar]"], table["peak B [bar]"] = (1e-5 * peak).T
    table["strength [bar]"] = 160 * random.weibull(12, n)
    table["bursts"] = table["peak A [bar]"] > table["strength [bar]"]
    print(table[["peak A [bar]", "peak B [bar]"]].describe(percentiles=[0.5, 0.95, 0.99]).round(1).to_string())
    share = table["bursts"].mean()
    print(f"bursts: {100 * share:.1f} % +- {100 * np.sqrt(share * (1 - share) / n):.1f} %")
    by_supply = table.groupby(pandas.cut(table["pump.pressure"] * 1e-5, [70, 85, 100, 115, 140]), observed=True)["bursts"].mean()
    print("by supply pressure [bar]:", {str(bin): f"{100 * value:.0f} %" for bin, value in by_supply.items()})
    causes = table.drop(columns="bursts").corr(method="spearman")["peak A [bar]"].drop(["peak A [bar]", "peak B [bar]", "strength [bar]"])
    print("rank correlation with the peak:", causes.sort_values(key=abs, ascending=False).round(2).to_dict())
    if options.picture:
        import matplotlib.pyplot as plt
        figure, axis = plt.subplots(figsize=(8, 4), constrained_layout=True)
        bins = np.linspace(0, table[["peak A [bar]", "strength [bar]"]].to_numpy().max(), 50)
        table["peak A [bar]"].plot.hist(ax=axis, bins=bins, alpha=0.6, label="peak of lift.A.p")
        table["strength [bar]"].plot.hist(ax=axis, bins=bins, alpha=0.6, label="what the hose bears")
        axis.set(xlabel="[bar]", ylabel="cranes", title=f"{n} cranes, lever snaps back: {100 * share:.1f} % burst their hose")
        axis.legend()
        figure.savefig(options.picture, dpi=100)
    return table


if __name__ == "__main__":
    main()
