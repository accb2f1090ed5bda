// A move made by pointing at cells: one cell, from and to, each landing of a chain of jumps. What several moves with the
// same cells differ in (a promotion) is chosen at the end.

export interface Pointed {
  move: string;
  cells: number[];
}

export interface Step {
  path: number[]; // the cells pointed at so far
  play: string | null; // the move that this completes
  choices: string[]; // or several, to choose from
}

const begins = (cells: number[], path: number[]) => cells.length >= path.length && path.every((cell, i) => cells[i] === cell);

// The moves that go on from the cells pointed at so far.
export function movesAfter(moves: Pointed[], path: number[]): Pointed[] {
  return moves.filter((each) => each.cells.length > 0 && begins(each.cells, path));
}

// The cells that may come next: where a move begins, or where it goes on. A chain may also be left by jumping right to
// its end.
export function nextCells(moves: Pointed[], path: number[]): Set<number> {
  const next = new Set<number>();
  for (const { cells } of movesAfter(moves, path)) {
    if (cells.length > path.length) next.add(cells[path.length]!);
    if (path.length > 0) next.add(cells.at(-1)!);
  }
  return next;
}

function finish(path: number[], complete: Pointed[]): Step {
  if (complete.length === 1) return { path: [], play: complete[0]!.move, choices: [] };
  return { path, play: null, choices: complete.map((each) => each.move) };
}

// What pointing at a cell does.
export function point(moves: Pointed[], path: number[], cell: number): Step {
  const nothing: Step = { path: [], play: null, choices: [] };
  const complete = (cells: number[]) => movesAfter(moves, cells).filter((each) => each.cells.length === cells.length);
  // The last cell again: a chain that could go on ends here, and a piece that was only picked up is put down.
  if (path.length > 0 && path.at(-1) === cell && !movesAfter(moves, [...path, cell]).length) {
    const ended = complete(path);
    return ended.length ? finish(path, ended) : nothing;
  }
  const longer = [...path, cell];
  const following = movesAfter(moves, longer);
  if (following.length) {
    const ended = complete(longer);
    return ended.length === following.length ? finish(longer, ended) : { path: longer, play: null, choices: [] };
  }
  // Right to the end of a chain, where only one leads there.
  const ending = path.length ? movesAfter(moves, path).filter((each) => each.cells.at(-1) === cell) : [];
  if (ending.length) return finish(ending.length === 1 ? path : longer, ending);
  // Another piece instead.
  return path.length ? point(moves, [], cell) : nothing;
}
