"""Compiles one case and checks what the compiler says.

    check.py CASE.cpp INCLUDE_FOLDER COMPILER…

The first line of a case names the part of the concept Game that must be blamed, `// must say: HasStart`;
`nothing` stands for the control, which must compile. Blame is what the compiler states, not the lines of
source it quotes: the part named must be the only one it calls unsatisfied.

A case about compiler options has two lines instead: `// must print: TEXT`, which every compiler has to print,
and `// with: OPTIONS | OPTIONS`, each of which it is compiled with in turn. An option after g++: or clang++: is
for that compiler alone.
"""

import os
import re
import subprocess
import sys

# "required for the satisfaction of 'HasStart<G>'" (g++), "does not satisfy 'HasStart'" (clang).
BLAME = re.compile(r"(?:satisfaction of|does not satisfy) '(Has\w+)")


def head_of(case):
    with open(case, encoding="utf-8") as file:
        return [file.readline().strip() for _ in range(2)]


def compile_case(compiler, include, case, options=()):
    command = [compiler, "-std=c++20", "-fsyntax-only", *options, "-I", include, case]
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


def options_for(compiler, line):
    """The sets of options in a `with:` line that are meant for this compiler."""
    for options in line.removeprefix("// with: ").split(" | "):
        words = options.split()
        if words[0].endswith(":"):
            if os.path.basename(compiler) != words.pop(0)[:-1]:
                continue
        yield words


def check_options(case, include, compiler, wanted, line):
    """Problems of a case that every one of these sets of options must break."""
    if compile_case(compiler, include, case).returncode != 0:
        yield "without options it must compile"
    for options in options_for(compiler, line):
        done = compile_case(compiler, include, case, options)
        if done.returncode == 0:
            yield f"with {' '.join(options)} it compiles and must not"
        elif wanted not in done.stderr:
            yield f"with {' '.join(options)} it must print '{wanted}':\n{done.stderr}"


def check(case, include, compiler):
    first, second = head_of(case)
    if first.startswith("// must print: "):
        yield from check_options(case, include, compiler, first.removeprefix("// must print: "), second)
        return
    done = compile_case(compiler, include, case)
    if problem := problem_of(done, first.removeprefix("// must say: ")):
        yield f"{problem}\n{done.stderr}"


def main(case, include, *compilers):
    failed = False
    for compiler in compilers:
        for problem in check(case, include, compiler):
            print(f"{case} with {compiler}: {problem}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
