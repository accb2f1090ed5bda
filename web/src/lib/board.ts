// What a board's picture means for drawing: which cell a move points at, which was played last, and how warm
// each is in a search's eyes.
import { parseSpec } from './spec';
import type { Analysis, MoveStats, Picture } from './types';

export type BoardStyle = 'marks' | 'holes' | 'stones' | 'felt' | 'sticks' | 'tiles' | 'plain';

const styles: Record<string, BoardStyle> = {
  tictactoe: 'marks',
  connect4: 'holes',
  gomoku: 'stones',
  othello: 'felt',
  nim: 'sticks',
  twenty48: 'tiles',
};

// A game without a style of its own gets a plain board.
export function boardStyle(name: string): BoardStyle {
  return styles[name] ?? 'plain';
}

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

// Legal moves that no cell stands for: pass, roll, hold.
export function movesWithoutCell(picture: Picture | null, legal: string[]): string[] {
  if (!picture) return legal;
  const on = new Set(picture.moves);
  return legal.filter((move) => !on.has(move));
}

// What a cell is called, and what stands on it: "column 4, row 1: Yellow", "d3: empty", "heap 2, stick 3".
export function cellName(picture: Picture, cell: number, style: BoardStyle, names: string[]): string {
  const place = placeName(picture, cell, style);
  const [owner, text] = [picture.owners[cell] ?? -1, picture.texts[cell] ?? ''];
  if (style === 'sticks') return text ? place : `${place}: taken`;
  return `${place}: ${text === '' ? 'empty' : (names[owner] ?? text)}`;
}

function placeName(picture: Picture, cell: number, style: BoardStyle): string {
  const [x, y] = [cell % picture.columns, Math.floor(cell / picture.columns)];
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

export function heatMap(picture: Picture, analysis: Analysis | null): Map<number, Heat> {
  const heat = new Map<number, Heat>();
  if (!analysis) return heat;
  const total = analysis.moves.reduce((sum, move) => sum + move.visits, 0);
  const most = Math.max(1, ...analysis.moves.map((move) => move.visits));
  if (total === 0) return heat;
  for (const stats of analysis.moves) {
    if (stats.visits === 0) continue;
    const cell = targetCell(picture, stats.move);
    if (cell === null) continue;
    heat.set(cell, {
      share: stats.visits / total,
      warmth: stats.visits / most,
      stats,
      best: stats.move === analysis.best,
    });
  }
  return heat;
}

// The nearest of some cells in a direction, for arrow keys: straight ahead first, then a little aside.
export function nextCell(picture: Picture, from: number, key: string, among: number[]): number | null {
  const step: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const direction = step[key];
  if (!direction) return null;
  const [dx, dy] = direction;
  const x = from % picture.columns;
  const y = Math.floor(from / picture.columns);
  let best: number | null = null;
  let bestDistance = Infinity;
  for (const cell of among) {
    const ahead = ((cell % picture.columns) - x) * dx + (Math.floor(cell / picture.columns) - y) * dy;
    const aside = Math.abs(((cell % picture.columns) - x) * dy) + Math.abs((Math.floor(cell / picture.columns) - y) * dx);
    if (ahead <= 0) continue;
    const distance = ahead + 3 * aside;
    if (distance < bestDistance) [best, bestDistance] = [cell, distance];
  }
  return best;
}

// How many stand in a row to win, where that is how a game is won.
export function rowToWin(game: string): number | null {
  const { name, values } = parseSpec(game);
  return { tictactoe: 3, connect4: 4, gomoku: Number(values.line ?? 5) }[name] ?? null;
}

// The cells of all rows that long or longer which one player has: why the game was won.
export function wonCells(picture: Picture, needed: number): Set<number> {
  const won = new Set<number>();
  picture.owners.forEach((owner, start) => {
    if (owner < 0) return;
    for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]] as const) {
      const row: number[] = [];
      let [x, y] = [start % picture.columns, Math.floor(start / picture.columns)];
      while (x < picture.columns && y >= 0 && y < picture.rows && picture.owners[y * picture.columns + x] === owner) {
        row.push(y * picture.columns + x);
        [x, y] = [x + dx, y + dy];
      }
      if (row.length >= needed) row.forEach((cell) => won.add(cell));
    }
  });
  return won;
}

// Heaps of sticks, from the left. Which of them a move takes: the cell it points at, and all to its right.
export function takenSticks(picture: Picture, cell: number): number[] {
  const end = (Math.floor(cell / picture.columns) + 1) * picture.columns;
  return picture.texts.flatMap((text, i) => (i >= cell && i < end && text !== '' ? [i] : []));
}

// Where sticks lay before they were taken, by moves like 2-3: three from the second heap.
export function emptySlots(picture: Picture, moves: string[]): Set<number> {
  const slots = new Set<number>();
  for (let row = 0; row < picture.rows; ++row) {
    const taken = moves.filter((move) => move.startsWith(`${row + 1}-`)).reduce((sum, move) => sum + Number(move.split('-')[1]), 0);
    const first = picture.texts.slice(row * picture.columns, (row + 1) * picture.columns).filter((text) => text !== '').length;
    for (let i = first; i < Math.min(first + taken, picture.columns); ++i) slots.add(row * picture.columns + i);
  }
  return slots;
}
