"""Whatever is wrong is an exception that says what was expected."""
import pickle

import numpy as np
import pytest

import bramah

THREE_PROBLEMS = """bramah: 1
name: Wrong
fluid: {density: 850 kg/m3, bulk: 1500 mm}
sources: {tank: {pressure: 1 bar}}
cylinders:
  lift: {bore: 80 mm, rod: 90, closed: 1 m, stroke: 1 m, load: {mass: 5 kg}, hose: 3}
"""


def refused(call, *words):
    with pytest.raises(bramah.InputError) as caught:
        call()
    text = str(caught.value)
    for word in words:
        assert word in text, text
    return caught.value


def test_a_file_with_three_problems_names_all_of_them(tmp_path):
    path = tmp_path / "wrong.yaml"
    path.write_text(THREE_PROBLEMS)
    error = refused(lambda: bramah.load(path))
    assert len(error.problems) == 3
    assert all(problem.file == str(path) for problem in error.problems)
    assert [problem.line for problem in error.problems] == [3, 6, 6]
    assert "expected a pressure" in error.problems[0].expected and "mm" in error.problems[0].found
    assert "did you mean" in error.problems[1].advice and error.problems[2].expected == "expected a length, e.g. 35 mm"
    assert [str(p) for p in pickle.loads(pickle.dumps(error)).problems] == [str(p) for p in error.problems]


def test_files_options_and_units(models, tmp_path):
    crane = models / "chrono_crane.yaml"
    refused(lambda: bramah.load(tmp_path / "none.yaml"), "there is no file")
    refused(lambda: bramah.load(crane, step="2mm"), "step", "expected a time", "a length")
    refused(lambda: bramah.load(crane, step=[1]), "step", "expected text with a unit or a number")
    refused(lambda: bramah.load(crane, step=float("nan")), "step", "finite")
    refused(lambda: bramah.load(crane, step=-1.0), "step")
    refused(lambda: bramah.load(crane, integratr="sdirk2"), 'did you mean "integrator"')
    refused(lambda: bramah.load(crane, integrator="sdirk3"), "sdirk3", 'did you mean "sdirk2"')
    refused(lambda: bramah.load(crane, integrator=3), "integrator", "expected a word")
    refused(lambda: bramah.load(crane, set={"lift.boer": "80mm"}), 'did you mean "bore"')
    refused(lambda: bramah.load(crane, set={"lift.bore": "80 s"}), "expected a length")
    refused(lambda: bramah.load(crane, set={"lift.bore": None}), "lift.bore", "number in SI")
    refused(lambda: bramah.load(crane, set={"lift.bore": -0.1}), "greater than zero")
    refused(lambda: bramah.load(crane, set={"lift.bore": "5 mm SI"}), "one unit")
    refused(lambda: bramah.load(crane, set=7), "expected a dict")
    with pytest.raises(TypeError):
        bramah.load(3)


def test_inputs(crane):
    state = crane.initial_state()
    before = state.copy()
    for wrong, words in (([], ["expected 1 numbers", "found 0"]), ([1, 2], ["found 2"]), ([[0.0]], ["2 dimensions"]),
                         ([float("nan")], ["inputs[0] (lift_command)", "finite", "nan"]), ([np.inf], ["inf"]),
                         ("fast", ["expected numbers"]), ({"lift": 0.0}, ['no input "lift"']),
                         ({"lift_command": "up"}, ["lift_command"]), ({"lift_command": [1, 2]}, ["one number"])):
        refused(lambda: crane.step(state, wrong), *words)
    refused(lambda: crane.step(state, [0.0], ticks=0), "ticks", "1 or more")
    assert state == before
    for no_state in (None, 3, np.zeros(57)):
        with pytest.raises(TypeError):
            crane.step(no_state)


def test_channels_and_outputs(crane):
    state = crane.initial_state()
    refused(lambda: crane.observe(state, ["lift.lenght"]), 'did you mean "lift.length"')
    refused(lambda: crane.observe(state, [10_000]), "there is no channel 10000")
    refused(lambda: crane.observe(state, [-1]), "there is no channel -1")
    refused(lambda: crane.observe(state, [1.5]), "expected names")
    refused(lambda: crane.observe(state, 5), "expected names")
    for wrong in (np.zeros(3), np.zeros((1, 2)), np.zeros(2, dtype=np.float32), np.zeros(4)[::2], [0, 0]):
        refused(lambda: crane.observe(state, ["lift.length", "lift.rate"], wrong), "out", "(2)")
    frozen = np.zeros(2)
    frozen.flags.writeable = False
    refused(lambda: crane.observe(state, ["lift.length", "lift.rate"], frozen), "writable")


def test_states_of_others(crane, four_bar):
    other = four_bar.initial_state()
    for call in (crane.step, crane.observe, crane.pose, crane.body_poses):
        refused(lambda: call(other), "expected a State of", crane.name, four_bar.name)
    refused(lambda: crane.adopt(four_bar, other), "cannot go on")
    state = crane.initial_state()
    refused(lambda: state["lift.C.p"], "no number or block")
    refused(lambda: state.__setitem__("q", [1, 2, 3]), "expected 2 numbers")
    refused(lambda: state.__setitem__("q", "up"), "expected numbers")
    assert state != other and (state == 3) is False
    with pytest.raises(bramah.InputError):
        bramah.State.__new__(bramah.State).__setstate__((b"abc", "a", "b", [], []))
    with pytest.raises(bramah.InputError):
        bramah.State.__new__(bramah.State).__setstate__((bytes(80), "a", "b", [("q", 5, 100)], []))


def test_numbers_that_make_no_sense_stop_a_step_by_name(crane):
    state = crane.initial_state()
    state["lift.A.p"] = float("nan")
    with pytest.raises(bramah.StepError) as caught:
        crane.step(state, [0.0])
    assert caught.value.culprit and caught.value.report is not None and not caught.value.report.converged
    assert caught.value.time == 0.0 and state.tick == 0


def test_runs(crane, models):
    refused(lambda: bramah.run(crane, until="3 m"), "expected a time")
    refused(lambda: bramah.run(crane, until=-1.0), "until")
    refused(lambda: bramah.run(crane, until=1.0, inputs=np.zeros((10, 1))), "200 rows", "1 columns")
    refused(lambda: bramah.run(crane, until=1.0, inputs={"lift": 0.0}), 'no input "lift"')
    refused(lambda: bramah.run(crane, until=1.0, inputs={"lift_command": np.zeros(3)}), "200 values", "found 3")
    refused(lambda: bramah.run(crane, until=1.0, inputs=lambda t, s: [float("nan")]), "finite")
    refused(lambda: bramah.run(crane, until=0.1, inputs=[0.0])["lift.lengt"], "lift.length")
    refused(lambda: bramah.run(crane, step="1ms"), "loaded already")
    refused(lambda: bramah.run(3), "expected a Model")
    refused(lambda: bramah.run(crane, until=0.1, inputs=[0.0]).save("x.doc"), ".csv")
    with pytest.raises(ZeroDivisionError):
        bramah.run(crane, until=1.0, inputs=lambda t, s: 1 / 0)
