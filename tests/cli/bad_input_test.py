"""Wrong words: one clear message, exit code 2, never a crash."""

import os
import subprocess
import unittest

from program import BANYAN, ProgramTest, run


class WrongWords(ProgramTest):
    def test_commands_and_options(self):
        self.refused("frobnicate", says=["frobnicate", "analyze"])
        self.refused("show", says=["GAME"])
        self.refused("show", "tictactoe", "--colour", says=["--colour"])
        self.refused("perft", "tictactoe", says=["DEPTH"])
        self.refused("perft", "tictactoe", "deep", says=["deep", "whole number"])
        self.refused("perft", "tictactoe", "-1")
        self.refused("show", "tictactoe", "--chance", "always", says=["always", "sample"])
        self.refused("analyze", "tictactoe", "--seed", "x", says=["--seed", "x"])
        self.refused("analyze", "tictactoe", "--seed", "-1")
        self.refused("bench", "--only", "speed", says=["speed", "playouts"])
        self.refused("play", says=["GAME"])

    def test_an_empty_value_is_not_an_option_left_out(self):
        for words in (["play", "tictactoe", "--agent", ""], ["play", "tictactoe", "--seat", ""],
                      ["play", "tictactoe", "--agent="], ["play", "tictactoe", "--save", ""],
                      ["play", "tictactoe", "--load", ""], ["play", "tictactoe", "--replay", ""],
                      ["play", "", "--load", "game.txt"], ["show", "tictactoe", "--position", ""],
                      ["show", "tictactoe", "--seed", ""], ["show", "pig", "--chance", ""],
                      ["analyze", "tictactoe", "--agent", ""], ["match", "tictactoe", "random", ""],
                      ["bandit", "run", "--arms", ""], ["bandit", "run", "--rule", ""],
                      ["bandit", "run", "--environment", ""], ["bandit", "run", "--table", ""],
                      ["bandit", "run", "--plot", ""], ["bandit", "matrix", "rps", "--rule", ""],
                      ["bandit", "play", "rps", "--rule", ""], ["bench", "--game", ""], ["bench", "--only", ""],
                      ["bench", "--net", ""], ["net", "info", ""], ["net", "export", "--onnx", "x.bnet", ""],
                      ["serve", "--address", ""], ["serve", "--token-file", ""], ["serve", "--data", ""],
                      ["serve", "--runs", ""], ["train", "twenty48", "--out", ""], ["train", "--report", ""],
                      ["train", "twenty48", "--out", "x", "--learner", ""],
                      ["train", "gomoku", "--out", "x", "--ladder", ""]):
            with self.subTest(words):
                self.refused(*words)
        self.assertEqual(run("show", "tictactoe", "--moves", "").returncode, 0)
        self.refused("play", "tictactoe", "--agent", "", says=["--agent", "empty"])

    def test_serve(self):
        for address in ("nonsense", "127.0.0.300", "1.2.3.4.5", "http://127.0.0.1"):
            self.refused("serve", "--address", address, says=["--address", address])

    def test_whole_numbers(self):
        self.refused("analyze", "tictactoe", "--agent", "uct:sims=1e20", says=["1e20", "18446744073709551615"])
        for sims in ("1e18", "1e19", "18446744073709551615"):
            done = run("analyze", "tictactoe", "--moves", "a1 a2 b1 b2", "--agent", f"uct:sims={sims}")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_games(self):
        self.refused("show", "chequers", says=["chequers", "connect4"])
        self.refused("show", "gomoku:wide=8", says=["wide", "width"])
        self.refused("show", "gomoku:width=8,width=8", says=["width", "twice"])
        self.refused("show", "gomoku:width=21", says=["21", "20"])
        self.refused("show", "gomoku:width", says=["key=value"])
        self.refused("show", "", says=["name"])
        self.refused("show", ":", says=["name"])

    def test_agents(self):
        self.refused("analyze", "tictactoe", "--agent", "deepblue", says=["deepblue", "uct", "random"])
        self.refused("analyze", "tictactoe", "--agent", "uct:speed=3", says=["speed", "sims"])
        self.refused("analyze", "tictactoe", "--agent", "uct:sims=1,sims=2", says=["sims", "twice"])
        for wrong in ("sims=0", "sims=-3", "sims=1.5", "sims=many", "time=0s", "time=5", "c=-1", "threads=0", "memory=1"):
            self.refused("analyze", "tictactoe", "--agent", "uct:" + wrong, says=[wrong.split("=")[0]])
        self.refused("analyze", "tictactoe", "--agent", "random:sims=3", says=["sims"])
        self.refused("analyze", "tictactoe", "--agent", "human", says=["human"])

    def test_moves(self):
        self.refused("show", "tictactoe", "--moves", "a1 b2 a1", says=["move 3", "a1", "legal", "c3"])
        self.refused("show", "connect4", "--moves", "4 nine", says=["move 2", "nine", "1 2 3"])
        self.refused("show", "tictactoe", "--moves", "a1 a2 b1 b2 c1 c2", says=["move 6", "end"])
        self.refused("show", "pig", "--moves", "roll roll", says=["move 2", "=1"])
        self.refused("show", "tictactoe", "--position", "xx", says=["xx"])
        self.refused("show", "tictactoe", "--position", "xxx/xxx/xxx")

    def test_nothing_to_analyze(self):
        self.refused("analyze", "pig", "--moves", "roll", "--agent", "uct:sims=10", says=["chance"])
        self.refused("analyze", "tictactoe", "--moves", "a1 a2 b1 b2 c1", "--agent", "uct:sims=10", says=["over"])

    def test_matches(self):
        self.refused("match", "tictactoe", "random", says=["2"])
        self.refused("match", "tictactoe", says=["AGENTS"])
        self.refused("match", "tictactoe", "random", "human", says=["human"])
        self.refused("match", "tictactoe", "random", "random", "--games", "0", says=["--games"])
        self.refused("match", "tictactoe", "random", "random", "--jobs", "0", says=["--jobs"])
        self.refused("match", "tictactoe", "random", "random", "--opening", "9", says=["opening"])

    def test_seats(self):
        self.refused("play", "tictactoe", "--seat", "human", "--seat", "human", "--seat", "human", says=["--seat"])
        self.refused("play", "tictactoe", "--seat", "nobody", says=["seat 1 of 2", "nobody"])
        self.refused("play", "--load", "/nowhere/at/all", says=["/nowhere/at/all"])
        self.refused("play", "tictactoe", "--load", "x", "--moves", "a1", says=["--load"])


