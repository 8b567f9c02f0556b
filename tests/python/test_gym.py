"""Gymnasium's conventions, held here; Gymnasium's own checker where it is installed."""
import pickle
import sys
import time
import urllib.request
from pathlib import Path

import numpy as np
import pytest

import bramah
import bramah.gym
from bramah.gym.spaces import Box

NAMES = sorted(bramah.gym.TASKS)


def check_env(env):
    """What Gymnasium's checker asks of an environment."""
    observation, info = env.reset(seed=3)
    assert env.observation_space.contains(observation) and observation.dtype == np.float32 and isinstance(info, dict)
    again, _ = env.reset(seed=3)
    assert again.tobytes() == observation.tobytes()
    other, _ = env.reset(seed=4)
    following, _ = env.reset()
    assert following.shape == other.shape
    env.action_space.seed(5)
    for _ in range(5):
        action = env.action_space.sample()
        assert env.action_space.contains(action)
        kept = action.copy()
        result = env.step(action)
        assert len(result) == 5 and action.tobytes() == kept.tobytes()
        observation, reward, terminated, truncated, info = result
        assert env.observation_space.contains(observation)
        assert type(reward) is float and type(terminated) is bool and type(truncated) is bool and isinstance(info, dict)
        assert np.isfinite(reward) and np.isfinite(observation).all()
    assert env.metadata["render_modes"] == ["rgb_array", "human"] and env.render_mode in (None, "rgb_array")
    assert env.spec.id.startswith("bramah/") and env.unwrapped is env
    env.close()


@pytest.mark.parametrize("name", NAMES)
def test_ready_environments_keep_the_conventions(name):
    check_env(bramah.gym.make(name))


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_s_own_checker(name):
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    checker.check_env(bramah.gym.make(name, render_mode="rgb_array"))


def drive(env, seed, steps=40):
    found = [env.reset(seed=seed)[0].tobytes()]
    random = np.random.default_rng(1)
    for _ in range(steps):
        observation, reward, terminated, truncated, _ = env.step(random.uniform(-1, 1, env.action_space.shape))
        found.append((observation.tobytes(), reward, terminated, truncated))
        if terminated or truncated:
            found.append(env.reset()[0].tobytes())
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_gives_the_same_episodes_to_the_bit(name):
    env = bramah.gym.make(name)
    first = drive(env, 11)
    assert drive(env, 11) == first == drive(bramah.gym.make(name), 11)


def test_goals_and_parameters_follow_the_seed():
    env = bramah.gym.make("Crane-v0")
    env.reset(seed=1)
    goal, drawn = env.episodes.goals["y"][0], dict(env.episodes.batch.drawn[0])
    env.reset(seed=2)
    assert env.episodes.goals["y"][0] != goal and env.episodes.batch.drawn[0] != drawn
    env.reset(seed=1)
    assert env.episodes.goals["y"][0] == goal and env.episodes.batch.drawn[0] == drawn


def test_an_episode_ends_in_time_and_wants_a_reset():
    env = bramah.gym.MachineEnv(bramah.gym.task("Servo-v0").with_(duration="0.05 s"))
    with pytest.raises(bramah.InputError, match="reset"):
        env.step([0.0])
    env.reset(seed=0)
    ends = [env.step([0.0])[2:4] for _ in range(5)]
    assert ends == [(False, False)] * 4 + [(False, True)]
    with pytest.raises(bramah.InputError, match="reset"):
        env.step([0.0])


def test_what_an_expert_does_is_a_success():
    """Proportional controllers follow the servo's sine, told its speed, and close the excavator's cycle."""
    env = bramah.gym.make("Servo-v0")
    observation, info = env.reset(seed=5)
    amplitude, pace = (float(env.episodes.goals[name][0]) for name in ("amplitude", "pace"))
    over = False
    while not over:
        speed = amplitude * pace * np.cos(pace * info["time"])
        observation, _, terminated, truncated, info = env.step([np.clip(speed / 0.5 - 1.5 * observation[0], -1, 1)])
        over = terminated or truncated
    assert truncated and info["success"]
    env = bramah.gym.make("Excavator-v0")
    observation, _ = env.reset(seed=5)
    over, total = False, 0.0
    while not over:
        observation, reward, terminated, truncated, info = env.step(np.clip(-2 * observation[:3], -1, 1))
        over, total = terminated or truncated, total + reward
    assert terminated and info["success"] and total > 0


