"""Threads, Ctrl-C, forks and the end of the interpreter."""

import _thread
import os
import signal
import subprocess
import sys
import threading
import time

import numpy
import pytest

import banyan
from own_games import ConnectFour

HERE = os.path.dirname(__file__)
PATIENCE = 600  # seconds that nothing here takes unless it hangs, on a busy machine too


def run_script(text, timeout=PATIENCE):
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join([HERE, *sys.path]))
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=timeout,
                          env=environment)


@pytest.mark.parametrize("game", ["connect4", ConnectFour()])
def test_other_threads_run_during_a_search(game):
    """One of them ends it, when it has run for a while."""
    counted = []

    def count():
        while len(counted) < 50:
            counted.append(1)
            time.sleep(0.001)
        _thread.interrupt_main()

    counter = threading.Thread(target=count)
    with pytest.raises(KeyboardInterrupt):
        counter.start()
        banyan.search(banyan.Game(game).start(), "uct:time=3600s,solver=false", seed=1)
    counter.join()


def test_two_searches_run_at_the_same_time():
    """Each goes on until the other is under way."""
    meeting = threading.Barrier(2)
    ended = []

    def work(seed):
        def meet(_):
            meeting.wait()
            raise LookupError

        try:
            banyan.search(banyan.Game("connect4").start(), "uct:time=3600s,solver=false", seed=seed, progress=meet)
        except LookupError:
            ended.append(seed)

    threads = [threading.Thread(target=work, args=(seed,), daemon=True) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ended) == [1, 2]


def test_searches_in_several_threads():
    results = {}

    def work(seed):
        game = shared if seed % 2 else banyan.Game("connect4")
        results[seed] = banyan.search(game.start(), "uct:sims=500", seed=seed).moves.visits.sum()

    shared = banyan.Game(ConnectFour())
    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert list(results.values()) == [500] * 8


@pytest.mark.parametrize("call", [
    "banyan.search(banyan.Game('go').start(), 'uct:time=600s')",
    "banyan.search(banyan.Game(ConnectFour()).start(), 'uct:time=600s')",
    "banyan.match('connect4', ['uct:time=10s', 'uct:time=10s'], games=100)",
    "banyan.match(banyan.Game(ConnectFour()), ['uct:time=10s', 'uct:time=10s'], games=100)",
    "banyan.Searcher(banyan.Game('connect4').start()).run(seconds=600)",
    "banyan.Game('chess').start().perft(12)",
    "banyan.bandits.experiment([0.5, 0.6], steps=10**9, runs=100)",
    "banyan.search(banyan.Game('connect4').start(), 'puct:time=600s', evaluator=lambda p: numpy.zeros(len(p)))",
    "banyan.train('twenty48', tempfile.mkdtemp(), learner='ntuple:patterns=5x4', minutes=10)",
    "banyan.search(banyan.Game(Cycle()).start(), 'uct:time=600s')",
    "banyan.search(banyan.Game(Endless()).start(), 'flat:time=600s')",
    "banyan.self_play(banyan.Evaluator('go', lambda p: numpy.zeros(len(p))), games=10**4, settings='sims=10000')"])
def test_ctrl_c_ends_it(call):
    done = run_script(f"""
import os, signal, tempfile, threading, time, numpy, banyan
from own_games import ConnectFour, Cycle, Endless
def interrupt():
    global used
    used = time.process_time()
    os.kill(os.getpid(), signal.SIGINT)

threading.Timer(0.5, interrupt).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", time.process_time() - used)
""")
    word, seconds = done.stdout.split() or (done.stderr, 0)
    assert word == "interrupted"
    assert float(seconds) < 3  # of processor time, whatever else the machine does; a move of the matches takes more


@pytest.mark.parametrize("daemon", [True, False])
def test_the_interpreter_ends_during_a_search(daemon):
    done = run_script(f"""
import threading, time, banyan
from own_games import ConnectFour
for state in (banyan.Game("go").start(), banyan.Game(ConnectFour()).start()):
    threading.Thread(target=banyan.search, args=(state, "uct:time=600s"), daemon={daemon}).start()
time.sleep(0.3)
print("end")
""")
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


