#!/usr/bin/env python3
"""Checks that every include under src/banyan follows the layers of the house.

The folders stand in a total order: one may include those above it, never below. Five bans come on top;
docs/architecture.md says why. Nor may a header ask for a macro of the build (BANYAN_…): units that define
it differently would see two definitions of one function. For the same reason a header asks for a macro of
the compiler (__AVX2__, __cpp_exceptions) only around whole directives, or within an inline namespace that is
opened under that very macro, so that what differs has different names. And few units may include the headers of
MOST_UNITS, so that changing one stays quick. Prints each line that breaks a rule and exits with 1, or is silent.

    tools/check_layers.py [SOURCE_FOLDER]        default: src/banyan beside this file's folder
"""

import pathlib
import re
import sys

# From top to bottom. `testing` only forwards what an outside game needs for its own tests. The files
# that stand in src/banyan itself are layers of their own: banyan.hpp gathers the headers-only library,
# app.hpp is the whole program for one's own game.
ORDER = [
    "core", "bandit", "game", "testing", "games", "search", "nn", "agent", "banyan.hpp",
    "session", "store", "engine", "arena", "learn", "cluster", "protocol", "serve", "cli", "app.hpp",
]

# Layer -> what it may not include although the order would let it.
BANS = {
    "game": {"bandit"},
    "testing": {"bandit"},
    "games": {"bandit", "testing"},
    "search": {"games", "testing"},
    "nn": {"games", "testing"},
    "agent": {"games", "testing"},
    "serve": {"learn"},
}

# Up to and including this layer, nothing but the compiler's and the system's own headers.
LAST_WITHOUT_THIRD_PARTY = "banyan.hpp"

# The only folders that see libtorch and MPI.
TORCH_FOLDER = "learn/torch"
MPI_FOLDER = "cluster/mpi"

# Headers that a change makes many units compile anew, and by how many units of src/ each may be included, directly
# or through others. A unit made for each game (*.cpp.in) counts as many times as there are games.
MOST_UNITS = {"nn/inference.hpp": 8}

# Headers of C++20, of C as C++ names them, of the compiler and of POSIX.
STANDARD = set("""
algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts
condition_variable coroutine deque exception execution filesystem format forward_list fstream functional
future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory
memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex scoped_allocator
semaphore set shared_mutex source_location span sstream stack stdexcept stop_token streambuf string
string_view strstream syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map
unordered_set utility valarray variant vector version
cassert cctype cerrno cfenv cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg cstddef cstdint
cstdio cstdlib cstring ctime cuchar cwchar cwctype
cpuid.h dlfcn.h immintrin.h
errno.h fcntl.h poll.h pthread.h sched.h signal.h termios.h time.h unistd.h
emmintrin.h sys/file.h sys/ioctl.h sys/mman.h sys/prctl.h sys/resource.h sys/stat.h sys/time.h sys/types.h sys/wait.h
""".split())

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
CONDITION = re.compile(r"^\s*#\s*(?:if|ifdef|ifndef|elif)\b.*?\b(BANYAN_\w+)")
DEFINITION = re.compile(r"^\s*#\s*define\s+(BANYAN_\w+)", re.MULTILINE)
DIRECTIVE = re.compile(r"^\s*#\s*(\w+)(.*)")
COMPILER_MACRO = re.compile(r"\b__\w+")
INLINE_NAMESPACE = re.compile(r"^\s*inline\s+namespace\s+\w+\s*\{\s*$")
LITERAL = re.compile(r""" "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)' """, re.VERBOSE)
CONTINUED = re.compile(r"(?:.*\\\n)+.*")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SOURCES = {".hpp", ".cpp", ".h", ".def", ".inc", ".ipp"}


def layer_of(path):
    """The layer of a path relative to src/banyan."""
    return path.parts[0]


def may_include(source, target):
    """Whether a file of one layer may include one of another."""
    if source == target:
        return True
    if source not in ORDER or target not in ORDER:
        return False
    if target in BANS.get(source, set()):
        return False
    return ORDER.index(target) < ORDER.index(source)


def third_party_allowed(source):
    return source in ORDER and ORDER.index(source) > ORDER.index(LAST_WITHOUT_THIRD_PARTY)


def without_comments(text):
    return COMMENT.sub(lambda comment: "\n" * comment.group().count("\n"), text)


def joined(lines):
    """A line that goes on in the next ones as one line, and as many empty ones as it took."""
    return lines.group().replace("\\\n", " ") + "\n" * lines.group().count("\n")


