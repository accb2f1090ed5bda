// The coordinates around a board: what each label says and where it stands, and the margins that they take.
import { unit, type Layout } from './board';
import type { BoardStyle, Picture } from './types';

export interface Label {
  x: number; // of its middle
  y: number; // of its base line
  text: string;
}
export interface Labels {
  size: number; // of the letters
  left: number;
  above: number;
  below: number;
  all: Label[];
}

const margin = 14; // without labels
const usual = 25;
const largest = 60; // two digits are as wide as a cell

// Bar and trays of a board of points, which have no number.
export const isRail = (name: string | undefined) => /bar|off/.test(name ?? '');

// How large letters are that can be read where a cell is so many pixels wide.
export const labelSize = (cellPixels: number) => Math.max(usual, Math.min(largest, Math.round((10.5 * unit) / Math.max(cellPixels, 1))));

export function labelsOf(picture: Picture, style: BoardStyle, layout: Layout, size = usual): Labels {
  const { rows, columns, row_labels, column_labels, row_shift } = picture;
  const absent = new Set(picture.absent);
  const shifted = row_shift !== 0;
  const beside = size + 21;
  // The first cell that is there, of so many cells from one on.
  const firstOf = (from: number, step: number, count: number) => Array.from({ length: count }, (_, i) => from + i * step).find((cell) => !absent.has(cell)) ?? from;
  // Letters stand where columns begin, and where those are beside the numbers of rows (a triangle), where they end.
  const ends = row_shift > 0 && column_labels.some((_, column) => absent.has(column));
  const labelled = (column: number) => (ends ? firstOf((rows - 1) * columns + column, -columns, rows) : firstOf(column, columns, rows));
  // The points of a board with two rows of them are numbered at both edges, by their names.
  const numbered = style === 'points' && rows === 2;

  const all: Label[] = [];
  if (numbered) {
    picture.names.forEach((text, cell) => {
      const box = layout.cells[cell]!;
      if (!isRail(text)) all.push({ text, x: box.x + box.width / 2, y: cell < columns ? layout.y - 18 : layout.y + layout.height + size + 7 });
    });
  }
  row_labels.forEach((text, row) => {
    const box = layout.cells[firstOf(row * columns, 1, columns)]!;
    all.push({ text, x: shifted ? box.x - size - 5 : layout.x - beside / 2 - 1, y: box.y + box.height / 2 + 0.36 * size });
  });
  column_labels.forEach((text, column) => {
    const box = layout.cells[labelled(column)]!;
    const x = box.x + box.width / 2;
    if (!shifted) all.push({ text, x, y: layout.y + layout.height + size + 7 });
    else if (ends) all.push({ text, x: x + row_shift * 80, y: box.y + box.height + size + 5 });
    else all.push({ text, x: x - row_shift * 80, y: box.y - 16 });
  });
  const hasLetters = column_labels.length > 0;
  return {
    size,
    left: row_labels.length ? beside : margin,
    above: numbered ? beside : shifted && !ends && hasLetters ? size + 31 : margin,
    below: numbered || ((!shifted || ends) && hasLetters) ? beside : margin,
    all,
  };
}
