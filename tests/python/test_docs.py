"""The code of docs/python.md runs, in its order."""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_s_code_runs(tmp_path, monkeypatch):
    (tmp_path / "models").symlink_to(ROOT / "models")
    monkeypatch.chdir(tmp_path)
    names = {}
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.DOTALL)
    assert len(blocks) >= 4
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert (tmp_path / "out.csv").exists()
    assert names["state"].time == pytest.approx(0.5) and names["d"].state.shape == (7, 7)


def test_machines_that_come_with_the_package():
    import bramah
    assert bramah.load(bramah.model_path("four_bar")).name.startswith("Four-bar")
    with pytest.raises(bramah.InputError, match='did you mean "patu655"'):
        bramah.model_path("patu65")
