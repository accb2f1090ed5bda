#!/usr/bin/env python3
"""`banyan analysis` as another program uses it: a thousand questions, none lost, the numbers of `analyze --json`."""

import json
import os
import subprocess
import unittest

BANYAN = os.environ.get("BANYAN", "banyan")
PATIENCE = int(os.environ.get("BANYAN_PATIENCE", "1"))
SAME = ("player", "simulations", "stopped_by", "max_depth", "nodes", "value", "proven", "best", "line", "moves")


def run(*words, stdin=""):
    return subprocess.run([BANYAN, *words], input=stdin, capture_output=True, text=True, timeout=250 * PATIENCE)


class AnalysisPool(unittest.TestCase):
    def test_a_thousand_questions(self):
        openings = ["", "4", "4 4", "1 7", "3 3 3 4"]
        questions = [{"id": f"q{i}", "moves": openings[i % 5], "seed": i % 2} for i in range(1000)]
        done = run("analysis", "--game", "connect4", "--agent", "uct:sims=300", "--jobs", "2",
                   stdin="".join(json.dumps(question) + "\n" for question in questions))
        self.assertEqual(done.returncode, 0, done.stderr)
        answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
        self.assertEqual(len(done.stdout.splitlines()), 1000)
        self.assertEqual(set(answers), {question["id"] for question in questions})
        for i in range(10):
            single = json.loads(run("analyze", "connect4", "--moves", openings[i % 5], "--agent", "uct:sims=300",
                                    "--seed", str(i % 2), "--json").stdout)
            for key in SAME:
                self.assertEqual(answers[f"q{i}"][key], single[key], key)

    def test_wrong_words(self):
        self.assertEqual(run("analysis", "--game", "nosuch").returncode, 2)
        self.assertEqual(run("analysis", "--game", "connect4", "--agent", "human").returncode, 2)
        done = run("analysis", stdin='{"id": 1}\n{"id": 2, "game": "connect4", "sims": 10}\n')
        answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
        self.assertIn("error", answers[1])
        self.assertEqual(answers[2]["simulations"], 10)


if __name__ == "__main__":
    unittest.main()
