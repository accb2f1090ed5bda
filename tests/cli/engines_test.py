"""Foreign engines in matches: faults are counted apart, none outlives the program, and a match goes on after a kill."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from program import BANYAN, PATIENCE, ProgramTest, run

FAKE = pathlib.Path(__file__).resolve().parent.parent / "engine" / "fake_engine.py"
BOARD = "gomoku:width=6,height=6,line=4"


def fake(language, behaviour, *more):
    return f'{language}:cmd="python3 {FAKE} {language} {behaviour}"' + "".join("," + word for word in more)


def lives(process):
    """Whether a process runs; one that is dead and not yet reaped does not."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until(holds, seconds=20):
    end = time.monotonic() + seconds * PATIENCE
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return holds()


class Engines(ProgramTest):
    def test_faults_are_counted_apart(self):
        for behaviour, kind in (("crash", "crash"), ("hang", "timeout"), ("illegal", "illegal"), ("garbage", "crash"),
                                ("dead", "crash"), ("flood", "crash")):
            document = self.document("match", BOARD, "random", fake("gtp", behaviour, "patience=1s" if behaviour == "hang" else "patience=10m"),
                                     "--games", "2", "--seed", "1")
            engine = document["agents"][1]
            expected = {"illegal": 0, "crash": 0, "timeout": 0}
            expected[kind] = 2
            self.assertEqual(engine["faults"], expected, behaviour)
            self.assertEqual(engine["losses"], 2)
            self.assertNotIn("faults", document["agents"][0])
            for result in document["results"]:
                self.assertEqual(result["end"], kind)
                self.assertEqual(result["seats"][result["end_seat"]], 1)
                self.assertEqual(result["winner"], 0)

    def test_last_words_are_told(self):
        done = run("match", BOARD, "random", fake("gtp", "crash"), "--games", "1", "--seed", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("out of cheese", done.stderr)
        self.assertIn("code 3", done.stderr)
        self.assertIn("lost 0 games by illegal moves, 1 by crashes", done.stdout)

    def test_good_engines_play(self):
        for language, game in (("gtp", BOARD), ("gomocup", "gomoku:width=9,height=9")):
            document = self.document("match", game, fake(language, "good"), "random", "--games", "4", "--seed", "2")
            self.assertEqual(document["agents"][0]["faults"], {"illegal": 0, "crash": 0, "timeout": 0})
            self.assertEqual(len(document["results"]), 4)

    def test_plays_with_a_person(self):
        done = run("play", BOARD, "--seat", "human", "--seat", fake("gtp", "good"), stdin="d4\nc4\nundo\nb4\nquit\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("plays a1"), 1)
        self.assertEqual(done.stdout.count("plays b1"), 2, "once before and once after undo")

    def test_wrong_words(self):
        self.refused("match", BOARD, "random", "gtp:cmd=no-such-program-here", says=["no program"])
        self.refused("match", "connect4", "random", "uci:cmd=sh", says=["coordinates"])
        self.refused("analyze", BOARD, "--agent", "gtp", says=["cmd is missing"])

    def test_a_kill_leaves_no_engine(self):
        with tempfile.TemporaryDirectory() as folder:
            notes = pathlib.Path(folder) / "processes"
            match = subprocess.Popen(
                [BANYAN, "match", BOARD, fake("gtp", f"family {notes}"), "uct:time=1s", "--games", "1000",
                 "--jobs", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                self.assertTrue(wait_until(lambda: notes.exists() and len(notes.read_text().split()) >= 6))
                processes = [int(word) for word in notes.read_text().split()]
                self.assertTrue(all(lives(process) for process in processes))
            finally:
                match.kill()
                match.wait()
            self.assertTrue(wait_until(lambda: not any(lives(process) for process in processes)), processes)

    def test_an_interrupt_leaves_no_engine(self):
        with tempfile.TemporaryDirectory() as folder:
            notes = pathlib.Path(folder) / "processes"
            match = subprocess.Popen([BANYAN, "match", BOARD, fake("gtp", f"family {notes}"), "uct:time=1s", "--games",
                                      "1000", "--jobs", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.assertTrue(wait_until(lambda: notes.exists() and len(notes.read_text().split()) >= 3))
            processes = [int(word) for word in notes.read_text().split()]
            match.send_signal(signal.SIGINT)
            self.assertEqual(match.wait(20 * PATIENCE), 1)
            self.assertFalse(any(lives(process) for process in processes), processes)

    def interrupted(self, game, spec, notes):
        """A match that is interrupted once its engine runs ends, and the engine with it."""
        match = subprocess.Popen([BANYAN, "match", game, spec, "random"], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        try:
            self.assertTrue(wait_until(lambda: notes.exists() and notes.read_text().split()), spec)
            time.sleep(0.2)  # the match waits for its answer
            match.send_signal(signal.SIGINT)
            self.assertEqual(match.wait(20 * PATIENCE), 1, spec)
            self.assertFalse(any(lives(int(word)) for word in notes.read_text().split()), spec)
        finally:
            match.kill()
            match.wait()

    def test_an_interrupt_is_heard_while_engines_get_ready(self):
        for language, game in (("gtp", BOARD), ("uci", "chess"), ("gomocup", "gomoku:width=9,height=9")):
            for behaviour in ("deaf", "babble"):
                with tempfile.TemporaryDirectory() as folder:
                    notes = pathlib.Path(folder) / "process"
                    self.interrupted(game, fake(language, f"{behaviour} {notes}", "patience=10h"), notes)

    def test_an_engine_that_cannot_be_run_ends_the_match(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "engine"
            program.write_bytes(b"\x01\x02 not a program")
            program.chmod(0o700)
            done = run("match", BOARD, "random", f"gtp:cmd={program}", "--games", "4", "--seed", "1")
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn("no process can be started", done.stderr)

    def test_a_claimed_mate_proves_nothing(self):
        document = self.document("match", "chess", fake("uci", "liar"), "random", "--games", "2", "--seed", "1",
                                 "--adjudicate", "proof=true,length=4")
        for result in document["results"]:
            self.assertEqual(result["end"], "length")
        self.assertEqual(document["agents"][0]["wins"], 0)

    @unittest.skipUnless(shutil.which("gnugo") or os.path.exists("/usr/games/gnugo"), "gnugo is not installed")
    def test_gnugo_against_uct(self):
        document = self.document("match", "go:size=9", "uct:sims=50", 'gtp:cmd="gnugo --mode gtp --level 1"',
                                 "--games", "2", "--seed", "1")
        self.assertEqual(document["agents"][1]["faults"], {"illegal": 0, "crash": 0, "timeout": 0})
        for result in document["results"]:
            shown = self.document("show", "go:size=9", "--moves", " ".join(result["moves"]))
            if "end" not in result:
                self.assertEqual(shown["outcome"], result["outcome"])

    @unittest.skipUnless(shutil.which("stockfish") or os.path.exists("/usr/games/stockfish"),
                         "stockfish is not installed")
    def test_stockfish_against_random(self):
        for game in ("chess", "chess:variant=chess960,start=100"):
            document = self.document("match", game, "random", "uci:cmd=stockfish,nodes=200", "--games", "2", "--seed", "1")
            self.assertEqual(document["agents"][1]["faults"], {"illegal": 0, "crash": 0, "timeout": 0}, game)
            self.assertEqual(document["agents"][1]["wins"], 2, game)


class Version(ProgramTest):
    def test_drivers_are_told_the_version_they_ask_for(self):
        for command, question, answer in (("gtp", "version", "= 0.17"), ("uci", "uci", "id name Banyan 0.17"),
                                          ("gomocup", "ABOUT", 'version="0.17"')):
            done = run(command, "--tell-version", "0.17", stdin=question + "\nquit\n")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(answer, done.stdout)
        self.refused("gtp", "--tell-version", "0.17\n= 1", says=["single line"])


class Sprt(ProgramTest):
    def test_accepts_and_rejects(self):
        words = ("--opening", "2", "--sprt", "elo0=0,elo1=50", "--seed", "7")
        document = self.document("match", "connect4", "uct:sims=100", "random", *words)
        self.assertEqual(document["sprt"]["decision"], "H1")
        self.assertGreaterEqual(document["sprt"]["llr"], document["sprt"]["upper"])
        self.assertEqual(sum(document["pentanomial"]), document["games"] // 2)
        document = self.document("match", "connect4", "random", "uct:sims=100", *words)
        self.assertEqual(document["sprt"]["decision"], "H0")
        self.assertLessEqual(document["sprt"]["llr"], document["sprt"]["lower"])

    # Two settings that are hardly apart, and one against itself; both take hundreds of games.
    def test_decides_what_is_close(self):
        for other, elo1, decision in (("uct:sims=400,c=1.4", 20, "H1"), ("uct:sims=400", 50, "H0")):
            document = self.document("match", "connect4", "uct:sims=400", other, "--opening", "4", "--seed", "1",
                                     "--sprt", f"elo0=0,elo1={elo1}")
            self.assertEqual(document["sprt"]["decision"], decision)
            self.assertGreater(document["games"], 100)

    def test_does_not_depend_on_jobs(self):
        words = ("match", "tictactoe", "uct:sims=50", "uct:sims=10", "--opening", "1", "--sprt", "elo0=0,elo1=30",
                 "--seed", "5")
        one, four = (self.document(*words, "--jobs", jobs) for jobs in ("1", "4"))
        self.assertEqual(one, four)

    def test_wrong_words(self):
        self.refused("match", "connect4", "random", "random", "--sprt", "elo0=5,elo1=5", says=["elo0"])
        self.refused("match", "connect4", "random", "random", "random", "--sprt", "elo1=5", says=["two agents"])
        self.refused("match", "connect4", "random", "random", "--adjudicate", "win=2", says=["win"])


class Resume(ProgramTest):
    def test_goes_on_after_kills(self):
        words = ["match", "connect4", "uct:sims=300", "uct:sims=200", "--games", "60", "--opening", "2", "--seed", "3",
                 "--jobs", "2", "--json"]
        whole = json.loads(run(*words).stdout)
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/games.match"

            def count():
                done = subprocess.run(["python3", "-c", "import sqlite3,sys;print(sqlite3.connect(sys.argv[1])"
                                       ".execute('select count(*) from match_games').fetchone()[0])", file],
                                      capture_output=True, text=True)
                return int(done.stdout or 0)

            for _ in range(2):
                before = count() if os.path.exists(file) else 0
                match = subprocess.Popen([BANYAN, *words, "--resume", file], stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL)
                wait_until(lambda: match.poll() is not None or (os.path.exists(file) and count() > before))
                match.kill()
                match.wait()
                self.assertGreater(count(), before, "a game that ended is kept")
            kept = count()
            done = run(*words, "--resume", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout), whole)
            self.assertGreaterEqual(count(), kept)
            self.assertEqual(json.loads(run(*words, "--resume", file).stdout), whole, "nothing is left to play")

    def test_another_match_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/games.match"
            self.document("match", "tictactoe", "random", "random", "--games", "2", "--seed", "1", "--resume", file)
            again = self.document("match", "tictactoe", "random", "random", "--games", "2", "--resume", file)
            self.assertEqual(again["seed"], 1, "the seed of the match that goes on")
            self.refused("match", "tictactoe", "random", "uct:sims=5", "--games", "2", "--resume", file,
                         says=["another match", "agents"])
            self.refused("match", "tictactoe", "random", "random", "--games", "2", "--seed", "2", "--resume", file,
                         says=["seed"])
            text = pathlib.Path(folder) / "text"
            text.write_text("hello, this is no database\n" * 100)
            self.refused("match", "tictactoe", "random", "random", "--games", "2", "--resume", str(text))
            self.refused("match", "tictactoe", "random", "random", "--games", "2", "--resume", folder)


class Files(ProgramTest):
    def test_games_are_saved_as_their_people_keep_them(self):
        with tempfile.TemporaryDirectory() as folder:
            for game, name in (("go:size=5", "a.sgf"), ("othello", "b.sgf"), ("gomoku:width=9,height=9", "c.sgf"),
                               ("chess", "d.pgn"), ("checkers", "e.pdn")):
                file = f"{folder}/{name}"
                document = self.document("match", game, "uct:sims=5", "random", "--games", "2", "--seed", "4",
                                         "--save", file)
                done = run("play", "--load", file, "--json", stdin="quit\n")
                self.assertEqual(done.returncode, 0, (game, done.stderr))
                loaded = json.loads(done.stdout)
                self.assertEqual(loaded["moves"], document["results"][0]["moves"], game)
                self.assertEqual(loaded["seats"], ["uct:sims=5", "random"])
                self.assertIn("value ", pathlib.Path(file).read_text(encoding="utf-8"))
                again = f"{folder}/again-{name}"
                self.assertEqual(run("play", "--load", file, "--save", again, stdin="quit\n").returncode, 0)
                self.assertEqual(json.loads(run("play", "--load", again, "--json", stdin="quit\n").stdout)["moves"],
                                 loaded["moves"])
            self.refused("match", "connect4", "random", "random", "--save", f"{folder}/x.sgf", says=["sgf"])
            self.refused("match", "chess", "random", "random", "--save", f"{folder}/x.txt", says=[".pgn"])
            self.refused("play", "chess", "--save", f"{folder}/x.sgf", says=["pgn"])

    def test_a_book_of_openings(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ("openings", "connect4", "--plies", "4", "--count", "6", "--judge", "uct:sims=200", "--within",
                     "0.2", "--seed", "1")
            book = self.document(*words)
            self.assertEqual(len(book["openings"]), 6)
            self.assertTrue(all(abs(opening["value"]) <= 0.2 for opening in book["openings"]))
            file = pathlib.Path(folder) / "book"
            file.write_text(run(*words).stdout, encoding="utf-8")
            document = self.document("match", "connect4", "random", "random", "--games", "12", "--openings", str(file))
            for i, result in enumerate(document["results"]):
                self.assertEqual(result["moves"][:4], book["openings"][i // 2]["moves"])
            file.write_text("4 4\n4 9\n", encoding="utf-8")
            self.refused("match", "connect4", "random", "random", "--openings", str(file), says=["line 2"])
            self.refused("openings", "connect4", "--judge", "human", says=["human"])

    def test_positions_to_begin_with(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "book.epd"
            file.write_text('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "one";\n', encoding="utf-8")
            document = self.document("match", "chess", "random", "random", "--games", "2", "--openings", str(file),
                                     "--save", f"{folder}/a.pgn")
            self.assertEqual(document["results"][0]["position"], "4k3/8/8/8/8/8/4P3/4K3 w - -")
            done = run("play", "--load", f"{folder}/a.pgn", "--json", stdin="quit\n")
            self.assertEqual(json.loads(done.stdout)["moves"], document["results"][0]["moves"])

    def test_the_report_is_a_page(self):
        with tempfile.TemporaryDirectory() as folder:
            for words in (("connect4", "uct:sims=20", "random", "--sprt", "elo0=0,elo1=100", "--opening", "2"),
                          ("connect4", "random", "uct:sims=5", "uct:sims=9", "--gauntlet", "--games", "4")):
                page = pathlib.Path(folder) / "match.html"
                done = run("match", *words, "--seed", "1", "--report", str(page))
                self.assertEqual(done.returncode, 0, done.stderr)
                text = page.read_text(encoding="utf-8")
                self.assertTrue(text.startswith("<!doctype html>") and text.rstrip().endswith("</html>"))
                self.assertIn("uct:sims=", text)
                self.assertEqual("<svg" in text, "--sprt" in words)


if __name__ == "__main__":
    unittest.main()
