"""Installs Banyan into a new folder, builds examples/own_game against it elsewhere, and plays it.

    own_game_test.py SOURCE_FOLDER BUILD_FOLDER COMPILER
"""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

GAMES = 20
WARNINGS = "-Wall -Wextra -Werror -Wno-error=restrict"  # g++ 12 has a false one: GCC bug 105651


def run(*command, **options):
    """Runs a command and answers what it printed; a failure shows all of it."""
    command = [str(part) for part in command]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)} failed with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def build_with_find_package(project, prefix, compiler):
    build = project / "build"
    run("cmake", "-S", project, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CXX_FLAGS={WARNINGS}")
    run("cmake", "--build", build)
    return build


def build_with_pkg_config(project, prefix, compiler):
    """The headers need nothing but a compiler and what pkg-config says."""
    environment = {**os.environ, "PKG_CONFIG_PATH": str(next(prefix.glob("**/pkgconfig")))}
    flags = shlex.split(run("pkg-config", "--cflags", "--libs", "banyan", env=environment))
    program = project / "think"
    run(compiler, "-O2", project / "think.cpp", *flags, "-o", program)
    return program


def play(program):
    """A match: the search must beat random play."""
    match = json.loads(run(program, "match", "domineering", "uct:sims=200", "random", "--games", GAMES, "--seed", 1,
                           "--json"))
    search = match["agents"][0]
    assert match["game"] == "domineering" and match["games"] == GAMES, match
    assert search["wins"] + search["losses"] == GAMES, search  # nobody draws in Domineering
    assert search["wins"] > GAMES * 3 // 4, search
    legal = json.loads(run(program, "show", "domineering", "--json"))["legal"]
    assert len(legal) == 30 and "a1" in legal and "a6" not in legal, legal


def main(source, build, compiler):
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder) / "prefix"
        project = pathlib.Path(folder) / "own game"  # with a space, as outside folders may have
        run("cmake", "--install", build, "--prefix", prefix)
        shutil.copytree(pathlib.Path(source) / "examples" / "own_game", project)
        built = build_with_find_package(project, prefix, compiler)
        print(run(built / "domineering_check"))
        play(built / "domineering")
        thought = run(built / "domineering_think")
        assert thought.startswith("play "), thought
        assert run(build_with_pkg_config(project, prefix, compiler)) == thought
        assert (prefix / "bin" / "banyan").exists()
        print(run(prefix / "bin" / "banyan", "--version"))


if __name__ == "__main__":
    main(*sys.argv[1:])
