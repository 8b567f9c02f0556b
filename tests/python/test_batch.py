"""Many machines at once."""
import numpy as np
import pytest

import bramah

CHANNELS = ["lift.length", "lift.rate", "lift.A.p"]


def drive(batch, steps=20, ticks=3):
    random = np.random.default_rng(7)
    for _ in range(steps):
        batch.step(random.uniform(-0.5, 0.5, (len(batch), 1)), ticks=ticks)
    return batch


def test_the_same_bits_for_any_number_of_threads(crane):
    found = [drive(bramah.Batch(crane, 50, threads=n)) for n in (1, 2, 3)]
    for other in found[1:]:
        assert other.states.tobytes() == found[0].states.tobytes()
        assert other.observe(CHANNELS).tobytes() == found[0].observe(CHANNELS).tobytes()


def test_an_instance_is_a_state_of_its_own(crane):
    batch = drive(bramah.Batch(crane, 5, threads=2))
    random = np.random.default_rng(7)
    commands = [random.uniform(-0.5, 0.5, (5, 1)) for _ in range(20)]
    state = crane.initial_state()
    for command in commands:
        crane.step(state, command[3], ticks=3)
    assert batch.state(3) == state
    assert batch.observe(CHANNELS)[3].tobytes() == crane.observe(state, CHANNELS).tobytes()
    batch.set_state(0, state)
    assert batch.state(0) == state and batch.time[0] == state.time


def test_one_row_of_inputs_is_for_all(crane):
    one, many = bramah.Batch(crane, 4, threads=1), bramah.Batch(crane, 4, threads=1)
    one.step([0.3], ticks=10)
    many.step(np.full((4, 1), 0.3), ticks=10)
    assert one.states.tobytes() == many.states.tobytes()


def test_observe_fills_the_callers_array(crane):
    batch = bramah.Batch(crane, 6)
    out = np.zeros((6, 3))
    assert batch.observe(CHANNELS, out) is out and np.allclose(out[:, 0], 0.5)
    for wrong in (np.zeros((3, 6)), np.zeros((6, 3), dtype=np.float32), np.zeros((6, 6))[:, ::2]):
        with pytest.raises(bramah.InputError, match=r"\(6, 3\)"):
            batch.observe(CHANNELS, wrong)


def test_a_step_that_observes_is_both_in_one(crane):
    one, two = drive(bramah.Batch(crane, 20, threads=2)), drive(bramah.Batch(crane, 20, threads=1))
    out = np.zeros((20, 3))
    one.step([0.1], 2, CHANNELS, out)
    two.step([0.1], 2)
    assert one.states.tobytes() == two.states.tobytes() and out.tobytes() == two.observe(CHANNELS).tobytes()
    with pytest.raises(bramah.InputError, match="together"):
        one.step([0.1], channels=CHANNELS)
    with pytest.raises(bramah.InputError, match=r"\(20, 3\)"):
        one.step([0.1], 1, CHANNELS, np.zeros((3, 3)))


def test_failed_instances_stop_while_the_others_go_on(crane):
    batch = bramah.Batch(crane, 10, threads=2)
    batch.states[4, crane.initial_state().blocks["y"][0]] = np.nan
    kept = batch.states[4].copy()
    assert batch.step([0.2], ticks=5).tolist() == [k == 4 for k in range(10)]
    assert batch.time.tolist() == [0.0 if k == 4 else 0.025 for k in range(10)]
    assert batch.states[4].tobytes() == kept.tobytes()
    assert batch.culprit(4) and "finite" in batch.problem(4) and batch.problem(3) == ""
    batch.reset(batch.failed)
    assert not batch.failed.any() and not batch.step([0.2]).any()
    assert batch.time.tolist() == pytest.approx([0.005 if k == 4 else 0.03 for k in range(10)])


VARY = {"bob.mass": ("50 kg", "200 kg"), "lift.friction.viscous": (5e4, 2e5), "pump.pressure": ("6 MPa", "9 MPa"),
        "fluid.bulk": ["1.2 GPa", "1.4 GPa", "1.6 GPa"]}


