#!/usr/bin/env python3
"""What can go wrong with a machine, done to the program again and again: kill -9 at random moments, full disks,
read-only folders, a clock that jumps. docs/reliability.md says what is promised.

    BANYAN=build/gcc/bin/banyan tests/campaign/campaign.py [--rounds N] [--seed N] [--only NAME]

Prints a line for each part: its name, how often it was tried, and how often a promise was broken. Exit code 1 if one was.
Full and read-only disks are small file systems of their own (tmpfs), which only root can mount; without that these parts
are skipped, and said to be."""

import argparse
import contextlib
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "serve"))
from client import BANYAN, Live, Server  # noqa: E402

PATIENCE = 120  # seconds that a command may take before it counts as hung
KEEP_SECONDS = 5  # a game of the page is kept within this time
TD = ["train", "twenty48", "--learner", "ntuple:patterns=0123/0145", "--threads", "1", "--every", "50"]
NET = ["train", "tictactoe", "--learner", "alphazero:generation=8,sims=16,fast_sims=8,blocks=1,filters=8,batch=32",
       "--threads", "1", "--seed", "7", "--ladder", "off"]

MATCH = ["match", "connect4", "uct:sims=400", "uct:sims=200", "--games", "60", "--opening", "2", "--seed", "3", "--json"]


class Broken(Exception):
    """A promise that was not kept."""


class Skipped(Exception):
    """A part that can't be tried here."""


def promise(kept, what):
    if not kept:
        raise Broken(what)


def run(*words, env=None, cwd=None):
    try:
        return subprocess.run([BANYAN, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE,
                              stdin=subprocess.DEVNULL, env=env, cwd=cwd, errors="replace")
    except subprocess.TimeoutExpired as hung:
        raise Broken(f"{words[0]} hangs: no end within {PATIENCE} s") from hung


def refused(done, *says):
    """The work failed, and it says so in a line or two."""
    promise(done.returncode == 1, f"exit code {done.returncode}, not 1: {done.stderr.strip()[-300:]}")
    promise(any(word in done.stderr for word in says), f"the message names none of {says}: {done.stderr.strip()[-300:]}")


def killed(words, seconds, **options):
    """Starts the program and kills it after this time; whether it was still at work then."""
    process = subprocess.Popen([BANYAN, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options)
    try:
        _, errors = process.communicate(timeout=seconds)
        promise(process.returncode == 0, f"{words[0]} failed: {errors.strip()[-300:]}")
        return False
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return True


def sound(store):
    with contextlib.closing(sqlite3.connect(store)) as database:
        promise(database.execute("PRAGMA integrity_check").fetchone() == ("ok",), f"{store} is damaged")


@contextlib.contextmanager
def disk(size):
    """A small file system of its own."""
    folder = tempfile.mkdtemp()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder], capture_output=True)
    if mounted.returncode != 0:
        os.rmdir(folder)
        raise Skipped("only root can mount a file system")
    try:
        yield pathlib.Path(folder)
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
        os.rmdir(folder)


def games_in(network):
    head = network.read_bytes().split(b"\n\n", 1)[0]
    return next(int(line.split()[2]) for line in head.splitlines() if line.startswith(b"training "))


def rows_of(curve):
    rows = [line.split("\t") for line in curve.read_text().splitlines() if not line.startswith("#")]
    for row in rows[:-1]:  # a kill may leave the last one half written
        promise(len(row) == 10, f"a row of curve.tsv has {len(row)} columns")
    return rows


# ---- The parts. Each takes a random generator and a folder of its own, and tries one thing once.

