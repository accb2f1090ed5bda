#!/usr/bin/env python3
"""Random visitors, honest and hostile, for as long as wanted: join, play, vanish, come back, attack.

    BANYAN=build/run/bin/banyan tests/serve/soak.py --seconds 3600

At the end three things must hold, or the exit code is 1: honest visitors got their moves in time (99 of 100 within
200 ms beyond the time that the agent searched), the server's memory stayed within its budget, and after a restart
every game of an honest visitor is there with all of its moves.
"""

import argparse
import os
import pathlib
import random
import sys
import tempfile
import threading
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from client import Live, Server  # noqa: E402

GAMES = {"tictactoe": 0.05, "connect4": 0.1, "othello": 0.1, "gomoku": 0.1}  # and the seconds of a search
LONG_GAME = {"game": "pig:turns=10000", "seats": ["human", "human"], "moves": ["roll", "=1"] * 9_999}
LONG_BANDIT = {"means": [i / 64 for i in range(64)], "rules": ["bayes-ucb"], "steps": 10_000_000, "runs": 200}


class Figures:
    """What is gathered over all visitors."""

    def __init__(self):
        self.lock = threading.Lock()
        self.delays = []  # seconds from a person's move to the agent's, less what the agent searched
        self.memory = 0  # the most the server had, in bytes
        self.games = {}  # of each honest visitor the table used last, and how many moves were made there
        self.attacks = 0
        self.problems = []


class Honest:
    """Plays against an agent, leaves now and then without a word, and comes back."""

    def __init__(self, server, figures, random):
        self.server, self.figures, self.random = server, figures, random
        self.key = self.table = self.game = None

    def visit(self, going):
        live = Live(self.server)
        try:
            hello = live.ask("hello", **({"visitor": self.key} if self.key else {}))
            if "error" in hello:
                return self.complain(f"not let in: {hello['error']}")
            if self.key not in (None, hello["visitor"]):
                return self.complain("a visitor was forgotten")
            self.key = hello["visitor"]
            moves = self.join(live, hello["tables"])
            for _ in range(self.random.randrange(2, 12)):
                if not going() or moves is None:
                    return
                moves = self.play(live, moves)
                time.sleep(self.random.uniform(0.05, 0.5))
        finally:
            live.close()

    def complain(self, text):
        with self.figures.lock:
            self.figures.problems.append(text)

    def join(self, live, tables):
        """The moves of the game that goes on, or of a new one."""
        if self.table in tables:
            live.send({"do": "watch", "table": self.table})
            state = live.wait_for("table")
            if not state["over"] and state["position"]["player"] == 0:
                return state
            if not state["over"]:
                return live.wait_for("moved") | {"moves": None}
        elif self.table:
            self.complain("a game was lost while its visitor was away")
        self.game = self.random.choice(list(GAMES))
        answer = live.ask("new", game=self.game, seats=["human", f"uct:time={GAMES[self.game]}s"])
        if "error" in answer:
            return self.complain(f"no new game: {answer['error']}")
        self.table = answer["table"]
        live.send({"do": "watch", "table": self.table})
        return live.wait_for("table")

    def play(self, live, state):
        legal = state["position"]["legal"]
        if not legal:
            return None
        begun = time.monotonic()
        live.send({"do": "play", "id": "play", "table": self.table, "move": self.random.choice(legal)})
        searched, made = 0.0, None
        while made is None or not (made["over"] or made["position"]["player"] == 0):
            message = live.read()
            if "error" in message:
                return self.complain(f"a move was refused: {message['error']}")
            if message.get("event") == "thinking" and message["done"]:
                searched += min(message["seconds"], GAMES[self.game])  # what it paused beyond that is delay
            elif message.get("event") == "moved":
                made = message
        with self.figures.lock:
            self.figures.delays.append(time.monotonic() - begun - searched)
            self.figures.games[self.key] = self.table, made["ply"] + len(made["added"])
        return None if made["over"] else made