def test_vector_environment_is_many_single_ones():
    n, task = 6, bramah.gym.task("Crane-v0").with_(duration="0.8 s", terminated="time > 2*goal.y")  # at times of their own
    many, singles = bramah.gym.MachineVectorEnv(task, n, threads=2), [bramah.gym.MachineEnv(task) for _ in range(n)]
    observations, _ = many.reset(seed=20)
    alone = [env.reset(seed=20 + k)[0] for k, env in enumerate(singles)]
    assert observations.tobytes() == np.array(alone).tobytes()
    random, over = np.random.default_rng(2), np.zeros(n, dtype=bool)
    ended = set()
    for step in range(25):
        actions = random.uniform(-1, 1, (n, 1))
        observations, rewards, terminated, truncated, _ = many.step(actions)
        for k, env in enumerate(singles):
            if over[k]:  # the call after the end resets, whatever the action
                wanted = (env.reset()[0], 0.0, False, False)
            else:
                wanted = env.step(actions[k])[:4]
            assert observations[k].tobytes() == wanted[0].tobytes(), (step, k)
            assert (rewards[k], terminated[k], truncated[k]) == wanted[1:]
        over = terminated | truncated
        ended.add(int(over.sum()))
    assert ended - {0, n}  # some alone
    assert many.action_space.shape == (n, 1) and many.single_observation_space == singles[0].observation_space
    assert many.observation_space.contains(observations)


def test_the_vector_environment_does_not_depend_on_threads():
    found = []
    for threads in (1, 2, 3):
        env = bramah.gym.make_vec("Crane-v0", 10, threads=threads)
        rows = [env.reset(seed=3)[0]]
        random = np.random.default_rng(0)
        rows += [env.step(random.uniform(-1, 1, (10, 1)))[0] for _ in range(30)]
        found.append(np.array(rows).tobytes())
    assert found[0] == found[1] == found[2]


def test_actions_reach_the_lever_s_range_and_no_more():
    found = []
    for action in (-1.0, -5.0, -0.9, 1.0, 0.9):
        env = bramah.gym.make("Servo-v0")
        env.reset(seed=1)
        for _ in range(10):
            observation = env.step([action])[0]
        found.append(observation.tobytes())
    assert found[0] == found[1] and len(set(found)) == 4


def test_a_failed_machine_ends_its_episode():
    env = bramah.gym.make("Crane-v0")
    env.reset(seed=1)
    batch = env.episodes.batch
    batch.states[0, batch.state(0).blocks["y"][0]] = np.nan
    _, reward, terminated, truncated, info = env.step([0.0])
    assert (reward, terminated, truncated) == (-10.0, True, False) and "finite" in info["problem"]
    observation, _ = env.reset()
    assert np.isfinite(observation).all()


