"""The documents of --json: their fields, and that they say what the text says."""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from program import BANYAN, ProgramTest, run

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
ANALYSIS = ["version", "seed", "game", "agent", "player", "simulations", "seconds", "cpu_seconds", "threads",
            "stopped_by", "max_depth", "nodes", "bytes", "value", "proven", "best", "line", "moves"]
MOVE = ["move", "visits", "value", "win_rate", "low", "high", "prior", "proven", "bounds"]
AGENT = ["spec", "wins", "draws", "losses", "points", "score", "elo", "elo_low", "elo_high"]
ROW = ["name", "game", "sims", "threads", "per_second", "per_cpu_second", "value", "unit", "repeats", "spread"]


class Games(ProgramTest):
    def test_lists_every_game_with_its_fields(self):
        games = self.document("games")["games"]
        self.assertLessEqual({"tictactoe", "connect4", "gomoku", "othello", "nim", "pig"}, {g["name"] for g in games})
        for game in games:
            self.assertEqual(list(game), ["name", "spec", "players", "chance", "parameters", "max_moves", "abilities",
                                          "description"])
        pig = next(game for game in games if game["name"] == "pig")
        self.assertTrue(pig["chance"])
        self.assertEqual(pig["players"], 2)

    def test_text_names_them_too(self):
        text = run("games").stdout
        for game in self.document("games")["games"]:
            self.assertIn(game["name"], text)

    def test_version(self):
        self.assertRegex(run("--version").stdout, r"^banyan \d+\.\d+\.\d+\n$")
        self.assertIn("program", self.document("--version"))


