// What a board's picture means for drawing: where its cells are, which cell a move points at, which was played last, and
// how much of a search went to each.
import type { Analysis, BoardStyle, MoveStats, Picture } from './types';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Layout extends Box {
  cells: Box[];
}

export const unit = 100;
const hexagonStep = 86.6; // from row to row of hexagons that are 100 wide

// Where each cell is drawn, and the box around all of them.
export function layoutOf(picture: Picture, style: BoardStyle): Layout {
  const absent = new Set(picture.absent);
  const size = (i: number) => (style === 'dots' && i % 2 === 0 ? 34 : unit);
  const start = (i: number) => (style === 'dots' ? Math.ceil(i / 2) * 34 + Math.floor(i / 2) * unit : i * unit);
  const pointed = style === 'points' && picture.rows === 2;
  const cells = picture.texts.map((_, cell) => {
    const [column, row] = [cell % picture.columns, Math.floor(cell / picture.columns)];
    if (pointed) return { x: column * unit, y: row * 560, width: unit, height: 480 };
    const step = picture.row_shift === 0 ? start(row) : row * hexagonStep;
    return { x: start(column) + row * picture.row_shift * unit, y: step, width: size(column), height: size(row) };
  });
  const there = cells.filter((_, cell) => !absent.has(cell));
  const [x, y] = [Math.min(0, ...there.map((box) => box.x)), Math.min(0, ...there.map((box) => box.y))];
  const left = there.length ? Math.min(...there.map((box) => box.x)) : x;
  const right = Math.max(unit, ...there.map((box) => box.x + box.width));
  const bottom = Math.max(unit, ...there.map((box) => box.y + box.height));
  return { x: left, y, width: right - left, height: bottom - y, cells };
}

export const middle = (box: Box): [number, number] => [box.x + box.width / 2, box.y + box.height / 2];

// A hexagon with a corner on top, in a cell of 100.
export const hexagon = [0, 1, 2, 3, 4, 5].map((i) => [50 + 57.7 * Math.sin((i * Math.PI) / 3), 50 - 57.7 * Math.cos((i * Math.PI) / 3)] as const);

function cellsOf(picture: Picture, move: string): number[] {
  const cells: number[] = [];
  picture.moves.forEach((each, i) => {
    if (each === move && move !== '') cells.push(i);
  });
  return cells;
}

// Where a move would put something: the only cell that has it, or the lowest empty one of a column.
export function targetCell(picture: Picture, move: string): number | null {
  const cells = cellsOf(picture, move);
  if (cells.length <= 1) return cells[0] ?? null;
  const empty = cells.filter((i) => picture.texts[i] === '');
  return empty[empty.length - 1] ?? null;
}

// Where the keyboard finds a move, legal or not: each has one cell, so that the focus stays where it was when a
// move was made.
export function stopCells(picture: Picture): Map<string, number> {
  const stops = new Map<string, number>();
  picture.moves.forEach((move, cell) => {
    if (move !== '' && !stops.has(move)) stops.set(move, targetCell(picture, move) ?? cell);
  });
  return stops;
}

// Where the last move stands: the only cell that has it, or the highest taken one of a column.
export function lastMoveCell(picture: Picture, move: string | undefined): number | null {
  if (move === undefined) return null;
  const taken = cellsOf(picture, move).filter((i) => picture.texts[i] !== '');
  return taken[0] ?? null;
}

// Legal moves that can't be pointed at: pass, roll, hold.
export function movesWithoutCell(picture: Picture | null, legal: string[], legalCells: number[][] = []): string[] {
  if (!picture) return legal;
  if (legalCells.length) return legal.filter((_, i) => !legalCells[i]?.length);
  const on = new Set(picture.moves);
  return legal.filter((move) => !on.has(move));
}

// What a cell is called, and what stands on it: "column 4, row 1: Yellow", "d3: empty", "e4: White N", "heap 2, stick 3".
export function cellName(picture: Picture, cell: number, style: BoardStyle, names: string[]): string {
  const place = placeName(picture, cell, style);
  const owner = picture.owners[cell] ?? -1;
  const text = style === 'points' ? picture.glyphs[cell] || (picture.texts[cell] ?? '') : (picture.texts[cell] ?? '');
  if (style === 'sticks') return text ? place : `${place}: taken`;
  if (text === '') return `${place}: empty`;
  const name = names[owner];
  if (name === undefined) return `${place}: ${text}`;
  return `${place}: ${style !== 'points' && isPlain(picture, owner) ? name : `${name} ${text}`}`;
}

// Whether all pieces of a player are alike.
function isPlain(picture: Picture, owner: number): boolean {
  const texts = picture.texts.filter((text, i) => picture.owners[i] === owner && text !== '');
  return texts.every((text) => text === texts[0] && !/^\d+$/.test(text));
}

function placeName(picture: Picture, cell: number, style: BoardStyle): string {
  const [x, y] = [cell % picture.columns, Math.floor(cell / picture.columns)];
  if (picture.names[cell]) return picture.names[cell];
  const column = picture.column_labels[x] ?? String(x + 1);
  const row = picture.row_labels[y] ?? String(y + 1);
  if (style === 'sticks') return `heap ${row}, stick ${x + 1}`;
  return /^[a-z]+$/i.test(column) && /^\d+$/.test(row) ? `${column}${row}` : `column ${column}, row ${row}`;
}

export interface Heat {
  share: number; // of all visits, 0 to 1
  warmth: number; // by the most visited move, 0 to 1
  stats: MoveStats;
  best: boolean;
}

// The share of visits of each cell; `cellOf` says where a move is drawn. Moves to the same cell add up.
export function heatMap(analysis: Analysis | null, cellOf: (move: string) => number | null): Map<number, Heat> {
  const heat = new Map<number, Heat>();
  const total = analysis?.moves.reduce((sum, move) => sum + move.visits, 0) ?? 0;
  if (!analysis || total === 0) return heat;
  for (const stats of analysis.moves) {
    const cell = stats.visits === 0 ? null : cellOf(stats.move);
    if (cell === null) continue;
    const before = heat.get(cell);
    heat.set(cell, {
      share: (before?.share ?? 0) + stats.visits / total,
      warmth: 0,
      stats: before?.stats ?? stats,
      best: before?.best === true || stats.move === analysis.best,
    });
  }
  const most = Math.max(...[...heat.values()].map((each) => each.share));
  for (const each of heat.values()) each.warmth = each.share / most;
  return heat;
}

// The nearest of some cells in a direction, for arrow keys: straight ahead first, then a little aside.
export function nextCell(layout: Layout, from: number, key: string, among: number[]): number | null {
  const step: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const direction = step[key];
  const start = layout.cells[from];
  if (!direction || !start) return null;
  const [dx, dy] = direction;
  const [x, y] = middle(start);
  let best: number | null = null;
  let bestDistance = Infinity;
  for (const cell of among) {
    const [cx, cy] = middle(layout.cells[cell]!);
    const ahead = (cx - x) * dx + (cy - y) * dy;
    const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
    if (ahead <= 1) continue;
    const distance = ahead + 3 * aside;
    if (distance < bestDistance) [best, bestDistance] = [cell, distance];
  }
  return best;
}

// Heaps of sticks, from the left. Which of them a move takes: the cell it points at, and all to its right.
export function takenSticks(picture: Picture, cell: number): number[] {
  const end = (Math.floor(cell / picture.columns) + 1) * picture.columns;
  return picture.texts.flatMap((text, i) => (i >= cell && i < end && text !== '' ? [i] : []));
}
