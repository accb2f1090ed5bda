#!/usr/bin/env python3
"""Says which tests of a run of ctest were skipped, and why.

    tools/tell_skipped.py RESULTS [COMMAND…]        RESULTS is what ctest writes with --output-junit

With a command it runs that first, ends with its exit code, and writes to standard error. Counts tests that ctest
calls skipped, and tests within the programs of Python and Node that it calls passed.
"""

import pathlib
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree

REASON_OF_GOOGLETEST = re.compile(r": Skipped\n(.*)")
REASON_OF_UNITTEST = re.compile(r"^(\w+) \(.*\.\.\. skipped ['\"](.*)['\"]$|^skipped ['\"](.*)['\"]$", re.MULTILINE)
COUNTS = [re.compile(r"^(?:OK|FAILED) \(.*?skipped=(\d+)", re.MULTILINE),  # unittest
          re.compile(r"^(?:=+ )?(?:\d+ \w+, )*(\d+) skipped\b", re.MULTILINE),  # pytest
          re.compile(r"^[#ℹ] skipped (\d+)$", re.MULTILINE)]  # node


def skipped_whole(case, output):
    """Why ctest skipped a test; None if it did not. One whose program is missing has failed instead."""
    skipped = case.find("skipped")
    if skipped is None or not skipped.get("message", "").startswith("SKIP_"):
        return None
    found = REASON_OF_GOOGLETEST.search(output)
    lines = output.strip().splitlines()
    return found.group(1) if found else lines[-1] if lines else ""


def skipped_within(output):
    """How many tests a program has skipped by itself, and the reasons it gives."""
    counts = [int(found.group(1)) for count in COUNTS if (found := count.search(output))]
    reasons = [found.group(2) or found.group(3) for found in REASON_OF_UNITTEST.finditer(output)]
    return max(counts, default=0), list(dict.fromkeys(reasons))


def summary(document):
    """Lines about the skipped tests of a document of ctest; none if there are none."""
    lines, total = [], 0
    for case in xml.etree.ElementTree.fromstring(document).iter("testcase"):
        output = case.findtext("system-out") or ""
        reason = skipped_whole(case, output)
        if reason is not None:
            total += 1
            lines.append(f"  {case.get('name')}: {reason}".rstrip(": "))
            continue
        count, reasons = skipped_within(output)
        if count:
            total += count
            lines.append(f"  {case.get('name')}, {count} of its tests: {'; '.join(reasons)}".rstrip(": "))
    return [f"{total} skipped:" if total > 1 else "1 skipped:", *lines] if lines else []


def run(command):
    """Runs a command, which gets what ends this program too; its exit code, as a shell tells it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the command by itself
    child = subprocess.Popen(command, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    code = child.wait()
    return code if code >= 0 else 128 - code


def main(arguments):
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if arguments else 2
    results, command = pathlib.Path(arguments[0]), arguments[1:]
    code = run(command) if command else 0
    if not results.is_file():
        if command:
            return code  # as when the tests were only listed
        print(f"{results} is not there; ctest writes it with --output-junit", file=sys.stderr)
        return 1
    for line in summary(results.read_text(encoding="utf-8", errors="replace")):
        print(line, file=sys.stderr if command else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
