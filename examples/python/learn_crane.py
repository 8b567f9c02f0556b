"""A policy that learns to place a swinging load: the cross-entropy method, numpy alone.

    ./bramah python examples/python/learn_crane.py [--rounds 15] [--picture picture.png]

Task Crane-v0: bring the load to a height drawn at random and let it hang still; mass, supply, start and swing are drawn
too. The policy is one row of weights on the observations and their tanh. Each round tries 64 policies in 6 episodes each,
384 cranes at once, and moves to the best eighth; 48 others tell which mean to keep, 200 unseen starts how good it is.
"""
import argparse
import time

import numpy as np

import bramah.gym

POLICIES, EPISODES, ELITE, SEED = 64, 6, 8, 7


def features(observations):
    return np.concatenate([observations, np.tanh(3 * observations), np.ones((len(observations), 1))], axis=1)


def act(weights, observations):
    """weights: one row for all, or one for each."""
    return np.tanh(np.sum(features(observations) * weights, axis=-1, keepdims=True))


def play(env, weights, seed):
    """An episode in every environment: returns, and which of them ended well."""
    observations, _ = env.reset(seed=seed)
    total = np.zeros(env.num_envs)
    for k in range(env.episodes.length):
        observations, rewards, terminated, truncated, info = env.step(act(weights, observations))
        total += rewards * (1 + 2 * (k > 60))  # where it ends counts more than how it got there
    return total, info["success"]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--starts", type=int, default=200)
    options.add_argument("--picture")
    options = options.parse_args()
    random = np.random.default_rng(SEED)
    env = bramah.gym.make_vec("Crane-v0", POLICIES * EPISODES)
    size = 2 * env.single_observation_space.shape[0] + 1
    unseen = bramah.gym.make_vec("Crane-v0", options.starts)
    watched = bramah.gym.make_vec("Crane-v0", 48)
    mean, spread = np.zeros(size), np.ones(size)

    def rate(cranes, weights, seed):
        return 100 * play(cranes, weights, seed)[1].mean()

    before, kept, history, started = rate(unseen, mean, 1_000_000), mean, [], time.time()
    print(f"before: the load hangs still at its place in {before:.1f} % of {options.starts} starts")
    for k in range(options.rounds):
        policies = mean + spread * random.normal(size=(POLICIES, size))
        returns, _ = play(env, np.repeat(policies, EPISODES, axis=0), 1000 * k)
        returns = returns.reshape(POLICIES, EPISODES).mean(axis=1)
        best = policies[np.argsort(returns)[-ELITE:]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.3 * 0.85**k
        history.append(rate(watched, mean, 500_000))
        kept = mean if history[-1] == max(history) else kept  # of two as good the later one
        print(f"round {k + 1:2d}: best return {returns.max():7.1f}, the mean policy ends well in {history[-1]:5.1f} %, "
              f"{time.time() - started:5.0f} s", flush=True)
    after = rate(unseen, kept, 1_000_000)
    print(f"after: {after:.1f} % of {options.starts} starts that it never saw (before: {before:.1f} %)")
    if options.picture:
        import matplotlib.pyplot as plt
        figure, axis = plt.subplots(figsize=(8, 4), constrained_layout=True)
        axis.plot(range(1, options.rounds + 1), history, "o-", label="mean, 48 starts")
        axis.axhline(after, ls="--", color="tab:green", label=f"kept, {options.starts} unseen: {after:.0f} %")
        axis.set(xlabel="round", ylabel="episodes that end well [%]", title="Cross-entropy method on Crane-v0", ylim=(0, 104))
        axis.legend(loc="center left")
        figure.savefig(options.picture, dpi=100)
    return after


if __name__ == "__main__":
    main()
