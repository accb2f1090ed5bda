"""Compiles the headers as strict users do: with their warnings as errors, without exceptions and without RTTI.

    headers_test.py SOURCE_FOLDER

Every header that needs no library is compiled, and the example that README.md shows is compiled and run, with each
compiler that is there.
"""

import pathlib
import shutil
import sys
import tempfile

from outside import run

LAYERS = ["core", "bandit", "game", "games", "search", "nn", "agent", "testing"]
STRICT = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-fno-exceptions",
          "-fno-rtti"]


def every_header(source):
    """A program that includes each header."""
    headers = [path.relative_to(source / "src") for layer in LAYERS
               for path in sorted((source / "src" / "banyan" / layer).rglob("*.hpp"))]
    assert len(headers) > 100, headers
    return "".join(f"#include <{header}>\n" for header in headers)


def main(source):
    source = pathlib.Path(source)
    compilers = [compiler for compiler in ("g++", "clang++") if shutil.which(compiler)]
    assert compilers, "neither g++ nor clang++ was found"
    with tempfile.TemporaryDirectory() as folder:
        every = pathlib.Path(folder) / "every_header.cpp"
        every.write_text(every_header(source), encoding="utf-8")
        example = source / "examples" / "own_game" / "think.cpp"
        thoughts = set()
        for compiler in compilers:
            flags = [compiler, *STRICT, f"-I{source / 'src'}"]
            run(*flags, "-fsyntax-only", every)
            program = pathlib.Path(folder) / f"think-{compiler}"
            run(*flags, "-ffp-contract=off", example, "-o", program)
            thoughts.add(run(program))
        assert len(thoughts) == 1 and thoughts.pop().startswith("play "), thoughts


if __name__ == "__main__":
    main(*sys.argv[1:])