def includes_of(text):
    """Line number, kind of bracket and name of each include; commented ones don't count."""
    for number, line in enumerate(without_comments(text).splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match.group(1), match.group(2)


def build_macros_of(text):
    """Line number and name of each macro that a header asks for and does not define itself."""
    defined = set(DEFINITION.findall(text))
    for number, line in enumerate(without_comments(text).splitlines(), 1):
        if (match := CONDITION.match(line)) and match.group(1) not in defined:
            yield number, match.group(1)


class CompilerMacros:
    """Reads a header line by line, and finds conditions on macros of the compiler that make one name mean two
    things: all but those around directives, or around the opening of an inline namespace, or within one that
    was opened under the same macros."""

    def __init__(self, text):
        # A directive that goes on in the next line is one line; its number is that of the first.
        self.lines = CONTINUED.sub(joined, without_comments(text)).splitlines()
        self.conditions = []  # the open ones: line number, macros, depth of braces before
        self.depth = 0  # of braces
        self.namespaces = []  # the open ones that are named for macros: depth outside of it, macros
        self.found = {}  # line number of a condition -> macros

    def named(self):
        return frozenset().union(*(macros for _, macros in self.namespaces))

    def problems(self):
        for number, line in enumerate(self.lines, 1):
            if directive := DIRECTIVE.match(line):
                self.read_directive(number, *directive.groups())
            elif code := LITERAL.sub("", line).split("//")[0].strip():
                self.read_code(code)
        return sorted(self.found.items())

    def read_directive(self, number, word, rest):
        if word in ("if", "ifdef", "ifndef"):
            self.conditions.append([number, frozenset(COMPILER_MACRO.findall(rest)), self.depth])
        elif word in ("elif", "else") and self.conditions:
            self.conditions[-1][1] |= frozenset(COMPILER_MACRO.findall(rest))
            self.leave_branch()
        elif word == "endif" and self.conditions:
            _, macros, depth = self.conditions.pop()
            if self.depth > depth and macros:  # its branches have opened a namespace
                self.namespaces.append((depth, macros))

    def leave_branch(self):
        """Each branch opens the same braces; only those of the last one are counted."""
        self.depth = self.conditions[-1][2]

    def read_code(self, code):
        asked = [condition for condition in self.conditions if condition[1] - self.named()]
        if not INLINE_NAMESPACE.match(code):
            for number, macros, _ in asked:
                self.found.setdefault(number, min(macros - self.named()))
        self.depth += code.count("{") - code.count("}")
        while self.namespaces and self.depth <= self.namespaces[-1][0]:
            self.namespaces.pop()


def problem_of(path, bracket, name):
    """What is wrong with one include of a file (its path relative to src/banyan), or None."""
    source = layer_of(path)
    if source not in ORDER:
        return f"'{source}' is not a layer; the layers are {' '.join(ORDER)}"
    if bracket == '"':
        return "project headers are included as <banyan/folder/file>, others with angle brackets too"
    if name.startswith("banyan/"):
        target_path = pathlib.PurePosixPath(name).relative_to("banyan")
        target = layer_of(target_path)
        if not may_include(source, target):
            return f"{source} may not include {target}"
        return None
    if name.startswith("torch/") and not path.as_posix().startswith(TORCH_FOLDER + "/"):
        return f"only {TORCH_FOLDER} may include libtorch"
    if name == "mpi.h" and not path.as_posix().startswith(MPI_FOLDER + "/"):
        return f"only {MPI_FOLDER} may include MPI"
    if name not in STANDARD and not third_party_allowed(source):
        return f"{source} may include no third-party header"
    return None


def units_including(root, header):
    """The units under root (paths relative to it) that include a header, directly or through others."""
    included = {}
    for file in root.rglob("*"):
        if file.is_file() and (file.suffix in SOURCES or file.name.endswith(".cpp.in")):
            names = (name for _, _, name in includes_of(file.read_text(encoding="utf-8")))
            included[file.relative_to(root).as_posix()] = {
                name.removeprefix("banyan/") for name in names if name.startswith("banyan/")}
    reached, new = set(), {header}
    while new:
        reached |= new
        new = {path for path, names in included.items() if names & new} - reached
    return sorted(path for path in reached if path.endswith((".cpp", ".cpp.in")))


def problem_of_units(root, header, most):
    """What is wrong where more units than allowed include a header, or None."""
    list_of_games = root / "games" / "games.def"
    games = list_of_games.read_text(encoding="utf-8").count("\nBANYAN_GAME(") if list_of_games.is_file() else 1
    units = units_including(root, header)
    count = sum(games if unit.endswith(".in") else 1 for unit in units)
    if count <= most:
        return None
    return f"{root / header}: {count} units include it, at most {most} may: {' '.join(units)}"


def check(root):
    """Every problem under root, as file:line: text."""
    problems = [problem for header, most in MOST_UNITS.items() if (problem := problem_of_units(root, header, most))]
    for file in sorted(root.rglob("*")):
        if not file.is_file() or file.suffix not in SOURCES:
            continue
        path = file.relative_to(root)
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".hpp":
            for number, macro in build_macros_of(text):
                problems.append(f"{file}:{number}: depends on {macro}: a header may not differ between units")
            for number, macro in CompilerMacros(text).problems():
                problems.append(f"{file}:{number}: depends on {macro}: only directives may, and what stands in an "
                                "inline namespace that is opened under that macro")
        for number, bracket, name in includes_of(text):
            if problem := problem_of(path, bracket, name):
                problems.append(f"{file}:{number}: includes {name}: {problem}")
    return problems


def main(arguments):
    if len(arguments) > 1 or (arguments and arguments[0] in ("-h", "--help")):
        print(__doc__.strip())
        return 0 if len(arguments) == 1 else 2
    default = pathlib.Path(__file__).resolve().parent.parent / "src" / "banyan"
    root = pathlib.Path(arguments[0]) if arguments else default
    if not root.is_dir():
        print(f"{root} is not a folder", file=sys.stderr)
        return 2
    problems = check(root)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