def td_training_is_killed(draw, folder):
    """A checkpoint is there once it was written, and the training goes on from it."""
    out, games = folder / "run", 0
    for _ in range(6):
        killed([*TD, "--out", out, "--checkpoint", "30ms", "--seed", 1], 0.05 + draw.random() * 1.5)
        if (out / "network.ntuple").exists():
            now = games_in(out / "network.ntuple")
            promise(now >= games, f"a checkpoint went back from {games} games to {now}")
            games = now
    done = run(*TD, "--out", out, "--games", games + 1, "--seed", 1)
    promise(done.returncode == 0, f"it can't go on: {done.stderr.strip()[-300:]}")
    promise(games == 0 or "going on" in done.stderr, "it began anew")
    rows_of(out / "curve.tsv")


def net_training_is_killed(draw, folder):
    """Every finished game stays, the store is sound, and the training ends."""
    if not pathlib.Path(BANYAN).with_name("banyan-train-net").exists():
        raise Skipped("banyan-train-net is not there")
    out, games = folder / "run", []
    words = [*NET, "--out", out, "--games", 24]
    for _ in range(4):
        if not killed(words, 0.2 + draw.random() * 4):
            break
        if (out / "run.db").exists():
            sound(out / "run.db")
            with contextlib.closing(sqlite3.connect(out / "run.db")) as database:
                try:
                    now = database.execute("SELECT number, moves FROM games ORDER BY number").fetchall()
                except sqlite3.OperationalError:
                    now = []  # killed before the tables were made
            promise(set(games) <= set(now), "a finished game was lost")
            games = now
    done = run(*words)
    promise(done.returncode == 0, f"it can't go on: {done.stderr.strip()[-300:]}")


def match_is_killed(draw, folder):
    """It leaves nothing behind."""
    killed(["match", "connect4", "uct:sims=2000", "uct:sims=1000", "--games", "10000"], 0.05 + draw.random(), cwd=folder)
    promise(not any(folder.iterdir()), f"it left {[p.name for p in folder.iterdir()]}")


def rows_of_match(store):
    """The games that are kept by now."""
    if not store.exists():
        return {}
    sound(store)
    with contextlib.closing(sqlite3.connect(store)) as database:
        try:
            return dict(database.execute("SELECT number, game FROM match_games"))
        except sqlite3.OperationalError:
            return {}  # ended before the tables were made


def ends_as_never_interrupted(store):
    done, whole = run(*MATCH, "--resume", store), run(*MATCH)
    promise(done.returncode == 0, f"it can't go on: {done.stderr.strip()[-300:]}")
    promise(json.loads(done.stdout) == json.loads(whole.stdout), "the match has other results")


def resumed_match_is_killed(draw, folder):
    """Each game that has ended stays as it was, and the match ends as if nothing had happened."""
    store, games = folder / "games.match", {}
    for _ in range(4):
        if not killed([*MATCH, "--resume", store], 0.02 + draw.random() * 1.0):
            break
        now = rows_of_match(store)
        promise(games.items() <= now.items(), "a game that had ended was lost")
        games = now
    ends_as_never_interrupted(store)


def resumed_match_disk_is_full(draw, folder):
    """It says so and ends; what has ended until then stays, and the match can be gone on with."""
    with disk("8m") as small:
        store = small / "games.match"
        if draw.random() < 0.5:
            killed([*MATCH, "--resume", store], 0.3 + draw.random() * 0.5)
        games = rows_of_match(store)
        left = os.statvfs(small)
        (small / "ballast").write_bytes(b"x" * max(0, left.f_bavail * left.f_bsize - draw.randrange(0, 24) * 4096))
        done = run(*MATCH, "--resume", store)
        if done.returncode != 0:  # there may have been room enough
            refused(done, "is full", "No space", "I/O error")
            promise("games.match" in done.stderr, f"it does not say which file: {done.stderr.strip()[-300:]}")
        (small / "ballast").unlink()  # SQLite needs room to read, too
        promise(games.items() <= rows_of_match(store).items(), "a game that had ended was lost")
        ends_as_never_interrupted(store)


