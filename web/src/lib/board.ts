// What a board's picture means for drawing: which cell a move points at, which was played last, and how warm
// each is in a search's eyes.
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