def test_pictures():
    env = bramah.gym.make("Crane-v0", render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert first.dtype == np.uint8 and first.shape == (360, 480, 3) and 0.5 < (first == 255).mean() < 0.999
    for _ in range(10):
        env.step([1.0])
    assert (env.render() != first).mean() > 1e-3
    assert bramah.gym.make("Crane-v0").render() is None


def frames(client, wait):
    """The first message of type frame for which wait(frame) holds."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        message = client.receive()
        if message["type"] == "frame" and wait(message):
            return message
    raise AssertionError("no such frame in 20 s")


def test_the_live_page_shows_the_motion(capsys):
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
    from live_client import Socket
    env = bramah.gym.make("Crane-v0", render_mode="human")
    assert env.page_url is None
    env.reset(seed=1)
    address = env.page_url
    assert address.startswith("http://127.0.0.1:") and address in capsys.readouterr().out
    with urllib.request.urlopen(address) as answer:
        assert b"<title>" in answer.read()
    client = Socket(int(address.rsplit(":", 1)[1].strip("/")), timeout=20)
    client.send({"type": "hello", "watch": True})
    started = time.monotonic()
    first = frames(client, lambda frame: True)
    for _ in range(20):
        env.step([1.0])
    period = env.episodes.ticks * env.model.step_size
    assert time.monotonic() - started > 18 * period  # at the pace of a clock
    shown = env.episodes.batch.state(0)
    last = frames(client, lambda frame: abs(frame["t"] - shown.time) < 1e-9)
    assert np.abs(np.array(last["points"]) - np.array(first["points"])).max() > 1e-3
    assert np.array(last["points"]) == pytest.approx(env.model.pose(shown).ravel(), abs=1e-5)
    client.send({"type": "drive"})
    while (message := client.receive())["type"] != "error":
        pass
    assert "stepped elsewhere" in message["message"]
    assert env.render() is None
    env.close()
    env.close()
    assert env.page_url is None
    with pytest.raises(OSError):
        urllib.request.urlopen(address, timeout=2)


def test_a_task_from_a_file_and_a_class_of_its_own(tmp_path, models):
    (tmp_path / "task.yaml").write_text(f"""
name: Hold
machine: {models / 'chrono_crane.yaml'}
options: {{step: 5 ms}}
observations: {{lift.length - goal.length: 0.1, lift.rate: 0.1}}
goals: {{length: [0.5, 0.6]}}
reward: -abs(lift.length - goal.length)
terminated: lift.length > 0.7
period: 50 ms
duration: 1 s
""")

    class Noisy(bramah.gym.MachineEnv):
        def info(self, more):
            return {**super().info(more), "mine": True}

    env = Noisy(tmp_path / "task.yaml")
    _, info = env.reset(seed=0)
    observation, reward, *_ = env.step([0.0])
    assert info["mine"] and env.action_space.shape == (1,) and env.episodes.length == 20
    assert reward == pytest.approx(-0.1 * abs(float(observation[0])), rel=1e-5)


class Frugal(bramah.gym.MachineEnv):
    """Sees the lever's last way too, and pays for it."""

    def __init__(self):
        super().__init__(bramah.gym.task("Crane-v0"))
        self.observation_space = Box(-np.inf, np.inf, (self.observation_space.shape[0] + 1,), np.float32)

    def lever(self, values):
        return values["action." + self.episodes.actions[0]][0]

    def observation(self, values):
        return np.append(super().observation(values), np.float32(self.lever(values)))

    def reward(self, values, reward):
        return reward - 10 * abs(float(self.lever(values)))

    def info(self, more):
        return {**super().info(more), "frugal": True}


def test_a_derived_class_changes_observation_reward_and_info_of_every_step():
    plain, frugal = bramah.gym.make("Crane-v0"), Frugal()
    first, _ = plain.reset(seed=2)
    other, info = frugal.reset(seed=2)
    assert info["frugal"] and other[-1] == 0.0 and other[:-1].tobytes() == first.tobytes()
    for action in (0.25, -0.5):
        observation, reward, *_ = plain.step(np.array([action]))
        seen, paid, _, _, info = frugal.step(np.array([action]))
        assert info["frugal"] and seen[-1] == action and frugal.observation_space.contains(seen)
        assert seen[:-1].tobytes() == observation.tobytes()
        assert paid == reward - 10 * abs(action)


def test_bad_tasks(tmp_path, models):
    good = bramah.gym.task("Servo-v0")

    def refused(call, text):
        with pytest.raises(bramah.InputError, match=text):
            call()
    for changes, text in (({"reward": "drive.lenght"}, "drive.length"), ({"reward": "__import__('os')"}, "no function"),
                          ({"reward": "1 +"}, "formula"), ({"reward": "goal.nothing"}, "goal.amplitude"),
                          ({"reward": "[1, 2]"}, "expected channels"), ({"actions": ["V"]}, '"V" is no input'),
                          ({"reward": "drive.length.__class__"}, "channel"), ({"period": "3 m"}, "expected a time")):
        refused(lambda: bramah.gym.MachineEnv(good.with_(**changes)), text)
    refused(lambda: bramah.gym.make("Crane-v1"), "Crane-v0")
    refused(lambda: bramah.gym.make("Crane-v0", render_mode="ascii"), "rgb_array")
    env = bramah.gym.make("Servo-v0")
    env.reset(seed=0)
    refused(lambda: env.step([0.0, 0.0]), r"expected shape \(1,\)")
    refused(lambda: env.step([np.nan]), "finite")
    refused(lambda: bramah.gym.make_vec("Servo-v0", 2).reset(seed=[1]), "2 of them")
    (tmp_path / "wrong.yaml").write_text("name: x\n")
    refused(lambda: bramah.gym.Task.read(tmp_path / "wrong.yaml"), "expected name, machine")
    (tmp_path / "wrong.yaml").write_text("name: x\nmachine: y\nreward: 1\nobservations: {a: b}\n")
    refused(lambda: bramah.gym.Task.read(tmp_path / "wrong.yaml"), "expected numbers")
    (tmp_path / "wrong.yaml").write_text("name: [x\n")
    refused(lambda: bramah.gym.Task.read(tmp_path / "wrong.yaml"), "wrong.yaml:")


def test_a_task_travels():
    task = bramah.gym.task("Crane-v0")
    assert pickle.loads(pickle.dumps(task)) == task