def saving_is_killed(draw, folder):
    """The file is the old one or the new one, whole."""
    record = folder / "game.txt"
    words = ["play", "tictactoe", "--agent", "random", "--watch", "--speed", "1000", "--save", record]
    promise(run(*words, "--seed", 1).returncode == 0, "the first game was not saved")
    for seed in range(2, 8):
        killed([*words, "--seed", seed], draw.random() * 0.08)
        done = run("play", "--replay", record, "--speed", "1000")
        promise(done.returncode == 0, f"the record can't be read: {done.stderr.strip()[-300:]}")


def server_is_killed(draw, folder):
    """A game of the page is there again, as it was a moment ago."""
    server = Server(data=str(folder))
    played = []
    try:
        live = Live(server)
        visitor = live.ask("hello")["visitor"]
        table = live.ask("new", game="connect4", seats=["human", "human"])["table"]
        for move in "4433556":
            live.ask("play", table=table, move=move)
            played.append((time.monotonic(), move))
            time.sleep(draw.random())
        now = time.monotonic()
        server.process.kill()
        server.process.wait()
    finally:
        server.process.kill()
        server.process.stdout.close()
    sound(folder / "games.sqlite")
    server = Server(data=str(folder))
    try:
        live = Live(server)
        due = sum(1 for when, _ in played if when < now - KEEP_SECONDS)
        tables = live.ask("hello", visitor=visitor)["tables"]
        if tables or due:
            promise(tables == [table], f"the table is gone after {due} moves that were due")
            live.send({"do": "watch", "table": table})
            kept = live.wait_for("table")["moves"]
            promise(kept == [move for _, move in played][:len(kept)], f"other moves were kept: {kept}")
            promise(len(kept) >= due, f"{len(kept)} moves were kept, and {due} were due")
        live.close()
    finally:
        server.stop()


def td_disk_is_full(draw, folder):
    """It says so and ends; what was there before can be gone on with."""
    with disk("400k") as small:
        out = small / "run"
        done = run(*TD, "--out", out, "--games", 60, "--seed", 1)
        promise(done.returncode == 0, f"the first training failed: {done.stderr.strip()[-300:]}")
        games, rows = games_in(out / "network.ntuple"), rows_of(out / "curve.tsv")
        left = os.statvfs(small)
        (small / "ballast").write_bytes(b"x" * max(0, left.f_bavail * left.f_bsize - draw.choice([0, 0, 1, 4]) * 4096))
        refused(run(*TD, "--out", out, "--games", 5000, "--seed", 1), "No space", "can't be written")
        promise(games_in(out / "network.ntuple") >= games, "the checkpoint is gone")
        promise(rows_of(out / "curve.tsv")[:len(rows)] == rows, "the learning curve lost rows")
        (small / "ballast").unlink()
        done = run(*TD, "--out", out, "--games", games + 60, "--seed", 1)
        promise(done.returncode == 0, f"it can't go on: {done.stderr.strip()[-300:]}")


def saving_to_a_full_disk(draw, folder):
    """The old record stays, and nothing lies beside it."""
    with disk("64k") as small:
        record = small / "game.txt"
        words = ["play", "twenty48", "--agent", "random", "--watch", "--speed", "1000", "--save", record]
        promise(run(*words, "--seed", 1).returncode == 0, "the first game was not saved")
        before = record.read_bytes()
        left = os.statvfs(small)
        (small / "ballast").write_bytes(b"x" * (left.f_bavail * left.f_bsize))
        refused(run(*words, "--seed", draw.randrange(2, 1000)), "No space")
        promise(record.read_bytes() == before, "the old record is gone")
        promise(sorted(p.name for p in small.iterdir()) == ["ballast", "game.txt"], "something was left beside it")