class Readme(ProgramTest):
    """Same seed, same search: what README shows of the program is what it says, to the letter."""

    def test_shows_what_the_program_says(self):
        blocks = re.findall(r"^    \$ \./run (.*)\n((?:    .*\n|\n)*)", README.read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual(len(blocks), 1)
        for words, shown in blocks:
            shown = shown.split("    …\n")[0]  # what follows is left out
            expected = [line.removeprefix("    ") for line in shown.strip("\n").splitlines()]
            said = run(*shlex.split(words)).stdout.strip("\n").splitlines()
            self.assertEqual(said[:len(expected)], expected)


class Show(ProgramTest):
    def test_fields(self):
        document = self.document("show", "connect4", "--moves", "4 4 3")
        self.assertEqual(list(document), ["version", "game", "moves", "position", "player", "legal", "chances",
                                          "outcome"])
        self.assertEqual(document["moves"], ["4", "4", "3"])
        self.assertEqual(document["player"], 1)
        self.assertEqual(document["legal"], list("1234567"))
        self.assertIsNone(document["outcome"])

    def test_chance(self):
        document = self.document("show", "pig", "--moves", "roll")
        self.assertEqual(document["player"], "chance")
        self.assertEqual(document["legal"], [])
        self.assertEqual([c["move"] for c in document["chances"]], [f"={face}" for face in range(1, 7)])
        self.assertAlmostEqual(sum(c["probability"] for c in document["chances"]), 1)

    def test_chance_drawn_by_the_seed(self):
        words = ("show", "pig", "--moves", "roll roll", "--chance", "sample")
        first = self.document(*words, "--seed", "3")
        self.assertEqual(first["seed"], 3)
        self.assertNotEqual(first["player"], "chance")
        self.assertEqual(first, self.document(*words, "--seed", "3"))
        fresh = self.document(*words)
        self.assertEqual(fresh, self.document(*words, "--seed", str(fresh["seed"])))

    def test_finished(self):
        document = self.document("show", "tictactoe", "--moves", "a1 a2 b1 b2 c1")
        self.assertIsNone(document["player"])
        self.assertEqual(document["legal"], [])
        self.assertEqual(document["outcome"], [1, -1])

    def test_position_goes_in_as_it_comes_out(self):
        shown = self.document("show", "othello", "--moves", "d3")
        again = self.document("show", "othello", "--position", shown["position"])
        self.assertEqual(again["legal"], shown["legal"])
        self.assertEqual(again["player"], shown["player"])

    def test_perft(self):
        document = self.document("perft", "othello", "5")
        self.assertEqual(list(document), ["version", "game", "depth", "leaves", "seconds"])
        self.assertEqual(document["leaves"], 1396)
        self.assertEqual(self.document("perft", "tictactoe", "9")["leaves"], 127872)
        self.assertEqual(self.document("perft", "tictactoe", "2", "--moves", "a1")["leaves"], 56)
        self.assertEqual(self.document("perft", "pig", "2")["leaves"], 6)
        self.assertEqual(self.document("perft", "tictactoe", "0")["leaves"], 1)


class Analyze(ProgramTest):
    def test_fields(self):
        document = self.document("analyze", "connect4", "--moves", "4 4 4", "--agent", "uct:sims=2000")
        self.assertEqual(list(document), ANALYSIS)
        self.assertEqual(document["agent"], "uct:sims=2000")
        self.assertEqual(document["player"], 1)
        self.assertEqual(document["simulations"], 2000)
        self.assertEqual(document["stopped_by"], "sims")
        moves = document["moves"]
        self.assertEqual(list(moves[0]), MOVE)
        self.assertEqual(sum(move["visits"] for move in moves), 2000)
        self.assertEqual([m["visits"] for m in moves], sorted((m["visits"] for m in moves), reverse=True))
        self.assertEqual(document["best"], document["line"][0])
        best = next(move for move in moves if move["move"] == document["best"])
        self.assertEqual(document["value"], best["value"])
        for move in moves:
            self.assertAlmostEqual(move["win_rate"], (move["value"] + 1) / 2)
            self.assertTrue(move["low"] <= move["value"] <= move["high"])

    def test_same_seed_same_answer(self):
        def numbers(*seed):
            document = self.document("analyze", "othello", "--agent", "uct:sims=500", *seed)
            return document["seed"], document["moves"], document["line"], document["nodes"]
        fresh = numbers()
        self.assertEqual(fresh, numbers("--seed", str(fresh[0])))
        self.assertNotEqual(numbers("--seed", "1")[1], numbers("--seed", "2")[1])

    def test_a_move_nobody_tried_has_no_value(self):
        document = self.document("analyze", "othello", "--agent", "uct:sims=1")
        unvisited = [move for move in document["moves"] if move["visits"] == 0]
        self.assertEqual(len(unvisited), 3)
        self.assertTrue(all(move["value"] is None and move["win_rate"] is None for move in unvisited))

    def test_a_network_that_ships_is_found_by_its_board(self):
        for game in ("connect4", "gomoku:width=6,height=6,line=4", "gomoku:width=8,height=8", "gomoku", "othello"):
            for more in ("gumbel=8", "leaves=8", "transpositions=true"):
                document = self.document("analyze", game, "--agent", "puct:sims=100," + more)
                self.assertEqual(document["simulations"], 100)
                self.assertAlmostEqual(sum(move["prior"] or 0 for move in document["moves"]), 1, places=3)
        refused = run("analyze", "gomoku:width=7,height=6,line=4", "--agent", "puct:sims=100")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("none ships for this game and board", refused.stderr)
        self.assertIn("gomoku-6x6x4.bnet", refused.stderr)

    def test_chance_has_nodes_or_is_drawn_anew(self):
        words = ("twenty48", "--chance", "sample", "--seed", "1", "--agent")
        for chance in ("closed", "open"):
            document = self.document("analyze", *words, f"uct:sims=300,chance={chance}")
            self.assertEqual(sum(move["visits"] for move in document["moves"]), 300)
        refused = run("analyze", *words, "uct:sims=300,chance=shut")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("closed", refused.stderr)

    def test_agent_without_a_search(self):
        document = self.document("analyze", "tictactoe", "--agent", "random")
        self.assertEqual(len(document["moves"]), 9)
        self.assertTrue(all(move["visits"] == 0 and move["value"] is None for move in document["moves"]))

    def test_uses_its_budget_for_a_single_move(self):
        words = ("--moves", "a1 b2 c3 c1 a3 a2 c2 b3", "--agent", "uct:sims=300,solver=false")
        self.assertEqual(self.document("analyze", "tictactoe", *words)["simulations"], 300)

    def test_text_has_the_same_numbers(self):
        words = ("analyze", "tictactoe", "--agent", "uct:sims=1000", "--seed", "5")
        text = run(*words).stdout
        document = self.document(*words)
        self.assertIn("1000 simulations", text)
        for move in document["moves"]:
            self.assertRegex(text, rf"(?m)^{move['move']} .*{move['value']:.4f}.*/{move['visits']} ")


class Match(ProgramTest):
    def test_fields(self):
        document = self.document("match", "tictactoe", "uct:sims=200", "random", "--games", "10", "--seed", "4")
        self.assertEqual(list(document), ["version", "seed", "game", "games", "distinct", "agents", "crosstable", "seat_pairs", "pentanomial", "results"])
        self.assertEqual(document["games"], 10)
        self.assertEqual(len(document["results"]), 10)
        self.assertEqual(document["distinct"], len({tuple(r["moves"]) for r in document["results"]}))
        for i, result in enumerate(document["results"]):
            self.assertEqual(list(result), ["seed", "seats", "winner", "outcome", "moves"])
            self.assertEqual(result["seats"], [i % 2, 1 - i % 2])
            if result["winner"] is not None:
                self.assertEqual(result["outcome"][result["seats"].index(result["winner"])], 1)
        for i, agent in enumerate(document["agents"]):
            self.assertEqual(list(agent), AGENT)
            self.assertEqual(agent["wins"] + agent["draws"] + agent["losses"], 10)
            self.assertAlmostEqual(agent["points"], (agent["wins"] + agent["draws"] / 2) / 10)
            self.assertEqual(agent["wins"], sum(r["winner"] == i for r in document["results"]))
        self.assertEqual(document["agents"][0]["elo"], 0)

    def test_does_not_depend_on_jobs(self):
        words = ("match", "connect4", "uct:sims=60", "uct:sims=30", "--games", "6", "--seed", "8")
        self.assertEqual(self.document(*words, "--jobs", "1"), self.document(*words, "--jobs", "3"))

    def test_round_robin_and_openings(self):
        document = self.document("match", "tictactoe", "random", "random", "random", "--games", "4", "--opening", "2",
                                 "--seed", "1")
        results = document["results"]
        self.assertEqual(len(results), 12)
        for i in range(0, 12, 2):
            self.assertEqual(results[i]["moves"][:2], results[i + 1]["moves"][:2])
            self.assertEqual(results[i]["seats"], results[i + 1]["seats"][::-1])

    def test_three_players(self):
        document = self.document("match", "nim:players=3", "random", "uct:sims=50", "--games", "4", "--seed", "2")
        self.assertEqual([len(r["seats"]) for r in document["results"]], [3] * 4)

    def test_warns_of_equal_games(self):
        done = run("match", "tictactoe:", "random", "random")
        self.assertEqual(done.returncode, 2)
        done = run("match", "nim:heaps=1", "random", "random", "--games", "6")
        self.assertEqual(done.returncode, 0)
        self.assertIn("only 1 of 6 games are distinct", done.stderr)

    def test_keeps_little_of_each_game(self):
        def peak(games, *words):
            process = subprocess.Popen([BANYAN, "match", "tictactoe", "random", "random", "--games", str(games),
                                        "--seed", "1", "--jobs", "1", *words],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            return usage.ru_maxrss * 1024

        few, many = 1_000, 51_000
        for words, bytes_a_game in (((), 100), (("--json",), 400)):
            self.assertLess(peak(many, *words) - peak(few, *words), (many - few) * bytes_a_game, words)

    def test_rates_sixty_agents(self):
        document = self.document("match", "tictactoe", *["random"] * 60, "--games", "2", "--seed", "1")
        self.assertEqual(len(document["results"]), 60 * 59)
        for agent in document["agents"]:
            self.assertEqual(agent["wins"] + agent["draws"] + agent["losses"], 2 * 59)
            self.assertLessEqual(agent["elo_low"], agent["elo"])
            self.assertLessEqual(agent["elo"], agent["elo_high"])


class Bench(ProgramTest):
    def test_fields(self):
        document = self.document("bench", "--game", "tictactoe", "--repeats", "2", "--sims", "2000")
        self.assertIn("seed", document)
        self.assertLessEqual({"playouts", "uct", "bytes_per_node", "bytes_per_sim", "ns_per_level"},
                             {row["name"] for row in document["rows"]})
        for row in document["rows"]:
            self.assertEqual(list(row), ROW)
            self.assertEqual(row["game"], "tictactoe")
            self.assertGreater(row["value"], 0)

    def test_per_second_is_by_the_clock_for_2048_too(self):
        # On one processor with something that never rests, half of the clock's time is the other's.
        processor = min(os.sched_getaffinity(0))
        with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as restless:
            try:
                os.sched_setaffinity(restless.pid, {processor})
                before = os.sched_getaffinity(0)
                os.sched_setaffinity(0, {processor})
                try:
                    document = self.document("bench", "--game", "twenty48", "--only", "td_play", "--repeats", "1")
                finally:
                    os.sched_setaffinity(0, before)
            finally:
                restless.kill()
        row, = document["rows"]
        self.assertLess(row["per_second"], 0.9 * row["per_cpu_second"])
        self.assertEqual(row["value"], row["per_second"])


class Help(ProgramTest):
    def test_every_command_shows_an_example(self):
        for command in ("games", "show", "play", "analyze", "match", "perft", "bench"):
            done = run(command, "--help")
            self.assertEqual(done.returncode, 0, command)
            self.assertIn("Example:", done.stdout)
            self.assertIn(f" {command}", done.stdout.split("Example:")[1])

    def test_without_arguments_it_serves_the_page_or_says_how_to_start(self):
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen([BANYAN], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                       env={**os.environ, "XDG_DATA_HOME": folder})
            first = process.stdout.readline()
            if "http" in first:  # it serves until it is told to end
                process.terminate()
            rest = process.stdout.read()
            process.wait(timeout=20)
        self.assertIn(process.returncode, (0, -15))
        self.assertTrue("http://127.0.0.1:" in first or "play" in first + rest, first)


if __name__ == "__main__":
    unittest.main()
