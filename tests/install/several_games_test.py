"""One program with several games (examples/several_games).

    several_games_test.py PROGRAM
"""

import json
import subprocess
import sys

from outside import run


def main(program):
    games = json.loads(run(program, "games", "--json"))["games"]
    assert [game["name"] for game in games] == ["domineering", "tictactoe"], games
    # Each by its name.
    assert len(json.loads(run(program, "show", "domineering", "--json"))["legal"]) == 30
    assert len(json.loads(run(program, "show", "tictactoe", "--json"))["legal"]) == 9
    match = json.loads(run(program, "match", "domineering", "uct:sims=50", "random", "--games", 4, "--seed", 1, "--json"))
    assert match["game"] == "domineering" and match["games"] == 4, match
    # Without a name none of them is meant.
    for words in (["show"], ["show", "othello"]):
        done = subprocess.run([program, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        assert done.returncode == 2, (words, done)
    assert "there are: domineering tictactoe" in done.stderr, done.stderr


if __name__ == "__main__":
    main(*sys.argv[1:])
