"""Compiles one case and checks what the compiler says.

    check.py CASE.cpp INCLUDE_FOLDER COMPILER…

The first line of a case names the part of the concept Game that must be blamed, `// must say: HasStart`;
`nothing` stands for the control, which must compile. Blame is what the compiler states, not the lines of
source it quotes: the part named must be the only one it calls unsatisfied.
"""

import os
import re
import subprocess
import sys

# "required for the satisfaction of 'HasStart<G>'" (g++), "does not satisfy 'HasStart'" (clang).
BLAME = re.compile(r"(?:satisfaction of|does not satisfy) '(Has\w+)")


def expected_of(case):
    with open(case, encoding="utf-8") as file:
        return file.readline().strip().removeprefix("// must say: ")


def compile_case(compiler, include, case):
    command = [compiler, "-std=c++20", "-fsyntax-only", "-I", include, case]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}, check=False)


def problem_of(done, expected):
    if expected == "nothing":
        return "the control must compile" if done.returncode != 0 else None
    if done.returncode == 0:
        return "it compiles and must not"
    blamed = set(BLAME.findall(done.stderr))
    if blamed != {expected}:
        return f"the message must blame {expected}, and it blames {' '.join(sorted(blamed)) or 'nothing'}"
    return None


def main(case, include, *compilers):
    failed = False
    for compiler in compilers:
        done = compile_case(compiler, include, case)
        if problem := problem_of(done, expected_of(case)):
            print(f"{case} with {compiler}: {problem}\n{done.stderr}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
