"""The library that is installed runs on every processor of its kind, whatever the build's own program is built for.

    portable_test.py LIBRARY

Looks through its instructions for those of extensions that not every x86-64 processor has. Only the loops of networks
may hold them: they are chosen when the program runs.
"""

import platform
import re
import subprocess
import sys

CHOSEN_AT_RUN_TIME = re.compile(r"kernels_avx\w*\.cpp\.o")
# AVX's instructions begin with v; the others are of SSSE3 to SSE4.2, POPCNT, LZCNT, BMI, MOVBE and ADX. Not tzcnt: where
# a processor lacks it, it is read as bsf, and compilers rely on that.
BEYOND_BASELINE = (
    "v[a-z0-9]+|popcnt|lzcnt|andn|bextr|bls[ir]|blsmsk|bzhi|pdep|pext|mulx|rorx|sarx|shlx|shrx|movbe|adcx|adox|crc32[bwlq]?|"
    "pshufb|palignr|pmulld|pm(ax|in)(sb|sd|uw|ud)|pblend[a-z]+|ptest|round[sp][sd]|pinsr[bdq]|pextr[bdq]|pmov[sz]x[a-z]+")


def suspects(library):
    """The members of a library, and the instructions in each that are beyond the baseline."""
    lines = f"file format|^ +[0-9a-f]+:[[:space:]]+({BEYOND_BASELINE})( |$)"
    with subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", library], stdout=subprocess.PIPE) as dump:
        found = subprocess.run(["grep", "-E", lines], stdin=dump.stdout, capture_output=True, text=True, check=True)
    assert dump.returncode == 0, "objdump failed"
    members = {}
    for line in found.stdout.splitlines():
        if "file format" in line:
            members[line.split(":")[0]] = here = set()
        else:
            here.add(line.split()[1])
    return members


def main(library):
    if platform.machine() != "x86_64":
        print(f"nothing is known of the extensions of {platform.machine()}")
        return
    members = suspects(library)
    # A look that finds nothing in the loops for AVX2 would find nothing anywhere.
    assert len(members) > 10 and "vmovups" in members["kernels_avx2.cpp.o"], members
    wrong = {name: found for name, found in members.items() if found and not CHOSEN_AT_RUN_TIME.match(name)}
    for name, found in sorted(wrong.items()):
        print(f"{name}: {' '.join(sorted(found))}")
    assert not wrong, "the library would not run on every processor"


if __name__ == "__main__":
    main(*sys.argv[1:])
