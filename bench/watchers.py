#!/usr/bin/env python3
"""How long a move takes to reach everyone who watches: many WebSocket connections look at one game of 2048 on a
running server, and each notes when each move arrived.

    banyan serve --port 8420 &
    bench/watchers.py --game twenty48 --port 8420 --watchers 1000 --moves 60 --agent uct:time=900ms --pace 1

With an agent, a move counts from the moment when the first connection has it; what the agent thinks goes to all of
them as well, ten times a second. With --agent human the moves are made here, --pace apart, and each counts from the
moment before it is sent to the server: that is the longer way.
"""

import argparse
import collections
import json
import pathlib
import re
import resource
import select
import socket
import struct
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "serve"))
from client import Live  # noqa: E402

# Parsing every message of every watcher would measure the parser.
MOVED = b'"event":"moved"'
PLY = re.compile(rb'"ply":(\d+)')


class Address:
    """A server that runs already."""

    def __init__(self, port):
        self.port, self.host = port, f"127.0.0.1:{port}"

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), 20)
        connection.settimeout(20)
        return connection


class Watcher:
    """What comes over one connection, message by message."""

    def __init__(self, live):
        self.socket, self.buffer = live.socket, live.buffer
        self.message = b""
        self.socket.setblocking(False)

    def receive(self):
        """The messages that are complete now."""
        try:
            chunk = self.socket.recv(1 << 18)
        except BlockingIOError:
            return
        if not chunk:
            raise SystemExit("a watcher was let go")
        self.buffer += chunk
        while len(self.buffer) >= 2:
            size, head = self.buffer[1] & 0x7F, 2
            if size == 126:
                head = 4
            elif size == 127:
                head = 10
            if len(self.buffer) < head:
                return
            if head > 2:
                size = int.from_bytes(self.buffer[2:head], "big")
            if len(self.buffer) < head + size:
                return
            first, content = self.buffer[0], self.buffer[head:head + size]
            self.buffer = self.buffer[head + size:]
            if first & 0x0F in (0, 1):
                self.message += content
                if first & 0x80:
                    message, self.message = self.message, b""
                    yield message
            elif first & 0x0F == 9:
                self.socket.sendall(b"\x8a\x80" + struct.pack("!I", 0))


def move_of(message):
    """Which move a message tells of, by the moves before it; None for any other message."""
    return int(PLY.search(message)[1]) if MOVED in message else None


def measure(options):
    address = Address(options.port)
    player = Live(address)
    player.ask("hello")
    table = player.ask("new", game=options.game, seats=[options.agent], seed=1)["table"]
    by_hand = options.agent == "human"
    player.ask("pace", table=table, seconds=0 if by_hand else options.pace, paused=True)
    poll = select.epoll()
    watchers = {}
    for _ in range(options.watchers):
        live = Live(address)
        live.ask("hello")
        live.ask("watch", table=table)
        watcher = Watcher(live)
        watchers[watcher.socket.fileno()] = watcher
        poll.register(watcher.socket, select.EPOLLIN)

    made, arrived = {}, collections.defaultdict(list)
    legal = player.ask("look", table=table)["position"]["legal"]
    player.ask("pace", table=table, paused=False)
    own = Watcher(player)
    poll.register(own.socket, select.EPOLLIN)
    watchers[own.socket.fileno()] = own
    expected, due, sent = options.watchers * options.moves, time.monotonic() + options.pace, None
    end = due + 10 + 3 * options.pace * options.moves
    while expected > 0 and time.monotonic() < end:
        if by_hand and legal and time.monotonic() >= due:
            sent, due = time.monotonic(), due + options.pace
            own.socket.setblocking(True)
            player.send({"do": "play", "table": table, "move": legal[0]})
            own.socket.setblocking(False)
            legal = None
        for descriptor, _ in poll.poll(0.005):
            watcher = watchers[descriptor]
            for message in watcher.receive():
                move = move_of(message)
                if move is None:
                    continue
                if watcher is not own:
                    arrived[move].append(time.monotonic())
                    expected -= 1
                elif by_hand:
                    made[move], legal = sent, json.loads(message)["position"]["legal"]
    return made, arrived


def report(options, made, arrived):
    delays = []
    for move in sorted(arrived)[:options.moves]:
        begin = made.get(move, min(arrived[move]))
        delays += [1000 * (moment - begin) for moment in arrived[move]]
    delays.sort()
    if not delays:
        raise SystemExit("no move arrived")
    print(f"{len(delays)} of {options.watchers * options.moves} messages arrived; delay in ms: half {delays[len(delays) // 2]:.1f}, "
          f"99 % {delays[int(0.99 * (len(delays) - 1))]:.1f}, longest {delays[-1]:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--port", type=int, default=8420, help="of the server on this machine")
    parser.add_argument("--game", required=True, help="a game of one player")
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=60, help="moves to wait for")
    parser.add_argument("--agent", default="uct:time=900ms", help="who plays; human: this program")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds from move to move")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    report(options, *measure(options))


if __name__ == "__main__":
    main()
