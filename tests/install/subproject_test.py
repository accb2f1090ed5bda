"""Banyan inside another project, by add_subdirectory and FetchContent.

    subproject_test.py SOURCE_FOLDER COMPILER

The headers need no package; nothing of Banyan is installed unless asked for; what was not built doesn't break the
install, and is told from what is missing.
"""

import pathlib
import subprocess
import sys
import tempfile

from outside import files_in, run

PACKAGES = ["Boost", "fmt", "CLI11", "nlohmann_json", "SQLite3", "Threads"]
START = "cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES CXX)\n"
PROGRAM = """
add_executable(user main.cpp)
target_link_libraries(user PRIVATE banyan::banyan)
install(TARGETS user)
"""
MAIN = "#include <banyan/core/random.hpp>\nint main() { return banyan::Random(1).below(1) == 0 ? 0 : 1; }\n"


class Project:
    """A user's project in a folder of its own."""

    def __init__(self, folder, text):
        self.folder = folder
        self.build = folder / "build"
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text(START + text, encoding="utf-8")
        (folder / "main.cpp").write_text(MAIN, encoding="utf-8")

    def configure(self, compiler, *options):
        run("cmake", "-S", self.folder, "-B", self.build, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}", *options)

    def install(self):
        """Builds the user's program alone, and answers what is installed."""
        run("cmake", "--build", self.build, "--target", "user")
        prefix = self.folder / "prefix"
        run("cmake", "--install", self.build, "--prefix", prefix)
        return files_in(prefix)


def check_headers_alone(folder, source, compiler):
    """Where no package is there, and install() is for the user's own program."""
    fetch = f'include(FetchContent)\nFetchContent_Declare(banyan SOURCE_DIR "{source}")\nFetchContent_MakeAvailable(banyan)\n'
    for name, text in (("fetched", fetch), ("added", f'add_subdirectory("{source}" banyan)\n')):
        project = Project(folder / name, text + PROGRAM)
        project.configure(compiler, *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in PACKAGES))
        assert project.install() == {"bin/user"}, project.install()
        # All there is to build is the user's program.
        assert "banyan" not in run("ninja", "-C", project.build, "-n"), "something of Banyan is built"


def check_app_not_built(folder, source, compiler):
    """banyan::app is wanted, but was not built: the rest is installed, and find_package says what is missing."""
    asked = "set(BANYAN_APP ON)\nset(BANYAN_INSTALL ON)\nset(BANYAN_PAGE OFF)\n"
    project = Project(folder / "unbuilt", asked + f'add_subdirectory("{source}" banyan)\n' + PROGRAM)
    project.configure(compiler)
    assert "banyan" not in run("ninja", "-C", project.build, "-n"), "what the project doesn't use is built"
    installed = project.install()
    assert "include/banyan/banyan.hpp" in installed and any(file.endswith("/banyan.pc") for file in installed), installed
    assert not any(file.endswith((".a", "/banyan-app.pc", "bin/banyan")) for file in installed), installed
    prefix = f"-DCMAKE_PREFIX_PATH={project.folder / 'prefix'}"
    Project(folder / "headers", "find_package(banyan REQUIRED)\n" + PROGRAM).configure(compiler, prefix)
    wants_app = Project(folder / "app", "find_package(banyan REQUIRED COMPONENTS app)\n")
    refused = subprocess.run(["cmake", "-S", wants_app.folder, "-B", wants_app.build, prefix], capture_output=True,
                             text=True, check=False)
    assert refused.returncode != 0, refused.stdout
    assert "banyan::app was not built" in " ".join(refused.stderr.split()), refused.stderr


def main(source, compiler):
    with tempfile.TemporaryDirectory() as name:
        check_headers_alone(pathlib.Path(name), source, compiler)
        check_app_not_built(pathlib.Path(name), source, compiler)


if __name__ == "__main__":
    main(*sys.argv[1:])
