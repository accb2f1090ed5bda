"""What the tests of outside projects share: commands whose failure shows all they said."""

import shlex
import subprocess
import sys


def run(*command, **options):
    """Runs a command and answers what it printed; a failure shows all of it and ends the test."""
    command = [str(part) for part in command]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)} failed with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def files_in(folder):
    """The files below a folder, by their paths from there."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
