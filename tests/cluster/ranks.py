"""Runs the program under mpirun for the tests; BANYAN names it."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from program import BANYAN, PATIENCE  # noqa: E402

MPIRUN = shutil.which("mpirun")


def environment(**more):
    """Open MPI refuses to run as root unless it is told twice; containers often forbid its way of copying."""
    changed = dict(os.environ, OMPI_MCA_btl_vader_single_copy_mechanism="none", **more)
    if os.geteuid() == 0:
        changed.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    return changed


def command(ranks, *words):
    return [MPIRUN, "--oversubscribe", "-n", str(ranks), BANYAN, *words]


def start(ranks, *words, **variables):
    """A job in the background, with its own process group."""
    return subprocess.Popen(command(ranks, *words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env=environment(**variables), start_new_session=True)


def parents():
    """The parent of each process on this host."""
    found = {}
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError, IndexError):
                found[int(folder.name)] = int(folder.joinpath("stat").read_text().rsplit(")", 1)[1].split()[1])
    return found


def ranks_of(job):
    """Process ids by rank of a job that runs."""
    found = {}
    for process, parent in parents().items():
        if parent != job.pid:
            continue
        with contextlib.suppress(OSError):
            for variable in pathlib.Path(f"/proc/{process}/environ").read_bytes().split(b"\0"):
                if variable.startswith(b"OMPI_COMM_WORLD_RANK="):
                    found[int(variable.split(b"=")[1])] = process
    return found


def descendants(process):
    """Ids of all that a process has started, and these again."""
    known, new, all_parents = set(), {process}, parents()
    while new:
        known |= new
        new = {child for child, parent in all_parents.items() if parent in new} - known
    return known - {process}


def ranks_once_there(job, count):
    """The same once all of them are there; None if the job has ended before."""
    while job.poll() is None:
        found = ranks_of(job)
        if len(found) == count:
            return found
        time.sleep(0.02)
    return None


def wait_for_ranks(job, count):
    found = ranks_once_there(job, count)
    if found is None:
        raise AssertionError("the job ended: " + job.communicate()[1])
    return found


def is_running(process):
    try:
        state = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def processor_seconds(process):
    """What a process has used so far."""
    try:
        words = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


# Nothing here ends what hangs: ctest does, as only it knows how long that is on a busy host.
class RanksTest(unittest.TestCase):
    def mpirun(self, ranks, *words, code=0):
        return self.done(command(ranks, *words), code)

    def done(self, words, code=0):
        """What a command that ends with this exit code has printed."""
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment())
        self.assertEqual(done.returncode, code, done.stderr[-2000:])
        return done

    def document_of(self, ranks, *words, code=0):
        """The one document of a job; with 0 ranks that of a process without mpirun."""
        start_words = command(ranks, *words) if ranks else [BANYAN, *words]
        return json.loads(self.done([*start_words, "--json"], code).stdout)

    def started(self, ranks, *words, **variables):
        """A job in the background, of which the test leaves nothing behind."""
        job = start(ranks, *words, **variables)
        self.addCleanup(self.put_away, job)
        return job

    @staticmethod
    def put_away(job):
        processes = ranks_of(job)
        for process in (job.pid, *processes.values()) if job.poll() is None else ():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        job.communicate()

    def ended(self, job, processes, signalled, longest):
        """A job that got a signal at that moment fails, ends soon, and leaves no process behind. Its output and standard
        error."""
        output, errors = job.communicate()
        while any(map(is_running, processes.values())):  # mpirun does not wait for those that it kills
            time.sleep(0.02)
        self.assertLess(time.monotonic() - signalled, longest * PATIENCE, errors)
        self.assertNotEqual(job.returncode, 0, errors)
        return output, errors


def without_times(document):
    """A document without what no two runs share."""
    if isinstance(document, dict):
        return {key: without_times(value) for key, value in document.items()
                if key not in ("seconds", "cpu_seconds", "threads")}
    if isinstance(document, list):
        return [without_times(value) for value in document]
    return document
