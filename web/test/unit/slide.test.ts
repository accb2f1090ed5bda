import { describe, expect, it } from 'vitest';
import { advance, settle, slide, type Tile } from '../../src/lib/slide';

let last = 0;
const nextId = () => ++last;

function tiles(board: number[]): Tile[] {
  return settle([], board, nextId).map((tile) => ({ ...tile, fresh: false }));
}
function shown(list: Tile[]): number[] {
  const board = Array<number>(16).fill(0);
  for (const tile of list) if (!tile.gone) board[tile.cell] = tile.value;
  return board;
}
const row = (...first: number[]) => [...first, ...Array<number>(16 - first.length).fill(0)];

describe('slide', () => {
  it('pushes to the wall and merges pairs once', () => {
    expect(shown(slide(tiles(row(2, 0, 2, 4)), 'left', nextId))).toEqual(row(4, 4, 0, 0));
    expect(shown(slide(tiles(row(2, 2, 2, 2)), 'left', nextId))).toEqual(row(4, 4, 0, 0));
    expect(shown(slide(tiles(row(2, 2, 2, 0)), 'right', nextId))).toEqual(row(0, 0, 2, 4));
    expect(shown(slide(tiles(row(4, 2, 2, 0)), 'left', nextId))).toEqual(row(4, 4, 0, 0));
  });
  it('goes up and down', () => {
    const board = row(2, 0, 0, 0, 2, 0, 0, 0);
    expect(shown(slide(tiles(board), 'up', nextId))).toEqual(row(4));
    expect(shown(slide(tiles(board), 'down', nextId))[12]).toBe(4);
  });
  it('keeps both tiles under the merged one, so that they can be seen to meet', () => {
    const after = slide(tiles(row(2, 2)), 'left', nextId);
    expect(after.filter((tile) => tile.gone && tile.cell === 0)).toHaveLength(2);
    expect(after.filter((tile) => tile.merged)).toHaveLength(1);
  });
  it('keeps the identity of a tile that only slides', () => {
    const before = tiles(row(0, 0, 8));
    expect(slide(before, 'left', nextId)[0]!.id).toBe(before[0]!.id);
  });
});

describe('settle', () => {
  it('adds what is new and keeps what is there', () => {
    const before = tiles(row(2, 4));
    const after = settle(before, row(2, 4, 2), nextId);
    expect(after.filter((tile) => tile.fresh).map((tile) => tile.cell)).toEqual([2]);
    expect(after.map((tile) => tile.id)).toContain(before[1]!.id);
  });
});

describe('the next board', () => {
  it('slides after one push', () => {
    const after = advance(tiles(row(2, 2)), ['left'], row(4, 2), nextId);
    expect(shown(after)).toEqual(row(4, 2));
    expect(after.filter((tile) => tile.fresh)).toHaveLength(1);
    expect(after.filter((tile) => tile.gone)).toHaveLength(2);
  });
  it('is just put there after several, or on the way back', () => {
    for (const pushes of [['left', 'up'], []]) {
      const before = tiles(row(2, 2));
      const after = advance(before, pushes, row(2, 8), nextId);
      expect(shown(after)).toEqual(row(2, 8));
      expect(after.some((tile) => tile.fresh || tile.merged || tile.gone)).toBe(false);
      expect(after[0]!.id).toBe(before[0]!.id);
    }
  });
});
