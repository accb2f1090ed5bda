"""A slow link between two network devices: passes frames on after a delay, and loses some. What `tc netem` does, for
kernels that were built without it.

    slow_link.py DEVICE DEVICE MILLISECONDS LOSS
"""

import collections
import random
import select
import socket
import sys
import time

ALL = 3  # ETH_P_ALL
OUTGOING = 4  # PACKET_OUTGOING: what we have sent ourselves


def opened(device):
    link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL))
    link.bind((device, ALL))
    return link


def main(words):
    links = [opened(words[0]), opened(words[1])]
    delay, loss = float(words[2]) / 1000, float(words[3])
    draw = random.Random(1)
    waiting = collections.deque()
    while True:
        rest = max(0.0, waiting[0][0] - time.monotonic()) if waiting else None
        ready, _, _ = select.select(links, [], [], rest)
        for link in ready:
            frame, (_, _, kind, _, _) = link.recvfrom(65536)
            if kind != OUTGOING and draw.random() >= loss:
                waiting.append((time.monotonic() + delay, links[1 - links.index(link)], frame))
        while waiting and waiting[0][0] <= time.monotonic():
            _, link, frame = waiting.popleft()
            link.send(frame)


if __name__ == "__main__":
    main(sys.argv[1:])
