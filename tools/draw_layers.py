#!/usr/bin/env python3
"""Draws the layers of src/banyan as an SVG: the folders in their order, their sizes, and who includes whom.

Arrows are the includes that there are, less those that follow from others (if serve includes session and
session includes game, there is no arrow from serve to game).

    tools/draw_layers.py [FILE]             draws; default: docs/images/layers.svg
    tools/draw_layers.py --check [FILE]     exits with 1 if folders or arrows have changed since; sizes may differ
"""

import html
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import check_layers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEFAULT = ROOT / "docs" / "images" / "layers.svg"
ROW, BAR, LEFT, WIDEST, WIDTH = 40, 28, 110, 330, 860
COLOURS = {"library": "#2f7d5b", "program": "#3b6ea8"}


def layers_of(root):
    """The lines of code of each folder, and the set of (source, target) among folders."""
    lines, edges = {}, set()
    for file in sorted(root.rglob("*")):
        path = file.relative_to(root)
        if not file.is_file() or file.suffix not in check_layers.SOURCES or len(path.parts) < 2:
            continue
        source, text = check_layers.layer_of(path), file.read_text(encoding="utf-8")
        lines[source] = lines.get(source, 0) + text.count("\n")
        for _, _, name in check_layers.includes_of(text):
            parts = name.split("/")
            if parts[0] == "banyan" and len(parts) > 2 and parts[1] != source:
                edges.add((source, parts[1]))
    return lines, edges


def without_implied(edges):
    """The edges that no longer path implies (the transitive reduction; the layers have no cycles)."""
    following = {}
    for source, target in edges:
        following.setdefault(source, set()).add(target)

    def reaches(source, target):
        return any(step == target or reaches(step, target) for step in following.get(source, ()))

    return {
        (source, target)
        for source, target in edges
        if not any(step != target and reaches(step, target) for step in following[source])
    }


def structure_of(names, edges):
    """What must be up to date, as one line."""
    arrows = sorted(f"{source}>{target}" for source, target in edges)
    return " ".join([*names, *arrows])


def arrow(source, target, rows):
    """An arc on the right of the bars, from the folder that includes to the one that is included."""
    start, end = (rows[name] * ROW + 60 for name in (source, target))
    x = LEFT + WIDEST + 26
    reach = x + 26 + 17 * abs(rows[source] - rows[target])
    return (f'<path class="arrow" d="M{x} {start - 4} C{reach} {start - 4} {reach} {end + 4} {x} {end + 4}"'
            f' marker-end="url(#head)"><title>{source} includes {target}</title></path>')


def draw(lines, edges):
    names = [name for name in check_layers.ORDER if name in lines]
    rows = {name: row for row, name in enumerate(names)}
    reduced = without_implied(edges)
    last = check_layers.ORDER.index(check_layers.LAST_WITHOUT_THIRD_PARTY)
    largest = max(lines.values())
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {len(names) * ROW + 60}"'
        ' role="img" font-family="system-ui, sans-serif" font-size="14">',
        "<title>The folders of src/banyan: each includes only folders above it</title>",
        f"<metadata>{html.escape(structure_of(names, reduced))}</metadata>",
        "<style>text{fill:#222}.arrow{fill:none;stroke:#777;stroke-width:1.3}.head{fill:#777}"
        ".paper{fill:#fff}.note{fill:#666}"
        "@media(prefers-color-scheme:dark){text{fill:#eee}.paper{fill:#16181b}.arrow{stroke:#999}"
        ".head{fill:#999}.note{fill:#aaa}}</style>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
        ' orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker></defs>',
        f'<rect class="paper" width="{WIDTH}" height="{len(names) * ROW + 60}"/>',
        f'<text class="note" x="{LEFT}" y="24">lines of code</text>',
        f'<text class="note" x="{LEFT + WIDEST + 30}" y="24">an arrow points at what is included</text>',
    ]
    for name, row in rows.items():
        kind = "library" if check_layers.ORDER.index(name) <= last else "program"
        width, top = max(6, lines[name] / largest * WIDEST), row * ROW + 60 - BAR / 2
        parts += [
            f'<text x="{LEFT - 12}" y="{top + 19}" text-anchor="end">{name}/</text>',
            f'<rect x="{LEFT}" y="{top}" width="{width:.0f}" height="{BAR}" rx="4" fill="{COLOURS[kind]}"/>',
        ]
        inside = width > 70
        size = f"{round(lines[name], -2):,}" if lines[name] >= 50 else "under 50"
        parts.append(
            f'<text x="{LEFT + (10 if inside else width + 8):.0f}" y="{top + 19}"'
            f'{" style=" + chr(34) + "fill:#fff" + chr(34) if inside else ""}>{size}</text>')
    parts += [arrow(*edge, rows) for edge in sorted(reduced)]
    x, y = WIDTH - 190, len(names) * ROW + 20
    for kind, what in (("library", "headers-only library"), ("program", "program")):
        parts += [f'<rect x="{x}" y="{y - 11}" width="12" height="12" fill="{COLOURS[kind]}"/>',
                  f'<text class="note" x="{x + 18}" y="{y}">{what}</text>']
        y += 20
    return "\n".join([*parts, "</svg>"]) + "\n"


def is_current(picture, lines, edges):
    names = [name for name in check_layers.ORDER if name in lines]
    match = re.search(r"<metadata>(.*?)</metadata>", picture)
    return bool(match) and html.unescape(match.group(1)) == structure_of(names, without_implied(edges))


def main(arguments):
    check = arguments[:1] == ["--check"]
    files = arguments[1:] if check else arguments
    if len(files) > 1 or any(file.startswith("-") for file in files):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    file = pathlib.Path(files[0]) if files else DEFAULT
    lines, edges = layers_of(ROOT / "src" / "banyan")
    if not check:
        file.write_text(draw(lines, edges), encoding="utf-8")
        return 0
    if file.is_file() and is_current(file.read_text(encoding="utf-8"), lines, edges):
        return 0
    print(f"{file} does not show the folders and includes of today; run tools/draw_layers.py")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
