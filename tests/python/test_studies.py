"""Studies that are kept: the same rows as the program's, gone on with, read as a table."""
import numpy as np
import pytest

import bramah

SPREAD = {"lift.bore": "normal(80 mm, 1 %)", "fluid.bulk": "uniform(1.2 GPa, 1.6 GPa)"}


def test_a_study_is_kept_and_gone_on_with(models, tmp_path):
    def again():
        return bramah.study(models / "four_bar.yaml", SPREAD, design={"kind": "latin", "runs": 6, "seed": 3}, until="50ms",
                            measures={"peak": "max(lift.A.p)"}, into=tmp_path / "kept", jobs=2)
    first = again()
    assert len(first) == first.runs == 6 and first.facts["design"] == "latin" and first.facts["seed"] == "3"
    table = first.to_pandas()
    assert list(table.index) == list(range(6))
    assert table["lift.bore [mm]"].between(76, 84).all() and table["fluid.bulk [GPa]"].between(1.2, 1.6).all()
    cost = list(table["cpu_s"])
    assert list(again().to_pandas()["cpu_s"]) == cost  # nothing was made again
    assert list(bramah.Results(tmp_path / "kept").to_pandas()["peak [Pa]"]) == list(table["peak [Pa]"])
    bore, bulk = table["lift.bore [mm]"][2], table["fluid.bulk [GPa]"][2]
    single = bramah.run(models / "four_bar.yaml", until="50ms", set={"lift.bore": f"{bore!r}mm", "fluid.bulk": f"{bulk!r}GPa"})
    assert single["lift.A.p"].max() == table["peak [Pa]"][2]
    first.save(tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text().count("\n") == 7


def test_without_a_folder_there_is_a_temporary_one():
    result = bramah.study(task="formula", over={"a": "normal(0, 1)", "b": "normal(0, 1)"}, correlate={("a", "b"): 0.8}, measures=["a*b"],
                          design={"kind": "random", "runs": 500})
    table = result.to_pandas()
    assert len(table) == 500 and np.allclose(table["a*b [1]"], table["a"] * table["b"])
    assert np.corrcoef(table["a"], table["b"])[0, 1] == pytest.approx(0.8, abs=0.06)
    found = bramah.study(task="formula", over={"target": [2, 3]}, find={"x": "0:10"}, so_that="x^2 = target")
    assert found.to_pandas()["x [1]"].to_numpy() == pytest.approx([2 ** 0.5, 3 ** 0.5], rel=1e-8)


def test_study_files_and_bounds(models, tmp_path):
    path = tmp_path / "steps.yaml"
    path.write_text(f"study:\n  model: {models}/four_bar.yaml\n  until: 2.5 s\n  over: {{step: [2 ms, 8 ms, 32 ms]}}\n")
    kept, table = bramah.study(path, into=tmp_path / "steps", bounds=["length_error=0.1mm"]), bramah.study(path, bounds=["length_error=0.1mm"])
    assert list(kept.to_pandas()["length_error [m]"]) == [row["measures"]["length_error"] for row in table.rows]
    assert kept.data["take_offs"] == table.data["take_offs"] == kept.take_offs(["length_error=0.1mm"])
    with pytest.raises(bramah.InputError, match="another study"):
        bramah.study(path, into=tmp_path / "steps", until="0.3s")
    with pytest.raises(bramah.InputError, match="no study is kept"):
        bramah.Results(tmp_path / "nowhere")
    with pytest.raises(bramah.InputError, match="design: expected kind, runs and seed; found rnus"):
        bramah.study(path, design={"kind": "latin", "rnus": 3})


def test_an_exception_in_the_progress_bar_leaves_what_is_there(models, tmp_path):
    def stop(fraction):
        raise LookupError("enough")
    with pytest.raises(LookupError, match="enough"):
        bramah.study(models / "four_bar.yaml", {"lift.bore": "75mm:85mm:50"}, measures=["max(lift.A.p)"], into=tmp_path / "a", progress=stop)
    assert bramah.Results(tmp_path / "a").runs == 50