def server_disk_is_full(draw, folder):
    """It says so and goes on serving."""
    with disk("64k") as small:
        left = os.statvfs(small)
        (small / "ballast").write_bytes(b"x" * (left.f_bavail * left.f_bsize - draw.randrange(0, 12) * 4096))
        try:
            server = Server(data=str(small))
        except RuntimeError:
            return  # it did not begin
        try:
            live = Live(server)
            live.ask("hello")
            table = live.ask("new", game="connect4", seats=["human", "human"])["table"]
            for move in "4433556":
                live.ask("play", table=table, move=move)
                time.sleep(0.4)
            promise(server.ask("GET", "/api/v1/status")[0] == 200, "it does not answer any more")
            live.close()
        finally:
            code = server.stop()
            promise(code == 0 or (code == 1 and "could not be saved" in server.said()), "it does not end well")


def folder_is_read_only(draw, folder):
    """Whoever writes is refused, and whoever only reads is not."""
    with disk("2m") as small:
        out = small / "run"
        promise(run(*TD, "--out", out, "--games", 60, "--seed", 1).returncode == 0, "the training failed")
        subprocess.run(["mount", "-o", "remount,ro", small], check=True)
        says = ("Read-only", "can't be", "readonly", "can't open", "unable to open")
        refused(run(*TD, "--out", out, "--games", 5000), *says)
        refused(run(*TD, "--out", small / "other", "--games", 60), *says)
        refused(run("play", "tictactoe", "--agent", "random", "--watch", "--speed", "1000", "--save", small / "g"), *says)
        refused(run("train", "--report", out), *says)
        refused(run("serve", "--port", 0, "--data", small / "page"), *says)
        refused(run(*MATCH, "--resume", small / "games.match"), *says)
        done = run("net", "info", out / "network.ntuple")
        promise(done.returncode == 0, f"a network can't be looked at: {done.stderr.strip()[-300:]}")


def clock_jumps(draw, folder):
    """Time limits are kept, and a seed gives the same answer."""
    library = folder / "jumping_clock.so"
    built = subprocess.run(["cc", "-shared", "-fPIC", "-O1", HERE / "jumping_clock.c", "-o", library, "-ldl"])
    if built.returncode != 0:
        raise Skipped("no C compiler")
    jumping = {**os.environ, "LD_PRELOAD": str(library)}
    seed = draw.randrange(1000)
    words = ["analyze", "connect4", "--agent", "uct:sims=2000", "--seed", seed, "--json"]
    plain, other = (json.loads(run(*words, env=env).stdout) for env in (None, jumping))
    promise(plain["moves"] == other["moves"], "the same seed gives another answer")
    done = run("analyze", "connect4", "--agent", "uct:time=300ms", "--json", env=jumping)
    seconds = json.loads(done.stdout)["seconds"]
    promise(0.3 <= seconds < PATIENCE / 2, f"a search of 0.3 s took {seconds} s")
    done = run(*TD, "--out", folder / "run", "--games", 100, "--checkpoint", "30ms", env=jumping)
    promise(done.returncode == 0, done.stderr.strip()[-300:])


PARTS = [td_training_is_killed, net_training_is_killed, match_is_killed, resumed_match_is_killed, saving_is_killed,
         server_is_killed, td_disk_is_full, resumed_match_disk_is_full, saving_to_a_full_disk, server_disk_is_full, folder_is_read_only, clock_jumps]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=10, help="how often each part is tried (10)")
    options.add_argument("--seed", type=int, default=1, help="of the random moments (1)")
    options.add_argument("--only", help="the parts whose names contain this")
    chosen = options.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    broken = 0
    for part in PARTS:
        if chosen.only and chosen.only not in part.__name__:
            continue
        failures, skipped = [], None
        for number in range(chosen.rounds):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    part(random.Random(f"{chosen.seed} {part.__name__} {number}"), pathlib.Path(folder))
                except Skipped as why:
                    skipped = why
                    break
                except Broken as what:
                    failures.append(f"  round {number}: {what}")
        result = f"skipped: {skipped}" if skipped else f"{chosen.rounds} tried, {len(failures)} broken"
        print(f"{part.__name__.replace('_', ' ')}: {result}", *failures, sep="\n", flush=True)
        broken += len(failures)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
