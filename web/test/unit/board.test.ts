import { describe, expect, it } from 'vitest';
import { heatMap, lastMoveCell, movesWithoutCell, nextCell, targetCell } from '../../src/lib/board';
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
