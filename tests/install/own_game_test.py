"""Installs Banyan, moves it, builds the examples against it elsewhere, and plays them.

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

from outside import run

GAMES = 20
WARNINGS = "-Wall -Wextra -Werror -Wno-error=restrict"  # g++ 12 has a false one: GCC bug 105651


def build_with_find_package(project, prefix, compiler):
    build = project / "build"
    run("cmake", "-S", project, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CXX_FLAGS={WARNINGS}", "-DCMAKE_CXX_FLAGS_RELEASE=-O1")
    run("cmake", "--build", build)
    assert f"BANYAN_PREFIX=\\\"{prefix}\\\"" in (build / "build.ninja").read_text(encoding="utf-8")
    return build


def build_with_pkg_config(package, source, prefix, compiler):
    """With nothing but a compiler and what pkg-config says; the user chooses the standard."""
    environment = {**os.environ, "PKG_CONFIG_PATH": str(next(prefix.glob("**/pkgconfig")))}
    flags = shlex.split(run("pkg-config", "--cflags", "--libs", package, env=environment))
    assert not any(flag.startswith("-std") for flag in flags), flags
    program = source.with_suffix("")
    run(compiler, "-std=c++20", "-O1", source, *flags, "-o", program)
    return program


def play(program):
    """A match: the search must beat random play."""
    match = json.loads(run(program, "match", "domineering", "uct:sims=200", "random", "--games", GAMES, "--seed", 1,
                           "--json"))
    search = match["agents"][0]
    assert match["game"] == "domineering" and match["games"] == GAMES, match
    assert search["wins"] + search["losses"] == GAMES, search  # nobody draws in Domineering
    assert search["wins"] > GAMES * 3 // 4, search
    legal = json.loads(run(program, "show", "--json"))["legal"]  # the only game need not be named
    assert len(legal) == 30 and "a1" in legal and "a6" not in legal, legal


def check_trainer_in_prefix(program, prefix, folder):
    """A program that lies elsewhere finds the trainer that was installed with Banyan."""
    trainer = prefix / "bin" / "banyan-train-net"
    trainer.unlink(missing_ok=True)  # libtorch is not there everywhere
    trainer.write_text("#!/bin/sh\nread begin\necho error trainer in the prefix\n", encoding="utf-8")
    trainer.chmod(0o755)
    environment = {key: value for key, value in os.environ.items() if key != "BANYAN_TRAIN_NET"}
    done = subprocess.run([program, "train", "tictactoe", "--out", folder / "run"], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False, env=environment)
    assert done.returncode == 1 and "trainer in the prefix" in done.stderr, done.stderr


def main(source, build, compiler):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix = folder / "moved" / "prefix"
        run("cmake", "--install", build, "--prefix", folder / "installed")
        prefix.parent.mkdir()
        (folder / "installed").rename(prefix)  # nothing in it depends on where it was installed
        examples = folder / "own games"  # with a space, as outside folders may have
        shutil.copytree(pathlib.Path(source) / "examples", examples)
        built = build_with_find_package(examples / "own_game", prefix, compiler)
        print(run(built / "domineering_check"))
        play(built / "domineering")
        thought = run(built / "domineering_think")
        assert thought.startswith("play "), thought
        think = build_with_pkg_config("banyan", examples / "own_game" / "think.cpp", prefix, compiler)
        assert run(think) == thought
        several = build_with_pkg_config("banyan-app", examples / "several_games" / "main.cpp", prefix, compiler)
        assert len(json.loads(run(several, "games", "--json"))["games"]) == 2
        check_trainer_in_prefix(several, prefix, folder)
        print(run(prefix / "bin" / "banyan", "--version"))


if __name__ == "__main__":
    main(*sys.argv[1:])
