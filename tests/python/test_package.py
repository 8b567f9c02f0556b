"""The package as others get it: anywhere, without the repository."""
import shutil
import subprocess
import sys
from pathlib import Path

import bramah
import bramah.gym

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(bramah.__file__).parent


def test_the_module_has_no_path_of_this_computer_in_it():
    content = Path(bramah._core.__file__).read_bytes()
    assert str(ROOT).encode() not in content and str(Path.home()).encode() + b"/" not in content


def test_a_copy_works_from_another_folder(tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "site" / "bramah")
    code = """
import bramah, bramah.gym
model = bramah.load(bramah.model_path("four_bar"))
state = model.initial_state()
model.step(state, ticks=10)
observation, _ = bramah.gym.make("Crane-v0").reset(seed=1)
print(bramah.__file__, state.tick, len(observation))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path / "site")},
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(tmp_path / "site" / "bramah" / "__init__.py"), "10", "5"]


def test_stubs_name_all_that_the_module_has():
    """Every public name of the compiled classes is in _core.pyi."""
    stub = (PACKAGE / "_core.pyi").read_text()
    for name in dir(bramah._core):
        if not name.startswith("_"):
            assert f"class {name}" in stub or f"def {name}(" in stub, name
    for kind in (bramah.Model, bramah.State, bramah.Channel, bramah.StepReport, bramah._core.BatchCore, bramah._core.Run):
        for name in vars(kind):
            if not name.startswith("_"):
                assert f"def {name}(" in stub or f"    {name}: " in stub, f"{kind.__name__}.{name}"
    assert (PACKAGE / "py.typed").exists()


def test_the_version_is_told_once():
    text = (ROOT / "pyproject.toml").read_text()
    assert 'dynamic = ["version"]' in text and "\nversion = " not in text
    assert f"project(bramah VERSION {bramah.__version__} " in (ROOT / "CMakeLists.txt").read_text()
    assert 'bramah = "bramah.gym:register_all"' in text and callable(bramah.gym.register_all)


def test_everything_public_has_a_docstring():
    for name in bramah.__all__ + [f"gym.{one}" for one in bramah.gym.__all__ if one != "TASKS"]:
        thing = getattr(bramah.gym, name[4:]) if name.startswith("gym.") else getattr(bramah, name)
        assert thing.__doc__, name
