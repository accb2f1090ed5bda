"""Files from outside and files of the program: devices, pipes, links, full disks, closed streams, control sequences."""

import os
import pathlib
import resource
import signal
import socket
import stat
import struct
import subprocess
import tempfile
import time
import unittest

from program import BANYAN, PATIENCE, ProgramTest, run

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"
GAME = ["play", "tictactoe", "--seat", "random", "--seat", "random", "--seed", "1"]
QUICK = 120  # seconds, for what would never end
SOON = QUICK * PATIENCE


def limited_to(size):
    """For preexec_fn: no file may grow longer, as if the disk were full."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


class FilesTest(ProgramTest):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def device(self, name, minor):
        """A device like /dev/null, in a folder of our own: a fault would replace it by a file."""
        path = self.folder / name
        try:
            os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
            with open(path, "rb"):
                return path
        except OSError as problem:
            self.skipTest(f"devices can't be made here: {problem}")

    def names(self):
        return sorted(os.listdir(self.folder))

    def fails(self, *words, says):
        """The work fails: exit code 1, and the last words say why."""
        done = run(*words, timeout=QUICK)
        self.assertEqual(done.returncode, 1, (words, done.stderr))
        self.assertIn(says, done.stderr.splitlines()[-1], words)


class Writing(FilesTest):
    def save(self, path):
        return run(*GAME, "--save", str(path), timeout=QUICK)

    def test_a_device_stays_a_device(self):
        null, full = self.device("null", 3), self.device("full", 7)
        (self.folder / "link").symlink_to("null")
        self.assertEqual(self.save(null).returncode, 0)
        self.assertEqual(self.save(self.folder / "link").returncode, 0)
        self.fails(*GAME, "--save", str(full), says="No space left on device")
        for path in (null, full):
            self.assertTrue(stat.S_ISCHR(path.lstat().st_mode), path)
        self.assertEqual(self.names(), ["full", "link", "null"])

    def test_exported_networks_go_through_devices_and_links(self):
        null = self.device("null", 3)
        (self.folder / "link").symlink_to("network")
        small = self.small_table()
        for target in ("null", "link"):
            self.assertEqual(run("net", "export", small, str(self.folder / target)).returncode, 0)
            done = run("net", "export", "--onnx", str(DATA / "connect4.bnet"), str(self.folder / target))
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(stat.S_ISCHR(null.lstat().st_mode))
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertGreater((self.folder / "network").stat().st_size, 1000)

    def small_table(self):
        """An n-tuple network of a few games."""
        out = tempfile.TemporaryDirectory()
        self.addCleanup(out.cleanup)
        done = run("train", "twenty48", "--out", out.name, "--learner", "ntuple:patterns=0123", "--games", "5",
                   "--threads", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        return os.path.join(out.name, "network.ntuple")

    def test_a_link_is_followed(self):
        (self.folder / "far").mkdir()
        (self.folder / "link").symlink_to("far/game.txt")
        for _ in range(2):
            self.assertEqual(self.save(self.folder / "link").returncode, 0)
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertIn("banyan-game 1", (self.folder / "far" / "game.txt").read_text())

    def test_permissions_and_owner_stay(self):
        file = self.folder / "game.txt"
        file.write_text("old")
        file.chmod(0o640)
        if os.getuid() == 0:
            os.chown(file, 65534, 65534)
        before = file.stat()
        self.assertEqual(self.save(file).returncode, 0)
        after = file.stat()
        self.assertEqual((after.st_mode, after.st_uid, after.st_gid), (before.st_mode, before.st_uid, before.st_gid))
        self.assertIn("banyan-game 1", file.read_text())

    def test_a_new_file_has_the_usual_permissions(self):
        file = self.folder / "game.txt"
        done = subprocess.run([BANYAN, *GAME, "--save", file], capture_output=True, preexec_fn=lambda: os.umask(0o027))
        self.assertEqual(done.returncode, 0)
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o640)

    def test_what_is_no_file_is_refused(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        self.fails(*GAME, "--save", str(pipe), says="nobody reads this pipe")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(self.folder / "socket"))
            self.fails(*GAME, "--save", str(self.folder / "socket"), says="it is a socket")
        self.fails(*GAME, "--save", str(self.folder), says="it is a folder")
        self.assertEqual(self.names(), ["pipe", "socket"])
        self.assertTrue(stat.S_ISFIFO(pipe.lstat().st_mode))

    def test_standard_output_by_its_name(self):
        """By a link of our own like /dev/stdout, which a fault would replace."""
        (self.folder / "stdout").symlink_to("/proc/self/fd/1")
        for name in (str(self.folder / "stdout"), "/proc/self/fd/1"):
            file = self.folder / "out"
            with open(file, "w") as out:
                done = subprocess.run([BANYAN, *GAME, "--save", name], stdout=out, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            before, _, record = file.read_text().partition("banyan-game 1")
            self.assertIn(" plays ", before, "what was shown of the game is there too")
            self.assertIn("\nmoves\n", record)

    def test_a_picture_reaches_a_device_or_a_link(self):
        programs = self.folder / "programs"
        programs.mkdir()
        fake = programs / "gnuplot"  # says that it was given a script, and draws nothing
        fake.write_text('#!/bin/sh\ngrep -q "set terminal svg" "$1" || exit 3\necho "<svg/>"\n')
        fake.chmod(0o755)
        environment = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}")
        (self.folder / "link.svg").symlink_to("picture")

        def draw(target):
            return subprocess.run([BANYAN, "bandit", "matrix", "rps", "--steps", "10", "--plot", target],
                                  env=environment, capture_output=True, text=True, timeout=SOON)

        done = draw(self.folder / "link.svg")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "picture").read_text(), "<svg/>\n")
        self.assertTrue((self.folder / "link.svg").is_symlink())
        self.assertEqual(self.names(), ["link.svg", "picture", "programs"])
        null = self.device("null.svg", 3)
        self.assertEqual(draw(null).returncode, 0)
        self.assertTrue(stat.S_ISCHR(null.lstat().st_mode))


class FullDisk(FilesTest):
    TRAIN = ["train", "twenty48", "--learner", "ntuple:patterns=0123", "--threads", "1", "--every", "20", "--out"]

    def test_a_limit_on_file_size_is_told(self):
        file = self.folder / "game.txt"
        for old in (None, "old"):
            if old:
                file.write_text(old)
            done = subprocess.run([BANYAN, *GAME, "--save", file], capture_output=True, text=True, timeout=SOON,
                                  preexec_fn=limited_to(10))
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("game.txt' can't be written: File too large", done.stderr)
            self.assertEqual(self.names(), ["game.txt"] if old else [])
        self.assertEqual(file.read_text(), "old")

    def test_a_limit_on_standard_output_is_told(self):
        file = self.folder / "out"
        with open(file, "w") as out:
            done = subprocess.run([BANYAN, "games"], stdout=out, stderr=subprocess.PIPE, text=True, timeout=SOON,
                                  preexec_fn=limited_to(10))
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output: File too large", done.stderr)

    MATCH = ["match", "tictactoe", "random", "random", "--games", "4", "--seed", "1", "--resume"]

    def fails_at_the_store(self, *words, says, before=limited_to(1024)):
        """Exit code 1 with one line that names the file and the reason."""
        done = subprocess.run([BANYAN, *words], capture_output=True, text=True, timeout=SOON, preexec_fn=before)
        self.assertEqual(done.returncode, 1, done.stderr)
        for text in says:
            self.assertIn(text, done.stderr.splitlines()[-1], words)

    def test_a_store_without_room_is_told_and_removed(self):
        for size in (512, 1024, 8192):
            self.fails_at_the_store(*self.MATCH, str(self.folder / "m.match"), says=["m.match", "File too large"],
                                    before=limited_to(size))
            self.assertEqual(self.names(), [], size)
        self.assertEqual(run(*self.MATCH, str(self.folder / "m.match")).returncode, 0)
        data = self.folder / "data"
        self.fails_at_the_store("serve", "--port", "0", "--data", str(data), says=["games.sqlite", "File too large"])
        self.assertEqual(os.listdir(data), ["lock"])
        if (pathlib.Path(BANYAN).parent / "banyan-train-net").exists():
            out = self.folder / "run"
            self.fails_at_the_store("train", "tictactoe", "--out", str(out), says=["run.db", "File too large"])
            self.assertEqual(os.listdir(out), ["lock"])

    def test_a_store_that_is_there_is_kept(self):
        file = self.folder / "m.match"
        self.assertEqual(run(*self.MATCH, str(file)).returncode, 0)
        before = file.read_bytes()
        self.fails_at_the_store(*self.MATCH[:4], "--games", "9", "--seed", "1", "--resume", str(self.folder / "new"),
                                says=["new", "File too large"])
        self.assertEqual(file.read_bytes(), before)
        self.assertEqual(self.names(), ["m.match"])

    def test_a_store_in_a_folder_that_cannot_be_written(self):
        self.fails_at_the_store(*self.MATCH, str(self.folder / "none" / "m.match"),
                                says=["m.match", "No such file or directory"], before=None)
        closed = self.folder / "closed"
        closed.mkdir(mode=0o555)
        self.folder.chmod(0o755)

        def as_nobody():
            if os.getuid() == 0:
                os.setuid(65534)

        try:
            subprocess.run([BANYAN, "--version"], preexec_fn=as_nobody, check=True, capture_output=True)
        except (OSError, subprocess.SubprocessError) as problem:
            self.skipTest(f"the program can't be run by another user here: {problem}")
        self.fails_at_the_store(*self.MATCH, str(closed / "m.match"), says=["m.match", "Permission denied"],
                                before=as_nobody)

    def trained(self):
        """A training whose curve is ahead of its checkpoint, as after a kill."""
        run_folder = self.folder / "run"
        self.assertEqual(run(*self.TRAIN, str(run_folder), "--games", "100").returncode, 0)
        curve = run_folder / "curve.tsv"
        games, rest = curve.read_text().splitlines()[-1].split("\t", 1)
        with open(curve, "a") as out:
            out.write(f"{int(games) + 99999999}\t{rest}\n")
        return run_folder

    def test_going_on_keeps_the_curve(self):
        run_folder = self.trained()
        files = {name: (run_folder / name).read_bytes() for name in os.listdir(run_folder)}
        done = subprocess.run([BANYAN, *self.TRAIN, run_folder, "--games", "200"], capture_output=True, text=True,
                              timeout=120, preexec_fn=limited_to(10))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("curve.tsv' can't be written: File too large", done.stderr)
        self.assertEqual({name: (run_folder / name).read_bytes() for name in os.listdir(run_folder)}, files)
        self.assertEqual(run(*self.TRAIN, str(run_folder), "--games", "200").returncode, 0)
        before, after = files["curve.tsv"].decode().splitlines(), (run_folder / "curve.tsv").read_text().splitlines()
        self.assertEqual(after[:len(before) - 1], before[:-1], "earlier rows are kept")
        self.assertNotIn(before[-1], after)

    def test_a_disk_that_is_full(self):
        """The same on a small file system of its own, where the system lets us have one."""
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "banyan-test", disk], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        self.folder = disk
        run_folder = self.trained()
        files = {name: (run_folder / name).read_bytes() for name in os.listdir(run_folder)}
        with open(disk / "filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(4096))
            except OSError:
                pass
        done = run(*self.TRAIN, str(run_folder), "--games", "200")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("No space left on device", done.stderr)
        self.assertEqual({name: (run_folder / name).read_bytes() for name in os.listdir(run_folder)}, files)
        self.fails(*GAME, "--save", str(disk / "game.txt"), says="No space left on device")
        self.assertEqual(sorted(os.listdir(disk)), ["filler", "run"])
        (disk / "filler").unlink()
        self.assertEqual(run(*self.TRAIN, str(run_folder), "--games", "200").returncode, 0)


class ClosedStreams(FilesTest):
    def shell(self, line, **environment):
        return subprocess.run(["bash", "-c", line, BANYAN], env=dict(os.environ, **environment), timeout=SOON,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_a_closed_input_is_an_input_that_ends(self):
        done = self.shell('"$0" play tictactoe --seed 1 <&-')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("end of input", done.stdout)
        done = self.shell('"$0" bandit play rps --seed 1 <&-')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("0 rounds", done.stdout)

    def test_a_closed_output_is_a_failure(self):
        done = self.shell('"$0" games >&-')
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output: Bad file descriptor", done.stderr)

    def test_no_file_of_the_program_takes_the_place_of_a_closed_stream(self):
        """With --json the talk goes to standard error; nothing of it may reach a pipe or file of the program."""
        line = '"$0" play tictactoe --seat random --seat random --seed 1 --json --save "$FILE"'

        def play(streams):
            file = self.folder / "game.txt"
            done = self.shell(line + streams, FILE=str(file))
            self.assertEqual(done.returncode, 0, streams)
            return [text for text in file.read_text().splitlines() if not text.startswith("date ")]

        self.assertEqual(play(" <&- 2>&-"), play(""))


class Reading(FilesTest):
    READERS = (["play", "--load"], ["play", "--replay"], ["bandit", "matrix"], ["bandit", "play"],
               ["bandit", "run", "--rule", "ucb1", "--table"], ["net", "info"],
               ["net", "export", "--onnx"], ["serve", "--token-file"])

    def test_a_device_that_never_ends(self):
        for words in self.READERS:
            done = run(*words, "/dev/zero", timeout=QUICK)
            self.assertEqual(done.returncode, 2, (words, done.stderr))
            self.assertIn("/dev/zero", done.stderr, words)
        for agent in ("puct:net=/dev/zero,sims=1", "ntuple:net=/dev/zero"):
            game = "connect4" if agent.startswith("puct") else "twenty48"
            self.refused("analyze", game, "--agent", agent, "--chance", "sample", says=["is a device"])

    def test_input_without_a_line_end(self):
        with open("/dev/zero", "rb") as zeros:
            for words in (["play", "tictactoe"], ["bandit", "play", "rps"]):
                done = subprocess.run([BANYAN, *words], stdin=zeros, capture_output=True, text=True, timeout=SOON)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("read no further", done.stderr)

    def test_a_pipe_is_not_waited_for(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        self.refused("net", "info", str(pipe), says=["is a pipe", "regular file"])
        self.refused("net", "export", "--onnx", str(pipe), says=["is a pipe"])
        self.refused("analyze", "connect4", "--agent", f"puct:net={pipe},sims=1", says=["is a pipe"])
        self.refused("analyze", "twenty48", "--chance", "sample", "--agent", f"ntuple:net={pipe}", says=["is a pipe"])
        os.mkfifo(self.folder / "run.db")
        done = run("train", "--report", str(self.folder), timeout=QUICK)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("regular file", done.stderr)

    def test_text_comes_through_a_pipe(self):
        line = '"$0" bandit matrix <(printf "1 -1\\n-1 1\\n") --steps 100 --seed 1'
        done = subprocess.run(["bash", "-c", line, BANYAN], capture_output=True, text=True, timeout=SOON)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("equilibrium", done.stdout)
        self.assertEqual(run(*GAME, "--save", str(self.folder / "game.txt")).returncode, 0)
        line = f'"$0" play --replay <(sleep 0.2; cat {self.folder}/game.txt) --speed 1000'
        done = subprocess.run(["bash", "-c", line, BANYAN], capture_output=True, text=True, timeout=SOON)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_waiting_for_a_pipe_can_be_interrupted(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for words in (["play", "--load", pipe], ["bandit", "matrix", pipe]):
            process = subprocess.Popen([BANYAN, *words], stderr=subprocess.DEVNULL)
            time.sleep(0.3)
            self.assertIsNone(process.poll(), "it waits for someone to write")
            process.send_signal(signal.SIGINT)
            self.assertNotEqual(process.wait(timeout=SOON), 0)


class ControlSequences(FilesTest):
    EVIL = "\x1b[2J\x1b]0;owned\x07\u009b31m"

    def shows_no_controls(self, *words, stdin="", shows=""):
        done = subprocess.run([BANYAN, *words], input=stdin.encode(), capture_output=True, timeout=SOON)
        shown = (done.stdout + done.stderr).decode()
        bad = sorted({c for c in shown if (ord(c) < 32 and c not in "\n\t") or 0x7f <= ord(c) < 0xa0})
        self.assertEqual(bad, [], (words, shown))
        self.assertIn(shows, shown)
        return done

    def test_what_a_network_says_of_itself(self):
        contents = bytearray((DATA / "connect4.bnet").read_bytes())
        contents[256:256 + 256] = self.EVIL.encode().ljust(256, b"\0")
        checksum = 0xcbf29ce484222325
        for byte in contents[32:]:
            checksum = ((checksum ^ byte) * 0x100000001b3) & 0xffffffffffffffff
        contents[24:32] = struct.pack("<Q", checksum)
        file = self.folder / "net.bnet"
        file.write_bytes(contents)
        done = self.shows_no_controls("net", "info", str(file), shows="made by \\x1b[2J\\x1b]0;owned\\x07")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.shows_no_controls("net", "info", str(file), "--json", shows="\\u001b[2J")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_words_of_a_record(self):
        for lines in (f"game {self.EVIL}", f"game tictactoe\nseat {self.EVIL}", f"{self.EVIL} x",
                      f"game tictactoe\nmoves\na1 {self.EVIL}", f"game tictactoe\nresult {self.EVIL}",
                      f"game tictactoe\nseed {self.EVIL}", f"game tictactoe\nposition {self.EVIL}"):
            file = self.folder / "game.txt"
            file.write_text(f"banyan-game 1\n{lines}\n")
            for option in ("--load", "--replay"):
                done = self.shows_no_controls("play", option, str(file))
                self.assertEqual(done.returncode, 0 if option == "--replay" and "seat" in lines else 2, lines)

    def test_words_of_tables_and_of_the_user(self):
        file = self.folder / "matrix"
        file.write_text(f"1 {self.EVIL}\n0 1\n")
        self.shows_no_controls("bandit", "matrix", str(file), shows="\\x1b")
        file.write_text(f"actions: a{self.EVIL} b / c d\n1 0\n0 1\n")
        self.shows_no_controls("bandit", "matrix", str(file), "--steps", "10", shows="\\x1b")
        evil_name = self.folder / f"m{self.EVIL}"
        evil_name.write_text("1 0\n0 1\n")
        self.shows_no_controls("bandit", "matrix", str(evil_name), "--steps", "10", shows="\\x1b")
        for words in ([self.EVIL], ["show", self.EVIL], ["show", "tictactoe", "--moves", self.EVIL],
                      ["analyze", "tictactoe", "--agent", self.EVIL], ["show", "tictactoe", "--" + self.EVIL],
                      ["net", "info", self.EVIL], ["show", "tictactoe", "--seed", self.EVIL]):
            done = self.shows_no_controls(*words, shows="\\x1b")
            self.assertEqual(done.returncode, 2, words)

    def test_words_at_the_table(self):
        lines = f"{self.EVIL}\nsave {self.folder}/no{self.EVIL}/x\nsave {self.folder}/{self.EVIL}\nquit\n"
        self.shows_no_controls("play", "tictactoe", stdin=lines, shows="\\x1b")
        self.shows_no_controls("bandit", "play", "rps", stdin=lines, shows="\\x1b")


if __name__ == "__main__":
    unittest.main()
