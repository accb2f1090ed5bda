#!/usr/bin/env python3
"""An engine for the tests: plays the first free point of a small board, or misbehaves.

    fake_engine.py gtp|uci|gomocup BEHAVIOUR [FILE]

Behaviours: good, and at its first move one of crash, hang, garbage, illegal, flood, chatter, silent, resign; at once:
dead, deaf, babble (chatter without pause); stubborn: good, but does not end with its input; the last three write
their process's number into FILE; once: crashes in the
first process, which it notes in FILE, and is good in the next; family: good, and starts two further processes, one in
a session of its own, and writes the numbers of all three into FILE; no_pass: good, and takes no pass; slow: good, and
takes a twentieth of the time that it was told last; liar: good, and claims a mate in 1. With a FILE, good notes there
what it hears.
"""

import os
import subprocess
import sys
import time

LANGUAGE, BEHAVIOUR = sys.argv[1:3]
FILE = sys.argv[3] if len(sys.argv) > 3 else None


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def misbehave(behaviour, answer):
    """What comes instead of a move; `answer` wraps a move in the words of the language."""
    if behaviour == "crash":
        sys.stderr.write("out of cheese\n")
        sys.exit(3)
    if behaviour in ("hang", "silent"):
        time.sleep(1000)
    if behaviour == "garbage":
        say("\x1b[2J\x00 hello")
    if behaviour == "illegal":
        answer("z99" if LANGUAGE == "gtp" else "e2e5" if LANGUAGE == "uci" else "99,99")
    if behaviour == "flood":
        for _ in range(64):
            sys.stdout.write("x" * 65536)
            sys.stdout.flush()
        time.sleep(1000)
    if behaviour == "chatter":
        chatter()


def chatter():
    """What every reader passes over, without pause: more at once than is read at once."""
    words = {"gtp": "", "uci": "info string thinking", "gomocup": "MESSAGE thinking"}[LANGUAGE]
    while True:
        say("\n".join([words] * 10000))


def note(text):
    with open(FILE, "a", encoding="utf-8") as file:
        file.write(text)


def heard():
    """The lines of input."""
    for line in sys.stdin:
        if BEHAVIOUR == "good" and FILE:
            note(line)
        yield line


def behaviour_now():
    if BEHAVIOUR == "once":
        if os.path.exists(FILE):
            return "good"
        open(FILE, "w").close()
        return "crash"
    return BEHAVIOUR


class Board:
    def __init__(self, columns, rows):
        self.columns, self.rows, self.taken = columns, rows, set()

    def first_free(self):
        return next((x, y) for y in range(self.rows) for x in range(self.columns) if (x, y) not in self.taken)


def gtp():
    board = Board(6, 6)

    def point(text):
        return (ord(text[0].lower()) - ord("a"), int(text[1:]) - 1)

    def text(place):
        return chr(ord("A") + place[0]) + str(place[1] + 1)

    stack, told = [], 0.0
    for line in heard():
        words = line.split()
        if not words:
            continue
        if words[0] == "boardsize":
            board = Board(int(words[1]), int(words[-1]))
        elif words[0] == "clear_board":
            board.taken, stack = set(), []
        elif words[0] == "play" and words[2] == "pass":
            say("? syntax error\n" if BEHAVIOUR == "no_pass" else "=\n")
            continue
        elif words[0] == "play":
            stack.append(point(words[2]))
            board.taken.add(stack[-1])
        elif words[0] == "undo":
            board.taken.discard(stack.pop())
        elif words[0] == "list_commands":
            say("= protocol_version\nlist_commands\nboardsize\nclear_board\nplay\ngenmove\nundo\nquit\n")
            continue
        elif words[0] == "time_settings":
            told = float(words[1]) or float(words[2])
        elif words[0] == "genmove":
            time.sleep(told / 20 if BEHAVIOUR == "slow" else 0)
            if BEHAVIOUR == "resign":
                say("= resign\n")
                continue
            misbehave(behaviour_now(), lambda move: say(f"= {move}\n"))
            if BEHAVIOUR in ("garbage", "illegal"):
                continue
            stack.append(board.first_free())
            board.taken.add(stack[-1])
            say(f"= {text(stack[-1])}\n")
            continue
        elif words[0] == "quit":
            say("=\n")
            return
        say("=\n" if words[0] != "protocol_version" else "= 2\n")


def uci():
    played = []
    for line in heard():
        words = line.split()
        if words[:1] == ["uci"]:
            say("id name fake\noption name Hash type spin default 16\nuciok")
        elif words[:1] == ["isready"]:
            say("readyok")
        elif words[:1] == ["position"]:
            played = words[words.index("moves") + 1:] if "moves" in words else []
        elif words[:1] == ["go"]:
            if BEHAVIOUR == "liar":  # of either side's first moves
                move = ("a2a3", "a7a6", "b2b3", "b7b6")[len(played)]
                say(f"info depth 1 score mate 1 pv {move}\nbestmove {move}")
                continue
            say("info depth 1 score cp 40 nodes 7 pv a2a3")
            misbehave(behaviour_now(), lambda move: say(f"bestmove {move}"))
            if BEHAVIOUR == "good":
                say("bestmove a2a3")
        elif words[:1] == ["quit"]:
            return


def gomocup():
    board = Board(15, 15)
    for line in heard():
        words = line.replace(",", " ").split()
        if not words:
            continue
        if words[0] in ("START", "RECTSTART"):
            board = Board(int(words[1]), int(words[-1]))
            say("OK - everything is good")
        elif words[0] == "RESTART":
            board.taken = set()
            say("OK")
        elif words[0] in ("TURN", "BEGIN", "BOARD"):
            if words[0] == "BOARD":
                board.taken = set()
                for stone in sys.stdin:
                    if stone.strip() == "DONE":
                        break
                    x, y, _ = stone.split(",")
                    board.taken.add((int(x), int(y)))
            elif words[0] == "TURN":
                board.taken.add((int(words[1]), int(words[2])))
            misbehave(behaviour_now(), say)
            if BEHAVIOUR in ("garbage", "illegal"):
                continue
            place = board.first_free()
            board.taken.add(place)
            say("MESSAGE I think")
            say(f"{place[0]},{place[1]}")
        elif words[0] == "END":
            return


def main():
    if BEHAVIOUR == "dead":
        sys.exit(5)
    if FILE and BEHAVIOUR in ("deaf", "babble", "stubborn"):
        note(f"{os.getpid()} ")
    if BEHAVIOUR == "deaf":
        time.sleep(1000)
    if BEHAVIOUR == "babble":
        chatter()
    if BEHAVIOUR == "family":
        child = subprocess.Popen(["sleep", "1000"])
        stray = subprocess.Popen(["sleep", "1000"], start_new_session=True)
        note(f"{os.getpid()} {child.pid} {stray.pid} ")
    {"gtp": gtp, "uci": uci, "gomocup": gomocup}[LANGUAGE]()
    if BEHAVIOUR == "stubborn":
        time.sleep(1000)


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        pass
