import { describe, expect, it } from 'vitest';
import { emptySlots, heatMap, lastMoveCell, movesWithoutCell, nextCell, rowToWin, stopCells, takenSticks, targetCell, wonCells } from '../../src/lib/board';
import type { Analysis, Picture } from '../../src/lib/types';

// Two columns of three, as Connect Four has them: every cell of a column stands for its move.
function columns(texts: string[]): Picture {
  return {
    columns: 2,
    rows: 3,
    texts,
    owners: texts.map((text) => (text === 'X' ? 0 : text === 'O' ? 1 : -1)),
    moves: ['1', '2', '1', '2', '1', '2'],
    column_labels: [],
    row_labels: [],
    caption: '',
  };
}
const empty = columns(['', '', '', '', '', '']);
const some = columns(['', '', 'O', '', 'X', '']);

describe('where a move points', () => {
  it('is the lowest empty cell of a column', () => {
    expect(targetCell(empty, '1')).toBe(4);
    expect(targetCell(some, '1')).toBe(0);
    expect(targetCell(some, '2')).toBe(5);
    expect(targetCell(columns(['X', '', 'O', '', 'X', '']), '1')).toBeNull();
    expect(targetCell(some, 'pass')).toBeNull();
  });
  it('was the highest taken one', () => {
    expect(lastMoveCell(some, '1')).toBe(2);
    expect(lastMoveCell(some, undefined)).toBeNull();
  });
});

it('moves that no cell stands for become buttons', () => {
  expect(movesWithoutCell(some, ['1', 'pass'])).toEqual(['pass']);
  expect(movesWithoutCell(null, ['roll', 'hold'])).toEqual(['roll', 'hold']);
});

it('heat is the share of visits, laid where a move would go', () => {
  const move = (name: string, visits: number) => ({ move: name, visits, value: 0, win_rate: 0.5, low: null, high: null, prior: null, proven: null, bounds: null });
  const analysis = { best: '2', moves: [move('2', 75), move('1', 25)] } as unknown as Analysis;
  const heat = heatMap(some, analysis);
  expect(heat.get(5)).toMatchObject({ share: 0.75, warmth: 1, best: true });
  expect(heat.get(0)).toMatchObject({ share: 0.25, best: false });
  expect(heatMap(some, null).size).toBe(0);
});

it('arrow keys go to the nearest cell that way', () => {
  expect(nextCell(some, 0, 'ArrowRight', [0, 5])).toBe(5);
  expect(nextCell(some, 0, 'ArrowLeft', [0, 5])).toBeNull();
  expect(nextCell(some, 0, 'x', [0, 5])).toBeNull();
});

describe('where the keyboard stops', () => {
  it('is one cell for each move, also for a column that is full', () => {
    expect([...stopCells(some)]).toEqual([['1', 0], ['2', 5]]);
    expect(stopCells(columns(['X', '', 'O', '', 'X', ''])).get('1')).toBe(0);
  });
});

describe('what won', () => {
  const board = (rows: string[]): Picture => {
    const texts = rows.flatMap((row) => [...row].map((cell) => (cell === '.' ? '' : cell)));
    return { ...empty, columns: rows[0]!.length, rows: rows.length, texts, owners: texts.map((text) => ['X', 'O'].indexOf(text)) };
  };
  it('is every cell of a long enough row, in any direction', () => {
    expect([...wonCells(board(['X.O', '.XO', '..X']), 3)].sort()).toEqual([0, 4, 8]);
    expect([...wonCells(board(['..O', '.OX', 'O.X']), 3)].sort()).toEqual([2, 4, 6]);
    expect([...wonCells(board(['XXXX', 'O...', 'O...']), 3)].sort()).toEqual([0, 1, 2, 3]);
    expect(wonCells(board(['XX.', 'OO.']), 3).size).toBe(0);
  });
  it('depends on the game', () => {
    expect(['tictactoe', 'connect4', 'gomoku', 'gomoku:width=6,line=4', 'othello'].map(rowToWin)).toEqual([3, 4, 5, 4, null]);
  });
});

describe('sticks', () => {
  const heaps: Picture = { ...empty, columns: 3, rows: 2, texts: ['|', '|', '', '|', '', ''], moves: ['1-2', '1-1', '', '2-1', '', ''] };
  it('go with those to their right', () => {
    expect(takenSticks(heaps, 0)).toEqual([0, 1]);
    expect(takenSticks(heaps, 3)).toEqual([3]);
  });
  it('leave a place where they lay', () => {
    expect([...emptySlots(heaps, ['1-1', '2-1'])]).toEqual([2, 4]);
  });
});
