#!/usr/bin/env python3
"""Checks that what README.md and docs/*.md show of a file is what stands in the file.

A code block that follows a line like `<!-- from examples/own_game/main.cpp -->` must be that file, or a run of
its lines. Prints what differs and exits with 1, or is silent.

    tools/check_readme.py [MARKDOWN_FILE…]        default: README.md docs/*.md
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"<!-- from (\S+) -->\n```\w*\n(.*?)```\n", re.DOTALL)


def check(document, root=ROOT):
    """Every problem of a document, given as text."""
    problems = []
    for name, shown in BLOCK.findall(document):
        file = root / name
        if not file.is_file():
            problems.append(f"{name} is not there")
        elif ("\n" + shown) not in ("\n" + file.read_text(encoding="utf-8")):
            problems.append(f"the code shown from {name} differs from the file")
    if document.count("<!-- from ") != len(BLOCK.findall(document)):
        problems.append("a '<!-- from FILE -->' line is not followed by a code block")
    return problems


def main(arguments):
    failed = False
    for name in arguments or [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for problem in check(pathlib.Path(name).read_text(encoding="utf-8")):
            print(f"{name}: {problem}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