def test_a_forked_child_searches():
    done = run_script("""
import os, threading, time, banyan
state = banyan.Game("connect4").start()
threading.Thread(target=banyan.search, args=(state, "uct:time=1s")).start()
time.sleep(0.2)
child = os.fork()
if child == 0:
    result = banyan.search(state, "uct:sims=1000,threads=2", seed=1)
    os._exit(7 if result.simulations >= 1000 else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
""")
    assert done.stdout == "7\n", done.stderr


@pytest.mark.parametrize("call", [
    # A function of the user's that does not come back in time, and one that comes back while the interpreter ends.
    "banyan.search(start, 'puct:time=600s', evaluator=lambda planes: time.sleep(4.5))",
    "banyan.search(banyan.Game(Slow()).start(), 'uct:time=600s')",
    "banyan.self_play(banyan.Evaluator('go', lambda p: numpy.zeros(len(p))), games=10**4, settings='sims=10000')"])
def test_the_interpreter_ends_during_a_call_in_a_daemon_thread(call):
    done = run_script(f"""
import sys, threading, time, numpy, banyan
from own_games import ConnectFour

class Slow(ConnectFour):
    def outcome(self, state):
        time.sleep(4.5)

class Last:
    def __del__(self, sleep=time.sleep):
        sleep(3)  # others ask for the GIL meanwhile, when the interpreter is ending

start = banyan.Game("connect4").start()
sys.modules["last"] = Last()
threading.Thread(target=lambda: {call}, daemon=True).start()
time.sleep(0.5)
print("end")
""")
    assert (done.returncode, done.stdout) == (0, "end\n"), done.stderr
    assert "Fatal" not in done.stderr and "terminate" not in done.stderr


def test_a_forked_child_asks_an_evaluator():
    done = run_script("""
import os, threading, time, numpy, banyan
state = banyan.Game("connect4").start()
inside, parent = threading.Event(), os.getpid()

def evaluate(planes):
    if os.getpid() == parent:
        inside.set()
        time.sleep(0.5)
    return numpy.zeros(len(planes))

evaluator = banyan.Evaluator("connect4", evaluate)
searching = threading.Thread(target=banyan.search_many, args=([state] * 4, "puct:sims=3"), kwargs={"evaluator": evaluator})
searching.start()
inside.wait()
child = os.fork()
if child == 0:
    result = banyan.search(state, "puct:sims=50", seed=1, evaluator=evaluator)
    os._exit(7 if result.simulations == 50 else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
searching.join()
""")
    assert done.stdout == "7\n", done.stderr


def test_boards_are_for_one_thread_at_a_time():
    env = banyan.vector.Twenty48(2_000_000, threads=1)
    actions = numpy.zeros(env.boards, dtype=numpy.uint8)
    refused, over = [], threading.Event()

    def work():
        while not over.is_set() and not refused:
            try:
                env.step(actions)
            except RuntimeError as problem:
                refused.append(str(problem))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    over.set()
    assert "another thread is using these boards" in refused[0]


def test_an_agent_is_for_one_thread_at_a_time():
    agent = banyan.Agent("connect4", "uct:time=1s", seed=1)
    state = banyan.Game("connect4").start()
    thread = threading.Thread(target=agent.choose, args=(state,))
    thread.start()
    time.sleep(0.2)
    with pytest.raises(RuntimeError, match="another thread"):
        agent.choose(state)
    thread.join(PATIENCE)


def test_signals_of_others_are_heard():
    heard = []
    before = signal.signal(signal.SIGUSR1, lambda *_: heard.append(1))
    try:
        threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGUSR1)).start()
        result = banyan.search(banyan.Game("connect4").start(), "uct:time=400ms", seed=1)
        assert heard and result.stopped_by == "time"
    finally:
        signal.signal(signal.SIGUSR1, before)
