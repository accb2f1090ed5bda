"""`./run` builds what a command needs, and nothing else: a copy of it with a stand-in for building."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Instead of tools/setup.sh: notes what is installed and built. The program says what learner trains.
STAND_IN = r"""
say() { :; }
fail() { exit 1; }
install_packages() { echo "install $*" >>"$root/log"; }
build() {
  echo "build $*" >>"$root/log"
  mkdir -p "$root/build/run/bin"
  cat >"$program" <<'END'
#!/bin/sh
for word; do [ "$word" != --print-learner ] || { echo "$LEARNER"; exit; }; done
END
  chmod +x "$program"
}
"""
SOURCES = ("CMakeLists.txt", "CMakePresets.json", "cmake", "src", "python", "web", "tools/build_page")


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for path in SOURCES:
            (self.root / path).parent.mkdir(exist_ok=True)
            (self.root / path).write_text("", encoding="utf-8")
        (self.root / "tools/setup.sh").write_text(STAND_IN, encoding="utf-8")
        shutil.copy(ROOT / "run", self.root)

    def log_of(self, *words, learner="ntuple"):
        """What `./run WORDS` installs and builds."""
        log = self.root / "log"
        log.write_text("", encoding="utf-8")
        subprocess.run([self.root / "run", *words], check=True, env={**os.environ, "LEARNER": learner}, timeout=60)
        return log.read_text(encoding="utf-8").splitlines()

    PROGRAM = ["install run", "build run banyan_run"]
    TRAINER = ["install run train", "build run banyan_train_net"]
    MODULE = ["install run python", "build run banyan_python"]

    def test_a_plain_command_builds_the_program_alone_and_once(self):
        self.assertEqual(self.log_of("games"), self.PROGRAM)
        self.assertEqual(self.log_of("games"), [])

    def test_training_builds_the_learner_of_networks_where_it_trains_one(self):
        self.assertEqual(self.log_of("train", "a-game"), self.PROGRAM)
        self.assertEqual(self.log_of("train", "a-game", learner="alphazero"), self.TRAINER)
        self.assertEqual(self.log_of("train", "a-game", learner="alphazero"), [])

    def test_python_builds_the_module(self):
        self.assertEqual(self.log_of("python", "-c", ""), self.PROGRAM + self.MODULE)
        self.assertEqual(self.log_of("python", "-c", ""), [])

    def test_a_changed_source_brings_each_up_to_date_when_it_is_needed(self):
        self.log_of("python", "-c", "")
        self.log_of("train", "a-game", learner="alphazero")
        (self.root / "src").write_text("changed", encoding="utf-8")
        self.assertEqual(self.log_of("games"), self.PROGRAM)
        self.assertEqual(self.log_of("train", "a-game", learner="alphazero"), self.TRAINER)
        self.assertEqual(self.log_of("python", "-c", ""), self.MODULE)


if __name__ == "__main__":
    unittest.main()
