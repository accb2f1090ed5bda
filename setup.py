"""Builds the Python package with CMake: `pip install .` in a clone.

Nothing is downloaded: `pip install . --no-build-isolation --no-index` works with Debian's packages
(tools/packages/run and tools/packages/python name them). The module runs on every processor of its kind;
BANYAN_NATIVE=ON builds it for this one. BANYAN_MODULE=FILE takes a module that was built already.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
VERSION = re.search(r"project\(banyan VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


class CMakeBuild(build_ext):
    """Puts the module into the package, with the networks that ship."""

    def build_extension(self, extension):
        target = Path(self.get_ext_fullpath(extension.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(os.environ.get("BANYAN_MODULE") or self.build_module(), target)
        subprocess.run(["strip", "--strip-unneeded", target], check=False)
        data = target.parent / "data"
        data.mkdir(exist_ok=True)
        for file in sorted((ROOT / "data").iterdir()):
            if file.suffix in (".bnet", ".ntuple"):
                shutil.copy(file, data)

    @staticmethod
    def build_module():
        """Builds the module in build/pip; gives its file."""
        build = ROOT / "build" / "pip"
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        native = os.environ.get("BANYAN_NATIVE", "OFF")
        subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                        f"-DPython_EXECUTABLE={sys.executable}", f"-DBANYAN_NATIVE={native}",
                        "-DBANYAN_TESTS=OFF", "-DBANYAN_PAGE=OFF", "-DBANYAN_INSTALL=OFF",
                        "-DBANYAN_PYTHON=ON"], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "banyan_python", "-j", jobs], check=True)
        built = next((build / "python" / "banyan").glob("_banyan.*.so"), None)
        if built is None:
            raise SystemExit("the module was not built: pybind11-dev and python3-dev are needed")
        return built


setup(name="banyan", version=VERSION, description="Monte Carlo tree search",
      packages=["banyan"], package_dir={"": "python"}, package_data={"banyan": ["py.typed", "*.pyi"]},
      python_requires=">=3.9", install_requires=["numpy"], ext_modules=[Extension("banyan._banyan", [])],
      cmdclass={"build_ext": CMakeBuild}, zip_safe=False)
