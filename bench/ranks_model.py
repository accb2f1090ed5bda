#!/usr/bin/env python3
"""A discrete-event model of a search that many ranks share: what 8 to 1,024 of them bring.

    bench/ranks_model.py [--latency SECONDS] [--rate SIMULATIONS] [--interval SECONDS] [--json]

It has two parts. The first is the machine: each rank searches, and every interval it stops to send what is new in
its upper tree to its neighbours in a binary tree of ranks, and takes in what has come (cluster/team.hpp). A message
takes the latency and its bytes at the bandwidth; taking it in costs the processor some time an entry. Events are
simulated one by one, so that delays add up on the way through the tree. The result is simulations a second, and how
old news of other ranks are.

The second is what simulations are worth. Simulations of ranks that don't know of each other are partly wasted on
what another has found out. Here a search of n ranks is as good as one of n^a times as many simulations by one rank,
where a is measured by matches at small n (Segal 2010 calls it the virtual loss of parallel work): news that are late
by a share of the search's time lower it. So the second part is an extrapolation, and says so.
"""

import argparse
import heapq
import json
import math


class Machine:
    """Ranks that search and exchange."""

    def __init__(self, ranks, arguments):
        self.ranks = ranks
        self.given = arguments
        self.neighbours = [[other for other in ((rank - 1) // 2 if rank else -1, 2 * rank + 1, 2 * rank + 2)
                            if 0 <= other < ranks] for rank in range(ranks)]
        # The age of news is followed for some ranks, spread over all.
        self.origins = {rank * ranks // min(ranks, 16) for rank in range(min(ranks, 16))}
        # By origin: the moment at which the latest news were made, and who told them.
        self.known = [{} for _ in range(ranks)]
        self.inbox = [[] for _ in range(ranks)]
        self.lost = [0.0] * ranks

    def run(self, seconds):
        """Seconds of the processor that exchanges take, and the age of news, on average."""
        given = self.given
        events = [(given.interval * (1 + rank / self.ranks), rank) for rank in range(self.ranks)]
        heapq.heapify(events)
        ages, heard = 0.0, 0
        while events:
            now, rank = heapq.heappop(events)
            if now >= seconds:
                continue
            arrived = [message for message in self.inbox[rank] if message[0] <= now]
            self.inbox[rank] = [message for message in self.inbox[rank] if message[0] > now]
            entries = given.entries  # of one's own, to be told
            for _, sender, news in arrived:
                entries += given.entries
                for origin, made in news.items():
                    if made > self.known[rank].get(origin, (-1, None))[0]:
                        ages += now - made
                        heard += 1
                        self.known[rank][origin] = (made, sender)
            if rank in self.origins:
                self.known[rank][rank] = (now, None)
            spent = entries * given.entry_cost + given.exchange_cost
            self.lost[rank] += spent
            for neighbour in self.neighbours[rank]:
                news = {origin: made for origin, (made, sender) in self.known[rank].items() if sender != neighbour}
                size = given.entries * given.entry_bytes
                self.inbox[neighbour].append((now + spent + given.latency + size / given.bandwidth, rank, news))
            heapq.heappush(events, (now + spent + given.interval, rank))
        return sum(self.lost) / self.ranks / seconds, ages / heard if heard else 0.0


def row(ranks, arguments):
    lost, age = Machine(ranks, arguments).run(arguments.seconds)
    rate = ranks * arguments.rate * (1 - lost)
    usual = arguments.exponent
    # News that come after a share of the search's time help for the rest of it only.
    late = min(1.0, age / arguments.time)
    exponent = usual * (1 - late)
    return {"ranks": ranks, "simulations_per_second": rate, "lost_share": lost, "news_age": age,
            "worth": ranks ** exponent * (1 - lost), "elo": arguments.elo * math.log2(ranks ** exponent * (1 - lost))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--latency", type=float, default=1e-3, help="of a message, with the pauses of the receiver (seconds)")
    add("--bandwidth", type=float, default=1e8, help="bytes a second")
    add("--rate", type=float, default=1e5, help="simulations a second of one rank")
    add("--interval", type=float, default=0.02, help="seconds from one exchange to the next")
    add("--entries", type=int, default=300, help="moves of the upper tree in a message")
    add("--entry-bytes", type=int, default=30)
    add("--entry-cost", type=float, default=4e-7, help="seconds to tell or to hear of a move")
    add("--exchange-cost", type=float, default=1e-4, help="seconds of a round of searching anew")
    add("--exponent", type=float, default=0.7, help="of the worth of n ranks that hear of each other at once")
    add("--elo", type=float, default=70, help="Elo of a doubling of simulations")
    add("--time", type=float, default=10, help="seconds of a search")
    add("--seconds", type=float, default=1, help="simulated")
    add("--json", action="store_true")
    arguments = parser.parse_args()
    rows = [row(ranks, arguments) for ranks in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)]
    if arguments.json:
        print(json.dumps({"version": 1, "rows": rows}))
        return
    print(f"{'ranks':>6} {'M sims/s':>9} {'lost':>7} {'age of news':>12} {'worth':>7} {'Elo':>6}")
    for found in rows:
        print(f"{found['ranks']:>6} {found['simulations_per_second'] / 1e6:>9.2f} {100 * found['lost_share']:>6.2f}% "
              f"{1000 * found['news_age']:>9.1f} ms {found['worth']:>7.1f} {found['elo']:>+6.0f}")


if __name__ == "__main__":
    main()