class HugeWords(ProgramTest):
    def test_an_argument_of_100_kilobytes(self):
        huge = "x" * 100_000
        for words in (["show", huge], [huge], ["show", "tictactoe", "--" + huge], ["show", "tictactoe", huge],
                      ["show", "tictactoe", "--moves", huge], ["show", "tictactoe", "--position", huge],
                      ["show", "gomoku:" + huge], ["show", "gomoku:" + huge + "=1"], ["show", "gomoku:width=" + huge],
                      ["analyze", "tictactoe", "--agent", huge], ["analyze", "tictactoe", "--agent", "uct:c=" + huge],
                      ["perft", "tictactoe", huge], ["match", "tictactoe", huge, huge], ["play", "--load", huge],
                      ["show", "tictactoe", "--seed", huge], ["play", "tictactoe", "--seat", huge]):
            self.refused(*words)

    def test_a_hundred_thousand_moves(self):
        self.refused("show", "tictactoe", "--moves", "a1 " * 33_000, says=["move 2"])

    def test_bytes_that_are_no_text(self):
        for words in ([b"show", b"\xff\xfe"], [b"show", b"tictactoe", b"--moves", b"\xc3\x28", b"--json"]):
            done = subprocess.run([BANYAN.encode(), *words], capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 2)


class Output(ProgramTest):
    def test_a_broken_pipe_is_quiet(self):
        for words in (["games", "--json"], ["analyze", "gomoku", "--agent", "uct:sims=50", "--json"],
                      ["play", "tictactoe", "--seat", "random", "--seat", "random"]):
            reading, writing = os.pipe()
            os.close(reading)
            done = subprocess.run([BANYAN, *words], stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE,
                                  text=True, timeout=60, check=False)
            os.close(writing)
            self.assertEqual((done.returncode, done.stderr), (1, ""), words)

    def test_a_full_disk_is_not(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([BANYAN, "games"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("No space left", done.stderr)

    def test_answers_are_plain_without_a_terminal(self):
        for words in (["show", "tictactoe", "--moves", "a1"], ["analyze", "tictactoe", "--agent", "uct:sims=10"]):
            self.assertNotIn("\x1b", run(*words).stdout)


if __name__ == "__main__":
    unittest.main()
