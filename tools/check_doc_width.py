#!/usr/bin/env python3
"""Checks that the lines of the documents have at most 100 columns.

README.md, CONTRIBUTING.md and everything in docs are looked at. Tables, code, headings and comments may be wider, and
so may a line of a single word, such as an address. Prints each place and exits with 1, or is silent.

    tools/check_doc_width.py [PROJECT_FOLDER]        default: the folder above this file's
"""

import pathlib
import sys

WIDTH = 100


def places(document):
    """Number and width of each line of a document, given as text, that is too wide."""
    inside_code = False
    for number, line in enumerate(document.splitlines(), 1):
        text = line.strip()
        if text.startswith("```"):
            inside_code = not inside_code
        free = inside_code or line.startswith("    ") or text.startswith(("|", "#", "<!--"))
        if not free and len(line) > WIDTH and len(text.split()) > 1:
            yield number, len(line)


def check(root):
    """Every problem under the project's folder, as file:line: text."""
    problems = []
    documents = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]
    for file in documents:
        for number, width in places(file.read_text(encoding="utf-8")):
            problems.append(f"{file.relative_to(root).as_posix()}:{number}: {width} columns; at most {WIDTH}")
    return problems


def main(arguments):
    if len(arguments) > 1 or (arguments and arguments[0] in ("-h", "--help")):
        print(__doc__.strip())
        return 0 if len(arguments) == 1 else 2
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent.parent
    if not (root / "docs").is_dir():
        print(f"{root} is not the project's folder: it has no docs", file=sys.stderr)
        return 2
    problems = check(root)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
