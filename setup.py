"""The wheel: the Python sources of the package beside the module that the project's own CMake build makes.

`pip install --no-build-isolation .` uses the folder build/, or that of BRAMAH_BUILD, and compiles what is missing there,
nothing twice. In a build with BRAMAH_BUNDLE the libraries that the module needs go into the wheel too.
"""
import fcntl
import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
BUILD = Path(os.environ.get("BRAMAH_BUILD") or ROOT / "build").resolve()
WHEEL = BUILD / "wheel"
WHEEL.mkdir(parents=True, exist_ok=True)


def arch() -> str:
    """As tools/setup.sh decides."""
    try:
        words = set(Path("/proc/cpuinfo").read_text().split())
    except OSError:
        words = set()
    return "x86-64-v3" if {"avx2", "fma"} <= words else ""


def compile_module() -> Path:
    """Builds bramah._core, one build of the folder at a time."""
    with open(BUILD / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = ["cmake", "-S", str(ROOT), "-B", str(BUILD), "-DBRAMAH_PYTHON=ON"]
        if not (BUILD / "build.ninja").exists():
            command += ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DBRAMAH_ARCH={arch()}",
                        "-DBRAMAH_TESTS=OFF", "-DBRAMAH_BENCHMARKS=OFF"]
        subprocess.run(command, check=True)
        subprocess.run(["cmake", "--build", str(BUILD), "--target", "bramah_python"], check=True)
    module = BUILD / "python" / "bramah" / f"_core{sysconfig.get_config_var('EXT_SUFFIX')}"
    if not module.exists():
        raise SystemExit(f"{module.name} was not built: build/ is for another Python; expected Debian's /usr/bin/python3")
    return module


class CMakeModule(build_ext):
    def build_extension(self, ext: Extension) -> None:
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        module = compile_module()
        shutil.copy2(module, target)
        if "BRAMAH_BUNDLE:BOOL=ON" in (BUILD / "CMakeCache.txt").read_text():
            subprocess.run(["cmake", "-D", f"of={module}", "-D", f"into={target.parent / 'needed'}",
                            "-P", str(ROOT / "cmake" / "needed.cmake")], check=True)


class WithModels(build_py):
    """The machines of models/ go into the package: bramah.model_path()."""

    def run(self) -> None:
        super().run()
        shutil.copytree(ROOT / "models", Path(self.build_lib) / "bramah" / "models", dirs_exist_ok=True)


class Platform(Distribution):
    def has_ext_modules(self) -> bool:
        return True


def version() -> str:
    return re.search(r"project\(bramah VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


setup(
    version=version(),
    packages=["bramah", "bramah.gym"],
    package_dir={"": "bindings/python"},
    package_data={"bramah": ["py.typed", "*.pyi"], "bramah.gym": ["*.yaml"]},
    ext_modules=[Extension("bramah._core", sources=[])],
    cmdclass={"build_ext": CMakeModule, "build_py": WithModels},
    distclass=Platform,
    options={"build": {"build_base": str(WHEEL)}, "egg_info": {"egg_base": str(WHEEL)},
             "bdist_wheel": {"bdist_dir": str(WHEEL / "bdist")}},
)
