"""Whole runs: the command line's bits, inputs from Python, tables, plots, Ctrl-C."""
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import bramah


@pytest.mark.parametrize("name, options", [("four_bar", {}), ("patu655", {"step": "2ms"}), ("press", {}), ("circuit2", {}),
                                           ("chrono_crane", {"integrator": "trapezoidal"})])
def test_rows_are_those_of_the_command_line(models, command_line, tmp_path, name, options):
    path = models / f"{name}.yaml"
    given = [text for key, value in options.items() for text in (f"--{key}", value)]
    command_line("run", path, "--until", "1s", "--every", "10ms", "-o", tmp_path / "there.csv", *given)
    bramah.run(path, until="1s", every="10ms", **options).save(tmp_path / "here.csv")
    assert (tmp_path / "here.csv").read_bytes() == (tmp_path / "there.csv").read_bytes()


def test_a_loop_of_steps_gives_the_rows_of_a_run(four_bar):
    result = bramah.run(four_bar, until=0.5)
    state = four_bar.initial_state()
    for row in result.values:
        assert four_bar.observe(state).tobytes() == row.tobytes()
        four_bar.step(state)


def test_inputs_as_array_dict_and_function_agree(crane):
    ticks = 200
    command = 0.5 * np.sin(np.arange(ticks) * 0.02)
    by_array = bramah.run(crane, until=1.0, inputs=command[:, None])
    by_dict = bramah.run(crane, until=1.0, inputs={"lift_command": command})
    by_function = bramah.run(crane, until=1.0, inputs=lambda t, state: {"lift_command": command[state.tick]})
    for other in (by_dict, by_function):
        assert other.values.tobytes() == by_array.values.tobytes()
    state = crane.initial_state()
    for value in command:
        crane.step(state, [value])
    assert crane.observe(state).tobytes() == by_array.values[-1].tobytes()
    assert np.ptp(by_array["lift.length"]) > 1e-3


def test_held_inputs_are_the_library_s_own_run(crane):
    held = bramah.run(crane, until=1.0, every="50ms", inputs=[0.0])
    plain = bramah.run(crane, until=1.0, every="50ms")
    assert held.values.tobytes() == plain.values.tobytes() and held.time.tolist() == plain.time.tolist()
    assert held.summary["steps"] == plain.summary["steps"] == 200


def test_columns_tables_and_pages(crane, tmp_path):
    result = bramah.run(crane, until=0.5, every="10ms", inputs=[0.5], poses=True)
    assert len(result) == 51 and result["lift.A.p"].shape == (51,) and result.units["lift.A.p"] == "Pa"
    assert result.poses.shape == (51, len(crane.drawing["points"]), 3)
    frame = result.to_pandas()
    assert frame["lift.length"].iloc[-1] == result["lift.length"][-1] and frame.attrs["units"]["lift.length"] == "m"
    data = result.to_xarray()
    assert data["lift.A.p"].attrs["units"] == "Pa" and data.sizes["time"] == 51
    axes = result.plot(["lift.length", "lift.A.p", "lift.B.p"])
    assert [axis.get_ylabel() for axis in axes] == ["[mm]", "[bar]"] and axes[-1].get_xlabel() == "time [s]"
    drawn = axes[1].lines[0].get_ydata()
    np.testing.assert_allclose(drawn, result["lift.A.p"] * 1e-5)
    result.report(tmp_path / "page.html")
    assert (tmp_path / "page.html").stat().st_size > 10_000
    result.save(tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text().startswith("time [s],")


FAILS = """bramah: 1
name: Fails
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
sources: {tank: {pressure: 1 bar}}
volumes: {line: {volume: 1 l, start: 5 bar}}
orifices: {hole: {from: line, to: tank, nominal: {flow: 100 l/min, drop: 1 bar}}}
solver: {step: 100 ms, until: 1 s, integrator: euler}
"""


def test_a_run_that_fails_names_its_culprit_and_keeps_its_rows():
    with pytest.raises(bramah.StepError) as caught:
        bramah.run(bramah.load_text(FAILS))
    assert "line" in caught.value.culprit and "1/s" in str(caught.value)
    assert len(caught.value.result) == 1


@pytest.mark.parametrize("call", ["bramah.run(model, until=1e5, every=1e3)",
                                  "bramah.run(model, until=1e4, inputs=lambda t, s: [0.0])",
                                  "model.step(model.initial_state(), [0.0], ticks=10**9)",
                                  "bramah.Batch(model, 8, threads=2).step(None, ticks=10**6)"])
def test_ctrl_c_ends_long_calls(models, call):
    # Programs that were started in the background ignore interrupts, and so would this one.
    code = (f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            f"import bramah; model = bramah.load({str(models / 'chrono_crane.yaml')!r}, controls=True)\n"
            f"print('ready', flush=True)\ntry:\n    {call}\nexcept KeyboardInterrupt:\n    print('stopped')")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        assert process.stdout.read() == "stopped\n" and process.wait() == 0
        assert time.monotonic() - started < 30


def test_other_threads_go_on_during_a_run(four_bar):
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    bramah.run(four_bar, until=20.0, every=1.0)
    done.set()
    thread.join()
    assert counted[0] > 5


def test_progress_is_told(four_bar):
    told = []
    bramah.run(four_bar, until=30.0, every=1.0, progress=told.append)
    assert told == sorted(told) and told[0] > 0 and told[-1] == 1
