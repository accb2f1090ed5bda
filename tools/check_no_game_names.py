#!/usr/bin/env python3
"""Checks that no place but the games themselves knows a game by its name.

A game describes itself (src/banyan/game/description.hpp); menus, the page, training and tools read that. This
looks for quoted names of games ("go", 'chess:variant=chess960', `nim.bnet`) and for their titles within quotes or in
a page's text ("Connect Four"; those of three letters and fewer are words of many things) in src (games/ aside),
web/src, tools, python, bench, cmake and the script run; comments don't count. Prints each place and exits with 1, or
is silent.

    tools/check_no_game_names.py [PROJECT_FOLDER]        default: the folder above this file's
"""

import pathlib
import re
import sys

# Files that may name a game, each with the reason.
EXCEPTIONS = {
    "web/src/App.svelte": "games of tiles have a view of their own",
    "web/src/lib/opening.ts": "games of tiles have a view of their own",
    "web/src/views/Twenty48.svelte": "the view of games of tiles",
    "src/banyan/serve/api.cpp": "the paths of the page's views, one of which is that of tiles",
    "python/banyan/adapters.py": "some games have actions that their users expect: directions and columns",
    "src/banyan/protocol/nboard.cpp": "the protocol has a command of this name",
    "src/banyan/protocol/uci.cpp": "the protocol has a command of this name",
}

SOURCES = {".hpp", ".cpp", ".h", ".in", ".py", ".ts", ".svelte", ".sh", ".mjs", ".cmake", ".txt", ""}
GAME_NAME = re.compile(r'\bstring_view name = "([^"]+)"')
GAME_TITLE = re.compile(r'\.title = ([^,;]+),')
SHORTEST_TITLE = 4
QUOTED = re.compile(r"""(["'`])((?:\\.|(?!\1).)*)\1""")
BLOCK_COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|\"\"\".*?\"\"\"", re.DOTALL)
SLASH_COMMENT = re.compile(r"(?<!:)//.*")
HASH_COMMENT = re.compile(r"(?:^|(?<=\s))#(?!include|define|if|el|en|pragma|undef).*")


def game_names(root):
    """The names that games declare."""
    names = set()
    for header in sorted((root / "src" / "banyan" / "games").glob("*.hpp")):
        names.update(GAME_NAME.findall(header.read_text(encoding="utf-8")))
    return names


def game_titles(root):
    """The titles that games have, but for those that are too short to be told from other words."""
    titles = set()
    for header in sorted((root / "src" / "banyan" / "games").glob("*.hpp")):
        for expression in GAME_TITLE.findall(header.read_text(encoding="utf-8")):
            titles.update(quoted[1].split(" (")[0] for quoted in QUOTED.findall(expression))
    return {title for title in titles if len(title) >= SHORTEST_TITLE}


def without_comments(text, slashes):
    text = BLOCK_COMMENT.sub(lambda comment: "\n" * comment.group().count("\n"), text)
    comment = SLASH_COMMENT if slashes else HASH_COMMENT
    return "\n".join(comment.sub("", line) for line in text.splitlines())


def places(path, text, names, titles):
    """Line number and name of each place where a text has a game's name or title."""
    slashes = path.suffix in {".hpp", ".cpp", ".h", ".in", ".ts", ".svelte", ".mjs"}
    # One letter is a name of many things (an axis, a key): only as a spec it is certainly the game.
    plain = "|".join(re.escape(name) for name in sorted(names) if len(name) > 1)
    every = "|".join(re.escape(name) for name in sorted(names))
    quoted = re.compile(rf"""(["'`])(?:({plain})(?:\1|\.\w)|({every}):)""")
    titled = re.compile(rf"(?<![\w.])({'|'.join(re.escape(title) for title in sorted(titles))})(?!\w)")
    bare = re.compile(rf"(?<![\w-])({plain})\*")  # a pattern of the shell
    for number, line in enumerate(without_comments(text, slashes).splitlines(), 1):
        shown = line if path.suffix == ".svelte" else "\n".join(match.group(2) for match in QUOTED.finditer(line))
        if found := quoted.search(line):
            yield number, found.group(2) or found.group(3)
        elif titles and (found := titled.search(shown)):
            yield number, found.group(1)
        elif not slashes and (found := bare.search(line)):
            yield number, found.group(1)


def files(root):
    for folder in ("src", "web/src", "tools", "python", "bench", "cmake"):
        for file in sorted((root / folder).rglob("*")):
            inside_games = file.is_relative_to(root / "src" / "banyan" / "games")
            if file.is_file() and file.suffix in SOURCES and not inside_games:
                yield file
    if (root / "run").is_file():
        yield root / "run"


def check(root):
    """Every problem under the project's folder, as file:line: text."""
    names, titles = game_names(root), game_titles(root)
    problems = []
    unused = {path for path in EXCEPTIONS if (root / path).exists()}
    for file in files(root) if names else []:
        path = file.relative_to(root).as_posix()
        for number, name in places(file, file.read_text(encoding="utf-8"), names, titles):
            unused.discard(path)
            if path not in EXCEPTIONS:
                problems.append(f"{path}:{number}: knows the game '{name}' by name; let the game describe it")
    problems += [f"{path}: is listed as an exception and needs none any more" for path in sorted(unused)]
    return problems


def main(arguments):
    if len(arguments) > 1 or (arguments and arguments[0] in ("-h", "--help")):
        print(__doc__.strip())
        return 0 if len(arguments) == 1 else 2
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent.parent
    if not (root / "src" / "banyan" / "games").is_dir():
        print(f"{root} is not the project's folder: it has no src/banyan/games", file=sys.stderr)
        return 2
    problems = check(root)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
