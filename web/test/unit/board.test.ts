import { describe, expect, it } from 'vitest';
import { cellName, heatMap, lastMoveCell, layoutOf, movesWithoutCell, nextCell, stopCells, takenSticks, targetCell } from '../../src/lib/board';
import type { Analysis, Picture } from '../../src/lib/types';

// Two columns of three, as Connect Four has them: every cell of a column stands for its move.
function columns(texts: string[]): Picture {
  return {
    columns: 2,
    rows: 3,
    texts,
    owners: texts.map((text) => (text === 'X' ? 0 : text === 'O' ? 1 : -1)),
    moves: ['1', '2', '1', '2', '1', '2'],
    glyphs: [],
    names: [],
    absent: [],
    column_labels: [],
    row_labels: [],
    row_shift: 0,
    dots: [],
    sides: [-1, -1, -1, -1],
    winning: [],
    dice: [],
    bars: [],
    blocks: [],
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
  expect(movesWithoutCell(some, ['e4', 'pass'], [[1, 2], []])).toEqual(['pass']);
  expect(movesWithoutCell(null, ['roll', 'hold'])).toEqual(['roll', 'hold']);
});

it('heat is the share of visits, laid where a move would go', () => {
  const move = (name: string, visits: number) => ({ move: name, visits, value: 0, win_rate: 0.5, low: null, high: null, prior: null, proven: null, bounds: null });
  const analysis = { best: '2', moves: [move('2', 75), move('1', 25)] } as unknown as Analysis;
  const heat = heatMap(analysis, (move) => targetCell(some, move));
  expect(heat.get(5)).toMatchObject({ share: 0.75, warmth: 1, best: true });
  expect(heat.get(0)).toMatchObject({ share: 0.25, best: false });
  expect(heatMap(null, () => 0).size).toBe(0);
  expect(heatMap(analysis, () => 3).get(3)).toMatchObject({ share: 1, best: true });
});

it('arrow keys go to the nearest cell that way', () => {
  const layout = layoutOf(some, 'holes');
  expect(nextCell(layout, 0, 'ArrowRight', [0, 5])).toBe(5);
  expect(nextCell(layout, 0, 'ArrowLeft', [0, 5])).toBeNull();
  expect(nextCell(layout, 0, 'x', [0, 5])).toBeNull();
});

describe('where the keyboard stops', () => {
  it('is one cell for each move, also for a column that is full', () => {
    expect([...stopCells(some)]).toEqual([['1', 0], ['2', 5]]);
    expect(stopCells(columns(['X', '', 'O', '', 'X', ''])).get('1')).toBe(0);
  });
});

describe('sticks', () => {
  const heaps: Picture = { ...empty, columns: 3, rows: 2, texts: ['|', '|', '', '|', '', ''], moves: ['1-2', '1-1', '', '2-1', '', ''] };
  it('go with those to their right', () => {
    expect(takenSticks(heaps, 0)).toEqual([0, 1]);
    expect(takenSticks(heaps, 3)).toEqual([3]);
  });
});

describe('where cells are', () => {
  it('follows the shift of rows, and leaves out what is absent', () => {
    const star = layoutOf({ ...empty, row_shift: 0.5, absent: [0] }, 'hexagons');
    expect(star.cells[2]).toMatchObject({ x: 50 });
    expect(star.cells[4]!.y).toBeCloseTo(173.2);
    expect(star.x).toBe(50);
    expect(star.width).toBe(250);
  });
  it('is narrow where there are only dots and lines', () => {
    const boxes = layoutOf({ ...empty, columns: 3, rows: 2 }, 'dots');
    expect(boxes.cells.slice(0, 3).map((box) => [box.x, box.width])).toEqual([[0, 34], [34, 100], [134, 34]]);
    expect(boxes.cells[4]).toMatchObject({ x: 34, y: 34, width: 100, height: 100 });
  });
});

it('cells have names that say what stands there', () => {
  const pieces = { ...columns(['N', '', 'B', '', 'n', '']), owners: [0, -1, 0, -1, 1, -1], column_labels: ['a', 'b'], row_labels: ['3', '2', '1'] };
  const name = (cell: number) => cellName(pieces, cell, 'checkered', ['White', 'Black']);
  expect([name(0), name(1), name(4)]).toEqual(['a3: White N', 'b3: empty', 'a1: Black']);
  expect(cellName({ ...pieces, names: ['bar'] }, 0, 'points', [])).toBe('bar: N');
});