def test_parameters_are_drawn_by_seed(crane, models):
    batch = bramah.Batch(crane, 8, threads=2, vary=VARY)
    batch.reset(seeds=range(8))
    assert len({one["bob.mass"] for one in batch.drawn}) == 8 and set(batch.drawn[0]) == set(VARY)
    drive(batch)
    again = bramah.Batch(crane, 8, threads=1, vary=VARY)
    again.reset(seeds=range(8))
    drive(again)
    assert again.states.tobytes() == batch.states.tobytes()
    alone = bramah.load(models / "chrono_crane.yaml", controls=True, step="5ms", set=batch.drawn[5])
    state = alone.initial_state()
    random = np.random.default_rng(7)
    for _ in range(20):
        alone.step(state, random.uniform(-0.5, 0.5, (8, 1))[5], ticks=3)
    assert batch.states[5].tobytes() == state.values.tobytes()


def test_reset_keeps_parameters_unless_there_are_seeds(crane):
    batch = bramah.Batch(crane, 3, threads=1, vary={"bob.mass": (50.0, 200.0)})
    batch.reset(seeds=[1, 2, 3])
    drawn = list(batch.drawn)
    drive(batch)
    first = batch.states.copy()
    batch.reset([0, 2])
    assert batch.time.tolist() == [0.0, first[1, 0] * 0.005, 0.0] and batch.drawn == drawn
    batch.reset(np.array([True, False, True]), seeds=[9, 8])
    assert batch.drawn[1] == drawn[1] and batch.drawn[0] != drawn[0]
    batch.set_parameters([1], [{"bob.mass": 80}])
    assert batch.drawn[1] == {"bob.mass": "80.0 SI"} and batch.time[1] == 0.0


def test_bad_input(crane, four_bar):
    batch = bramah.Batch(crane, 4, threads=1)

    def refused(call, text):
        with pytest.raises(bramah.InputError, match=text):
            call()
    refused(lambda: bramah.Batch(crane, 0), "1 or more")
    refused(lambda: bramah.Batch(crane, 2, threads=-1), "1 or more")
    refused(lambda: bramah.Batch("crane", 2), "expected a Model")
    refused(lambda: batch.step(np.zeros((3, 1))), r"expected shape \(4, 1\)")
    refused(lambda: batch.step(np.zeros((4, 2))), r"found \(4, 2\)")
    refused(lambda: batch.step([[0], [0], [np.nan], [0]]), r"inputs\[2, 0\] \(lift_command\)")
    refused(lambda: batch.step("up"), "expected numbers")
    refused(lambda: batch.step([0.0], ticks=0), "ticks")
    refused(lambda: batch.observe(["lift.lenght"]), "did you mean")
    refused(lambda: batch.reset(np.array([True])), "4 truth values")
    refused(lambda: batch.reset([5]), "no instance 5")
    refused(lambda: batch.reset([-1]), "truth values")
    refused(lambda: batch.reset([0.5]), "truth values")
    refused(lambda: batch.reset(seeds=[1]), "expected 4")
    refused(lambda: batch.state(7), "no instance 7")
    refused(lambda: batch.set_state(0, four_bar.initial_state()), "expected a State of")
    refused(lambda: batch.set_parameters([0], [{"bob.mas": 3}]), "did you mean")
    refused(lambda: batch.set_parameters([0], [{"bob.mass": "3 m"}]), "expected a mass")
    refused(lambda: batch.set_parameters([0, 1], [{}]), "settings for each")
    refused(lambda: bramah.Batch(crane, 2, vary={"bob.mass": ["5 kg"]}), "lowest, highest")
    with pytest.raises(TypeError):
        batch.state(-1)
    assert not batch.time.any()


def test_two_threads_do_not_share_a_batch(crane):
    """Whoever comes second is told so; nothing is torn."""
    import threading
    batch, told = bramah.Batch(crane, 50, threads=2), []

    def work():
        try:
            batch.step([0.1], ticks=2000)
            batch.reset()
        except bramah.InputError as error:
            told.append(str(error))
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told and all("another thread" in text for text in told)
    batch.reset()
    assert not batch.step([0.1]).any()


def test_resets_do_not_leak(crane):
    import resource
    batch = bramah.Batch(crane, 100, threads=1)

    def reset(times):
        for _ in range(times):
            batch.reset()
            batch.step([0.1])
    reset(20)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reset(1000)  # 1e5 instances
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2000  # [kB]
