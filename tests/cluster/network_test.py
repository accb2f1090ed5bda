"""Ranks in two network namespaces, which speak by TCP over a link that is slow and loses packets."""

import array
import fcntl
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import unittest

from ranks import BANYAN, MPIRUN, RanksTest, without_times

ENDS = {"banyan-a": "10.197.13.1", "banyan-b": "10.197.13.2"}
MIDDLE = "banyan-m"


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


def can_have_networks():
    if os.geteuid() != 0 or not shutil.which("ip"):
        return False
    probe = "ip link add a0 type veth peer name b0"
    return subprocess.run(["unshare", "-n", "sh", "-c", probe], capture_output=True).returncode == 0


def send_whole_frames(device):
    """Has the kernel finish checksums and frames itself (ethtool -K DEVICE tx off): we pass frames on as they are."""
    interface, set_tx = 0x8946, 0x17  # SIOCETHTOOL, ETHTOOL_STXCSUM
    value = array.array("B", struct.pack("II", set_tx, 0))
    request = struct.pack("16sP", device.encode(), value.buffer_info()[0])
    fcntl.ioctl(socket.socket(socket.AF_INET, socket.SOCK_DGRAM), interface, request)


@unittest.skipUnless(can_have_networks(), "needs root and network namespaces")
class NetworkTest(RanksTest):
    def setUp(self):
        self.remove()
        self.addCleanup(self.remove)
        ip("netns", "add", MIDDLE)
        for name, address in ENDS.items():
            end, middle = "bny-" + name[-1], "mid-" + name[-1]
            ip("netns", "add", name)
            ip("link", "add", end, "type", "veth", "peer", "name", middle)
            send_whole_frames(end)
            ip("link", "set", end, "netns", name)
            ip("link", "set", middle, "netns", MIDDLE)
            ip("-n", name, "addr", "add", f"{address}/24", "dev", end)
            ip("-n", name, "link", "set", end, "up")
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", MIDDLE, "link", "set", middle, "up")
        # What mpirun takes for a login on the other host: a shell in the other namespace. Each has a name of its
        # own, so that they are two hosts to MPI.
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.login = pathlib.Path(self.folder.name, "login")
        self.login.write_text('#!/bin/sh\nshift\n'
                              'exec ip netns exec banyan-b unshare -u sh -c "hostname banyan-b; $*"\n')
        self.login.chmod(0o755)

    @staticmethod
    def remove():
        for name in (*ENDS, MIDDLE):
            subprocess.run(["ip", "netns", "del", name], capture_output=True)

    def link(self, milliseconds, loss):
        """From here to the end of the `with` the link is like that."""
        script = pathlib.Path(__file__).with_name("slow_link.py")
        return Background(["ip", "netns", "exec", MIDDLE, sys.executable, "-B", str(script), "mid-a", "mid-b",
                           str(milliseconds), str(loss)])

    def far(self, *words):
        """Two ranks, one in each namespace."""
        addresses = list(ENDS.values())
        job = ["ip", "netns", "exec", "banyan-a", "unshare", "-u", "sh", "-c", 'hostname banyan-a; exec "$@"', "sh",
               MPIRUN, "--mca", "plm_rsh_agent", str(self.login), "--mca", "btl", "tcp,self", "--mca",
               "btl_tcp_if_include", "10.197.13.0/24", "--mca", "oob_tcp_if_include", "10.197.13.0/24", "--host",
               f"{addresses[0]}:1,{addresses[1]}:1", "-n", "2", BANYAN, *words, "--json"]
        return json.loads(self.done(job).stdout)

    def test_searches_end_on_time_and_work_is_the_same(self):
        match = ("match", "connect4", "uct:sims=200", "random", "--games", "20", "--opening", "4", "--seed", "5")
        alone = without_times(self.document_of(0, *match))
        for milliseconds, loss in ((1, 0), (10, 0.01), (50, 0)):
            with self.link(milliseconds, loss):
                self.assertEqual(without_times(self.far(*match)), alone, (milliseconds, loss))
                found = self.far("analyze", "connect4", "--agent", "uct:time=2s,solver=false", "--seed", "1")
            print(f"{milliseconds} ms, {loss:.0%} lost: a search of 2 s took {found['seconds']:.3f} s, "
                  f"{found['simulations']} simulations, {found['threads']} threads")
            self.assertAlmostEqual(found["seconds"], 2, delta=0.1)


class Background:
    """A process for the time of a `with`."""

    def __init__(self, words):
        self.words = words

    def __enter__(self):
        self.process = subprocess.Popen(self.words)

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


if __name__ == "__main__":
    unittest.main()
