"""The bandit laboratory from outside: its documents, tables, pictures, a person at the keyboard, and wrong words."""

import csv
import io
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest

from program import BANYAN, PATIENCE, ProgramTest, run, wait_until_at_work

COINS = ("bandit", "run", "--arms", "0.9,0.8,0.5", "--steps", "2000", "--runs", "40", "--seed", "1")


class Documents(ProgramTest):
    def test_run(self):
        document = self.document(*COINS, "--rule", "ucb1", "--rule", "kl-ucb", "--rule", "thompson")
        self.assertEqual(document["arms"], [0.9, 0.8, 0.5])
        self.assertEqual((document["steps"], document["runs"], document["seed"]), (2000, 40, 1))
        self.assertEqual([rule["rule"] for rule in document["rules"]], ["ucb1", "kl-ucb", "thompson"])
        for rule in document["rules"]:
            self.assertLess(rule["low"], rule["regret"])
            self.assertLess(rule["regret"], rule["high"])
            self.assertEqual(rule["curve"][-1]["step"], 2000)
            self.assertEqual(rule["curve"][-1]["regret"], rule["regret"])
            self.assertTrue(0 < rule["best_share"] <= 1)
        gaps = [0.1, 0.4]
        bound = sum(8 / gap for gap in gaps) * math.log(2000) + (1 + math.pi**2 / 3) * sum(gaps)
        self.assertAlmostEqual(document["auer_bound"], bound)
        kl = lambda p, q: p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))
        rate = 0.1 / kl(0.8, 0.9) + 0.4 / kl(0.5, 0.9)
        self.assertAlmostEqual(document["lai_robbins"], rate * math.log(2000))

    def test_run_does_not_depend_on_threads(self):
        one = self.document(*COINS, "--rule", "thompson", "--threads", "1")
        three = self.document(*COINS, "--rule", "thompson", "--threads", "3")
        self.assertEqual(one["rules"], three["rules"])

    def test_one_run_has_no_interval(self):
        rule = self.document("bandit", "run", "--arms", "0.9,0.5", "--steps", "100", "--runs", "1", "--seed", "1")["rules"][0]
        self.assertIsNone(rule["low"])

    def test_other_environments(self):
        for spec in ("gaussian:sigma=0.3", "beta:weight=3", "drifting:sigma=0.01", "switching:every=100"):
            document = self.document(*COINS, "--environment", spec)
            self.assertEqual(document["environment"], spec)
        self.assertIsNone(document["auer_bound"])
        self.assertIsNone(document["lai_robbins"])

    def test_matrix(self):
        document = self.document("bandit", "matrix", "biased-rps", "--steps", "20000", "--seed", "1")
        rule = document["rules"][0]
        self.assertEqual(rule["rule"], "regret-matching")
        for strategy in rule["strategies"]:
            self.assertAlmostEqual(sum(strategy), 1)
        self.assertLess(rule["exploitability"], rule["curve"][0]["exploitability"])
        self.assertEqual(rule["curve"][-1]["step"], 20000)
        for expected, found in zip([0.25, 0.5, 0.25], document["equilibrium"]["strategies"][0]):
            self.assertAlmostEqual(expected, found)
        self.assertIsNone(self.document("bandit", "matrix", "chicken", "--steps", "10")["equilibrium"])

    def test_pi(self):
        document = self.document("pi", "--samples", "1e6", "--seed", "1")
        self.assertEqual(document["samples"], 1000000)
        self.assertAlmostEqual(document["estimate"], 4 * document["inside"] / document["samples"])
        self.assertTrue(document["low"] < document["estimate"] < document["high"])
        self.assertGreater(document["seconds"], 0)


    def test_bench_rows(self):
        document = self.document("bench", "--only", "ucb1_steps", "--only", "regret_matching_steps", "--repeats", "1")
        self.assertEqual([row["name"] for row in document["rows"]], ["ucb1_steps", "regret_matching_steps"])
        for row in document["rows"]:
            self.assertIsNone(row["game"])
            self.assertGreater(row["per_cpu_second"], 0)


