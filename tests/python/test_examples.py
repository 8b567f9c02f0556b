"""The examples run; long ones are shortened."""
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "python"


def run(name, *arguments):
    done = subprocess.run([sys.executable, str(EXAMPLES / name), *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_hello_crane(tmp_path):
    assert "from 500 to 559 mm" in run("hello_crane.py", str(tmp_path / "a.png"))
    assert (tmp_path / "a.png").stat().st_size > 5000


def test_lqr_crane():
    last = run("lqr_crane.py").splitlines()[-2:]
    alone, damped = (float(line.split("swing")[1].split("deg")[0]) for line in last)
    assert alone == pytest.approx(12, abs=0.2) and damped < 0.1


def test_learn_crane():
    text = run("learn_crane.py", "--rounds", "1", "--starts", "20")
    assert "round  1: best return" in text and "of 20 starts that it never saw" in text


def test_hose_burst():
    text = run("hose_burst.py", "--cranes", "40")
    assert "0 of 40 cranes" in text and "bursts:" in text


def test_dask_study():
    pytest.importorskip("distributed")
    text = run("dask_study.py", "--workers", "1")
    assert text.count("the same bits") == 6


def test_each_is_short():
    for path in EXAMPLES.glob("*.py"):
        assert 30 <= len(path.read_text().splitlines()) <= 80, path.name