def attack(server, random):
    """One attack of any kind."""
    kind = random.randrange(8)
    live = Live(server)
    try:
        if kind == 0:
            live.send(b'{"do":"x","id":' + b"[" * 70_000 + b"]" * 70_000 + b"}")
            live.read()
            return
        if kind == 1:
            live.socket.sendall(random.randbytes(200))
            return
        live.ask("hello")
        if kind == 2:
            for _ in range(80):
                live.send({"do": "look", "id": "x" * 200_000})
        elif kind == 3:
            live.ask("new", **LONG_GAME)
        elif kind == 4:
            live.ask("bandit", **LONG_BANDIT)
            time.sleep(random.uniform(0, 5))
        elif kind == 5:
            for _ in range(4):
                live.ask("new", game="gomoku", seats=["uct:time=60s", "uct:time=60s"])
            time.sleep(random.uniform(0, 5))
        elif kind == 6:
            table = live.ask("new", game="gomoku", seats=["human", "human"])["table"]
            live.ask("explore", table=table)
            live.ask("grow", table=table, simulations=1_000_000)
            time.sleep(random.uniform(0, 5))
        else:
            for _ in range(200):
                live.send({"do": "hello"})
    except (OSError, KeyError):
        pass  # let go, or refused: that is what should happen
    finally:
        live.close()


def resident(server):
    for line in pathlib.Path(f"/proc/{server.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def soak(options, server, figures):
    end = time.monotonic() + options.seconds

    def going():
        return time.monotonic() < end and server.process.poll() is None

    def be_honest(seed):
        visitor = Honest(server, figures, random.Random(seed))
        while going():
            try:
                visitor.visit(going)
            except (OSError, ConnectionError) as error:
                if going():
                    where = traceback.extract_tb(error.__traceback__)
                    visitor.complain(f"an honest visitor lost the connection: {error!r} in "
                                     + " > ".join(f"{frame.name}:{frame.lineno}" for frame in where))
            time.sleep(visitor.random.uniform(0, 1))

    def be_hostile(seed):
        own = random.Random(seed)
        while going():
            try:
                attack(server, own)
            except OSError:
                pass
            with figures.lock:
                figures.attacks += 1
            time.sleep(own.uniform(0, 1))

    threads = [threading.Thread(target=be_honest, args=(options.seed + i,)) for i in range(options.honest)]
    threads += [threading.Thread(target=be_hostile, args=(options.seed + 1000 + i,)) for i in range(options.hostile)]
    for thread in threads:
        thread.start()
    while going():
        figures.memory = max(figures.memory, resident(server))
        time.sleep(0.2)
    for thread in threads:
        thread.join()


def lost_games(server, figures):
    """Games of honest visitors that are not there, or not whole."""
    lost = []
    for key, (table, moves) in figures.games.items():
        live = Live(server)
        there = table in live.ask("hello", visitor=key)["tables"]
        if there:
            live.send({"do": "watch", "table": table})
        if not there or len(live.wait_for("table")["moves"]) < moves:
            lost.append(table)
        live.close()
    return lost


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--honest", type=int, default=6, help="honest visitors at once")
    parser.add_argument("--hostile", type=int, default=4, help="attackers at once")
    parser.add_argument("--memory", type=int, default=1_000_000_000, help="the server's budget, in bytes")
    parser.add_argument("--delay", type=float, default=0.2, help="seconds that 99 of 100 moves may take beyond their search")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="searches at once")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    words = "--memory", f"{options.memory // 10**6}MB", "--threads", str(options.threads)
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(*words, data=folder)
        soak(options, server, figures)
        code = server.stop(30)
        again = Server(*words, data=folder)
        lost = lost_games(again, figures)
        again.stop(30)
    delays = sorted(figures.delays)
    late = delays[int(0.99 * (len(delays) - 1))] if delays else float("inf")
    print(f"{len(delays)} moves of honest visitors, {figures.attacks} attacks; delay beyond the search in ms: half "
          f"{1000 * delays[len(delays) // 2] if delays else 0:.1f}, 99 % {1000 * late:.1f}, longest {1000 * delays[-1] if delays else 0:.1f}; "
          f"memory at most {figures.memory / 1e6:.0f} MB of {options.memory / 1e6:.0f}; {len(lost)} games lost; "
          f"problems {len(figures.problems)}, exit code {code}")
    for problem in sorted(set(figures.problems)):
        print(f"  {figures.problems.count(problem)} times: {problem}")
    fine = late <= options.delay and figures.memory <= options.memory and not lost and not figures.problems and code == 0
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
