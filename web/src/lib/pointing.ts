// A move made by pointing at cells: one cell, from and to, each landing of a chain of jumps. What several moves with the
// same cells differ in (a promotion) is chosen at the end.

export interface Pointed {
  move: string;
  cells: number[];
  pairs?: boolean; // from and to of several pieces, one after the other
}

export interface Step {
  path: number[]; // the cells pointed at so far
  play: string | null; // the move that this completes
  choices: string[]; // or several, to choose from
}

// Moves of several pieces, from and to of each: the pieces may be moved in any order, if one `stands` where each begins or
// has come there.
export function inAnyOrder(moves: Pointed[], stands: (cell: number) => boolean): Pointed[] {
  const isPossible = (pairs: [number, number][]) => pairs.every(([from], i) => stands(from) || pairs.slice(0, i).some(([, to]) => to === from));
  const orders = (pairs: [number, number][]): [number, number][][] => {
    if (pairs.length <= 1) return [pairs];
    const seen = new Set<string>();
    return pairs.flatMap((pair, i) => {
      if (seen.has(pair.join())) return [];
      seen.add(pair.join());
      return orders(pairs.filter((_, j) => j !== i)).map((rest) => [pair, ...rest]);
    });
  };
  return moves.flatMap(({ move, cells }) => {
    const pairs = cells.flatMap((cell, i): [number, number][] => (i % 2 === 0 && i + 1 < cells.length ? [[cell, cells[i + 1]!]] : []));
    return orders(pairs).filter(isPossible).map((order) => ({ move, cells: order.flat(), pairs: true }));
  });
}

// Whether what is left of a move is the way of one piece, so that its end alone says it.
function isOneWay({ cells, pairs }: Pointed, from: number): boolean {
  if (!pairs) return true;
  if (from % 2 === 0) return false;
  for (let i = from; i + 1 < cells.length; i += 2) if (cells[i] !== cells[i + 1]) return false;
  return true;
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
  for (const each of movesAfter(moves, path)) {
    if (each.cells.length > path.length) next.add(each.cells[path.length]!);
    if (path.length > 0 && isOneWay(each, path.length)) next.add(each.cells.at(-1)!);
  }
  return next;
}

function finish(path: number[], complete: Pointed[]): Step {
  const choices = [...new Set(complete.map((each) => each.move))];
  if (choices.length === 1) return { path: [], play: choices[0]!, choices: [] };
  return { path, play: null, choices };
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
  const ending = path.length ? movesAfter(moves, path).filter((each) => each.cells.at(-1) === cell && isOneWay(each, path.length)) : [];
  if (ending.length) return finish(ending.length === 1 ? path : longer, ending);
  // Another piece instead.
  return path.length ? point(moves, [], cell) : nothing;
}
