"""Machines that several tests share."""
import os
import subprocess
from pathlib import Path

import pytest

import bramah

MODELS = Path(__file__).resolve().parents[2] / "models"
PROGRAM = os.environ.get("BRAMAH_PROGRAM", str(MODELS.parent / "build" / "bramah"))


@pytest.fixture(scope="session")
def models():
    return MODELS


@pytest.fixture(scope="session")
def crane():
    """Two joints, one cylinder, its command an input."""
    return bramah.load(MODELS / "chrono_crane.yaml", controls=True, step="5ms")


@pytest.fixture(scope="session")
def four_bar():
    """A closed loop."""
    return bramah.load(MODELS / "four_bar.yaml")


@pytest.fixture(scope="session")
def command_line():
    def call(*arguments):
        return subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True)
    return call