class Tables(ProgramTest):
    def rows(self, *words):
        done = run(*words, "--csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        return list(csv.DictReader(io.StringIO(done.stdout)))

    def test_run_says_the_same_as_its_document(self):
        rows = self.rows(*COINS, "--rule", "ucb1-tuned")
        curve = self.document(*COINS, "--rule", "ucb1-tuned")["rules"][0]["curve"]
        self.assertEqual([float(row["regret"]) for row in rows], [point["regret"] for point in curve])
        self.assertEqual({row["rule"] for row in rows}, {"ucb1-tuned"})

    def test_rules_with_commas_stay_one_cell(self):
        rows = self.rows(*COINS, "--rule", "ucb-v:zeta=1,bias=1")
        self.assertEqual(rows[0]["rule"], "ucb-v:zeta=1,bias=1")

    def test_matrix_and_pi(self):
        self.assertEqual(self.rows("bandit", "matrix", "rps", "--steps", "100", "--seed", "1")[-1]["step"], "100")
        self.assertEqual(self.rows("pi", "--samples", "1000", "--seed", "1")[-1]["samples"], "1000")


class Pictures(ProgramTest):
    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_are_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            for words in (COINS, ("bandit", "matrix", "rps", "--steps", "100"), ("pi", "--samples", "1000")):
                for kind, start in (("svg", b"<?xml"), ("png", b"\x89PNG")):
                    file = pathlib.Path(folder) / f"picture '{words[1]}'.{kind}"
                    done = run(*words, "--plot", str(file))
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertTrue(file.read_bytes().startswith(start))
            self.assertEqual([name for name in os.listdir(folder) if name.endswith(".part")], [])

    def test_say_how_to_get_gnuplot(self):
        done = subprocess.run([os.path.abspath(shutil.which(BANYAN)), "pi", "--samples", "10", "--plot", "pi.svg"],
                              capture_output=True, text=True, env={"PATH": "/nowhere"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("apt-get install gnuplot", done.stderr)


class Person(ProgramTest):
    def throws(self, rule, words):
        done = run("bandit", "play", "rps", "--rule", rule, "--seed", "1", stdin="\n".join(words) + "\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def test_who_always_throws_rock_loses(self):
        for rule in ("regret-matching", "exp3", "ucb1"):
            done = self.throws(rule, ["rock"] * 300)
            last = done.stdout.strip().splitlines()[-1]
            self.assertTrue(last.startswith("300 rounds: you earned -"), last)

    def test_the_strategy_is_shown_after_every_throw(self):
        done = self.throws("regret-matching", ["rock", "paper", "s", "2"])
        self.assertEqual(done.stdout.count("its next strategy:"), 4)
        self.assertIn("you scissors", done.stdout)

    def test_a_wrong_word_is_explained(self):
        done = self.throws("exp3", ["stone", "rock", "quit"])
        self.assertIn("unknown action 'stone'; choose one of: rock paper scissors", done.stderr)
        self.assertIn("1 rounds", done.stdout)


class WrongWords(ProgramTest):
    def test_run(self):
        self.refused("bandit", says=["run"])
        self.refused("bandit", "run", says=["no arms"])
        self.refused("bandit", "run", "--arms", "0.9,1.5", says=["arm 2", "1.5", "0 to 1"])
        self.refused("bandit", "run", "--arms", "0.9,nan", says=["arm 2", "nan"])
        self.refused("bandit", "run", "--arms", "0.9,", "--steps", "0", says=["--steps"])
        self.refused("bandit", "run", "--arms", "0.9", "--runs", "0", says=["--runs"])
        self.refused(*COINS, "--rule", "epsilon-greedy", says=["lacks epsilon", "epsilon-greedy:epsilon=0.1"])
        self.refused(*COINS, "--rule", "luck", says=["luck", "ucb1"])
        self.refused(*COINS, "--environment", "weather", says=["weather", "bernoulli"])
        self.refused(*COINS, "--plot", "picture.gif", says=[".svg"])
        self.refused(*COINS, "--plot", "/no/such/folder/x.svg", says=["folder"])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            ragged = pathlib.Path(folder) / "ragged.txt"
            ragged.write_text("# a comment\n0 1 2\n3 4\n")
            self.refused("bandit", "matrix", str(ragged), says=["line 3", "2 cells", "needs 3"])
            self.refused("bandit", "matrix", folder, says=["folder"])
            table = pathlib.Path(folder) / "table.txt"
            table.write_text("0 1\n1 0\n")
            self.refused("bandit", "run", "--table", str(table), "--steps", "3", says=["2 rows"])
            table.write_text("0 1\n1 7\n")
            self.refused("bandit", "run", "--table", str(table), "--steps", "2", says=["row 2", "7"])
            table.write_text("actions: a b / c d\n0 1\n1 0\n")
            self.refused("bandit", "run", "--table", str(table), "--steps", "2", says=["no line of actions"])
        self.refused("bandit", "matrix", "chess", says=["chess", "rps"])
        self.refused("bandit", "play", "rps", "--rule", "luck", says=["luck"])
        self.refused("pi", "--samples", "0", says=["--samples"])


class Sizes(ProgramTest):
    """Payoffs and rewards of any size: an answer or a refusal, never a hang."""

    def matrix(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(text)
            file.flush()
            return subprocess.run([BANYAN, "bandit", "matrix", file.name, "--steps", "10", "--seed", "1", "--json"],
                                  capture_output=True, text=True, timeout=60)

    def test_payoffs_that_no_sum_could_hold_are_refused(self):
        done = self.matrix("1e308 -1e308\n-1e308 1e308\n")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("payoffs are from -1e100 to 1e100", done.stderr)

    def test_large_and_tiny_payoffs_have_an_equilibrium(self):
        for size in ("1e100", "1e-310", "1e-320"):
            done = self.matrix(f"{size} -{size}\n-{size} {size}\n")
            self.assertEqual(done.returncode, 0, done.stderr)
            document = json.loads(done.stdout)
            for strategy in document["equilibrium"]["strategies"]:
                self.assertAlmostEqual(strategy[0], 0.5)
            for strategy in document["rules"][0]["strategies"]:
                self.assertAlmostEqual(sum(strategy), 1)

    def test_a_long_column_takes_no_table_of_its_square(self):
        done = self.matrix("1\n" * 50_000)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_rules_stand_rewards_outside_of_zero_to_one(self):
        for arms in ("5,6", "-5,-6"):
            for rule in ("thompson", "bayes-ucb", "kl-ucb", "elimination", "exp3", "exp3-ix", "hedge"):
                document = self.document("bandit", "run", f"--arms={arms}", "--environment", "gaussian", "--rule", rule,
                                         "--steps", "300", "--runs", "2", "--seed", "1")
                self.assertEqual(document["rules"][0]["curve"][-1]["step"], 300, rule)

    def test_means_that_no_sum_could_hold_are_refused(self):
        self.refused("bandit", "run", "--arms", "1e308,0", "--environment", "gaussian", says=["arm 1", "1e+308"])


class Interruption(ProgramTest):
    def interrupted(self, *words, by=signal.SIGINT):
        program = subprocess.Popen([BANYAN, *words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_until_at_work(program)
        program.send_signal(by)
        out, _ = program.communicate(timeout=60 * PATIENCE)
        self.assertEqual(program.returncode, 1)
        return out

    def test_what_is_known_is_printed(self):
        self.assertIn('"interrupted": true', self.interrupted("pi", "--samples", "1e15"))
        self.assertIn('"interrupted": true', self.interrupted("bandit", "matrix", "rps", "--steps", "1e13"))
        self.assertIn('"interrupted": true',
                      self.interrupted("bandit", "matrix", "rps", "--steps", "1e13", "--expected", by=signal.SIGTERM))
        self.assertIn('"interrupted": true',
                      self.interrupted("bandit", "run", "--arms", "0.5,0.6", "--steps", "1e12", "--runs", "100"))

    def test_a_person_may_leave(self):
        for by in (signal.SIGINT, signal.SIGTERM):
            program = subprocess.Popen([BANYAN, "bandit", "play", "rps", "--seed", "1"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            program.stdin.write("rock\n")
            program.stdin.flush()
            self.assertIn("you rock", program.stdout.readline())
            program.send_signal(by)
            out, _ = program.communicate(timeout=60 * PATIENCE)
            self.assertEqual(program.returncode, 1)
            self.assertIn("1 rounds", out)


if __name__ == "__main__":
    unittest.main()
