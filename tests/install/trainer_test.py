"""Where a program for games of one's own finds banyan-train-net, and what it says where there is none.

    trainer_test.py PROGRAM

PROGRAM knows tictactoe, and is copied to where nothing lies beside it. The trainers here are scripts that refuse to
work and say which of them was started.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NAME = "banyan-train-net"


def put_trainer(folder, word, name=NAME):
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\nread begin\necho error trainer {word}\n", encoding="utf-8")
    file.chmod(0o755)
    return file


class Place:
    """A program in a folder of its own."""

    def __init__(self, folder, program):
        self.folder = folder
        self.program = folder / "programs" / "mygame"
        self.program.parent.mkdir()
        shutil.copy(program, self.program)

    def train(self, path, variable=None):
        """What the program says when it is to train."""
        environment = {key: value for key, value in os.environ.items() if key != "BANYAN_TRAIN_NET"}
        environment["PATH"] = path
        if variable is not None:
            environment["BANYAN_TRAIN_NET"] = str(variable)
        done = subprocess.run([self.program, "train", "tictactoe", "--out", self.folder / "run", "--games", "10"],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False, env=environment)
        assert done.returncode == 1, (done.returncode, done.stderr)
        return done.stderr


def main(program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        place = Place(folder, program)
        path = f"{folder / 'first'}:{folder / 'second'}"

        nowhere = place.train(path)
        for tried in ("BANYAN_TRAIN_NET is not set", str(place.program.parent), str(folder / "first"),
                      str(folder / "second"), "libtorch-dev"):
            assert tried in nowhere, (tried, nowhere)

        put_trainer(folder / "second", "on the path")
        (folder / "first" / NAME).mkdir(parents=True)  # a folder is not a program
        assert "trainer on the path" in place.train(path), place.train(path)
        put_trainer(place.program.parent, "beside")
        assert "trainer beside" in place.train(path)
        named = put_trainer(folder / "elsewhere", "by the variable", "my-trainer")
        assert "trainer by the variable" in place.train(path, named)

        missing = folder / "nothing here"
        wrong = place.train(path, missing)
        assert f"BANYAN_TRAIN_NET is '{missing}'" in wrong, wrong


if __name__ == "__main__":
    main(*sys.argv[1:])
