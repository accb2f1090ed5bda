import { describe, expect, it } from 'vitest';
import { inAnyOrder, nextCells, point, type Pointed } from '../../src/lib/pointing';

const moves: Pointed[] = [
  { move: 'a2a3', cells: [8, 4] },
  { move: 'a2b3', cells: [8, 5] },
  { move: 'b7b8q', cells: [1, 0] },
  { move: 'b7b8n', cells: [1, 0] },
  { move: 'pass', cells: [] },
];
const jumps: Pointed[] = [
  { move: '1x2', cells: [1, 2] },
  { move: '1x2x3', cells: [1, 2, 3] },
  { move: '1x2x4', cells: [1, 2, 4] },
  { move: '1x5x4', cells: [1, 5, 4] },
];

describe('from and to', () => {
  it('are two steps', () => {
    expect([...nextCells(moves, [])].sort()).toEqual([1, 8]);
    expect(point(moves, [], 8)).toEqual({ path: [8], play: null, choices: [] });
    expect([...nextCells(moves, [8])].sort()).toEqual([4, 5]);
    expect(point(moves, [8], 5)).toEqual({ path: [], play: 'a2b3', choices: [] });
  });
  it('may be thought better of', () => {
    expect(point(moves, [8], 8).path).toEqual([]);
    expect(point(moves, [8], 1).path).toEqual([1]);
    expect(point(moves, [8], 7).path).toEqual([]);
    expect(point(moves, [], 7)).toEqual({ path: [], play: null, choices: [] });
  });
  it('leave a choice where several moves have the same cells', () => {
    expect(point(moves, [1], 0)).toEqual({ path: [1, 0], play: null, choices: ['b7b8q', 'b7b8n'] });
  });
});

describe('chains of jumps', () => {
  it('go on cell by cell, and end where one points again', () => {
    expect(point(jumps, [1], 2)).toEqual({ path: [1, 2], play: null, choices: [] });
    expect(point(jumps, [1, 2], 2).play).toBe('1x2');
    expect(point(jumps, [1, 2], 3).play).toBe('1x2x3');
  });
  it('may be left to the page where only one leads to a cell', () => {
    expect(point(jumps, [1], 3).play).toBe('1x2x3');
    expect(point(jumps, [1], 4)).toMatchObject({ play: null, choices: ['1x2x4', '1x5x4'] });
  });
});

describe('several pieces', () => {
  const listed: Pointed[] = [
    { move: '8/5,6/5', cells: [8, 5, 6, 5] },
    { move: '8/5,8/7', cells: [8, 5, 8, 7] },
    { move: '8/4', cells: [8, 5, 5, 4] },
    { move: 'pass', cells: [] },
  ];
  const turns = inAnyOrder(listed, (cell) => cell !== 5);
  it('begin where a piece stands', () => {
    expect([...nextCells(turns, [])].sort()).toEqual([6, 8]);
    expect([...nextCells(inAnyOrder(listed, () => true), [])].sort()).toEqual([5, 6, 8]);
  });
  it('move in any order', () => {
    expect(point(turns, [8, 5], 6).path).toEqual([8, 5, 6]);
    expect(point(turns, [8, 5, 6], 5).play).toBe('8/5,6/5');
    expect(point(turns, [6, 5, 8], 5).play).toBe('8/5,6/5');
    expect(point(turns, [8, 7, 8], 5).play).toBe('8/5,8/7');
  });
  it('are picked up again to go on, or go right to the end', () => {
    expect(point(turns, [8, 5], 5).path).toEqual([8, 5, 5]);
    expect(point(turns, [8, 5, 5], 4).play).toBe('8/4');
    expect(point(turns, [8], 4).play).toBe('8/4');
    expect([...nextCells(turns, [8])].sort()).toEqual([4, 5, 7]);
    expect([...nextCells(turns, [6])].sort()).toEqual([5]);
  });
});

it('one cell is enough where a move has no more', () => {
  expect(point([{ move: 'c3', cells: [2] }], [], 2).play).toBe('c3');
});
