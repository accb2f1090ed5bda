// How the tiles of 2048 go from one board to the next: each tile slides to where it ends, two that meet become
// one. Boards are rows of numbers from the top, 0 for empty.

export interface Tile {
  id: number;
  value: number;
  cell: number;
  merged: boolean; // has just become of two
  fresh: boolean; // has just appeared
  gone: boolean; // ends under another one
}

export const side = 4;

// The cells of each line in the order in which a direction pushes them.
function lines(direction: string): number[][] {
  const range = [...Array(side).keys()];
  return range.map((line) =>
    range.map((i) => {
      const at = direction === 'right' || direction === 'down' ? side - 1 - i : i;
      return direction === 'left' || direction === 'right' ? line * side + at : at * side + line;
    }),
  );
}

export const isPush = (move: string) => ['up', 'down', 'left', 'right'].includes(move);

// A push in numbers: the board after it, and the points it brings.
export function push(board: number[], direction: string): { board: number[]; points: number } {
  const after = Array<number>(side * side).fill(0);
  let points = 0;
  for (const line of lines(direction)) {
    let place = 0;
    let open = false; // the last tile put down may still meet another
    for (const cell of line) {
      const value = board[cell] ?? 0;
      if (value === 0) continue;
      const before = line[place - 1];
      if (open && before !== undefined && after[before] === value) {
        after[before] = 2 * value;
        points += 2 * value;
        open = false;
      } else {
        after[line[place++]!] = value;
        open = true;
      }
    }
  }
  return { board: after, points };
}

// The tiles after a push: where each comes to stand, and what two of a kind become.
export function slide(tiles: Tile[], direction: string, nextId: () => number): Tile[] {
  const standing = tiles.filter((tile) => !tile.gone);
  const result: Tile[] = [];
  for (const line of lines(direction)) {
    let place = 0;
    let open: Tile | null = null;
    for (const cell of line) {
      const tile = standing.find((each) => each.cell === cell);
      if (!tile) continue;
      if (open && open.value === tile.value) {
        const target = open.cell;
        open.gone = true;
        result.push({ ...tile, cell: target, gone: true, merged: false, fresh: false });
        result.push({ id: nextId(), value: tile.value * 2, cell: target, merged: true, fresh: false, gone: false });
        open = null;
      } else {
        open = { ...tile, cell: line[place++]!, merged: false, fresh: false, gone: false };
        result.push(open);
      }
    }
  }
  return result;
}

// The tiles that show this board: those that stand there already stay, others appear.
export function settle(tiles: Tile[], board: number[], nextId: () => number): Tile[] {
  const result = tiles.filter((tile) => tile.gone);
  board.forEach((value, cell) => {
    if (value === 0) return;
    const there = tiles.find((tile) => !tile.gone && tile.cell === cell && tile.value === value);
    result.push(there ?? { id: nextId(), value, cell, merged: false, fresh: true, gone: false });
  });
  return result;
}

// The tiles of the next board to show: one push slides. Where there were more, or it went back, tiles are just put there:
// several at a time would appear for ever and never be seen.
export function advance(tiles: Tile[], pushes: string[], board: number[], nextId: () => number): Tile[] {
  if (pushes.length === 1) return settle(slide(tiles, pushes[0]!, nextId), board, nextId);
  const standing = tiles.filter((tile) => !tile.gone);
  return settle(standing, board, nextId).map((tile) => ({ ...tile, fresh: false, merged: false }));
}
