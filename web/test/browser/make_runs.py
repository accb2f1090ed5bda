"""Writes trainings to look at into a folder, as `banyan train` keeps them: make_runs.py FOLDER

One of a network (SQLite, written ahead), one of 2048, and one that is damaged."""

import pathlib
import sqlite3
import sys

folder = pathlib.Path(sys.argv[1])
for name in ("network", "tables", "damaged"):
    (folder / name).mkdir(parents=True)

GAMES = ("b2 a1 c1 a3 a2 c2 b3 b1 c3", "a1 b2 a3 a2 c2 b1 b3 c1 c3", "b2 a2 a1 c3 c1 a3 b1")
GENERATIONS, SIZE = 14, 10
with sqlite3.connect(folder / "network" / "run.db") as store:
    store.executescript("""
      PRAGMA journal_mode=WAL;
      CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
      CREATE TABLE games (
        number INTEGER PRIMARY KEY, generation INTEGER NOT NULL, moves TEXT NOT NULL, outcome REAL NOT NULL,
        plies INTEGER NOT NULL, positions INTEGER NOT NULL, evaluations INTEGER NOT NULL, samples BLOB NOT NULL);
      CREATE TABLE metrics (
        generation INTEGER PRIMARY KEY, seconds REAL NOT NULL, games INTEGER NOT NULL, positions INTEGER NOT NULL,
        evaluations INTEGER NOT NULL, policy_loss REAL, value_loss REAL);
    """)
    store.executemany("INSERT INTO settings VALUES (?, ?)", [
        ("version", "1"), ("game", "tictactoe"), ("learner", "alphazero:blocks=1,filters=8"), ("seed", "1")])
    store.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, x'00')", [
        (i, i // SIZE, GAMES[i % 3], (0, 0, 1)[i % 3], len(GAMES[i % 3].split()), 3, 400)
        for i in range(GENERATIONS * SIZE)])
    store.executemany("INSERT INTO metrics VALUES (?, ?, ?, ?, ?, ?, ?)", [
        (g, 8.0 * g, SIZE * g, 30 * g, 4000 * g, 1.1 + 0.9 / g, 0.55 + 0.14 / g)
        for g in range(1, GENERATIONS + 1)])

lines = ["# games\tmoves\tmean\tmax\tshare of games with 2048\t4096\t8192\t16384\t32768\tmoves a second"]
for i in range(1, 31):
    share = i / (i + 6)
    lines.append(f"{5000 * i}\t{9000000 * i}\t{120000 * share:.1f}\t{250000 * share:.0f}\t{share:.3f}\t{share**2:.3f}\t"
                 f"{share**4:.3f}\t{share**8:.3f}\t0\t{400000 - 2000 * i}")
(folder / "tables" / "curve.tsv").write_text("\n".join(lines) + "\n")
(folder / "damaged" / "run.db").write_text("this is no database, although it is called one" * 20)
