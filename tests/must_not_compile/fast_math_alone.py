"""Every header of the library that computes with floating-point numbers must end a build with -ffast-math,
also when it is the only one that a file includes.

    fast_math_alone.py SOURCE_FOLDER COMPILER
"""

import pathlib
import re
import subprocess
import sys

# What banyan::banyan consists of, headers alone; the rest is compiled by this project.
FOLDERS = ("core", "bandit", "game", "games", "search", "nn", "agent")
WANTED = "Banyan needs strict floating-point arithmetic"


def computes(header):
    code = re.sub(r"//[^\n]*", "", header.read_text(encoding="utf-8"))
    return re.search(r"\b(float|double)\b", code) is not None


def ends_the_build(header, source, compiler):
    command = [compiler, "-std=c++20", "-ffast-math", "-E", "-x", "c++", "-I", source, "-o", "/dev/null", header]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode != 0 and WANTED in done.stderr


def main(source, compiler):
    headers = [header for folder in FOLDERS
               for header in sorted(pathlib.Path(source, "banyan", folder).rglob("*.hpp")) if computes(header)]
    if not headers:
        sys.exit(f"there are no headers in {source}")
    silent = [str(header) for header in headers if not ends_the_build(header, source, compiler)]
    for header in silent:
        print(f"{header}: include <banyan/core/strict_math.hpp>, or a header that does")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
