"""Pictures for notebooks: boards, results and trees as SVG and HTML."""

from __future__ import annotations

from html import escape
from typing import Any

COLOURS = ["#b3402a", "#d9a514", "#2f6f8f", "#4f8a4c", "#7a5195", "#8c6d46", "#4d5a66", "#c2669a"]
CELL = 40
MARGIN = 26


def preformatted(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"


def _colour_of(owner: int, sides: list[dict[str, str]]) -> str:
    if owner < len(sides) and sides[owner]["colour"]:
        return sides[owner]["colour"]
    return COLOURS[owner % len(COLOURS)]


def _text(x: float, y: float, text: str, size: float, colour: str = "#333", anchor: str = "middle",
          halo: bool = False) -> str:
    edge = ' stroke="#fff" stroke-width="3" paint-order="stroke"' if halo else ""
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{colour}" text-anchor="{anchor}" '
            f'dominant-baseline="central" font-family="sans-serif"{edge}>{escape(text)}</text>')


def _ink_on(colour: str) -> str:
    """Black or white, whichever is read more easily on a colour such as #f4f1e8 or #222."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[i:i + 2], 16) for i in (0, 2, 4))
    return "#000" if 0.3 * red + 0.6 * green + 0.1 * blue > 140 else "#fff"


def _tile_colour(text: str) -> str:
    step = int(text).bit_length() if text.isdigit() else 0
    return f"hsl({max(8, 48 - 3 * step)},{min(85, 30 + 5 * step)}%,{max(42, 88 - 4 * step)}%)"


def _cell(cell: dict[str, Any], x: float, y: float, style: str, dark: bool, sides: list[dict[str, str]],
          wins: bool) -> str:
    """One cell, whose middle is at (x, y)."""
    half = CELL / 2
    parts = []
    round_pieces = style in ("holes", "stones", "felt", "pegs")
    if style == "hexagons":
        points = " ".join(f"{x + dx * half:.1f},{y + dy * half:.1f}" for dx, dy in
                          ((0, -1.12), (0.97, -0.56), (0.97, 0.56), (0, 1.12), (-0.97, 0.56), (-0.97, -0.56)))
        fill = _colour_of(cell["owner"], sides) if cell["owner"] >= 0 else "#f3ead8"
        parts.append(f'<polygon points="{points}" fill="{fill}" stroke="#8a7a5c"/>')
    elif style == "stones":
        parts.append(f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{CELL + 1}" height="{CELL + 1}" '
                     f'fill="#e3c17f"/><path d="M{x - half} {y}H{x + half}M{x} {y - half}V{y + half}" '
                     f'stroke="#6b5a3a"/>')
    else:
        fill = {"felt": "#2e7d4f", "holes": "#2b5fa8", "checkered": "#b58863" if dark else "#f0d9b5",
                "tiles": "#cdc1b4"}.get(style, "#faf7f0")
        if style == "tiles" and cell["text"]:
            fill = _tile_colour(cell["text"])
        parts.append(f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{CELL}" height="{CELL}" fill="{fill}" '
                     f'stroke="#00000030"/>')
    if round_pieces and (cell["owner"] >= 0 or style in ("holes", "pegs")):
        fill = _colour_of(cell["owner"], sides) if cell["owner"] >= 0 else "#f4f1e8"
        edge = ' stroke="#111" stroke-width="3"' if wins else ' stroke="#0006"'
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half * 0.82:.1f}" fill="{fill}"{edge}/>')
    elif cell["text"] and style != "hexagons" and not (round_pieces and cell["owner"] < 0):
        text = cell["glyph"] or cell["text"]
        size = CELL * (0.62 if len(text) < 2 else 0.9 / len(text) + 0.12)
        owner = cell["owner"]
        colour = "#333" if owner < 0 or cell["glyph"] else _colour_of(owner, sides)
        if cell["glyph"] and owner >= 0:
            side = _colour_of(owner, sides)
            colour = "#111" if _ink_on(side) == "#fff" else "#fff"
            parts.append(_text(x, y, text, size * 1.06, "#444"))
        parts.append(_text(x, y, text, size, colour))
    return "".join(parts)


def board(state: Any) -> str | None:
    """A state as SVG; None where the game has no board."""
    picture = state.picture
    if picture is None or picture["columns"] == 0:
        return None
    about = state.game.about["description"]
    style, sides = about["board"], about["sides"]
    columns, rows = picture["columns"], picture["rows"]
    shift = picture["row_shift"] * CELL
    width = 2 * MARGIN + columns * CELL + shift * (rows - 1)
    lines = [line for line in picture["caption"].splitlines() if line]
    height = 2 * MARGIN + rows * CELL + 18 * len(lines)
    parts = []
    winning = set(picture["winning"])
    for i, cell in enumerate(picture["cells"]):
        if cell["absent"]:
            continue
        row, column = divmod(i, columns)
        x = MARGIN + (column + 0.5) * CELL + row * shift
        y = MARGIN + (row + 0.5) * CELL
        parts.append(_cell(cell, x, y, style, (row + column) % 2 == 1, sides, i in winning))
    for column, label in enumerate(picture["column_labels"]):
        parts.append(_text(MARGIN + (column + 0.5) * CELL, MARGIN / 2, label, 12))
    for row, label in enumerate(picture["row_labels"]):
        parts.append(_text(MARGIN / 2 + row * shift, MARGIN + (row + 0.5) * CELL, label, 12))
    for number, line in enumerate(lines):
        parts.append(_text(MARGIN, 1.6 * MARGIN + rows * CELL + 18 * number, line, 12, anchor="start"))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}">{"".join(parts)}</svg>')


def result(found: Any) -> str:
    """The moves of a result as a table with bars, beside the board."""
    most = max([1, *(int(n) for n in found.moves.visits)])
    rows = []
    for move in found.moves[:12]:
        bar = f'<div style="background:#4f8a4c;height:10px;width:{max(1, round(140 * move.visits / most))}px"></div>'
        value = "" if move.value != move.value else f"{move.value:+.3f}"
        note = move.proven or ("" if move.low != move.low else f"{move.low:.2f} … {move.high:.2f}")
        rows.append(f"<tr><td><b>{escape(move.move)}</b></td><td>{bar}</td><td>{move.visits}</td>"
                    f"<td>{value}</td><td>{note}</td></tr>")
    left_out = len(found.moves) - 12
    more = f"<tr><td colspan=5>{left_out} more moves</td></tr>" if left_out > 0 else ""
    table = ("<table><tr><th>move</th><th></th><th>visits</th><th>value</th><th>95 %</th></tr>"
             + "".join(rows) + more + "</table>")
    words = (f"{found.simulations} simulations in {found.seconds:.2f} s, depth {found.max_depth}, "
             f"line {escape(' '.join(found.line[:12]))}")
    picture = board(found.state) or ""
    return (f'<div style="display:flex;gap:24px;align-items:flex-start">{picture}'
            f"<div>{table}<p>{words}</p></div></div>")


def tree(node: Any) -> str:
    """A tree from left to right: a line's width is the share of visits, its colour the value."""
    row_height, level_width = 24, 120
    parts: list[str] = []
    deepest = [0]

    def place(here: Any, level: int, top: float) -> tuple[float, float]:
        """Draws a subtree below `top`; answers where its node is, and where the next one may begin."""
        deepest[0] = max(deepest[0], level)
        spots = []
        below = top
        for child in here.children:
            middle, below = place(child, level + 1, below)
            spots.append((child, middle))
        y = (spots[0][1] + spots[-1][1]) / 2 if spots else top + row_height / 2
        x = 16 + level * level_width
        for child, middle in spots:
            share = child.visits / max(1, here.visits)
            parts.append(f'<path d="M{x} {y:.1f}C{x + 60} {y:.1f} {x + 60} {middle:.1f} {x + level_width} {middle:.1f}" '
                         f'fill="none" stroke="#6b7a86" stroke-width="{1 + 7 * share:.1f}" opacity="0.6"/>')
        parts.append(_node(here, x, y))
        return y, max(below, top + row_height)

    _, height = place(node, 0, 8)
    width = 16 + deepest[0] * level_width + 110
    parts.sort(key=lambda part: not part.startswith("<path"))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + 8:.0f}" '
            f'viewBox="0 0 {width} {height + 8:.0f}">{"".join(parts)}</svg>')


def _node(node: Any, x: float, y: float) -> str:
    mean = 0.5 if node.mean is None else min(1.0, max(0.0, node.mean))
    colour = f"hsl({120 * mean:.0f},55%,45%)"
    value = node.proven or ("" if node.value is None else f"{node.value:+.2f}")
    words = f"{node.move or 'root'} {node.visits} {value}"
    return f'<circle cx="{x}" cy="{y:.1f}" r="6" fill="{colour}"/>' + _text(x + 10, y, words, 11, anchor="start", halo=True)
