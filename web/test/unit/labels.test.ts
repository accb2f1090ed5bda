import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../src/lib/board';
import { labelSize, labelsOf } from '../../src/lib/labels';
import type { Picture } from '../../src/lib/types';

const board = (rows: number, columns: number, more: Partial<Picture> = {}): Picture => ({
  rows,
  columns,
  texts: Array(rows * columns).fill(''),
  owners: Array(rows * columns).fill(-1),
  moves: Array(rows * columns).fill(''),
  glyphs: [],
  names: [],
  absent: [],
  row_labels: Array.from({ length: rows }, (_, i) => String(rows - i)),
  column_labels: Array.from({ length: columns }, (_, i) => 'abcdefghijklmnopqrst'[i]!),
  row_shift: 0,
  dots: [],
  sides: [-1, -1, -1, -1],
  winning: [],
  dice: [],
  bars: [],
  blocks: [],
  caption: '',
  ...more,
});

describe('labels', () => {
  it('are larger where cells are small, and no wider than a cell', () => {
    expect([80, 42, 30, 15].map(labelSize)).toEqual([25, 25, 35, 60]);
    expect(labelSize(0)).toBe(60);
  });
  it('stand within the margins, at every size', () => {
    for (const size of [25, 60]) {
      const picture = board(19, 19);
      const layout = layoutOf(picture, 'stones');
      const { all, left, above, below } = labelsOf(picture, 'stones', layout, size);
      expect(all).toHaveLength(38);
      for (const { x, y, text } of all) {
        const half = 0.3 * size * text.length;
        expect(x - half).toBeGreaterThanOrEqual(layout.x - left);
        expect(x + half).toBeLessThanOrEqual(layout.x + layout.width);
        expect(y - 0.75 * size).toBeGreaterThanOrEqual(layout.y - above);
        expect(y + 0.2 * size).toBeLessThanOrEqual(layout.y + layout.height + below);
      }
    }
  });
  it('take no room where there are none', () => {
    const picture = board(2, 3, { row_labels: [], column_labels: [] });
    expect(labelsOf(picture, 'pits', layoutOf(picture, 'pits'))).toMatchObject({ left: 14, above: 14, below: 14, all: [] });
  });
  it('are the names of points at both edges', () => {
    const picture = board(2, 3, { row_labels: [], column_labels: [], names: ['1', 'bar', '2', '3', 'bar', '4'] });
    const { all, above, below } = labelsOf(picture, 'points', layoutOf(picture, 'points'));
    expect(all.map((label) => label.text)).toEqual(['1', '2', '3', '4']);
    expect([above, below]).toEqual([46, 46]);
  });
});
